"""Who taps a screen that the table has overtaken is told so, and is shown how it stands now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.seated import HIDDEN, START, Seated

STEP = {"do": "step", "to": "008"}
TOO_FAR = {"do": "step", "to": "212"}


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table at which Peter has just taken a step."""
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    table.do("human", START, {"do": "start_move", "characters": ["peter"]}, STEP)
    yield table
    table.tables.close()


@pytest.mark.parametrize("action", [STEP, TOO_FAR], ids=["done by somebody else", "never allowed"])
def test_a_refusal_does_not_hide_that_the_table_has_moved_on(seated: Seated, action: dict[str, str]) -> None:
    """The whole screen comes, as for a legal action; otherwise news would replace the answer."""
    shown = post(seated, action, seated.version - 1)
    assert "The game has moved on. Your tap came too late and did nothing." in shown
    assert "Peter goes from 009 to 008." in shown, "What was done first is told, whoever did it."
    assert f'data-version="{seated.version}"' in shown


def test_a_refusal_on_the_screen_as_it_stands_says_why(seated: Seated) -> None:
    shown = post(seated, TOO_FAR, seated.version)
    assert "The game has moved on" not in shown
    assert "212" in shown
    assert 'id="ruling"' in shown
    assert 'id="moment"' not in shown


def post(table: Seated, action: dict[str, str], version: int) -> str:
    """Press a key of the screen that showed a version, and return what the page is sent."""
    answer = table.client.post(
        f"/t/{table.code}/do",
        data={"action": json.dumps(action), "version": str(version)},
        headers={**table.headers("table"), "HX-Request": "true"},
    )
    assert answer.status_code == 200
    return answer.get_data(as_text=True)
