"""The actions of one tap told together: a walk, reactions without a choice, a phase of the referee (15.0).

The sentence is made of what every screen is sent, so that it is the same on all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import MOVES
from referee.games.dawn_of_the_dead.pages.moment.news import RESULTS
from referee.games.dawn_of_the_dead.pages.wording import counted
from rules.sentences import listed

Json = Mapping[str, Any]
QUIET = frozenset({"next_phase", "roll_free_moves", "open_attack", "declare_attack"})
"""What only leads on to something else, which is told."""
NO_STRENGTH = "R-8.0a"


def batch_summary(last: Json, steps: Sequence[Json]) -> Json:
    """Return the ruling on all `steps` of a tap, or the `last` ruling where that was one step."""
    if len(steps) < 2:
        return last
    kinds = {step["action"]["do"] for step in steps}
    tell = {"step": _walk, "react": _reactions}.get(kinds.pop(), _phase) if len(kinds) == 1 else _phase
    return {**last, **tell(last, steps)}


def outcome(step: Json) -> str:
    """Return what an attack did to somebody in a word, or "" (8.3, 8.4, 8.5)."""
    if step["action"]["do"] != "roll_attack":
        return ""
    return next((word for case, word in RESULTS.items() if case in step["cases"]), "")


def _walk(last: Json, steps: Sequence[Json]) -> Json:
    """Tell the last step of a walk (5.0) with the square where the whole walk began."""
    begun = re.search(rf"from (\S+) to {steps[0]['action']['to']}\b", steps[0]["reason"])
    step = f"from {steps[-2]['action']['to']} to {steps[-1]['action']['to']}"
    if begun is None:
        return {}
    whole = f"from {begun[1]} to {steps[-1]['action']['to']}"
    return {"reason": last["reason"].replace(step, whole, 1)}


def _reactions(last: Json, steps: Sequence[Json]) -> Json:
    """Tell where all units went that moved without a choice (7.0), and how many pieces where one has no name.

    A super zombie is named by its character, and its square is on the map.
    """
    if any(step["action"].get("super") for step in steps):
        return _phase(last, steps)
    moves = [f"{step['action']['from']} → {step['action']['path'][-1]}" for step in steps]
    return {"reason": " ".join(filter(None, (f"{len(moves)} units: {', '.join(moves)}.", last["ended"])))}


def _phase(last: Json, steps: Sequence[Json]) -> Json:
    """Tell what came of many actions. Where to the pieces went is on the map and in the checklist."""
    moves = [step for step in steps if step["action"]["do"] in MOVES]
    entries = [
        (_moved(moves) if step["action"]["do"] in MOVES else step["reason"], step)
        for step in steps
        if step in moves[:1] or step is steps[-1] or _tells(step)
    ]
    told = dict.fromkeys(sentence for sentence, _ in entries)
    # The roll names its victim again, with the strength.
    sentences = [s for s in told if not any(t.startswith(f"{s[:-1]} at strength") for t in told)]
    cases = dict.fromkeys(case for _, step in entries for case in step["cases"][:1])
    outcomes = [word for word in map(outcome, steps) if word]
    word = {"word": listed(dict.fromkeys(outcomes)).capitalize(), "tone": "done harm"} if outcomes else {}
    return {**word, "reason": " ".join(filter(None, (*sentences, last["ended"]))), "cases": [*cases]}


def _tells(step: Json) -> bool:
    """Return whether an action is told: an attack without strength ends with its declaration (R-8.0a)."""
    quiet = step["action"]["do"] in {*QUIET, *MOVES}
    return not quiet or NO_STRENGTH in step["cases"]


def _moved(moves: Sequence[Json]) -> str:
    pieces = {(step["action"].get("from"), step["action"].get("super")) for step in moves}
    return f"{counted(len(pieces), 'zombie piece')} moved."
