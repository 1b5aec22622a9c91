"""Finding and starting a PostgreSQL for the tests; without one they run all the same."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.errors import InputError
from referee.storage.database import Database
from tools import postgresql

ROOT = Path(__file__).resolve().parents[2]
SAYS = [sys.executable, "-c", f"import os; print('at', os.environ.get('{postgresql.VARIABLE}'), flush=True)"]


@pytest.fixture(autouse=True)
def unnamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave aside the database that this run of the tests may have."""
    monkeypatch.delenv(postgresql.VARIABLE, raising=False)
    monkeypatch.setenv("CI", "true")


def folders_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server's files be made in a folder of the test."""
    made = partial(tempfile.mkdtemp, dir=folder)
    monkeypatch.setattr(postgresql, "tempfile", SimpleNamespace(mkdtemp=made))


def test_without_one_and_without_a_network_the_command_runs_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(postgresql, "find_programs", lambda: None)
    monkeypatch.setattr(postgresql, "install_packages", asked.append)
    assert postgresql.main([sys.executable, "-c", "raise SystemExit(3)"]) == 3
    assert asked == [postgresql.PACKAGES]
    assert "NO POSTGRESQL" in capfd.readouterr().out


def test_nothing_is_installed_outside_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "")
    monkeypatch.setattr(postgresql, "find_programs", lambda: None)
    monkeypatch.setattr(postgresql, "install_packages", lambda _: pytest.fail("installed"))
    assert postgresql.main(SAYS) == 0


def test_one_that_does_not_start_is_said_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folders_in(tmp_path, monkeypatch)
    monkeypatch.setattr(postgresql, "find_programs", lambda: tmp_path / "nowhere")
    assert postgresql.main(SAYS) == 0
    said = capfd.readouterr().out
    assert "does not start" in said
    assert "at None" in said
    assert list(tmp_path.iterdir()) == []


def test_a_named_one_is_used_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(postgresql.VARIABLE, "postgresql://mine")
    monkeypatch.setattr(postgresql, "find_programs", lambda: pytest.fail("looked for another"))
    assert postgresql.main(SAYS) == 0
    assert "at postgresql://mine" in capfd.readouterr().out


NEEDED = pytest.mark.skipif(
    postgresql.find_programs() is None, reason="There is no PostgreSQL on this machine."
)


@NEEDED
def test_one_that_is_told_to_stop_leaves_nothing() -> None:
    says = "import os, time; print(os.environ['REFEREE_TEST_POSTGRESQL'], flush=True); time.sleep(600)"
    command = [sys.executable, "-m", "tools.postgresql", sys.executable, "-c", says]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout
        address = next(line for line in ran.stdout if line.startswith("postgresql://")).strip()
        with closing(Database(address)) as database, database.reading() as connection:
            data = Path(connection.exec_driver_sql("SHOW data_directory").scalar_one())
        ran.terminate()
    assert ran.returncode == 143
    assert not data.parent.exists()
    assert not data.parent.with_name(f"{data.parent.name}.log").exists()
    with closing(Database(address)) as database, pytest.raises(InputError, match="Connection refused"):
        database.create()


@NEEDED
def test_one_on_this_machine_is_started_for_the_command_and_stopped_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = Path("/tmp") / f"referee-{os.getpid()}"  # The server's user must be able to enter it.
    folder.mkdir(mode=0o755)
    folders_in(folder, monkeypatch)
    try:
        assert postgresql.main(SAYS) == 0
        said = capfd.readouterr().out
        assert "at postgresql://postgres@127.0.0.1:" in said
        port = said.split("127.0.0.1:")[1].split("/")[0]
        listening = subprocess.run(
            [sys.executable, "-c", f"import socket; socket.create_connection(('127.0.0.1', {port}))"],
            capture_output=True,
            check=False,
        )
        assert listening.returncode == 1
        assert list(folder.iterdir()) == []
    finally:
        folder.rmdir()
