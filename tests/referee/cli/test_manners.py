"""How the command line behaves towards people and programs, whatever the command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee import __version__
from referee.cli import records
from referee.cli.main import cli as group
from referee.games.toolkit.commands import LazyCommand
from tests import soak
from tests.referee.cli import Cli
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[3]
MANUAL = ROOT / "docs" / "command-line.md"
"""The README leads to it."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(parent: click.Group = group, prefix: str = "referee") -> list[tuple[str, click.Command]]:
    """Return every command with its full name."""
    listed: list[tuple[str, click.Command]] = []
    for name, there in sorted(parent.commands.items()):
        command = there.command if isinstance(there, LazyCommand) else there
        if isinstance(command, click.Group):
            listed += commands(command, f"{prefix} {name}")
        else:
            listed.append((f"{prefix} {name}", command))
    return listed


@each_row("name, command", commands())
def test_every_command_has_help_and_a_place_in_the_manual(name: str, command: click.Command) -> None:
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.name}"
    assert f"`{name}" in MANUAL.read_text(encoding="utf-8")


@each_row("page", PAGES)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    names = {name for name, _ in commands()}
    for words in re.findall(r"`referee ([a-z]+(?: [a-z]+)?)", page.read_text(encoding="utf-8")):
        first = words.split()[0]
        assert f"referee {words}" in names or f"referee {first}" in names, words


def test_the_list_of_commands_cuts_no_sentence_short(cli: Cli) -> None:
    listed = cli("--help").out.partition("Commands:")[2]
    assert "..." not in listed
    assert all((name in listed) is not there.hidden for name, there in group.commands.items())


def test_the_version_is_told(cli: Cli) -> None:
    assert cli("--version").out == f"referee {__version__}\n"


def test_a_command_that_does_not_exist_is_bad_input(cli: Cli) -> None:
    assert "'nope'" in cli.refused("nope")


def test_a_mistake_of_ours_is_told_without_a_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.delenv("REFEREE_DEBUG", raising=False)
    monkeypatch.setattr(records.verify, "callback", broken)
    ran = cli("verify", "-")
    assert ran.status == 70
    assert ran.err == "referee: Something went wrong in the program itself (ZeroDivisionError).\n"


def test_a_reader_that_goes_away_is_no_disaster() -> None:
    pairs = "024 062\n" * 20_000
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "sight", "--pairs"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(pairs[:8].encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"from"')
        process.stdout.close()
        try:
            process.stdin.write(pairs.encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(timeout=30) == 1
        assert process.stderr.read() == b""


@pytest.mark.parametrize("encoding", ["ascii", *soak.rest(soak.SEVERAL, ["latin-1"])])
def test_the_output_is_utf_8_whatever_the_machine_thinks(encoding: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "referee", "case", "99.9"],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": encoding, "PYTHONPATH": ":".join(sys.path)},
    )
    assert ran.returncode == 2
    assert "99.9" in ran.stderr.decode("utf-8")
