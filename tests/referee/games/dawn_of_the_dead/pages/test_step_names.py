"""The key that takes back names the step."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.words import step_name
from rules.dawn_of_the_dead import game


def test_every_action_has_a_short_name() -> None:
    sample = {
        "characters": ["peter"], "to": "034", "between": ["043", "062"], "door": "north", "character": "fran",
        "at": "034", "square": "044", "path": ["033", "034"],
    }  # fmt: skip
    names = {do: step_name({"do": do, **sample}) for do in game.ACTIONS}
    assert "the last step" not in names.values()
    assert step_name({"do": "commit_pair"}) == "the last step"
    assert names["step"] == "step to 034"
    assert names["roll_attack"] == "attack on Fran"
    assert max(map(len, names.values())) <= len("Roger’s infection roll")
