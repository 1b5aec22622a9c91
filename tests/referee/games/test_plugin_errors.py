"""A game of a stranger that fails while the server runs: a sentence at its tables, and all others go on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import unescape
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from referee.games.interface import Screens, screens
from referee.games.plugin_errors import failing_game
from referee.records.text import dump_line
from tests import soak
from tests.referee.cli import Cli
from tests.referee.seated import Seated

GAME = '''
"""A game that fails wherever it is told to."""

from dataclasses import replace

from referee.errors import InputError
from tests.referee.games.test_games_with_chance import Match, TopCard
from referee.games.interface import Screens

FAILS = set()


def maybe(name):
    if name in FAILS:
        kinds = {"view": KeyError, "read": ValueError, "rule": KeyError, "start": TypeError}
        raise kinds.get(name, RuntimeError)("a secret fell out")


class OwnMatch(Match):
    system = "pebbles"

    def view(self, position, seat):
        maybe("view")
        if "list" in FAILS:
            return ["a secret fell out"]
        shown = {"system": "pebbles", **super().view(position, seat), **super().summary(position)}
        shown |= {name: "a secret fell out" for name in ("undo", "seat") if f"a member: {name}" in FAILS}
        return {k: v for k, v in shown.items() if k not in FAILS}

    def summary(self, position):
        maybe("summary")
        return super().summary(position)

    def finished(self, position):
        maybe("finished")
        return super().finished(position)

    def questions(self, position):
        maybe("actions")
        (asked,) = super().questions(position)
        return [replace(asked, answers=self.answers(asked.answers))]

    def answers(self, good):
        if "no list" in FAILS:
            return None
        if "only none" in FAILS:
            return [None]
        wrong = {
            "none": None, "word": "take", "nested": good, "dict": super().write(good[0]),
            "seat": replace(good[0], seat=None), "list": replace(good[0], keep=["a secret fell out"]),
            "object": replace(good[0], keep=object()), "number": replace(good[0], keep=float("nan")),
        }  # fmt: skip
        return [*good, *(wrong[name] for name in wrong if f"an action: {name}" in FAILS)]

    def read(self, data, seat=None):
        maybe("read")
        if "renamed" in FAILS:
            raise InputError("a secret fell out")
        return super().read(data, seat)

    def rule(self, position, action):
        maybe("rule")
        return super().rule(position, action)

    def start(self, drawn):
        maybe("start")
        return super().start(drawn)


class OwnScreens(Screens):
    def screen(self, context):
        maybe("screen")
        return super().screen(context)

    def where(self, summary):
        maybe("where")
        return super().where(summary)

    def seat_name(self, seat, view=None):
        maybe("seat_name")
        return super().seat_name(seat, view)


class NoScreens:
    page = moment = "frame/moment.html"


SCREENS = OwnScreens("frame/moment.html", help="pebbles/none.html")


class Pebbles(TopCard):
    id, title, rules = "pebbles", "Pebbles", OwnMatch

    @property
    def screens(self):
        maybe("no screens")
        return SCREENS


GAME = Pebbles()
'''
SAYS = 'Table "{}" cannot be opened, because its game, "pebbles", fails.'


@pytest.fixture
def fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Let the referee know the game; gives the set of what fails in it."""
    (tmp_path / "pebbles_game.py").write_text(GAME)
    monkeypatch.syspath_prepend(tmp_path)
    point = registry.Found(EntryPoint("pebbles", "pebbles_game:GAME", registry.GROUP), "pebbles-for-referee")
    entries = [*registry.found(), point]
    registry.shelf.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(registry, "found", lambda: entries)
        registry.shelf()
    module: Any = sys.modules["pebbles_game"]
    yield module.FAILS
    del sys.modules["pebbles_game"]
    registry.shelf.cache_clear()


def test_the_command_line_says_which_game_has_actions_that_cannot_be_written(
    fails: set[str], cli: Cli
) -> None:
    position = dump_line({"format": "referee-position/1", "system": "pebbles", "pile": [1, 2, 3]})
    assert cli("actions", "--system", "pebbles", stdin=position).json["actions"]
    fails.add("only none")
    told = cli("actions", "--system", "pebbles", stdin=position)
    assert told.status == 2
    wrong = "one of its actions, of type NoneType, cannot be written and read again (InputError)"
    assert told.json["error"] == f'The game "pebbles" fails on this line: {wrong}.'


@pytest.fixture
def both(fails: set[str], tmp_path: Path) -> Iterator[tuple[Seated, Seated]]:
    """Give a table of that game and one of another, on one server."""
    one = Seated(tmp_path, options={"system": "pebbles"})
    two = Seated.__new__(Seated)
    two.settings, two.app, two.client = one.settings, one.app, one.client
    made = one.client.post("/api/tables", json={"system": "battlecon"}).get_json()
    two.code, two.tokens = made["code"], {seat: v["token"] for seat, v in made["seats"].items()}
    yield one, two
    one.tables.close()


def cookies(*tables: Seated) -> dict[str, str]:
    return {"Cookie": "; ".join(f"seat-{table.code}={table.tokens['table']}" for table in tables)}


@pytest.mark.parametrize("what", ["view", "actions", "screen", "seat_name"])
def test_a_table_says_which_game_fails_and_the_other_games_go_on(
    both: tuple[Seated, Seated], fails: set[str], what: str
) -> None:
    table, other = both
    fails.add(what)
    path = f"/api/tables/{table.code}/{what}" if what in {"view", "actions"} else f"/t/{table.code}"
    answer = table.client.get(path, headers=table.headers("table") | cookies(table))
    told = unescape(answer.get_data(as_text=True)).replace("\\", "")
    assert answer.status_code == 503
    assert SAYS.format(table.code) in told
    assert "secret" not in told
    assert other.get("table", "/view").status_code == 200
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    assert table.client.get("/", headers=cookies(table, other)).status_code == 200


@pytest.mark.parametrize("what", ["summary", "where", "seat_name", "finished"])
def test_the_start_page_keeps_the_other_tables(
    both: tuple[Seated, Seated], fails: set[str], what: str
) -> None:
    table, other = both
    fails.add(what)
    shown = table.client.get("/", headers=cookies(table, other))
    assert shown.status_code == 200
    assert f"/t/{other.code}" in shown.get_data(as_text=True)
    listed = table.client.get("/api/tables", headers=cookies(table, other)).get_json()["tables"]
    assert other.code in [entry["code"] for entry in listed]
    fails.clear()
    assert f"/t/{table.code}" in table.client.get("/", headers=cookies(table, other)).get_data(as_text=True)


def test_a_table_in_memory_that_fails_lets_the_others_be_read(
    both: tuple[Seated, Seated], fails: set[str]
) -> None:
    table, other = both
    assert table.get("table", "/view").status_code == 200
    fails.add("finished")
    assert other.get("table", "/view").status_code == 200


def test_what_no_game_raised_is_the_referees_own_fault() -> None:
    with pytest.raises(KeyError) as caught:
        registry.shelf().games["no such game"]
    assert failing_game(caught.value) == ""


@pytest.mark.parametrize("what", ["start", "read", "renamed", "rule"])
def test_a_game_that_can_no_longer_read_its_table_is_named(
    both: tuple[Seated, Seated], fails: set[str], what: str
) -> None:
    table, other = both
    table.do("table", {"do": "take", "seat": "a", "keep": "card"})
    table.tables.store.mark_deleted(table.code)
    fails.add(what)
    answer = table.get("table", "/view")
    assert answer.status_code == 503
    assert answer.get_json()["detail"].startswith(SAYS.format(table.code))
    page = table.client.get(f"/t/{table.code}", headers=cookies(table))
    assert "Waiting does not help." in page.text
    assert "Wait a moment" not in page.text
    assert other.get("table", "/view").status_code == 200
    assert other.code in table.client.get("/", headers=cookies(table, other)).text
    fails.clear()
    assert table.get("table", "/view").get_json()["version"] == 1, "nothing was lost"


def test_a_view_that_does_not_name_its_game_is_shown_all_the_same(
    both: tuple[Seated, Seated], fails: set[str]
) -> None:
    table, _ = both
    fails.add("system")
    assert table.get("table", "/view").get_json()["system"] == "pebbles"
    assert table.client.get(f"/t/{table.code}", headers=cookies(table)).status_code == 200


def test_the_help_of_a_game_stays_where_the_screens_of_another_one_fail(
    both: tuple[Seated, Seated], fails: set[str]
) -> None:
    _, other = both
    fails.add("no screens")
    assert other.client.get("/help/battlecon").status_code == 200
    assert "help-battlecon" in other.client.get("/help").text
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    answer = other.client.get("/help/pebbles")
    assert answer.status_code == 503
    assert "The game &#34;pebbles&#34; fails" in answer.text
    assert "Waiting does not help." in answer.text


@pytest.mark.parametrize("path", ["/api/tables/{}/view", "/t/{}"])
def test_a_view_that_is_no_dict_is_the_games_fault_and_the_log_says_so(
    both: tuple[Seated, Seated], fails: set[str], caplog: pytest.LogCaptureFixture, path: str
) -> None:
    table, other = both
    fails.add("list")
    answer = table.client.get(path.format(table.code), headers=table.headers("table") | cookies(table))
    assert answer.status_code == 503
    assert SAYS.format(table.code) in unescape(answer.text).replace("\\", "")
    assert "The game pebbles fails: its view is of type list, and must be a dict" in caplog.messages
    assert "secret" not in answer.text + caplog.text
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    assert table.client.get("/", headers=cookies(table, other)).status_code == 200
    fails.clear()
    assert table.client.get(f"/t/{table.code}", headers=cookies(table)).status_code == 200


@pytest.mark.usefixtures("fails")
def test_what_the_toolkit_cannot_do_with_what_a_game_gives_it_is_the_games_fault() -> None:
    shown = registry.game("pebbles").screens
    assert shown is not None
    with pytest.raises(KeyError) as caught:
        shown.where({})
    assert caught.traceback[-1].path == Path(screens.__file__)
    assert failing_game(caught.value) == "pebbles"


def test_a_member_of_a_view_that_the_table_would_write_over_is_the_games_fault(
    both: tuple[Seated, Seated], fails: set[str], caplog: pytest.LogCaptureFixture
) -> None:
    table, other = both
    fails |= {"a member: undo", "a member: seat"}
    answer = table.get("table", "/view")
    assert answer.status_code == 503
    assert SAYS.format(table.code) in answer.get_json()["detail"]
    said = 'its view has "seat" and "undo", names that the table itself uses'
    assert f"The game pebbles fails: {said}" in caplog.messages
    assert "secret" not in answer.text + caplog.text
    assert other.get("table", "/view").status_code == 200
    fails.remove("a member: seat")
    assert table.get("table", "/view").status_code == 503
    assert 'The game pebbles fails: its view has "undo", a name that the table itself uses' in caplog.messages


QUESTIONS = "a list or tuple of Questions, each with a name, seats and answers"


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (
            "no list",
            f"its questions gives list, and must give {QUESTIONS}",
        ),
        ("screens", "its screens are of type NoScreens, and must be Screens"),
    ],
)
def test_a_missing_member_and_bad_actions_are_the_games_fault_and_the_log_says_so(
    both: tuple[Seated, Seated],
    fails: set[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    says: str,
) -> None:
    """The page leads to no rules: those of another game would be wrong there."""
    table, other = both
    fails.add(what)
    if what != "no list":
        module: Any = sys.modules["pebbles_game"]
        monkeypatch.setattr(type(registry.game("pebbles")), "screens", module.NoScreens())
    answer = table.client.get(f"/t/{table.code}", headers=cookies(table))
    assert answer.status_code == 503
    assert SAYS.format(table.code) in unescape(answer.text)
    assert 'href="/rules/' not in answer.text
    assert f"The game pebbles fails: {says}" in caplog.messages
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    assert table.client.get("/", headers=cookies(table, other)).status_code == 200


OTHER_FAULTS = ["word", "dict", "seat", "list", "object", "number"]


@pytest.mark.parametrize("what", ["none", "nested", *soak.rest(soak.SEVERAL, OTHER_FAULTS)])
def test_an_action_that_is_none_is_the_games_fault_and_the_log_says_so(
    both: tuple[Seated, Seated], fails: set[str], caplog: pytest.LogCaptureFixture, what: str
) -> None:
    """One that the game cannot write and read again, at the end of a list of good ones."""
    table, other = both
    fails.add(f"an action: {what}")
    for seat, path in (("table", "/t/{}"), ("table", "/api/tables/{}/actions"), ("a", "/t/{}")):
        seated = table.headers(seat) | {"Cookie": f"seat-{table.code}={table.tokens[seat]}"}
        answer = table.client.get(path.format(table.code), headers=seated)
        assert answer.status_code == 503, (seat, path)
        assert SAYS.format(table.code) in unescape(answer.text).replace("\\", "")
        assert "secret" not in answer.text + caplog.text
    said = [line for line in caplog.messages if line.startswith("The game pebbles fails: ")]
    assert len(said) == 3
    assert all("one of its actions, of type" in line for line in said)
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    assert table.client.get("/", headers=cookies(table, other)).status_code == 200
    fails.clear()
    table.tables.store.mark_deleted(table.code)  # its questions are kept while the position is the same
    assert table.client.get(f"/t/{table.code}", headers=cookies(table)).status_code == 200


@pytest.mark.parametrize("path", ["/t/{}", "/help/pebbles"])
def test_a_template_that_is_missing_is_the_games_fault_and_the_log_names_it(
    both: tuple[Seated, Seated],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
) -> None:
    table, other = both
    none = Screens("pebbles/none.html", help="pebbles/none.html")
    monkeypatch.setattr(type(registry.game("pebbles")), "screens", none)
    answer = table.client.get(path.format(table.code), headers=cookies(table))
    assert answer.status_code == 503
    assert 'game, "pebbles", fails' in unescape(answer.text) or 'game "pebbles" fails' in unescape(
        answer.text
    )
    assert "Waiting does not help." in answer.text
    assert "The game pebbles fails: there is no template “pebbles/none.html”" in caplog.messages
    assert other.client.get(f"/t/{other.code}", headers=cookies(other)).status_code == 200
    assert other.client.get("/help/battlecon").status_code == 200


def test_the_help_of_all_games_leaves_out_one_without_its_template(both: tuple[Seated, Seated]) -> None:
    _, other = both
    told = other.client.get("/help").text
    assert "help-battlecon" in told
    assert "Pebbles" not in told
