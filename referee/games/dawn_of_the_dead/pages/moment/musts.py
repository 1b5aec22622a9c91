"""Only what must be done: one key that plays the Zombie Player-Turn on to the next real choice (4.0).

It checks no unit of its player's choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.dawn_of_the_dead.pages.keys import Group, Json, Key, of_kinds
from referee.games.dawn_of_the_dead.pages.moment.phase_ending import ENDS
from referee.games.dawn_of_the_dead.pages.moment.turns import forced_now
from referee.games.dawn_of_the_dead.table_options import AUTOMATIC
from referee.problems import Refused, Stale
from referee.tables import tables

MUSTS = '{"do":"musts"}'
"""What the key posts."""
ASKS = "musts"
SAYS = "Only what must be done"
QUESTION = "Only what must be done?"
TELLS = (
    "This skips a check of your choice, reveals and free moves. "
    "Everything else is played, up to the next choice or shot."
)
_PHASES = ("berserk", "reaction", "free_movement")
_ROLLS = ("roll_attack", "roll_entrance", "roll_infection")
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
    """Return whether the key stands in a phase: never once the free moves are rolled."""
    if view["mode"] != "two-player" or view["settings"]["phases"] != AUTOMATIC:
        return False
    if view["phase"] not in _PHASES or view["phase_state"].get("die") is not None:
        return False
    return bool(forced_now(view, actions) or of_kinds(actions, "next_phase"))


def question() -> tuple[Group, ...]:
    """Return the key that answers the question."""
    return (Group("", (Key("Yes: play on", action=MUSTS),), TELLS),)


def play_musts(code: str, seat: str, version: int, *, typed: bool) -> None:
    """Carry out what must be done, one action after the other, up to a choice or a shot.

    No dice are rolled for a device whose dice are `typed` in. Raises Stale and Refused for the first action.
    """
    service = tables()
    turn = service.view(code, seat)["turn"]
    for number in range(_MOST):
        view = service.view(code, seat)
        action = None if view["underway"] else _next(view, service.playing.actions(code, seat), typed=typed)
        if action is None or view["turn"] != turn:
            return
        try:
            done = service.playing.do(code, seat, action, version, goes_on=number > 0)
        except (Refused, Stale):
            if number:
                return
            raise
        version = done["view"]["version"]


def _next(view: Json, actions: Sequence[Json], *, typed: bool) -> Json | None:
    """Return the next action that must come, or None where somebody chooses, shoots or rolls."""
    if moves := forced_now(view, actions):
        return moves[0]
    checks = [
        a for a in of_kinds(actions, "check_berserk") if a["square"] in view["phase_state"].get("due", ())
    ]
    rolls = [*checks, *of_kinds(actions, *_ROLLS)]
    if rolls:
        return None if typed else rolls[0]
    opened = of_kinds(actions, "open_attack")
    if opened:
        return opened[0] if len(opened) == 1 else None
    ends = of_kinds(actions, "next_phase")
    return ends[0] if ends else None
