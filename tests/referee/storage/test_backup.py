"""A backup is one file, made while games go on. Restored elsewhere, every phone plays on."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from referee.storage.database import Database
from tests import soak
from tests.referee import postgresql
from tests.referee.cli import Cli
from tests.referee.either_database import either, table
from tests.referee.seated import HIDDEN, START, Seated
from tests.referee.storage.test_migrations import fill, read, reopened

__all__ = ["either", "table"]
ROOT = Path(__file__).resolve().parents[3]
PLAYER = """
import json, random, sys
from pathlib import Path
from tests.referee.seated import HIDDEN, START, Seated
table, rng = Seated(Path("."), database_url=sys.argv[1]), random.Random(5)
table.set_up()
print(json.dumps({"code": table.code, "tokens": table.tokens}), flush=True)
while True:
    action = rng.choice(table.get("table", "/actions").get_json()["actions"])
    view = table.try_("table", action).get_json()["view"]
    print(view["version"], flush=True)
"""


def test_a_backup_of_a_running_game_is_played_on_elsewhere(either: str, tmp_path: Path, cli: Cli) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, either],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    file = tmp_path / "evening.backup"
    try:
        assert player.stdout is not None
        made = json.loads(player.stdout.readline())
        answered = [int(player.stdout.readline()) for _ in range(8)][-1]
        assert cli("backup", str(file), "--database", either).status == 0
        assert int(player.stdout.readline()) > 0, "the game was to go on meanwhile"
    finally:
        player.kill()
        player.communicate()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with ExitStack() as places:
        urls = [f"sqlite:///{tmp_path / 'new' / 'tables.sqlite3'}"]
        if postgresql.ADDRESS:
            urls.append(places.enter_context(postgresql.schema()))
        for url in urls:
            assert cli("restore", str(file), "--database", url).status == 0
            restored = reopened(url, made)
            lines = [line["n"] for line in restored.record()[1:]]
            assert lines == list(range(1, len(lines) + 1))
            assert restored.version >= answered
            assert {restored.get(seat, "/view").status_code for seat in made["tokens"]} == {200}
            offered = restored.get("table", "/actions").get_json()["actions"]
            restored.do("table", offered[0])
            restored.tables.close()


def test_a_restored_table_shows_every_seat_the_same(table: Seated, tmp_path: Path, cli: Cli) -> None:
    table.set_up()
    table.post("human", "/undo")
    before = table.everything()
    url = str(table.settings["database_url"])
    assert cli("backup", str(tmp_path / "one"), "--database", url).status == 0
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    assert cli("restore", str(tmp_path / "one"), "--database", elsewhere).status == 0
    restored = reopened(elsewhere, {"code": table.code, "tokens": table.tokens})
    assert restored.everything() == before
    restored.tables.close()


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path, cli: Cli) -> None:
    old, url = read("0.1.0"), f"sqlite:///{tmp_path / 'old.sqlite3'}"
    fill(url, old)
    assert cli("backup", str(tmp_path / "old"), "--database", url).status == 0
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    assert cli("restore", str(tmp_path / "old"), "--database", new).status == 0
    restored = reopened(new, old)
    assert len(restored.record()[1:]) == old["lines"]
    restored.tables.close()


def test_no_copy_tells_who_tried_wrong_pins(table: Seated, tmp_path: Path, cli: Cli) -> None:
    """A backup is kept for years. Not even the pages that were deleted from it tell."""
    url = str(table.settings["database_url"])
    table.client.post("/api/join", json={"code": table.code, "pin": "none", "seat": "human"})
    with table.tables.database.reading() as connection:
        who = str(connection.exec_driver_sql("SELECT who FROM guesses WHERE code = ''").scalar_one())
    assert cli("backup", str(tmp_path / "all"), "--database", url).status == 0
    assert cli("tables", "archive", table.code, str(tmp_path / "one"), "--database", url).status == 0
    assert [name for name in ("all", "one") if who.encode() in (tmp_path / name).read_bytes()] == []


@pytest.mark.postgresql
def test_a_backup_restored_under_a_running_server_keeps_every_link(
    table: Seated, tmp_path: Path, cli: Cli
) -> None:
    assert cli("backup", str(tmp_path / "one"), "--database", str(table.settings["database_url"])).status == 0
    with postgresql.schema() as url:
        running = reopened(url, {"code": table.code, "tokens": table.tokens})
        assert cli("restore", str(tmp_path / "one"), "--database", url).status == 0
        for seat in table.tokens:  # the tablet's page shows the links
            running.client.get(f"/t/{table.code}", headers=running.headers(seat))
        assert {running.get(seat, "/view").status_code for seat in table.tokens} == {200}
        running.tables.close()


def test_it_says_how_much_was_copied(tmp_path: Path, cli: Cli) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    fill(url, read("0.1.0"))
    assert "1 game, 1 map or counter sheet. " in cli("backup", str(tmp_path / "old"), "--database", url).out


def test_what_cannot_be_copied_or_put_back_is_one_sentence(
    table: Seated, either: str, tmp_path: Path, cli: Cli
) -> None:
    file = tmp_path / "one"
    assert cli("backup", str(file), "--database", either).status == 0
    whole = file.read_bytes()
    for said, command in (
        ("is there already", ["backup", str(file), "--database", either]),
        ("There is no database", ["backup", str(tmp_path / "x"), "--database", f"sqlite:///{tmp_path}/none"]),
        ("is not empty" if "postgresql" in either else "is there already",
         ["restore", str(file), "--database", either]),
        ("cannot be written", ["backup", "/proc/nothing/x", "--database", either]),
    ):  # fmt: skip
        assert said in cli.refused(*command)
    assert file.read_bytes() == whole
    for said, spoil in (
        ("a newer one", "UPDATE alembic_version SET version_num = '9999'"),
        ("lacks the secret", "DELETE FROM server WHERE name = 'secret'"),
        ("games", "ALTER TABLE games RENAME TO gone; CREATE TABLE games (id integer)"),
    ):
        bad = tmp_path / "bad"
        bad.write_bytes(whole)
        with closing(sqlite3.connect(bad)) as connection:
            connection.executescript(spoil)
            connection.commit()
        new = tmp_path / "new.sqlite3"
        assert said in cli.refused("restore", bad, "--database", f"sqlite:///{new}")
        assert not new.exists()
    (tmp_path / "letter").write_text("Dear referee, " * 500)
    assert cli("restore", str(tmp_path / "letter"), "--database", f"sqlite:///{tmp_path}/n").status == 2
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
    table.do("zombie", HIDDEN)


def test_a_file_copied_from_under_a_server_without_its_log_is_noticed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "referee")
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    for name, ends in (("alone", ("",)), ("whole", ("", "-wal", "-shm"))):
        for end in ends:
            shutil.copy(f"{tmp_path}/tables.sqlite3{end}", f"{tmp_path}/{name}{end}")
        caplog.clear()
        Database(f"sqlite:///{tmp_path / name}").create()
        assert ("was copied while a server used it" in caplog.text) == (name == "alone")
    table.do("human", START)
    table.tables.close()
    caplog.clear()
    shutil.copy(tmp_path / "tables.sqlite3", tmp_path / "stopped")
    for name in ("stopped", "tables.sqlite3"):
        Database(f"sqlite:///{tmp_path / name}").create()
    assert caplog.text == ""


@soak.PROCESSES
def test_after_a_crash_nobody_is_warned(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    script = "import os, sys; from pathlib import Path; from tests.referee.seated import *;"
    script += "t = Seated(Path(sys.argv[1])); t.set_up(); os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=False)
    assert (tmp_path / "tables.sqlite3-wal").stat().st_size
    Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}").create()
    assert caplog.text == ""
