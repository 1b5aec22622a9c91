"""A tap takes its table once, looks up its seat once and reads its action once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bench.counting import LOCKS, LOOKUPS, PARSES, counted
from tests.referee.seated import START, Seated

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


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("/ask", {"action": STEP}),
        ("/undo", {"answer": "ask"}),
        ("/override", {"action": {"do": "step", "to": "010"}}),
    ],
    ids=["a question", "taking back", "allowing"],
)
def test_what_an_answer_reads_is_of_one_moment(seated: Seated, address: str, asked: dict[str, Any]) -> None:
    given = asked if address == "/ask" else {"version": seated.version, **asked}
    with counted() as counts:
        answer = seated.post("human", address, **given)
    assert answer.status_code in {200, 202, 422}, answer.get_json()
    assert (counts[LOCKS], counts[LOOKUPS]) == (1, 1)


def test_letting_the_referee_act_takes_the_table_once(tmp_path: Path) -> None:
    alone = Seated(tmp_path, options={"mode": "solitaire"})
    alone.do("human", START, {"do": "start_move", "characters": ["peter"]})
    alone.do("human", {"do": "end_turn"})
    version = alone.version
    with counted() as counts:
        answer = alone.post("human", "/advance", version=version, all=True)
    assert answer.status_code == 200, answer.get_json()
    assert counts[LOCKS] == 1
    alone.tables.close()


def test_a_pair_laid_down_is_read_once(tmp_path: Path) -> None:
    """The screens that show the line of the record do not read its action again."""
    duel = Seated(tmp_path, options={"system": "battlecon"})
    duel.do("a", {"do": "choose_fighter", "fighter": "kallistar"})
    duel.do("b", {"do": "choose_fighter", "fighter": "hikaru"})
    with duel.locked() as held:
        pair, version = duel.tables.playing.actions(held, "a")[0], held.version
    with counted() as counts:
        form = {"action": json.dumps(pair), "version": str(version)}
        headers = {**duel.headers("a"), "HX-Request": "true"}
        shown = duel.client.post(f"/t/{duel.code}/do", headers=headers, data=form)
    assert shown.status_code == 200
    assert duel.version > version
    assert (counts[LOCKS], counts[PARSES]) == (1, 1)
    duel.tables.close()


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
        with seated.locked() as held:
            seated.tables.playing.do(held, "human", STEP, version)

    other = threading.Thread(target=step)
    with seated.tables.store.locked(seated.code):
        seen.append(seated.tables.view(seated.code, "human").version)
        other.start()
        started.wait(5)
        other.join(0.2)
        seen += [
            seated.tables.view(seated.code, "human").version,
            len(seated.tables.story(seated.code, "human")),
        ]
    other.join(5)
    assert seen == [version, version, 3]
    assert seated.version == version + 1


def test_what_another_process_saved_first_is_read_again_within_the_block(seated: Seated) -> None:
    """A change that came too late is answered with the table as it is on disk."""
    other = seated.at_another_server()
    version = seated.version
    with seated.tables.store.locked(seated.code):
        seated.tables.view(seated.code, "human")
        other.do("human", STEP)
        answer = tap(seated, {"do": "step", "to": "010"}, version)
        assert seated.tables.view(seated.code, "human").version == version + 1
    assert "moved on" in answer or "came too late" in answer
    other.tables.close()


def test_a_tap_takes_few_connections_from_the_pool(seated: Seated) -> None:
    """What it asks of the database goes through one connection before the change and one after it."""
    version, taken = seated.version, list[object]()
    pool = seated.tables.database.engine.pool
    event.listen(pool, "checkout", lambda *given: taken.append(given[0]))
    shown = tap(seated, STEP, version)
    assert "Peter goes from 009" in shown
    assert len(taken) == 2


def test_the_tablet_asks_for_the_seats_of_its_table_twice_at_most(seated: Seated) -> None:
    """Once for who is there, and once for the links that it shows."""
    asked = list[str]()
    event.listen(
        seated.tables.database.engine, "before_cursor_execute", lambda *given: asked.append(given[2])
    )
    page = seated.client.get(f"/t/{seated.code}", headers=seated.headers("table"))
    assert page.status_code == 200
    assert len([statement for statement in asked if "FROM seats" in statement]) == 2
