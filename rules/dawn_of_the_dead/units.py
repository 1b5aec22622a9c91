"""Zombie units in hand: turning them up, drawing them from a pool, taking them off the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from rules.dawn_of_the_dead.equipment import HIGHEST_VALUE, UNITS
from rules.dawn_of_the_dead.position import Pool, Position, Zombie, with_item, without
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dice import number_of
from rules.ruling import Missing, refuse

SUPER_ZOMBIE_VALUE = 2
PoolName = Literal["hidden_box", "eliminated"]
DRAWING: Mapping[str, PoolName] = {  # 9.0, 13.3, 15.1
    "step": "hidden_box",
    "reveal": "hidden_box",
    "roll_entrance": "eliminated",
    "roll_hidden": "eliminated",
}
"""The actions that draw a unit, and from where."""
_FACE_DOWN = {berserk: Zombie(None, berserk) for berserk in (False, True)}


def value_of(position: Position, square: str, values: Mapping[str, int] | None) -> int | None:
    """Return the value of the unit in a square, as far as the referee knows it or was told.

    On cardboard the players' word counts; digital values are the referee's own.
    """
    if values and position.physical and square in values:
        return values[square]
    return known_value(position, square)


def known_value(position: Position, square: str) -> int | None:
    """Return the value of the unit in a square as the position knows it, or None.

    What the last action showed of a cardboard unit counts until the next one turns it down (6.0).
    """
    unit = position.zombies.get(square)
    if unit is None:
        return None
    return position.shown.get(square) if unit.value is None else unit.value


def supers_strength(position: Position, square: str) -> int:
    """Return the Zombie Value of the super zombies in a square, which everybody knows (11.3)."""
    return SUPER_ZOMBIE_VALUE * len(position.supers_at(square))


def strength_in(position: Position, square: str, values: Mapping[str, int] | None = None) -> int | None:
    """Return the Zombie Values in a square together (11.3), or None while one is not known."""
    supers = supers_strength(position, square)
    if square not in position.zombies:
        return supers
    value = value_of(position, square, values)
    return None if value is None else value + supers


def values_needed(
    position: Position, squares: Iterable[str], values: Mapping[str, int] | None
) -> dict[str, Missing]:
    """Return the need for the values of the units in some squares that must be read off the cardboard."""
    unread = tuple(s for s in squares if strength_in(position, s, values) is None)
    return {"value": unread} if unread else {}


def learn(position: Position, square: str, values: Mapping[str, int] | None) -> Position:
    """Note the value that was read off the unit in a square."""
    unit = position.zombies.get(square)
    value = value_of(position, square, values)
    if unit is None or value is None or unit.value == value:
        return position
    return replace(position, zombies=with_item(position.zombies, square, replace(unit, value=value)))


def pool(position: Position, name: PoolName) -> Pool | None:
    """Return what a position holds in a pool, None for a Hidden Zombie box that nobody gave."""
    return position.hidden_box if name == "hidden_box" else position.eliminated


def units_available(position: Position) -> int:
    """Return how many eliminated units there may be to draw from (13.3, 15.1).

    Where nobody counted them, those of the fifty are meant that neither stand on the map nor wait to be revealed.
    """
    if position.pools_known:
        return len(position.eliminated)
    return max(0, UNITS - len(position.zombies) - len(position.hidden))


def draw_needed(position: Position, count: int, draw: Sequence[int] | None) -> dict[str, Missing]:
    """Return the need for `count` draws; cardboard is drawn at the table, unseen."""
    return {} if draw is not None or position.physical or not count else {"draw": count}


def draw_refusal(
    position: Position, name: PoolName, count: int, draw: Sequence[int] | None, case: str
) -> Verdict | None:
    """Refuse a draw that cannot have come from the pool (9.0, 13.3)."""
    if draw is None:
        return None
    if position.physical:
        return refuse((case,), "With cardboard counters the unit is drawn unseen.", firm=True)
    if len(draw) != count:
        wanted = number_of(count, "draw", "draws").capitalize()
        return refuse((case,), f"{wanted} wanted here, not {len(draw)}.", firm=True)
    if any(not 1 <= v <= HIGHEST_VALUE for v in draw):
        return refuse((case,), f"A Zombie Value lies between 1 and {HIGHEST_VALUE}.", firm=True)
    held = pool(position, name)
    known = name == "hidden_box" or position.pools_known
    if held is not None and known and Counter[int | None](draw) - Counter(held):
        return refuse((case,), "That value is not among the units to draw from.", firm=True)
    return None


def take(
    position: Position, name: PoolName, count: int, draw: Sequence[int] | None
) -> tuple[Position, list[int | None]]:
    """Take `count` units from a pool, and return them with the position without them."""
    drawn: list[int | None] = list(draw) if draw is not None else [None] * count
    held = pool(position, name)
    if held is None:
        return position, drawn
    left = list(held)
    if position.physical and draw is None:  # Drawn unseen: nobody knows any more which are left.
        left = [None] * max(0, len(left) - count)
    for value in draw or ():
        if value in left:
            left.remove(value)
    remaining = tuple(left)
    if name == "hidden_box":
        return replace(position, hidden_box=remaining), drawn
    return replace(position, eliminated=remaining), drawn


def place(position: Position, square: str, value: int | None) -> Position:
    """Put a unit on the map."""
    return replace(position, zombies=with_item(position.zombies, square, Zombie(value)))


def eliminate(position: Position, square: str) -> Position:
    """Take all zombie pieces off a square: the unit to the pool (13.3), a super zombie out of play."""
    characters = dict(position.characters)
    for name in position.supers_at(square):
        characters[name] = replace(characters[name], square=None, status="killed", rifle=False)
    eliminated = position.eliminated
    if square in position.zombies:
        value = None if position.physical else position.zombies[square].value
        eliminated = (*eliminated, value)
    return replace(
        position,
        characters=characters,
        zombies=without(position.zombies, [square]),
        eliminated=eliminated,
    )


def still_shown(position: Position) -> Mapping[str, Zombie]:
    """Return the units with the values of those that the last action showed: the next one need not ask for them."""
    if not position.physical or not position.shown:
        return position.zombies
    return {s: u if u.value else replace(u, value=position.shown.get(s)) for s, u in position.zombies.items()}


def turn_down(position: Position) -> Position:
    """Forget what cardboard units show once they lie face down again (2.3, 5.4)."""
    if not position.physical:
        return position
    zombies = {
        s: u if u.value is None or position.revealed(s) else replace(u, value=None)
        for s, u in position.zombies.items()
    }
    return replace(position, zombies=zombies)


def without_secrets(position: Position) -> Position:
    """Return the position without what lies face down, on the map and off it, and without the hidden squares (2.3, 9.0).

    What a shot has shown (`shown`) stays; a player who may not remember it leaves it out.
    """
    occupied = position.occupied()
    return replace(
        position,
        zombies={s: u if s in occupied else _FACE_DOWN[u.berserk] for s, u in position.zombies.items()},
        hidden=(),
        passed=frozenset(),
        hidden_box=None if position.hidden_box is None else (None,) * len(position.hidden_box),
        eliminated=(None,) * len(position.eliminated),
        inspected={},
    )
