"""A square with two main doors: each is named, and the simple players close both (5.5)."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.dawn_of_the_dead.ai.practice_player import PracticePlayer
from referee.games.dawn_of_the_dead.ai.simple_players import HumanPlayer, Referee
from referee.games.dawn_of_the_dead.labels import squares
from referee.games.dawn_of_the_dead.pages.map import facts, panels
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import CloseMainDoor
from rules.dawn_of_the_dead.position import Position
from tests.referee.dawn_views import seen_of, view_of
from tests.rules.dawn_of_the_dead.small_mall import corner_mall
from tests.rules.dawn_of_the_dead.table import table

SQUARE = "020"


def beginning(**main_doors: str) -> Position:
    """Return a position in which Peter begins his move beside both doors."""
    move = {"characters": ["peter"], "spent": 0, "acted": False}
    return table("human", {"peter": SQUARE}, setting=corner_mall(), main_doors=main_doors, move=move)


def test_5_5_a_tap_names_both_as_they_stand() -> None:
    view = game.redact(beginning(south="closed"), "table").to_json() | {"underway": None}
    told = facts.facts_in(SeatContext(seen_of(view), (), "table", corner_mall(), ""), SQUARE)
    assert [(f.name, f.value) for f in told if f.name.endswith("door")] == [
        ("West door", "open"),
        ("South door", "closed"),
    ]


def test_5_5_so_does_the_list_of_squares() -> None:
    said = panels._near(
        view_of(game.redact(beginning(west="closed"), "table").to_json()), corner_mall().board, SQUARE
    )
    assert said.endswith("West door of the mall, closed; South door of the mall, open.")


def test_5_5_a_tap_asks_about_both() -> None:
    view = game.redact(beginning(), "table").to_json()
    guesses = list(squares._guesses_here(view_of(view), corner_mall().board, SQUARE))
    assert [g["door"] for g in guesses if g["do"] == "close_main_door"] == ["west", "south"]


@pytest.mark.parametrize("closed", ["west", "south"])
def test_5_5_the_players_close_the_one_that_is_open(closed: str) -> None:
    position, rng = beginning(**{closed: "closed"}), Random(1)
    other = CloseMainDoor("south" if closed == "west" else "west")
    assert PracticePlayer().choose(position) == other
    human = HumanPlayer(Referee(rng), rng)
    assert human._at_work(position, "peter")
    assert other in human._wishes(position, position.move)  # type: ignore[arg-type]
