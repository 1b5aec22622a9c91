"""The frame around a game with screens: its pages, its refusals, and nothing of another seat's choice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
from werkzeug.test import TestResponse

from referee.games import registry
from referee.games.battlecon.match import DuelContext
from referee.games.battlecon.pages.screen import DuelScreen
from referee.games.battlecon.pages.screens import BattleScreens
from referee.games.interface import Json
from tests.referee.any_table import AnyTable, steady
from tests.referee.seated import Seated

FIGHTERS = [
    {"do": "choose_fighter", "seat": "a", "fighter": "cadenza"},
    {"do": "choose_fighter", "seat": "b", "fighter": "kallistar"},
]
HTMX = {"HX-Request": "true"}


class Page:
    """A seat's browser at a table of its own, without a script unless it says so."""

    def __init__(self, table: Seated, seat: str) -> None:
        self.table, self.seat = table, seat
        self.client = table.app.test_client()
        self.client.set_cookie(f"seat-{table.code}", table.tokens[seat])

    def get(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(f"/t/{self.table.code}{path}", headers=headers)

    def do(self, action: dict[str, Any], *, script: bool = True, **more: Any) -> TestResponse:
        shown = self.get().text
        version = re.search(r'data-version="(\d+)"', shown)
        stage = re.search(r'name="stage" value="([^"]*)"', shown)
        assert version
        form = {"action": json.dumps(action), "version": version[1], "stage": stage[1] if stage else ""}
        return self.client.post(f"/t/{self.table.code}/do", data=form | more, headers=HTMX if script else {})


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path, options={"system": "battlecon"})


def begun(folder: Path, now: Callable[[], str] | None = None) -> Seated:
    folder.mkdir(exist_ok=True)
    links = count()
    same = replace(
        steady(), code=lambda: "AAAAAA", pin=lambda: "0000", generation=lambda: f"{next(links):032x}"
    )
    same = replace(same, now=now or same.now)
    seated = Seated(folder, options={"system": "battlecon"}, sources=same, secret="the same links")
    for action in FIGHTERS:
        assert Page(seated, action["seat"]).do(action).status_code == 200
    return seated


@pytest.mark.parametrize("seat", ["table", "a", "b"])
def test_each_seat_has_a_page_and_its_fragment(table: Seated, seat: str) -> None:
    page = Page(table, seat).get()
    assert page.status_code == 200
    assert page.text.count('id="moment"') == 1
    fragment = Page(table, seat).get("/now", **HTMX)
    assert fragment.text.lstrip().startswith("<section")
    assert "<html" not in fragment.text


def test_without_a_seat_the_table_leads_to_the_door(table: Seated) -> None:
    answer = table.app.test_client().get(f"/t/{table.code}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/join?code={table.code}&seatless=1"


@pytest.mark.parametrize("path", ["/square/001", "/sight", "/squares", "/door/north", "/chances"])
def test_a_page_of_the_first_game_is_not_there(table: Seated, path: str) -> None:
    assert Page(table, "table").get(path).status_code == 404


def test_a_form_without_a_script_leads_back_to_the_table(table: Seated) -> None:
    answer = Page(table, "a").do(FIGHTERS[0], script=False)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{table.code}"
    assert "Cadenza" in Page(table, "b").get().text


def test_a_refusal_is_a_sentence_with_its_case_and_changes_nothing(tmp_path: Path) -> None:
    seated = begun(tmp_path / "one")
    pair = {"do": "commit_pair", "seat": "a", "style": "clockwork", "base": "strike"}
    answer = Page(seated, "a").do(pair)
    assert answer.status_code == 200
    assert "Not allowed" in answer.text
    assert "it is in discard 2" in answer.text
    assert "/rules/battlecon/5.0" in answer.text
    assert seated.view()["committed"] == {}


def test_a_tap_that_comes_too_late_does_nothing(tmp_path: Path) -> None:
    seated = begun(tmp_path / "one")
    late = Page(seated, "a").do({"do": "concede", "seat": "a"}, version="0", stage="old")
    assert "too late" in late.text
    assert seated.view()["phase"] == "select"


@pytest.mark.parametrize("text", ["", "[]", "{", "7"])
def test_what_is_no_action_is_a_bad_request(table: Seated, text: str) -> None:
    page = Page(table, "a")
    answer = page.client.post(f"/t/{table.code}/do", data={"action": text, "version": "0"})
    assert answer.status_code in {400, 422}


def test_a_choice_of_the_same_stage_is_not_stale_because_the_other_chose_first(tmp_path: Path) -> None:
    seated = begun(tmp_path / "one")
    a, b = Page(seated, "a"), Page(seated, "b")
    shown = re.search(r'data-version="(\d+)"', b.get().text)
    assert shown
    a.do({"do": "commit_pair", "seat": "a", "style": "battery", "base": "strike"})
    pair = {"do": "commit_pair", "seat": "b", "style": "blazing", "base": "shot"}
    b.do(pair, version=shown[1])
    assert seated.view()["phase"] == "ante"


@pytest.mark.parametrize("seat", ["b", "table"])
def test_the_screens_of_others_do_not_differ_by_what_lies_face_down(tmp_path: Path, seat: str) -> None:
    """Body and headers, the page and the fragment, also after a change of mind (5.0)."""
    seen = []
    for name, pairs in (
        ("one", [("battery", "strike")]),
        ("two", [("special", "burst"), ("grapnel", "shot")]),
    ):
        seated = begun(tmp_path / name)
        for style, base in pairs:
            Page(seated, "a").do({"do": "commit_pair", "seat": "a", "style": style, "base": base})
        page, fragment = Page(seated, seat).get(), Page(seated, seat).get("/now", **HTMX)
        seen.append([(answer.data, answer.headers.to_wsgi_list()) for answer in (page, fragment)])
    assert seen[0] == seen[1]


def test_the_report_opens_with_the_end(tmp_path: Path) -> None:
    seated = begun(tmp_path / "one")
    page = Page(seated, "a")
    assert "Not yet" in page.get("/report").text
    page.do({"do": "concede", "seat": "a"})
    assert "Kallistar Flarechild wins" in page.get("/report").text
    assert "The duel is over" in page.get().text
    assert 'class="table-grid asks"' in Page(seated, "table").get().text, "who won comes before the plates"


def test_no_screen_differs_by_the_second_of_its_clock(tmp_path: Path) -> None:
    """Two screens of one moment are the same, though one is sent some seconds after the other."""
    time = ["2026-11-22T20:00:00+00:00"]
    seated = begun(tmp_path / "one", lambda: time[0])
    pages = []
    for second in ("00", "01", "59"):
        time[0] = f"2026-11-22T20:01:{second}+00:00"
        pages.append(Page(seated, "b").get().data)
    assert pages[0] == pages[1] == pages[2]
    assert b'data-since="60"' in pages[0]


@dataclass(frozen=True)
class TellingGame(DuelScreen):
    """What a duel shows, with all that a game may tell in the frame's own parts."""

    news: ClassVar[Json] = {"tone": "done", "word": "Told", "reason": "A fighter was chosen.", "cases": []}
    overtaken: ClassVar[Json] = {**news, "late": "Another tap was quicker."}
    said: ClassVar[str] = "The duel is being set up."
    has_turn: ClassVar[bool] = True


class Telling(BattleScreens):
    """Screens whose screen tells all of that."""

    def screen(self, context: DuelContext) -> TellingGame:
        """Return what the templates show."""
        shown = super().screen(context)
        return TellingGame(**{field.name: getattr(shown, field.name) for field in fields(shown)})


def test_a_game_tells_in_the_parts_of_the_frame_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = Telling(answer="frame/_options.html", replay="/steps")
    monkeypatch.setattr(registry.game("battlecon"), "screens", screens)
    page = Page(begun(tmp_path / "one"), "a")
    assert re.search(r'id="said"[^>]* data-yours>The duel is being set up\.<', page.get().text)
    late = page.do({"do": "concede", "seat": "a"}, version="0", stage="old").text
    assert "Another tap was quicker." in late
    answer = page.do({"do": "concede", "seat": "a"}).text
    assert "A fighter was chosen." in answer
    assert 'id="no-options"' in answer
    assert "Another tap" not in answer
    assert page.get("/replay/0").status_code == 404


def test_the_tablet_waits_for_nobody_while_it_is_asked_itself(tmp_path: Path) -> None:
    """Each player is asked too what stands on the table: whoever comes first says it."""
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 3})

    def head(seat: str) -> str:
        page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
        return page.partition('<h1 tabindex="-1">')[2].partition("</h1>")[0]

    assert "Waiting" not in head("table")
    table.do("table", {"do": "lay_out", "buildings": 0, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    assert "Waiting for" in head("table")
    table.tables.close()
