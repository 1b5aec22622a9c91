"""Which code an exception came from: in that of a game, or in the referee's own."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from jinja2 import TemplateNotFound

import rules
from referee import paths
from referee.games import registry

log = logging.getLogger("referee")
_REFEREE = Path(__file__).resolve().parents[1]
_RULES = Path(rules.__file__).resolve().parent
_TEMPLATES = ("page", "moment", "new_table", "beside", "credit", "report", "help", "first_help")
"""The templates that a game names, by its presenter or its front."""


class Unusable(Exception):
    """What a game gave cannot be used. `wrong` says what is wrong with it; it tells nothing of a table."""

    def __init__(self, system: str, wrong: str) -> None:
        super().__init__(wrong)
        self.system, self.wrong = system, wrong


def check_view(system: str, view: object) -> None:
    """Raise Unusable unless the view that a game gave is a dict."""
    if not isinstance(view, dict):
        raise Unusable(system, f"its view is of type {type(view).__name__}, and must be a dict")


def failing_game(error: Exception) -> str:
    """Return the id of the game whose code or templates raised an exception, "" for the referee's own.

    The bundled games are the referee's own. What games share, and libraries, count for whoever called them.
    A template that is missing is the fault of the game that names it.
    """
    if isinstance(error, Unusable):
        return "" if is_bundled(error.system) else error.system
    if isinstance(error, TemplateNotFound) and (named_by := _naming(error.name)):
        return named_by
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


def log_failure(system: str, error: Exception) -> None:
    """Log that a game fails: what is wrong, or else the kind of exception; its message may tell secrets."""
    what = type(error).__name__
    if isinstance(error, Unusable):
        what = error.wrong
    elif isinstance(error, TemplateNotFound):
        what = f"there is no template “{error.name}”"
    log.error("The game %s fails: %s", system, what)


def _naming(template: object) -> str:
    """Return the id of the game from elsewhere that names a template, "" for none."""
    for id_, game in registry.games().items():
        for shown in () if is_bundled(id_) else (game.presenter, game.front):
            if template in [getattr(shown, name, None) for name in _TEMPLATES]:
                return id_
    return ""


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
