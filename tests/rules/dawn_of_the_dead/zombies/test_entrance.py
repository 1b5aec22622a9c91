"""13.0 Random Zombie Entrance. The squares of the main doors: north 007, west 020, east 037, south 057."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    DeclareAttack,
    NextPhase,
    OpenAttack,
    RollAttack,
    RollEntrance,
)
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import MAIN_DOORS
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table

TABLE = {
    2: "north west",
    3: "north east",
    4: "",
    5: "east",
    6: "north",
    7: "",
    8: "south",
    9: "west",
    10: "",
    11: "south west",
    12: "south east",
}
"""13.5, as printed."""

SQUARES = {name: square for name, (square, _) in MAIN_DOORS.items()}
FAR = {"peter": "000", "roger": "000", "steve": "000", "fran": "000"}


def generation(zombies: dict[str, int | str | None] | None = None, **more: Any) -> Position:
    """Return a Zombie Generation Phase with units of 3, 7 and 7 eliminated, and one of 5 still hidden."""
    given: dict[str, Any] = {"eliminated": [3, 7, 7], "hidden_box": [5], **more}
    return table("generation", given.pop("people", FAR), zombies, **given)


def dice_for(total: int) -> tuple[int, int]:
    return (total - 1, 1) if total <= 7 else (6, total - 6)


def closed(*doors: str) -> dict[str, str]:
    return dict.fromkeys(doors, "closed")


class TestTable:
    """13.5 and 13.1 (R-13.5a): each total, and the one or two doors it names."""

    @pytest.mark.parametrize("total", sorted(TABLE))
    def test_13_5_every_row(self, total: int) -> None:
        doors = TABLE[total].split()
        draw = (7, 3)[: len(doors)]
        after = do(generation(), RollEntrance(dice_for(total), draw=draw))
        assert {s: u.value for s, u in after.zombies.items()} == {
            SQUARES[door]: value for door, value in zip(doors, draw, strict=True)
        }

    @pytest.mark.parametrize("total", sorted(TABLE))
    def test_13_5_as_many_units_are_drawn(self, total: int) -> None:
        wanted = len(TABLE[total].split())
        ruling = legal(generation(), RollEntrance(dice_for(total)))
        assert dict(ruling.needs) == ({"draw": wanted} if wanted else {})

    def test_13_0_two_dice(self) -> None:
        needs(generation(), RollEntrance(), dice=2)
        for dice in ((4,), (1, 2, 3), (0, 7)):
            assert refused(generation(), RollEntrance(dice), "13.0", listed=True).firm


class TestOnceInAPhase:
    """13.0 and 4.0: the table is used once, before the phase ends."""

    def test_13_0_the_phase_waits_for_it(self) -> None:
        refused(generation(), NextPhase(), "13.0")
        legal(do(generation(), RollEntrance((5, 5))), NextPhase(), "4.0")

    def test_13_2_once_in_a_phase(self) -> None:
        position = do(generation(), RollEntrance((5, 5)))
        ruling = refused(position, RollEntrance(), "13.2")
        assert ruling.firm

    def test_13_0_only_in_this_phase(self) -> None:
        assert refused(table("attack"), RollEntrance(), "4.0").firm


class TestIgnored:
    """13.2: no unit enters by a closed door or where zombies stand."""

    def test_13_2_a_closed_door_lets_nobody_in(self) -> None:
        after = do(generation(main_doors=closed("east")), RollEntrance(dice_for(5)))
        assert after.zombies == {}
        opened = do(generation(), RollEntrance(dice_for(5), draw=(3,)))
        assert set(opened.zombies) == {"037"}

    def test_13_2_nor_an_occupied_square(self) -> None:
        after = do(generation({"037": 2}), RollEntrance(dice_for(5)))
        assert after.zombies["037"].value == 2
        people = {**FAR, "roger": "037 super_zombie"}
        assert do(generation(people=people), RollEntrance(dice_for(5))).zombies == {}

    def test_13_2_of_two_doors_the_other_still_counts(self) -> None:
        for position in (generation(main_doors=closed("north")), generation({"007": 2})):
            after = do(position, RollEntrance(dice_for(2), draw=(3,)))
            assert after.zombies["020"].value == 3

    def test_13_2_with_all_doors_closed_the_table_is_not_used(self) -> None:
        position = generation(main_doors=closed(*SQUARES))
        assert refused(position, RollEntrance(), "13.2").firm
        legal(position, NextPhase(), "4.0")
        three = generation(main_doors=closed("north", "west", "east"))
        legal(three, RollEntrance(), "13.0")

    def test_13_2_nor_with_all_four_squares_occupied(self) -> None:
        everywhere: dict[str, int | str | None] = dict.fromkeys(SQUARES.values(), 2)
        position = generation(everywhere)
        assert refused(position, RollEntrance(), "13.2").firm
        legal(position, NextPhase(), "4.0")
        del everywhere["057"]
        legal(generation(everywhere), RollEntrance(), "13.0")

    def test_13_2_the_ruling_names_the_case_that_kept_a_unit_out(self) -> None:
        """13.3 where no unit was left, neither where the table calls for none."""
        cases = {
            name: set(game.rule(position, RollEntrance(dice_for(total))).cases)
            for name, position, total in (
                ("closed", generation(main_doors=closed("east")), 5),
                ("occupied", generation({"037": 2}), 5),
                ("empty pool", generation(eliminated=[]), 5),
                ("no door", generation(), 7),
            )
        }
        assert cases == {
            "closed": {"13.0", "13.5", "13.2"},
            "occupied": {"13.0", "13.5", "13.2"},
            "empty pool": {"13.0", "13.5", "13.3"},
            "no door": {"13.0", "13.5"},
        }

    def test_13_2_a_character_in_the_square_keeps_nobody_out(self) -> None:
        after = do(generation(people={**FAR, "peter": "037"}), RollEntrance(dice_for(5), draw=(3,)))
        assert set(after.zombies) == {"037"}


class TestWords:
    """13.0: the log tells what the dice brought, and why it brought nothing."""

    @pytest.mark.parametrize(
        ("more", "total", "words"),
        [
            ({}, 4, "no zombie unit enters"),
            ({}, 5, "a zombie unit enters by the east door (037)"),
            ({}, 2, "two zombie units enter, one by the north door (007) and one by the west door (020)."),
            ({"main_doors": {"east": "closed"}}, 5, "nothing can enter by the east door"),
            ({"eliminated": []}, 5, "no eliminated unit"),
        ],
    )
    def test_13_0_what_came_of_the_roll(self, more: dict[str, Any], total: int, words: str) -> None:
        drawn = {4: (), 5: (3,), 2: (3, 7)}[total] if not more else ()
        ruling = legal(generation(**more), RollEntrance(dice_for(total), draw=drawn))
        assert ruling.story.startswith(f"Rolled {total}: ")
        assert words in ruling.story


class TestPool:
    """13.3: units come from those eliminated, face down, and not from the Hidden Zombie box."""

    def test_13_3_from_the_eliminated(self) -> None:
        after = do(generation(), RollEntrance(dice_for(5), draw=(7,)))
        assert sorted(v or 0 for v in after.eliminated) == [3, 7]
        assert after.hidden_box == (5,)

    @pytest.mark.parametrize("draw", [(5,), (4,), (7, 7), ()])
    def test_13_3_and_from_nowhere_else(self, draw: tuple[int, ...]) -> None:
        assert refused(generation(), RollEntrance(dice_for(5), draw=draw), "13.3", listed=True).firm

    def test_13_3_two_draws_need_two_units(self) -> None:
        legal(generation(), RollEntrance(dice_for(2), draw=(7, 7)), "13.0")
        refused(generation(), RollEntrance(dice_for(2), draw=(3, 3)), "13.3", listed=True)

    def test_13_3_with_none_eliminated_none_enter(self) -> None:
        after = do(generation(eliminated=[]), RollEntrance(dice_for(5)))
        assert after.zombies == {}
        legal(after, NextPhase(), "4.0")

    @pytest.mark.parametrize(
        ("on_map", "wanted"), [(48, {"draw": 2}), (49, {"doors": ("north", "west")}), (50, {})]
    )
    def test_13_3_what_nobody_counted_is_never_more_than_the_rest_of_fifty(
        self, on_map: int, wanted: dict[str, Any]
    ) -> None:
        board = equipment.setting().board
        away = [s for s in board.squares if s not in board.main_doors_on and s != "024"]
        position = table(
            "generation", {"peter": "024"}, dict.fromkeys(away[:on_map], 1), setting=equipment.setting()
        )
        assert dict(legal(position, RollEntrance((1, 1))).needs) == wanted

    def test_13_3_its_value_is_shown_to_nobody(self) -> None:
        ruling = legal(generation(eliminated=[11]), RollEntrance(dice_for(5), draw=(11,)))
        assert ruling.after is not None
        assert "11" not in ruling.reason + ruling.story
        for role in ("table", "human", "zombie"):
            assert [u["value"] for u in game.redact(ruling.after, role).to_json()["zombies"]] == [None]

    def test_13_3_on_cardboard_it_is_drawn_unseen(self) -> None:
        position = generation(counters="physical", eliminated=[None, None], hidden_box=[None])
        assert refused(position, RollEntrance(dice_for(5), draw=(3,)), "13.3", listed=True).firm
        after = do(position, RollEntrance(dice_for(5)))
        assert after.zombies["037"].value is None
        assert after.eliminated == (None,)


class TestOneUnitForTwoDoors:
    """R-13.0a: when two are called for and one is left, the zombie player chooses the door."""

    @pytest.mark.parametrize("counters", ["digital", "physical"])
    def test_13_0_he_chooses_one_of_the_two(self, counters: str) -> None:
        draw: dict[str, Any] = {"draw": (3,)} if counters == "digital" else {}
        one: list[int | None] = [3] if counters == "digital" else [None]
        position = generation(eliminated=one, counters=counters)
        ruling = needs(position, RollEntrance(dice_for(2)), doors=("north", "west"))
        assert ruling.cases[0] == "R-13.0a"
        for door in ("north", "west"):
            after = do(position, RollEntrance(dice_for(2), (door,), **draw))
            assert set(after.zombies) == {SQUARES[door]}
            assert after.eliminated == ()

    @pytest.mark.parametrize("doors", [("south",), (), ("north", "west"), ("north", "north"), ("back",)])
    @pytest.mark.parametrize("counters", ["digital", "physical"])
    def test_13_0_one_and_no_other(self, doors: tuple[str, ...], counters: str) -> None:
        one: list[int | None] = [3] if counters == "digital" else [None]
        position = generation(eliminated=one, counters=counters)
        assert refused(position, RollEntrance(dice_for(2), doors), "R-13.0a", listed=True).firm

    def test_13_0_there_is_no_choice_where_only_one_can_enter(self) -> None:
        position = generation(eliminated=[3], main_doors=closed("west"))
        after = do(position, RollEntrance(dice_for(2), draw=(3,)))
        assert set(after.zombies) == {"007"}

    def test_13_0_nor_with_enough_for_both(self) -> None:
        needs(generation(), RollEntrance(dice_for(2)), draw=2)


class TestAttackAtOnce:
    """13.4 and 8.7: a unit that enters among characters attacks at once."""

    def entered(self, total: int = 5, **people: str) -> Position:
        who = {**FAR, "peter": "037", **people}
        doors = TABLE[total].split()
        return do(generation(people=who), RollEntrance(dice_for(total), draw=(7, 3)[: len(doors)]))

    def test_13_4_the_attack_comes_first(self) -> None:
        position = self.entered()
        refused(position, NextPhase(), "8.7", "037")
        legal(position, OpenAttack("037"), "8.7")
        after = do(position, OpenAttack("037"), RollAttack("peter", (3, 1)))
        assert after.characters["peter"].status == "infected"
        legal(after, NextPhase(), "4.0")

    def test_13_4_it_lies_open(self) -> None:
        position = self.entered()
        assert [u["value"] for u in game.redact(position, "human").to_json()["zombies"]] == [7]

    def test_13_4_nobody_else_is_attacked(self) -> None:
        """Steve shares 044 with a unit; that was the business of the Attack Phase."""
        who = {**FAR, "peter": "037", "steve": "044"}
        position = generation({"044": 2}, people=who)
        position = do(position, RollEntrance(dice_for(5), draw=(7,)))
        assert refused(position, OpenAttack("044"), "8.0").firm

    def test_13_4_without_characters_there_is_none(self) -> None:
        position = do(generation(), RollEntrance(dice_for(5), draw=(7,)))
        assert refused(position, OpenAttack("037"), "8.0").firm
        legal(position, NextPhase(), "4.0")

    def test_13_4_two_units_make_two_attacks_in_any_order(self) -> None:
        """A three: north and east, where Peter and Roger stand."""
        position = self.entered(3, roger="007")
        for order in (("007", "037"), ("037", "007")):
            after = position
            for square in order:
                name = "roger" if square == "007" else "peter"
                refused(after, NextPhase(), "8.7")
                after = do(after, OpenAttack(square), RollAttack(name, (5, 5)))
            legal(after, NextPhase(), "4.0")

    def test_13_4_several_in_the_square_divide_it(self) -> None:
        position = do(self.entered(fran="037"), OpenAttack("037"))
        refused(position, RollAttack("fran"), "8.0")
        legal(position, DeclareAttack(2), "8.0")
