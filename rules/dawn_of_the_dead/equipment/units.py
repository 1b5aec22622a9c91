"""Zombie units: turning them up and down, drawing them, taking them off; what a status does to them.

For the chances of a face-down unit only what everybody saw counts: the mix of the counter sheet, the values
open now, and the value of each unit when it was eliminated. A unit that comes back is a random draw from the
eliminated units (13.3, 15.1). Nobody saw which, so it may be any of them, in proportion, and a value it shows
later is not noted (2.3). All face-down units on the map have the same chances, those of one picked blindly:
nobody can tell the units that came back from the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from rules.dawn_of_the_dead.actions.action import PoolName
from rules.dawn_of_the_dead.effects import (
    Appeared,
    Drawn,
    Eliminated,
    RifleChanged,
    StatusChanged,
    TurnedDown,
    TurnedUp,
    ValueRead,
)
from rules.dawn_of_the_dead.equipment.equipment import HIGHEST_VALUE, UNITS
from rules.dawn_of_the_dead.position import Pool, Position, Status, Zombie, with_item, without
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dice import number_of
from rules.effects import Change, Effect
from rules.ruling import Missing, refuse

SUPER_ZOMBIE_VALUE = 2
_FACE_DOWN = {berserk: Zombie(None, berserk) for berserk in (False, True)}


def value_of(position: Position, square: str, values: Mapping[str, int] | None) -> int | None:
    """Return the value of the unit in a square, or None if the referee does not know it.

    With cardboard counters the value that players read counts; digital values are the referee's own.
    """
    if values and position.physical and square in values:
        return values[square]
    return known_value(position, square)


def known_value(position: Position, square: str) -> int | None:
    """Return the value of the unit in a square as the position knows it, or None.

    A cardboard value that the last action showed counts until the next action turns the unit down (6.0).
    """
    unit = position.zombies.get(square)
    if unit is None:
        return None
    return position.shown.get(square) if unit.value is None else unit.value


def supers_strength(position: Position, square: str) -> int:
    """Return the Zombie Value of the super zombies in a square; everybody knows it (11.3)."""
    return SUPER_ZOMBIE_VALUE * len(position.supers_at(square))


def strength_in(position: Position, square: str, values: Mapping[str, int] | None = None) -> int | None:
    """Return the sum of the Zombie Values in a square (11.3), or None while one is unknown."""
    supers = supers_strength(position, square)
    if square not in position.zombies:
        return supers
    value = value_of(position, square, values)
    return None if value is None else value + supers


def values_needed(
    position: Position, squares: Iterable[str], values: Mapping[str, int] | None
) -> dict[str, Missing]:
    """Return what is missing: the squares with a value that must be read off the cardboard."""
    unread = tuple(s for s in squares if strength_in(position, s, values) is None)
    return {"value": unread} if unread else {}


def learn(position: Position, square: str, values: Mapping[str, int] | None) -> Change[Position]:
    """Return the position with the value that was read off the unit in a square.

    The reading of a face-down unit is not a separate effect: whatever shows the unit says so.
    """
    unit = position.zombies.get(square)
    value = value_of(position, square, values)
    if unit is None or value is None or unit.value == value:
        return Change(position)
    after = replace(position, zombies=with_item(position.zombies, square, replace(unit, value=value)))
    return Change(after, (ValueRead(square, value),) if position.revealed(square) else ())


def turned(position: Position, square: str, *, up: bool) -> tuple[Effect, ...]:
    """Return how a unit is turned over now, if at all (5.4, 7.7). `up`: it was face up before."""
    unit = position.zombies.get(square)
    if unit is None or bool(position.at(square)) == up:
        return ()
    return (TurnedDown(square),) if up else (TurnedUp(square, unit.value),)


def pool(position: Position, name: PoolName) -> Pool | None:
    """Return the units of a pool, None for a Hidden Zombie box that was not given."""
    return position.hidden_box if name == "hidden_box" else position.eliminated


def units_available(position: Position) -> int:
    """Return how many eliminated units there may be to draw from (13.3, 15.1).

    If nobody counted them, that is all fifty minus those on the map and those still hidden.
    """
    if position.pools_known:
        return len(position.eliminated)
    return max(0, UNITS - len(position.zombies) - len(position.hidden))


def draw_needed(position: Position, count: int, draw: Sequence[int] | None) -> dict[str, Missing]:
    """Return what is missing: `count` draws; cardboard units are drawn at the table, unseen."""
    return {} if draw is not None or position.physical or not count else {"draw": count}


def draw_refusal(
    position: Position, name: PoolName, count: int, draw: Sequence[int] | None, case: str
) -> Verdict | None:
    """Return why a draw cannot come from the pool, or None if it can (9.0, 13.3)."""
    if draw is None:
        return None
    if position.physical:
        return refuse((case,), "With cardboard counters the unit is drawn unseen.", firm=True)
    if len(draw) != count:
        needed = number_of(count, "draw", "draws").capitalize()
        return refuse((case,), f"{needed} needed here, not {len(draw)}.", firm=True)
    if any(not 1 <= v <= HIGHEST_VALUE for v in draw):
        return refuse((case,), f"A Zombie Value is from 1 to {HIGHEST_VALUE}.", firm=True)
    held = pool(position, name)
    known = name == "hidden_box" or position.pools_known
    if held is not None and known and Counter[int | None](draw) - Counter(held):
        return refuse((case,), "That value is not among the units to draw from.", firm=True)
    return None


def take(
    position: Position, name: PoolName, count: int, draw: Sequence[int] | None
) -> tuple[Position, list[int | None]]:
    """Return the position with `count` units taken from a pool, and their values."""
    drawn: list[int | None] = list(draw) if draw is not None else [None] * count
    held = pool(position, name)
    if held is None:
        return position, drawn
    left = list(held)
    if position.physical and draw is None:  # Drawn unseen: nobody knows which are left.
        left = [None] * max(0, len(left) - count)
    for value in draw or ():
        if value in left:
            left.remove(value)
    remaining = tuple(left)
    if name == "hidden_box":
        return replace(position, hidden_box=remaining), drawn
    return replace(position, eliminated=remaining), drawn


def place(position: Position, square: str, value: int | None) -> Position:
    """Return the position with a new unit in a square."""
    return replace(position, zombies=with_item(position.zombies, square, Zombie(value)))


def bring_in(
    position: Position,
    square: str,
    name: PoolName,
    draw: Sequence[int] | None,
    values: Mapping[str, int] | None,
    door: str | None = None,
) -> Change[Position]:
    """Return the position with one unit from a pool in a square, face up if a character is there (5.4, 7.7).

    `door` is the main door by which it enters.
    """
    after, drawn = take(position, name, 1, draw)
    after = place(after, square, drawn[0])
    effects = (Appeared(square, name, door), Drawn(square, name, drawn[0]))
    came = Change(after, effects + turned(after, square, up=False))
    return came.then(learn, square, values) if values else came


def eliminate(position: Position, square: str) -> Change[Position]:
    """Return the position without the unit in a square; it is in the pool (13.3)."""
    unit = position.zombies.get(square)
    if unit is None:
        return Change(position)
    eliminated = (*position.eliminated, None if position.physical else unit.value)
    after = replace(position, zombies=without(position.zombies, [square]), eliminated=eliminated)
    return Change(after, (Eliminated(square, unit.berserk),))


def still_shown(position: Position) -> Mapping[str, Zombie]:
    """Return the units with the values that the last action showed, so that the next one need not ask."""
    if not position.physical or not position.shown:
        return position.zombies
    return {s: u if u.value else replace(u, value=position.shown.get(s)) for s, u in position.zombies.items()}


def turn_down(position: Position) -> Position:
    """Return the position without the values of cardboard units that are face down again (2.3, 5.4)."""
    if not position.physical:
        return position
    zombies = {
        s: u if u.value is None or position.revealed(s) else replace(u, value=None)
        for s, u in position.zombies.items()
    }
    return replace(position, zombies=zombies)


def without_secrets(position: Position) -> Position:
    """Return the position without face-down values, on or off the map, or hidden squares (2.3, 9.0).

    Values that a shot showed (`shown`) stay; a caller that may not remember them drops them.
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


LOST: frozenset[Status] = frozenset({"killed", "super_zombie"})
"""The human player has lost these characters, with their rifles (8.5, 11.0)."""


def give_status(position: Position, name: str, status: Status) -> Change[Position]:
    """Return the position with a new status of a character; one killed is off the map (8.5).

    A unit is turned face down once no character shares its square (5.4).
    """
    character = position.characters[name]
    lost, where = status in LOST, character.square or ""
    changed = replace(
        character,
        square=None if status == "killed" else character.square,
        status=status,
        rifle=character.rifle and not lost,
        infected_on_turn=position.turn if status == "infected" else character.infected_on_turn,
    )
    up = bool(position.at(where))
    after = replace(position, characters=with_item(position.characters, name, changed))
    effects: tuple[Effect, ...] = (StatusChanged(name, where, status, character.status),)
    if lost and character.rifle:
        effects = (*effects, RifleChanged(name, False, position.rifles))
    return Change(after, (*effects, *turned(after, where, up=up)))


Chances = Mapping[int, Fraction]
"""The chance of each Zombie Value."""

Share = Mapping[int | None, Fraction]
"""The chance of each value for a unit drawn from the eliminated; None: a value not seen yet."""


@dataclass(slots=True)
class _Memory:
    """The public knowledge of the units so far.

    `fallen` are the values of units eliminated for the first time. `out` is the expected number of each value
    among the eliminated. `back` has the chances of each unit that came back, by square.
    """

    out: dict[int | None, Fraction]
    fallen: Counter[int] = field(default_factory=Counter)
    back: dict[str, Share] = field(default_factory=dict)

    def falls(self, square: str, value: int | None) -> None:
        """Count a unit among the eliminated: by its value, or by its chances if it had come back before."""
        share = self.back.pop(square, None)
        if share is None and value is not None:
            self.fallen[value] += 1
        for known, part in (share or {value: Fraction(1)}).items():
            self.out[known] = self.out.get(known, Fraction(0)) + part

    def comes_back(self, square: str) -> None:
        """Draw a unit from the eliminated; each of them is equally likely (13.3)."""
        there = sum(self.out.values())
        if not there:
            self.back[square] = {None: Fraction(1)}
            return
        share = {value: part / there for value, part in self.out.items()}
        self.back[square] = share
        self.out = {value: part - share[value] for value, part in self.out.items()}


def unknown_mix(positions: Sequence[Position]) -> Chances:
    """Return the chance of each value for a face-down unit on the map, from all positions since the start."""
    now, memory = positions[-1], _remembered(positions)
    open_now = {square: value for square in now.zombies if (value := _open_value(now, square)) is not None}
    never_gone = Counter(dict(now.setting.sheet.zombie_values))
    never_gone.subtract(memory.fallen)
    never_gone.subtract(value for square, value in open_now.items() if square not in memory.back)
    rest = _chances(never_gone) or _chances(now.setting.sheet.zombie_values)
    face_down = [square for square in now.zombies if square not in open_now]
    chances = dict.fromkeys(rest, Fraction(0)) if face_down else dict(rest)
    for square in face_down:
        for value, part in memory.back.get(square, {None: Fraction(1)}).items():
            for seen, chance in (rest if value is None else {value: Fraction(1)}).items():
                chances[seen] = chances.get(seen, Fraction(0)) + part * chance / len(face_down)
    return dict(sorted(chances.items()))


def _chances(counts: Mapping[int, int]) -> dict[int, Fraction]:
    left = {value: count for value, count in counts.items() if count > 0}
    return {value: Fraction(count, sum(left.values())) for value, count in left.items()}


def _open_value(position: Position, square: str) -> int | None:
    """Return the value in a square that everybody sees now, or None (5.4, 6.0)."""
    if square in position.shown:
        return position.shown[square]
    return position.zombies[square].value if position.revealed(square) else None


def _remembered(positions: Sequence[Position]) -> _Memory:
    """Return what everybody saw in a game: the units eliminated, and where those that came back are."""
    memory = _Memory({None: Fraction(len(positions[0].eliminated))} if positions[0].eliminated else {})
    for before, after in _changed(positions):
        gone = [s for s in before.zombies if s not in after.zombies]
        came = [s for s in after.zombies if s not in before.zombies]
        for square, end in zip(gone, came, strict=False):
            if square in memory.back:
                memory.back[end] = memory.back.pop(square)
        for square in gone[len(came) :]:
            memory.falls(square, after.shown.get(square))
        if len(after.eliminated) < len(before.eliminated):
            for square in came[len(gone) :]:
                memory.comes_back(square)
    return memory


def _changed(positions: Sequence[Position]) -> Iterator[tuple[Position, Position]]:
    return ((before, after) for before, after in pairwise(positions) if before.zombies is not after.zombies)
