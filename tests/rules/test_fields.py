"""A class of actions or positions that JSON cannot make is refused when the class is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from rules.fields import (
    action,
    asked,
    check,
    declared_fields,
    drawn,
    hidden,
    is_yes_no,
    kind_of_field,
    picked,
    position,
    rolled,
    total_of,
)
from tests.rows import each_row


def made(of: Any, default: Any = None, *, name: str = "what", by: Any = action) -> type:
    """Make a class with one field of a type."""
    names = {"__annotations__": {name: of}, "__module__": __name__, name: default}
    return by(type("Made", (), names))  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Plain:
    """A data class of no decorator, which holds what JSON cannot."""

    seats: set[str]


@position
class Node:
    """A part that holds others of its kind, so its type is not yet known when the class is made."""

    name: str = ""
    parts: tuple[Node, ...] = ()


@position
class Early:
    """A part whose type is defined further down."""

    late: Late | None = None


class Late:
    """No data class, so JSON cannot make it."""


@position
class Unknown:
    """A part of a type that is nowhere."""

    what: Nowhere | None = None  # type: ignore[name-defined]  # noqa: F821


GOOD: list[Any] = [
    int, float, str, bool, Literal["a", "b"], tuple[int, ...], Mapping[str, int], dict[str, tuple[int, ...]],
    Mapping[Literal["a"], bool], Node, Node | None,
]  # fmt: skip


@each_row("of", GOOD)
def test_what_json_can_make_is_a_field(of: Any) -> None:
    made(of)
    made(of | None, by=position)


@each_row(
    "of",
    [
        set[str],
        object,
        bytes,
        Late,
        tuple[int, int],
        Mapping[int, str],
        int | str,
        Mapping[str, Late],
        tuple[set[int], ...],
        Any,
        Plain,
        tuple[Plain, ...],
        complex | None,
    ],
)
def test_what_json_cannot_make_is_refused(of: Any) -> None:
    for by in (action, position):
        with pytest.raises(TypeError, match=r"cannot be read from JSON"):
            made(of, by=by)


def test_a_type_that_is_not_known_yet_is_checked_with_the_rules() -> None:
    check(Node)
    with pytest.raises(TypeError, match=r"Early.late: .*Late.* cannot be read from JSON"):
        check(Early)
    with pytest.raises(TypeError, match=r"Unknown: name 'Nowhere' is not defined"):
        check(Unknown)
    holder = made(tuple[Early, ...] | None, by=dataclass(frozen=True))
    with pytest.raises(TypeError, match=r"Early.late"):
        check(holder)


@each_row("name", ["open", "version", "why_not"])
def test_a_name_of_the_table_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match="Take another one"):
        made(int, name=name)
    with pytest.raises(TypeError, match="Take another one"):
        made(int, name=name, by=position)


def test_an_action_has_its_name_from_its_class() -> None:
    with pytest.raises(TypeError, match="its name from its class"):
        made(Literal["made"], "made", name="do")
    assert made(int).do == "made"  # type: ignore[attr-defined]


@each_row(
    "of, declared, says",
    [
        (int, rolled("shot"), "its type needs None: what: int | None"),
        (str | None, rolled("shot"), "dice and draws are int"),
        (tuple[str, ...] | None, drawn("cards"), "dice and draws are int"),
        (Mapping[str, str] | None, rolled("order"), "dice and draws are int"),
        (int | None, total_of("dice"), "dice a field that is rolled"),
        (bool, asked("In cover?"), "its type needs None"),
        (str, picked("At whom?"), "its type needs None"),
    ],
)
def test_a_declared_field_has_a_type_for_what_it_holds(of: Any, declared: Any, says: str) -> None:
    with pytest.raises(TypeError, match=says.replace("|", r"\|")):
        made(of, declared)


@action
class Shoot:
    """Shoot at somebody, with dice or their total."""

    seat: str
    cover: bool | None = asked("In cover?")
    hurt: Mapping[str, bool] | None = asked("Are they hurt?")
    dice: tuple[int, ...] | None = rolled("shot")
    total: int | None = total_of("dice")


def test_fields_are_declared_in_order() -> None:
    assert [*declared_fields(Shoot)] == ["cover", "hurt", "dice", "total"]
    assert [kind_of_field(Shoot, name) for name in declared_fields(Shoot)] == [
        "one",
        "each",
        "several",
        "one",
    ]
    assert [is_yes_no(Shoot, name) for name in declared_fields(Shoot)] == [True, True, False, False]


@position
class Table:
    """A position with a hidden field, and one of its own making."""

    rates: Mapping[str, str] = hidden()
    points: Mapping[str, int] = field(default_factory=dict)


def test_a_hidden_field_begins_empty() -> None:
    assert Table() == Table({}, {})
