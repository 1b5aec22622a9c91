"""Simple players of ZoMbIeS! for `referee simulate`: they fight what is near, and mind the objective."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast
from zlib import crc32

from referee.games.interface.chance import fields_for
from referee.games.interface.rules import Rules
from referee.games.toolkit.random_play import Players
from referee.games.zombies_surviving.simulation.zones import NEAR, SEEN, Table
from rules.fields import declared_fields, name_of
from rules.ruling import Missing, Options
from rules.zombies_surviving.menace.groups import contacts, zombies
from rules.zombies_surviving.menace.zombies import incident_tokens
from rules.zombies_surviving.position import Building, Position

RANGE = 10
"""How near a zombie is shot at."""
FIGHTS, SHOTS = ("melee",), ("aimed_shot", "snap_shot", "reload")
TWICE = frozenset({"melee", "snap_shot"})
"""What somebody does a second time in a turn."""
OWN = "own"
"""The objective that only people can judge."""


class SimplePlayers(Players[Position, object]):
    """Players who know the abstract table, and tell what they see there."""

    def __init__(self, seed: str) -> None:
        self.table = Table(crc32(seed.encode()))
        self.tried = Counter[tuple[int, str, str]]()

    def begin(self, match: Rules[Position, object], position: Position, random: Random) -> object:
        """Return what the first player who has not ended his turn does: the best that is allowed."""
        if position.phase == "survival" and not position.tasks:
            for name, act in self._wishes(match, position):
                self.tried[position.turn, name, _kind(act)] += 1
                if match.rule(position, act).legal:
                    return act
        return super().begin(match, position, random)

    def _wishes(self, match: Rules[Position, object], position: Position) -> Iterator[tuple[str, object]]:
        """Yield what the figures of the seats that act now would do, the dearest first."""
        near = contacts(position)
        for question in match.questions(position):
            name = question.name.removeprefix("act ")
            if not question.name.startswith("act ") or name not in position.figures:
                continue
            kinds = self._order(position, name, near)
            for kind in kinds:
                often = self.tried[position.turn, name, kind]
                if often < 1 + (kind in TWICE):
                    off = self._goes_off(position, name)
                    acts = [one for one in question.answers if _kind(one) == kind]
                    yield from ((name, one) for one in acts if getattr(one, "leaving", off) == off)

    def _order(self, position: Position, name: str, near: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Return the kinds of actions that a figure would take now, the dearest first."""
        if near.get(name):
            return FIGHTS
        shots = SHOTS if self._in_range(position, name) else ()
        if _measure(position) == "away":
            self.table.heading[name] = self.table.far_edge(name)
            return (*shots, "exit", "move", "run")
        if _measure(position) == "tokens" and (tokens := incident_tokens(position)):
            nearest = min(tokens, key=lambda token: self.table.inches(name, token))
            self.table.heading[name] = self.table.at(nearest)
            look = ("observe",) if self.table.inches(name, nearest) <= SEEN else ()
            return (*shots, *look, "spot", "exit", "move", "run")
        left = [place for place, one in position.buildings.items() if not _is_done(position, one)]
        zone = position.figures[name].zone
        if zone in left:
            return (*shots, "search")
        if not left:
            return (*shots, "barricade", "hide", "spot")
        nearest = min(left, key=lambda place: self.table.inches(name, place))
        self.table.heading[name] = self.table.at(nearest)
        enter = ("enter",) if self.table.inches(name, nearest) <= NEAR else ()
        return (*shots, *enter, "exit", "move", "enter", "run")

    def _goes_off(self, position: Position, name: str) -> bool:
        return _measure(position) == "away" and self.table.is_at_far_edge(name)

    def _in_range(self, position: Position, name: str) -> bool:
        return any(
            self.table.inches(name, foe) <= RANGE and self.table.sees(name, foe) for foe in zombies(position)
        )

    def answer(self, position: Position, action: object, name: str, need: Missing, random: Random) -> object:
        """Return an action with a fact of the table, or with the nearest where somebody is chosen."""
        field = fields_for(type(action), name)[0]
        if isinstance(need, Options) and not need.each and field in {"goal", "place"}:
            return replace(cast("Any", action), **{field: self._chosen(action, field, need.values, random)})
        asked = declared_fields(type(action))[field].how == "asked"
        target = isinstance(need, Options) and not need.each and field == "target"
        if not (asked or target):
            return super().answer(position, action, name, need, random)
        self.table.know(position)
        value = self.table.answer(position, action, field, need)
        return replace(cast("Any", action), **{field: value})

    def _chosen(self, action: object, field: str, values: Sequence[str], random: Random) -> str:
        """Return an objective that can be counted, or the nearest place."""
        if field == "goal":
            return random.choice([one for one in values if one != OWN])
        return min(values, key=lambda place: self.table.inches(str(getattr(action, "figure", "")), place))

    def done(self, before: Position, action: object, after: Position) -> None:
        """Move what the action has moved."""
        self.table.after(before, action, after)


def _kind(act: object) -> str:
    return name_of(type(act))


def _measure(position: Position) -> str:
    """Return how the objective is measured."""
    return position.goals[0].measure if position.goals else ""


def _is_done(position: Position, building: Building) -> bool:
    """Whether nobody need go into a building any more."""
    return building.empty or building.burning or (building.searched and _measure(position) == "buildings")
