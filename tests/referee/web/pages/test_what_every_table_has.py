"""What every table has stands once: who is there, joining, letting devices in, names, and agreement."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.games.battlecon.match import BattleRules
from referee.games.dawn_of_the_dead.pages.screen import Screen
from referee.web.pages.table_screen import FrameScreen
from rules.ruling import Ruling, refuse
from tests.referee.any_table import AnyTable
from tests.referee.games.battlecon.duel_tables import Duel
from tests.referee.seated import Seated

PARTS = ("seats", "naming", "arrival", "joining", "agreement", "is_spectator", "seat_name", "alone")


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Duel]:
    made = Duel(tmp_path)
    yield made
    made.app.extensions["tables"].close()


def page(table: AnyTable, seat: str, more: Mapping[str, str] | None = None) -> str:
    """Return the screen of a seat."""
    return table.client.get(f"/t/{table.code}", headers={**table.headers(seat), **(more or {})}).text


def part(table: AnyTable, seat: str, name: str) -> str:
    """Return what a person reads in one part of the screen of a seat."""
    text = page(table, seat)
    text = text[text.index(f'id="{name}"') :]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text[: text.index("</section>")])).split())


def test_no_game_makes_these_parts_itself() -> None:
    assert set(PARTS) <= set(vars(FrameScreen))
    assert set(PARTS).isdisjoint(vars(Screen))


def test_a_phone_of_any_game_opens_the_table_on_another_tablet(duel: Duel) -> None:
    """Where both players have secrets, both phones do; it leads to the tablet's screen and nowhere else."""
    for seat in "ab":
        assert "Open the table on another tablet" in part(duel, seat, "seats")
        assert set(re.findall(r'/join/([^"]+)"', page(duel, seat))) == {duel.tokens["table"]}


def test_who_has_secrets_can_cover_them_and_gets_the_page_covered_again(duel: Duel, tmp_path: Path) -> None:
    """The key is on the screens of seats with secrets alone; a cookie of the table draws it covered."""
    mall = Seated(tmp_path / "mall")
    for table, seat in ((duel, "a"), (mall, "zombie")):
        assert 'data-path="' + f"/t/{table.code}" in page(table, seat)
        assert cover(page(table, seat)) == "hidden"
        assert cover(page(table, seat, {"Cookie": "cover=on"})) == "shown"
        assert cover(page(table, "table")) == ""
    assert cover(page(mall, "human")) == ""
    mall.tables.close()


def cover(text: str) -> str:
    """Return whether what lies over a page is shown, and "" where there is none."""
    found = re.search(r'<button[^>]* id="cover"[^>]*>', text)
    assert bool(found) is (" data-cover " in text)
    return ("hidden" if " hidden" in found[0] else "shown") if found else ""


def test_the_tablet_says_whose_phone_is_away_and_each_phone_is_told(duel: Duel) -> None:
    duel.call("a", "Ann")
    for seat in "ab":
        duel.client.get(f"/join/{duel.tokens[seat]}")
    duel.post("b", "/undo", answer="ask", n=1, version=duel.seen("b")["version"])
    assert "Ann’s phone is away" in part(duel, "table", "agreement")
    asked = part(duel, "b", "agreement")
    assert "You ask to take back 2 steps." in asked
    assert "Ann’s phone is away; the tablet can answer for that player." in asked


def test_a_no_at_the_tablet_is_told_as_one(duel: Duel) -> None:
    duel.post("a", "/undo", answer="ask", version=duel.seen("a")["version"])
    duel.post("table", "/undo", answer="decline")
    for seat in "ab":
        assert "Declined at the tablet: nothing is taken back." in part(duel, seat, "agreement")


def test_any_game_whose_rules_can_be_overruled_offers_it(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key asks the other player, and a yes carries the action out; most games refuse it firmly."""
    refused = {"do": "choose_fighter", "seat": "a", "fighter": "cadenza"}
    sent = {"action": json.dumps(refused), "version": duel.seen("a")["version"]}
    address, headers = f"/t/{duel.code}/do", duel.headers("a")
    assert "Allow anyway" not in duel.client.post(address, data=sent, headers=headers).text
    refusal: Ruling[Any] = refuse((), "Not now.")
    allowed = partial(Ruling, True, (), "So be it.")
    monkeypatch.setattr(BattleRules, "check", lambda *_: refusal)
    monkeypatch.setattr(BattleRules, "force", lambda _, position, __: allowed(after=position))
    key = duel.client.post(address, data=sent, headers=headers).text
    assert "Allow anyway (both must agree): the refused action" in " ".join(unescape(key).split())
    posted = duel.client.post(f"/t/{duel.code}/override", data=sent, headers=headers)
    assert posted.status_code == 303
    assert "asks to allow an action that the referee refused." in part(duel, "b", "agreement")
    serial = str(duel.seen("b")["request"]["serial"])
    agreed = {"answer": "agree", "side": "b", "serial": serial}
    duel.client.post(f"/t/{duel.code}/override", data=agreed, headers=duel.headers("b"))
    assert duel.record()[-1]["overridden"]
