"""3.0 Setting Up for Play."""

from __future__ import annotations

import pytest

from rules.board.board import Side
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import PlaceCharacters, PlaceHidden
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import Counters, Mode, Position
from rules.dawn_of_the_dead.setting_up import hidden_square_refusal, lawful_hidden_squares
from tests.rules.dawn_of_the_dead.small_mall import ZOMBIE_SQUARES, small_mall
from tests.rules.dawn_of_the_dead.table import do, legal, refused

UNITS = small_mall().sheet.units
FIVE = ("000", "013", "040", "044", "053")
STARTS = {"peter": "022", "roger": "022", "steve": "023", "fran": "052"}


def begun(mode: Mode = "two-player", counters: Counters = "digital") -> Position:
    return game.set_up(small_mall(), mode, counters, UNITS)


def hide(*squares: str) -> PlaceHidden:
    return PlaceHidden(squares)


def start(**squares: str) -> PlaceCharacters:
    return PlaceCharacters({**STARTS, **squares})


class TestTheUnits:
    """3.1, first part: a unit on each symbol, five in the box."""

    def test_3_1_units_are_drawn_in_order_of_square(self) -> None:
        position = begun()
        assert tuple(sorted(position.zombies)) == ZOMBIE_SQUARES
        assert [position.zombies[s].value for s in ZOMBIE_SQUARES] == list(UNITS[:7])
        assert position.hidden_box == UNITS[7:]
        assert position.eliminated == ()
        assert not any(unit.berserk for unit in position.zombies.values())

    def test_3_1_forty_five_on_the_mall_and_five_in_the_box(self, mall: Setting) -> None:
        position = game.set_up(mall, "two-player", "digital", mall.sheet.units)
        assert len(position.zombies) == 45
        assert len(position.hidden_box or ()) == 5
        assert position.phase == "place_hidden"

    @pytest.mark.parametrize("draw", [(), UNITS[:-1], (*UNITS[:-1], 1), (*UNITS, 4)])
    def test_3_1_what_is_drawn_must_be_the_fifty_units(self, draw: tuple[int, ...]) -> None:
        with pytest.raises(ValueError, match="counter sheet"):
            game.set_up(small_mall(), "two-player", "digital", draw)

    def test_3_1_nobody_knows_the_values_of_cardboard_units(self) -> None:
        position = game.set_up(small_mall(), "two-player", "physical", ())
        assert {unit.value for unit in position.zombies.values()} == {None}
        assert position.hidden_box == (None,) * 43

    def test_15_1_without_a_zombie_player_the_rest_begins_eliminated(self) -> None:
        """R-15.1a: no secret squares, and what is left over waits among the eliminated."""
        position = begun("solitaire")
        assert position.phase == "place_characters"
        assert position.hidden_box == ()
        assert position.eliminated == UNITS[7:]


class TestTheHiddenZombies:
    """3.1, second part: five secret squares."""

    def test_3_1_five_squares_in_stores(self) -> None:
        after = do(begun(), hide(*reversed(FIVE)))
        assert after.hidden == FIVE
        assert after.phase == "place_characters"

    def test_3_1_a_square_with_an_open_unit_will_do(self) -> None:
        assert {"044", "055"} < set(ZOMBIE_SQUARES)
        legal(begun(), hide("000", "013", "040", "044", "055"), "3.1")

    @pytest.mark.parametrize(
        ("square", "words"),
        [
            ("030", "hall"),
            ("007", "hall"),
            ("052", "has a Character Placement Symbol"),
            ("051", "next to 052"),
            ("042", "next to 052"),
        ],
    )
    def test_3_1_squares_that_will_not_do(self, square: str, words: str) -> None:
        refused(begun(), hide("000", "013", "040", "044", square), "3.1", square, words)

    def test_3_1_only_a_wall_separates(self) -> None:
        """R-3.1a: 014 is behind a door from 024, 013 and 053 behind walls from 023 and 052."""
        ruling = refused(begun(), hide("000", "014", "040", "044", "053"), "3.1", "014", "024")
        assert "R-3.1a" in ruling.cases
        legal(begun(), hide("000", "013", "040", "044", "053"))

    def test_3_1_the_book_of_squares_agrees_with_one_worked_out_anew(self, mall: Setting) -> None:
        for setting in (small_mall(), mall):
            board = setting.board
            starts = set(setting.character_squares)

            def near_a_start(square: str, near: dict[str, Side], starts: set[str] = starts) -> bool:
                return any(n in starts and side.kind != "wall" for n, side in near.items())

            wanted = {
                s
                for s, q in board.squares.items()
                if q.area.kind == "store"
                and s not in starts
                and not near_a_start(s, dict(board.neighbours[s]))
            }
            assert set(lawful_hidden_squares(board)) == wanted
            assert all(hidden_square_refusal(board, s) is not None for s in set(board.squares) - wanted)

    def test_3_1_no_square_twice(self) -> None:
        assert refused(begun(), hide("000", "013", "040", "044", "044"), "3.1", "044", "more than once").firm

    def test_3_1_one_at_most_in_edwins(self) -> None:
        legal(begun(), hide("000", "013", "040", "044", "055"))
        refused(begun(), hide("000", "001", "040", "044", "055"), "3.1", "000", "001", "Edwin's")

    @pytest.mark.parametrize("squares", [(), FIVE[:4], (*FIVE, "003")])
    def test_3_1_five_and_no_other_number(self, squares: tuple[str, ...]) -> None:
        assert refused(begun(), hide(*squares), "3.1", "five", str(len(squares))).firm

    def test_3_1_a_square_that_is_none_is_no_matter_for_agreement(self) -> None:
        action = hide("000", "013", "040", "044", "999")
        assert refused(begun(), action, "3.1", "999").firm
        assert not game.force(begun(), action).legal
        hall_too = hide("030", "013", "040", "044", "999")
        assert not game.force(begun(), hall_too).legal

    def test_3_1_those_listed_are_legal_and_leave_no_lawful_square_out(self) -> None:
        listed = [a for a in game.legal_actions(begun()) if isinstance(a, PlaceHidden)]
        assert all(game.rule(begun(), a).legal for a in listed)
        assert {s for a in listed for s in a.squares} == set(lawful_hidden_squares(small_mall().board))

    def test_3_1_the_secret_squares_come_first(self) -> None:
        refused(begun(), start(), "4.0", "Set-up: characters")


class TestTheCharacters:
    """3.2 The characters and the rifles."""

    def placing(self) -> Position:
        return do(begun(), hide(*FIVE))

    def test_3_2_on_their_symbols_two_at_most_in_one(self) -> None:
        after = do(self.placing(), start())
        assert {n: c.square for n, c in after.characters.items()} == STARTS
        assert {c.status for c in after.characters.values()} == {"normal"}
        assert not any(c.rifle or c.moved_last_turn for c in after.characters.values())
        assert (after.phase, after.turn) == ("human", 1)

    def test_3_2_pairs_are_lawful(self) -> None:
        legal(self.placing(), start(steve="024", fran="024"), "3.2")

    @pytest.mark.parametrize("square", ["021", "000"])
    def test_3_2_not_on_a_square_without_the_symbol(self, square: str) -> None:
        ruling = refused(self.placing(), start(steve=square), "3.2", square, "Steve")
        assert "R-3.2a" in ruling.cases

    @pytest.mark.parametrize("several", [{"steve": "022"}, {"steve": "022", "fran": "022"}])
    def test_3_2_not_three_or_four_in_one(self, several: dict[str, str]) -> None:
        ruling = refused(self.placing(), start(**several), "3.2", "022", str(2 + len(several)))
        assert "R-3.2a" in ruling.cases

    def test_3_2_all_four_start(self) -> None:
        squares = {n: STARTS[n] for n in CHARACTERS if n != "roger"}
        assert refused(self.placing(), PlaceCharacters(squares), "3.2", "Roger").firm

    def test_3_2_a_square_that_is_none(self) -> None:
        assert refused(self.placing(), start(fran="999"), "3.2", "999").firm

    def test_3_2_two_rifles_lie_in_edwins(self, mall: Setting) -> None:
        assert begun().rifles == 2
        assert mall.board.rifle_square == "177"
        assert game.set_up(mall, "two-player", "digital", mall.sheet.units).rifles == 2

    def test_3_2_every_lawful_placing_is_listed_once(self) -> None:
        listed = [a.squares for a in game.legal_actions(self.placing()) if isinstance(a, PlaceCharacters)]
        # Of the 4 ** 4 ways, 4 put all in one square and 4 * 4 * 3 put three there.
        assert len(listed) == 4**4 - 4 - 48
        assert len({tuple(sorted(s.items())) for s in listed}) == len(listed)


def test_3_0_zombies_first_then_characters_then_play() -> None:
    position = begun()
    seen = [position.phase]
    for action in (hide(*FIVE), start()):
        position = do(position, action)
        seen.append(position.phase)
    assert seen == ["place_hidden", "place_characters", "human"]


def test_3_3_all_doors_are_open_at_the_start() -> None:
    after = do(begun(), hide(*FIVE), start())
    assert after.doors == {}
    assert after.main_doors == {}


def test_3_3_symbols_mean_nothing_once_play_began() -> None:
    after = do(begun(), hide(*FIVE), start())
    refused(after, hide(*FIVE), "4.0", "Human Player-Turn")
    refused(after, start(), "4.0", "Human Player-Turn")
