"""A simple zombie player: everything that may close in on the characters does."""

from __future__ import annotations

from random import Random

from referee.games.dawn_of_the_dead.simulation.referee import Referee
from rules.dawn_of_the_dead.actions import Action, NextPhase, PlaceHidden, React, RollFreeMoves, ZombieMove
from rules.dawn_of_the_dead.equipment.equipment import HIDDEN_COUNT
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares

_FAR = 999
_LIKES = {
    "reveal": 0.5,
    "smash": 0.7,
    "check_berserk": 0.8,
}
"""The chance that an optional action is taken."""

_FIRST = ("roll_attack", "declare_attack", "roll_entrance", "roll_infection", "open_attack")


class ZombiePlayer:
    """Chooses for the zombie player. `plan` has moves listed once and tried in order."""

    def __init__(self, referee: Referee, rng: Random) -> None:
        self.referee, self.rng = referee, rng
        self.zeal = rng.choice((0.15, 0.5, 1.0))
        """How many of the moves that it need not make this player makes."""
        self.plan: list[Action] = []
        self.planned: tuple[int, str] | None = None

    def choose(self, position: Position) -> Action:
        """Return the next action of the zombie player."""
        match position.phase:
            case "place_hidden":
                return self._hide(position)
            case "attack" | "generation":
                return self._resolve(position)
            case "berserk" | "reaction" | "free_movement":
                return self._move(position)
            case _:
                return NextPhase()

    def _hide(self, position: Position) -> Action:
        squares = lawful_hidden_squares(position.setting.board)
        while True:
            action = PlaceHidden(tuple(sorted(self.rng.sample(squares, HIDDEN_COUNT))))
            if self.referee.allows(position, action):
                return action

    def _resolve(self, position: Position) -> Action:
        options = self.referee.options(position)
        for name in _FIRST:
            if choices := [a for a in options if a.do == name]:
                return self.rng.choice(choices)
        return NextPhase()

    def _move(self, position: Position) -> Action:
        """Return the next listed move; list again whatever must still be done."""
        roll = RollFreeMoves()
        if position.phase == "free_movement" and self.referee.allows(position, roll):
            return roll
        if self.planned != (position.turn, position.phase):
            self.planned = (position.turn, position.phase)
            self.plan = self._wishes(position)
        while self.plan:
            action = self.plan.pop()
            if self.referee.allows(position, action):
                return action
        if self.referee.allows(position, NextPhase()):
            return NextPhase()
        options = [a for a in self.referee.options(position) if a.do != "next_phase"]
        return self.rng.choice(options)

    def _wishes(self, position: Position) -> list[Action]:
        """Return the moves worth making, the best last; chance decides on optional ones."""
        ranked: list[tuple[float, int, Action]] = []
        for action in self.referee.options(position):
            if isinstance(action, ZombieMove):
                rank = self._gain(position, action)
            else:
                rank = self.rng.random() - 1 + _LIKES.get(action.do, 0.0)
            if rank > 0 and (isinstance(action, React) or self.rng.random() < self.zeal):
                ranked.append((rank + self.rng.random() / 2, len(ranked), action))
        return [action for _, _, action in sorted(ranked)]

    def _gain(self, position: Position, action: ZombieMove) -> float:
        """Return the steps by which a move comes nearer to a character, more for ending beside one."""
        start = action.source or (position.characters[action.super].square if action.super else None)
        if start is None:
            return 0
        before, after = nearest(position, start), nearest(position, action.path[-1])
        return before - after + 4 / (after + 1) if after < before else 0


def nearest(position: Position, square: str) -> int:
    """Return the steps from a square to the nearest character in play."""
    steps = position.setting.board.distances_from(square)
    return min((steps.get(s, _FAR) for s in position.occupied()), default=_FAR)
