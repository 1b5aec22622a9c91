"""How many rulings a second the rules give on one core, over whole simulated games."""

from __future__ import annotations

from typing import Any

from referee.simulation.games import play
from rules.dawn_of_the_dead import library

GAMES = 60
GOAL = 10_000


def figures() -> list[dict[str, Any]]:
    """Play games between simple players and return the rate of their rulings."""
    library.setting().sight.complete()
    played = [play(f"bench/{number}") for number in range(GAMES)]
    rate = sum(p.rulings for p in played) / sum(p.seconds for p in played)
    return [{"name": "rulings_per_s", "value": round(rate), "goal": GOAL, "better": "higher"}]
