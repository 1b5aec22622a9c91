"""Who may act, how many actions a figure has left, and what a natural 1 costs some of them (5.0)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ruling import Ruling, refuse
from rules.zombies_surviving.position import HUMANS, Position, Status, moved
from rules.zombies_surviving.wounds import HELPLESS, STUNNED

ACTIONS = 2
EXTRA, LOST, ONE, NONE, GAS = "extra_action", "lost_action", "one_action", "no_action", "tear_gas"
"""States: "extra_action heroic" and "lost_action clumsy" are for the turn that they last until."""
GAS_TURNS = 2


def lasts(position: Position, status: Status) -> bool:
    """Whether a state still lasts in this turn."""
    return not status.until or status.until >= position.turn


def allowance(position: Position, name: str) -> int:
    """Return how many single actions a figure has in this turn, whatever it has done."""
    count, most = ACTIONS, None
    for one in position.figures[name].statuses:
        kind, now = one.name.split()[0], one.until in {0, position.turn}
        gassed = kind == GAS and one.until - GAS_TURNS < position.turn <= one.until
        count += (kind == EXTRA and now) - (kind == LOST and now) - gassed
        if kind in {ONE, NONE, STUNNED, *HELPLESS} and lasts(position, one):
            most = min(int(kind == ONE), ACTIONS if most is None else most)
    return max(0, count if most is None else min(count, most))


def left(position: Position, name: str) -> int:
    """Return how many single actions a figure has left in this turn."""
    return max(0, allowance(position, name) - position.figures[name].spent)


def spend(position: Position, name: str, act: str, cost: int) -> Position:
    """Return the position after a figure has spent actions on something."""
    figure = position.figures[name]
    return position.put(name, acts=(*figure.acts, act), spent=figure.spent + cost)


def why_not(position: Position, seat: str, name: str, cost: int) -> Ruling[Position] | None:
    """Return why a figure cannot do something that costs so many actions, or None if it can."""
    figure = position.figures.get(name)
    if figure is None or figure.kind not in HUMANS:
        there = f"{name} is dead." if figure and figure.kind == "corpse" else f"Nobody here is called {name}."
        return refuse(("5.0",), there, firm=True)
    if figure.seat != seat:
        return refuse(("5.0",), f"{name} is played by somebody else.", firm=True)
    if kind := next((state for state in (*HELPLESS, STUNNED) if figure.status(state)), ""):
        return refuse(("5.0",), f"{name} is {kind} and can do nothing.", firm=True)
    if (now := left(position, name)) < cost:
        have = "no action" if not now else "one action"
        return refuse(("5.0",), f"{name} has {have} left, and this takes {('', 'one', 'two')[cost]}.")
    return None


def must_roll(position: Position, name: str, dice: Sequence[int]) -> bool:
    """Whether a clumsy figure has rolled a 1, and rolls a die for what comes of it (10.2)."""
    return position.figures[name].has("clumsy") and 1 in dice


def stumble(position: Position, name: str, die: int) -> tuple[Position, str]:
    """Return the position after the die of a clumsy figure: on another 1 it loses an action (10.2)."""
    if die != 1:
        return position, ""
    figure = position.figures[name].with_status(f"{LOST} clumsy", position.turn + 1)
    return position.put(name, figure), f" Clumsy {name} loses the first action of the next turn."


def is_mad(position: Position, name: str, dice: Sequence[int]) -> bool:
    """Whether an insane figure has rolled a 1, and wanders off instead of acting (10.3)."""
    return position.figures[name].has("insane") and 1 in dice


def wander(position: Position, name: str) -> tuple[Position, str]:
    """Return the position after an insane figure has wandered off (10.3)."""
    return moved(
        position, name
    ), f"{name} rolls a 1, talks nonsense, and wanders 2 inches in a random direction."
