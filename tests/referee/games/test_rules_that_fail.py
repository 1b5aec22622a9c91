"""Rules of a stranger that raise, or answer with what they should not: one sentence, and all else goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import unescape
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from rules.questions import Question
from tests import soak
from tests.referee.games.test_plugin_errors import cookies
from tests.referee.seated import Seated

GAME = '''
"""Who takes the last stone wins, if the rules do not fail."""

from dataclasses import replace

from referee.games.interface import Game
from referee.games.interface.screens import Screens
from referee.games.interface.rules import Rules
from rules.fields import action, hidden, picked, position, rolled
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Ruling, allow, done

FAILS = {}


def maybe(name, answer):
    if FAILS.get(name) == "raises":
        raise KeyError("a secret fell out")
    if FAILS.get(name) == "stops":
        next(iter(()))
    if FAILS.get(name) == "exits":
        raise SystemExit("a secret fell out")
    return FAILS.get(name, answer)


@action
class Take:
    """Take stones."""

    seat: str
    die: int | None = rolled("take", 3)


@position
class Position:
    """The stones that are left."""

    left: int = 5
    next: str = "a"


class Stones(Rules[Position, Take]):
    position, action = Position, Take

    def start(self, drawn):
        return maybe("start", Position())

    def roster(self, position):
        return maybe("roster", [Seat("a", "Player A"), Seat("b", "Player B")])

    def questions(self, position):
        return maybe("questions", [Question("take", (position.next,), (Take(position.next),))])

    def winners(self, position):
        return maybe("winners", None if position.left > 0 else ("b" if position.next == "a" else "a",))

    def judge(self, position, action):
        if action.die is None:
            return maybe("judge", allow(("1.0",), "Roll.", {"die": 1}))
        after = Position(position.left - action.die, "b" if action.seat == "a" else "a")
        return maybe("judge", maybe("judge at last", done(after, ("1.0",), "Taken.")))


    def view(self, position, seat):
        return maybe("view", super().view(position, seat))

    def places(self, steps):
        return maybe("places", super().places(steps))

    def must_agree(self, step, asker):
        return maybe("must_agree", super().must_agree(step, asker))

    def consent(self, position, action):
        return maybe("consent", super().consent(position, action))


class StonesGame(Game[Position, Take]):
    interface = 2
    id, title, rules, package = "stones", "Stones", Stones, "tests"
    screens = Screens("frame/moment.html")

    def rulebook(self):
        return Rulebook(self.title, [Case("1.0", "The turn", ())])


GAME = StonesGame()
'''
TAKE = {"do": "take", "seat": "a"}


@pytest.fixture
def fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Let the referee know the game; gives what fails in it, and how."""
    (tmp_path / "stones_game.py").write_text(GAME)
    monkeypatch.syspath_prepend(tmp_path)
    point = registry.Found(EntryPoint("stones", "stones_game:GAME", registry.GROUP), "stones-for-referee")
    entries = [*registry.found(), point]
    registry.shelf.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(registry, "found", lambda: entries)
        registry.shelf()
    module: Any = sys.modules["stones_game"]
    yield module.FAILS
    del sys.modules["stones_game"]
    registry.shelf.cache_clear()


@pytest.fixture
def both(fails: dict[str, Any], tmp_path: Path) -> Iterator[tuple[Seated, Seated]]:
    """Give a table of that game and one of another, on one server."""
    one = Seated(tmp_path, options={"system": "stones"})
    two = Seated.__new__(Seated)
    two.settings, two.app, two.client = one.settings, one.app, one.client
    made = one.client.post("/api/tables", json={"system": "battlecon"}).get_json()
    two.code, two.tokens = made["code"], {seat: v["token"] for seat, v in made["seats"].items()}
    yield one, two
    one.tables.close()


def all_else_goes_on(table: Seated, other: Seated) -> None:
    """Check that no other table and no shared page is touched."""
    assert other.get("table", "/view").status_code == 200
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    assert table.client.get("/", headers=cookies(table, other)).status_code == 200


SOME = [("judge", "raises"), ("judge at last", None), ("questions", 7), ("roster", None), ("winners", 7)]
"""What fails: it raises, or gives nothing, or a number."""
OTHERS = [
    (what, how)
    for what in ("judge", "judge at last", "questions", "roster", "winners")
    for how in ("raises", None, 7)
    if (what, how) not in [*SOME, ("winners", None)]  # None says that the game goes on
]


@pytest.mark.parametrize(("what", "how"), [*SOME, *soak.rest(soak.SEVERAL, OTHERS)])
def test_an_action_that_the_rules_fail_on_is_answered_with_a_sentence_and_changes_nothing(
    both: tuple[Seated, Seated], fails: dict[str, Any], caplog: pytest.LogCaptureFixture, what: str, how: Any
) -> None:
    table, other = both
    before = table.get("table", "/view").get_json()
    fails[what] = how
    answer = table.try_("a", TAKE)
    assert answer.status_code == 503, answer.text
    assert (
        f'Table "{table.code}" cannot be opened, because its game, "stones", fails.'
        in answer.get_json()["detail"]
    )
    assert "fell out" not in answer.text + caplog.text
    if how != "raises":
        wrong = f"its {what.split(maxsplit=1)[0]} gives {type(how).__name__}, and must give "
        assert any(wrong in line for line in caplog.messages)
    page = table.client.get(f"/t/{table.code}", headers=cookies(table))
    assert "fell out" not in page.text
    all_else_goes_on(table, other)
    fails.clear()
    assert table.get("table", "/view").get_json() == before, "nothing is changed"
    assert len(table.record()) == 1
    assert table.do("a", TAKE)["ruling"]["legal"]


@pytest.mark.parametrize(("what", "how"), [*SOME[:1], *soak.rest(soak.SEVERAL, [*SOME[1:], *OTHERS])])
def test_a_table_whose_rules_fail_is_named_and_opens_again_once_they_do_not(
    both: tuple[Seated, Seated], fails: dict[str, Any], what: str, how: Any
) -> None:
    """The table is read from the database again, as after a restart."""
    table, other = both
    table.do("a", TAKE)
    after = table.view()
    table.tables.store.mark_deleted(table.code)
    fails[what] = how
    for path in ("/api/tables/{}/view", "/api/tables/{}/actions", "/t/{}"):
        headers = table.headers("table") | cookies(table)
        answer = table.client.get(path.format(table.code), headers=headers)
        assert answer.status_code == 503, path
        assert f'Table "{table.code}" cannot be opened' in unescape(answer.text).replace("\\", "")
        assert "fell out" not in answer.text
    all_else_goes_on(table, other)
    fails.clear()
    assert table.view() == after
    assert other.get("table", "/view").status_code == 200


def test_a_new_table_of_a_game_whose_rules_fail_is_refused(
    both: tuple[Seated, Seated], fails: dict[str, Any]
) -> None:
    table, other = both
    for what in ("start", "roster"):
        fails[what] = "raises"
        answer = table.client.post("/api/tables", json={"system": "stones"})
        assert answer.status_code == 503
        assert '"stones" fails' in answer.get_json()["detail"].replace(", ", " ").replace(",", "")
        fails.clear()
    all_else_goes_on(table, other)


@pytest.mark.parametrize("how", ["raises", 7])
def test_what_a_game_says_of_agreement_may_fail_too(
    both: tuple[Seated, Seated], fails: dict[str, Any], how: Any
) -> None:
    table, other = both
    table.do("a", TAKE)
    before = table.view()
    fails |= {"must_agree": how, "consent": how}
    for answer in (table.post("a", "/undo"), table.try_("b", TAKE | {"seat": "b"})):
        assert answer.status_code == 503
        assert f'Table "{table.code}" cannot be opened' in answer.get_json()["detail"]
    all_else_goes_on(table, other)
    fails.clear()
    assert table.view() == before


@pytest.mark.parametrize(("what", "how"), [("judge", "stops"), ("judge", "exits"), ("questions", "exits")])
def test_rules_that_end_an_iteration_or_the_program_fail_like_any_others(
    both: tuple[Seated, Seated], fails: dict[str, Any], what: str, how: str
) -> None:
    """A `next` that finds nothing comes out of the referee's generators as another exception."""
    table, other = both
    fails[what] = how
    for path in ("/api/tables/{}/actions", "/t/{}"):
        headers = table.headers("a") | cookies(table)
        answer = table.client.get(path.format(table.code), headers=headers)
        assert answer.status_code == 503, path
        assert "fell out" not in answer.text
    assert table.try_("a", TAKE).status_code == 503
    all_else_goes_on(table, other)
    fails.clear()
    assert table.do("a", TAKE)["ruling"]["legal"]


@pytest.mark.parametrize("what", ["view", "places"])
def test_what_only_some_games_say_may_end_the_program_too(
    both: tuple[Seated, Seated], fails: dict[str, Any], what: str
) -> None:
    table, other = both
    table.do("a", TAKE)
    table.tables.store.mark_deleted(table.code)
    fails[what] = "exits"
    assert table.get("a", "/view").status_code == 503
    all_else_goes_on(table, other)


def test_a_tap_that_comes_too_late_is_answered_where_the_view_fails(
    both: tuple[Seated, Seated], fails: dict[str, Any]
) -> None:
    table, other = both
    table.do("a", TAKE)
    fails["view"] = "raises"
    answer = table.try_("b", TAKE | {"seat": "b"}, version=0)
    assert answer.status_code == 503
    assert f'Table "{table.code}" cannot be opened' in answer.get_json()["detail"]
    all_else_goes_on(table, other)


TAKES: dict[str, Any] = {"name": "take", "who": ("a",)}


@pytest.mark.parametrize(
    "wrong",
    [{"who": ()}, {"who": "a"}, {"name": ""}, {"seconds": 10**30}, {"seconds": "5"}, {"accepts": ("x",)}],
    ids=str,
)
def test_a_question_that_is_none_fails_like_any_other_answer_and_leaves_nothing_behind(
    both: tuple[Seated, Seated], fails: dict[str, Any], wrong: dict[str, Any]
) -> None:
    table, other = both
    before = table.view()
    with table.tables.store.locked(table.code) as loaded:
        answer: Any = loaded.match.read(TAKE)
    fails["questions"] = [Question(**{**TAKES, "answers": (answer,), "otherwise": answer, **wrong})]
    for seat, path in (("a", "/actions"), ("b", "/view")):
        assert table.get(seat, path).status_code in {200, 503}, path
    assert table.try_("a", TAKE).status_code == 503
    all_else_goes_on(table, other)
    fails.clear()
    assert table.view() == before
