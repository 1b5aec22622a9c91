"""Answers that a form posts, as a browser without a script sends them: they count, or a sentence says why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from tests.referee.any_table import AnyTable
from tests.referee.inquiry import GAME, ID


@pytest.fixture(autouse=True)
def _at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the game beside the bundled ones."""
    with_it = replace(registry.shelf(), games={**registry.games(), ID: GAME})
    monkeypatch.setattr(registry, "shelf", lambda: with_it)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path, options={"system": ID})
    yield made
    made.tables.close()


def page(table: AnyTable, seat: str = "p1") -> str:
    return unescape(table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text)


def send(table: AnyTable, action: dict[str, Any], seat: str = "p1", **fields: object) -> tuple[int, str]:
    """Post a form of a seat's page; return the status, and the sentence that answers it."""
    form = {
        "action": json.dumps(action),
        "version": table.view(seat)["version"],
        **{name.replace("__", "."): value for name, value in fields.items()},
    }
    answer = table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers(seat))
    said = re.search(r'class="reason"[^>]*data-word[^>]*>([^<]+)<', answer.text)
    return answer.status_code, unescape(said[1]) if said else ""


def stories(table: AnyTable) -> list[str]:
    return [line["action"]["do"] for line in table.record("p1")[1:] if "action" in line]


def test_a_choice_counts_without_a_script(table: AnyTable) -> None:
    assert 'name="field.stance" value="prone"' in page(table)
    status, _ = send(table, {"do": "stance", "seat": "p1"}, field__stance="prone")
    assert (status, stories(table)) == (303, ["stance"])


def test_facts_are_told_one_by_one(table: AnyTable) -> None:
    send(table, {"do": "shoot", "seat": "p1"})
    told = page(table)
    assert re.search(r'value="12"\s+aria-label="6 to 12″, In the open">6 to 12″<', told)
    shoot = {"do": "shoot", "seat": "p1"}
    assert send(table, shoot, field__inches="4", question="shoot p1")[0] == 303
    assert send(table, shoot, field__cover="no", question="shoot p1")[0] == 303
    assert "To hit" in page(table)
    assert send(table, shoot, field__die="17", question="shoot p1")[0] == 303
    assert stories(table) == ["shoot"]


BAD = [
    ("field__inches", "far", 'inches: "far" is not a whole number.'),
    ("field__inches", "-3", "is not from 0 to 48."),
    ("field__inches", "9999", "is not from 0 to 48."),
    ("field__inches", "7.5", 'inches: "7.5" is not a whole number.'),
    ("field__cover", "maybe", 'cover: "maybe" is not yes or no.'),
    ("field__die", "21", "die"),
    ("field__colour", "red", "colour: is not a field that belongs here."),
]


@pytest.mark.parametrize(("field", "text", "says"), BAD)
def test_what_does_not_fit_is_a_sentence_on_the_screen(
    table: AnyTable, field: str, text: str, says: str
) -> None:
    send(table, {"do": "shoot", "seat": "p1"})
    before = table.view("p1")["version"]
    status, told = send(table, {"do": "shoot", "seat": "p1"}, question="shoot p1", **{field: text})
    assert (status, says in told) == (200, True), told
    assert table.view("p1")["version"] == before
    assert stories(table) == []


def test_an_option_that_is_not_offered_is_refused_in_a_sentence(table: AnyTable) -> None:
    status, told = send(table, {"do": "stance", "seat": "p1"}, field__stance="flying")
    assert status == 200
    assert "flying" in told
    assert stories(table) == []


def test_a_question_for_another_seat_is_not_answered(table: AnyTable) -> None:
    send(table, {"do": "shoot", "seat": "p1"})
    status, told = send(table, {"do": "shoot"}, "p2", field__inches="4", question="shoot p1")
    assert status == 200
    assert "asked for this" in told
    assert "field.inches" not in page(table, "p2")


def test_the_score_is_told_with_what_was_rolled(table: AnyTable) -> None:
    send(table, {"do": "shoot", "seat": "p1", "inches": 4, "cover": False})
    assert "or more on" in page(table)
    assert "or more on" not in page(table, "p2")
    send(table, {"do": "shoot", "seat": "p1"}, field__die="3", question="shoot p1")
    score = table.view("p2")["moment"]["score"]
    assert (score["needed"], score["rolled"], score["success"]) == (9, [3], False)
    assert "Failed" in page(table, "p2")
