"""A tap that also does the one thing left after it: open the only attack, or roll."""

from __future__ import annotations

from collections.abc import Sequence

from referee.pages.keys import Json, of_kinds
from referee.problems import Refused, Stale
from referee.systems.table_options import AUTOMATIC
from referee.tables import tables

LEADS = frozenset({"next_phase", "hold_fire"})
"""What has no outcome of its own that the next thing could hide."""
_MOST = 2


def do_and_lead_on(code: str, seat: str, action: Json, version: int, *, typed: bool) -> None:
    """Carry out an action and, where phases end by themselves, what follows it without a choice of anybody.

    It rolls nothing for a device whose dice are `typed` in. Raises Refused and Stale for the action itself.
    """
    playing = tables().playing
    after = playing.do(code, seat, action, version)["view"]
    if typed or action["do"] not in LEADS or tables().match(code).options.get("phases") != AUTOMATIC:
        return
    for _ in range(_MOST):
        follows = None if after["underway"] else _follows(action["do"], playing.actions(code, seat))
        if follows is None:
            return
        try:
            after = playing.do(code, seat, follows, after["version"])["view"]
        except (Refused, Stale):
            return


def _follows(led: str, actions: Sequence[Json]) -> Json | None:
    """Return the only thing to do next, by what lies open: never a reveal, nor whether there is one."""
    kinds = ("roll_attack",) if led == "hold_fire" else ("roll_free_moves", "open_attack")
    offered = of_kinds(actions, *kinds)
    return offered[0] if len(offered) == 1 else None
