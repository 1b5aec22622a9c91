"""Where every piece of cardboard lies on the table, and where the game has it now.

It is derived from the effects that everybody at the table knows, and knows no Zombie Value (2.3). Units are
told apart by the way they went alone, which everybody watched; nothing of that leaves here but squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from referee.games.dawn_of_the_dead.pages.cardboard.laid_pieces import (
    OPEN,
    PILES,
    Board,
    Facet,
    Pieces,
    after,
    changed,
)
from referee.tables.record import Happened
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.position import SET_UP

Json = Mapping[str, Any]
FINGER = frozenset({"step", "open_door", "close_door", "close_main_door", "take_rifle", "put_down"})
"""What a player does on the tablet with his own finger, and on the cardboard with the same hand."""
BACK, MET, ENTERED, GLASS, READ = "R-UNDO", "9.1", "5.4", "10.5", "read_value"


class Tracker:
    """Follows what happens, and knows how the cardboard lies (`lies`) and how it should lie (`now`).

    `why` holds the case of what changed a facet last, `zombie` whether the zombie player's hand changed it.
    `off` holds the square from which a hand took each unit that it laid on a pile.
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
        """Return a tracker that goes on from here by itself."""
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
        """Note that all the cardboard lies as it should."""
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
        """Leave to the zombie player's hand what it had to do `before` a step that nobody carried out.

        A marker goes with its unit: it needs no hand of its own where the unit lies as if nothing had been.
        """
        undone = set(changed(self.lies, before))
        for facet in changed(before, self.now):
            if facet in hands and not undone.isdisjoint({facet, ("unit", facet[1])}):
                self.zombie[facet] = hands[facet]

    def _lie_as_read(self, happened: Happened) -> None:
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
