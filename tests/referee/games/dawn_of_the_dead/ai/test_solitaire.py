"""The zombies' side of simulated solitaire games: what section 15 leaves to dice is left to dice."""

from __future__ import annotations

from collections import Counter
from random import Random

from referee.games.dawn_of_the_dead.ai.simple_players import Referee, SolitaireReferee, SolitaireZombies
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import CheckBerserk, RollEntrance, RollFreeMoves, RollHidden
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import table


def tied(count: int) -> Position:
    """Return a position with so many equally near units: each two squares from a character who stayed."""
    near = {"021": 3, "023": 3, "032": 3}
    return table(
        "berserk", {"peter": "022"}, dict(list(near.items())[:count]), mode="solitaire", trail=["022"]
    )


def test_15_4_dice_decide_between_units_equally_near() -> None:
    zombies = SolitaireZombies(Random(1))
    chosen = Counter(zombies.choose(tied(3)) for _ in range(600))
    assert set(chosen) == {CheckBerserk("021"), CheckBerserk("023"), CheckBerserk("032")}
    assert min(chosen.values()) > 140


def test_15_4b_lots_are_even_however_many_are_tied() -> None:
    """R-15.4b: what is left over is rolled again, with one die up to six and with two beyond."""
    zombies = SolitaireZombies(Random(2))
    for count in (2, 4, 5, 7, 11):
        drawn = Counter(zombies._lot(count) for _ in range(300 * count))
        assert set(drawn) == set(range(count))
        assert min(drawn.values()) > 220


def test_15_2_and_13_0a_the_choices_within_a_roll_are_those_advised() -> None:
    referee = SolitaireReferee(Random(3))
    hidden = table(
        "hidden_appearance", {"peter": "021"}, {"011": 3}, mode="solitaire", trail=["021"], eliminated=[4]
    )
    assert referee.choice(hidden, "square", ("001", "041")) == {"square": "001"}
    entering = table("generation", {"peter": "021"}, {"055": 3}, mode="solitaire", eliminated=[4])
    action, _ = referee.carry_out(entering, RollEntrance((1, 1)))
    assert isinstance(action, RollEntrance)
    assert action.doors == ("west",)
    action, ruling = referee.carry_out(hidden, RollHidden((1, 1)))
    assert ruling.after
    assert "001" in ruling.after.zombies


def test_13_0a_with_a_zombie_player_chance_stands_in_for_the_choice() -> None:
    entering = table("generation", {"peter": "021"}, {"055": 3}, hidden_box=[], eliminated=[4])
    doors = set()
    for seed in range(20):
        action, _ = Referee(Random(seed)).carry_out(entering, RollEntrance((1, 1)))
        assert isinstance(action, RollEntrance)
        doors.add(action.doors)
    assert doors == {("north",), ("west",)}


def test_following_advice_comes_to_the_same_as_being_ruled_on() -> None:
    position = table("free_movement", {"peter": "022"}, {"026": 3}, mode="solitaire")
    one, two = Referee(Random(1)), Referee(Random(1))
    (rolled, followed), (same, ruled) = (
        one.follow(position, RollFreeMoves()), two.carry_out(position, RollFreeMoves())
    )  # fmt: skip
    assert (rolled, followed.after, followed.reason) == (same, ruled.after, ruled.reason)
    assert ruled.cases == ("15.5", *followed.cases), "what is followed leaves section 15 out"
    assert game.follow(position, RollFreeMoves()).needs == {"dice": 1}
    assert not game.follow(position, RollFreeMoves(9)).legal
