"""The rules by their cases, and all that the referee counts on."""

from __future__ import annotations

from dust_up.game import GAME
from dust_up.rules import Action, DustUp, Hire, Initiative, Luck, Plot, Position, Shoot, Wait, Wound
from referee.testing.proving import prove
from rules.ruling import Ruling

RULES = DustUp(GAME.read_options({}))
FACTS = {"target": "1A", "inches": 8.5, "cover": True}


def after(position: Position, *actions: Action) -> Position:
    """Return the position after some actions, which must be whole."""
    for action in actions:
        ruling = RULES.rule(position, action)
        assert ruling.after is not None, ruling
        position = ruling.after
    return position


def plotted() -> Position:
    """Return a fight of three bands of deputies: all A run, all B stand. 3B acts first."""
    hired = after(RULES.start(()), *(Hire(seat, "deputy + deputy") for seat in "123"))
    plots = (Plot(seat, {f"{seat}A": "run", f"{seat}B": "stand"}) for seat in "123")
    dice = {"3B": 20, "3A": 15, "1A": 12, "1B": 9, "2A": 5, "2B": 5}
    return after(hired, *plots, Initiative(dice))


def shot(**values: object) -> Ruling[Position]:
    """Return the ruling on a shot of 3B at 1A."""
    return RULES.rule(plotted(), Shoot("3", "3B", **{**FACTS, **values}))  # type: ignore[arg-type]


def test_3_1_the_highest_acts_first_and_equals_go_by_the_alphabet() -> None:
    assert plotted().order == ("3B", "3A", "1A", "1B", "2A", "2B")


def test_4_2_the_number_is_taken_apart() -> None:
    score = shot().score
    assert score is not None
    assert {part.name: part.value for part in score.parts} == {
        "base": 9,
        "stand": -2,
        "distance": 2,
        "cover": 3,
    }
    assert [shot(inches=inches, die=11).story for inches in (8.0, 8.5)] == [
        "3B rolls 11 and hits 1A.", "3B rolls 11 and misses 1A."
    ]  # fmt: skip


def test_4_3_an_empty_pistol_is_refused_and_a_reload_fills_it() -> None:
    empty = plotted().put("3B", shots=0)
    assert RULES.rule(empty, Shoot("3", "3B")).cases == ("4.3",)
    assert after(empty, Wait("3", "3B", reload=True)).figures["3B"].shots == 6


def test_4_4_help_needs_the_consent_of_a_third_player() -> None:
    helped = Shoot("3", "3B", helped=True, target="1A", helper="2A")
    assert list(RULES.consent(plotted(), helped)) == ["2"]


def test_4_5_luck_makes_a_wound_lighter() -> None:
    hit = shot(die=20).after
    assert hit is not None
    assert hit.may_save == ("1", "2")
    saved = after(hit, Luck("2", True, 4), Luck("1", False), Wound(6))
    assert (saved.figures["1A"].wounds, saved.luck) == (2, ("1", "3"))


def test_the_referee_can_count_on_this_game() -> None:
    prove(GAME, games=10)
