"""Free movement in solitaire play, for tests: positions in a line, and what the priorities call for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import FreeMove, NextPhase
from rules.dawn_of_the_dead.position import FreeState, Position
from rules.dawn_of_the_dead.solitaire.priorities import lawful_moves
from tests.rules.dawn_of_the_dead.table import legal, refused, table


def free(
    people: Mapping[str, str],
    zombies: Mapping[str, int | str],
    left: int = 3,
    *,
    spent: Iterable[str] = (),
    **more: Any,
) -> Position:
    """Return a table in free movement, the die rolled and `left` moves left; units in `spent` had theirs."""
    state = {"die": 6, "left": left, "spent": list(spent), **more.pop("state", {})}
    return table("free_movement", people, zombies, mode="solitaire", phase_state=state, **more)


def moves(position: Position) -> list[str]:
    """Return what the priorities call for, best first: "024>023", super zombies by name, "steve+022>010"."""
    return [_words(p.action) for p in lawful_moves(position)]


def _words(move: FreeMove) -> str:
    who = move.source or f"{move.super}{'+' if move.with_zombie else ''}"
    return ">".join((who, *move.path))


def whys(position: Position) -> set[str]:
    """Return why the priorities call for what they do."""
    return {p.why for p in lawful_moves(position)}


def called(position: Position, priority: int, *expected: str) -> None:
    """Assert what is called for, in any order, and that this and nothing else is ruled legal."""
    proposals = lawful_moves(position)
    assert {p.case for p in proposals} == {f"15.5.{priority}"}, [
        (p.case, _words(p.action)) for p in proposals
    ]
    assert sorted(moves(position)) == sorted(expected)
    for proposal in proposals:
        legal(position, proposal.action)
    refused(position, NextPhase(), f"15.5.{priority}", "A free move comes first")


def nothing(position: Position) -> None:
    """Assert that nothing is called for, so that the phase may end."""
    assert moves(position) == []
    legal(position, NextPhase())


def turned_down(position: Position, case: str, source: str, *path: str) -> None:
    """Assert that a unit may not make this move, for this case."""
    refused(position, FreeMove(path, source), case)


def moved(position: Position, *written: str) -> Position:
    """Return the position after moves written as in `moves`."""
    for words in written:
        who, *path = words.split(">")
        name = who.rstrip("+")
        move = (
            FreeMove(tuple(path), name) if name.isdigit() else FreeMove(tuple(path), None, name, who != name)
        )
        after = game.rule(position, move).after
        assert after, words
        position = after
    return position


def left(position: Position) -> int:
    """Return how many of the moves rolled are left."""
    assert isinstance(position.phase_state, FreeState)
    return position.phase_state.left
