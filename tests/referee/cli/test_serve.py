"""`referee serve --help`: it shows how a database is named, and each form it shows is taken."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from referee.storage.database import Database
from tests.referee.cli import Cli


@pytest.fixture
def shown(cli: Cli) -> str:
    """Give the help of `--database` on one line."""
    return " ".join(cli("serve", "--help").out.partition("--database")[2].split())


def test_the_help_shows_a_file_here_a_whole_path_and_a_server(
    shown: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    here, whole = re.findall(r"sqlite:\S+sqlite3", shown)
    assert Database(here).path == tmp_path / "games.sqlite3"
    assert Database(whole).path == Path("/home/me/games.sqlite3")
    assert "postgresql://USER:PASSWORD@HOST/NAME" in shown


def test_the_help_says_where_games_are_kept_otherwise(shown: str) -> None:
    assert "DATABASE_URL" in shown
    assert "~/.local/share/referee/" in shown


def test_a_file_that_can_only_be_read_is_not_served(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write to any file, so the system's answer is made up."""
    file = tmp_path / "tables.sqlite3"
    can = os.access
    monkeypatch.setattr("os.access", lambda path, mode: path != file and can(path, mode))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = ("--host", "127.0.0.1", "--port", taken.getsockname()[1])
        said = cli.refused("serve", *where, "--database", f"sqlite:///{file}")
    assert said.endswith('tables.sqlite3" can only be read, so nothing could be saved.')
