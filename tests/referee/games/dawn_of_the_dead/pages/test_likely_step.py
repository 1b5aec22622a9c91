"""What a tap on a unit most likely means, where no legal action says so."""

from __future__ import annotations

from typing import Any

from referee.games.dawn_of_the_dead.labels.squares import guess
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.dawn_views import view_of

BOARD = equipment.setting().board


def view(trail: list[str]) -> dict[str, Any]:
    return {"phase": "reaction", "zombies": [{"square": "007"}], "characters": {}, "trail": trail}


def test_7_0_a_unit_beside_the_end_of_the_trail_steps_there() -> None:
    """Others beside it are one square from there, and come first by their numbers."""
    assert {"008", "025", "026"} <= {*BOARD.passages["007"]}
    assert guess(view_of(view(["026"])), BOARD, "007", None) == {
        "do": "react",
        "from": "007",
        "path": ["026"],
    }


def test_7_0_a_unit_farther_off_steps_nearer() -> None:
    for goal in ("062", "110", "154"):
        action = guess(view_of(view([goal])), BOARD, "007", None)
        assert action is not None
        (step,) = action["path"]
        assert BOARD.distance(step, goal) == min(BOARD.distance(s, goal) or 0 for s in BOARD.passages["007"])
