"""Only what must be done: the Zombie Player-Turn up to the next real choice (4.0).

It checks no unit of its player's choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.batches.forced import all_forced
from referee.games.dawn_of_the_dead.batches.order import order_matters, order_of_rolls_matters
from referee.games.dawn_of_the_dead.shown_actions import kinds_shown
from referee.games.dawn_of_the_dead.table_options import AUTOMATIC
from referee.games.ports import Seen

Json = Mapping[str, Any]
_PHASES = ("berserk", "reaction", "free_movement")
_ROLLS = kinds_shown(lambda shown: shown.due)


class Musts:
    """What must be done in this Zombie Player-Turn, one action after the other, up to a choice or a shot."""

    far = ""
    nothing = "The next step is yours: a choice, or dice to type in."

    def __init__(self) -> None:
        self._turn = 0

    def next(self, seen: Seen) -> Json | None:
        """Return the next action that must come, or None where somebody chooses, shoots or rolls."""
        if not self._turn:
            if not offered(seen.view, seen.actions):
                return None
            self._turn = seen.view["turn"]
        if seen.view["underway"] or seen.view["turn"] != self._turn:
            return None
        return _next(seen)


def offered(view: Json, actions: Sequence[Json]) -> bool:
    """Return whether the key stands in a phase: never once the free moves are rolled.

    It stands where the phase may end, a check is due, or each unit that must react has one possible move.
    """
    if view["mode"] != "two-player" or view["settings"]["phases"] != AUTOMATIC or view["underway"]:
        return False
    if view["phase"] not in _PHASES or view["phase_state"].get("die") is not None:
        return False
    return bool(all_forced(view, actions) or _due_checks(view, actions) or _of_kinds(actions, "next_phase"))


def _next(seen: Seen) -> Json | None:
    view, actions = seen.view, seen.actions
    if view["phase"] == "reaction" and (moves := all_forced(view, actions)):
        return None if order_matters(moves, seen.after) else moves[0]
    rolls = [*_due_checks(view, actions), *_of_kinds(actions, *_ROLLS)]
    if rolls:
        return None if seen.typed or order_of_rolls_matters(rolls, seen.known) else rolls[0]
    opened = _of_kinds(actions, "open_attack")
    if opened:
        return opened[0] if len(opened) == 1 else None
    ends = _of_kinds(actions, "next_phase")
    return ends[0] if ends else None


def first_roll(view: Json, actions: Sequence[Json]) -> Json | None:
    """Return the roll that must come next, for a player who types in its dice; None where none does."""
    return roll_due(view, actions) if offered(view, actions) else None


def roll_due(view: Json, actions: Sequence[Json]) -> Json | None:
    """Return the roll that what must be done has come to, in any phase; None where something else is next."""
    if view["underway"] or (view["phase"] == "reaction" and all_forced(view, actions)):
        return None
    return next(iter([*_due_checks(view, actions), *_of_kinds(actions, *_ROLLS)]), None)


def _due_checks(view: Json, actions: Sequence[Json]) -> list[Json]:
    """Return the checks of the berserk units, which must be made (10.0)."""
    due = view["phase_state"].get("due", ()) if view["phase"] == "berserk" else ()
    return [action for action in _of_kinds(actions, "check_berserk") if action["square"] in due]


def _of_kinds(actions: Sequence[Json], *names: str) -> list[Json]:
    return [action for action in actions if action["do"] in names]
