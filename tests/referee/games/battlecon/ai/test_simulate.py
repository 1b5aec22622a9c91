"""`referee simulate --system battlecon`, and `replay` and `verify` of what it records."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests import soak
from tests.referee.cli import Cli

FAST = ("simulate", "--system", "battlecon", "--option", "a=random", "--option", "b=random")


def totals(cli: Cli, *arguments: object) -> dict[str, Any]:
    data: dict[str, Any] = cli(*FAST, *arguments, "--json").json
    return data


def test_duels_end_and_are_counted_by_fighters(cli: Cli) -> None:
    data = totals(cli, "--games", "20", "--seed", "1")
    assert sum(data["endings"].values()) == data["games"] == 20
    assert data["duels"] == sum(pair["duels"] for pair in data["fighters"].values()) > 10
    assert data["actions"] > data["beats"] > 20
    assert sum(data["specials"].values()) > 0
    assert data["specials_per_beat"] == round(sum(data["specials"].values()) / data["beats"], 3)


@soak.GAMES
def test_what_was_recorded_is_legal_on_replay_and_its_seals_hold(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "duels.jsonl"
    data = totals(
        cli, "--games", "2", "--option", "b=greedy", "--option", "profile=boxed", "--record", record
    )
    replayed = cli("replay", record, "--json")
    assert replayed.status == 0
    assert replayed.json["legal"] is True
    assert (replayed.json["records"], replayed.json["actions"]) == (2, data["actions"])
    assert cli("verify", record).status == 0


@soak.GAMES
def test_the_referee_plays_legal_duels_too(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "duel.jsonl"
    fast = ("--option", "b=one-beat", "--option", "fighters=khadath,kallistar", "--record", record)
    data = totals(cli, "--seed", "2", *fast)
    assert data["players"] == {"a": "random", "b": "one-beat"}
    assert list(data["fighters"]) == ["khadath/kallistar"]
    assert data["choice_seconds"]["p95"] >= 0
    assert cli("replay", record, "--json").json["legal"] is True


def test_the_same_seed_gives_the_same_duels(cli: Cli, tmp_path: Path) -> None:
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        totals(cli, "--games", "2", "--seed", seed, "--record", tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_a_match_goes_over_several_duels(cli: Cli) -> None:
    data = totals(cli, "--mode", "match", "--seed", "3")
    assert data["duels"] in (2, 3)
    assert sum(data["endings"].values()) == 1


def test_a_limit_of_beats_ends_a_duel(cli: Cli) -> None:
    data = totals(cli, "--turns", "1")
    assert data["endings"]["beat limit"] == 1
    assert data["beats"] == 1


def test_one_beat_is_told_as_one(cli: Cli) -> None:
    told = cli(
        "simulate", "--system", "battlecon", "--turns", "1", "--option", "fighters=khadath,kallistar"
    ).out
    assert told.startswith("1 game, 1 beat, ")
    assert "1 ended at the limit of 1 beat." in told


def test_people_are_told_who_won(cli: Cli) -> None:
    said = cli(*FAST, "--games", "2", "--option", "fighters=hikaru,cadenza").out
    assert said.startswith("2 games, ")
    assert "all legal" in said
    assert "hikaru" in said
    assert re.search(r"Special actions: Pulses \d+, Cancels \d+, Finishes \d+\. Clashes: \d+\.", said)
    assert re.search(r"A choice took (under 1 ms|\d+ ms), 95 of 100 at most (under 1 ms|\d+ ms)", said)
    assert "Special actions: " in said


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("a=wizard", '"wizard" is not a player'),
        ("fighters=hikaru", "is not two of"),
        ("fighters=hikaru,hikaru", "is not two of"),
        ("profile=beta", "profile: "),
        ("luck=good", 'there is no "luck" here'),
        ("luck", "should be a name and a value"),
        ("=x", "should be a name and a value"),
    ],
)
def test_an_option_that_cannot_be_is_bad_input(cli: Cli, option: str, words: str) -> None:
    assert words in cli.refused("simulate", "--system", "battlecon", "--option", option)


def test_the_first_game_has_no_options(cli: Cli) -> None:
    assert "--option" in cli.refused("simulate", "--option", "fighters=a,b")
