"""15.5: which of the units that qualify would be worst for the characters."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.actions import FreeMove
from tests.rules.dawn_of_the_dead.free_solitaire import free, moved, moves, nothing
from tests.rules.dawn_of_the_dead.table import legal


class TestRanking:
    """R-15.5c: which is worst for the characters, where more units qualify than may move."""

    def test_15_5c_those_that_end_nearest_to_a_character_come_first(self) -> None:
        position = free({"peter": "021"}, {"024": 1, "026": 1}, 1)
        assert moves(position) == ["024>023", "026>025"]

    @pytest.mark.parametrize(
        ("weak", "strong"),
        [("022 stunned", "026 infected"), ("022 infected", "026"), ("022 stunned", "026")],
    )
    def test_15_5c_then_those_nearest_to_the_weakest(self, weak: str, strong: str) -> None:
        position = free({"peter": weak, "fran": strong}, {"032": 1, "036": 1}, 1)
        assert moves(position) == ["032>022", "036>026"]
        strong_first = free({"peter": weak.replace("022", "026"), "fran": strong.replace("026", "022")},
                            {"032": 1, "036": 1}, 1)  # fmt: skip
        assert moves(strong_first) == ["036>026", "032>022"]

    def test_15_5c_the_lowest_movement_allowance_is_the_weakest_of_the_sound(self) -> None:
        assert moves(free({"peter": "022", "fran": "026"}, {"032": 1, "036": 1}, 1)) == ["036>026", "032>022"]

    def test_15_5c_then_by_square_number(self) -> None:
        assert moves(free({"peter": "022"}, {"021": 1, "023": 1, "032": 1}, 1))[0] == "021>022"

    def test_15_5c_the_player_may_choose_otherwise_among_the_lawful(self) -> None:
        position = free({"peter": "021"}, {"024": 1, "026": 1}, 1)
        legal(position, FreeMove(("025",), "026"), "15.5.3")
        nothing(moved(position, "026>025"))
