"""Forms that complete an action: what they ask for, and what is read from them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from referee.errors import InputError
from referee.games.dawn_of_the_dead.pages.action_panel import forms
from tests.rows import each_row

SHOOT = {"do": "shoot", "by": ["peter", "fran"], "at": "045"}


def posted(action: Any, *fields: tuple[str, str]) -> MultiDict[str, str]:
    """Return a form as a browser posts it."""
    return MultiDict([("action", json.dumps(action)), *fields])


def test_panic_is_asked_for_before_the_shot() -> None:
    """6.5: who panics does not shoot, so the dice of the shot come after."""
    form = forms.completion_form(SHOOT, {"panic": ["peter", "fran"], "dice": 3})
    assert form
    assert [ask.field for ask in form.dice] == ["panic-peter", "panic-fran"]


def test_each_die_is_asked_for_by_itself() -> None:
    """6.8: three dice, each 1 to 6."""
    form = forms.completion_form(SHOOT, {"dice": 3})
    assert form
    assert [(ask.field, ask.numbers) for ask in form.dice] == [
        (f"die-{n}", (1, 2, 3, 4, 5, 6)) for n in (1, 2, 3)
    ]


def test_two_dice_of_which_only_the_sum_counts_are_one_tap() -> None:
    """6.8, 15.8: three dice, panic dice and the two of the Hidden Zombie Table are typed in one by one."""
    form = forms.completion_form(SHOOT, {"dice": 2})
    assert form
    assert form.totals == tuple(range(2, 13))
    for action, needs in (
        (SHOOT, {"dice": 3}),
        (SHOOT, {"dice": 1}),
        (SHOOT, {"panic": ["peter", "fran"]}),
        ({"do": "roll_hidden"}, {"dice": 2}),
    ):
        other = forms.completion_form(action, needs)
        assert other
        assert other.totals == ()


def test_a_total_is_read_back_and_one_from_before_is_added_to() -> None:
    assert forms.posted_action(posted(SHOOT, ("total", "9")))["total"] == 9
    kept = forms.completion_form(SHOOT, {"dice": 3}, {"total": 9, "of": 2})
    assert kept
    assert ([ask.field for ask in kept.dice], kept.kept) == (["die-3"], {forms.BEFORE: 9})
    assert kept.stands == ("A total of 9 was rolled before and taken back, so it stands.",)
    read = forms.posted_action(posted(SHOOT, (forms.BEFORE, "9"), ("die-3", "4")))
    assert (read["total"], "dice" in read) == (13, False)


def test_r_13_0a_after_the_roll_the_key_brings_the_unit_in() -> None:
    """Once the dice lie, it is the door that is chosen."""
    form = forms.completion_form({"do": "roll_entrance", "dice": [1, 1]}, {"doors": ["north", "west"]})
    rolling = forms.completion_form({"do": "roll_entrance"}, {"dice": 2})
    assert form
    assert form.says == "Enter here"
    assert rolling
    assert rolling.says == "Roll on the Zombie Entrance Table"


def test_a_value_is_one_to_eleven() -> None:
    """2.3: what a unit on cardboard says."""
    form = forms.completion_form(SHOOT, {"value": ["045"]})
    assert form
    assert form.asks[0].title == "What value is on the unit in 045?"
    assert form.asks[0].numbers == tuple(range(1, 12))


def test_nothing_is_asked_for_when_nothing_is_wanting() -> None:
    """An action that needs nothing has no form, nor one whose value can wait while dice are typed in."""
    assert forms.completion_form(SHOOT, {}) is None
    assert forms.completion_form(SHOOT, {"value": ["045"]}, dice_only=True) is None


def test_the_value_is_asked_beside_dice_that_stand_from_a_roll_that_was_taken_back() -> None:
    """R-UNDO: nobody taps a key for dice that are known, only to be asked for the value after it."""
    form = forms.completion_form(SHOOT, {"dice": 2, "value": ["045"]}, {"dice": [3, 4]}, dice_only=True)
    assert form
    assert [ask.field for ask in form.asks] == ["value-045"]
    assert form.kept == {"die-1": 3, "die-2": 4}


def test_dice_panic_and_values_are_read_back() -> None:
    """What was tapped becomes part of the action, beside what it gave before."""
    action = {**SHOOT, "panic": {"peter": 5}}
    read = forms.posted_action(
        posted(action, ("panic-fran", "2"), ("die-1", "6"), ("die-2", "1"), ("value-045", "11"))
    )
    assert read == {**SHOOT, "panic": {"peter": 5, "fran": 2}, "dice": [6, 1], "values": {"045": 11}}


def test_a_single_die_goes_into_its_own_field() -> None:
    """10.0 and 7.0 take one die, called so."""
    assert forms.posted_action(posted({"do": "roll_free_moves"}, ("die-1", "4")))["die"] == 4


def test_leaving_the_roll_to_the_referee_drops_what_was_tapped() -> None:
    """The key beside the dice sends the action as it was."""
    assert forms.posted_action(posted(SHOOT, ("die-1", "4"), ("roll", "1"))) == SHOOT


def test_set_up_is_read_from_its_forms() -> None:
    """3.1 and 3.2: squares chosen in a form."""
    hidden = posted({"do": "place_hidden"}, ("squares", "030"), ("squares", "069"))
    assert forms.posted_action(hidden)["squares"] == ["030", "069"]
    places = posted({"do": "place_characters"}, ("square-peter", "009"))
    assert forms.posted_action(places)["squares"] == {"peter": "009"}


@each_row("text", ["", "{", "[]", "7", "x" * 5000, '{"do":' * 900])
def test_what_is_no_action_is_refused(text: str) -> None:
    """Anything else gets a sentence, not a fault."""
    with pytest.raises(InputError):
        forms.posted_action(MultiDict([("action", text)]))


@each_row("die", ["", "six", "-1", "٣", "123"])
def test_a_number_that_is_none_is_refused(die: str) -> None:
    """A die that cannot be read gets a sentence that names it."""
    with pytest.raises(InputError, match="die-1"):
        forms.posted_action(posted(SHOOT, ("die-1", die)))
