"""What an action still needs: dice kept from before, and values given for an action in progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.ports import (
    ActionT,
    ChanceRequest,
    DiceTotal,
    PositionT,
    dice_in,
    given_at,
    results_by_kind,
)
from referee.tables.loaded_table import LoadedTable
from rules.ruling import Ruling


def checked_again(
    table: LoadedTable[PositionT, ActionT], action: ActionT, seat: str
) -> tuple[Ruling[PositionT], dict[str, Any]]:
    """Return the ruling on an action with all its kept dice put in, and these dice by field.

    Only dice are returned: drawn units are face down, and nobody has seen the referee's next results.
    """
    kept: dict[str, Any] = {}
    ruling = table.match.check(table.position, action, seat)
    while ruling.legal and (wants := table.match.wants(table.position, action, ruling.needs)):
        want = wants[0]
        given = given_at(table.match, table.position, action)
        already = {k: dice_in(r) for k, r in results_by_kind(given).items()}
        results, new = table.chance.next(want, already)
        again = results[: len(results) - new]
        if again and want.pool is None:
            kept |= _told(want, again)
        if new:
            break
        action = table.match.fill(action, want, results)
        ruling = table.match.check(table.position, action, seat)
    return ruling, kept


def _told(want: ChanceRequest, again: Sequence[int]) -> dict[str, Any]:
    """Return kept dice by their field; what some of them came to as the `total` of this many (`of`)."""
    if any(isinstance(result, DiceTotal) for result in again):
        return {"total": sum(again), "of": dice_in(again)}
    return {want.field: dict(zip(want.names, again, strict=False)) if want.names else list(again)}


def completed(begun: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the action in progress with the given values added; None if they belong to another action.

    A game may write a field without a value as null; that is a field which is not given.
    """
    whole = dict(begun)
    for name, value in given.items():
        if value is None:
            continue
        known = whole.get(name)
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            if any(known.get(key, new) != new for key, new in value.items()):
                return None
            whole[name] = {**known, **value}
        elif known not in (None, value):
            return None
        else:
            whole[name] = value
    return whole
