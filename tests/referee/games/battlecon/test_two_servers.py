"""Two servers on one database, SQLite and PostgreSQL alike: no choice is stale through another one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from referee.storage.database import Database
from tests.referee import postgresql
from tests.referee.games.battlecon.duel_tables import Duel, pair_of

STRIKE, DRIVE = pair_of("battery", "strike"), pair_of("volcanic", "drive")
KINDS = ("sqlite", *(("postgresql",) if postgresql.ADDRESS else ()))


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Give the address of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'both.sqlite3'}"
        return
    name, whole = f"referee_{uuid4().hex}", Database(postgresql.ADDRESS)
    with whole.writing() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    address = whole.engine.url.update_query_dict({"options": f"-csearch_path={name}"})
    yield address.render_as_string(hide_password=False)
    with whole.writing() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")
    whole.close()


@pytest.fixture(params=KINDS)
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Duel, Duel]]:
    """Give one table at two servers."""
    with database(request.param, tmp_path) as url:
        one = Duel(tmp_path, database_url=url)
        two = one.at_another_server()
        yield one, two
        one.tables.close()
        two.tables.close()


def test_choices_on_two_servers_at_the_same_version(servers: tuple[Duel, Duel]) -> None:
    one, two = servers
    version = two.seen("b")["version"]
    assert one.try_("a", STRIKE, version).status_code == 200
    assert two.try_("b", DRIVE, version).status_code == 200
    assert one.seen("a")["phase"] == two.seen("b")["phase"] == "ante"
    assert one.record("a") == two.record("a")


def test_choices_on_two_servers_at_the_same_moment(servers: tuple[Duel, Duel]) -> None:
    one, two = servers
    for _ in range(5):
        version, start = one.seen("a")["version"], threading.Barrier(2)
        assert two.seen("b")["version"] == version

        def choose(server: Duel, seat: str, style: str, base: str, at: int, go: threading.Barrier) -> int:
            go.wait()
            return server.try_(seat, pair_of(style, base), at).status_code

        with ThreadPoolExecutor(2) as pool:
            a = pool.submit(choose, one, "a", "battery", "strike", version, start)
            b = pool.submit(choose, two, "b", "volcanic", "drive", version, start)
        assert (a.result(), b.result()) == (200, 200)
        assert one.seen("table")["phase"] == "ante"
        laid = [line["n"] for line in one.record("a")[3:] if not line.get("taken_back")]
        assert len(laid) == 2
        assert one.post("a", "/undo", n=laid[0]).status_code == 202
        assert one.post("b", "/undo", answer="agree").status_code == 200
        assert one.seen("table")["committed"] == {}


def test_a_changed_mind_reaches_the_other_server_and_no_other_seat(servers: tuple[Duel, Duel]) -> None:
    one, two = servers
    one.do("a", STRIKE)
    before = two.seen("b")
    one.do("a", pair_of("grapnel", "shot"))
    assert two.seen("b") == before
    assert two.seen("a")["committed"] == {"a": {"style": "grapnel", "base": "shot"}}
    two.do("b", DRIVE)
    one.do("a", {"do": "pass"})
    assert "Cadenza shows Grapnel Shot" in two.seen("b")["moment"]["reason"]
