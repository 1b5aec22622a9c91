"""Skip everything optional: one key that plays the Zombie Player-Turn on to the next real choice (4.0).

It checks no unit of its player's choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.dawn_of_the_dead.batches import first_roll, offered, roll_due
from referee.games.dawn_of_the_dead.pages.keys import Group, Json, Key
from referee.games.dawn_of_the_dead.pages.moment.phase_ending import ENDS

__all__ = [
    "ASKS", "MUSTS", "QUESTION", "SAYS", "TELLS", "first_roll", "offered", "question", "roll_due",
    "with_key",
]  # fmt: skip
MUSTS = '{"do":"musts"}'
"""What the key posts."""
ASKS = "musts"
SAYS = "Skip everything optional"
QUESTION = "Skip everything optional?"
TELLS = (
    "This skips a check of your choice, reveals, free moves, reactions of super zombies and smashing glass. "
    "Everything else is played, up to the next choice or shot."
)


def with_key(groups: Sequence[Group], view: Json, actions: Sequence[Json], base: str) -> tuple[Group, ...]:
    """Return the groups of a phase, with the key that asks beside the one that ends the phase."""
    if not offered(view, actions):
        return tuple(groups)
    asks = Key(SAYS, url=f"{base}/now?{ENDS}={ASKS}")
    *others, last = groups or (Group("", (), apart=True),)
    if not last.apart:
        return (*groups, Group("", (asks,), apart=True))
    return (*others, replace(last, keys=(*last.keys, asks)))


def question() -> tuple[Group, ...]:
    """Return the key that answers the question."""
    return (Group("", (Key("Yes: play on", action=MUSTS),), TELLS),)
