"""How far each side is from winning, at a glance: doors, rifles, zombies and losses (14.1, 14.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import DOORS, NAMES, counted, people
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.units import LOST
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.sentences import listed

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Aim:
    """One of the conditions: its name, how it stands in a few characters, and in words."""

    name: str
    value: str
    says: str


def goal(view: Json, board: Board) -> tuple[Aim, ...]:
    """Return how the conditions stand, from what everybody knows; nothing before the game has begun."""
    if not view["turn"] or view["phase"] in {"place_hidden", "place_characters"}:
        return ()
    return _doors(view, board), _rifles(view), _zombies(view), _lost(view)


def _doors(view: Json, board: Board) -> Aim:
    doors = list(board.main_doors)
    closed = [door for door in doors if view["main_doors"].get(door) == "closed"]
    named = f": {listed(DOORS.get(door, door) for door in closed)}" if closed else ""
    says = f"{len(closed)} of {len(doors)} main doors closed{named}."
    return Aim("Doors", f"{len(closed)}/{len(doors)}", says)


def _rifles(view: Json) -> Aim:
    """12.0: who is lost does not need one."""
    need = [name for name in NAMES if name in RIFLE_BEARERS and not _is_lost(view, name)]
    have = [name for name in need if view["characters"][name]["rifle"]]
    lack = [name for name in need if name not in have]
    told = [f"{people(have)} {'has' if len(have) == 1 else 'have'} a rifle"] if have else []
    told += [f"{people(lack)} {'needs' if len(lack) == 1 else 'need'} one"] if lack else []
    says = f"Rifles: {listed(told)}." if need else "Nobody who needs a rifle is left."
    return Aim("Rifles", f"{len(have)}/{len(need)}" if need else "–", says)


def _zombies(view: Json) -> Aim:
    units, hidden = len(view["zombies"]), view["hidden_count"]
    supers = sum(character["status"] == "super_zombie" for character in view["characters"].values())
    told = [counted(units, "zombie unit") + " on the map"]
    told += [f"{hidden} hidden"] if hidden else []
    told += [counted(supers, "super zombie")] if supers else []
    value = f"{units + supers}+{hidden}" if hidden else f"{units + supers}"
    return Aim("Zombies", value, f"{listed(told)}.")


def _lost(view: Json) -> Aim:
    """Fran counts as soon as she is infected (14.1)."""
    lost = [name for name in view["characters"] if _is_lost(view, name)]
    infected = view["characters"].get("fran", {}).get("status") == "infected"
    letters = " ".join(NAMES[name][0] for name in (*lost, *(["fran"] if infected else [])))
    return Aim("Lost", letters or "–", " ".join(_told_of(lost, infected=infected)))


def _told_of(lost: list[str], *, infected: bool) -> Iterator[str]:
    yield f"Lost: {people(lost)}." if lost else "Nobody is lost."
    if infected:
        yield "Fran is infected."


def _is_lost(view: Json, name: str) -> bool:
    return name in view["characters"] and view["characters"][name]["status"] in LOST
