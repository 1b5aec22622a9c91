"""The agenda: what must and what may be done now, always in keeping with what is legal."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    Action,
    CheckBerserk,
    ChooseVictims,
    DeclareAttack,
    Defend,
    EndTurn,
    FreeMove,
    HoldFire,
    NextPhase,
    OpenAttack,
    React,
    Reveal,
    RollEntrance,
    RollFreeMoves,
    RollHidden,
    Shoot,
    StartMove,
)
from rules.dawn_of_the_dead.agenda import agenda
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from rules.dawn_of_the_dead.position import Position
from tests.rows import each
from tests.rules.dawn_of_the_dead import solo
from tests.rules.dawn_of_the_dead.chance import dealt, lots, played, scrambled
from tests.rules.dawn_of_the_dead.table import do, table

PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
EVERYBODY = {"peter": "022", "roger": "000", "steve": "022", "fran": "000"}

Line = tuple[str, str, str, list[str]]


def lines(position: Position, role: str = "table") -> list[Line]:
    """Return kind, seat, case and squares of each item."""
    return [(i["kind"], i["seat"], i["case"], i["squares"]) for i in agenda(position, role)]


END: Line = ("may", "zombie", "4.0", [])


class TestItems:
    """4.0: phase by phase."""

    def test_3_1_setting_up(self) -> None:
        assert lines(table("place_hidden")) == [("must", "zombie", "3.1", [])]
        assert lines(table("place_characters")) == [("must", "human", "3.2", [])]

    def test_5_6_who_carries_has_no_shots_left(self) -> None:
        both = StartMove(("peter", "roger"), {"by": "peter", "whom": "fran"})
        people = {"peter": "022", "roger": "022", "fran": "022"}
        texts = [(i["text"], i["case"]) for i in agenda(do(table("human", people), both), "human")]
        assert ("Shots left: Peter none while carrying, Roger 3.", "5.6") in texts

    def test_5_0_who_can_be_moved(self) -> None:
        people = {"peter": "022 moved", "roger": "000", "steve": "022 stunned", "fran": "000 infected"}
        first, last = agenda(table("human", people), "human")
        assert "Roger and Fran" in first["text"]
        assert last["case"] == "4.0"
        nobody = agenda(table("human", {"peter": "022 moved"}), "human")
        assert "Nobody" in nobody[0]["text"]
        assert nobody[0]["kind"] == "left"

    def test_5_1_and_6_1_what_is_left_to_those_who_move(self) -> None:
        position = do(table("human", EVERYBODY), StartMove(("peter", "steve")))
        points, shots, end = agenda(position, "table")
        assert (points["kind"], points["case"]) == ("left", "5.1")
        assert "6 Movement Points" in points["text"]
        assert (shots["kind"], shots["case"]) == ("left", "6.1")
        assert "Peter 3" in shots["text"]
        assert "Steve 2" in shots["text"]
        assert end["case"] == "4.0"

    def test_6_5_who_panicked_is_why_no_points_are_left(self) -> None:
        position = do(table("human", EVERYBODY, {"022": 3}), StartMove(("peter", "steve")))
        position = do(position, Shoot(("steve",), "022", {"steve": 1}))
        points = agenda(position, "table")[0]
        told = "Peter and Steve: no Movement Points left, since Steve panicked."
        assert (points["kind"], points["text"], points["case"]) == ("left", told, "6.5")
        alone = do(table("human", EVERYBODY, {"022": 3}), StartMove(("steve",)))
        alone = do(alone, Shoot(("steve",), "022", {"steve": 1}))
        assert agenda(alone, "table")[0]["text"] == "Steve panicked, so no Movement Points are left."

    def test_10_0_berserk_units_first(self) -> None:
        position = table("berserk", EVERYBODY, {"044": "3 berserk", "045": 2})
        assert lines(position) == [("must", "zombie", "10.0", ["044"])]
        position = do(position, CheckBerserk("044", 6))
        assert lines(position) == [("may", "zombie", "10.0", []), END]
        assert lines(do(position, CheckBerserk("045", 6))) == [END]

    def test_10_1_no_check_is_offered_when_nobody_may_be_checked(self) -> None:
        position = do(table("berserk", EVERYBODY, {"044": "3 berserk"}), CheckBerserk("044", 6))
        assert lines(position) == [END]

    def test_7_0_who_must_react(self) -> None:
        people = {**EVERYBODY, "peter": "024"}
        position = table("reaction", people, {"020": 3, "055": 2}, trail=["024"])
        assert lines(position) == [("must", "zombie", "7.0", ["020"])]
        assert lines(table("reaction", people, {"055": 2}, trail=["024"])) == [END]

    def test_11_4_super_zombies_may(self) -> None:
        people = {**EVERYBODY, "peter": "024", "roger": "020 super_zombie"}
        position = table("reaction", people, trail=["024"])
        assert lines(position) == [END, ("may", "zombie", "11.4", [])]
        assert lines(do(position, React(("021",), None, "roger"))) == [END]

    def test_7_6_a_super_zombie_beside_a_character_may_not(self) -> None:
        people = {**EVERYBODY, "peter": "024", "roger": "024 super_zombie"}
        assert lines(table("reaction", people, trail=["024"])) == [END]

    def test_10_4_and_11_6_glass_in_the_way_may_be_struck(self) -> None:
        position = table(
            "reaction", {**EVERYBODY, "peter": "026"}, {"016": "3 berserk"}, closed=["016-026"], trail=["026"]
        )
        assert lines(position) == [END, ("may", "zombie", "10.4", ["016"])]
        people = {**EVERYBODY, "peter": "026", "roger": "016 super_zombie"}
        position = table("reaction", people, {"016": 3}, closed=["016-026"], trail=["026"])
        assert ("may", "zombie", "10.4", ["016"]) in lines(position)

    def test_7_0_free_moves(self) -> None:
        position = table("free_movement", EVERYBODY, {"044": "3 berserk", "045": 2})
        assert lines(position) == [("may", "zombie", "7.0", []), ("may", "zombie", "10.3", []), END]
        position = do(position, RollFreeMoves(4), FreeMove(("046",), "045"))
        left, berserk, _ = agenda(position, "table")
        assert "3 free moves left" in left["text"]
        assert berserk["case"] == "10.3"
        position = do(position, FreeMove(("054",), "044"))
        assert [case for _, _, case, _ in lines(position)] == ["7.0", "4.0"]

    def test_7_6_a_berserk_unit_beside_a_character_goes_nowhere(self) -> None:
        position = table("free_movement", EVERYBODY, {"022": "3 berserk"})
        assert [case for _, _, case, _ in lines(position)] == ["7.0", "4.0"]

    def test_11_4_super_zombies_go_besides(self) -> None:
        position = table("free_movement", {**EVERYBODY, "roger": "020 super_zombie"}, {"045": 2})
        assert ("may", "zombie", "11.4", []) in lines(position)
        position = do(position, FreeMove(("021",), None, "roger"))
        assert [case for _, _, case, _ in lines(position)] == ["7.0", "4.0"]

    def test_10_3_calm_units_go_besides_nothing(self) -> None:
        position = table("free_movement", EVERYBODY, {"045": 2})
        assert [case for _, _, case, _ in lines(position)] == ["7.0", "4.0"]

    def test_9_4_a_bare_map_calls_for_all(self) -> None:
        position = table("free_movement", EVERYBODY, hidden=["044", "050"], hidden_box=[3, 7])
        assert ("must", "zombie", "9.4", []) in lines(position)
        assert END not in lines(position)
        position = do(position, Reveal("044", draw=(3,)))
        assert ("must", "zombie", "9.4", []) in lines(position)
        assert END in lines(do(position, Reveal("050", draw=(7,))))

    def test_9_4_only_the_zombie_player_is_told_that_none_can_appear(self) -> None:
        position = table("free_movement", EVERYBODY, {"045": 3}, hidden=["045"], hidden_box=[7], swept=True)
        come: tuple[str, str, str, list[str]] = ("must", "zombie", "9.4", [])
        assert END in lines(position, "zombie")
        assert come not in lines(position, "zombie")
        for role in ("human", "table"):
            assert END not in lines(position, role)
            assert come in lines(position, role)

    def test_9_2_where_hidden_zombies_wait_is_for_him_alone(self) -> None:
        position = table("free_movement", EVERYBODY, {"045": 2}, hidden=["044"], hidden_box=[3])
        assert ("may", "zombie", "9.2", ["044"]) in lines(position, "zombie")
        for role in ("human", "table"):
            assert all("044" not in squares for *_, squares in lines(position, role))

    def test_8_0_an_attack_step_by_step(self) -> None:
        position = table("attack", EVERYBODY, {"022": 3})
        assert lines(position) == [("must", "zombie", "8.0", ["022"])]
        position = do(position, OpenAttack("022"))
        assert lines(position) == [("may", "human", "8.1", ["022"])]
        position = do(position, Defend(("peter",), {"peter": 1}, ()))
        assert "Steve may" in agenda(position, "human")[0]["text"]
        position = do(position, HoldFire())
        assert lines(position) == [("must", "zombie", "8.0", ["022"])]
        position = do(position, DeclareAttack(1))
        assert lines(position) == [("must", "human", "8.0", ["022"])]
        assert agenda(position, "table")[0]["text"] == "Name who is attacked: 1 of 2."
        position = do(position, ChooseVictims(("peter",)))
        assert lines(position) == [("must", "zombie", "8.8", ["022"])]

    def test_8_1_the_stunned_are_not_asked_to_shoot(self) -> None:
        position = do(table("attack", {**EVERYBODY, "peter": "044 stunned"}, {"044": 3}), OpenAttack("044"))
        assert lines(position) == [("must", "zombie", "8.8", ["044"])]

    def test_13_0_entrance_then_the_infected_then_the_end(self) -> None:
        people = {**EVERYBODY, "peter": "022 infected"}
        position = table("generation", people)
        assert lines(position) == [("must", "zombie", "13.0", [])]
        position = do(position, RollEntrance((5, 5)))
        (item,) = agenda(position, "table")
        assert (item["kind"], item["case"]) == ("must", "11.0")
        assert "Peter" in item["text"]
        assert lines(do(table("generation", EVERYBODY), RollEntrance((5, 5)))) == [END]

    def test_8_7_an_attack_at_once(self) -> None:
        people = {**EVERYBODY, "peter": "037"}
        position = do(
            table("generation", people, eliminated=[3], hidden_box=[]), RollEntrance((4, 1), draw=(3,))
        )
        assert lines(position) == [("must", "zombie", "8.7", ["037"])]


class TestSolitaire:
    """15.2, 15.4 and 15.5: what two players may do, one player must."""

    def test_15_2_the_hidden_zombie_table(self) -> None:
        position = table("hidden_appearance", EVERYBODY, mode="solitaire")
        assert lines(position) == [("must", "zombie", "15.2", [])]
        assert lines(do(position, RollHidden((1, 6)))) == [END]

    def test_15_4_the_nearest_is_checked(self) -> None:
        position = table("berserk", EVERYBODY, {"020": 3, "057": 3}, mode="solitaire", trail=["022"])
        assert lines(position) == [("must", "zombie", "15.4", ["020"])]
        assert lines(do(position, CheckBerserk("020", 5))) == [END]

    def test_15_5_free_moves_are_rolled_for_and_made(self) -> None:
        position = table("free_movement", EVERYBODY, {"021": 3}, mode="solitaire")
        assert lines(position) == [("must", "zombie", "15.5", [])]
        position = do(position, RollFreeMoves(1))
        assert lines(position) == [("left", "zombie", "7.0", []), ("must", "zombie", "15.5", ["021"])]
        assert lines(do(position, FreeMove(("022",), "021")))[1:] == [END]

    def test_15_6_a_die_tells_how_many_are_attacked(self) -> None:
        position = do(table("attack", EVERYBODY, {"022": 3}, mode="solitaire"), OpenAttack("022"))
        assert lines(position) == [("may", "human", "8.1", ["022"])]
        assert lines(do(position, HoldFire())) == [("must", "zombie", "15.6", ["022"])]


def doings(case: str, action: Action) -> bool:
    """Whether an action is what an item with this case offers; True for a case that offers something else."""
    match case:
        case "8.1" | "9.2":
            return action.do == {"8.1": "defend", "9.2": "reveal"}[case]
        case "10.3":
            return action.do in {"free_move", "smash"} and getattr(action, "super", None) is None
        case "10.4":
            return action.do == "smash"
        case "11.4":
            return bool(getattr(action, "super", None))
        case _:
            return True


def in_keeping(position: Position) -> None:
    """Assert that the agenda fits the rules: the phase can end when it says, and each item can be done."""
    items = agenda(position, "zombie")
    legal = game.legal_actions(position)
    ends: tuple[Action, ...] = (NextPhase(), EndTurn())
    offered = any(i["kind"] == "may" and i["case"] == "4.0" for i in items)
    assert offered is any(end in legal for end in ends)
    for item in items:
        if item["kind"] == "must":
            assert any(item["seat"] in game.seats_for(a.do) and a not in ends for a in legal), item
        if item["kind"] == "may":
            assert any(doings(item["case"], a) for a in legal), item
        rulebook().case(item["case"])
        assert set(item["squares"]) <= set(position.setting.board.squares)
    assert items


class TestInKeeping:
    """4.0: in every position of random games."""

    @pytest.mark.parametrize("seed", range(3))
    def test_4_0_all_through_a_game(self, small: Setting, seed: int) -> None:
        rng = Random(f"agenda {seed}")
        for position in played(dealt(small, rng), rng, 120):
            if position.phase != "over":
                in_keeping(position)

    @pytest.mark.parametrize("seed", range(2))
    def test_15_0_and_of_one_played_alone(self, small: Setting, seed: int) -> None:
        rng = Random(f"agenda alone {seed}")
        for position, *_ in solo.played(solo.dealt(small, rng), rng, 80):
            if position.phase != "over":
                in_keeping(position)

    @pytest.mark.parametrize("seeds", lots(4, 8))
    def test_4_0_from_any_phase_on(self, small: Setting, seeds: range) -> None:
        def check(phase: str, seed: int) -> None:
            rng = Random(f"agenda {phase} {seed}")
            position = scrambled(small, rng, phase)
            in_keeping(position)
            for after in played(position, rng, 30):
                if after.phase != "over":
                    in_keeping(after)

        each(product(PHASES, seeds), check)
