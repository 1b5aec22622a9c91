"""The game phase (3.0): noise, the event, a new token, the dead, tokens and what they are (table 3.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.menace import game_phase, tasks
from rules.zombies_surviving.menace.groups import groups
from rules.zombies_surviving.position import Figure, Noise, Phase, Status, Task
from tests.rules.zombies_surviving.menaces import does, doing, game, group, kinds, needs, options, ruled


@pytest.mark.parametrize(
    ("turn", "phase", "stays"),
    [(2, "survival", False), (3, "game", False), (3, "menace", True), (3, "survival", True)],
)
def test_3_1_noise_of_last_turns_game_phase_or_before_goes(turn: int, phase: Phase, stays: bool) -> None:
    p = game("ana", turn=4, noises=(Noise("street", turn, phase),))
    assert (game_phase.old_noises(p) == ()) == stays
    if not stays:
        after, story = does(doing(p, "noise"))
        assert after.noises == ()
        assert story == "1 marker of noise removed: street."


def test_3_1_noise_on_a_vehicle_that_moved_stays() -> None:
    p = game("ana", turn=4, noises=(Noise("car", 1, "game", on_vehicle=True),))
    assert game_phase.old_noises(p)
    assert not game_phase.old_noises(replace(p, counts={"car moved": 3}))


def test_3_2_two_dice_are_tens_and_units() -> None:
    p, story = does(doing(game("ana"), "event"), dice=(6, 1))
    assert story.startswith("Event 61, Fit:")
    assert p.tasks[0] == Task("happens", "fit")
    assert p.counts[game_phase.SUM_OF_EVENT] == 7


def test_3_2_a_row_that_the_print_has_lost_says_so() -> None:
    _, story = does(doing(game("ana"), "event"), dice=(5, 5))
    assert "lost in print" in story


def test_1_3_five_cards_of_the_deck_never_come() -> None:
    deck = game_phase.whole_deck()
    assert len(deck) == 36
    p = game("ana", deck=deck)
    for n in range(31):
        need: Any = needs(doing(p, "event"))["card"]
        assert len(need.values) == 36 - n
        p, _ = does(doing(p, "event"), card=need.values[0])
        p = p.pop()
    need = needs(doing(p, "event"))["card"]
    assert need.values == deck, "31 have come, so all are shuffled again"


def test_3_2_what_a_psychic_has_seen_comes_and_is_turned_up() -> None:
    p = game("ana", "ben", next_event={"p2": 66})
    ruling = ruled(doing(p, "event"))
    assert ruling.opened == ("next_event.p2",)
    assert ruling.after is not None
    assert ruling.after.next_event == {}
    assert ruling.story.startswith("Event 66")


@pytest.mark.parametrize(("total", "asked"), [(3, True), (4, False), (12, False)])
def test_3_3_more_survivors_and_noise_than_the_sum_bring_a_token(total: int, asked: bool) -> None:
    p = game("ana", "ben", counts={game_phase.SUM_OF_EVENT: total}).noise("street", 2)
    assert kinds(doing(p, "new_token")) == (["new_token"] if asked else [])


def test_3_3_a_token_near_that_corner_keeps_another_out() -> None:
    p = game("ana", "ben", counts={game_phase.SUM_OF_EVENT: 1})
    after, _ = does(doing(p, "new_token"))
    assert len(after.tokens) == 1, "without any token on the table nobody is asked"
    p = doing(replace(after, tasks=()), "new_token")
    assert "free" in needs(p)
    assert len(does(p, free=False)[0].tokens) == 1
    assert len(does(p, free=True)[0].tokens) == 2


def test_8_5_each_corpse_of_an_earlier_turn_is_rolled_for() -> None:
    """3.4."""
    p = game("ana", turn=3)
    p = p.put("ben", Figure("corpse", died_on=2)).put("cat", Figure("corpse", died_on=3))
    p = doing(p, "reanimation", "done")
    assert kinds(p) == ["rise", "done"]
    risen, story = does(p, die=1)
    assert "rises" in story
    assert risen.of_kind("shuffler")
    assert does(p, die=3)[0].figures["ben"].kind == "corpse"
    assert "ben" not in does(p, die=5)[0].figures


TOKENS = {"token_1": "north", "token_2": "south"}


def test_3_5_all_tokens_move_in_one_instruction() -> None:
    p = doing(game("ana", tokens=TOKENS), "tokens", "done")
    dice = {"token_1 first": 3, "token_1 second": 4, "token_2 first": 1, "token_2 second": 1}
    assert needs(p) == {"dice": tuple(dice)}
    assert needs(p, dice=dice) == {"directions": ("token_1", "token_2")}
    p, story = does(p, dice=dice, directions={"token_1": 3, "token_2": 12})
    assert story.endswith(
        "token 1 goes 7 inches towards 3 o’clock; token 2 goes 2 inches towards 12 o’clock."
    )
    assert options(p, "token") == ("none", "token_1", "token_2")
    p, _ = does(p, token="none")
    assert kinds(p) == ["done"]


def test_3_5_with_noise_no_direction_is_rolled() -> None:
    p = doing(game("ana", tokens={"token_1": "north"}).noise("street"), "tokens", "done")
    _, story = does(p, dice={"token_1 first": 3, "token_1 second": 4})
    assert "towards the nearest noise" in story


def test_3_5_a_token_that_meets_a_survivor_is_turned_up_and_the_others_are_asked_about() -> None:
    p = doing(game("ana", tokens=TOKENS), "tokens_meet", "done")
    p, _ = does(p, token="token_1")
    assert p.tasks[0] == Task("turn_up", "token_1")
    p, _ = does(p, dice=(3, 3))
    assert list(p.tokens) == ["token_2"]
    assert options(p, "token") == ("none", "token_2")
    assert does(p, token="none")[1] == "No other token meets a survivor."


def test_3_5_where_no_token_has_met_anybody_there_is_no_other() -> None:
    p = doing(game("ana", tokens=TOKENS), "tokens_meet", "done")
    assert does(p, token="none")[1] == "No token meets a survivor."


def test_3_5_markers_do_not_move() -> None:
    p = game("ana", tokens={"token_1": "supplies", "token_2": "special_item"})
    assert kinds(doing(p, "tokens", "tokens_meet", "done")) == ["done"]


ROWS = [  # total of two dice, die for how many; the figures afterwards, the words
    ((1, 3), 3, {"runner": 2}, "2 runners"),
    ((1, 4), 5, {"shuffler": 5}, "5 shufflers"),
    ((3, 3), None, {"runner": 1}, "a runner"),
    ((3, 4), 6, {"shuffler": 3}, "3 shufflers"),
    ((4, 4), None, {"ankle_biter": 1}, "an ankle-biter"),
    ((4, 5), 4, {"feral_dog": 4}, "4 dogs"),
    ((5, 5), None, {}, "a marker of supplies"),
    ((5, 6), None, {}, "a marker of a special item"),
    ((6, 6), 4, {"independent": 2}, "2 independent survivors"),
]


@pytest.mark.parametrize(("dice", "count", "made", "words"), ROWS)
def test_3_1_each_row(dice: tuple[int, int], count: int | None, made: dict[Any, int], words: str) -> None:
    p = doing(game("ana", tokens={"token_1": "north"}), "turn_up", "done", who="token_1")
    if count is not None:
        assert needs(p, dice=dice) == {"count": 1}
    after, story = does(p, dice=dice, count=count)
    assert story == f"Token 1 ({sum(dice)}) is {words}."
    assert {k: len(after.of_kind(k)) for k in made} == made
    assert len(after.figures) == 1 + sum(made.values())


@pytest.mark.parametrize("total", range(2, 13))
def test_3_1_each_total_of_the_chart_is_carried_out(total: int) -> None:
    p = doing(game("ana", tokens={"token_1": "north"}), "turn_up", "done", who="token_1")
    dice = (total // 2, total - total // 2)
    row = charts()["3.1"].row(total)
    rolls = (*dice, 3, 3) if "boss" in row.value else dice
    after, _ = does(p, dice=rolls, count=1)
    assert len(after.figures) + len(after.tokens) >= 2


def test_3_1_a_boss_and_again_while_there_are_fewer_bosses_than_players() -> None:
    p = doing(game("ana", "ben", tokens={"token_1": "north"}), "turn_up", who="token_1")
    assert needs(p, dice=(1, 1)) == {"dice": 4}
    assert needs(p, dice=(1, 1, 1, 2)) == {"dice": 6}
    after, story = does(p, dice=(1, 1, 1, 2, 1, 1))
    assert len(after.of_kind("boss")) == 2
    assert len(groups(after, "boss", "shuffler", "runner", "ankle_biter")) == 1
    assert story == ("Token 1 (2 and 3 and 2) is a boss, a boss, an ankle-biter, a shuffler and a runner.")


def test_3_1_dogs_join_a_pack_that_is_there() -> None:
    p = group(game("ana", tokens={"token_1": "north"}), "feral_dog", 3)
    p, story = does(doing(p, "turn_up", who="token_1"), dice=(4, 5))
    assert story == "Token 1 (9) is one more dog in the pack."
    assert [len(names) for names in groups(p, "feral_dog").values()] == [4]


def test_3_1_a_befriended_dog_is_no_pack_that_is_there() -> None:
    p = game("ana", tokens={"token_1": "north"}).add("feral_dog", attitude="friendly")[0]
    p = doing(p, "turn_up", who="token_1")
    assert needs(p, dice=(4, 5)) == {"count": 1}
    assert does(p, dice=(4, 5), count=3)[1] == "Token 1 (9) is 3 dogs."


def test_3_1_markers_stay_on_the_table_to_be_taken() -> None:
    p = doing(game("ana", tokens={"token_1": "north"}), "turn_up", who="token_1")
    assert does(p, dice=(5, 5))[0].tokens == {"token_1": "supplies"}
    assert does(p, dice=(5, 6))[0].tokens == {"token_1": "special_item"}


def test_3_5_independents_from_a_token_that_met_somebody_decide_at_once() -> None:
    p = doing(game("ana", tokens={"token_1": "north"}), "tokens_meet", "done")
    p, _ = does(p, token="token_1")
    p, _ = does(p, dice=(6, 6), count=3)
    assert kinds(p)[0] == "attitude"


def test_2_0_a_turn_has_its_parts_in_order_and_ends_what_ended() -> None:
    p = game("ana", turn=3, events=(Status("fit", 2), Status("rain")))
    p = p.put("ana", statuses=(Status("fired", 3), Status("partner", 2), Status("panicked")))
    p = tasks.begin_turn(p)
    assert p.phase == "game"
    assert kinds(p)[0] == "event", "no noise is there to remove"
    assert kinds(p)[1:] == list(game_phase.TURN[2:])
    assert p.events == (Status("rain"),)
    assert p.figures["ana"].statuses == (Status("fired", 3), Status("panicked"))
