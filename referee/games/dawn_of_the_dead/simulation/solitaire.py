"""The zombies in simulated solitaire games: they follow section 15, and chance decides between equals."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.games.dawn_of_the_dead.simulation.referee import Referee
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.solitaire.solitaire import share, shared_dice
from rules.dawn_of_the_dead.solitaire.zombie_player import ZombieSight, advise, choices
from rules.ruling import Missing


class SolitaireReferee(Referee):
    """A referee who also makes the zombies' choices in the middle of a roll (15.2, R-13.0a)."""

    def choice(self, position: Position, need: str, wanted: tuple[str, ...]) -> dict[str, Any]:
        """Return the choice, from public facts."""
        needs: dict[str, Missing] = {need: wanted}
        return choices(ZombieSight(position), needs)


class SolitaireZombies:
    """Plays the zombies by the referee's proposals."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, position: Position) -> Action:
        """Return the next action of the zombies; dice decide between units equally near (15.4)."""
        advice = advise(ZombieSight(position))
        assert advice is not None, position.phase
        return advice.among[self._lot(len(advice.among))] if advice.among else advice.action

    def _lot(self, count: int) -> int:
        """Return a choice by R-15.4b: equal shares of the results, and the rest rolled again."""
        while True:
            dice = [self.rng.randint(1, 6) for _ in range(shared_dice(count))]
            chosen = share(dice, count)
            if chosen is not None:
                return chosen
