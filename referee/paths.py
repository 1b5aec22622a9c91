"""Where the templates and static files are: at the top of a checkout, inside the package once installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder `templates` or `static`.

    Raises FileNotFoundError if it is in neither place: then the installation is broken.
    """
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The folder {name!r} is missing from this installation.")


def templates() -> Path:
    """Return the folder of the page templates."""
    return folder("templates")


def static() -> Path:
    """Return the folder of the style sheet, scripts and icons."""
    return folder("static")
