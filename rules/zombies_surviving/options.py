"""The doubtful places of the book of which two readings are in print: each is an option of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.zombies_surviving.position import Position


@dataclass(frozen=True, slots=True)
class Reading:
    """A doubtful place: its ruling, what is asked at set-up, its values and what they are called.

    The first value is the usual one.
    """

    name: str
    ruling: str
    asked: str
    values: tuple[str, ...]
    words: tuple[str, ...]


READINGS: Mapping[str, Reading] = {
    one.name: one
    for one in (
        Reading(
            "boss_wounds", "R-4.1a", "How many wounds can a boss take?", ("2", "3"), ("Two", "Three")
        ),
        Reading("run", "R-5.1a", "How far is a run?", ("d6", "d6+4"), ("A d6", "A d6 and 4")),
        Reading(
            "fast_enters", "R-5.5a", "What do fast and slow change when they enter?", ("reach", "roll"),
            ("How near they must be", "The die"),
        ),
        Reading(
            "leader_range", "R-5.15a", "How near must a leader be to prevent panic?", ("12", "6"),
            ("12 inches", "6 inches"),
        ),
        Reading(
            "knife_damage", "R-6.0a", "What is the damage of a knife?", ("-1", "0"), ("−1", "0")
        ),
        Reading(
            "bow_range", "R-6.0b", "How far does a bow shoot?", ("12", "10"), ("12 inches", "10 inches")
        ),
        Reading(
            "rifle_range", "R-6.0c", "How far is the short range of a rifle?", ("4", "5"),
            ("4 inches", "5 inches"),
        ),
        Reading(
            "skillet_damage", "R-6.0d", "What is the damage of a skillet?", ("1", "0"), ("+1", "0")
        ),
        Reading(
            "automatic_penalty", "R-6.7a", "Which shots of automatic fire have −1?", ("every", "later"),
            ("Every shot", "Each shot but the first"),
        ),
        Reading(
            "taser_until", "R-6.11a", "How long does a taser stop its target?", ("end", "start"),
            ("To the end of the next turn", "To the start of the next turn"),
        ),
    )
}  # fmt: skip


def reading(position: Position, name: str) -> str:
    """Return the reading of a doubtful place that this table has chosen, or the usual one."""
    return position.options.get(name, READINGS[name].values[0])
