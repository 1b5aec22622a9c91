"""The practice player: lawful whatever comes, and good for closing doors, fetching rifles, clearing the hall."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.simulation.games import play
from referee.simulation.practice_player import PracticePlayer
from referee.simulation.practice_ways import next_square
from rules.dawn_of_the_dead import game, library
from rules.dawn_of_the_dead.actions import (
    Action,
    ChooseVictims,
    CloseMainDoor,
    Defend,
    EndTurn,
    OpenDoor,
    PlaceCharacters,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead import chance
from tests.rules.dawn_of_the_dead.small_mall import RIFLES, small_mall
from tests.rules.dawn_of_the_dead.table import act, do, table

ALL = ("peter", "roger", "steve", "fran")
SHUT = {"north": "closed", "west": "closed", "east": "closed", "south": "closed"}


def player() -> PracticePlayer:
    return PracticePlayer(small_mall(), Random(1))


def turn(position: Position, who: PracticePlayer | None = None) -> list[Action]:
    """Return what the player does in a whole Human Player-Turn; every die that he rolls shows what chance gives."""
    who, rng = who or player(), Random(5)
    done: list[Action] = []
    while position.phase == "human":
        action = who.choose(position)
        _, ruling = chance.completed(position, action, rng)
        assert ruling.legal, (action, ruling)
        assert ruling.after
        done.append(action)
        position = ruling.after
    return done


def solitaire(people: dict[str, str], zombies: dict[str, int | str] | None = None, **more: Any) -> Position:
    return table("human", people, zombies or {"055": 3}, mode="solitaire", **more)


def test_3_2_they_set_out_beside_one_another() -> None:
    position = game.set_up(library.setting(), "solitaire", "physical", ())
    action = PracticePlayer(library.setting(), Random(1)).choose(position)
    assert isinstance(action, PlaceCharacters)
    assert game.rule(position, action).legal
    first, second = sorted(set(action.squares.values()))
    assert library.setting().board.distance(first, second) == 1


def test_5_5_a_main_door_is_closed_by_those_who_begin_beside_it() -> None:
    done = turn(solitaire(dict.fromkeys(ALL, "020")))
    assert done[:2] == [StartMove(ALL), CloseMainDoor("west")]


def test_14_2_all_go_to_the_nearest_open_main_door_together() -> None:
    done = turn(solitaire(dict.fromkeys(ALL, "023")))
    assert done == [StartMove(ALL), Step("022"), Step("021"), Step("020"), EndTurn()]


def test_12_0_rifles_are_fetched_and_both_taken_at_once() -> None:
    there = solitaire(dict.fromkeys(ALL, RIFLES), main_doors=SHUT)
    assert turn(there)[:3] == [StartMove(ALL), TakeRifle("steve"), TakeRifle("fran")]
    on_the_way = solitaire(dict.fromkeys(ALL, "022"), main_doors=SHUT)
    assert [a.to for a in turn(on_the_way) if isinstance(a, Step)] == ["021", "011", RIFLES]


def test_14_2_at_last_the_zombies_are_hunted() -> None:
    people = {"peter": "022", "roger": "022", "steve": "022 rifle", "fran": "022 rifle"}
    done = turn(solitaire(people, {"015": 3}, main_doors=SHUT, rifles=0))
    assert Step("023") in done


def test_5_0_while_somebody_has_to_rest_all_wait() -> None:
    people = dict.fromkeys(ALL, "023") | {"fran": "023 moved"}
    assert turn(solitaire(people)) == [EndTurn()]


def test_those_left_behind_catch_up() -> None:
    people = dict.fromkeys(ALL, "023") | {"fran": "026"}
    assert turn(solitaire(people)) == [StartMove(("fran",)), Step("025"), Step("024"), Step("023"), EndTurn()]


def test_8_3_a_stunned_friend_is_brought_round() -> None:
    people = dict.fromkeys(ALL, "023") | {"fran": "023 stunned"}
    start, out, back, end = turn(solitaire(people))
    assert start == StartMove(("peter", "roger", "steve"))
    assert isinstance(out, Step)
    assert (back, end) == (Step("023"), EndTurn())


def test_6_3_zombies_in_their_own_square_come_first() -> None:
    done = turn(solitaire(dict.fromkeys(ALL, "023"), {"023": 11, "024": 1}))
    assert isinstance(done[1], Shoot)
    assert done[1].at == "023"


def test_6_4_near_targets_are_shot_at_on_the_way() -> None:
    done = turn(solitaire({"peter": "023"}, {"024": 1}))
    assert done[1] == Shoot(("peter",), "024")


def test_5_5_a_closed_door_on_the_way_is_opened() -> None:
    done = turn(solitaire({"roger": "011"}, {"055": 3}, closed=["011-021"]))
    assert done[1:3] == [OpenDoor(("011", "021")), Step("021")]


def test_a_way_round_zombies_is_found() -> None:
    position = solitaire({"peter": "023"}, {"022": 3})
    assert next_square(position, "023", "020") == "033"
    walled = solitaire({"peter": "000"}, {"001": 3, "010": 3})
    assert next_square(walled, "000", "020") is None


def test_a_move_under_way_is_gone_on_with() -> None:
    """5.6: whoever is carried is put down first, for the practice player carries nobody."""
    begun = do(solitaire({"peter": "023", "fran": "023"}), act("start_move", characters=("peter",),
               carry={"by": "peter", "whom": "fran"}), Step("022"))  # fmt: skip
    done = turn(begun)
    assert done[0] == PutDown()
    assert Step("021") in done


def test_6_9_under_attack_everybody_who_can_shoots() -> None:
    position = do(table("attack", {"peter": "022", "fran": "022 stunned"}, {"022": 3}, mode="solitaire"),
                  act("open_attack", square="022"))  # fmt: skip
    assert player().defend(position) == Defend(("peter",))
    missed = do(position, Defend(("peter",), {"peter": 6}, (1, 1)))
    assert player().defend(missed) is None


def test_8_0_the_sound_are_named_before_the_hurt_and_fran_last() -> None:
    people = {"peter": "022 infected", "roger": "022", "fran": "022"}
    position = do(table("attack", people, {"022": 6}, mode="solitaire"), act("open_attack", square="022"),
                  act("declare_attack", die=1))  # fmt: skip
    assert player().defend(position) == ChooseVictims(("roger",))
    two = do(table("attack", people, {"022": 6}, mode="solitaire"), act("open_attack", square="022"),
             act("declare_attack", die=3))  # fmt: skip
    assert player().defend(two) == ChooseVictims(("roger", "fran"))


def test_7_7_he_does_not_know_what_lies_face_down() -> None:
    for seed in range(10):
        one = solitaire(dict.fromkeys(ALL, "023"), {"025": 1, "033": 11})
        other = solitaire(dict.fromkeys(ALL, "023"), {"025": 11, "033": 1})
        mine, yours = (PracticePlayer(small_mall(), Random(seed)) for _ in range(2))
        assert [mine.choose(one)] == [yours.choose(other)]
        assert mine.choose(do(one, StartMove(ALL))) == yours.choose(do(other, StartMove(ALL)))


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_position_he_breaks_no_rule(seed: int) -> None:
    rng = Random(seed)
    position = chance.scrambled(small_mall(), rng, "human")
    assert turn(position), "each of his actions is ruled on"


def test_14_2_he_is_good_enough_to_win_now_and_then() -> None:
    """In ten games in the mall he closes doors in most, takes rifles in some, and wins one at least."""
    games = [play(f"practice/{n}", "solitaire") for n in range(10)]
    done = [[line["action"]["do"] for line in g.lines if "action" in line] for g in games]
    assert sum("close_main_door" in g for g in done) > 5
    assert sum("take_rifle" in g for g in done) > 1
    assert any(g.winner == "human" for g in games)
