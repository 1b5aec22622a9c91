"""Which steps may have shown somebody what he did not know, judged by what everybody knows alone (R-UNDO)."""

from __future__ import annotations

from functools import lru_cache

from referee.games.ports import Step
from rules.board.board import Board
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares

_TURNS_NOTHING_UP = act.kinds_where(
    lambda kind: (
        kind
        in {
            act.PlaceHidden, act.StartMove, act.PutDown, act.OpenDoor, act.CloseDoor, act.CloseMainDoor,
            act.TakeRifle, act.EndTurn, act.OpenAttack, act.HoldFire, act.DeclareAttack, act.ChooseVictims,
            act.NextPhase,
        }
    )
)  # fmt: skip


def shows(step: Step[Position]) -> bool:
    """Return whether a step may have turned something up, or shown that there was nothing.

    Whoever enters a square where a hidden zombie could have been learns whether one was (9.1). A unit is
    turned up where it meets a character (5.4, 7.7).
    """
    action, before = step.action, step.position
    if action["do"] in _TURNS_NOTHING_UP:
        return False
    if action["do"] == act.Step.do:
        to = action["to"]
        return to in before.zombies or bool(before.hidden and to in _may_hide(before.setting.board))
    if action["do"] == act.PlaceCharacters.do:
        return any(square in before.zombies for square in action["squares"].values())
    if action["do"] in {act.React.do, act.FreeMove.do}:
        return any(before.at(square) for square in action["path"])
    return True


@lru_cache(maxsize=8)
def _may_hide(board: Board) -> frozenset[str]:
    """Return the squares that may hide a zombie, whatever the other four are (3.1)."""
    return frozenset(lawful_hidden_squares(board))
