"""The pieces on the table, what effects do to them, and where the game has them now.

It follows from the effects that everybody knows, and knows no Zombie Value (2.3). Units are told apart by the
way they went alone, which everybody watched; nothing of that leaves here but squares. Only the net change
counts: a unit that moved twice has moved once, and one turned up and down again has not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.games.dawn_of_the_dead.labels.squares import occupied
from referee.games.interface.host import Happened
from referee.records.text import Json
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.effects import UNIT
from rules.dawn_of_the_dead.position import SET_UP
from rules.dawn_of_the_dead.view import View

PILES = frozenset({"hidden_box", "eliminated"})
OPEN = "open"


class Look(NamedTuple):
    """A unit's state: in a square or on a pile, face up or down, with or without a Berserk marker."""

    place: str
    up: bool = False
    berserk: bool = False


class Person(NamedTuple):
    """A character's counter: the side that is up, and whether a rifle is with it."""

    square: str | None
    status: str
    rifle: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The public state of the map: characters by name, units by square, and the doors that are not open."""

    people: Mapping[str, Person]
    units: Mapping[str, Look]
    doors: Mapping[str, str]


def board_of(view: View) -> Board:
    """Return the public state of the map in a view.

    What is only shown for a moment counts as face down (6.0).
    """
    beside = occupied(view) | {
        square
        for square, unit in view.zombies.items()
        if unit.value is not None and square not in view.shown and view.phase != "over"
    }
    doors = {"-".join(between): state for between, state in view.doors.items()}
    return Board(
        {n: Person(c.square, c.status, c.rifle) for n, c in view.characters.items()},
        {s: Look(s, s in beside, unit.berserk) for s, unit in view.zombies.items()},
        doors | {door: state for door, state in view.main_doors.items() if state != OPEN},
    )


@dataclass(frozen=True, slots=True)
class Pieces:
    """All pieces at one moment: units by a number that never leaves here, characters and doors by name.

    `came` has the first known state of each unit that was not there at the start.
    """

    units: dict[int, Look] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    doors: dict[str, str] = field(default_factory=dict)
    came: dict[int, Look] = field(default_factory=dict)

    def unit_in(self, square: str) -> int:
        """Return the number of the unit in a square, a new one where none was known."""
        there = (number for number, look in self.units.items() if look.place == square)
        number = next(there, None)
        return self.add(Look(square), Look(square)) if number is None else number

    def add(self, look: Look, came: Look) -> int:
        """Add a unit that came from somewhere, and return its number."""
        number = len(self.units)
        self.units[number], self.came[number] = look, came
        return number


def after(pieces: Pieces, effects: Iterable[Json]) -> Pieces:
    """Return the pieces after these effects, in order. `changed` gives their net effect."""
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
"""The function for each effect that moves pieces; all others move nothing."""


Facet = tuple[str, int | str]
"""A property of a piece that a hand changes.

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


FINGER = frozenset({"step", "open_door", "close_door", "close_main_door", "take_rifle", "put_down"})
"""Actions that a player does on the tablet and, with the same hand, on the cardboard."""
BACK, MET, ENTERED, GLASS, READ = "R-UNDO", "9.1", "5.4", "10.5", "read_value"


class Tracker:
    """Follows the history and knows the state of the cardboard (`lies`) and what it should be (`now`).

    `why` holds the case of what changed a facet last, `zombie` whether the zombie player's hand changed it.
    `off` holds the square from which each unit was taken to a pile.
    """

    def __init__(self, start: Board, *, practice: bool = False) -> None:
        self.practice = practice
        self.now = Pieces(dict(enumerate(start.units.values())), dict(start.people), dict(start.doors))
        self.lies = replace(self.now, units=dict(self.now.units))
        self.why: dict[Facet, str] = {}
        self.zombie: dict[Facet, bool] = {}
        self.off: dict[int, str] = {}
        self.earlier: list[tuple[int, Pieces, Mapping[Facet, bool]]] = []

    def copy(self) -> Tracker:
        """Return an independent tracker with the same state."""
        other = copy(self)
        other.lies = replace(self.lies, units=dict(self.lies.units))
        other.why, other.zombie, other.earlier = dict(self.why), dict(self.zombie), list(self.earlier)
        other.off = dict(self.off)
        return other

    def follow(self, happened: Happened) -> None:
        """Note one more action, or that one was taken back."""
        before, line = self.now, happened.line
        hands: Mapping[Facet, bool] = {}
        if happened.back:
            hands = self._take_back(line["n"])
        else:
            self.earlier.append((line["n"], before, dict(self.zombie)))
            self.now = after(before, line["effects"])
            self.lies.units.update({n: self.now.came[n] for n in self.now.units.keys() - before.units.keys()})
        self._explain(before, happened)
        if any(hands.values()):
            self._hand_back(before, hands)
        if happened.begun:  # The unit was put there to be read, and what was begun is now taken back (9.1).
            self.mark_done([("unit", n) for n in self.now.units.keys() - before.units.keys()])
        if not (happened.back or happened.begun):
            self._lie_as_read(happened)
        if line["action"]["do"] in SET_UP:
            self.mark_all_done()
        elif not happened.back:
            self._same_hand(line)

    def mark_done(self, facets: Iterable[Facet]) -> None:
        """Note that the cardboard is as it should be for these `facets`."""
        people, doors = dict(self.lies.people), dict(self.lies.doors)
        for kind, name in facets:
            if kind in {"unit", "marker"}:
                self._mark_unit_done(int(name), kind)
                continue
            name = str(name)
            if kind == "door":
                doors[name] = self.now.doors.get(name, OPEN)
                continue
            now = self.now.people[name]
            part = {"side": "status"}.get(kind, kind)
            people[name] = people[name]._replace(**{part: getattr(now, part)})
        self.lies = replace(self.lies, people=people, doors=doors)

    def _mark_unit_done(self, number: int, kind: str) -> None:
        lies, now = self.lies.units[number], self.now.units[number]
        if now.place in PILES and lies.place not in PILES:
            self.off[number] = lies.place
        if kind == "marker":
            self.lies.units[number] = lies._replace(berserk=now.berserk)
        else:
            self.lies.units[number] = now._replace(berserk=lies.berserk and now.place not in PILES)

    def mark_all_done(self) -> None:
        """Note that all the cardboard is as it should be."""
        self.lies = replace(self.now, units=dict(self.now.units))

    def _take_back(self, n: int) -> Mapping[Facet, bool]:
        """Put the game back to where it was before an action; return whose hand each facet was then."""
        while self.earlier:
            number, earlier, hands = self.earlier.pop()
            if number == n:
                came = self.now.came
                self.now = replace(earlier, units={**came, **earlier.units}, came=came)
                return hands
        return {}

    def _hand_back(self, before: Pieces, hands: Mapping[Facet, bool]) -> None:
        """Leave to the zombie player's hand what it had to do `before` a step that was not carried out.

        A marker goes with its unit: it needs no move where the unit is as it was.
        """
        undone = set(changed(self.lies, before))
        for facet in changed(before, self.now):
            if facet in hands and not undone.isdisjoint({facet, ("unit", facet[1])}):
                self.zombie[facet] = hands[facet]

    def _lie_as_read(self, happened: Happened) -> None:
        """Note that units are where players have just read them, so that no line asks for it.

        One that is face up now was turned up to be read; one that was only looked at is unchanged (6.0).
        """
        action = happened.line["action"]
        read = happened.read | ({action["square"]} if action["do"] == READ else set())
        for number, now in self.now.units.items():
            lies = self.lies.units[number]
            if now.place in read and (now.up or lies.place in PILES):
                self._mark_unit_done(number, "unit")
            elif now.place in read:
                self.lies.units[number] = lies._replace(place=now.place)

    def _explain(self, before: Pieces, happened: Happened) -> None:
        """Keep the case and the hand of each facet that changed."""
        cases: Sequence[str] = happened.line["cases"] or ("4.0",)
        zombie = happened.line["action"]["do"] not in game.HUMAN_ACTIONS
        for facet in changed(before, self.now):
            unit = facet[0] == "unit"
            drawn = unit and facet[1] not in before.units
            turns = MET if drawn else ENTERED if unit else GLASS if facet[0] == "door" else ""
            self.why[facet] = BACK if happened.back else turns if turns in cases else cases[0]
            self.zombie[facet] = zombie and self._zombies(facet)

    def _zombies(self, facet: Facet) -> bool:
        """Whether a facet belongs to the zombie player's hand: unit, marker, broken glass, super zombie."""
        kind, name = facet
        if kind == "square":
            return self.now.people[str(name)].status == "super_zombie"
        return kind in {"unit", "marker", "door"}

    def _same_hand(self, line: Json) -> None:
        """Settle what a finger did on the tablet: the same hand moves the counter (5.0)."""
        if self.practice or line["seat"] != "table" or line["action"]["do"] not in FINGER:
            return
        facets = [f for f in changed(self.lies, self.now) if f[0] in {"square", "rifle", "door"}]
        self.mark_done(facets)
