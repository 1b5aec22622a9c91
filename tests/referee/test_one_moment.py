"""A tap takes its table once, looks up its seat once and reads its action once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.counting import LOCKS, LOOKUPS, PARSES, counted
from tests.referee.seated import Seated

START_MOVE = {"do": "start_move", "characters": ["peter"]}
STEP = {"do": "step", "to": "008"}


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter is on the move."""
    table = Seated(tmp_path)
    table.set_up()
    table.do("human", START_MOVE)
    yield table
    table.tables.close()


def tap(table: Seated, action: dict[str, Any], version: int) -> str:
    """Tap a key on the human player's phone, and return what it shows."""
    form = {"action": json.dumps(action, separators=(",", ":")), "version": str(version)}
    headers = {**table.headers("human"), "HX-Request": "true"}
    answer = table.client.post(f"/t/{table.code}/do", headers=headers, data=form)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("action", [STEP, {"do": "walk", "path": ["008", "026"]}], ids=["step", "walk"])
def test_a_tap_takes_the_table_once(seated: Seated, action: dict[str, Any]) -> None:
    version = seated.version
    with counted() as counts:
        shown = tap(seated, action, version)
    assert "Peter goes from 009" in shown
    assert (counts[LOCKS], counts[LOOKUPS]) == (1, 1)
    assert counts[PARSES] == len(action.get("path", ["one step"]))


@pytest.mark.parametrize(
    ("address", "asked"),
    [("/do", {"action": STEP}), ("/batch", {"batch": {"do": "walk", "path": ["008", "026"]}})],
    ids=["an action", "a batch"],
)
def test_a_call_of_the_api_takes_the_table_once(seated: Seated, address: str, asked: dict[str, Any]) -> None:
    version = seated.version
    with counted() as counts:
        answer = seated.post("human", address, version=version, **asked)
    assert answer.get_json()["view"]["version"] > version
    assert (counts[LOCKS], counts[LOOKUPS]) == (1, 1)


def test_a_page_takes_the_table_once(seated: Seated) -> None:
    with counted() as counts:
        page = seated.client.get(f"/t/{seated.code}", headers=seated.headers("human"))
    assert page.status_code == 200
    assert (counts[LOCKS], counts[LOOKUPS]) == (1, 1)


def test_nothing_comes_between_what_is_read_in_one_go(seated: Seated) -> None:
    """Another device acts while a page is made: the page shows one moment, before or after it."""
    seen, started, version = [], threading.Event(), seated.version

    def step() -> None:
        started.set()
        seated.tables.playing.do(seated.code, "human", STEP, version)

    other = threading.Thread(target=step)
    with seated.tables.held(seated.code):
        seen.append(seated.tables.view(seated.code, "human")["version"])
        other.start()
        started.wait(5)
        other.join(0.2)
        seen += [
            seated.tables.view(seated.code, "human")["version"],
            len(seated.tables.story(seated.code, "human")),
        ]
    other.join(5)
    assert seen == [version, version, 3]
    assert seated.version == version + 1


def test_what_another_process_saved_first_is_read_again_within_the_block(seated: Seated) -> None:
    """A change that came too late is answered with the table as it is on disk."""
    other = Seated.__new__(Seated)
    other.settings, other.code, other.tokens = seated.settings, seated.code, seated.tokens
    other.open()
    version = seated.version
    with seated.tables.held(seated.code):
        seated.tables.view(seated.code, "human")
        other.do("human", STEP)
        answer = tap(seated, {"do": "step", "to": "010"}, version)
        assert seated.tables.view(seated.code, "human")["version"] == version + 1
    assert "moved on" in answer or "came too late" in answer
    other.tables.close()
