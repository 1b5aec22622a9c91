"""Only what must be done: one key that plays the Zombie Player-Turn on to the next real choice (4.0).

It checks no unit of its player's choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.dawn_of_the_dead.pages.keys import Group, Json, Key, of_kinds
from referee.games.dawn_of_the_dead.pages.moment.phase_ending import ENDS
from referee.games.dawn_of_the_dead.pages.moment.playing_order import (
    all_forced,
    order_matters,
    order_of_rolls_matters,
)
from referee.games.dawn_of_the_dead.shown_actions import kinds_shown
from referee.games.dawn_of_the_dead.table_options import AUTOMATIC
from referee.problems import Problem, Refused, Stale
from referee.storage.rows import Tap
from referee.tables import tables

MUSTS = '{"do":"musts"}'
"""What the key posts."""
ASKS = "musts"
SAYS = "Only what must be done"
QUESTION = "Only what must be done?"
TELLS = (
    "This skips a check of your choice, reveals, free moves, reactions of super zombies and smashing glass. "
    "Everything else is played, up to the next choice or shot."
)
_YOURS = "The next step is yours: a choice, or dice to type in."
_PHASES = ("berserk", "reaction", "free_movement")
_ROLLS = kinds_shown(lambda shown: shown.due)
_MOST = 80


def with_key(groups: Sequence[Group], view: Json, actions: Sequence[Json], base: str) -> tuple[Group, ...]:
    """Return the groups of a phase, with the key that asks beside the one that ends the phase."""
    if not offered(view, actions):
        return tuple(groups)
    asks = Key(SAYS, url=f"{base}/now?{ENDS}={ASKS}")
    *others, last = groups or (Group("", (), apart=True),)
    if not last.apart:
        return (*groups, Group("", (asks,), apart=True))
    return (*others, replace(last, keys=(*last.keys, asks)))


def offered(view: Json, actions: Sequence[Json]) -> bool:
    """Return whether the key stands in a phase: never once the free moves are rolled.

    It stands where the phase may end, a check is due, or each unit that must react has one possible move.
    """
    if view["mode"] != "two-player" or view["settings"]["phases"] != AUTOMATIC or view["underway"]:
        return False
    if view["phase"] not in _PHASES or view["phase_state"].get("die") is not None:
        return False
    return bool(all_forced(view, actions) or _due_checks(view, actions) or of_kinds(actions, "next_phase"))


def question() -> tuple[Group, ...]:
    """Return the key that answers the question."""
    return (Group("", (Key("Yes: play on", action=MUSTS),), TELLS),)


def play_musts(code: str, seat: str, version: int, *, typed: bool) -> None:
    """Carry out what must be done, one action after the other, up to a choice or a shot.

    No dice are rolled for a device whose dice are `typed` in. Raises Stale and Refused for the first action,
    and Problem (422) where the next step is the player's own.
    """
    service = tables()
    view = service.view(code, seat)
    turn = view["turn"]
    if version != view["version"]:
        raise Stale(view, version)
    if not offered(view, service.playing.actions(code, seat)):
        raise Problem(422, _YOURS)
    for number in range(_MOST):
        view = service.view(code, seat)
        action = None if view["underway"] or view["turn"] != turn else _next(code, seat, view, typed=typed)
        if action is None and not number:
            raise Problem(422, _YOURS)
        if action is None:
            return
        try:
            done = service.playing.do(code, seat, action, version, tap=Tap(goes_on=number > 0))
        except (Refused, Stale):
            if number:
                return
            raise
        version = done["view"]["version"]


def _next(code: str, seat: str, view: Json, *, typed: bool) -> Json | None:
    """Return the next action that must come, or None where somebody chooses, shoots or rolls."""
    actions = tables().playing.actions(code, seat)
    if view["phase"] == "reaction" and (moves := all_forced(view, actions)):
        return None if order_matters(code, seat, moves) else moves[0]
    rolls = [*_due_checks(view, actions), *of_kinds(actions, *_ROLLS)]
    if rolls:
        return None if typed or order_of_rolls_matters(code, seat, rolls) else rolls[0]
    opened = of_kinds(actions, "open_attack")
    if opened:
        return opened[0] if len(opened) == 1 else None
    ends = of_kinds(actions, "next_phase")
    return ends[0] if ends else None


def _due_checks(view: Json, actions: Sequence[Json]) -> list[Json]:
    """Return the checks of the berserk units, which must be made (10.0)."""
    due = view["phase_state"].get("due", ()) if view["phase"] == "berserk" else ()
    return [action for action in of_kinds(actions, "check_berserk") if action["square"] in due]
