"""What an action lacks and holds of dice, draws and facts follows from what its fields declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from referee.games.interface.chance import (
    ChanceRequest,
    DiceTotal,
    bare,
    choices,
    fields_for,
    filled,
    held,
    judged,
    misfit,
    wanted,
    worded,
)
from rules.fields import Inches, action, asked, drawn, picked, rolled, total_of
from rules.ruling import Ask, Missing, Options, Pool, Ruling, allow
from tests.rows import each_row


@action
class Shot:
    """An action with a field of every kind."""

    seat: str
    target: str | None = picked("At whom?")
    inches: Inches | None = asked("How far?", most=60, limits=(8, 16), halves=True, unit="inch")
    paces: int | None = asked("How many paces?", least=1, most=9)
    cover: bool | None = asked("In cover?")
    units: Mapping[str, int] | None = asked("What do they show?", most=9)
    die: int | None = rolled("to hit", 20)
    dice: tuple[int, ...] | None = rolled("wounds")
    total: int | None = total_of("dice")
    order: Mapping[str, int] | None = rolled("order")
    cards: tuple[int, ...] | None = drawn("cards")
    rates: Mapping[str, str] | None = picked("How fast?", secret="rates")


SHOT = Shot("a")


def test_dice_are_wanted_by_the_shape_of_their_field() -> None:
    needs: Mapping[str, Missing] = {
        "die": 1, "dice": 3, "order": ("x", "y"), "cards": Pool((4, 5), 1), "inches": 1,
    }  # fmt: skip
    assert wanted(SHOT, needs) == [
        ChanceRequest("to hit", "die", 1, sides=20),
        ChanceRequest("wounds", "dice", 3, total="total"),
        ChanceRequest("order", "order", 2, ("x", "y")),
        ChanceRequest("cards", "cards", 1, pool=(4, 5)),
    ]


def test_dice_that_an_action_holds_count_for_its_needs() -> None:
    some = replace(SHOT, dice=(4, 2), order={"x": 3})
    requests = wanted(some, {"dice": 3, "order": ("x", "y")})
    assert [(one.count, one.names) for one in requests] == [(1, ()), (1, ("y",))]
    for request in requests:
        some = filled(some, request, (6,))
    assert some == replace(SHOT, dice=(4, 2, 6), order={"x": 3, "y": 6})


def test_a_die_that_is_rolled_again_takes_the_place_of_the_first() -> None:
    (again,) = wanted(replace(SHOT, die=4), {"die": 1})
    assert filled(replace(SHOT, die=4), again, (9,)).die == 9


def test_what_is_filled_in_is_held() -> None:
    needs: Mapping[str, Missing] = {"die": 1, "dice": 2, "order": ("x",), "cards": Pool((4, 5), 2)}
    whole, results = SHOT, {"die": (20,), "dice": (1, 6), "order": (2,), "cards": (5, 4)}
    for request in wanted(SHOT, needs):
        whole = filled(whole, request, results[request.field])
    assert [(request.kind, request.names, them) for request, them in held(whole)] == [
        ("to hit", (), (20,)),
        ("wounds", (), (1, 6)),
        ("order", ("x",), (2,)),
        ("cards", (), (5, 4)),
    ]
    assert held(SHOT) == []
    assert bare(whole) == SHOT


def test_a_total_takes_the_place_of_the_dice() -> None:
    (request,) = wanted(SHOT, {"dice": 2})
    total = filled(SHOT, request, (DiceTotal(9, 2),))
    assert (total.dice, total.total) == (None, 9)
    assert [(one.kind, one.total, results) for one, results in held(total)] == [("wounds", "total", (9,))]
    assert bare(total) == SHOT
    assert fields_for(Shot, "dice") == ("dice", "total")


def test_a_bare_action_keeps_the_choices_unless_they_are_left_out_too() -> None:
    chosen = replace(SHOT, target="b", inches=7.5, cover=False)
    assert bare(chosen) == replace(SHOT, target="b")
    assert bare(chosen, picked=True) == SHOT
    assert bare(SHOT) is SHOT


def test_a_choice_that_is_left_open_is_listed_with_each_of_its_values() -> None:
    assert [one.target for one in choices(SHOT, {"target": Options(("x", "y"))})] == ["x", "y"]
    assert [one.target for one in choices(SHOT, {"target": ("x", "y")})] == ["x", "y"]
    assert choices(SHOT, {"die": 1}) == (SHOT,)
    assert choices(SHOT, {"rates": Options(("walk", "run"), each=("1A", "1B"))}) == (SHOT,)


def test_a_need_takes_its_words_and_limits_from_the_field() -> None:
    needs: Mapping[str, Missing] = {
        "inches": 1, "cover": 1, "units": ("x",), "target": Options(("x",)), "die": 1,
        "paces": Ask("How many to the wall?", most=3),
    }  # fmt: skip
    assert worded(Shot, needs) == {
        "inches": Ask("How far?", "number", "inch", 0, 60, (8, 16), halves=True),
        "cover": Ask("In cover?", "yes_no"),
        "units": Ask("What do they show?", "number", "", 0, 9, (), halves=False, each=("x",)),
        "target": Options(("x",), text="At whom?"),
        "die": 1,
        "paces": Ask("How many to the wall?", "number", "", 1, 3, (), halves=False),
    }


RATES = Options(("walk", "run"), each=("1A", "1B"))
POOL = Pool((4, 4, 5), 2)


@each_row(
    "field, need, value, said",
    [
        ("die", 1, 20, ""),
        ("die", 1, 21, "A d20 shows 1 to 20, not 21."),
        ("die", 1, True, "true is not a whole number."),
        ("die", 1, 0, "A d20 shows 1 to 20, not 0."),
        ("dice", 2, (1, 6), ""),
        ("dice", 2, (1,), "2 dice are needed here, not 1."),
        ("dice", 2, (1, 7), "A die shows 1 to 6, not 7."),
        ("total", 2, 12, ""),
        ("total", 2, 13, "2 dice add up to 2 to 12, not 13."),
        ("total", 2, True, "true is not a whole number."),
        ("order", ("x", "y"), {"x": 1, "y": 6}, ""),
        ("order", ("x", "y"), {"x": 1}, "A die is needed for x and y, and for nobody else."),
        ("order", ("x",), {"x": 7}, "A die shows 1 to 6, not 7."),
        ("cards", POOL, (4, 4), ""),
        ("cards", POOL, (5, 5), "5 is not among those to draw from."),
        ("cards", POOL, (4,), "2 draws are needed here, not 1."),
        ("inches", 1, 7.5, ""),
        ("inches", 1, 7.3, "7.3 is not a whole number or a half."),
        ("inches", 1, 60.5, "60.5 is not from 0 to 60."),
        ("inches", Ask(most=12), 13, "13 is not from 0 to 12."),
        ("inches", 1, True, "true is not a number."),
        ("inches", 1, float("inf"), "Infinity is not a whole number or a half."),
        ("paces", 1, 2, ""),
        ("paces", 1, 0, "0 is not from 1 to 9."),
        ("paces", 1, -2, "−2 is not from 1 to 9."),
        ("cover", 1, False, ""),
        ("cover", 1, 1, "1 is not yes or no."),
        ("units", ("x",), {"x": 9}, ""),
        ("units", ("x",), {"y": 9}, "A value is needed for x, and for nothing else."),
        ("units", ("x",), {"x": 10}, "10 is not from 0 to 9."),
        ("target", Options(("x", "y")), "x", ""),
        ("target", Options(("x", "y")), "z", "z is not x or y."),
        ("target", Options((True, False)), 1, "1 is not yes or no."),
        ("target", Options((1, 2)), True, "yes is not 1 or 2."),
        ("target", Options(tuple("abcdefghi")), "z", "z cannot be chosen here."),
        ("target", Options((("a", "b"),)), ("a", "b"), ""),
        ("target", Options((("a", "b"),)), ("b", "a"), '["b", "a"] is not ["a", "b"].'),
        ("target", ("x", "y"), "z", "z is not x or y."),
        ("rates", RATES, {"1A": "walk", "1B": "run"}, ""),
        ("rates", RATES, {"1A": "walk"}, "A value is needed for 1A and 1B, and for nothing else."),
        ("rates", RATES, {"1A": "walk", "1B": "fly"}, "fly is not walk or run."),
    ],
)
def test_a_value_that_does_not_fit_its_need_gets_a_sentence(
    field: str, need: Missing, value: Any, said: str
) -> None:
    assert misfit(Shot, field, need, value) == said


def asks(*rounds: tuple[Shot, Mapping[str, Missing]]) -> Callable[[Shot], Ruling[str]]:
    """Return a judge that asks this of each action that it may see, and carries out any other."""

    def judge(shot: Shot) -> Ruling[str]:
        for seen, needs in rounds:
            if seen == shot:
                return allow(("1.1",), "More.", needs)
        return Ruling(True, ("1.1",), "Done.", after=repr(shot))

    return judge


def done(judge: Callable[[Shot], Ruling[str]], shot: Shot) -> str:
    """Return what the judge carried out, or why it did not."""
    ruling = judged(judge, shot, bare(shot, picked=True))
    return ruling.after or ruling.reason


def test_values_are_put_in_as_they_are_asked_for() -> None:
    aimed = replace(SHOT, target="b")
    far = replace(aimed, inches=7.5)
    judge = asks((SHOT, {"target": Options(("b",))}), (aimed, {"inches": 1}), (far, {"die": 1}))
    whole = replace(far, die=20)
    assert done(judge, whole) == repr(whole)
    assert done(judge, replace(whole, target="c")) == "target: c is not b."
    assert done(judge, replace(whole, inches=70)) == "inches: 70 is not from 0 to 60."
    assert done(judge, replace(whole, die=21)) == "A d20 shows 1 to 20, not 21."
    assert done(judge, replace(whole, cover=True)) == "cover is not asked for here."
    assert judged(judge, replace(far, cover=True), SHOT).needs == {"die": 1}


def test_more_dice_are_asked_for_once_the_first_have_been_seen() -> None:
    one, two = replace(SHOT, dice=(6,)), replace(SHOT, dice=(6, 2))
    judge = asks((SHOT, {"dice": 1}), (one, {"dice": 2}))
    assert done(judge, two) == repr(two)
    assert judged(judge, one, SHOT).needs == {"dice": 2}
    assert done(judge, replace(SHOT, dice=(1, 2))) == "1 die is needed here, not 2."
    assert done(judge, replace(SHOT, dice=(6, 2, 3))) == "2 dice are needed here, not 3."


def test_more_names_are_asked_for_once_the_first_have_been_seen() -> None:
    read, known = replace(SHOT, units={"x": 3}), replace(SHOT, units={"x": 3, "y": 4})
    rolled_x, both = replace(known, order={"x": 1}), replace(known, order={"x": 1, "y": 6})
    judge = asks(
        (SHOT, {"units": ("x",)}), (read, {"units": ("y",)}), (known, {"order": ("x",)}),
        (rolled_x, {"order": ("y",)}),
    )  # fmt: skip
    assert done(judge, both) == repr(both)
    again = asks((SHOT, {"units": ("x",)}), (read, {"units": ("x",)}))
    assert judged(again, read, SHOT).needs == {"units": ("x",)}
    assert done(judge, replace(both, units={"x": 3, "y": 10})) == "units: 10 is not from 0 to 9."
    assert done(judge, replace(both, units={"x": 3, "y": 4, "z": 5})).endswith("and for nothing else.")


def test_people_may_tell_and_roll_for_one_name_after_the_other() -> None:
    units = ("x", "y", "z")
    known = replace(SHOT, units={"x": 3, "y": 4, "z": 5})
    judge = asks((SHOT, {"units": Ask(each=units)}), (known, {"order": ("x", "y")}))
    told = judged(judge, replace(SHOT, units={"y": 4}), SHOT)
    assert (told.legal, told.needs) == (True, {"units": Ask(each=("x", "z"))})
    assert done(judge, replace(SHOT, units={"y": 10})) == "units: 10 is not from 0 to 9."
    assert done(judge, replace(SHOT, units={"q": 1})).endswith("and for nothing else.")
    one = judged(judge, replace(known, order={"y": 6}), SHOT)
    assert one.needs == {"order": ("x",)}
    (request,) = wanted(replace(known, order={"y": 6}), one.needs)
    assert (request.count, request.names) == (1, ("x",))
    whole = filled(replace(known, order={"y": 6}), request, (2,))
    assert judged(judge, whole, SHOT).after
    assert done(judge, replace(known, order={"y": 7})) == "A die shows 1 to 6, not 7."


def test_a_choice_for_several_names_is_made_at_once() -> None:
    judge = asks((SHOT, {"rates": RATES}))
    assert done(judge, replace(SHOT, rates={"1A": "walk"})).startswith(
        "rates: A value is needed for 1A and 1B"
    )


def test_dice_are_given_as_such_or_as_their_total() -> None:
    judge = asks((SHOT, {"dice": 2}))
    total = replace(SHOT, total=9)
    assert done(judge, total) == repr(total)
    assert done(judge, replace(SHOT, total=13)) == "2 dice add up to 2 to 12, not 13."
    assert done(judge, replace(total, dice=(4, 5))) == "Give the dice or their total, not both."


@each_row(
    "needs, says",
    [
        ({"cards": 1}, "Shot.cards: what is drawn comes from the Pool in its need."),
        ({"dice": ("x",)}, "Shot.dice: dice need their number."),
        ({"order": 2}, "Shot.order: dice need the names that they are rolled for."),
    ],
)
def test_rules_that_ask_for_chance_wrongly_are_told_so(needs: Mapping[str, Missing], says: str) -> None:
    with pytest.raises(TypeError, match=f"^{says}$"):
        wanted(SHOT, needs)


def test_rules_that_ask_for_what_no_field_declares_are_told_so() -> None:
    with pytest.raises(TypeError, match=r"^Shot: its ruling needs range, and no field declares that\.$"):
        judged(asks((SHOT, {"range": 1})), SHOT, SHOT)
