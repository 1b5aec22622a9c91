"""What was answered is on disk, whole; what was not is not there at all."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from referee.errors import InputError
from referee.storage import games
from referee.storage.database import Database
from tests import soak
from tests.referee.seated import HIDDEN, Seated, ordered
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[3]

PLAYER = """
import json, random, sys
from pathlib import Path
from tests.referee.seated import Seated
table, rng = Seated(Path(sys.argv[1])), random.Random(5)
print(json.dumps({"code": table.code, "tokens": table.tokens}), flush=True)
version = done = 0
while True:
    seat = "zombie" if table.view()["phase"] == "place_hidden" else "table"
    action = rng.choice(table.get(seat, "/actions").get_json()["actions"])
    answer = table.try_(seat, action, version)
    assert answer.status_code == 200, answer.data
    view = answer.get_json()["view"]
    version = view["version"]
    done = done if view["underway"] else done + 1  # what has begun and waits is a version, and no line yet
    print(f"{version}/{done}", flush=True)
"""

FULL = """
import json, resource, signal, sys
from pathlib import Path
from tests.referee.seated import HIDDEN, START, Seated
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[1])
table = Seated(folder)
table.do("zombie", HIDDEN)
before = table.everything()
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
answer = table.try_("human", START)
again = table.everything()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
table.do("human", START)
restarted = table.everything()
table.restart()
print(json.dumps({
    "status": answer.status_code, "body": answer.get_json(), "type": answer.content_type,
    "unchanged": before == again, "kept": restarted == table.everything(), "version": table.version,
    "lines": [line.get("n") for line in table.record()[1:]],
}))
"""


def run(script: str, folder: Path) -> subprocess.Popen[str]:
    """Start a script in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def reopened(folder: Path, made: dict[str, object]) -> Seated:
    """Open the table that another process made."""
    table = Seated.__new__(Seated)
    table.settings = {"database_url": f"sqlite:///{folder / 'tables.sqlite3'}", "testing": True}
    table.open()
    table.code, table.tokens = made["code"], made["tokens"]  # type: ignore[assignment]
    return table


@pytest.mark.parametrize("moments", [17, *soak.rest(soak.PROCESSES, [3, 40])])
def test_a_killed_process_loses_nothing_it_answered(tmp_path: Path, moments: int) -> None:
    player = run(PLAYER, tmp_path)
    assert player.stdout is not None
    made = json.loads(player.stdout.readline())
    answered = [player.stdout.readline() for _ in range(moments)]
    time.sleep(0.0013 * moments)  # somewhere inside the next writes, not always at the same place
    player.send_signal(signal.SIGKILL)
    answered += player.stdout.read().splitlines()
    player.wait(timeout=20)
    if player.stderr is not None:
        player.stderr.close()
    player.stdout.close()
    version, done = max((int(v), int(d)) for v, d in (line.split("/") for line in answered if "/" in line))
    table = reopened(tmp_path, made)
    lines = [line["n"] for line in table.record()[1:]]
    assert table.version in {version, version + 1}
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) in {done, done + 1}
    assert table.try_("table", {"do": "put_down"}).status_code in {200, 422}


def test_a_full_disk_is_one_sentence_and_changes_nothing(tmp_path: Path) -> None:
    script = run(FULL, tmp_path)
    out, err = script.communicate(timeout=60)
    assert script.returncode == 0, err
    outcome = json.loads(out.splitlines()[-1])
    assert outcome["status"] == 503
    assert outcome["type"] == "application/problem+json"
    assert "could not be saved" in outcome["body"]["detail"]
    assert outcome["unchanged"]
    assert outcome["kept"]
    assert (outcome["version"], outcome["lines"]) == (2, [1, 2])
    assert "Traceback" not in err


def test_a_commit_that_fails_is_taken_for_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Seated(tmp_path)
    before = table.everything()

    def fail(*_: object) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(games, "append", fail)
        answer = table.try_("zombie", HIDDEN)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert table.everything() == before
    table.do("zombie", HIDDEN)
    assert table.version == 1


def test_a_restart_changes_nothing_that_anybody_reads(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    for character in ("peter", "fran"):
        table.do("table", {"do": "start_move", "characters": [character]}, {"do": "end_turn"})
        table.do("table", *[{"do": "next_phase"}] * 4, {"do": "roll_entrance"}, {"do": "next_phase"})
    table.post("human", "/undo")
    table.post("zombie", "/undo")
    table.post("human", "/undo", n=3)
    before, version = table.everything(), table.version
    table.restart()
    assert table.version == version
    assert table.everything() == before
    assert table.view()["request"]["n"] == 3
    assert [line.get("taken_back", False) for line in table.record()[1:]].count(True) == 1


def test_dice_after_a_restart_are_those_that_would_have_come(tmp_path: Path) -> None:
    results = []
    for restarts in (False, True):
        folder = tmp_path / str(restarts)
        folder.mkdir()
        table = Seated(folder, sources=ordered({}))
        table.set_up()
        table.do("human", {"do": "end_turn"})
        if restarts:
            table.restart()
        table.do("zombie", {"do": "check_berserk", "square": "043"})
        results.append(table.record()[-1]["action"])
    assert results[0] == results[1]


def test_sqlite_promises_to_be_on_disk(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    with table.tables.database.engine.connect() as connection:
        pragmas = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert pragmas == ["wal", 2, 1]


def test_a_copy_of_the_database_opens_no_seat(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    table.tables.close()
    kept = b"".join(p.read_bytes() for p in tmp_path.iterdir() if not p.name.endswith(".secret"))
    assert table.code.encode() in kept
    assert not [seat for seat, token in table.tokens.items() if token.encode() in kept]
    secret = tmp_path / "tables.sqlite3.secret"
    assert [stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()] == [0o600] * len(
        list(tmp_path.iterdir())
    )
    assert secret.read_bytes() not in kept


def test_links_outlive_a_restart_and_are_renewed_when_the_secret_is_lost(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.restart()
    shown = table.get("table", "/invitation").get_json()["seats"]
    assert {s: v["token"] for s, v in shown.items()} == {s: table.tokens[s] for s in ("human", "zombie")}
    table.tables.close()
    (tmp_path / "tables.sqlite3.secret").unlink()
    table.open()
    shown = table.get("table", "/invitation").get_json()["seats"]
    assert shown["zombie"]["token"] != table.tokens["zombie"]
    assert table.get("zombie", "/view").status_code == 401
    table.tokens["zombie"] = shown["zombie"]["token"]
    assert table.get("zombie", "/view").status_code == 200


def test_a_deleted_table_leaves_nothing_behind(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    table.post("human", "/undo")
    wrong = table.client.delete(
        f"/api/tables/{table.code}", headers=table.headers("table"), json={"confirm": "ABC"}
    )
    assert (wrong.status_code, table.view()["phase"]) == (422, "place_characters")
    other = table.client.delete(
        f"/api/tables/{table.code}", headers=table.headers("human"), json={"confirm": table.code}
    )
    assert other.status_code == 403
    gone = table.client.delete(
        f"/api/tables/{table.code}", headers=table.headers("table"), json={"confirm": table.code}
    )
    assert gone.status_code == 200
    assert table.get("table", "/view").status_code == 404
    with table.tables.database.engine.connect() as connection:
        for name in ("games", "seats", "lines", "requests", "underway"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0


@each_row(
    "url, named",
    [
        ("nonsense", "cannot be read"),
        ("postgresql://scott:tiger@host:port/db", "cannot be read"),
        ("oracle7://scott:tiger@host/db", "cannot be read"),
        (
            "mysql://scott:tiger@host/db",
            '^A database of the kind "mysql" cannot .* write sqlite:///FILE or postgresql',
        ),
        ("sqlite+aiosqlite:///tables.sqlite3", "cannot keep the tables"),
        ("sqlite://", "must be a file"),
        ("sqlite:////proc/nothing/tables.sqlite3", "cannot be opened"),
        ("sqlite:////dev/null/tables.sqlite3", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_had_is_one_sentence(url: str, named: str) -> None:
    with pytest.raises(InputError, match=named) as raised:
        Database(url).create()
    assert "tiger" not in raised.value.sentence


@each_row("rest", ["tiger@host/db", "tiger/x@host/db", "tiger?x@host/db", "tiger:x@host/db"])
def test_an_at_sign_in_the_password_is_to_be_written_otherwise(rest: str) -> None:
    with pytest.raises(InputError, match="write %40 for each @") as raised:
        Database(f"postgresql://scott:a@{rest}")
    assert "tiger" not in raised.value.sentence
    Database(f"postgresql://scott:a%40{rest}").close()
    Database(f"postgresql://scott@work:a%40{rest}").close()
    Database("postgresql://scott:tiger@/db?application_name=me@home").close()


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("UPDATE server SET value = '99' WHERE name = 'schema'")
    table.tables.close()
    with pytest.raises(InputError, match="another version"):
        table.open()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2"])
def test_hosts_names_for_postgresql_are_understood(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InputError, match="needs the driver psycopg") as raised:
        Database(f"{scheme}://somebody:tiger@host/db")
    assert "tiger" not in raised.value.sentence


def test_a_record_that_cannot_be_played_any_more_stays_as_it_is_and_hides_no_other(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    other = table.client.post("/api/tables", json={}).get_json()
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql(
            f"""UPDATE lines SET action = '{{"do": "fly"}}' WHERE n = 2 AND code = '{table.code}'"""
        )
    table.restart()
    answer = table.get("human", "/view")
    assert answer.status_code == 503
    assert "line 2" in answer.get_json()["detail"]
    browser = table.app.test_client()
    for token in (table.tokens["table"], other["seats"]["table"]["token"]):
        browser.set_cookie(f"seat-{table.code if token == table.tokens['table'] else other['code']}", token)
    listed = browser.get("/api/tables").get_json()["tables"]
    assert [entry["code"] for entry in listed] == [other["code"]]
