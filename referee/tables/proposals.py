"""The referee's proposals for a side without a player; sealed dice decide ties.

A tie has a stream of its own for each turn (and each number of equals), so that taking back and coming again
to the same tie brings the same dice, and anybody can check them by the opened seed when the game is over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.games.ports import ActionT, Advice, Match, PositionT
from referee.tables.loaded_table import LoadedTable
from referee.tables.lots import lot_kind
from rules.ruling import Ruling

_MOST_ROLLS = 1000
_FACES = 6


def advice(table: LoadedTable[PositionT, ActionT]) -> Advice[ActionT] | None:
    """Return the next action of the side without a player, or None while the players must act.

    For an action in progress it is the rest, if the rules leave it to that side.
    """
    adviser = table.match.adviser
    if adviser is None or table.finished:
        return None
    begun = table.underway
    if begun is None:
        return adviser.advice(table.position)
    action = table.begun_action
    judge = table.judge(overridden=begun.overridden)
    return adviser.finishing(table.positions[-1], action, judge(table.positions[-1], action).needs)


def practises(table: LoadedTable, seat: str) -> bool:
    """Whether a seat is shown what the referee would do for its side."""
    port = table.match.practice
    return port is not None and seat in port.seats


def practice(table: LoadedTable, seat: str) -> Advice | None:
    """Return what the referee would do for the side of a seat with practice, or None.

    None while there is nothing to do, or only something that another seat does, or something to read off the
    pieces.
    """
    port = table.match.practice
    if port is None or table.finished or table.underway is not None:
        return None
    proposal = port.advice(table.seen_positions())
    return (
        None
        if proposal is None or table.match.seat_refusal(table.position, proposal.action, seat)
        else proposal
    )


def shown(match: Match[PositionT, ActionT], advice: Advice[ActionT]) -> dict[str, Any]:
    """Return a proposal as JSON for a view."""
    return {
        "action": match.write(advice.action),
        "case": advice.case,
        "why": advice.why,
        "cardboard": advice.cardboard,
        "among": [match.write(a) for a in advice.among],
    }


def decided_advice(table: LoadedTable[PositionT, ActionT]) -> Advice[ActionT] | None:
    """Return the next action with a tie decided by the dice."""
    proposal = advice(table)
    if proposal is None or not proposal.among:
        return proposal
    _, chosen = _lot(table, proposal)
    return replace(proposal, action=chosen)


def explained(table: LoadedTable[PositionT, ActionT], action: ActionT) -> tuple[tuple[str, ...], str]:
    """Return the cases that call for an action, and the log's sentence; nothing for a player's action."""
    adviser = table.match.adviser
    if adviser is None:
        return (), ""
    unrolled = table.match.without_results(action)
    reason = adviser.explained(table.position, unrolled)
    if reason is None:
        return (), ""
    case, why = reason
    decided = tie(table, action)
    if decided is not None:
        return (case, decided[0]), f"{case}: {why}. {decided[1]}"
    return (case,), f"{case}: {why}."


def tie(table: LoadedTable[PositionT, ActionT], action: ActionT) -> tuple[str, str] | None:
    """Return the case and sentence of a tie that sealed dice decide for an action; or None."""
    adviser = table.match.adviser
    proposed = None if adviser is None else adviser.advice(table.position)
    unrolled = table.match.without_results(action)
    if adviser is None or proposed is None or unrolled not in proposed.among:
        return None
    dice, chosen = _lot(table, proposed)
    return adviser.tie_explained(proposed.among, dice, chosen) if chosen == unrolled else None


def _lot(
    table: LoadedTable[PositionT, ActionT], proposal: Advice[ActionT]
) -> tuple[tuple[int, ...], ActionT]:
    """Return the dice that decide between equals, and the action they name (R-15.4b)."""
    adviser = table.match.adviser
    assert adviser is not None
    count = len(proposal.among)
    turn = table.match.turn(table.position)
    kind = lot_kind(count, proposal.case, turn)
    size = adviser.tie_dice(count)
    for first in range(0, _MOST_ROLLS * size, size):
        dice = tuple(table.chance.tied(kind, first + i, _FACES) + 1 for i in range(size))
        share = adviser.tie_share(dice, count)
        if share is not None:
            return dice, proposal.among[share]
    raise RuntimeError("No roll of a thousand decided the tie.")


def log_entry(
    table: LoadedTable[PositionT, ActionT], action: ActionT, ruling: Ruling[PositionT]
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the story that the record has for an action, before `table` has moved on."""
    cases, why = explained(table, action)
    story = " ".join(s for s in (ruling.story or ruling.reason, why) if s)
    return tuple(dict.fromkeys((*cases, *ruling.cases))), story
