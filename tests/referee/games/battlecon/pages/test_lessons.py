"""The trainer on a phone: only where the table has it, only once pairs lie open, only if asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee import heavy
from referee.games.battlecon.ai.trainer import Lesson
from referee.games.battlecon.match import DuelContext
from referee.games.battlecon.options import table_options
from referee.games.battlecon.pages import lessons
from referee.games.battlecon.pages.lessons import ShownLesson, last_pair, shown_lesson
from rules.battlecon.actions import SEATS
from rules.battlecon.cards import figures
from rules.battlecon.formats.actions import action_from_json
from rules.battlecon.position import Phase
from tests.referee.games.battlecon.duel_screens import Duel
from tests.referee.games.battlecon.duel_tables import DRIVE, STRIKE
from tests.referee.games.battlecon.duel_tables import Duel as Table

ASKED = {"lesson": "1"}
FIGHTERS = (
    {"do": "choose_fighter", "seat": "a", "fighter": "khadath"},
    {"do": "choose_fighter", "seat": "b", "fighter": "kallistar"},
)
MINE = {"do": "commit_pair", "seat": "a", "style": "hunters", "base": "strike"}
THEIRS = {"do": "commit_pair", "seat": "b", "style": "ignition", "base": "strike"}
NEXT = {"do": "commit_pair", "seat": "a", "style": "blight", "base": "shot"}
HIDDEN = {"do": "commit_pair", "seat": "b"}


def context(seat: str, *actions: dict[str, Any], asked: bool = True, trainer: bool = True) -> DuelContext:
    """Return what the frame gives to a seat after actions; no face-down cards of the other."""
    one = Duel()
    for action in (*FIGHTERS, *actions):
        if action is not HIDDEN:
            one.do(**action)
    seen = one.context(seat, ASKED if asked else {})
    log = [
        {"n": n, "action": action, "effects": [], "back": False}
        for n, action in enumerate((*FIGHTERS, *actions), 1)
    ]
    return replace(seen, options=table_options({"trainer": trainer}), log=log)


def told(seat: str, *actions: dict[str, Any], **how: bool) -> ShownLesson | None:
    """Return the lesson that a seat is shown after actions."""
    return shown_lesson(context(seat, *actions, **how))


@pytest.mark.parametrize("seat", SEATS)
def test_a_player_who_asks_is_told_what_his_pair_was_worth(seat: str) -> None:
    lesson = told(seat, MINE, THEIRS)
    assert lesson is not None
    style = figures().name("hunters" if seat == "a" else "ignition")
    assert lesson.says.startswith(f"{style} Strike ")
    assert "%" in lesson.says
    names = {name for name, _ in lesson.mine}
    own = figures().fighters["khadath" if seat == "a" else "kallistar"]
    words = {card.name for card in own.styles} | {"Pulse", "Cancel", "Finish"}
    assert names
    assert all(any(name.startswith(word) for word in words) for name in names)


@pytest.mark.parametrize("seat", SEATS)
def test_his_own_pair_stands_among_those_that_the_referee_would_mix(seat: str) -> None:
    lesson = told(seat, MINE, THEIRS)
    assert lesson is not None
    assert [name for name, _ in lesson.mine].count(lesson.played) == 1
    chances = [int(chance.rstrip("%")) for _, chance in lesson.mine]
    assert chances == sorted(chances, reverse=True)
    for mix, rest in ((lesson.mine, lesson.my_rest), (lesson.theirs, lesson.their_rest)):
        shares = [chance for _, chance in mix] + [rest or "0%"]
        assert sum(int(share.rstrip("%")) for share in shares) == 100


def test_there_is_none_in_the_middle_of_a_beat() -> None:
    """It would hold up the other player: pairs lie open, and a question of the beat waits for an answer."""
    asked = context("a", MINE, THEIRS)
    assert asked.view.game.phase == "select"
    phases: tuple[Phase, ...] = ("ante", "special", "clash", "execute")
    for phase in phases:
        during = replace(asked, view=replace(asked.view, game=replace(asked.view.game, phase=phase)))
        assert shown_lesson(during) is None


def test_nothing_is_worked_out_before_he_asks() -> None:
    assert told("a", MINE, THEIRS, asked=False) == ShownLesson("/t/ABCDEF/now?lesson=1")


def test_there_is_none_on_the_tablet_or_without_the_option() -> None:
    assert told("table", MINE, THEIRS) is None
    assert told("spectator", MINE, THEIRS) is None
    assert told("a", MINE, THEIRS, trainer=False) is None
    assert table_options({})["trainer"] is False


def test_there_is_none_before_both_pairs_lie_open() -> None:
    assert told("a", MINE) is None
    assert told("a", HIDDEN) is None
    assert told("a", HIDDEN, MINE) is None


def test_a_pair_that_lies_face_down_leaves_the_lesson_on_the_beat_before() -> None:
    before = last_pair(context("a", MINE, THEIRS, asked=False))
    for later in ((NEXT,), (HIDDEN,), (HIDDEN, NEXT)):
        assert last_pair(context("a", MINE, THEIRS, *later)) == before
    assert before is not None
    assert before[1] == action_from_json(MINE)


def test_what_was_taken_back_is_passed_over() -> None:
    whole = context("a", MINE, THEIRS)
    back = [{**line, "back": line["n"] > 2} for line in whole.log]
    assert last_pair(replace(whole, log=back)) is None


def test_who_plays_the_referee_alone_is_told_on_the_tablet() -> None:
    """Nobody else is there from whom it would have to be kept."""
    seen = context("table", MINE, THEIRS)
    options = table_options({"trainer": True, "opponent": "referee"})
    alone = replace(seen, options=options, taken=frozenset({"table"}))
    assert shown_lesson(replace(alone, taken=frozenset({"table", "a"}))) is None
    lesson = shown_lesson(alone)
    mine = told("a", MINE, THEIRS)
    assert lesson is not None
    assert mine is not None
    assert (lesson.says, lesson.mine, lesson.theirs) == (mine.says, mine.mine, mine.theirs)
    assert lesson.other == "Kallistar"
    assert shown_lesson(replace(alone, seat="spectator")) is None


@pytest.mark.parametrize("path", ["", "/now"])
def test_the_table_goes_on_while_a_lesson_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    table, seen = Table(tmp_path, options={"trainer": True}), []

    def while_the_other_looks(_: object, work: Callable[..., Lesson], *asked: Any) -> Lesson:
        with ThreadPoolExecutor(1) as other:
            seen.append(other.submit(table.seen, "b").result())
        return work(*asked)

    table.beat(STRIKE, DRIVE)
    lessons._lesson.cache_clear()
    monkeypatch.setattr(heavy, "run", while_the_other_looks)
    answer = table.client.get(f"/t/{table.code}{path}?lesson=1", headers=table.headers("a"))
    table.tables.close()
    assert "of duels like this" in answer.get_data(as_text=True)
    assert [view["phase"] for view in seen] == ["select"]
