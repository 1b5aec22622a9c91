"""The examples: every command that their README gives, run as it stands there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests import soak
from tests.referee.cli import Cli

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "examples" / "README.md"
COMMANDS = re.findall(r"^\$ referee (.+)$", README.read_text(encoding="utf-8"), re.MULTILINE)


def ran(cli: Cli, command: str) -> tuple[int, str]:
    """Run a command of the README in the folder above; gives its status and what it printed."""
    words, _, file = command.partition(" < ")
    result = cli(*shlex.split(words), stdin=(ROOT / file).read_bytes() if file else b"")
    return result.status, result.out


def command(name: str) -> str:
    """Return the first command of the README with this name."""
    return next(str(words) for words in COMMANDS if words.startswith(f"{name} "))


@pytest.fixture(autouse=True)
def _in_the_folder_above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_every_file_has_a_command_and_a_line_in_the_readme() -> None:
    files = {file.name for file in README.parent.iterdir()} - {README.name}
    assert files == {Path(word).name for text in COMMANDS for word in text.split() if "examples/" in word}
    for file in files:
        assert f"- `{file}`:" in README.read_text(encoding="utf-8")


def test_judge_rules_on_each_line_and_tells_the_bad_one_by_its_status(cli: Cli) -> None:
    status, out = ran(cli, command("judge"))
    step, door, shot, bad = (json.loads(line) for line in out.splitlines())
    assert (step["legal"], door["legal"], shot["needs"]) == (True, False, {"dice": 2})
    assert door["cases"][0] == "5.3"
    assert set(bad) == {"error"}
    assert status == 2


def test_actions_lists_what_may_be_done(cli: Cli) -> None:
    status, out = ran(cli, command("actions"))
    before, moving = (json.loads(line)["actions"] for line in out.splitlines())
    assert {"do": "start_move", "characters": ["peter"]} in before
    assert {"do": "step", "to": "043"} in moving
    assert status == 0


@soak.GAMES
def test_odds_tells_the_share_won(cli: Cli) -> None:
    status, out = ran(cli, command("odds"))
    assert re.match(r"The characters won \d+ of 20 games played on from here", out)
    assert status == 0


def test_zombies_are_shot_at_measured_and_set_up(cli: Cli) -> None:
    words = next(words for words in COMMANDS if "zombies" in words)
    status, out = ran(cli, words)
    shot, before, empty, scenario = (json.loads(line) for line in out.splitlines())
    assert shot["after"]["figures"]["z1"]["kind"] == "ankle_biter"
    assert before["needs"]["inches"]["unit"] == "inch"
    assert (empty["legal"], empty["cases"][0]) == (False, "6.5")
    assert scenario["after"]["buildings"]["clinic"]["state"] == "barricaded"
    assert status == 0


def test_replay_judges_the_whole_game(cli: Cli) -> None:
    status, out = ran(cli, command("replay"))
    assert "actions judged, 0 of them overridden" in out
    assert status == 0


def test_verify_finds_both_seals_and_every_die_in_order(cli: Cli) -> None:
    assert ran(cli, command("verify"))[0] == 0


def test_the_duel_is_judged_replayed_and_its_seals_hold(cli: Cli) -> None:
    pairs, replay, verify = (words for words in COMMANDS if "pairs" in words or "duel" in words)
    laid, gone, early = (json.loads(line) for line in ran(cli, pairs)[1].splitlines())
    assert [laid["legal"], gone["legal"], early["legal"]] == [True, False, False]
    assert "discard" in gone["reason"]
    assert "49 actions judged, 0 of them overridden" in ran(cli, replay)[1]
    assert ran(cli, verify) == (0, "All 22 seals hold.\n")
