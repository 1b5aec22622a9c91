"""Ending a phase or a Player-Turn: one tap where nothing is left, two where something is."""

from __future__ import annotations

from collections.abc import Sequence

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
    left_in = _LEFT.get(view["phase"])
    return left_in(view, actions) if left_in else ""


def confirmation(view: Json, actions: Actions) -> tuple[str, tuple[Group, ...]] | None:
    """Return the question that ending a phase asks, and its key; None where it asks nothing."""
    ending, left = of_kinds(actions, *ENDINGS), left_over(view, actions)
    if not ending or not left:
        return None
    says = ending_words(view, ending[0])
    return left, (Group("", (key(ending[0], says=f"Yes: {says[0].lower()}{says[1:]}"),)),)


def _human(view: Json, actions: Actions) -> str:
    if view["move"] is None:
        # Together, those who may still move are perhaps another player's, who has not had his turn.
        waits = of_kinds(actions, "start_move") or any(map(asks_who_moves, view["agenda"]))
        return "Nobody has moved yet" if waits else ""
    points = of_kinds(actions, *_SPENDING)
    shots = of_kinds(actions, "shoot")
    if points and shots:
        return "Movement Points and shots left"
    return "Movement Points left" if points else "Shots left" if shots else ""


def _berserk(view: Json, actions: Actions) -> str:
    if not of_kinds(actions, "check_berserk"):
        return ""
    # The units that were berserk are checked first, so where one was, the check that is left is the free one.
    checked = view["phase_state"].get("lapsed") or any(unit["berserk"] for unit in view["zombies"])
    return "One more unit can be checked" if checked else "No unit checked yet"


def _reaction(_view: Json, actions: Actions) -> str:
    if piece_actions(actions):
        return "Some zombies can still react"
    return _hidden(actions)


def _free(view: Json, actions: Actions) -> str:
    state = view["phase_state"]
    if state.get("die") is None:
        return "Free moves not rolled"
    moves = of_kinds(actions, *MOVES)
    if state.get("left") and moves:
        return f"{counted(state['left'], 'free move')} left"
    if piece_actions(actions):
        return "Berserk or super zombies can still move"
    return _hidden(actions)


def _hidden(actions: Actions) -> str:
    count = len(of_kinds(actions, "reveal"))
    return f"{counted(count, 'hidden zombie')} to reveal" if count else ""


_LEFT = {"human": _human, "berserk": _berserk, "reaction": _reaction, "free_movement": _free}
