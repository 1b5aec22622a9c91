"""8.0 Zombie Attacks: who is attacked, how strongly, and who shoots first. See test_attack_table.py."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    ChooseVictims,
    DeclareAttack,
    Defend,
    HoldFire,
    NextPhase,
    OpenAttack,
    RollAttack,
)
from rules.dawn_of_the_dead.position import MODES, Mode
from rules.dawn_of_the_dead.procedure import people as names
from tests.rules.dawn_of_the_dead.attacking import (
    ALL_FOUR,
    INFECTED,
    NOTHING,
    attack,
    declaring,
    opened,
    over,
    strength,
)
from tests.rules.dawn_of_the_dead.table import act, do, legal, needs, refused, table


class TestWhereAttacksAreDue:
    """8.0: an attack in every square with characters and zombies, one after another."""

    def test_8_0_where_both_stand_together(self) -> None:
        position = attack({"022": 3, "000": 2, "044": 5})
        legal(position, OpenAttack("022"), "8.0")
        legal(position, OpenAttack("000"), "8.0")
        assert refused(position, OpenAttack("044"), "8.0", "044").firm

    def test_8_0_the_phase_waits_for_each_of_them(self) -> None:
        position = attack({"022": 3, "000": 2}, {"peter": "022", "roger": "000"})
        refused(position, NextPhase(), "8.0", "000", "022")
        position = do(position, OpenAttack("000"), RollAttack("roger", NOTHING))
        refused(position, NextPhase(), "8.0", "022")
        refused(do(position, OpenAttack("022")), NextPhase(), "8.0", "022")
        position = do(position, OpenAttack("022"), RollAttack("peter", NOTHING))
        legal(position, NextPhase(), "4.0")

    def test_8_0_without_any_the_phase_may_end(self) -> None:
        legal(attack({"044": 3}), NextPhase(), "4.0")

    def test_8_0_one_at_a_time(self) -> None:
        position = do(attack({"022": 3, "000": 2}), OpenAttack("000"))
        assert refused(position, OpenAttack("022"), "8.0", "000").firm

    def test_8_0_each_square_once(self) -> None:
        position = do(attack({"000": 2}), OpenAttack("000"), RollAttack("roger", NOTHING))
        assert refused(position, OpenAttack("000"), "8.0").firm

    def test_8_0_in_any_order(self) -> None:
        for first, second in (("000", "022"), ("022", "000")):
            people = {"peter": "022", "roger": "000"}
            position = do(attack({"022": 3, "000": 2}, people), OpenAttack(first))
            name = "roger" if first == "000" else "peter"
            legal(do(position, RollAttack(name, NOTHING)), OpenAttack(second), "8.0")

    def test_8_0_nothing_of_an_attack_before_it_is_opened(self) -> None:
        position = attack({"022": 3})
        for action in (Defend(("peter",)), DeclareAttack(1), ChooseVictims(("peter",)), RollAttack("peter")):
            assert refused(position, action, "8.0").firm


class TestHoldingFire:
    """8.0, step 1: the characters shoot first. The strike waits for shots or for their waiver."""

    def test_8_1_no_shot_comes_after_it(self) -> None:
        assert "R-8.1a" in legal(opened(), HoldFire(), "8.1").cases
        position = do(opened(), HoldFire())
        refused(position, Defend(("peter",)), "8.1", "hold fire")
        refused(position, HoldFire(), "8.1", "hold fire")
        legal(position, DeclareAttack(1), "8.0")

    def test_8_1_after_some_have_shot(self) -> None:
        position = do(opened(9), Defend(("peter",), {"peter": 6}, (1, 1)), HoldFire())
        refused(position, Defend(("roger",)), "8.1")

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("people", [ALL_FOUR, {"peter": "022"}], ids=["several", "one"])
    def test_8_1_the_strike_waits_for_it_in_every_mode(self, mode: Mode, people: dict[str, str]) -> None:
        """R-8.1a. No agreement says it for those attacked, so the refusal is firm."""
        position = opened(9, people, mode=mode)
        strike = RollAttack("peter") if len(people) == 1 else declaring(mode)
        for ask in (game.check, game.rule, game.force):
            ruling = ask(position, strike)
            assert (ruling.legal, ruling.cases, ruling.firm) == (False, ("8.1", "R-8.1a"), True)
            assert ruling.reason == f"{names(people)} may shoot before the attack, or hold fire."
        listed = game.legal_actions(position)
        assert HoldFire() in listed
        assert not {a.do for a in listed} & game.STRIKES
        position = do(position, HoldFire())
        assert game.check(position, strike).legal
        assert HoldFire() not in game.legal_actions(position)
        assert strike in game.legal_actions(position)

    @pytest.mark.parametrize("mode", MODES)
    def test_8_1_the_strike_waits_for_everybody_who_can_shoot(self, mode: Mode) -> None:
        """One character's shot does not speak for the others. Nobody waits for the stunned or panicked."""
        people = {"peter": "022", "roger": "022", "steve": "022 stunned", "fran": "022"}
        position = do(opened(11, people, mode=mode), Defend(("peter",), {"peter": 6}, (1, 1)))
        assert game.check(position, declaring(mode)).reason.startswith("Roger and Fran may shoot")
        position = do(position, Defend(("fran",), {"fran": 1}, ()))
        assert game.check(position, declaring(mode)).reason.startswith("Roger may shoot")
        position = do(position, Defend(("roger",), {"roger": 6}, (1, 1)))
        assert game.check(position, declaring(mode)).legal
        assert game.legal_actions(position) == game.legal_actions(position, waived=True)

    @pytest.mark.parametrize("mode", MODES)
    def test_8_1_in_a_record_a_strike_says_that_no_shot_comes(self, mode: Mode) -> None:
        """R-8.1a: so it has always been, and a program that asks about an attack need not say more."""
        position = opened(mode=mode)
        legal(position, declaring(mode))
        listed = game.legal_actions(position, waived=True)
        assert declaring(mode) in listed
        assert HoldFire() not in listed

    def test_8_1_each_attack_anew(self) -> None:
        position = attack({"022": 3, "000": 2}, {"peter": "022", "roger": "000"})
        position = do(
            position, OpenAttack("022"), HoldFire(), RollAttack("peter", NOTHING), OpenAttack("000")
        )
        legal(position, Defend(("roger",)), "6.9")
        assert game.check(position, HoldFire()).legal

    @pytest.mark.parametrize("people", [{"peter": "022 stunned"}, {"peter": "022"}])
    def test_8_1_only_where_somebody_can_shoot(self, people: dict[str, str]) -> None:
        position = opened(9, people)
        if people["peter"] == "022":
            position = do(position, Defend(("peter",), {"peter": 6}, (1, 1)))
        assert refused(position, HoldFire(), "8.1").firm
        assert HoldFire() not in game.legal_actions(position)
        assert game.legal_actions(position) == game.legal_actions(position, waived=True)

    def test_8_1_not_before_an_attack_nor_once_it_is_declared(self) -> None:
        assert refused(attack({"022": 3}), HoldFire(), "8.0").firm
        refused(do(opened(), DeclareAttack(1)), HoldFire(), "8.0")


class TestHowManyAndWho:
    """8.0, steps 2 to 4: how many, who, and how strongly."""

    def test_8_0_one_alone_is_attacked_at_once(self) -> None:
        position = opened(6, {"peter": "022"})
        assert refused(position, DeclareAttack(1), "8.0").firm
        assert refused(position, ChooseVictims(("peter",)), "8.0").firm
        legal(position, RollAttack("peter"), "8.8")

    def test_8_0_of_several_the_number_comes_first(self) -> None:
        position = opened()
        refused(position, RollAttack("peter"), "8.0", "how many")
        refused(position, ChooseVictims(("peter",)), "8.0", "declare how many")
        for count in (1, 2, 3):
            legal(position, DeclareAttack(count), "8.0")

    @pytest.mark.parametrize("count", [None, -1, 0, 4])
    def test_8_0_no_more_than_there_are_and_at_least_one(self, count: int | None) -> None:
        assert refused(opened(), DeclareAttack(count), "8.0", "1 and 3").firm

    def test_8_0_it_is_declared_once(self) -> None:
        assert refused(do(opened(), DeclareAttack(2)), DeclareAttack(3), "8.0").firm

    def test_8_0_fewer_than_all_are_named_by_the_human_player(self) -> None:
        position = do(opened(), DeclareAttack(2))
        refused(position, RollAttack("peter"), "8.0", "who")
        position = do(position, ChooseVictims(("steve", "fran")))
        assert refused(position, RollAttack("peter"), "8.0", "Peter").firm
        legal(position, RollAttack("fran"), "8.8")
        assert "human" in game.seats_for("choose_victims")
        assert "zombie" not in game.seats_for("choose_victims")

    @pytest.mark.parametrize("names", [("steve",), ("steve", "fran", "peter"), ("fran", "fran"), ()])
    def test_8_0_as_many_as_were_declared(self, names: tuple[str, ...]) -> None:
        assert refused(do(opened(), DeclareAttack(2)), ChooseVictims(names), "8.0", "Name 2").firm

    def test_8_0_and_none_from_elsewhere(self) -> None:
        assert refused(do(opened(), DeclareAttack(2)), ChooseVictims(("roger", "fran")), "8.0", "Roger").firm

    def test_8_0_all_means_nobody_is_to_be_named(self) -> None:
        position = do(opened(), DeclareAttack(3))
        assert refused(position, ChooseVictims(("peter", "steve", "fran")), "8.0").firm
        legal(position, RollAttack("steve"), "8.8")

    @pytest.mark.parametrize(
        ("value", "count", "each"),
        [(6, 1, 6), (6, 2, 3), (7, 2, 3), (11, 3, 3), (5, 3, 1), (3, 3, 1), (11, 1, 11)],
    )
    def test_8_0_the_value_is_divided_and_rounded_down(self, value: int, count: int, each: int) -> None:
        assert strength(do(opened(value), DeclareAttack(count))) == each

    def test_8_0_the_rolls_come_in_any_order_one_for_each(self) -> None:
        position = do(opened(), DeclareAttack(3), RollAttack("fran", NOTHING))
        assert refused(position, RollAttack("fran"), "8.0", "Fran").firm
        position = do(position, RollAttack("peter", NOTHING))
        assert not over(position)
        assert over(do(position, RollAttack("steve", NOTHING)))

    @pytest.mark.parametrize(("value", "count"), [(1, 2), (1, 3), (2, 3)])
    def test_8_0_divided_to_nothing_it_has_no_effect(self, value: int, count: int) -> None:
        """R-8.0a: no dice are rolled."""
        ruling = legal(opened(value), DeclareAttack(count))
        assert "no strength" in ruling.reason
        assert ruling.cases == ("8.0", "R-8.0a")
        assert ruling.after is not None
        assert over(ruling.after)
        assert refused(ruling.after, RollAttack("peter"), "8.0").firm

    def test_8_0_a_strength_of_one_has(self) -> None:
        position = do(opened(3), DeclareAttack(3), RollAttack("steve", INFECTED))
        assert position.characters["steve"].status == "infected"


class TestDefence:
    """8.1 and 6.9: everybody in the square may shoot before the attack."""

    def test_8_1_a_shot_that_hits_ends_the_attack(self) -> None:
        position = do(opened(4), Defend(("steve",), {"steve": 6}, (4,)))
        assert position.zombies == {}
        assert over(position)
        assert position.eliminated == (4,)
        legal(position, NextPhase(), "4.0")

    def test_8_1_one_that_misses_does_not(self) -> None:
        position = do(opened(5), Defend(("steve",), {"steve": 6}, (4,)))
        assert set(position.zombies) == {"022"}
        legal(position, DeclareAttack(3), "8.0")

    def test_8_1_together_they_add_their_dice(self) -> None:
        needs(opened(9), Defend(("steve", "fran"), {"steve": 6, "fran": 6}), dice=2)
        assert over(do(opened(9), Defend(("steve", "fran"), {"steve": 6, "fran": 6}, (5, 4))))

    def test_8_1_only_those_in_the_square(self) -> None:
        ruling = refused(opened(), Defend(("roger",)), "8.1", "Roger")
        assert ruling.firm
        assert "6.9" in ruling.cases

    def test_8_1_not_those_who_lie_stunned(self) -> None:
        position = opened(people={"peter": "022", "fran": "022 stunned"})
        ruling = refused(position, Defend(("fran",)), "8.3", "Fran")
        assert "R-6.9a" in ruling.cases
        legal(position, Defend(("peter",)), "6.9")

    def test_8_1_infected_characters_may(self) -> None:
        legal(opened(people={"peter": "022", "fran": "022 infected"}), Defend(("fran",)), "6.9")

    def test_8_1_each_once_in_an_attack(self) -> None:
        position = do(opened(11), Defend(("steve",), {"steve": 6}, (4,)))
        ruling = refused(position, Defend(("steve",)), "6.9", "Steve")
        assert "R-6.9a" in ruling.cases
        refused(position, Defend(("fran", "steve")), "6.9", "Steve")
        legal(position, Defend(("fran",)), "6.9")

    def test_8_1_but_again_in_the_next_attack(self) -> None:
        """Shots under attack are counted for that attack alone, whatever the Fire Rate."""
        first = do(
            attack({"022": 11}, {"fran": "022"}), OpenAttack("022"), Defend(("fran",), {"fran": 6}, (1,))
        )
        assert first.characters["fran"].status == "normal"
        second = do(attack({"022": 11}, {"fran": "022"}), OpenAttack("022"))
        legal(second, Defend(("fran",)), "6.9")

    def test_6_5_each_checks_for_panic(self) -> None:
        needs(opened(), Defend(("peter", "fran")), panic=("peter", "fran"))
        needs(opened(), Defend(("peter", "fran"), {"peter": 6}), panic=("fran",))

    def test_6_5_whoever_panics_does_not_shoot_in_this_attack(self) -> None:
        """Fran's Panic Level is 3."""
        position = do(opened(2), Defend(("fran",), {"fran": 3}, ()))
        assert set(position.zombies) == {"022"}
        ruling = refused(position, Defend(("fran",)), "6.5", "Fran")
        assert "R-6.9a" in ruling.cases
        legal(position, Defend(("steve",)), "6.9")

    def test_6_5_the_others_shoot_without_him(self) -> None:
        needs(opened(9), Defend(("peter", "fran"), {"peter": 6, "fran": 3}), dice=2)
        position = do(opened(9), Defend(("peter", "fran"), {"peter": 6, "fran": 3}, (5, 4)))
        assert position.zombies == {}

    def test_8_1_not_after_the_number_is_declared(self) -> None:
        ruling = refused(do(opened(), DeclareAttack(3)), Defend(("peter",)), "8.0", "declared")
        assert "8.1" in ruling.cases

    def test_6_8_shooters_are_named_once_each(self) -> None:
        for by in ((), ("peter", "peter")):
            assert refused(opened(), Defend(by), "6.8").firm


def test_r_8_1a_players_who_go_together_each_hold_fire_for_their_own() -> None:
    """8.1: the strike waits until everybody who could shoot has shot or held fire."""
    position = table("attack", {"peter": "022", "roger": "022"}, {"022": 3}, mode="cooperative")
    position = do(position, act("open_attack", square="022"))
    refused(position, act("hold_fire", by=("fran",)), "8.1", "Fran cannot shoot")
    position = do(position, act("hold_fire", by=("peter",)))
    assert "Roger may shoot" in game.check(position, act("declare_attack")).reason
    refused(position, act("defend", by=("peter",)), "8.1", "Peter holds fire")
    position = do(position, act("hold_fire"))
    refused(position, act("hold_fire"), "8.1")
    legal(position, act("declare_attack"))
