"""The number of rulings a second on one core, over whole simulated games."""

from __future__ import annotations

from typing import Any

from bench.figures import figure
from referee.games.dawn_of_the_dead.ai.simulated_games import play
from rules.dawn_of_the_dead.equipment import equipment

GAMES = 60
GOAL = 10_000


def figures() -> list[dict[str, Any]]:
    """Return the rate of rulings in games between simple players."""
    equipment.setting().sight.complete()
    played = [play(f"bench/{number}") for number in range(GAMES)]
    rate = sum(p.rulings for p in played) / sum(p.seconds for p in played)
    return [figure("rulings_per_s", round(rate), GOAL, "higher")]
