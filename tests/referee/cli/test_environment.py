"""The command line where something around it is missing: a home, room on the disk, a stream, patience."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.serve import address_of, listening_socket
from referee.config import default_database
from referee.errors import InputError
from tests import soak
from tests.referee.cli import Cli

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "referee"]


def test_a_blank_last_line_is_no_question(cli: Cli) -> None:
    question = json.dumps({"format": "referee-position/1", "system": "dawn-of-the-dead"})
    once, again = cli("actions", stdin=f"{question}\n"), cli("actions", stdin=f"{question}\n\n \n")
    assert again == once
    between = cli("actions", stdin=f"{question}\n\n{question}\n")
    assert [line.get("error") for line in between.lines][1] == "The line is empty."
    assert len(between.lines) == 3


@pytest.mark.parametrize("home", ["", "/nowhere/at/all"])
def test_without_a_home_it_asks_where_to_keep_games(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    with pytest.raises(InputError, match="no home folder here to keep games in"):
        default_database()


def test_without_a_home_but_with_a_folder_for_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == f"sqlite:///{tmp_path}/referee/tables.sqlite3"


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_an_address_of_the_sixth_version_is_printed_as_a_browser_takes_it(host: str) -> None:
    with listening_socket(host, 0) as listening:
        port = listening.getsockname()[1]
        assert address_of("", listening) == f"http://[::1]:{port}/"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="This system has no full device.")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*COMMAND, "games"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ran.returncode == 1
    assert ran.stderr == "referee: The answer cannot be written: No space left on device.\n"


@pytest.mark.skipif(os.name != "posix", reason="A shell closes the streams.")
@pytest.mark.parametrize(
    ("closed", "arguments"),
    [("<&- >&- 2>&-", "judge"), *soak.rest(soak.SEVERAL, [("<&-", "judge"), (">&-", "games")])],
)
def test_closed_streams_are_empty_ones(closed: str, arguments: str) -> None:
    command = f'exec "$0" -m referee {arguments} {closed}'
    ran = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_ctrl_c_while_it_is_loaded_prints_no_traceback() -> None:
    told = (
        "import os, signal, sys, threading, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what runs in the background\n"
        "class Slow:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'referee.cli.main':\n"
        "            os.kill(os.getpid(), signal.SIGINT); time.sleep(1)\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from referee.__main__ import main\n"
        "main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 128 + signal.SIGINT
    assert ran.stderr == ""
