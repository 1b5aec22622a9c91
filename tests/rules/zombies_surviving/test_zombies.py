"""Zombies (4.1): whom they go at, how far, who gets there, what they do there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.menace import tasks
from rules.zombies_surviving.menace.groups import contacts, go, groups
from rules.zombies_surviving.menace.zombies import THE_REST, ZombiesJoin, judge_join
from rules.zombies_surviving.position import (
    STREET,
    ZOMBIES,
    Building,
    Figure,
    Item,
    Kind,
    Position,
    Status,
    Task,
    Vehicle,
    moved,
    remember,
)
from tests.rules.zombies_surviving.menaces import (
    asks,
    at,
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


def shufflers(count: int = 3, *names: str) -> Position:
    return doing(group(game(*(names or ("ana", "ben"))), "shuffler", count), "zombies")


def test_4_1_one_question_says_which_group_is_next_and_at_whom() -> None:
    p = doing(group(group(game("ana", "ben"), "shuffler", 3), "runner", 2), "zombies")
    assert options(p, "pair") == ("A ana", "A ben", "B ana", "B ben", "nobody")
    p, _ = does(p, pair="B ben", quick=(1, 1, 1, 1, 1, 1), inches=20)
    assert options(p, "pair") == ("A ana", "A ben", "nobody")


def test_4_1_too_many_pairs_are_asked_by_group_first() -> None:
    p = game("ana", "ben", "cat")
    for _ in range(17):
        p = group(p, "shuffler", 2)
    p = doing(p, "zombies")
    assert len(options(p, "group")) == 18
    assert options(p, "pair", group="C") == ("C ana", "C ben", "C cat", "nobody")


@pytest.mark.parametrize(
    ("kind", "dice", "ways"),
    [
        ("ankle_biter", (4,), [4]),
        ("shuffler", (4,), [8]),
        ("runner", (4, 5, 6), [15]),
        ("boss", (2,), [6]),
    ],
)
def test_4_1_each_kind_rolls_its_own_quick_move(kind: Kind, dice: tuple[int, ...], ways: list[int]) -> None:
    p = doing(game("ana").add(kind)[0], "zombies")
    pair = f"{kind}_1 ana"
    assert needs(p, pair=pair) == {"quick": len(dice)}
    assert limits(p, pair=pair, quick=dice) == tuple(ways)


def test_4_1_standing_up_takes_an_inch() -> None:
    p = game("ana").add("shuffler", statuses=(Status("prone"),))[0]
    p = doing(p, "zombies")
    assert limits(p, pair="shuffler_1 ana", quick=(3,)) == (6,)
    after, _ = does(p, pair="shuffler_1 ana", quick=(3,), inches=9)
    assert not after.figures["shuffler_1"].status("prone")


def test_4_1_the_dice_are_the_limits_and_say_how_many_get_there() -> None:
    p = shufflers(3, "ana")
    assert limits(p, pair="A ana", quick=(5, 3, 1)) == (5, 7, 9)
    p, story = does(p, pair="A ana", quick=(5, 3, 1), inches=8)
    assert (
        story == "Group A (3 shufflers) goes 9, 7 and 5 inches at ana, "
        "8 inches away as measured: one of them gets there."
    )
    assert contacts(p)["ana"] == ("shuffler_1",)


def test_4_1_those_who_end_more_than_2_inches_apart_are_no_group_any_more() -> None:
    after, _ = does(shufflers(4, "ana"), pair="A ana", quick=(6, 5, 2, 1), inches=30)
    found = groups(after, *ZOMBIES)
    assert sorted(found.values()) == [("shuffler_1", "shuffler_2"), ("shuffler_3", "shuffler_4")]


def test_4_1_a_group_that_keeps_together_keeps_its_letter() -> None:
    after, _ = does(shufflers(3, "ana"), pair="A ana", quick=(6, 5, 4), inches=30)
    assert list(groups(after, *ZOMBIES)) == ["A"]


def test_4_1_groups_that_arrive_at_one_human_are_one() -> None:
    p = doing(group(group(game("ana"), "shuffler", 2), "shuffler", 2), "zombies", "done")
    p, _ = does(p, pair="A ana", quick=(6, 6), inches=3)
    p, _ = does(p, pair="B ana", quick=(6, 6), inches=3)
    assert list(groups(p, *ZOMBIES).values()) == [("shuffler_1", "shuffler_2", "shuffler_3", "shuffler_4")]


def test_4_1_one_more_than_is_needed_goes_at_somebody_without_a_zombie() -> None:
    p = shufflers(2)
    assert options(p, "other", pair="A ana", quick=(6, 5)) == (
        "0 9 nobody", "0 9 ben", "9 10 nobody", "10 99 nobody",
    )  # fmt: skip
    assert options(p, "other", pair="A ana", quick=(6, 5), inches=4) == ("ben", "nobody")
    told, band = does(p, pair="A ana", quick=(6, 5), other="0 9 ben")
    assert "at most 9 inches away as measured" in band
    assert contacts(told)["ben"] == ("shuffler_2",)
    after, story = does(p, pair="A ana", quick=(6, 5), inches=4, other="ben")
    assert contacts(after)["ben"] == ("shuffler_2",)
    assert contacts(after)["ana"] == ("shuffler_1",)
    assert story.endswith("all get there, Shuffler 2 at ben.")


def test_4_1_nobody_is_asked_for_others_where_each_human_has_a_zombie() -> None:
    p = at(group(game("ana", "ben"), "shuffler", 2).add("runner")[0], "runner_1", "ben")
    p = doing(p, "zombies", "done")
    assert ruled(p, pair="A ana", quick=(6, 5), inches=4).after is not None


def test_4_1_those_at_a_human_stay_and_nobody_is_asked() -> None:
    p = at(game("ana").add("shuffler")[0], "shuffler_1", "ana")
    assert kinds(doing(p, "zombies", "done")) == ["done"]


def test_4_1_whoever_moves_away_is_asked_about_again() -> None:
    p = moved(at(game("ana").add("shuffler")[0], "shuffler_1", "ana"), "ana")
    assert kinds(doing(p, "zombies", "done")) == ["zombies", "done"]


def test_4_1_humans_that_are_told_out_of_sight_or_too_far_are_no_options() -> None:
    p = game("ana", "ben", "cat").add("shuffler")[0]
    p = remember(remember(p, "in_sight", "shuffler_1", "ana", 0), "inches", "shuffler_1", "ben", 25)
    assert options(doing(p, "zombies"), "pair") == ("shuffler_1 cat", "nobody")


def test_12_in_rain_zombies_see_18_inches() -> None:
    p = remember(game("ana", "ben").add("shuffler")[0], "inches", "shuffler_1", "ana", 20)
    p = doing(p, "zombies")
    assert "shuffler_1 ana" in options(p, "pair")
    rainy = doing(replace(p, events=(Status("rain"),), tasks=()), "zombies")
    assert options(rainy, "pair") == ("shuffler_1 ben", "nobody")


def test_5_4_hidden_humans_are_no_options() -> None:
    p = game("ana", "ben").add("shuffler")[0]
    p = p.put("ana", p.figures["ana"].with_status("hidden"))
    assert options(doing(p, "zombies"), "pair") == ("shuffler_1 ben", "nobody")


def test_4_1_dogs_are_asked_for_only_after_humans() -> None:
    p = doing(game("ana").add("shuffler")[0].add("feral_dog")[0], "zombies")
    assert options(p, "pair") == ("shuffler_1 ana", "nobody")
    p, story = does(p, pair="nobody")
    assert story == "No zombie sees a human within 24 inches."
    assert options(p, "pair") == ("shuffler_1 feral_dog_1", "nobody")
    p, story = does(p, pair="nobody")
    assert story == "No zombie sees a dog within 12 inches."
    assert p.tasks[0].number == THE_REST


def test_4_1_those_at_a_dog_stay_once_nobody_sees_a_human() -> None:
    p = at(game("ana").add("shuffler")[0].add("feral_dog")[0], "shuffler_1", "feral_dog_1")
    p = doing(p, "zombies", "attacks", "done")
    assert options(p, "pair") == ("shuffler_1 ana", "nobody")
    p, _ = does(p, pair="nobody")
    assert kinds(p) == ["attack", "done"]


def test_4_1_the_rest_go_by_lot_each_kind_its_own_distance_without_a_question() -> None:
    p = group(game().add("ankle_biter")[0], "runner", 2)
    p = doing(p, "zombies", "done")
    assert needs(p) == {"direction": 1}
    p, story = does(p, direction=3)
    assert story == "Ankle-biter 1 wanders 2 inches towards 3 o’clock."
    p, story = does(p, direction=12)
    assert story == "Group A (2 runners) wanders 8 inches towards 12 o’clock."
    assert kinds(p) == ["done"]


def test_4_1_noise_draws_the_rest_quickly() -> None:
    p = doing(game().add("shuffler")[0].noise("street"), "zombies", "done")
    p, story = does(p, quick=(3,))
    assert story == "Shuffler 1 goes 7 inches towards the noise at street."


def test_4_1_the_nearest_of_several_noises_is_asked() -> None:
    p = doing(game().add("shuffler")[0].noise("street").noise("shop"), "zombies", "done")
    assert options(p, "noise", quick=(3,)) == ("towards street", "towards shop")
    assert does(p, quick=(3,), noise="towards shop")[1].endswith("towards the noise at shop.")


def test_4_1_at_the_noise_of_somebody_they_may_reach_him() -> None:
    p = game("ana").add("shuffler")[0].noise("ana")
    p = doing(p, "zombies", "done")
    p, _ = does(p, pair="nobody")
    assert options(p, "noise", quick=(3,)) == ("towards ana", "at ana")
    p, story = does(p, quick=(3,), noise="at ana")
    assert contacts(p)["ana"] == ("shuffler_1",)
    assert story == "Shuffler 1 goes 7 inches towards the noise: Shuffler 1 at ana."


def test_4_1_of_a_noise_in_a_closed_building_nobody_is_asked_whom_they_reach() -> None:
    p = game("ana", buildings={"shop": Building(state="intact")}).put("ana", zone="shop")
    p = doing(p.add("shuffler")[0].noise("ana"), "zombies", "done")
    p, _ = does(p, pair="nobody")
    assert ruled(p, quick=(3,)).after is not None


def test_4_1_what_is_left_of_a_way_is_not_asked_again_while_neither_moves() -> None:
    p = doing(group(game("ana"), "shuffler", 2), "zombies", "done")
    p, _ = does(p, pair="A ana", quick=(3, 4), inches=8)
    p = doing(replace(p, turn=3, tasks=()), "zombies", "done")
    assert contacts(p)["ana"] == ("shuffler_2",), "one of them fell short by an inch"
    assert needs(p, pair="shuffler_1 ana") == {"quick": 1}
    after, story = does(p, pair="shuffler_1 ana", quick=(1,))
    assert story == "Shuffler 1 goes 5 inches at ana, 1 inch away as measured: it gets there."
    assert contacts(after)["ana"] == ("shuffler_2", "shuffler_1")
    again = doing(replace(moved(p, "ana"), tasks=()), "zombies", "done")
    assert "inches" in needs(again, pair="shuffler_1 ana", quick=(1,))


def test_4_1_who_cannot_be_reached_is_more_than_the_longest_way_off() -> None:
    p = shufflers(1, "ana")
    _, story = does(p, pair="shuffler_1 ana", quick=(2,), inches=72)
    assert "more than 6 inches away as measured" in story


def test_4_1_a_zombie_that_has_no_inch_left_is_asked_for_no_distance() -> None:
    p = game("ana").add("ankle_biter", statuses=(Status("prone"),))[0]
    assert ruled(doing(p, "zombies"), pair="ankle_biter_1 ana", quick=(1,)).after is not None


def test_4_1_groups_that_have_met_are_one_when_people_say_so() -> None:
    p = group(group(game("ana"), "shuffler", 2), "runner", 2).add("boss")[0]
    act = ZombiesJoin()
    assert act in tasks.beside(p)
    need: Any = judge_join(p, ZombiesJoin()).needs["pair"]
    assert need.values == ("A B", "A boss_1", "B boss_1")
    ruling = judge_join(p, replace(act, pair="A B"))
    assert ruling.story == (
        "Group A (2 shufflers) and Group B (2 runners) have met: Group C (2 shufflers and 2 runners)."
    )


def test_4_1_of_many_groups_one_is_named_first_then_the_one_that_it_has_met() -> None:
    p = game("ana").add("shuffler", 12)[0]
    asks: Any = judge_join(p, ZombiesJoin()).needs
    assert asks.keys() == {"group"}
    assert len(asks["group"].values) == 12
    need: Any = judge_join(p, ZombiesJoin("shuffler_2")).needs["pair"]
    assert len(need.values) == 11
    assert need.values[:2] == ("shuffler_2 shuffler_1", "shuffler_2 shuffler_3")
    after = judge_join(p, ZombiesJoin("shuffler_2", need.values[0])).after
    assert after is not None
    assert {name for name, one in after.figures.items() if one.group} == {"shuffler_1", "shuffler_2"}


def test_1_5_who_has_gone_over_the_edge_is_off_the_table_when_people_say_so() -> None:
    p = group(group(game("ana", "ben"), "shuffler", 2), "feral_dog", 2).add("runner")[0]
    p = at(p, "runner_1", "ana").add("independent")[0]
    act = tasks.OverTheEdge()
    assert act in tasks.beside(p)
    need: Any = tasks.judge_over_the_edge(p, act).needs["group"]
    assert need.values == ("A", "B", "independent_1"), "who stands at somebody is on the table"
    ruling = tasks.judge_over_the_edge(p, replace(act, group="A"))
    assert ruling.story == "Group A (2 shufflers) has gone over the edge, and is off the table."
    assert ruling.after is not None
    assert not ruling.after.of_kind("shuffler")
    assert not tasks.judge_over_the_edge(game("ana"), act).legal


def test_4_1_those_at_a_human_have_met_him_and_join_nobody() -> None:
    p = at(game("ana").add("shuffler", 2)[0], "shuffler_1", "ana")
    assert tasks.beside(p) == (tasks.OverTheEdge(),), "the other one may have left"
    assert not judge_join(p, ZombiesJoin()).legal


def test_4_1_who_is_alone_is_not_asked_about_twice_in_a_turn() -> None:
    p = group(group(game("ana", "ben"), "shuffler", 2), "shuffler", 2)
    p = doing(p, "zombies", "done")
    p, _ = does(p, pair="A ana", quick=(6, 6), other="0 10 nobody")
    after, _ = does(p, pair="B ana", quick=(6, 6), inches=3)
    assert len(contacts(after)["ana"]) == 4


def test_4_1_a_boss_that_stands_where_it_groaned_is_not_asked_about_the_edge_again() -> None:
    p = doing(at(game("ana").add("boss")[0], "boss_1", "ana"), "groan", "groan", "done", who="boss_1")
    p, _ = does(p, edge=True, die=1)
    assert needs(p) == {"die": 1}
    assert p.facts["edge boss_1 boss_1"] == 1.0
    assert needs(replace(moved(p, "boss_1"))) == {"edge": 1}


@pytest.mark.parametrize(
    ("kind", "needed"), [("ankle_biter", 5), ("shuffler", 4), ("runner", 3), ("boss", 3)]
)
def test_4_1_each_kind_hits_on_its_own_number(kind: Kind, needed: int) -> None:
    p = at(game("ana").add(kind)[0], f"{kind}_1", "ana")
    score = ruled(doing(p, "attacks")).score
    assert score is not None
    assert score.needed == needed


def test_4_1_each_grab_makes_the_next_hit_easier() -> None:
    p = at(at(game("ana").add("shuffler", 2)[0], "shuffler_1", "ana"), "shuffler_2", "ana")
    p = doing(p, "attacks", "done")
    p, story = does(p, hit=(4,), damage=(1,))
    assert "grabs" in story
    score = ruled(p).score
    assert score is not None
    assert score.needed == 3


def test_8_8_a_natural_6_bites() -> None:
    p = doing(at(game("ana").add("shuffler")[0], "shuffler_1", "ana"), "attacks", "done")
    p, story = does(p, hit=(6,), damage=(3,))
    assert p.figures["ana"].bites == 1
    assert "bites" in story


def test_4_1_humans_are_attacked_before_dogs_and_by_those_who_hold_them() -> None:
    p = game("ana", "ben").add("shuffler")[0].add("feral_dog")[0]
    p = at(at(at(p, "shuffler_1", "feral_dog_1"), "shuffler_1", "ana"), "shuffler_1", "ben")
    p = p.put("ben", grabbed_by=("shuffler_1",))
    assert asks(doing(p, "attacks")).target == "ben"


def test_4_1_nobody_attacks_who_is_dead_by_then() -> None:
    p = at(at(game("ana").add("shuffler", 2)[0], "shuffler_1", "ana"), "shuffler_2", "ana")
    p = doing(p.put("ana", wounds=2), "attacks", "done")
    p, story = does(p, hit=(5,), damage=(4,))
    assert "dies" in story
    assert kinds(p) == ["done"]


def test_4_1_a_boss_that_attacks_groans_and_may_bring_a_token() -> None:
    p = doing(at(game("ana").add("boss")[0], "boss_1", "ana"), "attacks", "done")
    p, _ = does(p, hit=(1,))
    assert kinds(p) == ["groan", "done"]
    quiet, _ = does(p, edge=False)
    assert [one.where for one in quiet.noises] == ["boss_1"]
    assert needs(p, edge=True) == {"die": 1}
    assert not does(p, edge=True, die=4)[0].tokens
    assert list(does(p, edge=True, die=5)[0].tokens) == ["token_1"]


def test_4_2_a_boss_that_a_player_plays_is_no_group_of_the_referee() -> None:
    p = game("ana", "ben").add("boss", seat="p2")[0]
    assert kinds(doing(p, "zombies", "attacks", "done")) == ["done"]


def test_an_action_of_somebody_off_the_table_is_not_waited_for() -> None:
    p = game("ana").put("z", Figure("shuffler", zone="off the table"))
    assert doing(p, "zombies").tasks == ()
    assert Task("zombies") not in doing(p, "zombies").tasks


def test_7_8_zombies_attack_a_vehicle_or_somebody_inside() -> None:
    p = game("ana").put("ana", zone="car")
    p = at(group(replace(p, vehicles={"car": Vehicle("car", points=3)}), "shuffler", 1), "shuffler_1", "ana")
    p = doing(p, "attack", who="shuffler_1", other="ana")
    assert needs(p) == {"who": 1}
    assert needs(p, who=3) == {"hit": 1}
    after, story = does(p, who=3, hit=(4,), damage=(6,))
    assert (after.vehicles["car"].points, after.figures["ana"].wounds) == (1, 0)
    assert "hits car with 4. It loses 2: 1 damage point left." in story
    assert does(p, who=6, hit=(3,))[0].vehicles["car"].points == 3
    assert needs(p, who=2) == {"open_top": 1}
    score = ruled(p, who=2, open_top=False).score
    assert score is not None
    assert score.needed == 6
    after, _ = does(p, who=2, open_top=True, hit=(5,), damage=(3,))
    assert (after.figures["ana"].wounds, after.vehicles["car"].top) == (1, "open")


def test_4_1_a_zombie_that_gets_to_a_vehicle_stands_outside() -> None:
    p = game("ana").put("ana", zone="car")
    p = group(replace(p, vehicles={"car": Vehicle("car")}), "shuffler", 1)
    assert go(p, {"shuffler_1": 5.0}, {"shuffler_1": "ana"}).figures["shuffler_1"].zone == STREET


def test_11_2_a_flashlight_is_seen_from_12_inches_farther_at_night() -> None:
    p = shufflers(2, "ana", "ben")
    p = remember(remember(p, "inches", "shuffler_1", "ana", 30), "inches", "shuffler_2", "ana", 30)
    lit = p.put("ana", items=(Item("flashlight"),))
    assert options(p, "pair") == ("A ben", "nobody")
    assert options(lit, "pair") == ("A ben", "nobody")
    night = replace(lit, counts={"night": 1})
    assert options(night, "pair") == ("A ana", "A ben", "nobody")
    assert "within 24 inches (Ana with a light: 36)" in str(needs(night)["pair"])
    assert "light" not in str(needs(lit)["pair"])
