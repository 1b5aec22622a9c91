"""Alive and ready: what a proxy or a supervisor asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.seated import Seated


def test_a_server_is_alive_and_ready(tmp_path: Path) -> None:
    client = Seated(tmp_path).client
    assert client.get("/healthz").get_json() == {"alive": True}
    assert client.get("/readyz").get_json() == {"ready": True}
    assert client.get("/readyz").headers["Cache-Control"] == "no-store"


def test_without_its_database_a_server_is_alive_and_not_ready(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE games RENAME TO gone")
    assert table.client.get("/healthz").status_code == 200
    answer = table.client.get("/readyz")
    assert (answer.status_code, answer.get_json()["ready"]) == (503, False)
    assert answer.get_json()["detail"].endswith(".")
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO games")
    assert table.client.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    "newer",
    [
        "UPDATE server SET value = '99' WHERE name = 'schema'",
        "UPDATE alembic_version SET version_num = '9999'",
    ],
)
def test_a_database_of_a_later_version_is_not_ready(tmp_path: Path, newer: str) -> None:
    table = Seated(tmp_path)
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql(newer)
    answer = table.client.get("/readyz")
    assert answer.status_code == 503
    assert "another version" in answer.get_json()["detail"]
