"""The actions of one tap told together: a walk, reactions without a choice, a phase of the referee (15.0).

The sentence is made of the effects that everybody knows, so that it is the same on all screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import MOVES
from referee.games.dawn_of_the_dead.pages.moment.news import results
from referee.games.dawn_of_the_dead.pages.wording import counted
from rules.dawn_of_the_dead.effects import UNIT
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


def _moves(steps: Iterable[Json]) -> list[Json]:
    """Return the moves of the pieces that went by themselves: what was carried or taken along is left out."""
    effects = (effect for step in steps for effect in step["effects"])
    return [effect for effect in effects if effect["effect"] == "move" and effect["by"] is None]


def _walk(last: Json, steps: Sequence[Json]) -> Json:
    """Tell the last step of a walk (5.0) with the square where the whole walk began."""
    moves = _moves(steps)
    if not moves:
        return {}
    start, end = moves[0], moves[-1]
    step, whole = (f"from {move['from']} to {end['to']}" for move in (end, start))
    return {"reason": last["reason"].replace(step, whole, 1)}


def _reactions(last: Json, steps: Sequence[Json]) -> Json:
    """Tell where all units went that moved without a choice (7.0), and how many pieces where one has no name.

    A super zombie is named by its character, and its square is on the map.
    """
    moves = _moves(steps)
    if any(move["whom"] != UNIT for move in moves):
        return _phase(last, steps)
    went = [f"{move['from']} → {move['to']}" for move in moves]
    return {"reason": " ".join(filter(None, (f"{len(went)} units: {', '.join(went)}.", last["ended"])))}


def _phase(last: Json, steps: Sequence[Json]) -> Json:
    """Tell what came of many actions. Where to the pieces went is on the map and in the checklist."""
    moves = [step for step in steps if step["action"]["do"] in MOVES]
    entries = [
        (_moved(steps) if step["action"]["do"] in MOVES else step["reason"], step)
        for step in steps
        if step in moves[:1] or step is steps[-1] or _tells(step)
    ]
    told = dict.fromkeys(sentence for sentence, _ in entries)
    # The roll names its victim again, with the strength.
    sentences = [s for s in told if not any(t.startswith(f"{s[:-1]} at strength") for t in told)]
    cases = dict.fromkeys(case for _, step in entries for case in step["cases"][:1])
    outcomes = [word for step in steps for word in results(step["effects"]).values()]
    word = {"word": listed(dict.fromkeys(outcomes)).capitalize(), "tone": "done harm"} if outcomes else {}
    return {**word, "reason": " ".join(filter(None, (*sentences, last["ended"]))), "cases": [*cases]}


def _tells(step: Json) -> bool:
    """Return whether an action is told: an attack without strength ends with its declaration (R-8.0a)."""
    quiet = step["action"]["do"] in {*QUIET, *MOVES}
    return not quiet or NO_STRENGTH in step["cases"]


def _moved(steps: Sequence[Json]) -> str:
    pieces = {(move["whom"], move["from"] if move["whom"] == UNIT else "") for move in _moves(steps)}
    return f"{counted(len(pieces), 'zombie piece')} moved."
