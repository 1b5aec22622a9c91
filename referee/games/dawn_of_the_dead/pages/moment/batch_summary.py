"""The actions of one tap told together: a walk, reactions without a choice, a phase of the referee (15.0).

The sentence is made of the effects that everybody knows, so that it is the same on all screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import MOVES
from referee.games.dawn_of_the_dead.pages.moment.news import results, word_for_all
from referee.games.dawn_of_the_dead.pages.wording import NAMES, counted
from rules.dawn_of_the_dead.effects import UNIT
from rules.dawn_of_the_dead.humans.human_movement import Walk
from rules.sentences import listed

Json = Mapping[str, Any]
QUIET = frozenset({"next_phase", "roll_free_moves", "open_attack", "declare_attack"})
"""What only leads on to something else, which is told."""
MAX_WAYS = 12
"""So many moves are named one by one in a sentence."""


def batch_summary(last: Json, steps: Sequence[Json]) -> Json:
    """Return the ruling on all `steps` of a tap, or the `last` ruling where that was one step."""
    if len(steps) < 2:
        return last
    kinds = {step["action"]["do"] for step in steps}
    tell = {"step": _walk, "react": _reactions}.get(kinds.pop(), _phase) if len(kinds) == 1 else _phase
    return {**last, **tell(last, steps)}


def _of(steps: Iterable[Json], name: str) -> list[Json]:
    """Return the effects of one kind, in order."""
    return [effect for step in steps for effect in step["effects"] if effect["effect"] == name]


def moves_of(steps: Iterable[Json]) -> list[Json]:
    """Return the moves of the pieces that went by themselves: what was carried or taken along is left out."""
    return [move for move in _of(steps, "move") if move["by"] is None]


def _walk(last: Json, steps: Sequence[Json]) -> Json:
    """Tell a walk (5.0) from the square where it began to the one where it ended."""
    moves = moves_of(steps)
    if not moves:
        return {}
    end = [effect for effect in steps[-1]["effects"] if effect["effect"] == "move"]
    walk = Walk(
        who=[move["whom"] for move in end if move["by"] is None],
        start=moves[0]["from"],
        end=moves[-1]["to"],
        carried=[move["whom"] for move in end if move["by"] is not None],
        met=bool(_of(steps, "appear")),
        recovered=[effect["whom"] for effect in _of(steps, "status")],
    )
    told = walk.notice(_of(steps, "points")[-1]["left"])
    return {"reason": " ".join(filter(None, (told, last["ended"])))}


def _reactions(last: Json, steps: Sequence[Json]) -> Json:
    """Tell where all units went that moved without a choice (7.0), and how many pieces where one has no name.

    A super zombie is named by its character, and its square is on the map.
    """
    moves = moves_of(steps)
    if any(move["whom"] != UNIT for move in moves):
        return _phase(last, steps)
    went = [f"{move['from']} → {move['to']}" for move in moves]
    return {"reason": " ".join(filter(None, (f"{len(went)} units: {', '.join(went)}.", last["ended"])))}


def _phase(last: Json, steps: Sequence[Json]) -> Json:
    """Tell what came of many actions; the ways of the pieces, which the map shows, only before the end."""
    moves = [step for step in steps if step["action"]["do"] in MOVES]
    entries = [
        (moved(steps) if step["action"]["do"] in MOVES else step["reason"], step)
        for n, step in enumerate(steps, start=1)
        if step in moves[:1] or step is steps[-1] or (_tells(step) and not _told_again(step, steps[n:]))
    ]
    entries[:-1] = sorted(entries[:-1], key=lambda entry: entry[1]["action"]["do"] in MOVES)
    sentences = dict.fromkeys(sentence for sentence, _ in entries)
    cases = dict.fromkeys(case for _, step in entries for case in step["cases"][:1])
    outcomes = [word for step in steps for word in results(step["effects"]).values()]
    news = listed(dict.fromkeys(outcomes)).capitalize() if outcomes else word_for_all(steps)
    word = {"word": news} if news else {}
    return {**word, "reason": " ".join(filter(None, (*sentences, last["ended"]))), "cases": [*cases]}


def _tells(step: Json) -> bool:
    """Return whether an action is told: an attack without strength ends with its declaration (R-8.0a)."""
    quiet = step["action"]["do"] in {*QUIET, *MOVES}
    return not quiet or bool(_of([step], "attack_declared") and _of([step], "attack_over"))


def _told_again(step: Json, later: Sequence[Json]) -> bool:
    """Return whether an action names nobody but victims of attacks that are rolled later, and told then."""
    if any(effect["effect"] != "victims" for effect in step["effects"]):
        return False
    named = {name for victims in _of([step], "victims") for name in victims["characters"]}
    return bool(named) and named <= {attacked["whom"] for attacked in _of(later, "attacked")}


def moved(steps: Sequence[Json]) -> str:
    """Tell which pieces moved, each from where it was to where it is now; a super zombie by its name."""
    went: dict[tuple[str, str], str] = {}
    for move in moves_of(steps):
        start = went.pop((move["whom"], move["from"]), move["from"])
        went[(move["whom"], move["to"])] = start
    ways = [
        f"{'' if whom == UNIT else f'{NAMES[whom]} '}{start} → {end}" for (whom, end), start in went.items()
    ]
    more = [f"and {len(ways) - MAX_WAYS} more"] if len(ways) > MAX_WAYS else []
    return f"{counted(len(ways), 'zombie piece')} moved: {', '.join([*ways[:MAX_WAYS], *more])}."
