"""The fields of an action that a form sends are read by their declared types, or refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from werkzeug.datastructures import MultiDict

from referee.errors import InputError
from referee.web.pages.form_fields import with_posted_fields
from rules.fields import action, asked, picked, rolled


@action
class Shoot:
    """An action with a field of each kind."""

    figure: str
    inches: float | None = asked("How far?", halves=True)
    shots: int | None = asked("How many?")
    cover: bool | None = asked("In cover?")
    stance: Literal["prone", "standing"] | None = picked("How?")
    zone: Literal[1, 2] | None = picked("Where?")
    rates: Mapping[str, int] | None = picked("How fast?")
    dice: tuple[int, ...] | None = rolled("damage")


BARE = {"do": "shoot", "figure": "2A"}
READ: list[tuple[list[tuple[str, str]], dict[str, Any]]] = [
    ([("field.inches", "7.5")], {"inches": 7.5}),
    ([("field.inches", "7½")], {"inches": 7.5}),
    ([("field.inches", "7,5")], {"inches": 7.5}),
    ([("field.inches", "8")], {"inches": 8}),
    ([("field.inches", "6"), ("field.inches", "4.5")], {"inches": 4.5}),
    ([("field.inches", "6"), ("field.inches", "")], {"inches": 6}),
    ([("field.inches", " ")], {}),
    ([("field.cover", "no")], {"cover": False}),
    ([("field.stance", "prone")], {"stance": "prone"}),
    ([("field.zone", "2")], {"zone": 2}),
    ([("field.rates.4A", "3"), ("field.rates.046", "1")], {"rates": {"4A": 3, "046": 1}}),
    ([("field.dice.#1", "5"), ("field.dice.#2", "5")], {"dice": [5, 5]}),
    ([("field.dice", "6")], {"dice": [6]}),
    ([("version", "3"), ("fields.x", "1")], {}),
]
WRONG = [
    ("field.shots", "7.5", 'shots: "7.5" is not a whole number.'),
    ("field.shots", "many", 'shots: "many" is not a whole number.'),
    ("field.inches", "a lot", 'inches: "a lot" is not a number.'),
    ("field.inches", "1e99", 'inches: "1e99" is not a number.'),
    ("field.inches", "nan", 'inches: "nan" is not a number.'),
    ("field.cover", "perhaps", 'cover: "perhaps" is not yes or no.'),
    ("field.rates.4A", "fast", 'rates.4A: "fast" is not a whole number.'),
    ("field.stance", "x" * 201, "stance: that is too long."),
]


@pytest.mark.parametrize(("posted", "fields"), READ, ids=str)
def test_what_a_form_sends_goes_into_the_action(posted: list[tuple[str, str]], fields: Any) -> None:
    assert with_posted_fields(BARE, MultiDict(posted), Shoot) == {**BARE, **fields}


@pytest.mark.parametrize(("name", "text", "sentence"), WRONG)
def test_what_does_not_fit_is_a_sentence_that_names_the_field(name: str, text: str, sentence: str) -> None:
    with pytest.raises(InputError) as wrong:
        with_posted_fields(BARE, MultiDict([(name, text)]), Shoot)
    assert wrong.value.sentence == sentence


def test_a_game_without_declared_fields_gets_what_the_texts_look_like() -> None:
    posted = MultiDict([("field.n", "-3"), ("field.up", "yes"), ("field.to", "004b"), ("field.at", "1.5")])
    read = with_posted_fields({"do": "go"}, posted)
    assert read == {"do": "go", "n": -3, "up": True, "to": "004b", "at": 1.5}


def test_an_option_that_is_not_offered_is_left_for_the_rules_to_refuse() -> None:
    assert with_posted_fields(BARE, MultiDict([("field.zone", "7")]), Shoot)["zone"] == "7"
