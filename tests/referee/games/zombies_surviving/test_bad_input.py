"""What cannot be is refused in one sentence with its case, and nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from referee.errors import InputError
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.rules import ZombiesRules
from rules.fields import declared_fields, is_text, kind_of_field
from rules.ruling import Options, Ruling
from rules.zombies_surviving.game import EndTurn
from rules.zombies_surviving.menace.bosses import BossDone
from rules.zombies_surviving.menace.dogs import PackActs
from rules.zombies_surviving.position import Building, Figure, Item, Position, Task, Vehicle
from rules.zombies_surviving.roster import Leave
from rules.zombies_surviving.survival.movement import Move, Run
from rules.zombies_surviving.survival.people import FirstAid, Groan, Heroism, Stimulate
from rules.zombies_surviving.survival.places.search import Search
from rules.zombies_surviving.survival.places.sight import Foresee, NameToken
from rules.zombies_surviving.survival.shooting import AimedShot, SnapShot

RULES = ZombiesRules(GAME.read_options({"players": 2}), GAME.id)
EVERYTHING = ("heroic", "psychic", "climber", "leader")
THINGS = (
    Item("pistol", loaded=3), Item("shot", 5), Item("pump_gun"), Item("rifle_rounds", 9), Item("gasoline"),
    Item("stimulants", 2), Item("alarm_clock"), Item("fragmentation_grenade", 2), Item("first_aid_kit"),
)  # fmt: skip


def table(**ana: Any) -> Position:
    """Return a survival phase with one of everything that somebody may meet."""
    given = {"traits": EVERYTHING, "items": THINGS, "supplies": 5, **ana}
    figures = {
        "ana": Figure("survivor", "p1", "Ana", **given), "bo": Figure("survivor", "p2", "Bo", wounds=1),
        "z1": Figure("shuffler"), "man": Figure("independent", group="party", attitude="friendly"),
        "dog": Figure("feral_dog"), "dead": Figure("corpse", items=(Item("axe"),)),
    }  # fmt: skip
    return Position(
        phase="survival", turn=3, seats=("p1", "p2"), figures=figures, buildings={"house": Building()},
        vehicles={"car": Vehicle("car")}, tokens={"token_1": "street"}, edge="south",
    )  # fmt: skip


def refused(position: Position, action: object) -> Ruling[Position]:
    """Return the refusal of an action: a sentence with its case."""
    ruling = RULES.rule(position, action)
    assert not ruling.legal, ruling
    assert ruling.after is None
    assert ruling.cases
    assert ruling.reason.endswith(".")
    return ruling


def shot(**more: Any) -> SnapShot:
    return SnapShot("p1", "ana", "pistol", **{"target": "z1", "inches": 3, "in_cover": False, **more})


@pytest.mark.parametrize(
    ("ana", "action", "case", "says"),
    [
        ({"items": (Item("pistol"),)}, shot(), "6.5", "The pistol of Ana is empty."),
        ({"items": (Item("pistol", loaded=3, jammed=True),)}, shot(), "6.8", "The pistol of Ana is jammed."),
        ({}, shot(inches=11), "6.1", "A pistol reaches 10 inches; Z1 is at 11, as measured."),
        ({}, shot(inches=-3), "6.1", "inches: −3 is not from 0 to 72."),
        ({}, shot(inches=9999), "6.1", "inches: 9999 is not from 0 to 72."),
        ({}, shot(inches=2.25), "6.1", "inches: 2.25 is not a whole number or a half."),
        ({}, shot(hit=(7,)), "6.1", "A die shows 1 to 6, not 7."),
        ({}, shot(target="ana"), "5.10", "target: ana is not z1, dog, man or bo."),
        ({}, shot(target="nobody"), "5.10", "target: nobody is not z1, dog, man or bo."),
        ({"grabbed_by": ("z1",)}, Move("p1", "ana"), "8.2", "Ana is grabbed: no moving before that ends."),
        (
            {"grabbed_by": ("z1",), "acts": ("move",), "spent": 1}, Run("p1", "ana"), "8.2",
            "Ana is grabbed: no running before that ends.",
        ),
        ({}, replace(Move("p1", "ana"), seat="p2"), "5.0", "Ana is another player’s figure."),
        ({}, SnapShot("p1", "ana", "rifle"), "5.10", "Ana has no rifle."),
        ({"spent": 1}, AimedShot("p1", "ana", "pistol"), "5.0", None),
        ({}, FirstAid("p1", "ana", patient="z1"), "5.8", "patient: z1 is not bo."),
        ({"zone": "off the table"}, Move("p1", "ana"), "1.5", "Ana has left the table."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_sentence_with_its_case(
    ana: dict[str, Any], action: object, case: str, says: str | None
) -> None:
    ruling = refused(table(**ana), action)
    assert ruling.cases[0] == case
    assert says is None or ruling.reason == says


def test_two_phones_act_with_one_figure_and_the_second_is_told_what_is_left() -> None:
    first = RULES.rule(table(), Move("p1", "ana")).after
    assert first is not None
    assert refused(first, Search("p1", "ana")).reason.startswith("Ana has one action left")
    moved = "Ana has moved already: the second move of a turn is a run."
    assert refused(first, Move("p1", "ana")).reason == moved


@pytest.mark.parametrize(
    ("once", "again"),
    [
        (Heroism("p1", "ana"), Heroism("p1", "ana")),
        (NameToken("p1", "ana", "token_1"), Foresee("p1", "ana")),
        (Foresee("p1", "ana", event=(1, 1)), NameToken("p1", "ana", "token_1")),
        (Stimulate("p1", "ana"), Stimulate("p1", "ana")),
    ],
)
def test_a_feat_is_not_tried_twice(once: object, again: object) -> None:
    after = RULES.rule(table(), once).after
    assert after is not None
    refused(replace(after, tasks=()), again)


def test_figures_of_a_seat_that_is_done_or_has_left_do_nothing_for_it() -> None:
    done = RULES.rule(table(), EndTurn("p1")).after
    assert done is not None
    refused(done, Move("p1", "ana"))
    left = RULES.rule(table(), Leave("p1", to="p2")).after
    assert left is not None
    refused(left, Move("p1", "ana"))
    assert RULES.rule(left, replace(Move("p1", "ana"), seat="p2")).legal


def wrong_values(action: object, ruling: Ruling[Position]) -> Iterator[object]:
    """Yield the action with a value in each of its open fields that nobody offered."""
    kind: Any = type(action)
    for name, need in ruling.needs.items():
        one: Any = "moon" if is_text(kind, name) else -3
        if declared_fields(kind)[name].how == "rolled":
            one = 7
        shape = kind_of_field(kind, name)
        each = need.each if isinstance(need, Options) else ()
        value = (
            (one,)
            if shape == "several"
            else dict.fromkeys(each or ("moon",), one)
            if shape == "each"
            else one
        )
        yield replace(cast("Any", action), **{name: value})


def test_no_value_that_was_not_offered_is_taken_or_changes_anything() -> None:
    position, tried = table(), 0
    for action in RULES.actions(position):
        ruling = RULES.rule(position, action)
        for wrong in wrong_values(action, ruling):
            refused(position, wrong)
            tried += 1
    assert tried > 40


def test_4_2_whoever_plays_a_boss_plays_no_other_boss_and_no_survivor() -> None:
    p = table().add("boss", seat="p2")[0].add("boss")[0]
    p = replace(p, phase="menace", tasks=(Task("bosses", "boss_1"), Task("zombies")))
    assert RULES.rule(p, Groan("p2", "boss_1", edge=False)).legal
    for act in (Groan("p1", "boss_1"), Groan("p2", "boss_2"), BossDone("p1", "boss_1"), Move("p2", "ana")):
        refused(p, act)
    left = RULES.rule(p, Leave("p2", to="p1")).after
    assert left is not None
    refused(left, BossDone("p2", "boss_1"))
    assert RULES.rule(left, BossDone("p1", "boss_1")).legal


@pytest.mark.parametrize("count", [-3, 9999])
def test_a_number_that_nobody_can_count_is_refused(count: int) -> None:
    p = replace(table(), phase="menace", tasks=(Task("dogs", "dog_pack"),))
    figures = {**p.figures, **{f"dog_{n}": Figure("feral_dog", group="dog_pack") for n in range(4)}}
    ruling = refused(replace(p, figures=figures), PackActs("dog_pack", count=count))
    assert ruling.reason == f"count: {count} is not from 0 to 40.".replace("-", "−")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"tasks": [{"kind": "tea"}]}, "tasks: “tea” is nothing that the referee does."),
        ({"tasks": [{"kind": "infection", "who": "bo"}]}, "tasks: “bo” is no figure of this position."),
        ({"statuses": ["searched inn 0"]}, "finds: “ana honesty” is no die."),
        ({"statuses": ["found"], "dice": 7}, "finds: “ana search” is no die."),
        (
            {"statuses": ["searched pub 0"]},
            "figures.ana.statuses: “searched pub 0” names nothing of this table.",
        ),
        ({"statuses": ["searched inn"]}, "figures.ana.statuses: “searched inn” names nothing of this table."),
        (
            {"statuses": ["may_choose 99 0"]},
            "figures.ana.statuses: “may_choose 99 0” names nothing of this table.",
        ),
    ],
)
def test_a_position_that_does_not_fit_itself_is_refused(changes: dict[str, Any], says: str) -> None:
    statuses = [{"name": name} for name in changes.pop("statuses", ())]
    position = {
        "system": "zombies-surviving", "phase": "survival", "buildings": {"inn": {}},
        "figures": {"ana": {"kind": "survivor", "seat": "p1", "statuses": statuses}},
        "finds": {"ana search": changes.pop("dice", 3)}, **changes,
    }  # fmt: skip
    with pytest.raises(InputError) as refused:
        RULES.read_position(position)
    assert str(refused.value) == says
