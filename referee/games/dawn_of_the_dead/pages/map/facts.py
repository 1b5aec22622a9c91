"""What a seat reads about a square that it taps: what lies there, and what a step or a shot takes."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.dawn_of_the_dead.pages.map import map_overlay, squares
from referee.games.dawn_of_the_dead.pages.map.leaving import leaving_told
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.wording import DOORS, NAMES, STATUSES, counted
from rules.dawn_of_the_dead.humans.gunfire import panic_told
from rules.sentences import listed


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
    for name in squares.people_in(view, square) + squares.supers_in(view, square):
        state = STATUSES[view["characters"][name]["status"]]
        facts.append(Fact(NAMES[name], state or "here"))
    if unit := squares.unit_in(view, square):
        said = squares.unit_said(view, unit)
        facts.append(Fact("Zombie unit", f"{said}, berserk" if unit["berserk"] else said))
    if view["phase"] == "human" and (told := leaving_told(context.position, square)):
        facts.append(Fact(*told))
    if square in (view.get("hidden") or ()):
        facts.append(Fact("Hidden zombie", "hidden here (only you see this)"))
    if shots := context.shots.get(square):
        facts.append(Fact("Shots by", map_overlay.shot_words(shots)))
        if levels := {name: level for shot in shots for name, level in shot.panic.items()}:
            facts.append(Fact("Panic check first", panic_told(levels), ("6.5",)))
    mains = board.main_doors_on.get(square, ())
    facts += [Fact(f"{DOORS[door]} door", view["main_doors"].get(door, "open")) for door in mains]
    if board.rifle_square == square and view["rifles"]:
        facts.append(Fact("Rifles", counted(view["rifles"], "hunting rifle")))
    doors = [
        squares.door_said(view, board, square, near)
        for near, side in board.neighbours[square].items()
        if side.is_door
    ]
    return facts + ([Fact("Doors", listed(doors))] if doors else [])
