"""Maps and counter sheets as lists show them: those with one name are told apart by their upload times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from referee.documents import brought_at, bundled, listed
from referee.problems import Problem
from referee.tables import tables


def shelf_entries(kind: str) -> list[dict[str, Any]]:
    """Return what `documents.listed` does; brought ones that share a name have its moment in the name too."""
    entries = listed(tables(), kind)
    shared = {name for name, often in Counter(entry["name"] for entry in entries).items() if often > 1}
    if not shared:
        return entries
    at = brought_at(tables(), kind)
    told = [_told(entry, at, shared, "%H:%M") for entry in entries]
    # Two of one minute need their seconds.
    return told if _differ(told) else [_told(entry, at, shared, "%H:%M:%S") for entry in entries]


def offered(kind: str) -> list[dict[str, Any]]:
    """Return what `shelf_entries` does, for a form to choose from.

    Where the database does not answer just now, that is what comes with the games: the page needs no more.
    Raises Problem (503) where waiting does not help.
    """
    try:
        return shelf_entries(kind)
    except Problem as problem:
        if "Retry-After" not in problem.headers:
            raise
        return bundled(kind)


def day(moment: str) -> str:
    """Return the day of a moment (ISO 8601) by the server's clock: "21 November 2026"."""
    there = datetime.fromisoformat(moment).astimezone()
    return f"{there.day} {there:%B %Y}"


def _told(
    entry: dict[str, Any], at: Mapping[str, str], shared: Collection[str], clock: str
) -> dict[str, Any]:
    moment = at.get(entry["id"], "")
    if not moment or entry["name"] not in shared:
        return entry
    there = datetime.fromisoformat(moment).astimezone()
    return {**entry, "name": f"{entry['name']} ({day(moment)}, {there:{clock}})"}


def _differ(entries: Collection[Mapping[str, Any]]) -> bool:
    return len({entry["name"] for entry in entries}) == len(entries)
