"""The rules by their cases, and all that the referee counts on."""

from __future__ import annotations

from pure_strategy.game import GAME
from pure_strategy.rules import Bid, Position, PureStrategy
from referee.testing.proving import prove

RULES = PureStrategy({})


def opened(position: Position, a: int, b: int) -> Position:
    """Return the position after both have bid."""
    first = RULES.rule(position, Bid("a", a)).after
    assert first is not None
    second = RULES.rule(first, Bid("b", b)).after
    assert second is not None
    return second


def test_3_1_the_higher_card_takes_the_prize() -> None:
    assert opened(Position(), 1, 2).points == {"a": 0, "b": 1}


def test_3_2_the_prize_of_equal_cards_is_added_to_the_next() -> None:
    assert opened(Position(), 3, 3).prize == 3


def test_2_1_a_card_is_bid_once() -> None:
    ruling = RULES.rule(opened(Position(), 4, 2), Bid("a", 4))
    assert (ruling.legal, ruling.cases) == (False, ("2.1",))


def test_the_referee_can_count_on_this_game() -> None:
    prove(GAME)
