"""Games whose actions are of several kinds, told apart by `do`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.errors import InputError
from referee.games.interface.rules import Rules
from referee.games.toolkit import data_classes
from rules.fields import Inches, asked, picked, rolled
from rules.fields import action as action_of
from rules.fields import position as position_of
from tests.rows import each_row


@action_of
class Hide:
    """Hide a card."""

    seat: str
    card: int


@action_of
class Raise:
    """Raise the stake."""

    seat: str


@position_of
class Position:
    """Nothing lies on the table, or the last action."""

    last: Hide | Raise | None = None


class TwoKinds(Rules[Position, Hide | Raise]):
    """Rules that only read and write."""

    position, action = Position, Hide | Raise


OFFERED = (Hide("a", 1), Raise("a"))
RULES = TwoKinds({}, "two-kinds")


def test_each_kind_comes_back_as_it_was_written() -> None:
    for action in OFFERED:
        written = RULES.write(action)
        assert RULES.read(written) == action
        unseated = {name: value for name, value in written.items() if name != "seat"}
        assert RULES.read(unseated, "a") == action
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
        (
            {"do": "hide", "seat": "a", "card": 10**9},
            "card: 1000000000 is not a whole number of at most nine digits.",
        ),
    ],
)
def test_what_is_no_action_gets_one_sentence(data: object, words: str) -> None:
    with pytest.raises(InputError) as caught:
        RULES.read(data)
    assert str(caught.value) == words


@action_of
class TakeAim:
    """An action whose name is that of its class, with fields that may be open."""

    seat: str
    target: str | None = picked("At whom?")
    inches: Inches | None = asked("How far?", halves=True)
    paces: Inches | None = asked("How many paces?")
    far: Mapping[str, Inches] | None = asked("How far is each?", halves=True)
    dice: tuple[int, ...] | None = rolled("aim")
    loud: bool = False


@action_of
class Wait:
    """An action without a field."""


@position_of
class Aimed:
    """A position that holds actions, and a length that no field of theirs declares."""

    last: TakeAim | Wait | None = None
    only: TakeAim | None = None
    walked: Inches = 0


def read(data: object, kinds: Any = TakeAim | Wait) -> Any:
    return data_classes.read(kinds, data, "The action")


def test_an_action_is_written_with_its_name_and_without_its_open_fields() -> None:
    assert data_classes.write(TakeAim("a")) == {"do": "take_aim", "seat": "a", "loud": False}
    assert data_classes.write(Wait()) == {"do": "wait"}
    whole = TakeAim("a", "b", 7.5, 3, {"x": 0.5}, (1, 2), loud=True)
    assert [*data_classes.write(whole)] == ["do", "seat", "target", "inches", "paces", "far", "dice", "loud"]


@each_row("one", [TakeAim("a"), Wait(), TakeAim("a", "b", 7.5, 3, {"x": 0.5}, (1, 2), loud=True)])
def test_an_action_comes_back_as_it_was_written(one: Any) -> None:
    assert read(data_classes.write(one)) == one
    assert read(data_classes.write(one), type(one)) == one
    at = Aimed(one, TakeAim("b"), 0.5)
    assert data_classes.read(Aimed, data_classes.write(at), "The position") == at


def test_a_whole_number_of_inches_is_written_without_a_point() -> None:
    assert repr(read({"do": "take_aim", "seat": "a", "inches": 8.0}).inches) == "8"


@each_row(
    "data, words",
    [
        ({"seat": "a"}, "do is missing."),
        ({"do": "aim", "seat": "a"}, 'do: "aim" is not take_aim or wait.'),
        ({"do": "wait", "seat": "a"}, "seat: is not a field that belongs here."),
        ({"do": "take_aim", "seat": "a", "inches": 7.3}, "inches: 7.3 is not a whole number or a half."),
        ({"do": "take_aim", "seat": "a", "paces": 7.5}, "paces: 7.5 is not a whole number."),
        ({"do": "take_aim", "seat": "a", "far": {"x": 1.2}}, "far: 1.2 is not a whole number or a half."),
        ({"do": "take_aim", "seat": "a", "inches": True}, "inches: true is not a number."),
        ({"do": "take_aim", "seat": "a", "inches": "7"}, 'inches: "7" is not a number.'),
        ({"do": "take_aim", "seat": "a", "inches": float("nan")}, "inches: NaN is not a number."),
        ({"do": "take_aim", "seat": "a", "inches": 1e30}, "inches: 1e+30 is not a number."),
        ({"do": "take_aim", "seat": "a", "dice": [True]}, "dice[0]: true is not a whole number."),
    ],
)
def test_an_action_that_cannot_be_read_gets_one_sentence(data: object, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(data)
    assert str(caught.value) == words


def test_an_action_alone_has_its_name_too() -> None:
    with pytest.raises(InputError, match="do is missing"):
        read({"seat": "a"}, TakeAim)
    with pytest.raises(InputError, match='do: "wait" is not take_aim'):
        read({"do": "wait"}, TakeAim)
