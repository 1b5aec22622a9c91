"""What attacks did to the characters, kept in sight on a screen until its players have acted again (8.0).

It is read off the log that the seat was sent, as far as it is still so. The strength of an attack is told for
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
    """Return what attacks did since this screen's players acted last; None where the ruling tells it all.

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
    return KeptNews(told_fates(fates), tuple(cases), max(line["n"] for line in kept))


def told_fates(fates: Mapping[str, str]) -> str:
    """Return what became of characters: "Peter and Steve are killed, and Fran is stunned."."""
    alike: dict[str, list[str]] = {}
    for name, word in fates.items():
        alike.setdefault(word.lower(), []).append(NAMES[name])
    parts = [f"{listed(names)} {'is' if len(names) == 1 else 'are'} {word}" for word, names in alike.items()]
    *others, last = parts
    shared = len(parts) > 1 and len(fates) > len(parts)
    return f"{', '.join(others)}, and {last}." if shared else f"{listed(parts)}."


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
    """Yield the attacks that did something since the players of a screen acted, the newest first."""
    for line in reversed(lines):
        if line.get("taken_back"):
            continue
        if _acted(line, seat):
            return
        if results(line["effects"]):
            yield line


def _acted(line: Json, seat: str) -> bool:
    """Whether a line shows that the players of a screen have read what came before it.

    Each reads his own phone before he taps there; all read the tablet before they move.
    """
    action, shared = line["action"]["do"], seat in {SHARED_SEAT, SPECTATOR}
    if action not in HUMAN_ACTIONS:
        return False
    return line["seat"] == seat or action == "end_turn" or (shared and action == "start_move")
