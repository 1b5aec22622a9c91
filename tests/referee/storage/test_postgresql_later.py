"""The columns that came later, on PostgreSQL: they are added to an older database, and outlive a restart."""

from __future__ import annotations

import pytest

from referee.storage.schema import LATER, metadata
from tests import soak
from tests.referee import postgresql
from tests.referee.played import play_out, take_back
from tests.referee.postgresql import url
from tests.referee.seated import Seated
from tests.referee.seated_on_postgresql import table

postgresql.wanted()
__all__ = ["table", "url"]
COLUMNS = [(t.name, c.name) for t in metadata.tables.values() for c in t.columns if LATER in c.info]


def test_an_older_database_gets_every_later_column_and_goes_on(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    lines, hidden = table.record()[1:], table.view("zombie")["hidden"]
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
        for name, column in COLUMNS:
            connection.exec_driver_sql(f"ALTER TABLE {name} DROP COLUMN {column}")
    table.restart()
    with table.tables.database.reading() as connection:
        there = connection.exec_driver_sql(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema()"
        )
        assert set(COLUMNS) <= {(row[0], row[1]) for row in there}
    assert (table.record()[1:], table.view("zombie")["hidden"]) == (lines, hidden)
    table.do("human", {"do": "end_turn"})


def test_settings_names_and_requests_outlive_a_restart(table: Seated) -> None:
    table.set_up("table")
    now = table.view()["settings"]["phases"]
    other = "tap" if now != "tap" else "automatic"
    table.post("human", "/settings", phases=other)
    table.call("human", "Bob")
    table.post("human", "/undo")
    before = table.view()
    table.restart()
    after = table.view()
    assert after["settings"]["phases"] == other
    assert after["setting_changed"] == before["setting_changed"]
    assert after["names"] == {"human": "Bob"}
    assert after["request"]["serial"] == before["request"]["serial"] > 0
    late = table.post("zombie", "/undo", answer="agree", serial=before["request"]["serial"] - 1)
    assert late.status_code == 409
    declined = table.post("zombie", "/undo", answer="decline", serial=before["request"]["serial"])
    assert declined.status_code == 200
    table.restart()
    assert table.view("human")["unread"] == {"kind": "undo", "seat": "zombie"}


def test_a_repeated_save_of_notes_replaces_the_one_before_also_after_a_restart(table: Seated) -> None:
    table.tables.notes.keep(table.code, "human", "From the other phone", "", "other", 1)
    table.tables.notes.keep(table.code, "human", "Doors first", "", "edit", 1)
    table.restart()
    kept = table.tables.notes.keep(table.code, "human", "Doors first, then rifles", "", "edit", 2)
    assert kept == "From the other phone\nDoors first, then rifles"


@soak.PROCESSES
@pytest.mark.parametrize("swap", [True, False])
def test_the_end_taken_back_and_the_rematch_outlive_a_restart(table: Seated, swap: bool) -> None:
    play_out(table)
    take_back(table)
    with table.tables.store.locked(table.code) as loaded:
        seeds = loaded.chance.seed, list(loaded.chance.earlier)
    table.restart()
    with table.tables.store.locked(table.code) as loaded:
        assert (loaded.chance.seed, loaded.chance.earlier) == seeds
        assert loaded.game.reopened
    play_out(table, 41)
    made = table.tables.rematches.start(table.code, "human", swap=swap)
    first = table.tables.rematches.sit(table.code, "zombie", mark="a phone")
    table.restart()
    assert table.view()["rematch"] == made == {"code": made["code"], "swapped": swap}
    again = table.tables.rematches.sit(table.code, "zombie", mark="a phone")
    assert again.token == first.token != ""
