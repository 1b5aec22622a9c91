"""In whose code an exception arose: in that of a game, or in the referee's own."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import rules
from referee import paths
from referee.games import registry

log = logging.getLogger("referee")
_REFEREE = Path(__file__).resolve().parents[1]
_RULES = Path(rules.__file__).resolve().parent


def failing_game(error: Exception) -> str:
    """Return the id of the game in whose code or templates an exception arose, "" for the referee's own.

    The bundled games are the referee's own. What games share, and libraries, count for whoever called them.
    """
    folders = sorted(_folders(), key=lambda one: len(one[0].parts), reverse=True)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        place = Path(frame.filename)
        owner = next((owner for folder, owner in folders if place.is_relative_to(folder)), None)
        if owner is not None:
            return owner
    return ""


def is_bundled(system: str) -> bool:
    """Return whether a game is one of the referee's own, not one that a package from elsewhere brings."""
    module = registry.shelf().modules.get(system)
    return module is None or _home(module).is_relative_to(_REFEREE)


def log_failure(system: str, what: str) -> None:
    """Log that a game fails. `what` is the kind of an exception: its message may tell secrets."""
    log.error("The game %s fails: %s", system, what)


def _folders() -> Iterator[tuple[Path, str | None]]:
    """Yield folders with the game that each belongs to: "" for the referee, None for that of the caller."""
    yield from (
        (_REFEREE, ""),
        (paths.templates(), ""),
        (_RULES, None),
        (_REFEREE / "games" / "shared", None),
    )
    for id_, module in registry.shelf().modules.items():
        if is_bundled(id_):
            continue
        yield _home(module), id_
        if "." in module:
            yield _home(module.partition(".")[0]), id_


def _home(module: str) -> Path:
    """Return the folder of the package that a module belongs to, its own file where it has no package."""
    loaded = sys.modules[module]
    if loaded.__file__ is None:
        return Path(next(iter(loaded.__path__))).resolve()
    file = Path(loaded.__file__).resolve()
    return file.parent if loaded.__package__ else file
