"""Facts about a tapped square: its pieces, and the cost of a step or a shot."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.dawn_of_the_dead.labels import squares
from referee.games.dawn_of_the_dead.labels.wording import DOORS, NAMES, STATUSES, counted
from referee.games.dawn_of_the_dead.pages.map import overlay
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.dawn_of_the_dead.equipment.equipment import carry_cost, enter_cost
from rules.dawn_of_the_dead.equipment.units import strength_in, supers_strength
from rules.dawn_of_the_dead.humans.gunfire import panic_told
from rules.dawn_of_the_dead.humans.human_movement import leaving_cases, points_left, stack_square
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import points
from rules.sentences import listed

LEAVING = "To leave"


def step_cost(position: Position, square: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Return the name, the Movement Points and the cases of a step out of a zombie's square.

    It is shown in that square, and in each square beside it while the moving stack is there. None elsewhere.
    `position` is the open one that the view shows in the Human Player-Turn.
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
    told = step_cost(position, here)
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


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is so, under its name; `cases` are those it rests on."""

    name: str
    value: str
    cases: tuple[str, ...] = ()


def facts_in(context: SeatContext, square: str) -> list[Fact]:
    """Return what the seat sees in a square."""
    view, board = context.view, context.board
    facts = [Fact("In", board.squares[square].area.name)]
    for name in squares.people_in(view.game, square) + squares.supers_in(view.game, square):
        state = STATUSES[view.game.characters[name].status]
        facts.append(Fact(NAMES[name], state or "here"))
    if unit := squares.unit_in(view.game, square):
        said = squares.unit_label(view.game, square)
        facts.append(Fact("Zombie unit", f"{said}, berserk" if unit.berserk else said))
    if view.game.phase == "human" and (told := step_cost(context.position, square)):
        facts.append(Fact(*told))
    if square in (view.game.hidden or ()):
        facts.append(Fact("Hidden zombie", "hidden here (only you see this)"))
    if shots := context.shots.get(square):
        facts.append(Fact("Shots by", overlay.shot_words(shots)))
        if levels := {name: level for shot in shots for name, level in shot.panic.items()}:
            facts.append(Fact("Panic check first", panic_told(levels), ("6.5",)))
    mains = board.main_doors_on.get(square, ())
    facts += [Fact(f"{DOORS[door]} door", view.game.main_doors.get(door, "open")) for door in mains]
    if board.rifle_square == square and view.game.rifles:
        facts.append(Fact("Rifles", counted(view.game.rifles, "hunting rifle")))
    doors = [
        squares.door_label(view.game, board, square, near)
        for near, side in board.neighbours[square].items()
        if side.is_door
    ]
    return facts + ([Fact("Doors", listed(doors))] if doors else [])
