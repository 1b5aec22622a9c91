"""The practice player: always legal, and good at closing doors, fetching rifles, clearing the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.ai.aiming import HumanSight
from referee.games.dawn_of_the_dead.ai.practice_plans import next_square
from referee.games.dawn_of_the_dead.ai.practice_player import PracticePlayer, defence, plan
from referee.games.dawn_of_the_dead.ai.simulated_games import play
from rules.dawn_of_the_dead import game
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
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position, Zombie
from tests import soak
from tests.rows import each
from tests.rules.dawn_of_the_dead import chance
from tests.rules.dawn_of_the_dead.small_mall import RIFLES, small_mall
from tests.rules.dawn_of_the_dead.table import act, do, table

ALL = ("peter", "roger", "steve", "fran")
SHUT = {"north": "closed", "west": "closed", "east": "closed", "south": "closed"}


def turn(position: Position, who: PracticePlayer | None = None) -> list[Action]:
    """Return what the player does in a whole Human Player-Turn; `chance` gives every die."""
    who, rng = who or PracticePlayer(), Random(5)
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
    position = game.set_up(equipment.setting(), "solitaire", "physical", ())
    action = PracticePlayer().choose(position)
    assert isinstance(action, PlaceCharacters)
    assert game.rule(position, action).legal
    first, second = sorted(set(action.squares.values()))
    assert equipment.setting().board.distance(first, second) == 1


def test_5_5_a_main_door_is_closed_by_those_who_begin_beside_it() -> None:
    done = turn(solitaire(dict.fromkeys(ALL, "020")))
    assert done[:2] == [StartMove(ALL), CloseMainDoor("west")]


@soak.GAMES
def test_14_2_all_go_to_the_nearest_open_main_door_together() -> None:
    done = turn(solitaire(dict.fromkeys(ALL, "023")))
    assert done == [StartMove(ALL), Step("022"), Step("021"), Step("020"), EndTurn()]


def test_12_0_rifles_are_fetched_and_both_taken_at_once() -> None:
    there = solitaire(dict.fromkeys(ALL, RIFLES), main_doors=SHUT)
    assert turn(there)[:3] == [StartMove(ALL), TakeRifle("steve"), TakeRifle("fran")]
    on_the_way = solitaire(dict.fromkeys(ALL, "022"), main_doors=SHUT)
    assert [a.to for a in turn(on_the_way) if isinstance(a, Step)] == ["021", "011", RIFLES]


@soak.GAMES
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
    assert start == StartMove(("steve",)), "the one with the fewest shots, so that the others stay rested"
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


def test_a_move_in_progress_is_continued() -> None:
    """5.6: whoever is carried is put down first, for the practice player carries nobody."""
    begun = do(solitaire({"peter": "023", "fran": "023"}), act("start_move", characters=("peter",),
               carry={"by": "peter", "whom": "fran"}), Step("022"))  # fmt: skip
    assert turn(begun) == [PutDown(), EndTurn()], "and then nobody leaves anybody behind"


def test_6_9_under_attack_everybody_who_can_shoots() -> None:
    position = do(table("attack", {"peter": "022", "fran": "022 stunned"}, {"022": 3}, mode="solitaire"),
                  act("open_attack", square="022"))  # fmt: skip
    assert PracticePlayer().defend(position) == Defend(("peter",))
    missed = do(position, Defend(("peter",), {"peter": 6}, (1, 1)))
    assert PracticePlayer().defend(missed) is None


def test_8_0_the_sound_are_named_before_the_hurt_and_fran_last() -> None:
    people = {"peter": "022 infected", "roger": "022", "fran": "022"}
    position = do(table("attack", people, {"022": 6}, mode="solitaire"), act("open_attack", square="022"),
                  act("declare_attack", die=1))  # fmt: skip
    assert PracticePlayer().defend(position) == ChooseVictims(("roger",))
    two = do(table("attack", people, {"022": 6}, mode="solitaire"), act("open_attack", square="022"),
             act("declare_attack", die=3))  # fmt: skip
    assert PracticePlayer().defend(two) == ChooseVictims(("roger", "fran"))


def other_secrets(position: Position, rng: Random) -> Position:
    """Return a position that the human player cannot tell from the given one."""
    occupied, squares = position.occupied(), sorted(position.setting.board.squares)

    def anew(square: str, unit: Zombie) -> Zombie:
        return unit if square in occupied else replace(unit, value=rng.randint(1, 11))

    box = position.hidden_box
    return replace(
        position,
        zombies={s: anew(s, u) for s, u in position.zombies.items()},
        hidden=tuple(sorted(rng.sample(squares, 5))),
        passed=frozenset(rng.sample(squares, 2)),
        hidden_box=None if box is None else tuple(rng.randint(1, 11) for _ in box),
        eliminated=tuple(rng.randint(1, 11) for _ in position.eliminated),
        inspected={s: rng.randint(1, 11) for s in position.zombies},
    )


@pytest.mark.parametrize("seeds", chance.lots(10, 30))
def test_7_7_his_choice_does_not_change_with_what_he_may_not_know(seeds: range) -> None:
    def check(phase: str, seed: int) -> None:
        rng = Random(seed)
        position = chance.scrambled(small_mall(), rng, phase)
        sight, another = HumanSight(position), HumanSight(other_secrets(position, rng))
        assert sight == another, "there is no way from a sight to what lies face down"
        if phase == "human":
            assert plan(sight) == plan(another)
        else:
            assert defence(sight) == defence(another)

    each(product(("human", "attack"), seeds), check)


def test_9_0_whatever_a_sight_is_made_from_it_holds_no_secret() -> None:
    position = other_secrets(solitaire({"peter": "023"}, {"023": 5, "025": 7}), Random(1))
    seen = HumanSight(position).position
    assert {s: u.value for s, u in seen.zombies.items()} == {"023": 5, "025": None}
    assert not seen.hidden
    assert not seen.passed
    assert not seen.inspected
    assert set(seen.eliminated) <= {None}


def test_6_0_a_value_that_a_shot_has_shown_is_remembered_for_the_player_turn() -> None:
    first = HumanSight(replace(solitaire({"peter": "023"}, {"025": 7}), shown={"025": 7}))
    later = solitaire({"peter": "023"}, {"025": 7})
    assert HumanSight(later, first.remembers).remembers == {"025": 7}
    gone = solitaire({"peter": "023"}, {"026": 7})
    assert HumanSight(gone, first.remembers).remembers == {}


def test_every_choice_says_why_and_by_which_case() -> None:
    chosen = plan(HumanSight(solitaire(dict.fromkeys(ALL, "020"))))
    assert (chosen.case, chosen.why) == ("5.2", "all are rested and go on together, to the west main door")


@pytest.mark.parametrize("seeds", chance.lots(15, 40))
def test_whatever_the_position_he_breaks_no_rule(seeds: range) -> None:
    def check(seed: int) -> None:
        position = chance.scrambled(small_mall(), Random(seed), "human")
        assert turn(position), "each of his actions is ruled on"

    each(zip(seeds), check)


@soak.GAMES
@pytest.mark.parametrize(
    ("seeds", "doors", "rifles"),
    [
        pytest.param((13, 14, 19), 2, 1, id="three games"),
        pytest.param(range(10, 22), 6, 2, id="a dozen"),
    ],
)
def test_14_2_he_is_good_enough_to_win_now_and_then(seeds: Sequence[int], doors: int, rifles: int) -> None:
    """In games in the mall he closes doors in most, takes rifles in some, and wins one at least."""
    games = [play(f"practice/{n}", "solitaire") for n in seeds]
    done = [[line["action"]["do"] for line in g.lines if "action" in line] for g in games]
    assert sum("close_main_door" in g for g in done) >= doors
    assert sum("take_rifle" in g for g in done) >= rifles
    assert any(g.winner == "human" for g in games)
