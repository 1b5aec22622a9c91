"""Where every piece of cardboard lies on the table, and where the game has it by now.

It is read off what everybody at the table saw, never off a position, and knows no Zombie Value (2.3). Units
are told apart by the way they went alone, which everybody watched; nothing of that leaves here but squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.games.dawn_of_the_dead.pages.map.squares import occupied
from referee.tables.history import Happened
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions.action import PoolName

Json = Mapping[str, Any]
FINGER = frozenset({"step", "open_door", "close_door", "close_main_door", "take_rifle", "put_down"})
"""What a player does on the tablet with his own finger, and on the cardboard with the same hand."""
SET_UP = frozenset({"place_hidden", "place_characters"})
BACK, MET, READ = "R-UNDO", "9.1", "read_value"
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
    """What lies open on the map: characters by name, units by square, and the doors that are not open."""

    people: Mapping[str, Person]
    units: Mapping[str, Look]
    doors: Mapping[str, str]


def board_of(view: Json) -> Board:
    """Return what lies open on the map in a view. What is only shown for a moment lies face down (6.0)."""
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
    """All pieces at one moment: units by a number that never leaves here, characters and doors by name."""

    units: dict[int, Look] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    doors: Mapping[str, str] = field(default_factory=dict)


Facet = tuple[str, int | str]
"""What a hand changes about a piece.

("unit", 7) is where the unit lies and which side is up, ("marker", 7) whether it is berserk. Others:
("square", "peter"), ("side", "peter"), ("rifle", "peter"), ("door", "043-062").
"""


class Tracker:
    """Follows what happens, and knows how the cardboard lies (`lies`) and how it should lie (`now`).

    `why` holds the case of what changed a facet last, `zombie` whether the zombie player's hand changed it.
    """

    def __init__(self, start: Board, *, practice: bool = False) -> None:
        self.practice = practice
        self.now = Pieces(dict(enumerate(start.units.values())), start.people, start.doors)
        self.lies = replace(self.now, units=dict(self.now.units))
        self.why: dict[Facet, str] = {}
        self.zombie: dict[Facet, bool] = {}
        self._piles: dict[int, PoolName] = {}
        self._earlier: list[tuple[int, Pieces]] = []
        self._count = len(self.now.units)

    def follow(self, happened: Happened[Board]) -> None:
        """Note one more action, or that one was taken back."""
        before = self.now
        if happened.back:
            self._take_back(happened.line["n"])
        else:
            self._earlier.append((happened.line["n"], before))
            same = happened.before.units == happened.after.units
            units = before.units if same else self._units(happened)
            self.now = Pieces(units, happened.after.people, happened.after.doors)
        self._explain(before, happened)
        if happened.begun:  # The unit was put there to be read, and what was begun is now taken back (9.1).
            self.mark_done([("unit", n) for n in self.now.units.keys() - before.units.keys()])
        if not (happened.back or happened.begun):
            self._lie_as_read(happened)
        if happened.line["action"]["do"] in SET_UP:
            self.mark_all_done()
        elif not happened.back:
            self._same_hand(happened.line)

    def mark_done(self, facets: Iterable[Facet]) -> None:
        """Note that the cardboard lies as it should, as far as `facets` go."""
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
        self.lies = Pieces(self.lies.units, people, doors)

    def _mark_unit_done(self, number: int, kind: str) -> None:
        lies, now = self.lies.units[number], self.now.units[number]
        if kind == "marker":
            self.lies.units[number] = lies._replace(berserk=now.berserk)
        else:
            self.lies.units[number] = now._replace(berserk=lies.berserk and now.place not in PILES)

    def mark_all_done(self) -> None:
        """Note that all the cardboard lies as it should."""
        self.lies = replace(self.now, units=dict(self.now.units))

    def _take_back(self, n: int) -> None:
        while self._earlier:
            number, earlier = self._earlier.pop()
            if number == n:
                drawn = {u: Look(self._piles[u]) for u in self.now.units if u not in earlier.units}
                self.now = replace(earlier, units=earlier.units | drawn)
                return

    def _lie_as_read(self, happened: Happened[Board]) -> None:
        """Note that units lie where players have just read them: nobody is told to put them there again.

        One that is face up now was turned up to be read; one that was only looked at lies as it lay (6.0).
        """
        action = happened.line["action"]
        read = happened.read | ({action["square"]} if action["do"] == READ else set())
        for number, now in self.now.units.items():
            lies = self.lies.units[number]
            if now.place in read and (now.up or lies.place in PILES):
                self._mark_unit_done(number, "unit")
            elif now.place in read:
                self.lies.units[number] = lies._replace(place=now.place)

    def _units(self, happened: Happened[Board]) -> dict[int, Look]:
        """Return where each unit lies after an action."""
        there, after = {u.place: n for n, u in self.now.units.items()}, happened.after.units
        numbers = {square: there[square] for square in after if square in there}
        start, end = unit_way(happened)
        if start:
            numbers.pop(start, None)
            numbers[end] = there[start]
        units = dict(self.now.units)
        for square in sorted(happened.before.units.keys() - after.keys() - {start}):
            units[there[square]] = Look("eliminated")
        for square, look in after.items():
            if square not in numbers:
                numbers[square] = self._drawn(happened.line["action"])
            units[numbers[square]] = look
        return units

    def _drawn(self, action: Json) -> int:
        """Return the number of a unit drawn from a pile, where the cardboard still lies (9.0, 13.0)."""
        number, self._count = self._count, self._count + 1
        self._piles[number] = pile = game.POOLS.get(action["do"], "eliminated")
        self.lies.units[number] = Look(pile)
        return number

    def _explain(self, before: Pieces, happened: Happened[Board]) -> None:
        """Keep the case and the hand of each facet that changed."""
        cases: Sequence[str] = happened.line["cases"] or ("4.0",)
        zombie = happened.line["action"]["do"] not in game.HUMAN_ACTIONS
        for facet in changed(before, self.now):
            drawn = facet[0] == "unit" and facet[1] not in before.units
            case = MET if drawn and MET in cases else cases[0]
            self.why[facet] = BACK if happened.back else case
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


def unit_way(happened: Happened[Board]) -> tuple[str, str]:
    """Return the squares between which an action moved a unit, or nothing."""
    action, before, after = happened.line["action"], happened.before, happened.after
    if not action.get("path"):
        return "", ""
    leader = before.people.get(action.get("super") or "")
    start = action.get("from") or (leader.square if leader else "") or ""
    end = action["path"][-1]
    moved = start in before.units and end in after.units and start not in after.units and start != end
    return (start, end) if moved else ("", "")
