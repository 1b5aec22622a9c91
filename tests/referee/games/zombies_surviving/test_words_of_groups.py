"""How the screens call groups of zombies, where people say which is nearest to whom."""

from __future__ import annotations

import pytest

from referee.games.interface import MappingView
from referee.games.zombies_surviving.screens import SCREENS
from rules.zombies_surviving.position import SYSTEM

FIGURES = {
    "ana": {"kind": "survivor", "name": "Ana"},
    "feral_dog_1": {"kind": "feral_dog", "name": ""},
    "runner_1": {"kind": "runner", "name": ""},
}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("A ana", "Group A at Ana"),
        ("runner_1 ana", "Runner 1 at Ana"),
        ("A feral_dog_1", "Group A at Feral dog 1"),
        ("A runner_1", "Group A and Runner 1"),
        ("A B", "Group A and Group B"),
        ("nobody", "Nobody"),
    ],
)
def test_a_pair_of_a_group_and_its_target(value: str, words: str) -> None:
    view = MappingView({"figures": FIGURES, "buildings": {}, "vehicles": {}}, SYSTEM, "ABCDEF", {})
    assert SCREENS.value_words("pair", value, view) == words
