"""The seats of a table, for a device that has none there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.games import registry
from referee.games.ports import SPECTATOR
from referee.games.shared.plain_match import TABLE
from referee.problems import Problem
from referee.tables.service import tables
from referee.web.pages.fronts import front_at, introduction_of

Json = Mapping[str, Any]
WATCHES = "Just watching"
"""What the seat of spectators is called for a newcomer."""
PLAYER, TABLET, EYE = "seats/player.svg", "seats/tablet.svg", "seats/spectator.svg"
"""The pictures of seats that a game has none of its own for."""


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
    match, game, front = tables().match(code), registry.game(tables().system(code)), front_at(code)
    rank = {seat: place for place, seat in enumerate(game.player_seats)}
    order = sorted(people, key=lambda seat: (seat == match.public_seat, rank.get(seat, 0)))
    pictures = introduction_of(game, front).seats
    choices = [
        {
            "id": seat,
            "name": front.seat_title(seat),
            "taken": bool(people[seat]["joins"]),
            "says": _says(seat, people[seat], match.public_seat, match.private_seats),
            "picture": pictures.get(seat, TABLET if seat == match.public_seat else PLAYER),
            "player": seat != match.public_seat,
        }
        for seat in order
    ]
    watching = {"id": SPECTATOR, "name": WATCHES, "taken": False, "picture": EYE, "player": False}
    return [*choices, {**watching, "says": "You see what the tablet shows"}]


def chosen_at_first(seats: Sequence[Json]) -> str:
    """Return the seat that is chosen at first: the only free one of a player, else none.

    Where several are free a slip of the finger must not show somebody the other side's secrets. Where none
    is, watching is what is left.
    """
    free = [seat["id"] for seat in seats if seat["player"] and not seat["taken"]]
    return "" if len(free) > 1 else free[0] if free else SPECTATOR


def known_seat(seat: str) -> bool:
    """Whether some table of some game has a seat of this name."""
    every = (game.player_seats for game in registry.games().values())
    return seat in frozenset({TABLE, SPECTATOR}).union(*every)


def _says(seat: str, sits: Json, public: str, private: Collection[str]) -> str:
    if seat == public:
        return "Second or replacement tablet"
    if sits["joins"]:
        return "Taken. Ask to be let in" if seat in private else "Taken. You would share it"
    return "Free. Its secrets stay on this device" if seat in private else "Free"
