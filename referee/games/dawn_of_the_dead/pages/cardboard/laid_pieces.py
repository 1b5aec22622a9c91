"""Where the pieces lie on the table, what effects do to them, and what that comes to.

All of it is what everybody at the table knows. A unit that moved twice has moved once, and one that was
turned up and down again lies as it lay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.games.dawn_of_the_dead.pages.map.squares import occupied
from rules.dawn_of_the_dead.effects import UNIT

Json = Mapping[str, Any]
PILES = frozenset({"hidden_box", "eliminated"})
OPEN = "open"


class Look(NamedTuple):
    """How a unit lies: in a square or on a pile, face up or down, with or without a Berserk marker."""

    place: str
    up: bool = False
    berserk: bool = False


class Person(NamedTuple):
    """How a character lies: the side that is up, and whether a rifle lies with the counter."""

    square: str | None
    status: str
    rifle: bool


@dataclass(frozen=True, slots=True)
class Board:
    """What all see on the map: characters by name, units by square, and the doors that are not open."""

    people: Mapping[str, Person]
    units: Mapping[str, Look]
    doors: Mapping[str, str]


def board_of(view: Json) -> Board:
    """Return what all see on the map in a view. What is only shown for a moment lies face down (6.0)."""
    beside = occupied(view) | {
        unit["square"]
        for unit in view["zombies"]
        if unit["value"] is not None and unit["square"] not in view["shown"] and view["phase"] != "over"
    }
    doors = {"-".join(door["between"]): door["state"] for door in view["doors"]}
    return Board(
        {n: Person(c["square"], c["status"], c["rifle"]) for n, c in view["characters"].items()},
        {u["square"]: Look(u["square"], u["square"] in beside, u["berserk"]) for u in view["zombies"]},
        doors | {door: state for door, state in view["main_doors"].items() if state != OPEN},
    )


@dataclass(frozen=True, slots=True)
class Pieces:
    """All pieces at one moment: units by a number that never leaves here, characters and doors by name.

    `came` has for each unit that was not there at the start how it lay before anybody saw it move.
    """

    units: dict[int, Look] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    doors: dict[str, str] = field(default_factory=dict)
    came: dict[int, Look] = field(default_factory=dict)

    def unit_in(self, square: str) -> int:
        """Return the number of the unit in a square, a new one where nobody knew of any."""
        there = (number for number, look in self.units.items() if look.place == square)
        number = next(there, None)
        return self.add(Look(square), Look(square)) if number is None else number

    def add(self, look: Look, came: Look) -> int:
        """Add a unit that came from somewhere, and return its number."""
        number = len(self.units)
        self.units[number], self.came[number] = look, came
        return number


def after(pieces: Pieces, effects: Iterable[Json]) -> Pieces:
    """Return where all pieces lie after these effects, in order. `changed` gives what they come to."""
    told = [effect for effect in effects if effect["effect"] in _PUT]
    if not told:
        return pieces
    laid = Pieces(dict(pieces.units), dict(pieces.people), dict(pieces.doors), dict(pieces.came))
    for effect in told:
        _PUT[effect["effect"]](laid, effect)
    # Every moment of a game is kept for taking back: what did not change is kept once.
    return Pieces(
        *(now if now != was else was for now, was in zip(_parts(laid), _parts(pieces), strict=True))
    )


def _parts(pieces: Pieces) -> tuple[Any, ...]:
    return pieces.units, pieces.people, pieces.doors, pieces.came


def _set_up(laid: Pieces, effect: Json) -> None:
    laid.people[effect["whom"]] = laid.people[effect["whom"]]._replace(square=effect["square"])


def _move(laid: Pieces, effect: Json) -> None:
    if effect["whom"] == UNIT:
        number = laid.unit_in(effect["from"])
        laid.units[number] = laid.units[number]._replace(place=effect["to"])
    else:
        laid.people[effect["whom"]] = laid.people[effect["whom"]]._replace(square=effect["to"])


def _appear(laid: Pieces, effect: Json) -> None:
    laid.add(Look(effect["square"]), Look(effect["pool"]))


def _turn(laid: Pieces, effect: Json) -> None:
    number = laid.unit_in(effect["square"])
    laid.units[number] = laid.units[number]._replace(up=effect["effect"] == "turn_up")


def _eliminate(laid: Pieces, effect: Json) -> None:
    laid.units[laid.unit_in(effect["square"])] = Look("eliminated")


def _berserk(laid: Pieces, effect: Json) -> None:
    number = laid.unit_in(effect["square"])
    laid.units[number] = laid.units[number]._replace(berserk=effect["berserk"])


def _status(laid: Pieces, effect: Json) -> None:
    name, status = effect["whom"], effect["status"]
    square = None if status == "killed" else effect["square"]
    laid.people[name] = laid.people[name]._replace(status=status, square=square)


def _rifle(laid: Pieces, effect: Json) -> None:
    laid.people[effect["whom"]] = laid.people[effect["whom"]]._replace(rifle=effect["has"])


def _door(laid: Pieces, effect: Json) -> None:
    laid.doors[effect.get("door") or "-".join(effect["between"])] = effect["state"]


_PUT: Mapping[str, Callable[[Pieces, Json], None]] = {
    "place": _set_up, "move": _move, "appear": _appear, "turn_up": _turn, "turn_down": _turn,
    "eliminate": _eliminate, "berserk": _berserk, "status": _status, "rifle": _rifle, "door": _door,
    "main_door": _door,
}  # fmt: skip
"""What each effect does to the pieces. All other effects move nothing on the table."""


Facet = tuple[str, int | str]
"""What a hand changes about a piece.

("unit", 7) is where the unit lies and which side is up, ("marker", 7) whether it is berserk. Others:
("square", "peter"), ("side", "peter"), ("rifle", "peter"), ("door", "043-062").
"""


def changed(one: Pieces, other: Pieces) -> list[Facet]:
    """Return in what two moments differ."""
    facets: list[Facet] = []
    for number, look in other.units.items() if one.units is not other.units else ():
        if one.units.get(number) == look:
            continue
        lay = one.units.get(number, Look(""))
        facets += [("unit", number)] if (look.place, look.up) != (lay.place, lay.up) else []
        facets += [("marker", number)] if look.berserk != lay.berserk else []
    for name, person in other.people.items():
        was = one.people[name]
        facets += [("square", name)] if person.square != was.square else []
        facets += [("side", name)] if person.status != was.status else []
        facets += [("rifle", name)] if person.rifle != was.rifle else []
    doors = sorted({*one.doors, *other.doors})
    return facets + [("door", d) for d in doors if one.doors.get(d, OPEN) != other.doors.get(d, OPEN)]
