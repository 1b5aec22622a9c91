"""Who is at the table, what they are called, and who was let in: the panel "At the table" and its news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import SEATS, player, seat_name
from referee.storage.arrivals import LET_IN, WAITING
from referee.systems.protocol import SPECTATOR
from referee.tables.naming import LONGEST_NAME
from rules.sentences import sentence

Json = Mapping[str, Any]


def seats(company: Sequence[Json], role: str) -> list[Json]:
    """Return who is at the table, and how often each seat was taken by a device."""
    names = names_of(company)
    return [
        {
            "id": s["seat"],
            "name": seat_name(s["seat"], names),
            "here": s["connected"] or s["seat"] == role,
            "me": s["seat"] == role,
            "joins": s["joins"],
        }
        for s in company
    ]


def joined(company: Sequence[Json]) -> frozenset[str]:
    """Return the seats that some device has taken."""
    return frozenset(s["seat"] for s in company if s["joins"])


def names_of(company: Sequence[Json]) -> dict[str, str]:
    """Return what the players of the seats are called."""
    return {s["seat"]: s["name"] for s in company if s["name"]}


def naming(company: Sequence[Json], role: str, public: str) -> Json | None:
    """Return the names that a seat may enter: its own; on the tablet all. None for a spectator."""
    if role == SPECTATOR:
        return None
    shown = [s for s in company if s["seat"] != public and role in {public, s["seat"]}]
    rows = [{"seat": s["seat"], "label": SEATS[s["seat"]], "name": s["name"] or ""} for s in shown]
    return {"rows": rows, "longest": LONGEST_NAME, "own": role != public}


def arrival(view: Json, role: str, public: str) -> Json | None:
    """Return the question or the news about a device that wants to share a private seat, or None."""
    came = view.get("arrival")
    if came is None or (came["state"] != WAITING and role == SPECTATOR):
        return None
    who, names = player(came["seat"], view["names"]), view["names"]
    if came["state"] != WAITING:
        says = _sentence(came, names)
        return {
            "title": "",
            "sentence": says,
            "n": came["n"],
            "answers": False,
            "away": "",
            "seat": came["seat"],
        }
    device = f"Another device ({came['name']})" if came.get("name") else "Another device"
    if role == came["seat"]:
        says = f"{device} wants to join as {who} and see what you see. Let it in?"
    else:
        says = f"{device} wants to join as {who}. {sentence(who)} answers on the device already there."
    return {
        "title": "Let another device in?",
        "sentence": says,
        "n": came["n"],
        "answers": role == came["seat"],
        "away": f"The device of {who} is away" if role == public else "",
        "seat": came["seat"],
    }


def let_in_lines(let_in: Sequence[Json], names: Mapping[str, str]) -> list[tuple[int, Json]]:
    """Return log lines for the devices that were let in, each with the record line before it."""
    return [
        (
            came["after"],
            {
                "turn": came["turn"],
                "text": _sentence({**came, "state": LET_IN}, names),
                "back": False,
                "mark": "",
                "cases": (),
            },
        )
        for came in let_in
    ]


def _sentence(came: Json, names: Mapping[str, str]) -> str:
    """Return the sentence on what was answered to a device, and by whom."""
    who, in_ = player(came["seat"], names), came["state"] == LET_IN
    if came["by"] == came["seat"]:
        return f"{sentence(who)} {'let' if in_ else 'did not let'} another device in."
    if in_:
        return f"Another device has joined as {who}, by agreement at the tablet."
    return f"Another device was not let in as {who}."
