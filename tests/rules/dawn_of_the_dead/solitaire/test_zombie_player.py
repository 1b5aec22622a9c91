"""15.0: the referee as the zombie player: what it advises, why, and that it knows nothing it may not know."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    Action,
    CheckBerserk,
    DeclareAttack,
    FreeMove,
    HoldFire,
    NextPhase,
    OpenAttack,
    React,
    RollAttack,
    RollEntrance,
    RollFreeMoves,
    RollHidden,
    RollInfection,
    Smash,
)
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Counters, Position, Zombie
from rules.dawn_of_the_dead.solitaire.zombie_player import Advice, ZombieSight, advise, choices, milder_square
from tests import soak
from tests.rows import each
from tests.rules.dawn_of_the_dead import chance, solo
from tests.rules.dawn_of_the_dead.free_solitaire import free
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS
from tests.rules.dawn_of_the_dead.table import act, do, legal, table, without_results

PHASES = ("hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation")


def advised(position: Position) -> Advice:
    """Return what the zombies are to do, having asserted that it is lawful."""
    advice = advise(ZombieSight(position))
    assert advice
    for action in advice.among or (advice.action,):
        legal(position, action)
    return advice


def proposal(position: Position) -> tuple[Action, str]:
    advice = advised(position)
    return advice.action, advice.case


def solitaire(phase: str, people: dict[str, str], zombies: dict[str, Any], **more: Any) -> Position:
    return table(phase, people, zombies, mode="solitaire", **more)


class TestEachPhase:
    @pytest.mark.parametrize("phase", ["place_characters", "human", "over"])
    def test_4_0_the_human_player_is_not_advised(self, phase: str) -> None:
        assert advise(ZombieSight(solitaire(phase, {"peter": "022"}, {"026": 3}))) is None

    def test_15_2_the_hidden_zombie_table_comes_first(self) -> None:
        position = solitaire("hidden_appearance", {"peter": "022"}, {"026": 3}, eliminated=[])
        assert proposal(position) == (RollHidden(), "15.2")
        assert proposal(do(position, RollHidden((1, 6)))) == (NextPhase(), "15.2")

    def test_10_0_then_the_berserk_units_are_checked(self) -> None:
        zombies = {"026": "3 berserk", "024": "3 berserk", "021": 3}
        position = solitaire("berserk", {"peter": "022"}, zombies, trail=["022"])
        assert proposal(position) == (CheckBerserk("024"), "10.0")
        position = do(position, CheckBerserk("024", 6), CheckBerserk("026", 1))
        assert proposal(position) == (CheckBerserk("021"), "15.4")
        assert proposal(do(position, CheckBerserk("021", 1))) == (NextPhase(), "4.0")

    def test_15_4_where_units_are_equally_near_the_die_has_to_choose(self) -> None:
        position = solitaire("berserk", {"peter": "022"}, {"023": 3, "021": 3, "025": 3}, trail=["022"])
        advice = advised(position)
        assert advice.among == (CheckBerserk("021"), CheckBerserk("023"))
        assert advised(solitaire("berserk", {"peter": "022"}, {"023": 3}, trail=["022"])).among == ()

    def test_7_0_those_in_front_react_first(self) -> None:
        position = solitaire("reaction", {"peter": "021"}, {"024": 3, "025": 3, "026": 3}, trail=["021"])
        reacted = []
        while isinstance(action := advised(position).action, React):
            reacted.append(action)
            position = do(position, action)
        assert reacted == [React(("023",), "024"), React(("024",), "025"), React(("025",), "026")]
        assert proposal(position) == (NextPhase(), "4.0")

    def test_10_2_a_berserk_unit_reacts_with_two_squares(self) -> None:
        position = solitaire("reaction", {"peter": "021"}, {"025": "3 berserk"}, trail=["021"])
        assert proposal(position) == (React(("024", "023"), "025"), "10.2")

    def test_7_2_a_unit_under_a_super_zombie_waits_for_its_free_move(self) -> None:
        people = {"peter": "021", "steve": "024 super_zombie"}
        position = solitaire("reaction", people, {"024": 3}, trail=["021"])
        assert proposal(position) == (NextPhase(), "4.0")
        freely = do(position, NextPhase(), RollFreeMoves(1))
        assert proposal(freely) == (
            FreeMove(("023", "022", "021"), None, "steve", with_zombie=True),
            "15.5.1",
        )

    def test_7_4_a_unit_left_behind_has_had_its_move_if_it_saw_the_trail(self) -> None:
        """R-7.4a: a super zombie leaves a unit that stands with Peter; that unit cannot follow."""
        people = {"peter": "021", "steve": "024 super_zombie"}
        reacted = solitaire("reaction", people, {"024": 3, "021": 2}, trail=["021"])
        position = do(reacted, NextPhase(), RollFreeMoves(3), FreeMove(("023", "022", "021"), None, "steve"))
        assert proposal(position) == (NextPhase(), "15.5")
        legal(position, NextPhase())

    def test_10_4_glass_that_bars_the_reaction_is_struck(self) -> None:
        glass = {"closed": [GLASS_TOYS], "trail": ["026"]}
        berserk = solitaire("reaction", {"peter": "026"}, {"016": "3 berserk"}, **glass)
        assert proposal(berserk) == (Smash(("016", "026"), "016"), "10.4")
        assert proposal(solitaire("reaction", {"peter": "026"}, {"016": 3}, **glass)) == (NextPhase(), "4.0")

    def test_10_4_or_a_free_move(self) -> None:
        berserk = free({"peter": "026"}, {"016": "3 berserk", "036": 1}, closed=[GLASS_TOYS])
        assert proposal(berserk) == (Smash(("016", "026"), "016"), "10.4")
        position = do(berserk, Smash(("016", "026"), "016", dice=(6, 6)))
        assert proposal(position) == (FreeMove(("026",), "036"), "15.5.1")

    def test_10_4_but_a_unit_that_can_come_nearer_to_somebody_in_sight_does(self) -> None:
        both = free({"peter": "026", "fran": "015"}, {"016": "3 berserk"}, closed=[GLASS_TOYS])
        assert proposal(both) == (FreeMove(("015",), "016"), "15.5.1")

    def test_15_5_the_die_then_the_priorities_then_the_end(self) -> None:
        position = solitaire("free_movement", {"peter": "022"}, {"023": 3})
        assert proposal(position) == (RollFreeMoves(), "15.5")
        position = do(position, RollFreeMoves(2))
        advice = advised(position)
        assert (advice.action, advice.case) == (FreeMove(("022",), "023"), "15.5.1")
        assert advice.why == "it reaches Peter"
        assert proposal(do(position, advice.action)) == (NextPhase(), "15.5")

    def test_8_0_attacks_one_after_another(self) -> None:
        people = {"peter": "022", "roger": "022", "fran": "026"}
        position = solitaire("attack", people, {"022": 4, "026": 3})
        assert proposal(position) == (OpenAttack("022"), "8.0")
        position = do(position, OpenAttack("022"))
        assert advise(ZombieSight(position)) is None, "those attacked shoot first or hold fire"
        position = do(position, HoldFire())
        assert proposal(position) == (DeclareAttack(), "15.6")
        both = do(position, DeclareAttack(die=6))
        assert proposal(both) == (RollAttack("peter"), "8.8")
        both = do(both, RollAttack("peter", (3, 4)))
        assert proposal(both) == (RollAttack("roger"), "8.8")
        one = do(position, DeclareAttack(die=1))
        assert advise(ZombieSight(one)) is None, "the human player names who is attacked"
        one = do(one, act("choose_victims", characters=("roger",)), RollAttack("roger", (3, 4)))
        assert proposal(one) == (OpenAttack("026"), "8.0")
        last = do(one, OpenAttack("026"), RollAttack("fran", (3, 4)))
        assert proposal(last) == (NextPhase(), "4.0")

    def test_13_0_the_entrance_then_the_infected_then_the_next_turn(self) -> None:
        people = {"peter": "022 infected", "roger": "045"}
        position = solitaire("generation", people, {"055": 3}, eliminated=[], turn=3)
        assert proposal(position) == (RollEntrance(), "13.0")
        position = do(position, RollEntrance((2, 2)))
        assert proposal(position) == (RollInfection("peter"), "11.0")
        assert proposal(do(position, RollInfection("peter", (3, 4)))) == (NextPhase(), "4.0")

    def test_13_4_a_unit_that_enters_where_a_character_stands_attacks_at_once(self) -> None:
        position = solitaire("generation", {"peter": "007"}, {"055": 3}, eliminated=[4])
        assert proposal(do(position, RollEntrance((3, 3), draw=(4,)))) == (OpenAttack("007"), "8.0")


class TestChoices:
    def test_15_2_the_mildest_of_equally_near_squares(self) -> None:
        """Both are in Peter's sight through open glass; zombies walk 3 from 001 and 2 from 041."""
        position = solitaire("hidden_appearance", {"peter": "021"}, {"011": 3}, trail=["021"], eliminated=[4])
        needs = game.rule(position, RollHidden((1, 1))).needs
        assert needs == {"square": ("001", "041")}
        assert choices(ZombieSight(position), needs) == {"square": "001"}

    def test_15_2_out_of_sight_before_far_away_before_low_in_number(self) -> None:
        sight = ZombieSight(solitaire("hidden_appearance", {"peter": "022"}, {}))
        assert milder_square(sight, ("026", "001")) == "001"
        far = ZombieSight(solitaire("hidden_appearance", {"peter": "050"}, {}))
        assert milder_square(far, ("012", "026")) == "026"
        assert milder_square(far, ("012", "001")) == "001"

    def test_13_0a_the_harshest_of_two_doors(self) -> None:
        """R-13.0a: of north and west the one by which the unit comes nearer to Peter."""
        for square, door in (("021", "west"), ("016", "north")):
            position = solitaire("generation", {"peter": square}, {"055": 3}, eliminated=[4])
            needs = game.rule(position, RollEntrance((1, 1))).needs
            assert needs == {"doors": ("north", "west")}
            assert choices(ZombieSight(position), needs) == {"doors": (door,)}

    def test_dice_and_draws_are_nobodys_choice(self) -> None:
        sight = ZombieSight(solitaire("generation", {"peter": "022"}, {"055": 3}))
        assert choices(sight, {"dice": 2, "draw": 1, "value": ("022",), "panic": ("peter",)}) == {}


def other_secrets(position: Position, rng: Random) -> Position:
    """Return a position that looks the same to the zombie player, with the face-down units swapped."""
    zombies = [
        (s, u if position.revealed(s) else Zombie(rng.randint(1, 11), u.berserk))
        for s, u in position.zombies.items()
    ]
    people = list(position.characters.items())
    rng.shuffle(zombies)
    rng.shuffle(people)
    return replace(
        position,
        zombies=dict(zombies),
        characters=dict(people),
        eliminated=tuple(rng.randint(1, 11) for _ in position.eliminated),
        hidden_box=None
        if position.hidden_box is None
        else tuple(rng.randint(1, 11) for _ in position.hidden_box),
        hidden=tuple(rng.sample(list(position.setting.board.squares), rng.randint(0, 3))),
        shown={},
    )


def scrambled(setting: Setting, seed: int) -> Position:
    rng = Random(seed)
    position = replace(chance.scrambled(setting, rng, rng.choice(PHASES)), mode="solitaire")
    if position.phase == "free_movement":
        return chance.completed(position, RollFreeMoves(), rng)[1].after or position
    return position


class TestItCannotCheat:
    """2.3, 7.7 and 15.7: what lies face down is nobody's to know."""

    @pytest.mark.parametrize("seeds", chance.lots(20, 60))
    def test_7_7_advice_does_not_change_with_secrets(self, small: Setting, seeds: range) -> None:
        def check(seed: int) -> None:
            position, rng = scrambled(small, seed), Random(seed)
            advice = advise(ZombieSight(position))
            for _ in range(5):
                assert advise(ZombieSight(other_secrets(position, rng))) == advice

        each(zip(seeds), check)

    @pytest.mark.parametrize("seeds", chance.lots(3, 10))
    def test_7_7_nor_in_the_mall(self, mall: Setting, seeds: range) -> None:
        def check(seed: int) -> None:
            position, rng = scrambled(mall, seed), Random(seed)
            assert advise(ZombieSight(other_secrets(position, rng))) == advise(ZombieSight(position))

        each(zip(seeds), check)

    def test_15_7_whatever_a_sight_is_made_from_it_holds_no_secret(self, small: Setting) -> None:
        assert {f.name for f in fields(ZombieSight)} == {"position"}

        def check(seed: int) -> None:
            position = replace(scrambled(small, seed), shown={"000": 4}, inspected={"001": 5})
            seen = ZombieSight(position).position
            assert not [s for s, u in seen.zombies.items() if u.value is not None and not seen.at(s)]
            assert (seen.hidden, seen.passed) == ((), frozenset())
            assert (dict(seen.shown), dict(seen.inspected)) == ({}, {})
            assert set(seen.eliminated) <= {None}
            assert set(seen.hidden_box or ()) <= {None}
            assert seen == ZombieSight(other_secrets(position, Random(seed))).position

        each(zip(range(20)), check)

    def test_5_4_what_lies_open_may_be_known(self) -> None:
        seen = ZombieSight(solitaire("attack", {"peter": "022"}, {"022": 4, "026": 3})).position
        assert {s: u.value for s, u in seen.zombies.items()} == {"022": 4, "026": None}


class TestWholeGames:
    @pytest.mark.parametrize("counters", ["digital", "physical"])
    @pytest.mark.parametrize("seed", [0, *soak.rest(soak.ENGINES, range(1, 4))])
    def test_15_0_every_advice_is_lawful_and_every_phase_ends(
        self, small: Setting, seed: int, counters: Counters
    ) -> None:
        rng = Random(seed)
        phases: Counter[tuple[int, str]] = Counter()
        for position, advice, ruling in solo.played(solo.dealt(small, rng, counters=counters), rng, 600):
            assert ruling.legal, (advice, ruling)
            if advice:
                phases[position.turn, position.phase] += 1
                assert ruling.after
                assert advice.why
                assert without_results(advice.action) in game.legal_actions(position)
                followed, ruled = game.follow(position, advice.action), game.rule(position, advice.action)
                assert set(followed.cases) <= set(ruled.cases)
                assert replace(followed, cases=()) == replace(ruled, cases=())
        assert len({phase for _, phase in phases}) == len(PHASES)
        assert max(phases.values()) <= 60

    def test_15_0_so_it_is_in_the_mall_together(self, mall: Setting) -> None:
        rng = Random(8)
        turns = set()
        for position, _, ruling in solo.played(solo.dealt(mall, rng, "cooperative"), rng, 400):
            assert ruling.legal
            turns.add(position.turn)
        assert len(turns) > 4
