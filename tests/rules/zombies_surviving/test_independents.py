"""Independent survivors (4.3): what they think of the players, and each entry of the four lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.menace.groups import contacts
from rules.zombies_surviving.menace.independents import avenged, players
from rules.zombies_surviving.position import (
    Attitude,
    Building,
    Figure,
    Item,
    Position,
    Status,
    Vehicle,
    known,
    remember,
)
from tests.rules.zombies_surviving.menaces import (
    PISTOL,
    asks,
    does,
    doing,
    game,
    group,
    kinds,
    limits,
    needs,
    options,
    ruled,
)

RIFLE = (Item("assault_rifle", loaded=30),)


def party(attitude: Attitude, *names: str, count: int = 1, zombie: Any = "", **known: Any) -> Position:
    p = game(*(names or ("ana",)))
    p = group(p, "independent", count, attitude=attitude, **known)
    p = p.add(zombie)[0] if zombie else p
    return doing(p, "independents", "done")


ATTITUDES = [
    # die, entered a barricaded building, trait near; what they think
    (1, 0, "", "hostile"), (2, 0, "", "fearful"), (3, 0, "", "wary"), (5, 0, "", "wary"),
    (6, 0, "", "friendly"), (6, 0, "charismatic", "ally"), (6, 0, "abrasive", "wary"),
    (3, 1, "", "hostile"), (6, 1, "", "wary"), (1, 0, "charismatic", "fearful"),
    (2, 1, "abrasive", "hostile"),
]  # fmt: skip


@pytest.mark.parametrize(("die", "entered", "trait", "thinks"), ATTITUDES)
def test_4_2_each_row_with_its_modifiers(die: int, entered: int, trait: str, thinks: str) -> None:
    p = party("")
    p = replace(p, counts={"entered_barricaded": entered}).put("ana", traits=(trait,) if trait else ())
    near = {"near": {"ana": True}} if trait else {}
    after, story = does(p, met=True, attitude=die, **near)
    now = after.figures["independent_1"]
    wanted = ("survivor", "") if thinks == "ally" else ("independent", thinks)
    assert (now.kind, now.attitude) == wanted
    assert ("lost in print" in story) == (thinks in {"friendly", "ally"})


def test_4_3_until_they_meet_it_is_asked_each_turn() -> None:
    p = party("")
    assert list(needs(p)) == ["met"]
    p, _ = does(p, met=False)
    assert p.figures["independent_1"].attitude == ""
    assert kinds(p) == ["done"]


def test_4_3_a_trait_that_is_not_near_does_not_count() -> None:
    p = party("").put("ana", traits=("charismatic",))
    assert needs(p, met=True)["near"].each == ("ana",)  # type: ignore[union-attr]
    after, _ = does(p, met=True, near={"ana": False}, attitude=6)
    assert after.figures["independent_1"].attitude == "friendly"


def test_4_3_allies_join_the_nearest_player() -> None:
    p = party("", "ana", "ben", count=2).put("ana", traits=("charismatic",))
    given: dict[str, Any] = {"met": True, "near": {"ana": True}, "attitude": 6}
    assert options(p, "nearest", **given) == ("ana", "ben")
    after, _ = does(p, **given, nearest="ben")
    assert after.of_seat("p2") == ("ben", "independent_1", "independent_2")


def test_4_3_a_party_that_was_met_inside_is_asked_for_no_distance() -> None:
    p = group(game("ana"), "independent", 2)
    p = doing(p, "attitude", "done", who="A")
    assert list(needs(p)) == ["attitude"]
    p, _ = does(p, attitude=4)
    assert kinds(p) == ["done"]


def test_4_3_hostile_within_6_inches_they_strike() -> None:
    p = party("hostile", count=2)
    assert limits(p, nearest="ana") == (6,)
    p, _ = does(p, nearest="ana", inches=6)
    assert kinds(p)[:2] == ["strike", "strike"]
    assert contacts(p)["ana"] == ("independent_1", "independent_2")
    p, story = does(p, hit=(4,), damage=(3,))
    assert "Ana has 1 wound" in story
    p, story = does(p, hit=(3,))
    assert "misses" in story


def test_4_3_hostile_ones_strike_at_as_many_as_they_have_figures_for() -> None:
    p = party("hostile", "ana", "ben", "cat", count=2, zombie="shuffler")
    assert options(p, "second", nearest="ana", inches=4) == ("ben", "cat", "shuffler_1", "nobody")
    p, story = does(p, nearest="ana", inches=4, second="ben")
    assert [task.other for task in p.tasks[:2]] == ["ana", "ben"]
    assert story == "Group A (2 independent survivors) goes at ana and ben."


def test_4_3_hostile_ones_heed_a_dog_within_6_inches_only_and_ask_no_distance() -> None:
    p = party("hostile", zombie="feral_dog", items=PISTOL)
    p, _ = does(p, nearest="feral_dog_1")
    assert kinds(p)[0] == "strike"


def test_4_3_hostile_ones_who_see_a_zombie_nearest_draw_near_to_survivors_in_sight() -> None:
    p = party("hostile", zombie="shuffler")
    far: dict[str, Any] = {"nearest": "shuffler_1", "inches": 20}
    assert list(needs(p, **far)) == ["other"]
    assert "the nearest survivor in sight" in does(p, **far, other=True, danger=False)[1]
    assert list(needs(p, **far, other=False)) == ["direction"]


def test_4_3_nobody_is_asked_for_cover_where_a_target_is_too_far() -> None:
    sawn = (Item("pump_gun", loaded=6, fitted=("sawn_off",)),)
    p = doing(group(game("ana"), "independent", 1, items=sawn), "shot", who="independent_1", other="ana")
    assert "too far" in does(p, inches=7)[1]


def test_4_2_a_total_below_0_has_a_minus_sign() -> None:
    p = replace(party(""), counts={"entered_barricaded": 1}).put("ana", traits=("abrasive",))
    assert "−2: hostile" in does(p, met=True, near={"ana": True}, attitude=1)[1]


def test_4_3_what_was_told_of_the_distance_is_not_asked_again() -> None:
    p = remember(party("hostile"), "inches", "independent_1", "ana", 20)
    assert "inches" not in needs(p, nearest="ana")


def test_4_3_hostile_wounded_by_fire_they_go_to_cover() -> None:
    p = party("hostile", statuses=(), items=PISTOL)
    p = p.put("independent_1", p.figures["independent_1"].with_status("wounded_by_fire", 3))
    assert list(needs(p, nearest="ana", inches=30)) == ["in_cover"]
    p, story = does(p, nearest="ana", inches=30, in_cover=False, run=4)
    assert "10 inches to the nearest cover" in story


def test_4_3_hostile_shot_at_they_aim_back() -> None:
    p = party("hostile", items=PISTOL)
    p = p.put("independent_1", p.figures["independent_1"].with_status("shot_at", 3))
    p, _ = does(p, nearest="ana", inches=9)
    assert asks(p).aimed
    assert list(needs(p)) == ["in_cover"]
    p, story = does(p, in_cover=False, hit=(5,), damage=(3,))
    assert "at 9 inches, as measured" in story
    assert p.figures["ana"].wounds == 1


def test_4_3_hostile_in_cover_they_aim_at_medium_range() -> None:
    p = party("hostile", items=PISTOL)
    assert limits(p, nearest="ana") == (5, 6)
    p = replace(p, buildings={"shop": Building(state="ransacked")}).put("independent_1", zone="shop")
    far = party("hostile", items=RIFLE)
    assert list(needs(far, nearest="ana", inches=12)) == ["in_cover"]
    aimed, _ = does(far, nearest="ana", inches=12, in_cover=True)
    assert asks(aimed).aimed
    snap, story = does(far, nearest="ana", inches=12, in_cover=False)
    assert not asks(snap).aimed
    assert story.endswith("then goes 6 inches to cover.")


def test_4_3_a_sentry_walks_while_nobody_has_fired() -> None:
    p = party("hostile")
    p = p.put("independent_1", p.figures["independent_1"].with_status("sentry"))
    assert "turns round" in does(p, nearest="nobody", sentry=1)[1]
    assert "goes 4 inches" in does(p, nearest="nobody", sentry=4)[1]
    loud = replace(p, counts={"shots 1": 1})
    assert list(needs(loud, nearest="nobody")) == ["direction"]


def test_4_3_hostile_ones_draw_near_unless_a_zombie_is_near_the_way() -> None:
    p = party("hostile", zombie="shuffler")
    assert list(needs(p, nearest="ana", inches=20)) == ["danger"]
    assert "towards ana" in does(p, nearest="ana", inches=20, danger=False)[1]
    assert "o’clock" in does(p, nearest="ana", inches=20, danger=True, direction=3)[1]


def test_4_3_fearful_ones_run_from_other_humans() -> None:
    p = party("fearful", zombie="shuffler")
    assert options(p, "nearest") == ("shuffler_1", "nobody")
    assert kinds(does(p, nearest="shuffler_1")[0])[0] == "strike"
    assert list(needs(p, nearest="nobody")) == ["other"]
    assert "runs 9 inches the other way" in does(p, nearest="nobody", other=True, danger=False, run=3)[1]
    for given in ({"other": False}, {"other": True, "danger": True}):
        assert "nearest edge" in does(p, nearest="nobody", **given)[1]


def test_4_3_wary_ones_shoot_at_runners_or_run() -> None:
    p = party("wary", zombie="runner")
    assert options(p, "threat", nearest="nobody") == ("runner_1", "nobody")
    assert "runs 8 inches away from Runner 1" in does(p, nearest="nobody", threat="runner_1", run=2)[1]
    armed = party("wary", zombie="runner", items=PISTOL)
    after, _ = does(armed, nearest="nobody", threat="runner_1", inches=10)
    assert kinds(after)[0] == "shot"
    assert "o’clock" in does(p, nearest="nobody", threat="nobody", direction=6)[1]


def test_4_3_wary_ones_are_asked_for_no_runner_where_none_is() -> None:
    assert list(needs(party("wary", zombie="shuffler"), nearest="nobody")) == ["direction"]
    assert list(needs(party("wary"))) == ["direction"]


def test_4_3_friendly_ones_come_and_halt_3_inches_away() -> None:
    p = party("friendly", zombie="shuffler")
    assert list(needs(p, nearest="nobody")) == ["danger"]
    assert "halts at 3" in does(p, nearest="nobody", danger=False)[1]
    assert "waits" in does(p, nearest="nobody", danger=True)[1]
    assert does(party("friendly"))[1], "without a zombie on the table nothing is asked"


def test_4_3_single_shots_until_one_of_theirs_was_killed() -> None:
    p = party("hostile", count=2, items=RIFLE)
    p, _ = does(p, nearest="ana", inches=12, in_cover=True)
    assert needs(p, in_cover=False) == {"hit": 1}
    before = p
    killed = p.put("independent_2", Figure("corpse", group="A", died_on=2))
    p = avenged(before, killed)
    assert needs(p, in_cover=False) == {"hit": 3}
    p, story = does(p, in_cover=False, hit=(6, 1, 1), damage=(2,))
    assert "on automatic" in story
    assert p.figures["independent_1"].items[0].loaded == 25
    assert len(p.noises) == 5


def test_4_3_an_empty_gun_is_not_fired() -> None:
    p = party("hostile", items=(Item("pistol", loaded=0),))
    assert limits(p, nearest="ana") == (6,)


def test_12_16_the_sniper_aims_once_a_turn_at_the_nearest_in_sight() -> None:
    p = party("hostile", items=(Item("rifle", loaded=8),))
    p = p.put("independent_1", p.figures["independent_1"].with_status("sniper"))
    assert "sees nobody" in does(p, nearest="nobody")[1]
    p, _ = does(p, nearest="ana")
    assert asks(p).aimed
    assert list(needs(p)) == ["inches"]


def test_5_4_strangers_do_not_see_whoever_hides_from_humans() -> None:
    p = game("ana", "ben").put("ana", statuses=(Status("hidden_from_humans", 3),))
    assert players(p) == ("ben",)
    assert players(p.put("ana", statuses=(Status("hidden", 3),))) == ("ana", "ben")


def gassed(position: Position, *names: str) -> Position:
    """Return the position in which these breathed tear gas in the turn before."""
    for name in names or position.of_kind("independent"):
        figure = position.figures[name].with_status("tear_gas", position.turn + 1)
        position = position.put(name, figure)
    return position


def test_6_17_strangers_in_tear_gas_do_one_thing() -> None:
    p = gassed(party("hostile", count=2), "independent_2")
    after, _ = does(p, nearest="ana", inches=4)
    assert [task.who for task in after.tasks if task.kind == "strike"] == ["independent_1"]
    touching = remember(p, "inches", "independent_2", "ana", 0.5)
    after, _ = does(touching, nearest="ana", inches=0.5)
    assert [task.who for task in after.tasks if task.kind == "strike"] == ["independent_1", "independent_2"]
    p = gassed(party("hostile", items=PISTOL, statuses=(Status("shot_at", 3),)))
    after, _ = does(p, nearest="ana", inches=9)
    assert [(task.kind, task.number) for task in after.tasks[:1]] == [("shot", 0)]
    p = gassed(party("hostile", items=RIFLE))
    story = does(p, nearest="ana", inches=15, in_cover=False)[1]
    assert story.endswith("15 inches as measured.")


def test_6_17_strangers_in_tear_gas_do_not_run() -> None:
    assert "runs 6 inches the other way" in does(gassed(party("fearful")), other=True)[1]
    p = gassed(party("wary", zombie="runner"))
    assert "runs 6 inches away from Runner 1" in does(p, nearest="nobody", threat="runner_1")[1]
    hurt = gassed(party("hostile", statuses=(Status("wounded_by_fire", 3),)))
    assert "goes up to 6 inches to the nearest cover" in does(hurt, nearest="nobody", in_cover=False)[1]


def in_car(p: Position, name: str) -> Position:
    return replace(p, vehicles={"car": Vehicle("car", points=3)}).put(name, zone="car")


def test_7_8_a_stranger_shoots_at_a_vehicle_or_at_somebody_inside() -> None:
    p = in_car(group(game("ana"), "independent", 1, items=RIFLE), "ana")
    p = doing(p, "shot", who="independent_1", other="ana")
    assert set(needs(p, inches=10)) == {"who"}
    after, story = does(p, inches=10, who=3, hit=(5,), damage=(6,))
    assert (after.vehicles["car"].points, after.figures["ana"].wounds) == (1, 0)
    assert story.endswith("at car at 10 inches, as measured: 1 hit. It loses 2: 1 damage point left.")
    assert set(needs(p, inches=10, who=2)) == {"open_top"}
    score = ruled(p, inches=10, who=2, open_top=True).score
    assert score is not None
    assert score.needed == 6
    after, _ = does(p, inches=10, who=1, open_top=True, hit=(6,), damage=(2,))
    assert (after.vehicles["car"].top, after.figures["ana"].wounds) == ("open", 1)


def test_7_8_a_stranger_strikes_a_vehicle_or_somebody_inside() -> None:
    p = in_car(group(game("ana"), "independent", 1, items=(Item("axe"),)), "ana")
    p = doing(p, "strike", who="independent_1", other="ana")
    assert set(needs(p)) == {"who"}
    after, story = does(p, who=6, hit=(4,), damage=(1,))
    assert (after.vehicles["car"].points, after.figures["ana"].wounds) == (2, 0)
    assert "hits car with 4. It loses 1" in story
    after, _ = does(p, who=1, open_top=False, hit=(6,), damage=(1,))
    assert (after.vehicles["car"].top, after.figures["ana"].wounds) == ("closed", 1)
    assert "misses ana" in does(p, who=1, open_top=False, hit=(5,))[1]


def test_6_3_the_cover_of_who_is_shot_at_is_remembered_as_his() -> None:
    p = doing(group(game("ana"), "independent", 1, items=RIFLE), "shot", who="independent_1", other="ana")
    after, _ = does(p, inches=10, in_cover=True, hit=(1,))
    assert known(after, "in_cover", "ana", "independent_1") == 1
    assert known(after, "in_cover", "independent_1", "ana") is None
