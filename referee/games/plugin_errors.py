"""Which code an exception came from: a game's, or the referee's own."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import rules
from referee import config
from referee.games import registry
from referee.games.interface import SPECTATOR, ActionT, PositionT, Rules
from referee.games.interface.basics import WrongAnswer
from referee.games.interface.screens import Screens
from referee.games.table_view import GameView, taken_members
from referee.games.toolkit.rules_api import JudgesPositions
from referee.records.text import Json, canonical, show
from rules.questions import ANYBODY, REFEREE, TABLE
from rules.ruling import Ruling
from rules.sentences import listed

log = logging.getLogger("referee")
_REFEREE = Path(__file__).resolve().parents[1]
_RULES = Path(rules.__file__).resolve().parent
_TEMPLATES = (
    "moment", "page", "answer", "in_clock", "new_table", "beside", "credit", "report", "help", "first_help",
)  # fmt: skip
"""The members of a game's screens that name a template."""


_SEAT_ID = re.compile(r"[a-z0-9][a-z0-9+_-]{0,19}")
_NO_SEATS = frozenset({TABLE, REFEREE, SPECTATOR, ANYBODY})


class Unusable(Exception):
    """A value from a game cannot be used. `wrong` is the reason, without anything about a table."""

    def __init__(self, system: str, wrong: str) -> None:
        super().__init__(wrong)
        self.system, self.wrong = system, wrong


def check_view(system: str, view: GameView | Json) -> None:
    """Raise Unusable unless the view that a game gave is a dict, or can write itself as one.

    The table would write over a member with a name of its own. Tests hold that the bundled games have none.
    """
    if not isinstance(view, dict) and not hasattr(view, "to_json"):
        raise Unusable(system, f"its view is of type {type(view).__name__}, and must be a dict")
    if not is_bundled(system) and (taken := taken_members(view)):
        said = f"{'names' if len(taken) > 1 else 'a name'} that the table itself uses"
        raise Unusable(system, f"its view has {listed(map(show, taken))}, {said}")


def check_roster(system: str, roster: Sequence[object]) -> None:
    """Raise Unusable unless the seats that a game gave have ids of their own that addresses can hold."""
    known: set[object] = set(_NO_SEATS)
    for seat in roster:
        id_ = getattr(seat, "id", seat)
        if not isinstance(id_, str) or not _SEAT_ID.fullmatch(id_):
            raise Unusable(system, f"{show(id_)} cannot be the id of a seat")
        if id_ in known:
            raise Unusable(system, f"its roster names {show(id_)} twice, or where it is no player's seat")
        known.add(id_)


def check_actions(match: Rules[PositionT, ActionT], system: str, actions: object) -> None:
    """Raise Unusable unless the actions that a game gave are a list or a tuple of actions.

    An action is what the game itself can write as JSON and read again. Tests hold that for the bundled games.
    """
    if not isinstance(actions, Sequence) or isinstance(actions, str | bytes):
        raise Unusable(system, f"its actions are of type {type(actions).__name__}, and must be a list")
    if is_bundled(system):
        return
    for action in actions:
        try:
            read = match.read(json.loads(canonical(match.write(action))))
        except Exception as error:
            raise _unreadable(system, action, type(error).__name__) from error
        if type(read) is not type(action):
            raise _unreadable(system, action, f"that gives a {type(read).__name__}")


def check_replay(
    match: Rules[PositionT, ActionT],
    system: str,
    data: object,
    ruled: Callable[[ActionT], Ruling[PositionT]],
) -> None:
    """Raise Unusable unless an action that is done would be done again when its line is played back.

    `data` is what the line would hold, `ruled` rules on it now. Tests hold that for the bundled games.
    """
    if is_bundled(system):
        return
    try:
        again = ruled(match.read(json.loads(canonical(data))))
    except Exception as error:
        raise Unusable(
            system, f"a line of its record cannot be played back ({type(error).__name__})"
        ) from error
    if again.after is None:
        raise Unusable(system, "a line of its record is refused when it is played back")


def check_written(system: str, rules: JudgesPositions[PositionT, ActionT], actions: Sequence[object]) -> None:
    """Raise Unusable unless the rules of a game can read each of the actions that they wrote."""
    for action in actions:
        try:
            rules.read(action)
        except Exception as error:
            raise _unreadable(system, action, type(error).__name__) from error


def _unreadable(system: str, action: object, why: str) -> Unusable:
    kind = type(action).__name__
    return Unusable(system, f"one of its actions, of type {kind}, cannot be written and read again ({why})")


def check_screens(system: str, screens: object) -> None:
    """Raise Unusable unless what a game gave are `Screens`."""
    if not isinstance(screens, Screens):
        raise Unusable(system, f"its screens are of type {type(screens).__name__}, and must be Screens")


def failing_game(error: Exception) -> str:
    """Return the id of the game whose code or templates raised an exception, "" for the referee's own.

    The bundled games are the referee's own. What games share, and libraries, count for the code that called
    them. A template that is missing is the fault of the game that names it, and so is a member that one of
    its objects should have, whoever asked for that.
    """
    from jinja2 import TemplateNotFound  # noqa: PLC0415 - commands check what a game gives, and show no page

    if isinstance(error, Unusable):
        return "" if is_bundled(error.system) else error.system
    if isinstance(error, TemplateNotFound) and (named_by := _naming(error.name)):
        return named_by
    folders = sorted(_folders(), key=lambda one: len(one[0].parts), reverse=True)
    if isinstance(error, AttributeError) and (made_by := _owner(_file_of(type(error.obj)), folders)):
        return made_by
    raised = (error, error.__cause__)  # a StopIteration of the game comes out of our generators as another
    walked = [frame for one in raised if one for frame, _ in traceback.walk_tb(one.__traceback__)]
    for frame in reversed(walked):
        owner = _owner(Path(frame.f_code.co_filename), folders)
        if owner is None:  # what games share stands for the game that it belongs to
            owner = _owner(_file_of(type(frame.f_locals.get("self"))), folders) or None
        if owner is not None:
            return owner
    return ""


def _owner(place: Path, folders: Sequence[tuple[Path, str | None]]) -> str | None:
    """Return whose folder a file is in, the narrowest first."""
    return next((owner for folder, owner in folders if place.is_relative_to(folder)), None)


def _file_of(kind: type) -> Path:
    """Return the file that a class is written in; the empty path for one without a file."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return Path(file).resolve() if file else Path()


def is_bundled(system: str) -> bool:
    """Return whether a game is one of the referee's own, not one that a package from elsewhere brings."""
    module = registry.shelf().modules.get(system)
    return module is None or _is_own(_place(module))


def log_failure(system: str, error: Exception) -> None:
    """Log that a game fails: what is wrong, or else the kind of exception; its message may tell secrets."""
    from jinja2 import TemplateNotFound  # noqa: PLC0415 - as in `failing_game`

    what = type(error).__name__
    if isinstance(error, Unusable):
        what = error.wrong
    elif isinstance(error, WrongAnswer):
        what = str(error)
    elif isinstance(error, TemplateNotFound):
        what = f"there is no template “{error.name}”"
    elif isinstance(error, AttributeError):
        what = f"its {type(error.obj).__name__} has no {error.name}"
    log.error("The game %s fails: %s", system, what)


def _naming(template: object) -> str:
    """Return the id of the game from elsewhere that names a template, "" for none."""
    for id_, game in registry.games().items():
        if not is_bundled(id_) and template in [getattr(game.screens, name, None) for name in _TEMPLATES]:
            return id_
    return ""


def _folders() -> Iterator[tuple[Path, str | None]]:
    """Yield folders with the game that each belongs to: "" for the referee, None for that of the caller."""
    yield from (
        (_REFEREE, ""),
        (config.templates_folder(), ""),
        (_RULES, None),
        (_REFEREE / "games" / "toolkit", None),
        (_REFEREE / "games" / "interface", None),
    )
    for id_, module in registry.shelf().modules.items():
        if is_bundled(id_):
            continue
        yield _home(module), id_
        if "." in module:
            yield _home(module.partition(".")[0]), id_


def _home(module: str) -> Path:
    """Return the folder of the package that a module belongs to, its own file where it has no package."""
    loaded, place = sys.modules[module], Path(_place(module)).resolve()
    return place.parent if loaded.__file__ is not None and loaded.__package__ else place


def _place(module: str) -> str:
    """Return the file of a module, the first folder of a package that has no file."""
    loaded = sys.modules[module]
    return next(iter(loaded.__path__)) if loaded.__file__ is None else loaded.__file__


@cache
def _is_own(place: str) -> bool:
    """Return whether a file or folder is the referee's. Resolving it costs 0.1 ms, so it is done once."""
    return Path(place).resolve().is_relative_to(_REFEREE)
