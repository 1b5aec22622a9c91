"""What nobody uses is archived and deleted after the times that a host sets, and never before."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.config import Config
from referee.errors import InputError
from referee.tables import lobby
from referee.web import maintenance
from referee.web.maintenance import INTERVAL, Maintenance
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli
from tests.referee.either_database import either, table
from tests.referee.seated import HIDDEN, START, Seated

__all__ = ["either", "table"]
NOW = datetime.now(UTC)


def after(days: float) -> datetime:
    """Return the time so many days from now."""
    return NOW + timedelta(days=days)


def looked(table: Seated, end: datetime, looks: int = 25, **settings: Any) -> Maintenance:
    """Return an upkeep that has looked once an hour until `end`."""
    kept = Maintenance(table.tables, Config.of({**table.settings, **settings}))
    for n in range(looks):
        kept.run(end - (looks - 1 - n) * INTERVAL)
    return kept


def codes(table: Seated, *more: str) -> set[str]:
    """Return which of the first table's code and `more` codes are those of tables that are there."""
    return {code for code in (table.code, *more) if table.tables.store.version(code) is not None}


def test_nothing_goes_unless_a_host_says_so(table: Seated) -> None:
    looked(table, after(4000))
    assert codes(table) == {table.code}


def test_who_tried_wrong_pins_is_forgotten_without_a_host_who_says_so(table: Seated) -> None:
    """At each look: a clock that jumps lets somebody try again, and no more."""

    def rows() -> int:
        with table.tables.database.reading() as connection:
            return int(connection.exec_driver_sql("SELECT count(*) FROM guesses").scalar_one())

    table.client.post("/api/join", json={"code": table.code, "pin": "none", "seat": "human"})
    looked(table, after(0), looks=1)
    assert rows() == 2
    looked(table, datetime.now(UTC) + timedelta(hours=3), looks=1)
    assert rows() == 0


def test_a_table_that_nobody_has_played_for_so_long_is_deleted(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    looked(table, after(29), delete_after=30)
    assert table.get("table", "/view").status_code == 200
    looked(table, after(31), delete_after=30)
    assert codes(table) == set()
    assert table.get("table", "/view").status_code in {401, 404}


def test_a_table_is_archived_first_and_comes_back_as_it_was(cli: Cli, table: Seated, tmp_path: Path) -> None:
    table.do("zombie", HIDDEN)
    before, folder = table.view("zombie"), tmp_path / "archives"
    folder.mkdir()
    times: dict[str, Any] = {"archive_after": 10, "archive_folder": str(folder), "delete_after": 30}
    begun = datetime.now(UTC)
    looked(table, after(11), **times)
    assert codes(table) == set()
    (file,) = folder.iterdir()
    days = [f"{table.code}-{day:%Y-%m-%d}.archive" for day in (begun, datetime.now(UTC))]
    assert file.name in days
    url = str(table.settings["database_url"])
    assert cli("tables", "restore", str(file), "--database", url).status == 0
    assert table.view("zombie") == before
    table.do("human", START)
    (folder / "notes.txt").write_text("A file of the host.")
    looked(table, after(33), **times)
    assert [left.name for left in folder.iterdir()] == ["notes.txt"]


def test_a_clock_that_jumps_deletes_nothing_for_a_day(table: Seated) -> None:
    """A day in which the server has looked each hour; a server that stood still begins that day anew."""
    kept = looked(table, after(0), delete_after=30)
    kept.run(after(4000))
    kept.run(after(4000) + INTERVAL)
    assert codes(table) == {table.code}
    kept.run(after(0.1))
    assert codes(table) == {table.code}


def test_one_process_of_a_host_looks_for_all(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one that comes within the hour does nothing, however long it has run."""
    looked(table, after(0), delete_after=30)
    kept = looked(table, after(32) - INTERVAL, looks=24, delete_after=30)
    assert codes(table) == {table.code}
    kept.run(after(32) - INTERVAL + timedelta(minutes=59))
    assert codes(table) == {table.code}
    kept.run(after(32))
    assert codes(table) == set()


def test_a_table_that_cannot_be_archived_stays(table: Seated, tmp_path: Path) -> None:
    folder = tmp_path / "archives"
    folder.mkdir()
    kept = looked(table, after(11), looks=24, archive_after=10, archive_folder=str(folder))
    folder.rmdir()
    folder.write_text("A file, where the folder was.")
    kept.run(after(11) + INTERVAL)
    assert codes(table) == {table.code}


def test_a_table_on_which_somebody_plays_again_at_that_moment_stays(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unused_tables(*given: Any) -> Any:
        found = lobby.unused_tables(*given)
        table.do("zombie", HIDDEN)
        return found

    monkeypatch.setattr(maintenance, "unused_tables", unused_tables)
    looked(table, after(31), delete_after=30)
    assert (codes(table), table.version) == ({table.code}, 1)


def test_a_server_looks_by_itself(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that fails is followed by the next one."""
    looks: list[datetime] = []
    enough = threading.Event()

    def run(_: Maintenance, now: datetime) -> None:
        looks.append(now)
        if len(looks) == 3:
            enough.set()
        raise ValueError

    monkeypatch.setattr(Maintenance, "run", run)
    monkeypatch.setattr(maintenance, "INTERVAL", timedelta(seconds=-1))
    with maintenance.running_maintenance(table.tables):
        assert enough.wait(timeout=30)


def test_a_map_that_no_table_is_played_with_goes(table: Seated) -> None:
    def brought(name: str) -> str:
        given = {**equipment.load_counters(), "name": name}
        return str(table.client.post("/api/counters", json=given).get_json()["id"])

    used, unused = brought("Used"), brought("Unused")
    made = table.client.post("/api/tables", json={"sheet": used}).get_json()
    looked(table, after(20), delete_after=30)
    assert table.client.get(f"/api/counters/{unused}").status_code == 200
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE games SET created = '{after(9).isoformat()}'")
    looked(table, after(31), delete_after=30)
    assert table.client.get(f"/api/counters/{unused}").status_code == 404
    assert table.client.get(f"/api/counters/{used}").status_code == 200
    assert codes(table, made["code"]) == {table.code, made["code"]}


def test_a_survey_goes_that_nobody_has_drawn_on_for_so_long(table: Seated) -> None:
    """A gesture begins its time anew; whoever draws on one that is gone is told so."""

    def draw(id_: str, version: int) -> int:
        gesture = {"do": "title", "name": f"Our board {version}"}
        given = {"gesture": gesture, "version": version}
        return table.client.post(f"/api/surveys/{id_}/gestures", json=given).status_code

    left, drawn = (str(table.client.post("/api/surveys", json={}).get_json()["id"]) for _ in range(2))
    assert [draw(id_, 0) for id_ in (left, drawn)] == [200, 200]
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE surveys SET drawn = '{after(-20).isoformat()}'")
    assert draw(drawn, 1) == 200
    looked(table, after(9), delete_after=30)
    assert table.client.get(f"/api/surveys/{left}").status_code == 200
    looked(table, after(12), delete_after=30)
    assert (table.client.get(f"/api/surveys/{left}").status_code, draw(left, 1)) == (404, 404)
    assert table.client.get(f"/api/surveys/{drawn}").get_json()["version"] == 2
    looked(table, after(31), delete_after=30)
    assert table.client.get(f"/api/surveys/{drawn}").status_code == 404
    with table.tables.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM survey_gestures").scalar_one() == 0


def test_what_left_the_shelf_goes_with_its_last_table(table: Seated) -> None:
    """Otherwise a place of the server would be taken for ever."""
    given = {**equipment.load_counters(), "name": "Ours"}
    answer = table.client.post("/api/counters", json=given)
    sheet = answer.get_json()["id"]
    owner = answer.headers["Set-Cookie"].split(";")[0]
    made = [table.client.post("/api/tables", json={"sheet": sheet}).get_json() for _ in range(2)]
    assert table.client.delete(f"/api/counters/{sheet}", headers={"Cookie": owner}).status_code == 200
    for n, one in enumerate(made):
        assert table.client.get(f"/api/counters/{sheet}").status_code == 200, n
        table.tables.lobby.delete(one["code"], "table", one["code"])
    assert table.client.get(f"/api/counters/{sheet}").status_code == 404


def test_a_server_takes_so_many_tables_and_so_many_sheets_as_its_host_says(tmp_path: Path) -> None:
    table = Seated(tmp_path, most_tables=2, most_brought=1)
    assert [table.client.post("/api/tables", json={}).status_code for _ in range(2)] == [201, 409]
    table.tables.lobby.delete(table.code, "table", table.code)
    assert table.client.post("/api/tables", json={}).status_code == 201
    sheets = [{**equipment.load_counters(), "name": name} for name in ("One", "Two")]
    assert [table.client.post("/api/counters", json=one).status_code for one in sheets] == [201, 409]
    assert [table.client.post("/api/surveys", json={}).status_code for _ in range(2)] == [201, 409]


def test_a_full_server_says_that_it_has_no_room(tmp_path: Path) -> None:
    table = Seated(tmp_path, most_tables=1, most_brought=1)
    sheets = [{**equipment.load_counters(), "name": name} for name in ("One", "Two")]
    *_, refused = [table.client.post("/api/counters", json=one).get_json() for one in sheets]
    assert (refused["type"], refused["status"], refused["title"]) == ("about:blank", 409, "No room")
    assert refused["detail"] == "This server is full: it keeps at most 1 counter sheet."
    *_, refused = [table.client.post("/api/surveys", json={}).get_json() for _ in range(2)]
    assert refused["detail"] == "This server is full: it keeps at most 1 survey."
    page = table.client.post("/", data={}, headers={"Accept": "text/html"}).text
    assert '<h1 class="word">No room</h1>' in page
    assert "it keeps at most 1 table." in page
    assert "for more room." in page


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"REFEREE_ARCHIVE_AFTER": "9"}, "set both, or neither"),
        ({"REFEREE_ARCHIVE_AFTER": "9", "REFEREE_ARCHIVE_FOLDER": "/nowhere/at/all"}, "not a folder"),
        ({"REFEREE_DELETE_AFTER": "soon"}, "is not a number"),
        (
            {"REFEREE_ARCHIVE_AFTER": "9", "REFEREE_ARCHIVE_FOLDER": ".", "REFEREE_DELETE_AFTER": "9"},
            "more days than",
        ),
    ],
)
def test_times_that_cannot_be_are_refused(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], says: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(InputError, match=says):
        Config.of(None)
