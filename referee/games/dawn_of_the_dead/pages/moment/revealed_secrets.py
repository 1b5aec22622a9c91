"""Every secret of a finished game in words: the hidden squares, and what became of each unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import people
from referee.games.dawn_of_the_dead.report import Chapter, Hiding, Step, Unit, hidings, units_of
from rules.board.board import Board
from rules.dawn_of_the_dead.position import Position

Json = Mapping[str, Any]


def hidden(steps: Sequence[Step], board: Board, base: str) -> list[Json]:
    """Return the hidden squares: where, how and when each zombie showed itself, and what it was worth."""
    return [
        {
            "square": hiding.square,
            "area": board.squares[hiding.square].area.name,
            "how": _how(hiding),
            "turn": hiding.turn,
            "value": "–" if hiding.value is None else str(hiding.value),
            "url": f"{base}/report/{hiding.n}" if hiding.n else "",
        }
        for hiding in hidings(steps)
    ]


def units(start: Position, steps: Sequence[Step], base: str) -> list[Json]:
    """Return all units, the lowest value first: where each began, what happened to it, where it ended."""
    return [_unit(unit, base) for unit in units_of(start, steps)]


def _how(hiding: Hiding) -> str:
    if hiding.how == "met":
        return f"met by {people(hiding.by)}" if hiding.by else "met by a character"
    return "revealed by the zombie player" if hiding.how else "never appeared"


def _unit(unit: Unit, base: str) -> Json:
    began, *rest = unit.chapters
    return {
        "value": "?" if unit.value is None else str(unit.value),
        "began": began.square
        if began.what == "began"
        else "drawn unseen"
        if began.what != "boxed"
        else "box",
        "chapters": [
            {"text": _words(c), "turn": c.turn, "url": f"{base}/report/{c.n}"}
            for c in (rest if began.what in {"began", "boxed"} else unit.chapters)
        ],
        "ended": unit.square or ("eliminated" if unit.fate == "eliminated" else "never drawn"),
    }


def _words(chapter: Chapter) -> str:
    verbs = {"appeared": "appeared in", "entered": "entered at", "eliminated": "eliminated in"}
    return f"{verbs[chapter.what]} {chapter.square}"
