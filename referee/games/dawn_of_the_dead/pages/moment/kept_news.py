"""What befell the characters, kept in sight on a screen until its players have acted again (8.0, 9.0).

It is what attacks did, and where hidden zombies appeared, read off the log that the seat was sent, as far as
it is still so. The strength of an attack is told for
the moment alone (2.3), and is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.pages.moment.news import Json, results
from referee.games.dawn_of_the_dead.pages.moment.outcome import SHARED_SEAT
from referee.games.dawn_of_the_dead.pages.wording import NAMES
from referee.games.ports import SPECTATOR
from rules.dawn_of_the_dead.game import HUMAN_ACTIONS
from rules.sentences import listed

CASES = ("8.5", "8.4", "8.3")
"""The cases of what an attack can do, the worst first."""


@dataclass(frozen=True, slots=True)
class KeptNews:
    """The sentence, its cases, and the line `n` of the record that it tells of last."""

    text: str
    cases: tuple[str, ...]
    n: int


def kept_news(lines: Sequence[Json], view: Json, seat: str) -> KeptNews | None:
    """Return what happened to this screen's players since they acted last; None where the ruling tells it.

    The zombie player rolled for it and needs no reminder.
    """
    if view["phase"] == "over" or seat == "zombie":
        return None
    told = _told_now(view)
    kept = [line for line in _since(lines, seat) if line["n"] not in told and _still_so(line, view)]
    if not kept:
        return None
    fates = {name: word for line in reversed(kept) for name, word in results(line["effects"]).items()}
    cases = dict.fromkeys(case for line in reversed(kept) for case in CASES if case in line["cases"])
    came = [square for line in reversed(kept) for square in _came(line)]
    if came:
        cases |= dict.fromkeys(line["cases"][0] for line in kept if _came(line))
    text = [told_fates(fates)] if fates else []
    text += [told_arrivals(came)] if came else []
    return KeptNews(" ".join(text), tuple(cases), max(line["n"] for line in kept))


def told_fates(fates: Mapping[str, str]) -> str:
    """Return what became of characters: "Peter and Steve are killed, and Fran is stunned."."""
    alike: dict[str, list[str]] = {}
    for name, word in fates.items():
        alike.setdefault(word.lower(), []).append(NAMES[name])
    parts = [f"{listed(names)} {'is' if len(names) == 1 else 'are'} {word}" for word, names in alike.items()]
    *others, last = parts
    shared = len(parts) > 1 and len(fates) > len(parts)
    return f"{', '.join(others)}, and {last}." if shared else f"{listed(parts)}."


def told_arrivals(squares: Sequence[str]) -> str:
    """Return where hidden zombies came: "A hidden zombie has appeared in 045."."""
    who = "A hidden zombie has" if len(squares) == 1 else "Hidden zombies have"
    return f"{who} appeared in {listed(squares)}."


def _came(line: Json) -> list[str]:
    """Return the squares where hidden zombies appeared (9.0, 15.1)."""
    return [e["square"] for e in line["effects"] if e["effect"] == "appear" and e["pool"] == "hidden_box"]


def _still_so(line: Json, view: Json) -> bool:
    """Return whether a character still has the status that an attack gave him.

    A stunned one comes round when another walks in (8.3), and an infected one may turn (11.0).
    """
    fates = results(line["effects"]).items()
    return all(view["characters"][name]["status"] == word.lower() for name, word in fates)


def _told_now(view: Json) -> set[int]:
    """Return the lines of the record that the ruling tells."""
    last = view["moment"]
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
