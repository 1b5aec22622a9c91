"""15.6 to 15.8: rolls that take the place of somebody's choice, and what a super zombie does not look at."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, DeclareAttack, FreeMove, OpenAttack, RollHidden
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import AttackState, Position
from rules.dawn_of_the_dead.solitaire.solitaire import number_attacked, share, shared_dice
from tests.rules.dawn_of_the_dead.table import act, do, legal, needs, refused, table


class TestShares:
    """15.4, 15.6 and R-15.4b: an equal number of results each, the rest rolled again."""

    @pytest.mark.parametrize(
        ("count", "dice"), [(0, 0), (1, 0), (2, 1), (3, 1), (6, 1), (7, 2), (12, 2), (36, 2)]
    )
    def test_15_4b_one_die_up_to_six_and_two_beyond(self, count: int, dice: int) -> None:
        assert shared_dice(count) == dice

    @pytest.mark.parametrize(
        ("count", "shares"),
        [
            (2, [0, 0, 0, 1, 1, 1]),
            (3, [0, 0, 1, 1, 2, 2]),
            (4, [0, 1, 2, 3, None, None]),
            (5, [0, 1, 2, 3, 4, None]),
            (6, [0, 1, 2, 3, 4, 5]),
        ],
    )
    def test_15_4_shares_of_one_die(self, count: int, shares: list[int | None]) -> None:
        assert [share((die,), count) for die in range(1, 7)] == shares

    @pytest.mark.parametrize(("count", "each"), [(7, 5), (9, 4), (12, 3), (18, 2), (20, 1)])
    def test_15_4b_shares_of_thirty_six_results(self, count: int, each: int) -> None:
        shares = [share((a, b), count) for a in range(1, 7) for b in range(1, 7)]
        assert shares == [n for n in range(count) for _ in range(each)] + [None] * (36 - count * each)


def attacked(*names: str, **more: Any) -> Position:
    given: dict[str, Any] = {"mode": "solitaire", "trail": ["022"]} | more
    return do(table("attack", dict.fromkeys(names, "022"), {"022": 5}, **given), OpenAttack("022"))


NUMBERS: dict[int, list[int | None]] = {
    2: [1, 1, 1, 2, 2, 2],
    3: [1, 1, 2, 2, 3, 3],
    4: [1, 2, 3, 4, None, None],
}
NAMES = ("peter", "roger", "steve", "fran")


class TestCase_15_6:
    @pytest.mark.parametrize("present", NUMBERS)
    @pytest.mark.parametrize("die", range(1, 7))
    def test_15_6_a_die_tells_how_many_are_attacked(self, present: int, die: int) -> None:
        expected = NUMBERS[present][die - 1]
        assert number_attacked(die, present) == expected
        position = attacked(*NAMES[:present])
        ruling = legal(position, DeclareAttack(die=die), "15.6")
        if expected is None:
            assert dict(ruling.needs) == {"dice": 1}
            assert ruling.after is None
            assert f"On {die}, roll again" in ruling.reason
        else:
            assert ruling.after
            state = ruling.after.phase_state
            assert isinstance(state, AttackState)
            assert state.attack
            assert (state.attack.count, state.attack.strength) == (expected, 5 // expected)

    def test_15_6_nobody_chooses_the_number(self) -> None:
        position = attacked("peter", "roger")
        needs(position, DeclareAttack(), dice=1)
        refused(position, DeclareAttack(count=1), "15.6")
        refused(position, DeclareAttack(die=7), "15.6", listed=True)
        two = attacked("peter", "roger", mode="two-player")
        assert legal(two, DeclareAttack(count=1), "8.0").after

    def test_15_6_the_player_names_those_attacked(self) -> None:
        position = do(attacked("peter", "roger", "fran"), DeclareAttack(die=4))
        for pair in combinations(("peter", "roger", "fran"), 2):
            legal(position, act("choose_victims", characters=pair), "8.0")
        refused(position, act("choose_victims", characters=("peter",)), "8.0")

    def test_15_6_one_alone_is_attacked_without_a_die(self) -> None:
        position = attacked("peter")
        refused(position, DeclareAttack(), "8.0")
        legal(position, act("roll_attack", character="peter"), "8.8")


class TestCase_15_7:
    def test_15_7_a_super_zombie_does_not_look_at_what_it_passes(self) -> None:
        people = {"peter": "010", "steve": "022 super_zombie"}
        more: dict[str, Any] = {"trail": ["010"], "phase_state": {"die": 1, "left": 1}}
        move: Action = FreeMove(("021", "011", "010"), super="steve")
        for mode, sees in (("two-player", True), ("solitaire", False), ("cooperative", False)):
            after = do(table("free_movement", people, {"021": 7}, mode=mode, **more), move)
            assert bool(after.inspected) is sees
            units = {z["square"]: z["value"] for z in game.redact(after, "zombie").to_json()["zombies"]}
            assert units == {"021": 7 if sees else None}

    def test_15_7_nor_under_itself(self) -> None:
        people = {"peter": "010", "steve": "022 super_zombie"}
        for mode, value in (("two-player", 7), ("solitaire", None)):
            seen = game.redact(table("berserk", people, {"022": 7}, mode=mode), "zombie").to_json()
            assert seen["zombies"][0]["value"] == value


FAR = {"057": 3}
COLUMNS: dict[int, list[int | None]] = {1: [1, 2, 3, 4, 5, None], 4: [6, 7, 8, 9, 0, None]}


def before() -> Position:
    """Return a table about to roll on the Hidden Zombie Table, Peter having moved to 022."""
    return table(
        "hidden_appearance", {"peter": "022"}, FAR, mode="solitaire", trail=["022"], eliminated=[2, 4, 4]
    )


class TestCase_15_8:
    @pytest.mark.parametrize("row", range(1, 7))
    @pytest.mark.parametrize("column", range(1, 7))
    def test_15_8_the_first_die_names_the_column_and_the_second_the_digit(
        self, column: int, row: int
    ) -> None:
        digit = COLUMNS[1 if column <= 3 else 4][row - 1]
        ruling = legal(before(), RollHidden((column, row)), "15.2")
        there = {s[-1] for s in ("000", "011", "012", "013", "014", "015", "016")}
        wanted = digit is not None and str(digit) in there
        assert ("draw" in ruling.needs or "square" in ruling.needs) is wanted
        if dict(ruling.needs) == {"draw": 1}:
            after = do(before(), RollHidden((column, row), draw=(4,)))
            assert {s[-1] for s in set(after.zombies) - set(FAR)} == {str(digit)}

    @pytest.mark.parametrize(("on_map", "appears"), [(49, True), (50, False)])
    def test_15_1_none_appears_with_all_fifty_on_the_map(self, on_map: int, appears: bool) -> None:
        """Nobody counted the eliminated units here, but there are none."""
        mall = equipment.setting()
        hall = [s for s in mall.board.squares if mall.board.is_hall(s)]
        position = table(
            "hidden_appearance", {"peter": "024"}, dict.fromkeys(hall[:on_map], 1),
            mode="solitaire", trail=["024"], setting=mall,
        )  # fmt: skip
        assert bool(legal(position, RollHidden((1, 1))).needs) is appears
