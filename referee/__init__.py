"""The app: tables, seats, storage, screens and the command line, standing on `rules`."""

__version__ = "0.3.3"
