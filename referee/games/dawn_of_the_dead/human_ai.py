"""The practice player's advice for the human side, for trying the game out.

Players may ignore it. It rests only on what the human player may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.simulation.human_sight import HumanSight, remembered
from referee.games.dawn_of_the_dead.simulation.practice_player import defence, plan
from referee.games.ports import Advice
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import ATTACKS, Action
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.sequence import HUMAN_PHASES


@dataclass(frozen=True, slots=True)
class HumanPractice:
    """Shows `seats`, those of the human side, what the practice player would do."""

    seats: frozenset[str]

    def advice(self, positions: Sequence[Position]) -> Advice[Action] | None:
        """Return what the practice player would do for the human side."""
        return practice_advice(positions)


def practice_advice(positions: Sequence[Position]) -> Advice[Action] | None:
    """Return what the human side would do in the last of `positions`, or None while it has nothing to do.

    The positions before it are those that led there; values shown by this Player-Turn's shots are remembered.
    In an odd position that the players agreed on, it never proposes a refused action.
    """
    sight = HumanSight(positions[-1], remembered(positions))
    phase = sight.position.phase
    if phase in HUMAN_PHASES:
        choice = plan(sight)
    elif phase in ATTACKS and (shot := defence(sight)):
        choice = shot
    else:
        return None
    if not game.check(sight.position, choice.action).legal:
        return None
    return Advice(choice.action, choice.case, choice.why, cardboard="")
