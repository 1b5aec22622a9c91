"""Moves that the log tells together: the steps of one walk, and pieces that moved one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import MOVES
from referee.games.dawn_of_the_dead.pages.moment.batch_summary import moved, moves_of
from rules.dawn_of_the_dead.walk_notice import Walk

Json = Mapping[str, Any]
_WALKS = frozenset({"step"})
_OF_A_WALK = frozenset({"move", "points", "trail"})
_OF_A_MOVE = frozenset({"move", "free_moves"})
_ZOMBIES = ("zombies",)


def movers(line: Json) -> tuple[str, ...]:
    """Return who moved in a line that only tells that: the characters, or the zombies; () for all else."""
    if line.get("overridden") or line.get("answered_for"):
        return ()
    effects = {effect["effect"] for effect in line.get("effects", ())}
    do = (line.get("action") or {}).get("do")
    if do in _WALKS and "move" in effects and effects <= _OF_A_WALK:
        return tuple(move["whom"] for move in moves_of([line]))
    return _ZOMBIES if do in MOVES and "move" in effects and effects <= _OF_A_MOVE else ()


def moves_told(lot: Sequence[Json]) -> str:
    """Return the sentence on lines with the same movers, or "" where they are no moves or one alone."""
    if len(lot) < 2 or not movers(lot[0]):
        return ""
    if movers(lot[0]) == _ZOMBIES:
        return moved(lot)
    began, ended = moves_of(lot[:1])[0], moves_of(lot[-1:])[0]
    carried = [effect["whom"] for effect in lot[-1]["effects"] if effect.get("by")]
    return Walk(movers(lot[0]), began["from"], ended["to"], carried).story
