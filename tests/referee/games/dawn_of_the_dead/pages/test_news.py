"""The large word of a ruling on what was just done says what came of it (6.0, 8.8, 10.0)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.game_log import last_tap, undone_tap
from referee.games.dawn_of_the_dead.pages.news import BIG, HARM, news, tone_for, word_for, word_for_all
from referee.games.toolkit.http import verdict_panel
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.effects import KINDS
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position, Zombie
from rules.effects import to_json
from tests.referee.dawn_views import seen_of
from tests.referee.seated import Seated
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.table import table

MALL = equipment.setting()
Json = dict[str, Any]


def word(position: Position, action: Json, *steps: Json, overridden: bool = False) -> str:
    """Return the word after an action, done once `steps` are."""
    for step in steps:
        position = game.rule(position, from_json(step)).after or position
    ruling = game.rule(position, from_json(action), waived=True)
    assert ruling.after is not None, ruling.reason
    moment = {
        "action": action,
        "cases": list(ruling.cases),
        "reason": ruling.reason,
        "overridden": overridden,
        "effects": [to_json(effect) for effect in game.effects_for(ruling.effects, "table")],
    }
    return news(seen_of({**game.redact(ruling.after, "table").to_json(), "moment": moment}))


def shooting(who: str = "044", zombies: Json | None = None) -> Position:
    return table("human", {"peter": who}, zombies or {"046": 5}, setting=MALL, move={"characters": ["peter"]})


SHOT: Json = {"do": "shoot", "by": ["peter"], "at": "046"}


@pytest.mark.parametrize(("dice", "outcome"), [([6, 6], "Eliminated"), ([1, 1], "No effect")])
def test_6_0_a_shot_tells_whether_the_target_fell(dice: list[int], outcome: str) -> None:
    assert word(shooting(), SHOT | {"dice": dice}) == outcome


def test_6_5_who_panics_has_not_shot() -> None:
    berserk = shooting("044", {"044": "5 berserk"})
    at = SHOT | {"at": "044"}
    assert word(berserk, at | {"panic": {"peter": 1}}) == "Panic"
    assert word(berserk, at | {"panic": {"peter": 6}, "dice": [6, 6]}) == "Eliminated"


OPEN: Json = {"do": "open_attack", "square": "043"}
ONE: Json = {"do": "declare_attack", "count": 1}


def attacked(value: int = 5, status: str = "") -> Position:
    return table("attack", {"peter": f"043 {status}".strip()}, {"043": value}, setting=MALL)


@pytest.mark.parametrize(("dice", "outcome"), [([6, 6], "Eliminated"), ([1, 1], "No effect")])
def test_6_9_a_shot_under_attack_tells_whether_the_attack_is_over(dice: list[int], outcome: str) -> None:
    defence = {"do": "defend", "by": ["peter"], "panic": {"peter": 6}, "dice": dice}
    assert word(attacked(value=7), defence, OPEN) == outcome


def test_6_9_who_panics_under_attack_has_not_shot() -> None:
    assert word(attacked(), {"do": "defend", "by": ["peter"], "panic": {"peter": 1}}, OPEN) == "Panic"


def told_of_attacks(status: str) -> set[str]:
    rolls = [[first, second] for first in range(1, 7) for second in range(first, 7)]
    return {
        word(attacked(value, status), {"do": "roll_attack", "character": "peter", "dice": dice}, OPEN, ONE)
        for dice in rolls
        for value in (1, 9)
    }


def test_8_8_an_attack_tells_what_became_of_the_character() -> None:
    """8.3 to 8.5: also of one who is stunned or infected already, whom the next result kills."""
    assert told_of_attacks("") == {"No effect", "Stunned", "Infected"}
    assert told_of_attacks("stunned") == told_of_attacks("infected") == {"No effect", "Killed"}


@pytest.mark.parametrize(("panic", "tone"), [(1, "done harm"), (6, "done")])
def test_bad_news_does_not_look_like_success(tmp_path: Path, panic: int, tone: str) -> None:
    """6.5: who panics gets another mark than who did what he wanted."""
    seated = Seated(tmp_path)
    seated.set_up()
    with seated.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "010": Zombie(2, berserk=True)})
    seated.do("human", {"do": "start_move", "characters": ["fran"]})
    dice = {"dice": [6]} if panic == 6 else {}
    seated.do("human", {"do": "shoot", "by": ["fran"], "at": "010", "panic": {"fran": panic}} | dice)
    last = last_tap(seen_of(seated.view("human")), MALL, "human")
    assert last is not None
    assert (last["word"], last["tone"]) == ({1: "Panic", 6: "Eliminated"}[panic], tone)
    seated.tables.close()


def test_8_8_every_result_of_an_attack_is_bad_news() -> None:
    assert told_of_attacks("") | told_of_attacks("stunned") == HARM & {"Stunned", "Infected", "Killed"} | {
        "No effect"
    }


@each_row("die, outcome", [(1, "Berserk"), (6, "Not berserk")])
@each_row("unit", ["5", "5 berserk"])
def test_10_0_a_check_tells_whether_the_unit_is_berserk(die: int, outcome: str, unit: str) -> None:
    position = table("berserk", {"peter": "009"}, {"043": unit}, setting=MALL)
    assert word(position, {"do": "check_berserk", "square": "043", "die": die}) == outcome


def test_what_was_done_by_agreement_says_so_and_the_rest_is_done() -> None:
    assert word(shooting(), SHOT | {"dice": [6, 6]}, overridden=True) == "Done by agreement"
    assert word(shooting(), {"do": "step", "to": "043"}) == "Done"


def test_r_undo_what_was_taken_back_is_no_news_of_now(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    seated.do("human", {"do": "start_move", "characters": ["roger"]})
    story = seated.view()["undo"]["story"]
    seated.post("human", "/undo")
    seated.post("zombie", "/undo", answer="agree")
    with seated.app.test_request_context():
        lines = seated.tables.story(seated.code, "human")
    notice = undone_tap(lines)
    assert notice is not None
    assert (notice["word"], notice["reason"]) == ("Taken back", f"It was: {story}")
    seated.tables.close()


HIT, MISS = ({"effect": "shot", "hit": hit} for hit in (True, False))
PANIC: Json = {"effect": "panic", "whom": "peter"}
TURNED: Json = {"effect": "status", "whom": "fran", "status": "super_zombie"}
APPEARED: Json = {"effect": "appear", "square": "043", "pool": "hidden_box"}
ENTERED = APPEARED | {"pool": "eliminated"}
CHECKED: list[Json] = [{"effect": "berserk_check", "berserk": berserk} for berserk in (True, False)]
STRUCK: list[Json] = [{"effect": "smash", "broken": broken} for broken in (True, False)]
HURT_HUMANS: list[Json] = [PANIC, TURNED, APPEARED, ENTERED, CHECKED[0], STRUCK[0]]
HURT_HUMANS += [{"effect": "attacked", "result": result} for result in ("stunned", "infected", "killed")]
HURT_ZOMBIES: list[Json] = [HIT, {"effect": "eliminate", "square": "043"}, CHECKED[1], STRUCK[1]]


@each_row("effect", [*HURT_HUMANS, *HURT_ZOMBIES])
def test_news_is_bad_on_the_screens_of_the_side_that_it_hurts_and_on_no_other(effect: Json) -> None:
    """A screen that both sides share takes neither; where nobody plays the zombies all are on one side."""
    said = word_for([effect])
    hurt, glad = ("human", "zombie") if effect in HURT_HUMANS else ("zombie", "human")
    assert tone_for(said, "two-player", hurt) == "done harm"
    assert tone_for(said, "two-player", glad) == "done"
    assert {tone_for(said, "two-player", seat) for seat in ("table", "spectator")} == {"done open"}
    for mode in ("solitaire", "cooperative"):
        alike = {tone_for(said, mode, seat) for seat in ("table", "spectator", "peter")}
        assert alike == {"done harm" if effect in HURT_HUMANS else "done"}


SHUT = dict.fromkeys(("north", "west", "east", "south"), "closed")


def test_11_0_a_character_who_turns_is_told_as_a_super_zombie() -> None:
    ill = table("generation", {"fran": "043 infected", "peter": "009"}, {}, setting=MALL, main_doors=SHUT)
    roll = {"do": "roll_infection", "character": "fran"}
    assert word(ill, roll | {"dice": [1, 1]}) == "Super zombie"
    assert word(ill, roll | {"dice": [1, 2]}) == "Done"


def test_6_0_what_had_no_effect_looks_like_a_success_to_nobody() -> None:
    for effect in (MISS, {"effect": "attacked", "result": "none"}):
        said = word_for([effect])
        assert said == "No effect"
        for mode, seat in (("solitaire", "table"), ("two-player", "human"), ("two-player", "zombie")):
            assert tone_for(said, mode, seat) == "done open"


def test_6_5_a_miss_does_not_hide_a_panic() -> None:
    assert word_for([PANIC, MISS]) == "Panic"
    assert word_for([PANIC, HIT]) == "Eliminated"


def test_the_harm_of_one_step_is_the_news_of_its_whole_tap() -> None:
    steps = [{"effects": effects} for effects in ([], [TURNED], [CHECKED[1]], [])]
    assert word_for_all(steps) == "Super zombie"


def test_8_1_an_attack_that_waits_for_the_shot_is_the_news_of_its_tap() -> None:
    """Also after a harm on the way. Where the same tap carries it out, what came of it counts."""
    opened: Json = {"effect": "attack", "square": "043"}
    steps = [{"effects": effects} for effects in (CHECKED[:1], CHECKED[1:], [opened])]
    assert word_for_all(steps) == "Attack"
    assert tone_for("Attack", "solitaire", "table") == "done harm"
    assert word_for_all([*steps, {"effects": [HURT_HUMANS[-1]]}]) == "Killed"
    assert word(attacked(), OPEN) == "Attack"


COURSE = """
    hide place player_turn phase rest won start_move put_down points trail rifle move draw turn_up
    turn_down show look read passed berserk swept door main_door roll free_moves attack_due attack
    hold_fire attack_declared victims attack_over use_sheet
"""
"""What is no news by itself: it leads on, is known to one side alone, or comes with what is told."""


def test_every_kind_of_effect_was_judged() -> None:
    told = {effect["effect"] for effect in [*HURT_HUMANS, *HURT_ZOMBIES]}
    assert {kind.name for kind in KINDS} == told | {*COURSE.split()}
    assert told.isdisjoint(COURSE.split())


def test_the_word_over_a_ruling_does_not_praise_a_misfortune() -> None:
    ruling = {"legal": True, "reason": "Roger panics. Nobody shoots.", "cases": ["6.5"]}
    told = verdict_panel(ruling)
    assert (told["word"], told["tone"], told["reason"]) == ("Ruling", "open", ruling["reason"])


@pytest.mark.parametrize(
    ("effect", "big"),
    [
        ({"effect": "attacked", "result": "infected"}, True),
        ({"effect": "attacked", "result": "killed"}, True),
        ({"effect": "panic"}, True),
        ({"effect": "appear", "pool": "hidden_box"}, True),
        ({"effect": "appear", "pool": "eliminated"}, False),
        ({"effect": "shot", "hit": True}, False),
    ],
)
def test_what_nobody_should_miss_is_big_news(effect: dict[str, Any], big: bool) -> None:
    assert (word_for([effect]) in BIG) is big
