"""Information revealed by a step, each seat's knowledge of it, and the places to take a game back to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from referee.games.interface import Json, Place, Step
from rules.board.board import Board
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.sequence import PHASE_NAMES, ZOMBIE_PHASES
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares

_NEVER = frozenset({"draw", "values"})
"""Fields hidden from every seat: units drawn unseen, and values that players may only remember (2.3)."""


def public_action(action: Json, seat: str) -> dict[str, Any]:
    """Return an action without drawn and turned-up values (2.3); only their owner gets the secret squares."""
    kind = act.ACTIONS[action["do"]]
    secret = _NEVER | kind.unseen_fields
    if seat != kind.side:
        secret |= kind.own_fields
    return {k: v for k, v in action.items() if k not in secret}


def proposed_action(action: Json, seat: str) -> dict[str, Any]:
    """Return a proposed action. The values of a correction are public (R-5.4b)."""
    return dict(action) if act.ACTIONS[action["do"]].unseen_fields else public_action(action, seat)


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

    Entering a square where a hidden zombie could have been reveals whether one was (9.1). A unit is turned up
    where it meets a character (5.4, 7.7).
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


def undo_places(steps: Sequence[Step[Position]]) -> list[Place]:
    """Return the places that players may take back to, apart from the last step, the latest first.

    `steps` are the actions not taken back, in order; the first step of a place is the first one taken back.
    All places are in the Player-Turn of the last step. Once another Game-Turn has begun, their names say
    which.
    """
    places: dict[int, Place] = {}
    for place in _all(steps):
        places.setdefault(place.n, place)
    return sorted(places.values(), key=lambda place: -place.n)


def _all(steps: Sequence[Step[Position]]) -> Iterator[Place]:
    if not steps:
        return
    last, now = steps[-1].position, steps[-1].after
    gone = f" of Game-Turn {last.turn}" if now.turn != last.turn else ""
    here = _last(steps, {(last.turn, last.phase)})
    starts = [index for index, step in enumerate(here) if step.action["do"] == "start_move"]
    if starts and starts[-1] + 1 < len(here):
        which = "this" if now.phase == "human" else "the last"
        yield Place(here[starts[-1] + 1].n, f"the start of {which} move")
    walk = list(takewhile(lambda step: step.action["do"] == "step", reversed(here)))
    if len(walk) > 1 and now.phase == "human":
        yield Place(walk[-1].n, "the start of this walk")
    yield Place(here[0].n, f"the start of the {PHASE_NAMES[last.phase]}{gone}")
    if last.phase in ZOMBIE_PHASES:
        phases = {(last.turn, phase) for phase in ZOMBIE_PHASES}
        yield Place(_last(steps, phases)[0].n, f"the start of the Zombie Player-Turn{gone}")


def _last(steps: Sequence[Step[Position]], phases: Collection[tuple[int, str]]) -> list[Step[Position]]:
    """Return the last steps, all in these phases. No phase comes again, so the others need no look."""
    return list(takewhile(lambda step: _phase(step) in phases, reversed(steps)))[::-1]


def _phase(step: Step[Position]) -> tuple[int, str]:
    """Return the Game-Turn and the phase in which a step was done."""
    return step.position.turn, step.position.phase
