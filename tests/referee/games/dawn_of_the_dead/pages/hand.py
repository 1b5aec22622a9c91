"""A hand at the cardboard that reads sentences and knows nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from referee.games.dawn_of_the_dead.labels.wording import DOORS, NAMES
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import board_of
from tests.referee.dawn_views import view_of

Json = dict[str, Any]
_NAMED = {said: name for name, said in NAMES.items()}
_BACKS = {"normal": "stunned", "infected": "super_zombie"}
_DOORS = {said: door for door, said in DOORS.items()}


def lying(view: Json) -> Json:
    """Return how the cardboard must lie for a view."""
    board = board_of(view_of(view))
    return {
        "units": {square: (look.up, look.berserk) for square, look in board.units.items()},
        "people": {n: (p.square, p.status, p.rifle) for n, p in board.people.items()},
        "doors": {door: state for door, state in board.doors.items() if state != "open"},
    }


class Hand:
    """The cardboard, and what each listed line does to it. AssertionError for an impossible one."""

    def __init__(self, view: Json) -> None:
        start = lying(view)
        self.units: dict[str, list[bool]] = {s: list(look) for s, look in start["units"].items()}
        self.people: dict[str, list[Any]] = {n: list(person) for n, person in start["people"].items()}
        self.doors: dict[str, str] = start["doors"]

    def lies(self) -> Json:
        """Return how the cardboard lies now."""
        return {
            "units": {s: tuple(look) for s, look in self.units.items()},
            "people": {n: tuple(person) for n, person in self.people.items()},
            "doors": self.doors,
        }

    def follow(self, text: str) -> None:
        """Do what a sentence says."""
        for pattern, operation in self._operations():
            if said := re.fullmatch(pattern, text):
                operation(*said.groups())
                return
        raise AssertionError(f"Nobody knows what to do: {text}")

    def _operations(self) -> tuple[tuple[str, Callable[..., None]], ...]:
        door = r"(?:the door between (\d+) and (\d+)|the (\w+) door)"
        return (
            (r"Move the unit from (\d+) to (\d+)(?: and turn it face (\w+))?\.", self._move),
            (r"Swap the units in (\d+) and (\d+)\.", self._swap),
            (
                r"Take the unit in (\d+) off the map(?:: eliminated|, back to the Hidden Zombie box)\.",
                self._off,
            ),
            (r"Put a unit from .* into (\d+), face (\w+)\.", self._put),
            (r"Put a unit from .* with .*\.", lambda: None),
            (r"Turn the unit in (\d+) face (\w+)\.", self._turn),
            (r"(Put a|Take the) Berserk marker (?:on|off) the unit in (\d+)\.", self._marker),
            (r"Move (\w+) from (\d+) to (\d+)\.", self._walk),
            (r"Put (\w+) back into (\d+)\.", self._at),
            (r"Take (\w+) off the map: killed\.", self._killed),
            (r"Turn (\w+) back to the (normal|infected) side\.", self._over),
            (r"Turn (\w+) over to the (stunned|super zombie) side\.", self._over),
            (r"Put the (normal) counter in place of (\w+)(?:, (stunned) side up)?\.", self._replace),
            (r"Put the (infected) counter in place of (\w+)(?:, (super zombie) side up)?\.", self._replace),
            (r"Give (\w+) a hunting rifle\.", lambda who: self._rifle(who, has=True)),
            (r"Take (\w+)’s hunting rifle off: it is out of play\.", lambda who: self._rifle(who, has=False)),
            (rf"Put a (Closed|Destroyed) marker on {door}\.", self._close),
            (rf"Take the (?:Closed|Destroyed) marker off {door}\.", self._open),
            (rf"Turn the (?:Closed )?marker of {door} (over|back): \w+\.", self._turn_marker),
        )

    def _move(self, start: str, end: str, turned: str | None) -> None:
        assert end not in self.units, f"{end} is taken"
        self.units[end] = self.units.pop(start)
        if turned:
            self._turn(end, turned)

    def _swap(self, one: str, other: str) -> None:
        self.units[one], self.units[other] = self.units[other], self.units[one]

    def _off(self, square: str) -> None:
        del self.units[square]

    def _put(self, square: str, turned: str) -> None:
        assert square not in self.units
        self.units[square] = [turned == "up", False]

    def _turn(self, square: str, turned: str) -> None:
        assert self.units[square][0] != (turned == "up")
        self.units[square][0] = turned == "up"

    def _marker(self, put: str, square: str) -> None:
        self.units[square][1] = put == "Put a"

    def _walk(self, who: str, start: str, end: str) -> None:
        assert self.people[_NAMED[who]][0] == start
        self._at(who, end)

    def _at(self, who: str, square: str | None) -> None:
        self.people[_NAMED[who]][0] = square

    def _killed(self, who: str) -> None:
        self._at(who, None)
        self._side(who, "killed")

    def _over(self, who: str, side: str) -> None:
        """Turn a counter over; its other side must be up (8.3, 11.0)."""
        sides = {"normal": "stunned", "stunned": "normal", "infected": "super_zombie"}
        assert self.people[_NAMED[who]][1] == sides.get(side, "infected")
        self._side(who, side)

    def _replace(self, front: str, who: str, over: str | None) -> None:
        """Put a character's other counter in place of the one that lies there (8.4)."""
        assert self.people[_NAMED[who]][1] not in {front, _BACKS[front]}
        self._side(who, over or front)

    def _side(self, who: str, side: str) -> None:
        self.people[_NAMED[who]][1] = side.replace(" ", "_")

    def _rifle(self, who: str, *, has: bool) -> None:
        self.people[_NAMED[who]][2] = has

    def _close(self, marker: str, one: str, other: str, main: str) -> None:
        self.doors[_door(one, other, main)] = marker.lower()

    def _open(self, one: str, other: str, main: str) -> None:
        del self.doors[_door(one, other, main)]

    def _turn_marker(self, one: str, other: str, main: str, way: str) -> None:
        self.doors[_door(one, other, main)] = "destroyed" if way == "over" else "closed"


def _door(one: str | None, other: str | None, main: str | None) -> str:
    return _DOORS[main] if main else f"{one}-{other}"
