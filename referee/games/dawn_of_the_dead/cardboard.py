"""Values read off cardboard units at a table, as far as everybody there may know of them (R-5.4b)."""

from __future__ import annotations

from dataclasses import replace

from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.equipment.cardboard import values_refusal
from rules.dawn_of_the_dead.position import Position
from rules.ruling import Ruling


def without_unseen(position: Position, action: act.Action) -> act.Action:
    """Return the action without a value for a square that is stepped into and shows no unit (9.1).

    Whether such a value is needed depends on the hidden squares. A refusal would give them away.
    """
    values = getattr(action, "values", None)
    if not isinstance(action, act.Step) or not values or action.to in position.zombies:
        return action
    seen = {square: value for square, value in values.items() if square != action.to}
    return replace(action, values=seen or None)


def require_readings(position: Position, action: act.Action, ruling: Ruling[Position]) -> Ruling[Position]:
    """Return the ruling, or a refusal of values that no unit can show or nothing wants (R-5.4b).

    The value of a hidden zombie that a step meets is asked for (5.4, 9.1).
    """
    if misread := values_refusal(position, action):
        return misread
    if ruling.legal and (stray := game.unneeded(position, without_unseen(position, action))):
        return stray
    after = ruling.after
    if after is None or not after.physical or not isinstance(action, act.Step):
        return ruling
    unit = after.zombies.get(action.to)
    if unit is None or unit.value is not None:
        return ruling
    reason = f"A hidden zombie is in {action.to}: put it there face up and read its value now."
    cases = tuple(dict.fromkeys(("9.1", *ruling.cases)))
    return replace(ruling, cases=cases, reason=reason, needs={"value": (action.to,)}, after=None)
