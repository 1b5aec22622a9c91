"""Several actions told together: what came of a whole phase or Player-Turn that the referee played (15.0).

It is made of the rulings as the seat saw them, so it tells no more than they did one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.pages.news import RESULTS
from referee.pages.rulings import done
from referee.pages.seat_context import SeatContext
from referee.pages.squares import MOVES
from referee.pages.wording import counted
from rules.sentences import listed

Json = Mapping[str, Any]
QUIET = frozenset({"next_phase", "roll_free_moves", "open_attack", "declare_attack"})
"""What only leads on to something else, which is told."""
NO_STRENGTH = "R-8.0a"


def batch_summary(context: SeatContext, played: Json) -> Json | None:
    """Return the ruling on everything that was `played`, or None where that was a single action.

    `played` is what `Automatic.advance` answered. How many moved is told; where to is on the map and in the
    checklist.
    """
    rulings = [ruling for ruling in played["rulings"] if not ruling["needs"]]
    steps = [step for step in played["steps"] if not step.get("automatic")]
    last = done(context.view, context.setting, context.role)
    if last is None or len(steps) < 2:
        return None
    moves = [step for step in steps if step["action"]["do"] in MOVES]
    entries = [
        (_moved(moves) if step["action"]["do"] in MOVES else ruling["reason"], step)
        for ruling, step in zip(rulings, steps, strict=True)
        if step in moves[:1] or step is steps[-1] or _tells(step)
    ]
    sentences = dict.fromkeys(sentence for sentence, _ in entries)
    cases = dict.fromkeys(case for _, step in entries for case in step["cases"][:1])
    reason = " ".join(filter(None, (*sentences, last["ended"])))
    outcomes = [word for word in map(_outcome, steps) if word]
    word = {"word": listed(dict.fromkeys(outcomes)).capitalize(), "tone": "done harm"} if outcomes else {}
    return {**last, **word, "reason": reason, "cases": [*cases]}


def _tells(step: Json) -> bool:
    """Return whether an action is told: an attack without strength ends with its declaration (R-8.0a)."""
    quiet = step["action"]["do"] in {*QUIET, *MOVES}
    return not quiet or NO_STRENGTH in step["cases"]


def _outcome(step: Json) -> str:
    """Return what an attack did to somebody in a word, or "" (8.3, 8.4, 8.5)."""
    if step["action"]["do"] != "roll_attack":
        return ""
    return next((word for case, word in RESULTS.items() if case in step["cases"]), "")


def _moved(moves: Sequence[Json]) -> str:
    pieces = {(step["action"].get("from"), step["action"].get("super")) for step in moves}
    return f"{counted(len(pieces), 'zombie piece')} moved."


def forced_summary(last: Json | None, moved: Sequence[str]) -> Json | None:
    """Return the ruling on all units that were moved without a choice (7.0), or None for a single one."""
    if last is None or len(moved) < 2:
        return None
    ended = f" {last['ended']}" if last["ended"] else ""
    return {**last, "reason": f"{len(moved)} units: {', '.join(moved)}.{ended}"}
