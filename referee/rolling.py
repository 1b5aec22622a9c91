"""Completing an action: the referee rolls its dice and draws its units; players supply the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic

from referee.chance import Chance
from referee.games.ports import ActionT, Match, PositionT, dice_in, given_at, results_by_kind
from rules.ruling import Ruling

_ROUNDS = 8
"""How often an action may come back with another need: dice before dice, draws, and room to spare."""


@dataclass(slots=True)
class Attempt(Generic[PositionT, ActionT]):
    """An action with everything that chance could give it, and the ruling on it.

    `rolled` counts the new results of each kind. Nothing is used up until the action is saved.
    """

    action: ActionT
    ruling: Ruling[PositionT]
    rolled: dict[str, int] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether only the players can say what is missing."""
        return self.ruling.legal and self.ruling.after is None


def attempt(
    match: Match[PositionT, ActionT],
    chance: Chance,
    position: PositionT,
    action: ActionT,
    judge: Callable[[PositionT, ActionT], Ruling[PositionT]],
    rolled: dict[str, int],
) -> Attempt[PositionT, ActionT]:
    """Return an action with every die and draw it can get, and the ruling on it.

    `rolled` are the results that the referee rolled for it before, when it was begun.
    """
    tried = Attempt(action, judge(position, action), dict(rolled))
    # Dice used so far are counted here, because a new roll would replace the one before.
    taken = {k: dice_in(r) for k, r in results_by_kind(given_at(match, position, action)).items()}
    for _ in range(_ROUNDS):
        if not tried.waits:
            break
        wants = match.wants(position, tried.action, tried.ruling.needs)
        if not wants:
            break
        for want in wants:
            results, new = chance.next(want, taken)
            taken[want.kind] = taken.get(want.kind, 0) + want.count
            tried.action = match.fill(tried.action, want, results)
            if new:
                tried.rolled[want.kind] = tried.rolled.get(want.kind, 0) + new
        tried.ruling = judge(position, tried.action)
    return tried
