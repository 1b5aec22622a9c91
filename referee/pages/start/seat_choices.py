"""The seats of a table, for a device that has none there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games import registry
from referee.games.ports import SPECTATOR, Front
from referee.pages.fronts import front_at
from referee.problems import Problem
from referee.tables import tables

Json = Mapping[str, Any]
REPLACES, WATCHES = "Tablet, replacing another", "Just watching"
"""What the seats that every table has are called for a newcomer: the tablet's and the spectators'."""


def seat_choices(code: str) -> list[Json]:
    """Return the seats of a table for a device that has none there: the name, and whether it is taken.

    Whoever guesses a code comes here, so no player is named. Empty where there is no such table.
    """
    try:
        people = {s["seat"]: s for s in tables().lobby.people(code)}
    except Problem as problem:
        if problem.status != 404:
            raise
        return []
    public = tables().match(code).public_seat
    listed = registry.game(tables().system(code)).player_seats
    rank = {seat: place for place, seat in enumerate(listed)}
    order = sorted(people, key=lambda seat: (seat == public, rank.get(seat, 0)))
    front = front_at(code)
    seats = [_choice(front, people[seat], public) for seat in order]
    return [*seats, {"id": SPECTATOR, "name": WATCHES, "taken": ""}]


def _choice(front: Front, sits: Json, public: str) -> Json:
    seat = sits["seat"]
    return {
        "id": seat,
        "name": REPLACES if seat == public else front.seat_title(seat),
        "taken": "taken" if sits["joins"] else "",
    }
