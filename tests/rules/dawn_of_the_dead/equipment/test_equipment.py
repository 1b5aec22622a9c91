"""2.0 Game Equipment: the map, the counters and what is on them."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import EndTurn, Shoot, StartMove, Step
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, MAIN_DOORS, Rating, Setting
from rules.dawn_of_the_dead.position import IN_PLAY
from tests.rules.dawn_of_the_dead.small_mall import SHEET, small_mall
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table


def test_2_1_adjacent_squares_share_a_side() -> None:
    position = do(table(), StartMove(("peter",)))
    legal(position, Step("021"), "5.0")
    refused(position, Step("031"), "2.1", "031", "022")
    refused(position, Step("024"), "2.1", "024", "022")


def test_2_1_squares_count_alike_whatever_their_size(mall: Setting) -> None:
    """A step over the largest square of the mall costs what every step costs."""

    def size(square: str) -> int:
        xs, ys = zip(*mall.board.squares[square].outline, strict=True)
        return int((max(xs) - min(xs)) * (max(ys) - min(ys)))

    largest, smallest = max(mall.board.squares, key=size), min(mall.board.squares, key=size)
    assert size(largest) > size(smallest)
    for square in (largest, smallest):
        near = mall.board.passages[square][0]
        before = do(table(people={"peter": near}, setting=mall), StartMove(("peter",)))
        after = do(before, Step(square))
        assert after.move is not None
        assert after.move.spent == 1


def test_2_1_squares_have_numbers_of_three_digits(mall: Setting) -> None:
    assert all(len(s) == 3 and s.isdigit() for s in mall.board.squares)


def test_2_2_the_game_has_five_charts() -> None:
    assert set(equipment.charts()) == {"5.9", "6.7", "8.8", "13.5", "15.8"}


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("side", ["normal", "infected"])
def test_2_3_a_counter_bears_three_figures_a_side(name: str, side: str) -> None:
    position = table(people={name: f"022 {side}"})
    assert position.rating(name) == Rating(**SHEET["characters"][name][side])


def test_2_3_a_stunned_character_keeps_the_figures_of_his_normal_side() -> None:
    position = table(people={"steve": "022 stunned"})
    assert position.rating("steve") == small_mall().sheet.rating("steve", "normal")


@pytest.mark.parametrize("status", ["normal", "stunned", "infected", "super_zombie"])
def test_2_3_a_character_has_one_status_at_a_time(status: str) -> None:
    position = table(people={"fran": f"022 {status}", "peter": "030"})
    assert position.at("022") == (("fran",) if status in IN_PLAY else ())
    assert position.supers_at("022") == (() if status in IN_PLAY else ("fran",))
    assert position.zombie_occupied("022") is (status not in IN_PLAY)


def test_2_3_fifty_units_with_values_of_one_to_eleven(mall: Setting) -> None:
    for setting in (small_mall(), mall):
        assert len(setting.sheet.units) == 50
        assert set(setting.sheet.units) <= set(range(1, 12))


def test_2_3_fire_rate_is_how_often_a_mover_may_shoot() -> None:
    position = do(table(people={"steve": "022"}, zombies={"025": 11}), StartMove(("steve",)))
    for _ in range(2):
        position = do(position, Shoot(("steve",), "025", dice=(1,)))
    refused(position, Shoot(("steve",), "025"), "6.1", "Fire Rate 2")


def test_2_3_a_value_seen_once_is_left_to_memory() -> None:
    """What a shot turned up is shown with that action and gone from every view after the next."""
    before = do(table(zombies={"025": 11}), StartMove(("peter",)))
    shot = do(before, Shoot(("peter",), "025", dice=(1, 1)))
    for role in ("table", "human", "zombie"):
        assert game.redact(shot, role).to_json()["shown"] == {"025": 11}
        assert game.redact(shot, role).to_json()["zombies"][0]["value"] == 11
    later = do(shot, EndTurn())
    for role in ("table", "human", "zombie"):
        assert game.redact(later, role).to_json()["shown"] == {}
        assert game.redact(later, role).to_json()["zombies"][0]["value"] is None


def test_2_3_the_log_tells_no_value() -> None:
    before = do(table(zombies={"025": 11}), StartMove(("peter",)))
    ruling = legal(before, Shoot(("peter",), "025", dice=(2, 2)))
    assert "11" in ruling.reason
    assert "11" not in ruling.story


def test_2_4_markers_are_kept_with_the_position() -> None:
    """Closed, destroyed, berserk and rifle markers are states here."""
    position = table(
        people={"fran": "022 rifle"},
        zombies={"025": "3 berserk"},
        closed=["016-026"],
        destroyed=["011-021"],
        main_doors={"north": "closed"},
    )
    assert position.doors == {("016", "026"): "closed", ("011", "021"): "destroyed"}
    assert position.zombies["025"].berserk
    assert position.characters["fran"].rifle
    assert position.main_doors == {"north": "closed"}


def test_2_4_the_mall_has_four_main_doors(mall: Setting) -> None:
    assert {d.name: d.square for d in mall.board.main_doors.values()} == {
        "north": "004", "west": "093", "east": "117", "south": "212",
    }  # fmt: skip
    assert set(MAIN_DOORS) == set(mall.board.main_doors)
