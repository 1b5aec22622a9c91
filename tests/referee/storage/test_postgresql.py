"""The record's promises on PostgreSQL, if REFEREE_TEST_POSTGRESQL names a database."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from referee.config import Config
from referee.errors import Stale
from referee.storage import games
from referee.storage import uploads as kept
from referee.storage.database import Database
from referee.storage.secret import server_secret
from referee.surveys import uploads
from referee.tables.service import Tables
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee import postgresql
from tests.referee.any_table import not_looking_once
from tests.referee.postgresql import counts, second, url, waits
from tests.referee.seated import HIDDEN, START, Seated
from tests.referee.seated_on_postgresql import table

ROOT = Path(__file__).resolve().parents[3]
postgresql.wanted()
__all__ = ["table", "url"]

PLAYER = """
import json, random, sys
from pathlib import Path
from tests.referee.seated import Seated
table, rng = Seated(Path("."), database_url=sys.argv[1]), random.Random(5)
print(json.dumps({"code": table.code, "tokens": table.tokens}), flush=True)
version = done = 0
while True:
    seat = "zombie" if table.view()["phase"] == "place_hidden" else "table"
    action = rng.choice(table.get(seat, "/actions").get_json()["actions"])
    view = table.try_(seat, action, version).get_json()["view"]
    version = view["version"]
    done = done if view["underway"] else done + 1
    print(f"{version}/{done}", flush=True)
"""


def test_a_restart_changes_nothing_and_a_deleted_table_leaves_nothing(table: Seated) -> None:
    table.set_up()
    table.do("table", {"do": "start_move", "characters": ["peter"]}, {"do": "end_turn"})
    table.post("human", "/undo")
    table.post("zombie", "/undo")
    table.post("human", "/undo", n=3)
    before, kept = table.everything(), counts(table.tables.database)
    assert kept == {"games": 1, "seats": 4, "lines": 4, "requests": 1, "underway": 0}
    table.restart()
    assert table.everything() == before
    gone = table.client.delete(
        f"/api/tables/{table.code}", headers=table.headers("table"), json={"confirm": table.code}
    )
    assert gone.status_code == 200
    assert set(counts(table.tables.database).values()) == {0}


def test_of_two_processes_at_the_same_version_one_wins(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    others = [Tables(Config.of(table.settings)) for _ in range(4)]
    for other in others:
        not_looking_once(other, table.code)
    ready = threading.Barrier(len(others))

    def press(other: Tables) -> int:
        ready.wait(timeout=20)
        with other.store.locked(table.code) as held:
            try:
                other.playing.do(held, "human", START, 1)
            except Stale:
                return -held.version
            return held.version

    with ThreadPoolExecutor(len(others)) as fingers:
        assert sorted(fingers.map(press, others)) == [-2, -2, -2, 2]
    assert [line["n"] for line in table.record()[1:]] == [1, 2]
    for other in others:
        other.close()


def test_another_server_shows_at_once_what_this_one_did(table: Seated) -> None:
    other = Tables(Config.of(table.settings))
    for version, action in enumerate((HIDDEN, START)):
        assert other.view(table.code, "human").version == version
        table.do(("zombie", "human")[version], action)
    assert other.view(table.code, "human").version == 2
    other.close()


def test_a_table_is_read_as_of_one_moment(table: Seated) -> None:
    database = table.tables.database
    with database.reading(snapshot=True) as connection:
        version = games.version(connection, table.code)
        table.do("zombie", HIDDEN)
        assert (version, games.lines(connection, table.code)) == (0, ())
    with database.reading() as connection:
        assert games.version(connection, table.code) == 1


def test_many_that_start_at_once_make_one_database_and_one_secret(url: str) -> None:
    ready = threading.Barrier(4)

    def start(n: int) -> str:
        database = Database(url)
        ready.wait(timeout=20)
        database.create()
        secret = server_secret(database, lambda: f"secret {n}")
        database.close()
        return secret

    with ThreadPoolExecutor(4) as workers:
        assert len(set(workers.map(start, range(4)))) == 1


def test_two_that_make_the_secret_at_once_keep_one(table: Seated) -> None:
    database, both = table.tables.database, threading.Barrier(2)
    with database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM server WHERE name = 'secret'")

    def keep(n: int) -> str:
        def make() -> str:
            both.wait(timeout=20)
            return f"secret {n}"

        return server_secret(database, make)

    with ThreadPoolExecutor(2) as machines:
        assert len(set(machines.map(keep, range(2)))) == 1


def test_two_that_bring_the_same_map_at_once_bring_it_once(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, source = threading.Barrier(2), equipment.load_map(equipment.DEFAULT_MAP)
    count = kept.count

    def count_at_once(connection: Connection, kind: str) -> int:
        both.wait(timeout=20)
        return count(connection, kind)

    monkeypatch.setattr(kept, "count", count_at_once)
    with ThreadPoolExecutor(2) as people:
        brought = list(people.map(lambda _: uploads.add_upload(table.tables, "map", source), range(2)))
    assert brought[0] == brought[1]
    assert [d["name"] for d in uploads.list_documents(table.tables, "map") if not d["bundled"]] == [
        source["name"]
    ]


@soak.PROCESSES
def test_a_killed_process_loses_nothing_it_answered(url: str, tmp_path: Path) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, url],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdout is not None
    made = json.loads(player.stdout.readline())
    answered = [player.stdout.readline() for _ in range(25)]
    player.send_signal(signal.SIGKILL)
    answered += player.stdout.read().splitlines()
    player.wait(timeout=20)
    player.stdout.close()
    version, done = max((int(v), int(d)) for v, d in (line.split("/") for line in answered if "/" in line))
    table = Seated(tmp_path, database_url=url)
    table.code, table.tokens = made["code"], made["tokens"]
    lines = [line["n"] for line in table.record()[1:]]
    assert table.version in {version, version + 1}
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) in {done, done + 1}
    table.tables.close()


def test_whoever_deletes_and_whoever_changes_do_not_wait_for_each_other(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    database, other = table.tables.database, second(table)

    def remove() -> bool:
        with other.writing() as connection:
            return games.remove(connection, table.code)

    with ThreadPoolExecutor(1) as deleting:
        with database.writing() as connection:
            assert games.advance(connection, table.code, 1)
            removed = deleting.submit(remove)
            while not waits(database):
                assert not removed.done()
            lines = games.lines(connection, table.code)
            games.take_back(connection, table.code, [replace(line, taken_back_at=1) for line in lines])
        assert removed.result(timeout=20)
    assert set(counts(database).values()) == {0}
    other.close()
