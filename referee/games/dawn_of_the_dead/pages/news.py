"""News of the last actions: in a word, of one tap together, and kept until players have acted again.

Kept news is what attacks did and where hidden zombies appeared, read off the log that the seat was sent, as
far as it still holds. It leaves out the strength of an attack, which only the moment shows (2.3).

The sentence about a tap is made of public effects, so that it is the same on all screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.labels.wording import NAMES, counted
from referee.games.dawn_of_the_dead.pages.status_bar import SHARED_SEAT
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface import SPECTATOR
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import MOVES
from rules.dawn_of_the_dead.effects import UNIT
from rules.dawn_of_the_dead.effects.course import Side
from rules.dawn_of_the_dead.game import HUMAN_ACTIONS
from rules.dawn_of_the_dead.humans.human_movement import Walk
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed

DONE = "Done"
NO_EFFECT = "No effect"
RESULTS = {"killed": "Killed", "infected": "Infected", "stunned": "Stunned"}
"""The results of an attack on a character."""
ELIMINATED = "Eliminated"
ATTACK = "Attack"
_HURTS: Mapping[str, Side] = {
    "Panic": "human", "Berserk": "human", "Glass broken": "human", "Hidden zombie": "human",
    "New zombies": "human", "Super zombie": "human", ATTACK: "human",
    **dict.fromkeys(RESULTS.values(), "human"),
    ELIMINATED: "zombie", "Not berserk": "zombie", "Glass holds": "zombie",
}  # fmt: skip
"""The side for which each word is bad news; other words are for neither."""
HARM = frozenset(word for word, side in _HURTS.items() if side == "human")
"""Bad news for the human side, which must not look like a success."""
BIG = frozenset({"Panic", "Hidden zombie", "Super zombie", *RESULTS.values()}) - {RESULTS["stunned"]}
"""Words that no player should miss."""


def news(view: DawnView) -> str:
    """Return what came of the last action, from what everybody knows; "Done" if nothing was at stake."""
    last = view.moment
    assert last is not None
    return "Done by agreement" if last["overridden"] else word_for_all([last]) or DONE


def word_for(effects: Iterable[Json]) -> str:
    """Return the word for what decided something, or "".

    The last one that is bad news for a side counts: one may panic, and another fire and miss.
    """
    told = [_NEWS[effect["effect"]](effect) for effect in effects if effect["effect"] in _NEWS]
    words = [word for word in reversed(told) if word]
    return next((word for word in words if word in _HURTS), words[0] if words else "")


def word_for_all(steps: Sequence[Json]) -> str:
    """Return the word for the actions of one tap: the last harm that they did, else the last word.

    An attack that the last of them opens comes before what was done on the way: the table waits for it (8.1).
    """
    if any(effect["effect"] == "attack" for effect in steps[-1]["effects"]):
        return ATTACK
    words = [word for step in reversed(steps) if (word := word_for(step["effects"]))]
    return next((word for word in words if word in HARM), words[0] if words else "")


def tone_for(word: str, mode: str, seat: str) -> str:
    """Return how what happened looks to a seat: "done", "done harm", or "done open" for both sides at once.

    All seats are on one side where nobody plays the zombies. Where both sides play, a screen that they share
    takes neither, as with the end of a game. An action without effect looks like a success to neither.
    """
    if word == NO_EFFECT:
        return "done open"
    hurt = _HURTS.get(word)
    side = seat if mode == "two-player" else "human"
    if hurt is None or side not in {"human", "zombie"}:
        return "done" if hurt is None else "done open"
    return "done harm" if side == hurt else "done"


def results(effects: Iterable[Json]) -> dict[str, str]:
    """Return what attacks did, in a word for each character that they did something to (8.3, 8.4, 8.5)."""
    attacked = (effect for effect in effects if effect["effect"] == "attacked")
    return {e["whom"]: RESULTS[e["result"]] for e in attacked if e["result"] in RESULTS}


_NEWS: Mapping[str, Callable[[Json], str]] = {
    "appear": lambda effect: "Hidden zombie" if effect["pool"] == "hidden_box" else "New zombies",
    "status": lambda effect: "Super zombie" if effect["status"] == "super_zombie" else "",
    "eliminate": lambda _effect: ELIMINATED,
    "panic": lambda _effect: "Panic",
    "shot": lambda effect: ELIMINATED if effect["hit"] else NO_EFFECT,
    "attacked": lambda effect: RESULTS.get(effect["result"], NO_EFFECT),
    "berserk_check": lambda effect: "Berserk" if effect["berserk"] else "Not berserk",
    "smash": lambda effect: "Glass broken" if effect["broken"] else "Glass holds",
}
"""The word for each effect that decides something, or "" where it decides nothing."""


CASES = ("8.5", "8.4", "8.3")
"""The cases of what an attack can do, the worst first."""


@dataclass(frozen=True, slots=True)
class KeptNews:
    """The sentence, its cases, and the last line `n` of the record that it covers."""

    text: str
    cases: tuple[str, ...]
    n: int


def kept_news(lines: Sequence[Json], view: DawnView, seat: str) -> KeptNews | None:
    """Return what happened to this screen's players since they acted last; None where the ruling says it.

    The zombie player rolled for it and needs no reminder.
    """
    if view.game.phase == "over" or seat == "zombie":
        return None
    told = _current_lines(view)
    kept = [line for line in _since(lines, seat) if line["n"] not in told and _still_so(line, view.game)]
    if not kept:
        return None
    fates = {name: word for line in reversed(kept) for name, word in results(line["effects"]).items()}
    cases = dict.fromkeys(case for line in reversed(kept) for case in CASES if case in line["cases"])
    came = [square for line in reversed(kept) for square in _came(line)]
    if came:
        cases |= dict.fromkeys(line["cases"][0] for line in kept if _came(line))
    text = [fate_lines(fates)] if fates else []
    text += [arrival_lines(came)] if came else []
    return KeptNews(" ".join(text), tuple(cases), max(line["n"] for line in kept))


def fate_lines(fates: Mapping[str, str]) -> str:
    """Return what became of characters: "Peter and Steve are killed, and Fran is stunned."."""
    alike: dict[str, list[str]] = {}
    for name, word in fates.items():
        alike.setdefault(word.lower(), []).append(NAMES[name])
    parts = [f"{listed(names)} {'is' if len(names) == 1 else 'are'} {word}" for word, names in alike.items()]
    *others, last = parts
    shared = len(parts) > 1 and len(fates) > len(parts)
    return f"{', '.join(others)}, and {last}." if shared else f"{listed(parts)}."


def arrival_lines(squares: Sequence[str]) -> str:
    """Return where hidden zombies came: "A hidden zombie has appeared in 045."."""
    who = "A hidden zombie has" if len(squares) == 1 else "Hidden zombies have"
    return f"{who} appeared in {listed(squares)}."


def _came(line: Json) -> list[str]:
    """Return the squares where hidden zombies appeared (9.0, 15.1)."""
    return [e["square"] for e in line["effects"] if e["effect"] == "appear" and e["pool"] == "hidden_box"]


def _still_so(line: Json, view: View) -> bool:
    """Return whether a character still has the status that an attack gave him.

    A stunned one comes round when another walks in (8.3), and an infected one may turn (11.0).
    """
    fates = results(line["effects"]).items()
    return all(view.characters[name].status == word.lower() for name, word in fates)


def _current_lines(view: DawnView) -> set[int]:
    """Return the lines of the record that the ruling covers."""
    last = view.moment
    return {last["n"], *(step["n"] for step in last["batch"])} if last else set()


def _since(lines: Sequence[Json], seat: str) -> Iterator[Json]:
    """Yield what is kept of all that was done since the players of a screen acted, the newest first."""
    for line in reversed(lines):
        if line.get("taken_back"):
            continue
        if _acted(line, seat):
            return
        if results(line["effects"]) or _came(line):
            yield line


def _acted(line: Json, seat: str) -> bool:
    """Whether a line shows that the players of a screen have read what came before it.

    Each reads his own phone before he taps there; all read the tablet before they move.
    """
    action, shared = line["action"]["do"], seat in {SHARED_SEAT, SPECTATOR}
    if action not in HUMAN_ACTIONS:
        return False
    return line["seat"] == seat or action == "end_turn" or (shared and action == "start_move")


QUIET = frozenset({"next_phase", "roll_free_moves", "open_attack", "declare_attack"})
"""Actions without news: what they lead to has some."""
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
    """Return a walk (5.0) as one sentence, from its first square to its last."""
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
    """Return where all units went that moved without a choice (7.0), or their number if one has no name.

    A super zombie is named by its character, and its square is on the map.
    """
    moves = moves_of(steps)
    if any(move["whom"] != UNIT for move in moves):
        return _phase(last, steps)
    went = [f"{move['from']} → {move['to']}" for move in moves]
    return {"reason": " ".join(filter(None, (f"{len(went)} units: {', '.join(went)}.", last["ended"])))}


def _phase(last: Json, steps: Sequence[Json]) -> Json:
    """Return what came of many actions; the ways of the pieces, which the map shows, only before the end."""
    moves = [step for step in steps if step["action"]["do"] in MOVES]
    entries = [
        (moved(steps) if step["action"]["do"] in MOVES else step["reason"], step)
        for n, step in enumerate(steps, start=1)
        if step in moves[:1] or step is steps[-1] or (_is_shown(step) and not _repeats(step, steps[n:]))
    ]
    entries[:-1] = sorted(entries[:-1], key=lambda entry: entry[1]["action"]["do"] in MOVES)
    sentences = dict.fromkeys(sentence for sentence, _ in entries)
    cases = dict.fromkeys(case for _, step in entries for case in step["cases"][:1])
    outcomes = [word for step in steps for word in results(step["effects"]).values()]
    news = listed(dict.fromkeys(outcomes)).capitalize() if outcomes else word_for_all(steps)
    word = {"word": news} if news else {}
    return {**word, "reason": " ".join(filter(None, (*sentences, last["ended"]))), "cases": [*cases]}


def _is_shown(step: Json) -> bool:
    """Return whether an action is worth a sentence. An attack without strength ends at once (R-8.0a)."""
    quiet = step["action"]["do"] in {*QUIET, *MOVES}
    return not quiet or bool(_of([step], "attack_declared") and _of([step], "attack_over"))


def _repeats(step: Json, later: Sequence[Json]) -> bool:
    """Return whether an action only names victims whose attacks are rolled, and reported, later."""
    if any(effect["effect"] != "victims" for effect in step["effects"]):
        return False
    named = {name for victims in _of([step], "victims") for name in victims["characters"]}
    return bool(named) and named <= {attacked["whom"] for attacked in _of(later, "attacked")}


def moved(steps: Sequence[Json]) -> str:
    """Return which pieces moved, each from where it was to where it is now; a super zombie by its name."""
    went: dict[tuple[str, str], str] = {}
    for move in moves_of(steps):
        start = went.pop((move["whom"], move["from"]), move["from"])
        went[(move["whom"], move["to"])] = start
    ways = [
        f"{'' if whom == UNIT else f'{NAMES[whom]} '}{start} → {end}" for (whom, end), start in went.items()
    ]
    more = [f"and {len(ways) - MAX_WAYS} more"] if len(ways) > MAX_WAYS else []
    return f"{counted(len(ways), 'zombie piece')} moved: {', '.join([*ways[:MAX_WAYS], *more])}."
