"""Ending a phase or a Player-Turn: one tap where nothing is left, two where something is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.pages.keys import Group, Json, Key, key, of_kinds
from referee.games.dawn_of_the_dead.pages.map.squares import MOVES, piece_actions
from referee.games.dawn_of_the_dead.pages.moment.todo import asks_who_moves
from referee.games.dawn_of_the_dead.pages.wording import PHASES, counted, game_turn
from rules.dawn_of_the_dead.actions import kinds_where

Actions = Sequence[Json]
ENDINGS = kinds_where(lambda kind: kind.ends)
_SPENDING = kinds_where(lambda kind: kind.spends_points)
ENDS = "ending"
"""What the address is asked that asks the players once more."""


def ending_groups(view: Json, actions: Actions, base: str) -> list[Group]:
    """Return the key that ends the phase, apart from all others; nothing for a seat that does not end it.

    It says what is left, and then only asks: what it would cut off is never done by one tap.
    """
    ending = of_kinds(actions, *ENDINGS)
    if not ending:
        return []
    says, left = ending_words(view, ending[0]), left_over(view, actions)
    if left:
        asks = Key(f"{says} ({left})", url=f"{base}/now?{ENDS}={ENDS}")
        return [Group("", (asks,), apart=True)]
    bright = len(of_kinds(actions, *ENDINGS)) == len(actions)
    return [Group("", (key(ending[0], tone="main" if bright else "", says=says),), apart=True)]


def ending_words(view: Json, ending: Json) -> str:
    """Return what the key says that ends a phase: what comes after it."""
    if ending["do"] == "end_turn":
        return "End the Human Player-Turn"
    order = game_turn(view)
    here = order.index(view["phase"])
    if here + 1 == len(order):
        return f"On to Game-Turn {view['turn'] + 1}"
    return f"On to the {PHASES[order[here + 1]].name}"


def left_over(view: Json, actions: Actions) -> str:
    """Return what is left in a phase that players may want, or "" where they can only go on."""
    left = _left(view, actions)
    return left.says if left else ""


def confirmation(view: Json, actions: Actions) -> tuple[str, tuple[Group, ...]] | None:
    """Return the question that ending a phase asks, and its key; None where it asks nothing."""
    ending, left = of_kinds(actions, *ENDINGS), _left(view, actions)
    if not ending or not left:
        return None
    says = ending_words(view, ending[0])
    what = "the turn" if ending[0]["do"] == "end_turn" else "this phase"
    keys = Group("", (key(ending[0], says=f"Yes: {says[0].lower()}{says[1:]}"),))
    return f"End {what} {left.asks}?", (keys,)


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left in a phase: in brackets on the key that ends it, and in the question "End … {asks}?"."""

    says: str
    asks: str


def _left(view: Json, actions: Actions) -> _Left | None:
    left_in = _LEFT.get(view["phase"])
    return left_in(view, actions) if left_in else None


def _human(view: Json, actions: Actions) -> _Left | None:
    if view["move"] is None:
        # Together, those who may still move are perhaps another player's, who has not had his turn.
        waits = of_kinds(actions, "start_move") or any(map(asks_who_moves, view["agenda"]))
        return _Left("Nobody has moved yet", "before anybody has moved") if waits else None
    points = of_kinds(actions, *_SPENDING)
    shots = of_kinds(actions, "shoot")
    if not points:
        return _Left("Shots left", "with shots left") if shots else None
    points_left = "Movement Points and shots left" if shots else "Movement Points left"
    return _Left(points_left, f"with {points_left}")


def _berserk(view: Json, actions: Actions) -> _Left | None:
    if not of_kinds(actions, "check_berserk"):
        return None
    # The units that were berserk are checked first, so where one was, the check that is left is the free one.
    checked = view["phase_state"].get("lapsed") or any(unit["berserk"] for unit in view["zombies"])
    if checked:
        return _Left("One more unit can be checked", "without the check of one more unit")
    return _Left("No unit checked yet", "before any unit was checked")


def _reaction(_view: Json, actions: Actions) -> _Left | None:
    if piece_actions(actions):
        return _Left("Some zombies can still react", "while zombies can still react")
    return _hidden(actions)


def _free(view: Json, actions: Actions) -> _Left | None:
    state = view["phase_state"]
    if state.get("die") is None:
        return _Left("Free moves not rolled", "without a roll for free moves")
    moves = of_kinds(actions, *MOVES)
    if state.get("left") and moves:
        moves_left = f"{counted(state['left'], 'free move')} left"
        return _Left(moves_left, f"with {moves_left}")
    if piece_actions(actions):
        still = "zombies can still move"
        return _Left(f"Berserk or super {still}", f"while berserk or super {still}")
    return _hidden(actions)


def _hidden(actions: Actions) -> _Left | None:
    count = len(of_kinds(actions, "reveal"))
    if not count:
        return None
    hidden = counted(count, "hidden zombie")
    return _Left(f"{hidden} to reveal", f"and leave {hidden} unrevealed")


_LEFT = {"human": _human, "berserk": _berserk, "reaction": _reaction, "free_movement": _free}
