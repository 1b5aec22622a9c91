"""What may befall a server, done for real: a full or read-only disk, a restart, a kill, a clock that jumps.

The disks are small ones of their own, in a mount namespace that ends with the test.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import soak
from tests.referee.any_table import steady
from tests.referee.postgresql import url
from tests.referee.seated import HIDDEN, START, Seated
from tools.postgresql import find_programs

__all__ = ["url"]
ROOT = Path(__file__).resolve().parents[3]

DISK = """
import json, os, random, subprocess, sys
from pathlib import Path
from referee.errors import InputError
from referee.storage.backup import back_up
from tests.referee.seated import Seated
disk, rng, told = Path(sys.argv[1]), random.Random(3), {}
def mount(*how):
    subprocess.run(["mount", *how, str(disk)], check=True)
def fill():
    with (disk / "filler").open("wb", buffering=0) as file:
        for size in (65536, 512):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass
def play_on(table):
    # Much fits into what a file has already: so until an answer says no.
    for _ in range(200):
        before = table.get("zombie", "/record").data
        actions = table.get("table", "/actions").get_json()["actions"]
        answer = table.try_("table", rng.choice(actions))
        if answer.status_code != 200:
            return before, answer
    raise SystemExit("nothing was refused")
def failing(name, table, restored):
    before, answer = play_on(table)
    told[name] = {"status": answer.status_code, "said": answer.get_json()["detail"],
                  "unchanged": table.get("zombie", "/record").data == before}
    restored()
    numbers = [line["n"] for line in table.record()[1:]]
    table.do("table", table.get("table", "/actions").get_json()["actions"][0])
    table.restart()
    again = [line["n"] for line in table.record()[1:]]
    told[name]["kept"] = again[:len(numbers)] == numbers == list(range(1, len(numbers) + 1))
"""
ON_SQLITE = """
mount("-t", "tmpfs", "-o", "size=2m", "tmpfs")
table = Seated(disk)
table.set_up()
fill()
try:
    back_up(table.tables.database, "secret", disk / "copy")
except InputError as error:
    told["backup"] = [error.sentence, sorted(file.name for file in disk.iterdir() if "copy" in file.name)]
failing("full", table, (disk / "filler").unlink)
mount("--bind", str(disk))
mount("-o", "remount,bind,ro")
table.tables.database._writer.close()
table.tables.database.engine.dispose()
failing("read-only", table, lambda: mount("-o", "remount,bind,rw"))
print(json.dumps(told))
"""
ON_POSTGRESQL = """
import tempfile, shutil
from tools.postgresql import find_programs, started
mount("-t", "tmpfs", "-o", "size=90m,mode=1777", "tmpfs")
tempfile.tempdir = str(disk)
with started(find_programs()) as url:
    table = Seated(disk, database_url=url)
    table.set_up()
    fill()
    failing("full", table, (disk / "filler").unlink)
    def sql(*statements):
        with table.tables.database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            for statement in statements:
                connection.exec_driver_sql(statement)
        table.tables.database.engine.dispose()
    sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
    failing("read-only", table, lambda: sql(
        "SET default_transaction_read_only = off",
        "ALTER DATABASE postgres RESET default_transaction_read_only"))
    with table.tables.database.engine.connect() as connection:
        data = Path(connection.exec_driver_sql("SHOW data_directory").scalar_one())
    before = table.everything()
    options = (data / "postmaster.opts").read_text()
    control = [str(find_programs() / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate"]
    owner = {"user": "postgres", "group": "postgres", "extra_groups": []}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run([*control, "stop"], check=True, **owner, **quiet)
    away = [table.get("human", path) for path in ("/seats", "/view")]
    told["away"] = [[answer.status_code, answer.get_json()["detail"]] for answer in away]
    arguments = options.split(" ", 1)[1].replace('"-D" "%s"' % data, "")
    subprocess.run([*control[:4], "-o", arguments, "start"], check=True, **owner, **quiet)
    told["restarted"] = table.everything() == before
    table.do("table", table.get("table", "/actions").get_json()["actions"][0])
    table.tables.close()
print(json.dumps(told))
"""


@pytest.fixture
def disk() -> Iterator[Path]:
    """Give an empty folder that every user may enter, as PostgreSQL's has to."""
    folder = Path(tempfile.mkdtemp(prefix="referee-disk-"))
    folder.chmod(0o755)
    yield folder
    folder.rmdir()


def on_a_disk_of_its_own(script: str, disk: Path) -> dict[str, Any]:
    """Run a script that may mount disks; return what it told. Skip the test where nobody may mount any."""
    namespace = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*namespace, "mount", "-t", "tmpfs", "tmpfs", disk], check=False).returncode
    ):
        pytest.skip("NOBODY MAY MOUNT A DISK HERE, so none was filled")
    ran = subprocess.run(
        [*namespace, sys.executable, "-c", DISK + script, disk],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return told


def check_refused(told: dict[str, Any], sentence: str) -> None:
    """Check that a change was refused in one sentence, that nothing changed, and that play went on after."""
    assert told["status"] == 503
    assert sentence in told["said"]
    assert told["said"].count(". ") <= 1
    assert told["unchanged"]
    assert told["kept"]


@soak.PROCESSES
@pytest.mark.skipif(sys.platform != "linux", reason="mount namespaces are Linux's")
def test_sqlite_on_a_full_and_on_a_read_only_disk(disk: Path) -> None:
    told = on_a_disk_of_its_own(ON_SQLITE, disk)
    assert told["backup"] == [f'The file "{disk / "copy"}" cannot be written: the disk is full.', []]
    for name in ("full", "read-only"):
        check_refused(told[name], "the disk of the referee’s machine is full or cannot be written")


@soak.PROCESSES
@pytest.mark.postgresql
@pytest.mark.skipif(
    find_programs() is None or os.geteuid() != 0, reason="a PostgreSQL of its own needs root and the programs"
)
def test_postgresql_on_a_full_disk_read_only_and_restarted(disk: Path) -> None:
    told = on_a_disk_of_its_own(ON_POSTGRESQL, disk)
    for name in ("full", "read-only"):
        check_refused(told[name], "takes no changes just now")
    for status, said in told["away"]:
        assert status == 503
        assert "does not answer just now" in said
    assert told["restarted"]


PLAYER = """
import json, random, sys
from pathlib import Path
from tests.referee.storage.test_migrations import reopened
url, made, seed = json.loads(sys.argv[1])
table, rng = reopened(url, made), random.Random(seed)
print("ready", flush=True)
for line in sys.stdin:
    version = None
    while version is None:
        view = table.view()
        listed = {seat: table.get(seat, "/actions").get_json()["actions"] for seat in ("table", "zombie")}
        seat = next((seat for seat, actions in listed.items() if actions), None)
        if seat is None and table.view()["version"] != view["version"]:
            continue  # The other server moved on between the questions.
        answer = table.try_(seat, rng.choice(listed[seat]), view["version"])
        assert answer.status_code in {200, 409, 422, 503}, answer.data
        if answer.status_code == 200:
            version = answer.get_json()["view"]["version"]
    print(version, flush=True)
"""


def ask_for(player: subprocess.Popen[str], steps: int) -> None:
    """Let a player do so many steps: one that is left to itself would play the game to its end."""
    assert player.stdin is not None
    player.stdin.write("\n" * steps)
    player.stdin.flush()


@soak.PROCESSES
def test_of_two_servers_on_one_database_one_is_killed_and_the_other_goes_on(tmp_path: Path) -> None:
    kill_one_of_two(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path)


@soak.PROCESSES
@pytest.mark.postgresql
def test_of_two_servers_on_postgresql_one_is_killed_and_the_other_goes_on(url: str, tmp_path: Path) -> None:
    kill_one_of_two(url, tmp_path)


def kill_one_of_two(database: str, folder: Path) -> None:
    """Play at two servers, kill one in the midst, and hold that nothing was lost or done twice."""
    table = Seated(folder, database_url=database)
    table.set_up()
    made = {"code": table.code, "tokens": table.tokens}
    players = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, json.dumps([database, made, seed])],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in (1, 2)
    ]
    said: list[list[int]] = [[], []]
    try:
        for player in players:
            assert player.stdout is not None
            assert player.stdout.readline() == "ready\n"
        ask_for(players[0], 40)
        ask_for(players[1], 8)
        for player, versions in zip(players, said, strict=True):
            assert player.stdout is not None
            versions += [int(player.stdout.readline()) for _ in range(3)]
        players[0].kill()
        said[0] += [int(line) for line in players[0].communicate()[0].splitlines()]
        assert players[1].stdout is not None
        said[1] += [int(players[1].stdout.readline()) for _ in range(5)]
    finally:
        for player in players:
            player.kill()
        if not players[1].stdout.closed:  # type: ignore[union-attr]
            said[1] += [int(line) for line in players[1].communicate()[0].splitlines()]
    everything = said[0] + said[1]
    assert len(everything) == len(set(everything)), "no version was given to two steps"
    table.restart()
    assert table.version >= max(everything)
    lines = [line["n"] for line in table.record()[1:]]
    assert lines == list(range(1, len(lines) + 1))
    table.tables.close()


@soak.PROCESSES
def test_a_clock_that_jumps_changes_nothing_but_the_times(tmp_path: Path) -> None:
    times = iter(
        f"{day}T20:00:00+00:00"
        for day in ("2026-11-22", "2036-01-01", "1970-01-01", "2026-11-22", "2026-11-21", "9999-12-31")
    )
    now = ["2026-11-22T19:00:00+00:00"]
    table = Seated(tmp_path, sources=replace(steady(), now=lambda: now[0]))
    client = table.app.test_client()
    client.set_cookie(f"seat-{table.code}", table.tokens["table"])
    for action in (HIDDEN, START, {"do": "start_move", "characters": ["peter"]}, {"do": "end_turn"}):
        now[0] = next(times)
        key = {**table.headers("zombie" if action is HIDDEN else "human"), "Idempotency-Key": now[0]}
        body = {"action": action, "version": table.version}
        for _ in range(2):
            answer = table.client.post(f"/api/tables/{table.code}/do", headers=key, json=body)
            assert answer.status_code == 200, answer.data
        assert client.get(f"/t/{table.code}").status_code == 200
    now[0] = next(times)
    assert table.post("human", "/undo").status_code == 200
    now[0] = next(times)
    assert 0 <= table.tables.clock(table.code).seconds <= 3 * 3600
    before = table.everything()
    table.restart()
    assert table.everything() == before
    assert [line["n"] for line in table.record()[1:]] == [1, 2, 3, 4]
    table.tables.close()
