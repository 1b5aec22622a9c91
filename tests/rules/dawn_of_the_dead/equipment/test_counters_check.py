"""2.3, 3.1: counter sheets, and every mistake one can have."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.counters_check import problems
from tests import soak
from tests.rows import each

SHEET = equipment.load_counters("stand-in")
Data = dict[str, Any]


def test_the_stand_in_sheet_is_good_and_says_what_it_is() -> None:
    assert problems(SHEET) == []
    assert SHEET["provenance"] == "stand-in"


def test_2_3_the_stand_in_characters_are_as_the_book_describes_them() -> None:
    """2.3: Peter and Roger shoot and stand better than Steve, and Steve better than Fran."""
    ratings = equipment.setting().sheet.ratings
    for infected in (False, True):
        peter, roger, steve, fran = (ratings[name, infected] for name in ("peter", "roger", "steve", "fran"))
        for better, worse in ((peter, steve), (roger, steve), (steve, fran)):
            assert better.fire_rate >= worse.fire_rate
            assert better.panic_level < worse.panic_level
            assert better.movement_allowance >= worse.movement_allowance
            assert better != worse
    for name in ("peter", "roger", "steve", "fran"):
        well, ill = ratings[name, False], ratings[name, True]
        assert well.fire_rate > ill.fire_rate
        assert well.panic_level < ill.panic_level
        assert well.movement_allowance > ill.movement_allowance


def test_3_1_there_are_fifty_units() -> None:
    """3.1, 8.8: fifty units whose values run from 1 to 11, most of them low."""
    units = equipment.setting().sheet.units
    assert len(units) == 50
    assert set(units) == set(range(1, 12))
    assert sum(v <= 5 for v in units) > 30


MISTAKES: list[tuple[str, Callable[[Data], Any], str]] = [
    ("format", lambda d: d.update(format="counters"), 'format is "counters"; it must be "referee-counters/1".'),
    ("no name", lambda d: d.pop("name"), "name is missing."),
    ("name", lambda d: d.update(name=5), "name is 5; it must be a name."),
    ("provenance", lambda d: d.update(provenance=[]), "provenance is []; it must be a word or a few."),
    ("no characters", lambda d: d.pop("characters"), "characters is missing."),
    ("characters", lambda d: d.update(characters=[]), "characters is []; it must be an object."),
    ("no Fran", lambda d: d["characters"].pop("fran"), "characters.fran is missing."),
    ("a fifth", lambda d: d["characters"].update(ana={}), 'characters has "ana"; it may have peter, roger, steve, fran.'),
    ("no infected", lambda d: d["characters"]["fran"].pop("infected"), "characters.fran.infected is missing."),
    ("side", lambda d: d["characters"]["fran"].update(stunned={}), 'characters.fran has "stunned"; it may have normal, infected.'),
    ("side type", lambda d: d["characters"]["fran"].update(normal=3), "characters.fran.normal is 3; it must be an object."),
    ("no rating", lambda d: d["characters"]["fran"]["normal"].pop("fire_rate"), "characters.fran.normal.fire_rate is missing."),
    ("rating", lambda d: d["characters"]["fran"]["normal"].update(fire_rate=-1), "characters.fran.normal.fire_rate is -1; it must be a whole number from 0 to 9."),
    ("panic", lambda d: d["characters"]["fran"]["normal"].update(panic_level=7), "characters.fran.normal.panic_level is 7; it must be a whole number from 0 to 6."),
    ("half", lambda d: d["characters"]["fran"]["normal"].update(movement_allowance=4.5), "characters.fran.normal.movement_allowance is 4.5; it must be a whole number from 1 to 20."),
    ("true", lambda d: d["characters"]["fran"]["normal"].update(fire_rate=True), "characters.fran.normal.fire_rate is true; it must be a whole number from 0 to 9."),
    ("extra rating", lambda d: d["characters"]["fran"]["normal"].update(luck=2), 'characters.fran.normal has "luck"; it may have fire_rate, panic_level, movement_allowance.'),
    ("no values", lambda d: d.pop("zombie_values"), "zombie_values is missing."),
    ("value", lambda d: d["zombie_values"].update({"12": 1}), 'zombie_values has "12"; a Zombie Value is 1 to 11 (8.8).'),
    ("padded value", lambda d: d["zombie_values"].update({"01": 0}), 'zombie_values has "01"; a Zombie Value is 1 to 11 (8.8).'),
    ("units", lambda d: d["zombie_values"].update({"1": "five"}), 'zombie_values.1 is "five"; it must be a whole number from 0 to 50.'),
    ("sum", lambda d: d["zombie_values"].update({"1": 6}), "zombie_values adds up to 51; there are 50 zombie units (3.1)."),
]  # fmt: skip


def test_each_mistake_is_told_in_one_sentence() -> None:
    def check(_: str, spoil: Callable[[Data], Any], sentence: str) -> None:
        data = deepcopy(SHEET)
        spoil(data)
        assert sentence in problems(data)

    each(MISTAKES, check)


def test_all_mistakes_are_told_at_once() -> None:
    faults = problems({"characters": {"peter": {}}, "zombie_values": {"1": 50, "0": 1}})
    assert faults == [
        "format is missing.",
        "name is missing.",
        "characters.peter.normal is missing.",
        "characters.peter.infected is missing.",
        "characters.roger is missing.",
        "characters.steve is missing.",
        "characters.fran is missing.",
        'zombie_values has "0"; a Zombie Value is 1 to 11 (8.8).',
        "zombie_values adds up to 51; there are 50 zombie units (3.1).",
    ]


@soak.ENGINES
@settings(max_examples=30)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["format", "name", "characters", "fran", "normal", "zombie_values", "1", "fire_rate"]
                ),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_junk_is_told_and_never_raises(data: Any) -> None:
    assert problems(data)
