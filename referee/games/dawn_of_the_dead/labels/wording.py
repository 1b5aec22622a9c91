"""Names on the screens: phases, characters, seats. `labels.actions` has the words of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.dawn_of_the_dead.position import SET_UP
from rules.dawn_of_the_dead.victory import winner_sentence
from rules.dawn_of_the_dead.view import View
from rules.sentences import counted, listed

__all__ = [
    "ALONE_TURN", "DOORS", "GAME_TURN", "NAMES", "PARTS", "PHASES", "SEATS", "STATUSES", "Phase",
    "counted", "game_turn", "nameless", "people", "player", "players", "seat_name", "set_up", "winner",
]  # fmt: skip
NAMES: Mapping[str, str] = {"peter": "Peter", "roger": "Roger", "steve": "Steve", "fran": "Fran"}
STATUSES: Mapping[str, str] = {
    "normal": "", "stunned": "stunned", "infected": "infected", "super_zombie": "super zombie",
    "killed": "killed",
}  # fmt: skip
DOORS: Mapping[str, str] = {"north": "North", "west": "West", "east": "East", "south": "South"}
SEATS: Mapping[str, str] = {
    "table": "Tablet", "human": "Human player", "zombie": "Zombie player", **NAMES,
    "steve+fran": "Steve and Fran",
    "spectator": "Spectator",
}  # fmt: skip
PARTS: Mapping[str, str] = {"human": "characters", "zombie": "zombies"}
"""The pieces that the player of a seat plays, where the seat's name does not say it."""
_ROLES = {"table", "spectator", *PARTS}
"""The seats that are not called by the characters played there."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase as the bar shows it: whole name, short name, and the case that opens it."""

    id: str
    name: str
    short: str
    case: str


PHASES: Mapping[str, Phase] = {
    p.id: p
    for p in (
        Phase("place_hidden", "Set-up: hidden zombies", "Hidden", "3.1"),
        Phase("place_characters", "Set-up: characters", "Characters", "3.2"),
        Phase("human", "Human Player-Turn", "Human", "5.0"),
        Phase("hidden_appearance", "Hidden Zombie Table", "Hidden", "15.2"),
        Phase("berserk", "Berserk Zombie Phase", "Berserk", "10.0"),
        Phase("reaction", "Zombie Reaction Movement Phase", "Reaction", "7.0"),
        Phase("free_movement", "Zombie Free Movement Phase", "Free moves", "7.0"),
        Phase("attack", "Zombie Attack Phase", "Attack", "8.0"),
        Phase("generation", "Zombie Generation Phase", "Generation", "13.0"),
        Phase("over", "The game is over", "Over", "14.0"),
    )
}
GAME_TURN = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
ALONE_TURN = ("human", "hidden_appearance", *GAME_TURN[1:])
"""The phases where the referee plays the zombies: the Hidden Zombie Table comes first (15.2)."""


def game_turn(view: View) -> tuple[str, ...]:
    """Return the phases of a Game-Turn in the mode that is played."""
    return GAME_TURN if view.mode == "two-player" else ALONE_TURN


def set_up(view: View) -> tuple[str, ...]:
    """Return the parts of setting up: without a zombie player nothing is hidden (15.1)."""
    return SET_UP if view.mode == "two-player" else SET_UP[1:]


def seat_name(seat: str, names: Mapping[str, str]) -> str:
    """Return who sits at a seat: "Ann (zombies)" where her name is known, else "Zombie player"."""
    called = names.get(seat)
    return f"{called} ({PARTS.get(seat, SEATS[seat])})" if called else SEATS[seat]


def player(seat: str, names: Mapping[str, str]) -> str:
    """Return who sits at a seat, within a sentence: "Ann (zombies)", "the zombie player", "Roger"."""
    if seat in names or seat not in _ROLES:
        return seat_name(seat, names)
    return f"the {SEATS[seat].lower()}"


def nameless(seat: str) -> str:
    """Return what a sentence calls a player without a name: "the zombie player", "Roger's player"."""
    return player(seat, {}) if seat in _ROLES else f"{SEATS[seat]}’s player"


def players(seats: Iterable[str], names: Mapping[str, str]) -> str:
    """Return the named players of some seats: "Ann (zombies), Ben (characters)"; "" for none."""
    return ", ".join(seat_name(seat, names) for seat in seats if seat in names)


def winner(mode: str, side: str, names: Mapping[str, str]) -> str:
    """Return who has won, by name where it is known: "Ann has won", else "The zombie player has won"."""
    called = names.get(side) if mode == "two-player" else None
    return f"{called} has won" if called else winner_sentence(mode, side)


def people(names: Iterable[str]) -> str:
    """Return characters by name."""
    return listed(NAMES.get(n, n) for n in names)


def waiting_for_roll(order: str) -> str:
    """Return an order to roll as a spectator reads it: "Waiting for the die ..."; any other as it is."""
    said = (
        ("Roll one die ", "Waiting for the die "),
        ("Roll two dice", "Waiting for the dice"),
    )
    for start, told in said:
        if order.startswith(start):
            return told + order.removeprefix(start)
    return order
