"""*BattleCON* as the front page and its own page introduce it."""

from __future__ import annotations

from referee.games.ports import Introduction
from rules.battlecon.formats.position_writing import SYSTEM

INTRODUCTION = Introduction(
    line="Two fighters, seven spaces. Both choose in secret, then reveal.",
    players="1–2",
    modes="a duel, or against the referee",
    picture="battlecon/picture.svg",
    pictured="Two fighters stand on a row of seven spaces. Before each lies a pair of cards.",
    first=(
        {
            "name": "Duel with the trainer",
            "url": "/",
            "posts": {"system": SYSTEM, "opponent": "referee", "trainer": "true"},
        },
    ),
)
