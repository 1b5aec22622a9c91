"""Odds beside the keys, for who wants them: 6.5, 6.7, 8.8, and never from a secret."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, key
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel
from referee.games.dawn_of_the_dead.pages.action_panel.proposal import Proposal
from referee.games.dawn_of_the_dead.pages.odds import chance, with_odds
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.dawn_of_the_dead import game, odds
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.units import unknown_mix
from rules.dawn_of_the_dead.position import Position
from tests.referee.dawn_views import seen_of
from tests.referee.seated import Seated, ordered
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.table import table

MALL = equipment.setting()
SHOT = {"do": "shoot", "by": ["peter"], "at": "043"}


def said(position: Position, action: dict[str, Any], role: str = "human") -> str:
    """Return the odds on the key of an action, from what a seat sees of a position."""
    context = SeatContext(seen_of(game.redact(position, role).to_json()), [action], role, MALL, "/t/X")
    now = ActionPanel("Now", "/now", groups=(Group("", (key(action),)),))
    return with_odds(now, context, unknown_mix([position])).groups[0].keys[0].odds


@each_row(
    "share, words",
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
    words = said(table("human", {"peter": "042"}, {"043": secret}, setting=MALL), SHOT)
    unknown = table("human", {"peter": "042"}, {"043": None}, setting=MALL, counters="physical")
    mix = unknown_mix([unknown])
    assert words == f"hits {chance(odds.shot(unknown, ['peter'], '042', '043', mix))}"


def test_6_7_a_unit_that_lies_open_counts_with_its_value() -> None:
    """6.5, 6.7: Peter in 043 with a unit of 7 hits with 21 of 36 if he does not panic; his level is 1."""
    level = MALL.sheet.rating("peter", "normal").panic_level
    position = table("human", {"peter": "043"}, {"043": 7}, setting=MALL)
    calm = 1 - Fraction(level, 6)
    expected = f"hits {chance(calm * Fraction(21, 36))}"
    words = said(position, SHOT)
    assert words.startswith(expected)
    assert ("Peter panics" in words) == bool(level)


def attacked(people: dict[str, str], value: int) -> Position:
    """Return an attack on the people in 043 by a unit of a value, opened."""
    start = table("attack", people, {"043": value}, setting=MALL)
    opened = game.rule(start, from_json({"do": "open_attack", "square": "043"})).after
    assert opened is not None
    return opened


def test_8_8_each_result_of_an_attack() -> None:
    """8.8 at strength 1: infected on 2, stunned on 3 and 4."""
    roll = {"do": "roll_attack", "character": "peter"}
    words = said(attacked({"peter": "043"}, 1), roll, "table")
    assert words == "infected 1 in 36, 3 %; stunned 5 in 36, 14 %; no effect 5 in 6, 83 %"


def test_8_5_who_was_stunned_is_killed() -> None:
    roll = {"do": "roll_attack", "character": "peter"}
    words = said(attacked({"peter": "043 stunned"}, 1), roll, "table")
    assert words == "killed 1 in 6, 17 %; no effect 5 in 6, 83 %"


def test_8_2_an_attack_by_a_unit_that_nobody_turned_up_yet() -> None:
    """8.8: a cardboard unit may have no value yet. The mix decides, divided between two characters."""
    people = {"peter": "043", "fran": "043"}
    start = table("attack", people, {"043": None}, setting=MALL, counters="physical")
    position = start
    for action in ({"do": "open_attack", "square": "043"}, {"do": "declare_attack", "count": 2}):
        position = (
            game.rule(
                position,
                from_json(action | ({"values": {"043": 6}} if "count" in action else {})),
                waived=True,
            ).after
            or position
        )
    shares = odds.attack({3: Fraction(1)})
    words = said(position, {"do": "roll_attack", "character": "fran"}, "table")
    assert words.startswith(f"infected {chance(shares['I'])}; stunned {chance(shares['S'])}")


ROLLS = [
    # phase, people, zombies, action, words
    ("berserk", {"peter": "009"}, {"043": 4}, {"do": "check_berserk", "square": "043"},
    "goes berserk 2 in 3, 67 %"),
    ("berserk", {"peter": "009"}, {"043": "4 berserk"}, {"do": "check_berserk", "square": "043"},
    "stays berserk 2 in 3, 67 %"),
    ("generation", {"peter": "009 infected"}, {}, {"do": "roll_infection", "character": "peter"},
    "a super zombie 1 in 18, 6 %"),
    ("generation", {"peter": "009"}, {}, {"do": "roll_entrance"}, "a zombie unit enters 2 in 3, 67 %"),
    ("generation", {"peter": "009"}, {}, {"do": "next_phase"}, ""),
    ("free_movement", {"peter": "043"}, {"062": "7 berserk"},
    {"do": "smash", "from": "062", "between": ["043", "062"]}, None),
]  # fmt: skip


@each_row("phase, people, zombies, action, words", ROLLS)
def test_4_0_what_the_dice_of_the_zombies_may_bring(
    phase: str, people: dict[str, str], zombies: dict[str, Any], action: dict[str, Any], words: str | None
) -> None:
    """10.0, 10.5, 11.0, 13.5: on the shared tablet glass goes by the mix, because the value is secret."""
    closed = ["043-062"] if action["do"] == "smash" else []
    position = table(phase, people, zombies, setting=MALL, closed=closed, eliminated=[2, 3], hidden_box=[])
    if words is None:
        hidden = table(phase, people, {"062": "? berserk"}, setting=MALL, counters="physical")
        words = f"the glass breaks {chance(odds.smash(hidden, '062', unknown_mix([position])))}"
    assert said(position, action, "table") == words


def test_15_0_the_proposal_tells_its_odds_and_those_of_what_else_may_be_chosen() -> None:
    """15.4, 15.8: what the referee would do for the zombies, and the keys of other choices."""
    position = table("berserk", {"peter": "009"}, {"043": 4}, setting=MALL, mode="solitaire")
    check = {"do": "check_berserk", "square": "043"}
    view = game.redact(position, "table").to_json() | {"advice": {"action": check}}
    proposed = Proposal("Check it.", "15.4", "it is near", "Berserk", otherwise=(Group("", (key(check),)),))
    context = SeatContext(seen_of(view), [check], "table", MALL, "/t/X")
    proposal = with_odds(
        ActionPanel("Now", "/now", proposal=proposed), context, unknown_mix([position])
    ).proposal
    assert proposal is not None
    assert proposal.odds == "goes berserk 2 in 3, 67 %"
    assert proposal.otherwise[0].keys[0].odds == proposal.odds


def test_6_7_what_fell_in_the_open_counts_and_the_record_brings_it_back_after_a_restart(
    tmp_path: Path,
) -> None:
    """6.7, 13.3: the mix lacks the value of an eliminated unit, also after a restart."""
    seated = Seated(tmp_path, options={"counters": "digital"}, sources=ordered({"025": 3}))
    seated.set_up()
    mixed = seated.tables.face_down(seated.code)
    sheet = MALL.sheet.zombie_values
    assert mixed == {value: Fraction(count, 50) for value, count in sheet.items()}
    seated.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    value = seated.position.zombies["025"].value
    assert value is not None
    for _ in range(3):
        shot = {"do": "shoot", "by": ["peter", "roger"], "at": "025", "dice": [6, 6, 6]}
        seated.do("human", shot)
        if "025" not in seated.position.zombies:
            break
    assert "025" not in seated.position.zombies
    less = {v: Fraction(count - (v == value), 49) for v, count in sheet.items()}
    assert seated.tables.face_down(seated.code) == less
    seated.restart()
    assert seated.tables.face_down(seated.code) == less
    seated.do("human", {"do": "end_turn"})
    assert seated.tables.face_down(seated.code) == less


def test_the_seat_of_the_zombies_is_shown_no_odds() -> None:
    position = table("human", {"peter": "042"}, {"043": 4}, setting=MALL)
    assert said(position, SHOT, "zombie") == ""


def test_the_switch_is_off_at_first_and_is_remembered(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    client = seated.app.test_client()
    client.get(f"/join/{seated.tokens['human']}")
    client.post(f"/join/{seated.tokens['human']}")
    assert "Odds of rolls: not shown" in client.get(f"/t/{seated.code}").text
    assert client.post(f"/t/{seated.code}/odds").status_code == 303
    assert "Odds of rolls: shown" in client.get(f"/t/{seated.code}").text
    turned = client.post(f"/t/{seated.code}/odds", headers={"HX-Request": "true"})
    assert "Odds of rolls: not shown" in turned.text
    assert "Odds of rolls: not shown" in client.get(f"/t/{seated.code}").text
