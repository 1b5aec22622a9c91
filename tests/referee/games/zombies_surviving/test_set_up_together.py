"""Several who set a table up at the same time: what one does spoils nothing of the others."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

from tests.referee.any_table import AnyTable

ANN = {"name": "Ann", "traits": ["leader"], "items": [{"item": "pistol"}]}
ROSTER = {"do": "use_roster", "seat": "p1", "characters": [ANN]}


def forms(table: AnyTable, seat: str) -> list[dict[str, str]]:
    """Return what stands in the forms of a seat's page that build a character or take a file."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text
    found = re.findall(r"<form[^>]*(?:data-builder|data-file).*?</form>", page, re.DOTALL)
    fields = [re.findall(r'<input type="hidden" name="(\w+)"\s+value="([^"]*)"', form) for form in found]
    return [{name: unescape(value) for name, value in one} for one in fields]


def send(table: AnyTable, seat: str, form: dict[str, str], **fields: Any) -> int:
    sent = table.client.post(f"/t/{table.code}/do", data=form | fields, headers=table.headers(seat))
    return sent.status_code


def test_1_1_a_character_counts_though_others_have_chosen_meanwhile(tmp_path: Path) -> None:
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 2})
    builder, *_ = [one for one in forms(table, "p2") if "create_character" in one.get("action", "")]
    table.do("p1", ROSTER)
    assert send(table, "p2", builder, **{"field.name": "Bob"}) == 303
    assert [*table.view()["figures"]] == ["ann", "bob"]
    assert all(form["serial"].isdigit() for form in forms(table, "p2"))
    table.tables.close()


def test_1_1_the_same_form_sent_twice_counts_once(tmp_path: Path) -> None:
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 2, "points": 0})
    builder, *_ = [one for one in forms(table, "p2") if "create_character" in one.get("action", "")]
    assert send(table, "p2", builder, **{"field.name": "Bob"}) == 303
    assert send(table, "p2", builder, **{"field.name": "Bea"}) != 303
    assert [*table.view()["figures"]] == ["bob"]
    table.tables.close()


def test_a_player_without_a_phone_sees_at_the_tablet_that_he_must_say_he_is_ready(tmp_path: Path) -> None:
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 1})
    table.do("table", {"do": "recruit", "seat": "p1", "character": "ana"})
    head = r"<summary><span><span[^>]*>Characters: Player 1<.*?</summary>"
    fold = rf'(?s)<details class="question panel"( open)?>\s*{head}(.*)'
    page = unescape(table.client.get(f"/t/{table.code}", headers=table.headers("table")).text)
    found = re.search(fold, page)
    assert found
    assert found[1] == " open"
    assert re.search(r'<button class="wide main"[^>]*>Ready<', found[2])
    table.do("table", {"do": "ready", "seat": "p1"})
    page = unescape(table.client.get(f"/t/{table.code}", headers=table.headers("table")).text)
    found = re.search(fold, page)
    assert found
    assert not found[1]
    assert "✓ ready" in found[0].split("</summary>")[0]
    table.tables.close()


def test_a_phone_keeps_its_choices_while_the_tablet_lays_out_the_table(tmp_path: Path) -> None:
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 2})
    table.do("table", {"do": "lay_out", "edge": "south"})
    assert any("create_character" in one.get("action", "") for one in forms(table, "p1"))
    assert not forms(table, "table")
    table.tables.close()
