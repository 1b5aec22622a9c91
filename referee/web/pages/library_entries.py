"""Maps and counter sheets as lists show them: time, size and code distinguish those with the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from referee.errors import Problem
from referee.games.interface.host import Choices
from referee.games.toolkit.http import format_day
from referee.surveys.uploads import bundled_documents, list_documents, map_size, owned_documents, upload_times
from referee.tables.service import tables
from referee.web.auth import upload_owner

_CODE_LENGTH = 8
"""Digits of a hash that distinguish two documents."""


def library_entries(kind: str) -> list[dict[str, Any]]:
    """Return the entries of `list_documents`, each with its upload time (`at`) and `day`, or "".

    Uploads that share a name have the time in the name too, and `apart` says what else distinguishes them:
    how large a map is, and a code, the beginning of the hash of its content. `title` is the name alone.
    `own` says whether this browser uploaded it, and `by` is the name that its uploader gave.
    """
    entries = list_documents(tables(), kind)
    uploaded = any(not entry["bundled"] for entry in entries)
    came = upload_times(tables(), kind) if uploaded else {}
    at = {id_: moment for id_, (moment, _) in came.items()}
    mine = owned_documents(tables(), kind, upload_owner()) if uploaded else frozenset()
    shared = {name for name, often in Counter(entry["name"] for entry in entries).items() if often > 1}
    entries = [
        {
            **_with_day(entry, at, kind if entry["name"] in shared else ""),
            "own": entry["id"] in mine,
            "by": came.get(entry["id"], ("", ""))[1],
        }
        for entry in entries
    ]
    told = [_with_time(entry, at, shared, "%H:%M") for entry in entries]
    # Two of one minute need their seconds.
    return (
        told
        if _have_distinct_names(told)
        else [_with_time(entry, at, shared, "%H:%M:%S") for entry in entries]
    )


def selectable_entries(kind: str) -> list[dict[str, Any]]:
    """Return what `library_entries` does, for a form to choose from.

    Where the database does not answer just now, that is what comes with the games: the page needs no more.
    Raises Problem (503) where waiting does not help.
    """
    try:
        return library_entries(kind)
    except Problem as problem:
        if "Retry-After" not in problem.headers:
            raise
        return [_with_day(entry, {}, "") for entry in bundled_documents(kind)]


def _with_day(entry: dict[str, Any], at: Mapping[str, str], sized: str) -> dict[str, Any]:
    """Return an entry with its day, and with its distinguishing mark if `sized` is its kind."""
    entry = {**entry, "title": entry["name"]}
    if entry["bundled"]:
        return {**entry, "at": "", "day": "", "apart": ""}
    size = ""
    if sized == "map":
        with suppress(Problem):  # it was deleted just now
            size = f"{map_size(entry['id'])}, "
    code = entry["id"].rpartition("-")[2][:_CODE_LENGTH]
    moment = at.get(entry["id"], "")
    apart = f"{size}code {code}" if sized else ""
    return {**entry, "at": moment, "day": format_day(moment) if moment else "", "apart": apart}


def _with_time(
    entry: dict[str, Any], at: Mapping[str, str], shared: Collection[str], clock: str
) -> dict[str, Any]:
    moment = at.get(entry["id"], "")
    if not moment or entry["name"] not in shared:
        return entry
    when = f"{format_day(moment)}, {datetime.fromisoformat(moment).astimezone():{clock}}"
    return {**entry, "name": f"{entry['name']} ({when})", "day": when}


def _have_distinct_names(entries: Collection[Mapping[str, Any]]) -> bool:
    return len({entry["name"] for entry in entries}) == len(entries)


_MAX_OWN_SHOWN = 3
"""The newest uploads of this browser that are listed beside the bundled ones."""


def board_choices(system: str, kind: str, asked: str = "") -> Choices:
    """Return the maps or sheets to play a game with; `asked` is the id of the one that somebody comes for.

    One's own newest is chosen at first, else the one that comes with the game: never a stranger's.
    """
    entries = [entry for entry in selectable_entries(kind) if entry["system"] == system]
    bundled = [entry for entry in entries if entry["bundled"]]
    uploaded = sorted((e for e in entries if not e["bundled"]), key=lambda e: str(e["at"]), reverse=True)
    wanted = [entry for entry in uploaded if entry["id"] == asked]
    own = [entry for entry in uploaded if entry["own"] and entry not in wanted][:_MAX_OWN_SHOWN]
    shown = [*wanted, *own, *bundled]
    chosen = next((entry["id"] for entry in shown if entry["id"] == asked), "")
    chosen = chosen or (shown[0]["id"] if shown else "")
    return Choices(shown, [entry for entry in uploaded if entry not in shown], chosen)
