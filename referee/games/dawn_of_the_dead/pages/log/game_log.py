"""The log: a line for each action, for steps taken back together, and for phases that ended by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from referee.games.dawn_of_the_dead.pages.log.agreement import NAMELESS, mark
from referee.games.dawn_of_the_dead.pages.table.settings import change_notice
from referee.games.dawn_of_the_dead.pages.wording import counted, player
from referee.games.dawn_of_the_dead.shown_actions import label
from referee.pages.table.company import let_in as let_in_sentence
from referee.storage.arrivals import LET_IN
from referee.tables.cancelling import GIVEN_UP

Json = Mapping[str, Any]
LOG_LINES = 30


def log(
    lines: Sequence[Json],
    let_in: Sequence[Json] = (),
    names: Mapping[str, str] = NAMELESS,
    changes: Sequence[Json] = (),
) -> list[Json]:
    """Return the latest log entries, newest first, with devices let in or sent away and settings changed."""
    entries: list[Json] = []
    beside = [
        *(_beside(a, let_in_sentence({"state": LET_IN, **a}, player(a["seat"], names))) for a in let_in),
        *(_beside(change, change_notice(change, names)) for change in changes),
    ]
    came = sorted(beside, key=itemgetter(0))[::-1]
    for lot in _lots(lines):
        numbers = {line["n"] for line in lot}
        entries += [line for after, line in came if after in numbers]
        entries.append(_entry(lot, names))
        if len(entries) >= LOG_LINES:
            return entries
    return entries + [line for after, line in came if not after]


def _beside(came: Json, text: str) -> tuple[int, Json]:
    """Return the entry for what is not an action, with the record line before it."""
    return came["after"], {"turn": came["turn"], "text": text, "back": False, "mark": "", "cases": ()}


def back_in_words(lines: Sequence[Json]) -> str:
    """Return what was taken back together: the step, or how many and what the first of them did.

    Only the first sentence of that one: why the referee did it stands in the log.
    """
    steps = [line for line in lines if not line.get("automatic")]
    story = steps[0]["story"]
    if len(steps) == 1:
        return str(story)
    did = story.partition(". ")[0].rstrip(".")
    return f"{counted(len(steps), 'step')}, starting with “{did}”."


def given_up(line: Json) -> str:
    """Return the sentence on an action that was given up before it was carried out, or ""."""
    begun = line.get("action") if line["story"] == GIVEN_UP else None
    return f"Started, then called off: {label(begun)}." if begun else ""


def _lots(lines: Sequence[Json]) -> Iterator[list[Json]]:
    """Yield the lines that are told together, the newest first; each lot has the oldest first."""
    lot: list[Json] = []
    for line in reversed(lines):
        if lot and not _together(line, lot[0]):
            yield lot
            lot = []
        lot.insert(0, line)
    if lot:
        yield lot


def _together(line: Json, newer: Json) -> bool:
    back = line.get("taken_back_at")
    if back is not None or newer.get("taken_back_at") is not None:
        return bool(back == newer.get("taken_back_at"))
    return bool(line.get("automatic") and newer.get("automatic"))


def _entry(lot: Sequence[Json], names: Mapping[str, str]) -> Json:
    last = lot[-1]
    back = bool(last.get("taken_back"))
    agreed = mark(
        taken_back=back and last["story"] != GIVEN_UP,  # its sentence says so already
        overridden=last.get("overridden", False),
        answered_for=last.get("answered_for", ()),
        names=names,
        secrets_open=last.get("secrets_open", False),
    )
    line = lot[0] if back else last
    text = given_up(last) or (back_in_words(lot) if back else last["story"])
    return {"turn": line["turn"], "text": text, "back": back, "mark": agreed, "cases": line["cases"][:1]}
