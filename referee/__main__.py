"""The `referee` command, also as `python -m referee`."""

from __future__ import annotations

import sys

from referee.errors import INTERRUPTED


def main() -> None:
    """Run the command line and exit with its status; Ctrl+C while it is still being loaded ends it too."""
    try:
        from referee.cli.main import main as run  # noqa: PLC0415 - it takes a second to load
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
