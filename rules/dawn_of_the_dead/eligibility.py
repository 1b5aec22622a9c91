"""5.0 Human Movement: who may be moved, and who of those on the move can do more than walk."""

from __future__ import annotations

from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import Move, Position
from rules.dawn_of_the_dead.procedure import Verdict, people
from rules.ruling import refuse


def ineligible(position: Position, name: str) -> Verdict | None:
    """Return why a character may not be moved in this Human Player-Turn (5.0), or None if he may."""
    character = position.characters[name]
    if not character.in_play:
        state = "has become a super zombie" if character.status == "super_zombie" else "is out of play"
        return refuse(("5.0",), f"{NAMES[name]} {state}.", firm=True)
    if character.status == "stunned":
        return refuse(
            ("8.3", "5.0"), f"{NAMES[name]} is stunned until another character moves into {character.square}."
        )
    if character.moved_last_turn:
        return refuse(
            ("5.0", "R-5.0a"),
            f"{NAMES[name]} moved in the last Human Player-Turn and must rest in this one.",
        )
    return None


def no_move(position: Position) -> Verdict | None:
    """Return a refusal if nobody is on the move, otherwise None."""
    if position.move is None:
        return refuse(("5.0",), "First choose who moves.", firm=True)
    return None


def hands_full(position: Position) -> Verdict | None:
    """Return a refusal if the only character on the move carries another and can only walk (5.6)."""
    move = position.move
    if move and move.carrying and set(move.characters) == {move.carrying[0]}:
        by, whom = move.carrying
        return refuse(("5.6",), f"{NAMES[by]} is carrying {NAMES[whom]} and can only walk.")
    return None


def free_hands(move: Move) -> tuple[str, ...]:
    """Return the characters on the move who can do more than walk: all but the carrier (5.6)."""
    return tuple(name for name in move.characters if not move.carrying or name != move.carrying[0])


def panic_refusal(move: Move, cases: tuple[str, ...]) -> Verdict | None:
    """Return a refusal if somebody in the stack panicked and so no Movement Points are left (6.5)."""
    if move.panicked:
        return refuse(("6.5", *cases), f"{people(move.panicked)} panicked, so no Movement Points are left.")
    return None
