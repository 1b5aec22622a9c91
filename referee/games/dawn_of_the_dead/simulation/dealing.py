"""Dealing the face-down units again, so that simulated games know no more than the players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from rules.dawn_of_the_dead.equipment.equipment import UNITS
from rules.dawn_of_the_dead.position import Pool, Position


def redealt(position: Position, rng: Random) -> Position:
    """Return a position with every face-down unit dealt again, on the map and off it.

    What the players know stays: the values that are face up, how many units are where, and so which values
    are left. Cardboard units get values, those of the counter sheet that are nowhere else; pools that nobody
    counted hold all that is not on the map.
    """
    occupied = position.occupied()
    hidden_box, eliminated = position.hidden_box or (), position.eliminated
    if not position.pools_known:
        eliminated = (None,) * max(0, UNITS - len(position.zombies) - len(hidden_box))
    face_down = [s for s, u in sorted(position.zombies.items()) if s not in occupied or u.value is None]
    values = _values(
        position, [*(position.zombies[s].value for s in face_down), *hidden_box, *eliminated], rng
    )
    rng.shuffle(values)
    zombies = dict(position.zombies)
    for square in face_down:
        zombies[square] = replace(zombies[square], value=values.pop())
    boxed: Pool = tuple(values.pop() for _ in hidden_box)
    return replace(
        position,
        counters="digital",
        zombies=zombies,
        hidden_box=boxed if position.hidden_box is not None else None,
        eliminated=tuple(values),
        pools_known=True,
    )


def _values(position: Position, held: list[int | None], rng: Random) -> list[int]:
    """Return a value for each unit; unknown ones come from the rest of the counter sheet."""
    known = [v for v in held if v is not None]
    wanting = len(held) - len(known)
    lie_open = [u.value for s, u in position.zombies.items() if u.value is not None and position.at(s)]
    units = position.setting.sheet.units
    rest = list((Counter(units) - Counter(known) - Counter(lie_open)).elements())
    rng.shuffle(rest)
    rest += rng.choices(units, k=max(0, wanting - len(rest)))
    # In order, so that positions with different secrets are dealt alike.
    return sorted(known + rest[:wanting])
