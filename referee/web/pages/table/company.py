"""Who is at the table, what they are called, and who was let in: the panel "At the table" and its news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.events.news import LONG_AWAY
from referee.games.ports import SPECTATOR, TableWords
from referee.storage.arrivals import LET_IN, SENT_AWAY, WAITING
from referee.tables.seats import LONGEST_NAME
from rules.sentences import sentence

Json = Mapping[str, Any]


def seats(company: Sequence[Json], seat: str, words: TableWords) -> list[Json]:
    """Return who is at the table, and how often each seat was taken by a device."""
    return [
        {
            "id": sits["seat"],
            "name": words.name(sits["seat"]),
            "here": sits["connected"] or sits["seat"] == seat,
            "me": sits["seat"] == seat,
            "joins": sits["joins"],
        }
        for sits in company
    ]


def taken(company: Sequence[Json]) -> frozenset[str]:
    """Return the seats that some device has taken."""
    return frozenset(sits["seat"] for sits in company if sits["joins"])


def naming(company: Sequence[Json], seat: str, public: str, words: TableWords) -> Json | None:
    """Return the names that a seat may enter: its own; on the tablet all. None for a spectator."""
    if seat == SPECTATOR:
        return None
    shown = [sits for sits in company if sits["seat"] != public and seat in {public, sits["seat"]}]
    rows = [
        {"seat": sits["seat"], "label": words.title(sits["seat"]), "name": sits["name"] or ""}
        for sits in shown
    ]
    return {"rows": rows, "longest": LONGEST_NAME, "own": seat != public}


def arrival(
    came: Json | None, seat: str, public: str, words: TableWords, *, first: bool = True
) -> Json | None:
    """Return the question or the news about a device that wants to share a private seat, or None.

    `first`: this is not a device that others let in, so it answers for its seat and reads the news.
    """
    if came is None or (came["state"] != WAITING and seat == SPECTATOR):
        return None
    told = {"title": "", "n": came["n"], "answers": False, "away": "", "seat": came["seat"]}
    if came["state"] != WAITING:
        news = {**told, "sentence": let_in(came, words.player(came["seat"]))}
        read = first and seat == came["seat"] and came.get("unread")
        return {**news, "title": "Another device is at your seat", "read": True} if read else news
    who, device = words.player(came["seat"]), "Another device"
    if came.get("name"):
        device = f"Another device ({came['name']})"
    if seat == came["seat"]:
        says = f"{device} wants to join as {who} and see what you see. Let it in?"
    else:
        says = f"{device} wants to join as {who}. {sentence(who)} decides on the device that has the seat."
    return {
        **told,
        "title": "Let another device in?",
        "sentence": says,
        "answers": first and seat == came["seat"],
        "away": f"The device of {who} is away" if seat == public else "",
        "after": f"{LONG_AWAY:.0f} seconds",
    }


def devices(listed: Sequence[Json], seat: str) -> list[Json]:
    """Return a seat's devices in words, each with its number if it can be sent away; [] for one alone."""
    if len(listed) < 2:
        return []
    shown: list[Json] = []
    for place, device in enumerate(listed, start=1):
        name = f" ({device['name']})" if device.get("name") else ""
        came = ""
        if device["n"]:
            came = ", let in from this seat" if device["by"] == seat else ", let in on the tablet"
        label = f"Device {place}{name}{came}"
        shown.append({"label": label, "me": device["this"], "n": 0 if device["this"] else device["n"]})
    return shown


def let_in(came: Json, who: str) -> str:
    """Return the sentence on what was answered to a device that wants to join as `who`, and by whom.

    Or that a device which had joined was sent away.
    """
    if came["state"] == SENT_AWAY:
        return f"{sentence(who)} sent a device away."
    is_in = came["state"] == LET_IN
    if came["by"] == came["seat"]:
        return f"{sentence(who)} {'let' if is_in else 'did not let'} another device in."
    if is_in:
        return f"Another device has joined as {who}: let in on the tablet, by agreement at the tablet."
    return f"Another device was not let in as {who}."
