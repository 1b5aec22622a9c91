"""Feral dogs (4.4), bosses that players play (4.2), and what players without figures get (8.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.zombies_surviving.menace import bosses, tasks
from rules.zombies_surviving.menace.bosses import BossDone
from rules.zombies_surviving.menace.groups import contacts
from rules.zombies_surviving.position import Building, Figure, Position
from tests.rules.zombies_surviving.menaces import (
    asks,
    at,
    does,
    doing,
    game,
    group,
    kinds,
    needs,
    options,
    ruled,
)


def pack(count: int, *names: str, **more: Any) -> Position:
    return group(game(*names, **more), "feral_dog", count)


def test_4_4_hit_by_a_shot_near_by_they_flee() -> None:
    p = pack(3, "ana")
    p = p.put("feral_dog_2", p.figures["feral_dog_2"].with_status("hit_near", 3))
    p, story = does(doing(at(p, "feral_dog_1", "ana"), "dogs", "done"), quick=(1, 2, 3))
    assert story == "Group A (3 dogs) flees 6 inches from the shooter."
    assert contacts(p) == {}


def test_4_4_outnumbered_two_to_one_they_flee_and_runners_count_twice() -> None:
    p = pack(2, "ana").add("runner")[0].add("shuffler")[0]
    for foe in ("runner_1", "shuffler_1", "ana"):
        p = at(p, "feral_dog_1", foe)
    assert list(needs(doing(p, "dogs"))) == ["quick"]
    p, story = does(doing(p, "dogs", "done"), quick=(1, 2, 3), direction=6)
    assert story == "Group A (2 dogs), outnumbered, flees 6 inches towards 6 o’clock."


def test_4_4_in_melee_they_go_on_and_spare_dogs_take_another_target() -> None:
    p = doing(at(pack(3, "ana", "ben"), "feral_dog_1", "ana"), "dogs", "dog_attacks", "done")
    assert options(p, "second") == ("ben", "nobody")
    after, _ = does(p, second="ben")
    assert kinds(after) == ["attack", "attack", "done"]
    alone, _ = does(p, second="nobody")
    assert kinds(alone) == ["attack", "done"]


def test_4_4_half_their_number_or_fewer_near_by_are_attacked() -> None:
    p = doing(pack(4, "ana", "ben"), "dogs", "dog_attacks", "done")
    count: Any = needs(p)["count"]
    assert count.limits == (0, 2)
    assert list(needs(p, count=3)) == ["quick"]
    assert needs(p, count=2) == {"quick": 3}
    p, story = does(p, count=2, quick=(4, 4, 4), nearest="ana", second="ben")
    assert story == "Group A (4 dogs) goes 12 inches and reaches ana and ben."
    assert [asks(p).target, len(kinds(p))] == ["ana", 5]


def test_4_4_as_many_as_they_reach_are_attacked_but_no_more_than_were_counted() -> None:
    p = doing(pack(8, "ana", "ben", "cat", "dan"), "dogs", "dog_attacks", "done")
    told: dict[str, Any] = {"count": 3, "quick": (4, 4, 4), "nearest": "ana", "second": "ben"}
    assert options(p, "third", **told) == ("cat", "dan", "nobody")
    p, story = does(p, **told, third="cat")
    assert story == "Group A (8 dogs) goes 12 inches and reaches ana, ben and cat."
    assert [len(contacts(p)[name]) for name in ("ana", "ben", "cat")] == [3, 3, 2]


def test_4_4_a_runner_counts_as_two_of_those_who_were_counted() -> None:
    p = doing(pack(6, "ana", "ben").add("runner")[0], "dogs", "done")
    assert ruled(p, count=2, quick=(4, 4, 4), nearest="runner_1").after is not None
    assert options(p, "second", count=2, quick=(4, 4, 4), nearest="ana") == ("ben", "nobody")


def test_4_4_a_pack_in_melee_spreads_over_all_within_6_inches() -> None:
    p = doing(at(pack(4, "ana", "ben", "cat"), "feral_dog_1", "ana"), "dogs", "dog_attacks", "done")
    assert options(p, "third", second="ben") == ("cat", "nobody")
    after, story = does(p, second="ben", third="cat")
    assert story == "Group A (4 dogs) goes on attacking ana, ben and cat."
    assert kinds(after) == ["attack", "attack", "attack", "done"]


def test_4_4_a_dog_hits_on_4_and_does_not_bite() -> None:
    p = doing(at(pack(1, "ana"), "feral_dog_1", "ana"), "dog_attacks", "done")
    score = ruled(p).score
    assert score is not None
    assert score.needed == 4
    after, _ = does(p, hit=(6,), damage=(1,))
    assert after.figures["ana"].grabbed_by == ("feral_dog_1",)
    assert after.figures["ana"].bites == 0


def test_4_4_a_single_dog_or_a_pack_with_nobody_near_wanders() -> None:
    _, story = does(doing(pack(1, "ana"), "dogs", "done"), quick=(5,), direction=9)
    assert story == "Feral dog 1 wanders 5 inches towards 9 o’clock."
    assert list(needs(doing(pack(4, "ana"), "dogs"), count=0)) == ["quick"]


def test_4_4_those_in_a_closed_building_are_safe_from_dogs() -> None:
    p = pack(4, "ana", buildings={"shop": Building(state="intact")}).put("ana", zone="shop")
    p = doing(at(p, "feral_dog_1", "ana"), "dog_attacks", "dogs", "done")
    assert kinds(p) == ["dogs", "done"]
    open_ = replace(p, buildings={"shop": Building(state="ransacked")}, tasks=())
    assert kinds(doing(open_, "dog_attacks", "done"))[0] == "attack"


def test_5_3_a_befriended_dog_is_no_pack() -> None:
    p = game("ana").put("dog", Figure("feral_dog", seat="p1", group="ana", attitude="friendly"))
    assert kinds(doing(at(p, "dog", "ana"), "dogs", "dog_attacks", "done")) == ["done"]


def test_4_2_a_boss_of_a_player_is_asked_of_that_player() -> None:
    p = doing(game("ana", "ben").add("boss", seat="p2")[0], "bosses", "done")
    (act,) = tasks.TASKS["bosses"](p, p.tasks[0])
    assert act == BossDone("p2", "boss_1")
    p, _ = does(p)
    assert kinds(p) == ["done"]


def test_4_2_a_boss_without_actions_left_is_not_waited_for() -> None:
    p = game("ana", "ben").add("boss", seat="p2", spent=2)[0]
    assert kinds(doing(p, "bosses", "done")) == ["done"]
    assert kinds(doing(p, "menace", "bosses", "done")) == ["bosses", "done"], "each turn it has two again"


def test_4_2_nobody_else_ends_the_actions_of_a_boss() -> None:
    p = doing(game("ana", "ben").add("boss", seat="p2")[0], "bosses", "done")
    assert not bosses.judge_done(p, BossDone("p1", "boss_1")).legal


def lost(*names: str) -> Position:
    """Return a game in which the last player has lost his only survivor."""
    p = game(*names)
    return p.put(names[-1], Figure("corpse", seat=p.figures[names[-1]].seat, died_on=1))


def test_8_7_independents_first_then_a_boss_then_another_players_figure() -> None:
    p = lost("ana", "ben").put("ann", Figure("survivor", "p1")).add("boss")[0]
    with_party = group(p, "independent", 2, attitude="hostile")
    after, _ = does(doing(with_party, "take_over", "done"))
    assert after.of_seat("p2") == ("independent_1", "independent_2")
    after, story = does(doing(p, "take_over", "done"))
    assert after.figures["boss_1"].seat == "p2"
    assert story == "Player 2 now plays Boss 1."
    after, _ = does(doing(p.without("boss_1"), "take_over", "done"))
    assert after.of_seat("p2") == ("ann",)


def test_8_7_a_dog_is_no_figure_to_play() -> None:
    p = lost("ana", "ben").put("dog", Figure("feral_dog", seat="p2", attitude="friendly")).add("boss")[0]
    assert does(doing(p, "take_over", "done"))[0].figures["boss_1"].seat == "p2"


def test_8_7_wary_parties_are_not_taken_over_and_else_one_waits() -> None:
    p = group(lost("ana", "ben"), "independent", 2, attitude="wary")
    assert kinds(doing(p, "take_over", "done")) == ["done"]


def test_8_7_a_player_with_a_boss_already_gets_no_more() -> None:
    p = lost("ana", "ben").add("boss", seat="p2")[0].add("boss")[0]
    assert kinds(doing(p, "take_over", "done")) == ["done"]
