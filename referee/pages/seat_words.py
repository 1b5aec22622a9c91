"""What a seat is called on the frame's own pages, whatever game is played there."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games import registry
from referee.games.dawn_of_the_dead.pages import wording
from referee.games.dawn_of_the_dead.pages.wording import SEATS


def seat_title(seat: str) -> str:
    """Return what a seat is called without its player: "Zombie player", "Player A"."""
    if seat in SEATS:
        return SEATS[seat]
    for game in registry.games().values():
        if game.presenter is not None and seat in game.player_seats:
            return game.presenter.seat_name(seat)
    return seat


def seat_name(seat: str, names: Mapping[str, str]) -> str:
    """Return who sits at a seat: "Ann (zombies)" or "Ann (Player A)", else the title of the seat."""
    if seat in SEATS:
        return wording.seat_name(seat, names)
    called = names.get(seat)
    return f"{called} ({seat_title(seat)})" if called else seat_title(seat)


def player(seat: str, names: Mapping[str, str]) -> str:
    """Return who sits at a seat, within a sentence: "Ann (zombies)", else "the zombie player"."""
    return wording.player(seat, names) if seat in SEATS else seat_name(seat, names)
