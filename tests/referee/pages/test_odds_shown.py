"""Odds beside the keys, for who wants them: 6.5, 6.7, 8.8, and never from a secret."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee.pages.keys import Group, key
from referee.pages.moment import Moment, Seen
from referee.pages.odds_shown import chance, with_odds
from rules.dawn_of_the_dead import game, library, odds
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.position import Position
from tests.referee.seated import Seated
from tests.rules.dawn_of_the_dead.table import table

MALL = library.setting()
SHOT = {"do": "shoot", "by": ["peter"], "at": "043"}


def said(position: Position, action: dict[str, Any], role: str = "human") -> str:
    """Return the odds on the key of an action, from what a seat sees of a position."""
    seen = Seen(game.view(position, role), [action], role, MALL, "/t/X")
    return with_odds(Moment("Now", "/now", groups=(Group("", (key(action),)),)), seen).groups[0].keys[0].odds


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(7, 12), "7 in 12, 58 %"),
        (Fraction(467, 1800), "26 %"),
        (Fraction(1, 1000), "under 1 %"),
        (Fraction(999, 1000), "over 99 %"),
        (Fraction(0), "never"),
        (Fraction(1), "always"),
    ],
)
def test_a_chance_in_words(share: Fraction, words: str) -> None:
    assert chance(share) == words


@pytest.mark.parametrize("secret", [1, 4, 11])
def test_6_7_a_shot_at_a_unit_face_down_does_not_depend_on_its_value(secret: int) -> None:
    """6.7: the printed mix decides, whatever the referee knows to lie there."""
    told = said(table("human", {"peter": "042"}, {"043": secret}, setting=MALL), SHOT)
    unknown = table("human", {"peter": "042"}, {"043": None}, setting=MALL, counters="physical")
    mix = odds.open_mix(MALL.sheet, [])
    assert told == f"hits {chance(odds.shot(unknown, ['peter'], '042', '043', mix))}"


def test_6_7_a_unit_that_lies_open_counts_with_its_value() -> None:
    """6.5, 6.7: Peter in 043 with a unit of 7 there hits with 21 of 36 when he does not panic; his level is 1."""
    level = MALL.sheet.rating("peter", "normal").panic_level
    position = table("human", {"peter": "043"}, {"043": 7}, setting=MALL)
    calm = 1 - Fraction(level, 6)
    expected = f"hits {chance(calm * Fraction(21, 36))}"
    told = said(position, SHOT)
    assert told.startswith(expected)
    assert ("Peter panics" in told) == bool(level)


def attacked(people: dict[str, str], value: int) -> Position:
    """Return an attack on the people in 043 by a unit of a value, opened."""
    start = table("attack", people, {"043": value}, setting=MALL)
    opened = game.rule(start, from_json({"do": "open_attack", "square": "043"})).after
    assert opened is not None
    return opened


def test_8_8_each_result_of_an_attack() -> None:
    """8.8 at strength 1: infected on 2, stunned on 3 and 4."""
    roll = {"do": "roll_attack", "character": "peter"}
    told = said(attacked({"peter": "043"}, 1), roll, "table")
    assert told == "infected 1 in 36, 3 %; stunned 5 in 36, 14 %; no effect 5 in 6, 83 %"


def test_8_5_who_was_stunned_is_killed() -> None:
    roll = {"do": "roll_attack", "character": "peter"}
    told = said(attacked({"peter": "043 stunned"}, 1), roll, "table")
    assert told == "killed 1 in 6, 17 %; no effect 5 in 6, 83 %"


def test_the_seat_of_the_zombies_is_shown_no_odds() -> None:
    position = table("human", {"peter": "042"}, {"043": 4}, setting=MALL)
    assert said(position, SHOT, "zombie") == ""


def test_the_switch_is_off_at_first_and_is_remembered(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    client = seated.app.test_client()
    client.get(f"/join/{seated.tokens['human']}")
    client.post(f"/join/{seated.tokens['human']}")
    assert "Odds: not shown" in client.get(f"/t/{seated.code}").text
    assert client.post(f"/t/{seated.code}/odds").status_code == 303
    assert "Odds: shown" in client.get(f"/t/{seated.code}").text
    turned = client.post(f"/t/{seated.code}/odds", headers={"HX-Request": "true"})
    assert "Odds: not shown" in turned.text
    assert "Odds: not shown" in client.get(f"/t/{seated.code}").text
