"""The referee of a simulation: it counts every question and rolls the dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment.units import pool
from rules.dawn_of_the_dead.position import Position
from rules.ruling import Ruling


class Refused(RuntimeError):
    """A simple player did something illegal: a bug in the player or in the rules."""


@dataclass
class Referee:
    """Answers questions and carries out actions. `rulings` counts its verdicts."""

    rng: Random
    rulings: int = 0

    def allows(self, position: Position, action: Action) -> bool:
        """Whether an action may be done now."""
        self.rulings += 1
        return game.check(position, action).legal

    def options(self, position: Position) -> list[Action]:
        """Return every legal action; each counts as a verdict."""
        legal = game.legal_actions(position)
        self.rulings += len(legal)
        return legal

    def carry_out(self, position: Position, action: Action) -> tuple[Action, Ruling[Position]]:
        """Return an action with the dice and draws it needs, and the ruling on it.

        Raises Refused if it may not be done.
        """
        return self._complete(position, action, game.rule)

    def follow(self, position: Position, action: Action) -> tuple[Action, Ruling[Position]]:
        """Return an action with its dice, and the ruling on it, as `carry_out` does but unchecked."""
        return self._complete(position, action, game.follow)

    def _complete(
        self, position: Position, action: Action, ask: Callable[[Position, Action], Ruling[Position]]
    ) -> tuple[Action, Ruling[Position]]:
        while True:
            self.rulings += 1
            ruling = ask(position, action)
            if ruling.after is not None:
                return action, ruling
            if not ruling.legal:
                raise Refused(f"{action}: {ruling.reason} ({', '.join(ruling.cases)})")
            action = self._with_chance(position, action, ruling)

    def _with_chance(self, position: Position, action: Action, ruling: Ruling[Position]) -> Action:
        """Return the action with the dice and draws that the ruling asks for."""
        names = {f.name for f in fields(action)}
        given: dict[str, Any] = {}
        for need, wanted in ruling.needs.items():
            if need == "dice" and isinstance(wanted, int):
                rolled = tuple(self.rng.randint(1, 6) for _ in range(wanted))
                given |= {"dice": rolled} if "dice" in names else {"die": rolled[0]}
            elif need == "panic" and isinstance(wanted, tuple):
                given["panic"] = {name: self.rng.randint(1, 6) for name in wanted}
            elif need == "draw" and isinstance(wanted, int):
                given["draw"] = self._draw(position, action, wanted)
            elif need in {"doors", "square"} and isinstance(wanted, tuple):
                given |= self.choice(position, need, wanted)
            else:
                raise Refused(f"{action}: nobody here can give {need}.")
        return replace(action, **given)

    def choice(
        self,
        position: Position,  # noqa: ARG002
        need: str,
        wanted: tuple[str, ...],
    ) -> dict[str, Any]:
        """Return the zombie player's choice in the middle of a roll, here at random (R-13.0a)."""
        chosen = self.rng.choice(wanted)
        return {need: (chosen,) if need == "doors" else chosen}

    def _draw(self, position: Position, action: Action, count: int) -> tuple[int, ...]:
        name = game.pool_for(action.do)
        assert name is not None
        values = sorted(v for v in pool(position, name) or () if v is not None)
        return tuple(self.rng.sample(values, count))
