"""What a step out of a zombie's square costs, told before anybody taps it (5.4, R-11.1c)."""

from __future__ import annotations

from rules.dawn_of_the_dead.equipment.equipment import carry_cost, enter_cost
from rules.dawn_of_the_dead.equipment.units import strength_in, supers_strength
from rules.dawn_of_the_dead.humans.human_movement import leaving_cases, points_left, stack_square
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import points

LEAVING = "To leave"


def leaving_told(position: Position, square: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Return the name, the Movement Points and the cases of a step out of a zombie's square.

    It is told in that square, and in each square beside it while the stack on the move stands there. None
    elsewhere. `position` is the open one that the view shows in the Human Player-Turn.
    """
    move = position.move
    here = stack_square(position, move) if move else square
    if square != here and square in position.setting.board.passages[here]:
        name = f"Step from {here}"
    else:
        name, here = LEAVING, square
    if not (position.at(here) and position.zombie_occupied(here)):
        return None
    carry = 0
    if move and move.carrying and here == stack_square(position, move):
        carry = carry_cost(move.carrying[0])
    return name, _costs(position, here, carry), tuple(leaving_cases(position, here))


def why_no_step(position: Position) -> str:
    """Return what a step costs that the Movement Points left cannot pay, or "" (5.4, R-11.1c)."""
    move = position.move
    if move is None or points_left(position, move) <= 0:
        return ""
    here = stack_square(position, move)
    told = leaving_told(position, here)
    return f"A step from {here} takes {told[1]}." if told else ""


def _costs(position: Position, here: str, carry: int) -> str:
    """Return the points of a step out of a square: to enter the next one, to carry, to leave this one."""
    read = strength_in(position, here)
    known = supers_strength(position, here) if read is None else read
    parts = [f"{enter_cost()} to enter", *([f"{carry} to carry"] if carry else [])]
    if read is None:
        parts.append(f"{f'{known} and ' if known else ''}the Zombie Value to leave {here}")
    else:
        parts.append(f"{known} to leave {here}")
    least = "at least " if read is None else ""
    return f"{least}{points(enter_cost() + carry + known)}: {', '.join(parts)}"
