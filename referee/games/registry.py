"""Finding the games: by entry points of the group `tabletop_referee.games`, the bundled ones too.

A checkout reads its own entry points from `pyproject.toml`, so it never depends on what was installed when.
A game that cannot be used becomes a `Fault` with a sentence, and the others go on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, cast

from referee.errors import InputError
from referee.games.interface import INTERFACE, BoardPort, Game
from referee.records.text import show
from rules.sentences import listed

GROUP = "tabletop_referee.games"
OURS = "tabletop-referee"
"""The name of this project; its games are the bundled ones."""
DEFAULT: str
"""The game of a table, a position or a command that names none: the bundled one with `is_default`."""
_NEEDED = (
    "id", "title", "modes", "read_options", "option_names", "player_seats", "match", "rulebook",
    "rules_api", "records", "screens", "odds", "simulate", "commands", "folder", "board", "player",
)  # fmt: skip

_VERSION_1 = ("referee.games.ports", "referee.games.shared")
"""The packages that games of the first version import, which said nothing of it themselves."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_ID_SAYS = "it stands in addresses, and takes small letters, digits and single hyphens between them"


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that cannot be used: the name of its entry point, and a sentence on why."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The usable games by id, the default first; the unusable ones; and the module of each game."""

    games: Mapping[str, Game]
    faults: tuple[Fault, ...] = ()
    modules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """An entry point, and the project that brings it."""

    point: EntryPoint
    project: str


@cache
def shelf() -> Shelf:
    """Return the installed games, found once."""
    return shelved(found())


def games() -> Mapping[str, Game]:
    """Return the usable games by id, the default first."""
    return shelf().games


def default() -> str:
    """Return the id of the game that is meant where none is named. Raises InputError where there is none."""
    for id_ in games():
        return id_
    raise InputError("There is no game here. `referee games` says what is wrong with those that were found.")


if not TYPE_CHECKING:  # `DEFAULT` is worked out when it is asked for: loading the games needs this module

    def __getattr__(name: str) -> str:
        if name == "DEFAULT":
            return default()
        raise AttributeError(name)


def game(id_: object, field: str = "system") -> Game:
    """Return a game by its id. Raises InputError, which names `field`, for one that is not installed."""
    at_hand = games()
    if not isinstance(id_, str) or id_ not in at_hand:
        known = listed([default(), *list(at_hand)[1:]])
        raise InputError(f"{field}: there are no rules for {show(id_)} here, only for {known}.")
    return at_hand[id_]


def game_of_position(data: object) -> Game | None:
    """Return the game of a position: the one it names, or the only one with its members; None where unclear.

    Raises InputError where it names one that is not installed.
    """
    if not isinstance(data, dict):
        return None
    if "system" in data:
        return game(data["system"])
    told = [one for one in games().values() if members_of(one) & data.keys()]
    return told[0] if len(told) == 1 else None


def members_of(game: Game) -> frozenset[str]:
    """Return the members that only positions of this game have; none where it does not say."""
    return game.position_members


def board_of(game: Game, kind: str) -> BoardPort:
    """Return the maps and counter sheets of a game. Raises InputError, which names `kind`, without any."""
    if game.board is None:
        raise InputError(f"{kind}: {game.title} has no maps and no counter sheets.")
    return game.board


def no_rules_of(id_: object) -> str:
    """Return the sentence on a game that is not installed, with those that are."""
    usual = default()
    others = [name for name in games() if name != usual]
    return f"There are no rules for {show(id_)} here, only for {listed([usual, *others])}."


def found() -> list[Found]:
    """Return every entry point of the group, those of this project first."""
    own = _of_this_checkout()
    other = [Found(point, name) for name, point in _installed() if not (own and name == OURS)]
    return [*own, *sorted(other, key=lambda one: (one.project != OURS, one.project, one.point.name))]


def shelved(entries: Iterable[Found]) -> Shelf:
    """Return the games of entry points. Of several with one id the bundled one stays, else none does."""
    loaded: dict[str, list[tuple[Found, Game]]] = {}
    faults: list[Fault] = []
    for entry in entries:
        try:
            made: object = entry.point.load()
            wrong = _wrong(made) or ("" if entry.project == OURS else next(_no_text(made), ""))
        except ImportError as error:
            faults.append(_fault(entry, _of_another_version(error) or _not_loaded(error)))
            continue
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's package may fail in any way
            faults.append(_fault(entry, _not_loaded(error)))
            continue
        if wrong:
            faults.append(_fault(entry, wrong))
        else:
            game = _sealed(made)
            loaded.setdefault(game.id, []).append((entry, game))
    kept: dict[str, Game] = {}
    for id_, same in loaded.items():
        bundled = [game for entry, game in same if entry.project == OURS]
        alone = len(same) == 1
        if bundled or (alone and same[0][0].point.name == id_):
            kept[id_] = bundled[0] if bundled else same[0][1]
        why = f"has the same name as another game, {show(id_)}"
        if alone:
            why = f"has the id {show(id_)}; its entry point must have the same name"
        faults += [_fault(entry, why) for entry, game in same if kept.get(id_) is not game]
    ours = {id_ for id_, same in loaded.items() if any(entry.project == OURS for entry, _ in same)}
    first = {id_ for id_ in ours & set(kept) if getattr(kept[id_], "is_default", False)}
    ordered = sorted(kept, key=lambda id_: (id_ not in first, id_))
    modules = {
        id_: entry.point.module
        for id_, same in loaded.items()
        for entry, game in same
        if kept.get(id_) is game
    }
    return Shelf({id_: kept[id_] for id_ in ordered}, tuple(faults), modules)


def _sealed(made: object) -> Game:
    """Return a game as the service sees it: from here on its positions and actions are sealed boxes."""
    return cast("Game", made)


def _not_loaded(error: BaseException) -> str:
    why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"cannot be loaded ({' '.join(why.split())[:200]})"


def _of_another_version(error: ImportError) -> str:
    """Return the sentence on a game that imports what this version of the interface does not have, or ""."""
    missing = error.name or ""
    if missing.startswith(_VERSION_1):
        return _made_for("version 1")
    ours = missing.partition(".")[0] in {"referee", "rules"}
    return f"{_made_for('another version')} ({error})" if ours else ""


def _made_for(version: str) -> str:
    return f"is made for {version} of the referee's interface; this is version {INTERFACE}"


def _wrong(made: object) -> str:
    """Return what is wrong with what an entry point leads to, or ""."""
    version = getattr(made, "interface", None)
    if version is None:
        like = f", like interface = {INTERFACE}"
        return f"does not say which version of the referee's interface it is made for{like}"
    if version != INTERFACE:
        return _made_for(f"version {show(version)}")
    if isinstance(made, type):
        return f"is a class; its entry point must lead to an instance of it, like GAME = {made.__name__}()"
    missing = [name for name in _NEEDED if not _has(made, name)]
    if missing:
        return f"is incomplete: it has no {', '.join(missing)}"
    id_ = made.id  # type: ignore[attr-defined]
    if not isinstance(id_, str) or not id_:
        return "has no name"
    if not _ID.fullmatch(id_):
        return f"has the id {show(id_)}; {_ID_SAYS}"
    return ""


def _has(made: object, name: str) -> bool:
    """Whether a game has a member; one that it keeps once it was asked for is not asked for here."""
    return isinstance(getattr(type(made), name, None), cached_property) or hasattr(made, name)


def _no_text(made: object) -> Iterator[str]:
    """Yield what is wrong with the words that lists of games show."""
    title = getattr(made, "title", None)
    if not isinstance(title, str) or not title:
        yield f"has the title {show(title)}, which is not text"
    for name in ("modes", "player_seats"):
        words = getattr(made, name)
        if not isinstance(words, Sequence) or not words or not all(isinstance(word, str) for word in words):
            yield f"has the {name} {show(words)}; at least one word belongs there"


def _fault(entry: Found, why: str) -> Fault:
    name = entry.point.name
    return Fault(name, f"The game {show(name)} of the package {show(entry.project)} {why}. It is left out.")


def _of_this_checkout() -> list[Found]:
    """Return the entry points in the `pyproject.toml` beside this package; none where it is installed."""
    file = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if not file.is_file():
        return []
    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    if project.get("name") != OURS:
        return []
    points = project.get("entry-points", {}).get(GROUP, {})
    return [Found(EntryPoint(name, value, GROUP), OURS) for name, value in points.items()]


def _installed() -> Iterator[tuple[str, EntryPoint]]:
    """Yield the project and the entry point of every game that is installed, each project once."""
    for point in entry_points(group=GROUP):
        yield point.dist.name if point.dist else "", point
