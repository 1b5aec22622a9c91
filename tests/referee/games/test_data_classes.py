"""Games whose actions are of several kinds, told apart by `do`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pytest

from referee.errors import InputError
from referee.games.toolkit.plain_rules import PlainRules
from rules.ruling import Ruling, refuse
from tests.rows import each_row


@dataclass(frozen=True)
class Hide:
    """Hide a card."""

    seat: str
    card: int
    do: Literal["hide"] = "hide"


@dataclass(frozen=True)
class Raise:
    """Raise the stake."""

    seat: str
    do: Literal["raise"] = "raise"


@dataclass(frozen=True)
class Position:
    """Nothing lies on the table, or the last action."""

    last: Hide | Raise | None = None


Action = Hide | Raise


def judge(position: Position, action: Action) -> Ruling[Position]:
    return refuse(("1.0",), "No.")


def offered(position: Position) -> Sequence[Action]:
    return [Hide("a", 1), Raise("a")]


RULES: PlainRules[Position, Action] = PlainRules("two-kinds", Position, Action, judge, offered)


def test_each_kind_comes_back_as_it_was_written() -> None:
    for action in offered(Position()):
        written = RULES.write_action(action)
        assert RULES.read_action(written) == action
        unseated = {name: value for name, value in written.items() if name != "seat"}
        assert RULES.read_action(unseated, "a") == action
        position = Position(action)
        assert RULES.read_position(RULES.write_position(position)) == position
    assert RULES.read_position(RULES.write_position(Position())) == Position()


@each_row(
    "data, words",
    [
        ({"do": "run", "seat": "a"}, 'do: "run" is not hide or raise.'),
        ({"do": ["hide"], "seat": "a"}, 'do: ["hide"] is not hide or raise.'),
        ({"seat": "a"}, "do is missing."),
        ({"do": "hide", "seat": "a"}, "card is missing."),
        ({"do": "raise", "seat": "a", "card": 1}, "card: is not a field that belongs here."),
        ({"do": "hide", "seat": "a", "card": "1"}, 'card: "1" is not a whole number.'),
    ],
)
def test_what_is_no_action_gets_one_sentence(data: object, words: str) -> None:
    with pytest.raises(InputError) as caught:
        RULES.read_action(data)
    assert str(caught.value) == words
