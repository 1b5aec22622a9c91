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
VIEW = MappingView({"figures": FIGURES, "buildings": {}, "vehicles": {}}, SYSTEM, "ABCDEF", {})


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
    assert SCREENS.value_words("pair", value, VIEW) == words


@pytest.mark.parametrize(
    ("field", "value", "row"),
    [
        ("other", "0 7 nobody", ("up to 7 inches", "nobody else")),
        ("other", "7 9 ana", ("7 to 9 inches", "Ana too")),
        ("other", "9 99 nobody", ("over 9 inches", "nobody else")),
        ("noise", "towards ana", ("Towards", "Ana")),
        ("noise", "at ana", ("They get to", "Ana")),
    ],
)
def test_a_distance_with_who_else_is_near_stands_in_a_row_of_its_band(
    field: str, value: str, row: tuple[str, str]
) -> None:
    assert SCREENS.value_row(field, value, VIEW) == row
    assert SCREENS.value_words(field, value, VIEW) == ": ".join(row)
