"""The seeds of what the referee chooses as a player: the same at the table and when its record is checked."""

from __future__ import annotations

from referee.chance import mixed
from referee.records import Record

SEAL = "dice"
"""The name of the seal on the seed. Those that follow are "dice_2", "dice_3" and so on."""


def choice_seed(seed: str, taken_back: int) -> str:
    """Return what a choice comes from, once this many lines were taken back: another seed each time."""
    return f"{seed}/{taken_back}"


def seal_names(count: int) -> list[str]:
    """Return the names of the seals on `count` seeds that followed the first."""
    return [f"{SEAL}_{number}" for number in range(2, count + 2)]


def ends_taken_back(record: Record) -> list[tuple[int, int]]:
    """Return the line and the turn of each end of the game that was taken back, in order."""
    marked = {entry.get("taken_back_at") for entry in record.lines if entry["secrets_open"]}
    return [(entry["n"], entry["turn"]) for entry in record.lines if entry["n"] in marked]


def opened_choice_seed(record: Record, n: int) -> str | None:
    """Return what the referee's choice in line `n` comes from; None where its seed was not opened.

    All that was taken back before a line that stands has a lower number than that line.
    """
    ends = ends_taken_back(record)
    names = [SEAL, *seal_names(len(ends))]
    opened = (record.opened or {}).get(names[sum(end < n for end, _ in ends)])
    if opened is None:
        return None
    last_end = max((end for end, _ in ends if end < n), default=-1)
    parts = [p["part"] for p in record.header.get("parts", ()) if last_end <= p["after"] < n]
    before = sum(entry["taken_back"] for entry in record.lines if entry["n"] < n)
    return choice_seed(mixed(str(opened["value"]), parts), before)
