"""What a seat may do becomes keys and forms by the needs in JSON, the same for every game."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.interface import ChanceRequest, MappingView, Screens
from referee.games.interface.screens import TableWords
from referee.web.pages.questions import (
    Blank,
    GameWords,
    blanks_of,
    dice_blank,
    groups_of,
    in_progress,
    waits_of,
)
from rules.fields import action, asked, picked


@action
class Shoot:
    """An action of which a fact is told."""

    figure: str
    target: str | None = picked("At whom?")
    inches: float | None = asked("How far?")


VIEW = MappingView({}, "duel", "ABCDEF", {"p2": "Ann"}, seat="p1")
PLAIN: Any = Screens("")
WORDS = GameWords(PLAIN, VIEW, TableWords(VIEW, PLAIN.seat_name), "p1", Shoot)


def number(**more: Any) -> dict[str, Any]:
    return {"ask": "How far?", "kind": "number", "least": 0, "most": 72, "limits": [], **more}


def blank(need: Any) -> Blank:
    (made,) = blanks_of({"inches": need}, WORDS)
    return made


def answers(made: Blank) -> list[tuple[str, str]]:
    return [(one.value, one.says) for one in made.answers]


BANDS = [
    (
        number(limits=[6, 12, 24]),
        [("6", "up to 6"), ("12", "6 to 12"), ("24", "12 to 24"), ("72", "over 24")],
    ),
    (number(limits=[6, 72]), [("6", "up to 6"), ("72", "6 to 72")]),
    (number(limits=[6, 99], most=72), [("6", "up to 6"), ("72", "over 6")]),
    (number(limits=[6], most=None), [("6", "up to 6"), ("7", "over 6")]),
    (number(least=1, most=4), [("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")]),
    (number(), []),
]


@pytest.mark.parametrize(("need", "keys"), BANDS, ids=str)
def test_a_band_of_a_number_is_a_key_that_tells_its_far_limit(need: Any, keys: Any) -> None:
    assert answers(blank(need)) == keys


def test_halves_are_typed_only_where_the_game_has_them() -> None:
    assert blank(number()).step == "1"
    assert blank(number(halves=True, most=3)).step == "0.5"


def test_one_number_for_each_name_is_typed_in_one_form() -> None:
    made = blank(number(each=["046", "p2"], limits=[6]))
    assert made.parts == [("field.inches.046", "046"), ("field.inches.p2", "Ann")]
    assert (made.typed, made.answers) == (True, ())


def test_a_template_with_few_options_is_answered_by_one_tap() -> None:
    options = ["standing", "kneeling", "prone", "hidden"]
    for count, at_once in ((2, True), (3, True), (4, False)):
        need = {"ask": "How?", "kind": "choice", "options": options[:count]}
        (group,) = groups_of([{"do": "stance", "open": {"stance": need}, "question": "act 2A"}], WORDS)
        assert (group.title, group.keys[0].at_once) == ("Act 2A", at_once)


def test_an_option_for_each_name_or_two_fields_are_one_form() -> None:
    each = {"rates": {"ask": "", "kind": "choice", "options": [1, 2], "each": ["4A", "4B"]}}
    two = {"to": {"ask": "", "kind": "choice", "options": ["a", "b"]}, "inches": number()}
    for needs in (each, two):
        ((key,),) = (group.keys for group in groups_of([{"do": "go", "open": needs}], WORDS))
        assert not key.at_once
        assert key.posted == '{"do": "go"}'


def test_a_key_that_would_be_refused_says_why_and_asks_nothing() -> None:
    told = {"do": "reload", "why_not": "It is full.", "why_not_cases": ["4.5"], "open": {"n": number()}}
    (group,) = groups_of([told], WORDS)
    (key,) = group.keys
    assert (key.why_not, key.cases, key.blanks, key.posted) == (
        "It is full.",
        ("4.5",),
        (),
        '{"do": "reload"}',
    )


def test_keys_stand_under_the_question_that_they_answer() -> None:
    listed = [{"do": "pass", "question": "feat p1"}, {"do": "go", "question": "feat p2"}, {"do": "end"}]
    assert [group.title for group in groups_of(listed, WORDS)] == ["Feat", "Feat: Ann", ""]


def test_what_was_told_is_not_in_the_name_of_an_action() -> None:
    shot = {"do": "shoot", "figure": "2A", "target": "p2", "inches": 8}
    assert WORDS.action(shot) == "Shoot: 2A, Ann"


def pending(**more: Any) -> Any:
    return {
        "seat": "p2", "action": {"do": "shoot", "figure": "2A"}, "needs": {"inches": number(), "die": 1},
        "reason": "Measure.", "cases": ["4.1"], "far": "", "may_cancel": False, **more,
    }  # fmt: skip


def test_each_fact_of_an_action_in_progress_is_a_form_of_its_own() -> None:
    needs = {"inches": number(), "cover": {"ask": "In cover?", "kind": "yes_no"}}
    shown = in_progress(pending(needs=needs, question="act 2A", serial=4), WORDS, (), mine=True)
    assert [form.blanks[0].name for form in shown.forms] == ["inches", "cover"]
    assert shown.forms[0].names == {"question": "act 2A", "serial": 4}
    assert (shown.who, shown.title) == ("Ann", "Shoot: 2A")
    assert in_progress(pending(), WORDS, (), mine=False).forms == ()


def test_dice_that_people_roll_are_typed_in_one_form() -> None:
    d20, d6 = ChanceRequest("to hit", "die", 1, sides=20), ChanceRequest("wounds", "dice", 2)
    shown = in_progress(pending(), WORDS, (d20, d6), mine=True)
    assert shown.dice is not None
    hit, wounds = shown.dice.blanks
    assert (len(hit.answers), hit.look, hit.parts) == (20, "numbers", [("field.die", "")])
    assert (len(wounds.answers), wounds.look) == (6, "faces")
    assert wounds.parts == [("field.dice.#1", "Die 1"), ("field.dice.#2", "Die 2")]
    names = dice_blank(ChanceRequest("panic", "panic", 2, ("p2", "fran")), WORDS)
    assert names.parts == [("field.panic.p2", "Ann"), ("field.panic.fran", "Fran")]
    total = dice_blank(ChanceRequest("attack", "dice", 2, total="total"), WORDS)
    assert (total.name, total.answers[0].value, total.answers[-1].value) == ("total", "2", "12")


def test_what_is_waited_for_is_a_line_each_with_what_this_seat_is_asked_first() -> None:
    entries = [
        {"question": "feat p2", "who": ["p2", "p3"], "kind": "choice", "seconds": 14},
        {
            "question": "act 2A",
            "who": ["p1"],
            "kind": "fact",
            "text": "How far?",
            "seconds": 9,
            "stands": True,
        },
    ]
    mine, other = waits_of(entries, WORDS, "p1")
    assert (mine.who, mine.text, mine.seconds, mine.stands) == ("You", "How far?", 9, True)
    assert (other.who, other.text, other.stands) == ("Ann or P3 player", "a choice", False)
