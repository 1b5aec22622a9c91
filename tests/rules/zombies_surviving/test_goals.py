"""Objectives, the end of the game, and who has won (1.4, 1.5, 8.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.zombies_surviving import game, goals, wounds
from rules.zombies_surviving.game import EndGame, EndTurn, Over, TurnEnds
from rules.zombies_surviving.position import OFF, Building, Figure, Goal, Item, Position, Task
from tests.rules.zombies_surviving.test_setting_up import after

SUPPLIES = Goal("Carry ten", measure="supplies", needed=10)


def position(**changes: object) -> Position:
    """Return a survival phase of two with a figure each."""
    figures = {"ana": Figure("survivor", "p1", "Ana", supplies=4), "bo": Figure("survivor", "p2", "Bo")}
    begun = Position(phase="survival", seats=("p1", "p2"), figures=figures, goals=(SUPPLIES,), limit=10)
    return replace(begun, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "done"),
    [
        (SUPPLIES, (4, 10)),
        (Goal("x", measure="buildings", needed=2), (1, 2)),
        (Goal("x", measure="item", item="vaccine"), (0, 1)),
        (Goal("x", measure="item", item="rope"), (1, 1)),
        (Goal("x", measure="turns", needed=8), (2, 8)),
        (Goal("x", measure="turns", needed=12), (2, 10)),
        (Goal("x", measure="tokens", needed=4), (3, 4)),
        (Goal("x", measure="away"), (0, 1)),
        (Goal("x"), (0, 1)),
    ],
)
def test_1_4_an_objective_is_counted(goal: Goal, done: tuple[int, int]) -> None:
    p = position(
        counts={"turns_over": 2, "tokens_turned_up": 3},
        buildings={"a": Building("A", searched=True), "b": Building("B")},
    )
    p = p.put("bo", items=(Item("rope"),))
    assert goals.progress(p, goal) == done


@pytest.mark.parametrize(("goal", "needed"), [("supplies", 9), ("tokens", 5), ("buildings", 4), ("away", 1)])
def test_1_4_some_objectives_need_more_of_more_players(goal: str, needed: int) -> None:
    assert goals.goal_of(goal, 3).needed == needed


def test_1_4d_where_fewer_buildings_stand_all_of_them_are_searched() -> None:
    both = {name: Building(searched=True) for name in ("a", "b")}
    assert goals.progress(position(buildings=both), Goal("x", measure="buildings", needed=4)) == (2, 2)
    assert goals.progress(position(), Goal("x", measure="buildings", needed=4)) == (0, 4)


def test_1_4_who_holds_out_for_a_turn_has_done_so_when_it_is_over() -> None:
    p = position(goals=(Goal("Hold out", measure="turns", needed=1),))
    ended = after(p, EndTurn("p1"), EndTurn("p2"), TurnEnds())
    assert ended.tasks == (Task("over"),)
    early = after(p, EndTurn("p1"), EndGame(), Over())
    assert early.won == (), "the turn is not over"


def test_1_4b_a_turn_after_which_the_objective_is_met_is_the_last() -> None:
    rich = position().put("bo", supplies=6)
    ended = after(rich, EndTurn("p1"), EndTurn("p2"), TurnEnds())
    assert ended.tasks == (Task("over"),)
    assert after(ended, Over()).won == ("p1", "p2")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"turn": 10}, "Turn 10 was the last one."),
        ({"figures": {"z": Figure("shuffler")}}, "No survivor is left."),
        (
            {"figures": {"ana": Figure("survivor", "p1", zone=OFF)}},
            "All survivors have left the table.",
        ),
    ],
)
def test_1_4b_a_game_that_is_lost_or_at_its_last_turn_ends(changes: dict[str, object], why: str) -> None:
    assert goals.must_end(position(**changes)) == why
    assert goals.winners(position(**changes)) == ()


def test_2_0_the_next_turn_begins_when_all_have_acted() -> None:
    p = after(position(), EndTurn("p2"))
    assert (game.to_play(p), p.tasks) == (("p1",), ())
    p = after(p, EndTurn("p1"), TurnEnds())
    assert (p.turn, p.phase, p.played) == (2, "game", ())


def test_5_0_nobody_begins_before_a_player_is_done() -> None:
    assert game.to_play(position(acting="p2")) == ("p2",)


def test_8_6_bites_are_rolled_for_and_the_infected_have_not_won() -> None:
    bitten = position().put("ana", supplies=12, bites=2)
    p = after(bitten, EndGame())
    assert [task.kind for task in p.tasks] == ["infection", "over"]
    assert game.judge(p, game.Infection("ana")).needs == {"dice": 2}
    assert after(p, game.Infection("ana", (5, 4)), Over()).won == ("p2",)
    assert after(p, game.Infection("ana", (5, 6)), Over()).won == ("p1", "p2")


@pytest.mark.parametrize(
    ("objective", "met"),
    [
        ("richest", True), ("hoard", False), ("unbitten", True), ("unhurt", False), ("special", False),
        ("armed", True), ("fuel", False), ("last", False),
    ],
)  # fmt: skip
def test_1_4_each_personal_objective_can_be_judged(objective: str, met: bool) -> None:
    p = position().put("ana", wounds=1, items=(Item("pistol", 1, 12),))
    assert goals.personal_met(p, "p1", objective) is met
    assert set(goals.personal()) >= {objective}


def test_1_4a_only_who_has_met_his_own_objective_has_won_and_all_are_turned_up() -> None:
    rich = position(objectives={"p1": "richest", "p2": "hoard"}, phase="survival").put("ana", supplies=10)
    ruling = game.judge(after(rich, EndGame()), Over())
    assert ruling.after is not None
    assert ruling.after.won == ("p1",)
    assert ruling.opened == ("objectives.p1", "objectives.p2")
    assert ruling.story.startswith("Player 1 has won. Player 1: “Your figures carry more")


def test_8_7b_whoever_plays_hostile_ones_wins_when_none_of_the_others_lives() -> None:
    p = position(goals=(Goal("x", measure="supplies", needed=3),)).put("bo", attitude="hostile", supplies=9)
    assert goals.progress(p, p.goals[0]) == (3, 3), "those of the party alone count"
    assert goals.winners(p) == ("p1",)
    alone = p.put("ana", kind="corpse")
    assert goals.must_end(alone) == "No survivor is left."
    assert goals.winners(alone) == ("p2",)


def test_8_7d_whoever_plays_a_boss_wins_when_no_survivor_lives() -> None:
    p = position(goals=(Goal("x", measure="supplies", needed=3),))
    p = p.put("z1", Figure("boss", "p2")).put("bo", kind="corpse")
    assert goals.winners(p) == ("p1",)
    dead = p.put("ana", kind="corpse")
    assert goals.must_end(dead) == "No survivor is left."
    assert goals.winners(dead) == ("p2",)
    assert goals.winners(dead.put("ana", kind="survivor", attitude="hostile")) == ("p1",)
    assert goals.winners(dead.put("z1", seat="")) == ()


@pytest.mark.parametrize("objective", ["unbitten", "unhurt"])
def test_1_4_the_dead_are_not_forgotten_once_their_corpse_is_gone(objective: str) -> None:
    p = position().put("cat", Figure("survivor", "p1", "Cat"))
    assert goals.personal_met(p, "p1", objective)
    dead, _ = wounds.kill(p, "cat")
    gone, _ = wounds.reanimate(dead, "cat", 6)
    assert "cat" not in gone.figures
    for after_it in (dead, gone):
        assert not goals.personal_met(after_it, "p1", objective)
