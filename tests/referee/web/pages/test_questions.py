"""What a seat may do becomes keys and forms by the needs in JSON, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.games.interface import ChanceRequest, MappingView, Screens
from referee.games.interface.screens import TableWords
from referee.web.pages.questions import (
    Blank,
    GameWords,
    Key,
    Offered,
    blanks_of,
    dice_blank,
    groups_of,
    progress_of,
    waits_of,
)
from rules.fields import action, asked, picked
from rules.questions import TABLE


@action
class Shoot:
    """An action of which a fact is told."""

    figure: str
    target: str | None = picked("At whom?")
    inches: float | None = asked("How far?", limits=(6, 12), unit="inch")
    cover: bool | None = asked("In cover?")


@action
class Plot:
    """Choose in secret how each moves."""

    seat: str
    rates: Mapping[str, str] | None = picked("How?", secret="rates")


class Short(Screens[MappingView]):
    """Names an action without what is chosen for it."""

    def action_words(self, action: Any, view: MappingView) -> str:
        return "Shoot"


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


def test_inches_that_are_typed_may_be_measured_on_a_photograph() -> None:
    made = blank(number(limits=[6], unit="inch"))
    assert made.in_inches
    assert made.bands == r'[["6", "up to 6\u2033"], ["72", "over 6\u2033"]]'
    assert not blank(number(unit="pace")).in_inches
    assert not blank(number(most=4, unit="inch")).in_inches, "a key for each"


def test_one_number_for_each_name_is_typed_in_one_form() -> None:
    made = blank(number(each=["046", "p2"], limits=[6]))
    assert made.parts == [("field.inches.046", "046"), ("field.inches.p2", "Ann")]
    assert (made.typed, made.answers) == (True, ())


def test_a_secret_choice_that_is_made_again_begins_with_what_lies_there() -> None:
    rates = {"1A": "run", "1B": "walk", "2A": None}
    seen: Any = MappingView({"rates": rates}, "duel", "ABCDEF", {}, seat="p1")
    need = {"ask": "How?", "kind": "choice", "options": ["walk", "run"], "each": ["1A", "1B", "2A", "2B"]}
    listed = {"do": "plot", "seat": "p1", "open": {"rates": need}}
    words = replace(WORDS, view=seen, kinds=Plot)
    ((key,),) = (group.keys for group in groups_of([Offered(listed)], words, {}))
    assert key.blanks[0].chosen == {"field.rates.1A": "run", "field.rates.1B": "walk"}


def offered(count: int, **more: Any) -> Key:
    """Return the key of an action with so many options."""
    options = ["standing", "kneeling", "prone", "hidden"][:count]
    need = {"ask": "How?", "kind": "choice", "options": options}
    offer = Offered({"do": "stance", "open": {"stance": need}}, "act 2A", 3, ("p1",), **more)
    (group,) = groups_of([offer], WORDS, {})
    assert group.title == "Act 2A"
    return group.keys[0]


def test_each_option_answers_by_one_tap_and_many_are_folded_among_other_keys() -> None:
    shown = {count: (offered(count).at_once, offered(count).folds) for count in (2, 3, 4)}
    assert shown == {2: (True, False), 3: (True, False), 4: (True, True)}


def test_of_a_secret_choice_many_options_are_chosen_before_they_are_sent() -> None:
    assert [offered(count, secret=True).at_once for count in (3, 4)] == [True, False]


class InRows(Screens[MappingView]):
    """Has a row for each group."""

    def value_row(self, field: str, value: Any, view: MappingView) -> tuple[str, str]:
        group, _, whom = str(value).partition(" ")
        return (f"Group {group}", whom) if whom else ("", "")


def test_options_that_are_two_things_stand_in_rows_alike_ones_below_each_other() -> None:
    screens: Any = InRows("")
    need = {"ask": "Who?", "kind": "choice", "options": ["none", "A ana", "A bo", "B bo"]}
    (made,) = blanks_of({"pair": need}, replace(WORDS, screens=screens))
    rows = {row: [one.value for one in some] for row, some in made.rows.items()}
    assert rows == {"Group A": ["A ana", "A bo"], "Group B": ["", "B bo"], "": ["none"]}
    assert made.answers[1].says == "A ana"
    (plain,) = blanks_of({"pair": need}, WORDS)
    assert plain.rows == {}


def test_dice_for_one_name_lie_in_one_row() -> None:
    screens: Any = InRows("")
    request = ChanceRequest("moves", "dice", 4, ("A 1st", "A 2nd", "B 1st", "ana"))
    made = dice_blank(request, replace(WORDS, screens=screens))
    rows = [(row, [posts for posts, _ in parts]) for row, parts in made.part_rows]
    assert rows == [
        ("Group A", ["field.dice.A 1st", "field.dice.A 2nd"]),
        ("Group B", ["field.dice.B 1st"]),
        ("", ["field.dice.ana"]),
    ]
    two = dice_blank(ChanceRequest("damage", "dice", 2), WORDS)
    assert [(row, len(parts)) for row, parts in two.part_rows] == [("", 1), ("", 1)]


def test_an_option_for_each_name_or_two_fields_are_one_form() -> None:
    each = {"rates": {"ask": "", "kind": "choice", "options": [1, 2], "each": ["4A", "4B"]}}
    two = {"to": {"ask": "", "kind": "choice", "options": ["a", "b"]}, "inches": number()}
    for needs in (each, two):
        ((key,),) = (group.keys for group in groups_of([Offered({"do": "go", "open": needs})], WORDS, {}))
        assert not key.at_once
        assert key.posted == '{"do": "go"}'


def test_a_key_that_would_be_refused_says_why_and_asks_nothing() -> None:
    told = {"do": "reload", "why_not": "It is full (4.5).", "open": {"n": number()}}
    (group,) = groups_of([Offered(told)], WORDS, {})
    (key,) = group.keys
    assert (key.why_not, key.blanks, key.posted) == ("It is full (4.5).", (), '{"do": "reload"}')


def test_facts_are_told_only_once_an_action_has_begun() -> None:
    needs = {"target": {"ask": "", "kind": "choice", "options": ["a", "b"]}, "inches": number()}
    ((key,),) = (group.keys for group in groups_of([Offered({"do": "shoot", "open": needs})], WORDS, {}))
    assert [blank.name for blank in key.blanks] == ["target"]


def test_keys_stand_under_the_question_that_they_answer() -> None:
    mine = Offered({"do": "pass"}, "feat p1", 0, ("p1",))
    hers = Offered({"do": "go"}, "feat p2", 7, ("p2",), secret=True)
    deadline = {"until": None, "seconds": 8.2}
    own, other, none = groups_of([mine, hers, Offered({"do": "end"})], WORDS, {"feat p2": deadline})
    assert [group.title for group in (own, other, none)] == ["Feat", "Feat: Ann", ""]
    assert (own.others, own.seconds) == ("", None)
    assert (other.others, other.secret, other.seconds, other.stands) == ("Ann", True, 9, True)
    assert (own.keys[0].names, none.keys[0].names) == ({"question": "feat p1", "serial": 0}, {})


def test_a_game_master_reads_for_whom_the_question_is() -> None:
    (group,) = groups_of([Offered({"do": "go"}, "late comer", 0, (TABLE,))], WORDS, {})
    assert (group.title, group.others) == ("Late comer", "the tablet")


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
    shown = progress_of(pending(needs=needs, question="act 2A", serial=4), WORDS, (), mine=True)
    assert [form.blanks[0].name for form in shown.forms] == ["inches", "cover"]
    assert shown.forms[0].names == {"question": "act 2A", "serial": 4}
    assert (shown.who, shown.title) == ("Ann", "Shoot: 2A")
    assert progress_of(pending(), WORDS, (), mine=False).forms == ()


class Covered(Screens[MappingView]):
    """Has words of its own for cover."""

    def value_words(self, field: str, value: object, view: MappingView) -> str:
        return (
            ("open", "covered")[value] if isinstance(value, bool) else super().value_words(field, value, view)
        )


def test_a_number_in_bands_and_a_yes_or_no_with_words_are_answered_in_one_tap() -> None:
    screens: Any = Covered("")
    words = replace(WORDS, screens=screens)
    cover = {"ask": "In cover?", "kind": "yes_no"}
    needs = {"cover": cover, "inches": number(limits=[6, 12]), "danger": cover}
    grid, other = progress_of(pending(needs=needs), words, (), mine=True).forms
    assert grid.is_grid
    assert [blank.name for blank in (*grid.blanks, *other.blanks)] == ["inches", "cover", "danger"]
    assert answers(grid.blanks[1]) == [("no", "open"), ("yes", "covered")]
    assert [one.says for one in grid.blanks[0].answers if one.beyond] == ["over 12"]
    for some in ({"cover": cover, "inches": number()}, {"cover": cover, "danger": cover}):
        shown = progress_of(pending(needs=some), words, (), mine=True)
        assert [len(form.blanks) for form in shown.forms] == [1, 1], "no bands, no grid"
    plain = progress_of(pending(needs=needs), WORDS, (), mine=True)
    assert [len(form.blanks) for form in plain.forms] == [1, 1, 1], "rows need words"


def test_what_was_settled_so_far_is_shown_where_the_name_does_not_say_it() -> None:
    shot = {"do": "shoot", "figure": "2A", "target": "p2", "inches": 7.5, "cover": False, "die": None}
    named = progress_of(pending(action=shot), WORDS, (), mine=False)
    assert (named.title, named.settled) == (
        "Shoot: 2A, Ann",
        (("How far?", "7.5 inches"), ("In cover?", "no")),
    )
    screens: Any = Short("")
    short = replace(WORDS, screens=screens)
    shown = progress_of(pending(action={**shot, "inches": 12, "cover": None}), short, (), mine=False)
    assert (shown.title, shown.settled) == ("Shoot", (("At whom?", "Ann"), ("How far?", "6 to 12″")))


def test_dice_that_people_roll_are_typed_in_one_form() -> None:
    d20, d6 = ChanceRequest("to hit", "die", 1, sides=20), ChanceRequest("wounds", "dice", 2)
    shown = progress_of(pending(), WORDS, (d20, d6), mine=True)
    assert shown.dice is not None
    hit, wounds = shown.dice.blanks
    assert (len(hit.answers), hit.look, hit.parts) == (20, "numbers", [("field.die", "")])
    assert (len(wounds.answers), wounds.look) == (6, "faces")
    assert wounds.parts == [("field.dice.#1", "Die 1"), ("field.dice.#2", "Die 2")]
    names = dice_blank(ChanceRequest("panic", "panic", 2, ("p2", "fran")), WORDS)
    assert names.parts == [("field.panic.p2", "Ann"), ("field.panic.fran", "Fran")]
    order = dice_blank(ChanceRequest("order", "dice", 2, ("2A", "2B"), sides=20), WORDS)
    assert (order.typed, order.answers, order.least, order.most) == (True, (), 1, 20)
    total = dice_blank(ChanceRequest("attack", "dice", 2, total="total"), WORDS)
    assert (total.name, total.answers[0].value, total.answers[-1].value) == ("total", "2", "12")


def test_what_is_waited_for_of_others_is_a_line_each() -> None:
    deadline = {"until": "2026-11-29T02:00:00", "seconds": 13.1}
    entries: list[dict[str, Any]] = [
        {"question": "feat p2", "who": ["p2", "p3"], "kind": "choice", "deadline": deadline},
        {"question": "act p1", "who": ["p1"], "kind": "fact", "text": "How far?"},
        {"question": "shot p2", "who": ["table", "p2"], "kind": "fact"},
        {"question": "shot p2", "who": ["table", "p2"], "kind": "fact"},
        {"question": "undo", "who": ["p2"], "kind": "consent"},
    ]
    first, second = waits_of(entries, WORDS)
    assert (first.who, first.text, first.seconds, first.stands) == ("Ann or P3 player", "a choice", 14, False)
    assert (second.who, second.text, second.seconds) == ("Ann", "a look at the table", None)
