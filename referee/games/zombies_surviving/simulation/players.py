"""Simple players of ZoMbIeS! for `referee simulate`: they fight what is near, search, and walk on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast
from zlib import crc32

from referee.games.interface.chance import fields_for
from referee.games.interface.rules import Rules
from referee.games.toolkit.random_play import Players
from referee.games.zombies_surviving.simulation.zones import Table
from rules.fields import declared_fields, name_of
from rules.ruling import Missing, Options
from rules.zombies_surviving.menace.groups import contacts, zombies
from rules.zombies_surviving.position import Position

RANGE = 10
"""How near a zombie is shot at."""
FIGHTS, SHOTS, QUIET = ("melee",), ("snap_shot", "aimed_shot"), ("search", "enter", "spot", "move", "hide")
MOST_ACTS = 4


class SimplePlayers(Players[Position, object]):
    """Players who know the abstract table, and tell what they see there."""

    def __init__(self, seed: str) -> None:
        self.table = Table(crc32(seed.encode()))
        self.tried: set[tuple[int, str, str]] = set()

    def begin(self, match: Rules[Position, object], position: Position, random: Random) -> object:
        """Return what the first player who has not ended his turn does: the best that is allowed."""
        if position.phase == "survival" and not position.tasks:
            for act in self._wishes(match, position, random):
                self.tried.add((position.turn, str(getattr(act, "figure", "")), _kind(act)))
                if match.rule(position, act).legal:
                    return act
        return super().begin(match, position, random)

    def _wishes(self, match: Rules[Position, object], position: Position, random: Random) -> Iterator[object]:
        """Yield what the figures of the seats that act now would do, the dearest first; each thing once."""
        near = contacts(position)
        for question in match.questions(position):
            name = question.name.removeprefix("act ")
            if not question.name.startswith("act ") or name not in position.figures:
                continue
            done = sum(one[:2] == (position.turn, name) for one in self.tried)
            acts = [a for a in question.answers if (position.turn, name, _kind(a)) not in self.tried]
            wanted = FIGHTS if near.get(name) else SHOTS if self._in_range(position, name) else QUIET
            good = [act for act in acts if _kind(act) in wanted]
            if good and done < MOST_ACTS:
                yield random.choice(good)

    def _in_range(self, position: Position, name: str) -> bool:
        return any(
            self.table.inches(name, foe) <= RANGE and self.table.sees(name, foe) for foe in zombies(position)
        )

    def answer(self, position: Position, action: object, name: str, need: Missing, random: Random) -> object:
        """Return an action with a fact of the table, or with the nearest where somebody is chosen."""
        field = fields_for(type(action), name)[0]
        asked = declared_fields(type(action))[field].how == "asked"
        target = isinstance(need, Options) and not need.each and field == "target"
        if not (asked or target):
            return super().answer(position, action, name, need, random)
        self.table.know(position)
        value = self.table.answer(position, action, field, need)
        return replace(cast("Any", action), **{field: value})

    def done(self, before: Position, action: object, after: Position) -> None:
        """Move what the action has moved."""
        self.table.after(before, action, after)


def _kind(act: object) -> str:
    return name_of(type(act))
