"""14.0: the end of a game is good news on the screens of the side that won, and on no other."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.status_bar import outcome, side_at_tablet, why_won
from rules.dawn_of_the_dead.position import Winner
from tests.referee.dawn_views import view_of
from tests.referee.seated import START, Seated, ordered
from tests.rows import each_row

OTHER = {"human": "zombie", "zombie": "human"}
GOOD, BAD = "ruling done", "ruling done harm"


def ended(folder: Path, winner: Winner, mode: str) -> Seated:
    """Return a table that somebody has just won, with a step that is neither good nor bad."""
    seated = Seated(folder, options={"mode": mode}, sources=ordered({}))
    if mode == "two-player":
        seated.set_up()
    else:
        seated.do("table", START)
    with seated.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner=winner)
        loaded.advance_to(loaded.version)
    return seated


def page(seated: Seated, seat: str, path: str = "") -> str:
    return seated.client.get(f"/t/{seated.code}{path}", headers=seated.headers(seat)).text


def tone(text: str) -> str:
    """Return the tone of the first ruling on a page."""
    shown = re.sub(r"<template.*?</template>", "", text, flags=re.DOTALL)
    match = re.search(r'class="panel (ruling[^"]*)"', shown)
    assert match
    return match[1]


@pytest.mark.parametrize("winner", ["human", "zombie"])
def test_14_0_a_lost_game_is_no_green_success(tmp_path: Path, winner: Winner) -> None:
    """Each player's own screen takes his side; the tablet, which both look at, takes none."""
    seated = ended(tmp_path, winner, "two-player")
    won, lost = page(seated, winner), page(seated, OTHER[winner])
    assert tone(won) == GOOD
    assert tone(lost) == BAD
    assert '<span class="kind over">Won</span>' in won
    assert '<span class="kind lost">Lost</span>' in lost
    assert '<span class="kind over">Won</span>' in page(seated, "table")
    assert tone(page(seated, winner, "/report")).endswith("open")
    seated.tables.close()


@pytest.mark.parametrize("mode", ["solitaire", "cooperative"])
def test_14_1_where_nobody_plays_the_zombies_their_victory_is_everybodys_defeat(
    tmp_path: Path, mode: str
) -> None:
    seated = ended(tmp_path, "zombie", mode)
    text = page(seated, "table")
    assert tone(text) == BAD
    assert '<span class="kind lost">Lost</span>' in text
    assert tone(page(seated, "table", "/report")).endswith("lost")
    seated.tables.close()


def test_who_lost_is_told_by_side_and_mode() -> None:
    assert outcome("two-player", "zombie", "zombie") == "won"
    assert outcome("two-player", "zombie", "human") == "lost"
    assert outcome("two-player", "human") == "open"
    assert outcome("solitaire", "human") == "won"
    assert outcome("cooperative", "zombie", "peter") == "lost"


@each_row(
    "statuses, says",
    [
        (
            ("killed", "super_zombie", "killed", "normal"),
            "Three characters are lost: Peter (killed), Roger (a super zombie) and Steve (killed).",
        ),
        (
            ("normal", "killed", "normal", "infected"),
            "Fran is infected and Roger is killed. The zombies need only Fran and one other.",
        ),
        (
            ("super_zombie", "normal", "normal", "killed"),
            "Fran is killed and Peter is a super zombie. The zombies need only Fran and one other.",
        ),
        (
            ("normal", "killed", "normal", "killed"),
            "Fran and Roger are killed. The zombies need only Fran and one other.",
        ),
        (
            ("super_zombie", "normal", "normal", "super_zombie"),
            "Fran and Peter are super zombies. The zombies need only Fran and one other.",
        ),
        (("killed", "killed", "normal", "normal"), ""),
        (("normal", "normal", "normal", "infected"), ""),
    ],
)
def test_14_1_the_end_names_the_condition_that_was_met(statuses: tuple[str, ...], says: str) -> None:
    names = ("peter", "roger", "steve", "fran")
    assert why_won("zombie", dict(zip(names, statuses, strict=True))) == says


def test_14_2_a_screen_says_why_the_game_is_over(tmp_path: Path) -> None:
    seated = ended(tmp_path, "human", "two-player")
    assert "Every main door is closed, the rifles are in hand" in page(seated, "table")
    seated.tables.close()


@each_row(
    "devices, side", [({"zombie"}, "human"), ({"human"}, "zombie"), ({"human", "zombie"}, ""), (set(), "")]
)
def test_a_tablet_at_which_one_side_alone_plays_shows_the_news_of_that_side(
    devices: set[str], side: str
) -> None:
    assert side_at_tablet(view_of({"mode": "two-player"}), "table", {*devices, "table"}) == side
    assert side_at_tablet(view_of({"mode": "two-player"}), "human", devices) == ""
    assert side_at_tablet(view_of({"mode": "solitaire"}), "table", devices) == ""
