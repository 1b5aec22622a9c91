"""`referee simulate`, and `replay` and `verify` of what it records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.records.codec import seal
from tests import soak
from tests.referee.cli import Cli


@pytest.fixture(scope="module")
def three_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record three simulated games in one file."""
    from referee.cli import main as cli  # noqa: PLC0415 - the fixture of the same name is for one test

    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert cli.run(["simulate", "--games", "3", "--seed", "test", "--record", str(path)]) == 0
    return path


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def one_game(path: Path) -> list[dict[str, Any]]:
    """Return the lines of the first game in a file."""
    lines = read(path)
    return lines[: next(i for i, line in enumerate(lines) if "opened" in line) + 1]


def written(path: Path, lines: list[dict[str, Any]]) -> Path:
    copy = path.with_name("changed.jsonl")
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return copy


def test_every_game_ends_by_14_1_or_14_2_or_the_turn_limit(cli: Cli) -> None:
    totals = cli("simulate", "--games", "5", "--seed", "1", "--turns", "8", "--json").json
    assert sum(totals["endings"].values()) == 5
    assert set(totals["endings"]) == {"14.1", "14.2", "turn limit"}
    assert totals["rulings"] > totals["actions"] > 0


@soak.GAMES
def test_either_side_wins_some_of_the_games(cli: Cli) -> None:
    """So that both conditions of 14.1 and 14.2 are met in play, not only in positions made for it."""
    endings = cli("simulate", "--games", "4", "--seed", "1", "--json").json["endings"]
    assert endings["14.1"] > 0
    assert endings["14.2"] > 0


def test_a_turn_limit_ends_a_game(cli: Cli) -> None:
    totals = cli("simulate", "--turns", "1", "--json").json
    assert totals["endings"]["turn limit"] == 1
    assert totals["turns"] == 1


@soak.GAMES
def test_the_same_seed_gives_the_same_games(cli: Cli, tmp_path: Path) -> None:
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        cli("simulate", "--games", "2", "--seed", seed, "--record", tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_people_are_told_how_the_games_ended(cli: Cli) -> None:
    said = cli("simulate", "--games", "2").out
    assert "2 games" in said
    assert "(14.1)" in said


def test_what_was_recorded_is_legal_on_replay(cli: Cli, three_games: Path) -> None:
    ran = cli("replay", three_games, "--json")
    assert ran.status == 0
    assert ran.json["legal"] is True
    assert ran.json["records"] == 3
    assert ran.json["actions"] == sum("action" in line for line in read(three_games))
    assert ran.json["stopped_at"] is None
    said = cli("replay", three_games).out
    assert "actions judged" in said
    assert "3 records; of the last:" in said


def test_the_seals_of_what_was_recorded_hold(cli: Cli, three_games: Path) -> None:
    ran = cli("verify", three_games)
    assert (ran.status, ran.out) == (0, "All 6 seals hold.\n")


@pytest.mark.parametrize(("mode", "told"), [("two-player", False), ("solitaire", True)])
def test_verify_says_that_choices_of_another_version_are_not_compared(
    cli: Cli, tmp_path: Path, mode: str, *, told: bool
) -> None:
    """15.4: it may find other equals. Two players choose for themselves, so there is nothing to say."""
    path = tmp_path / "game.jsonl"
    cli("simulate", "--games", "1", "--turns", "2", "--mode", mode, "--seed", "test", "--record", path)
    header, *lines = read(path)
    ran = cli("verify", written(path, [{**header, "version": "0.0.1"}, *lines]))
    says = "Not compared: what the referee chose between equals. Version 0.0.1 wrote this record"
    assert (ran.status, says in ran.out) == (0, told)


def test_replay_stops_at_the_first_action_that_is_not_legal(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    step = next(line for line in lines if line.get("action", {}).get("do") == "step")
    step["action"]["to"] = "004" if step["action"]["to"] != "004" else "005"
    ran = cli("replay", written(three_games, lines), "--json")
    assert ran.status == 1
    assert ran.json["legal"] is False
    assert ran.json["stopped_at"]["n"] == step["n"]
    assert ran.json["actions"] == step["n"] - 1
    assert ran.json["stopped_at"]["cases"]
    replayed = cli("replay", written(three_games, lines))
    assert replayed.status == 1
    assert f"Action {step['n']} is not legal" in replayed.out


def test_replay_goes_past_what_was_overridden_by_agreement(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    chosen = next(line for line in lines if line.get("action", {}).get("do") == "place_characters")
    chosen["action"]["squares"]["peter"] = "100"
    refused = cli("replay", written(three_games, lines[: lines.index(chosen) + 1]), "--json")
    assert refused.json["stopped_at"]["n"] == chosen["n"]
    chosen["overridden"] = True
    agreed = cli("replay", written(three_games, lines[: lines.index(chosen) + 1]), "--json")
    assert agreed.status == 0
    assert agreed.json["overridden"] == 1


def test_replay_passes_over_what_was_taken_back(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    mistake = dict(lines[1], action={"do": "step", "to": "001"}, taken_back=True)
    ran = cli("replay", written(three_games, [lines[0], mistake, *lines[1:]]), "--json")
    assert ran.status == 0
    assert ran.json["taken_back"] == 1


def test_replay_wants_the_dice_that_were_rolled(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    roll = next(line for line in lines if line.get("action", {}).get("do") == "roll_free_moves")
    del roll["action"]["die"]
    ran = cli("replay", written(three_games, lines), "--json")
    assert ran.status == 1
    assert ran.json["stopped_at"]["needs"] == {"dice": 1}
    assert "still needs" in cli("replay", written(three_games, lines)).out


def test_a_seal_that_was_tampered_with_does_not_hold(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    opened = lines[-1]["opened"]["draw"]
    opened["value"] = opened["value"][::-1]
    ran = cli("verify", written(three_games, lines))
    assert ran.status == 1
    assert "draw" in ran.out
    lines[0]["seals"]["draw"] = seal(opened["nonce"], opened["value"])
    assert cli("verify", written(three_games, lines)).status == 1


def test_verify_tells_what_a_line_should_not_have(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    lines[3]["rolled_by_hand"] = {"die": 1}
    ran = cli("verify", written(three_games, lines))
    assert ran.status == 1
    assert ran.out == f'Action {lines[3]["n"]}: the record should not have "rolled_by_hand" there.\n'


def test_verify_tells_what_the_first_and_the_last_line_should_not_have(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    lines[0] |= {"rigged": True, "map": {**lines[0]["map"], "of": "Ann"}}
    lines[-1]["opened"]["draw"]["again"] = 1
    ran = cli("verify", written(three_games, lines))
    assert ran.status == 1
    assert ran.out.splitlines() == [
        'The first line should not have "map.of".',
        'The first line should not have "rigged".',
        'The last line should not have "opened.draw.again".',
    ]


def test_verify_tells_what_an_action_should_not_have_also_one_taken_back(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    mistake = dict(lines[3], action={**lines[3]["action"], "lucky": 6}, taken_back=True)
    taken_back = [*lines[:3], mistake, *(line | {"n": line["n"] + 1} for line in lines[3:-1]), lines[-1]]
    told = cli("verify", written(three_games, taken_back))
    assert told.status == 1
    assert f"Action {mistake['n']}: lucky is not a field that belongs here." in told.out
    lines[3]["action"]["lucky"] = 6
    stands = cli("verify", written(three_games, lines))
    assert stands.status == 1
    assert f"Action {lines[3]['n']}: lucky is not a field that belongs here." in stands.out


def test_a_map_that_is_not_at_hand_must_travel_in_the_record(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    lines[0]["map"]["sha256"] = "0" * 64
    assert "is not available here" in cli.refused("replay", written(three_games, lines))
    lines[0]["map"]["data"] = {}
    assert "map.sha256 is not the fingerprint" in cli.refused("replay", written(three_games, lines))


def test_a_record_that_is_still_sealed_cannot_be_replayed(cli: Cli, three_games: Path) -> None:
    lines = one_game(three_games)
    lines[0]["start"] = None
    assert "sealed until the game is over" in cli.refused("replay", written(three_games, lines))
    lines[0]["start"] = {"draw": [1, 2, 3]}
    assert "start.draw" in cli.refused("replay", written(three_games, lines))


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_no_record_is_bad_input(cli: Cli, command: str, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"\x00\xff\n")
    assert cli.refused(command, tmp_path / "junk").startswith("Line 1 of the record")
    assert "is empty" in cli.refused(command, "-")
    assert "cannot be read" in cli.refused(command, tmp_path)


def test_numbers_that_cannot_be_are_bad_input(cli: Cli, tmp_path: Path) -> None:
    assert "--games" in cli.refused("simulate", "--games", "0")
    assert "--mode" in cli.refused("simulate", "--mode", "chess")
    assert "--record" in cli.refused("simulate", "--record", tmp_path)


def test_one_game_is_told_in_the_singular(cli: Cli) -> None:
    assert cli("simulate", "--seed", "one").out.startswith("1 game, ")


@soak.GAMES
@pytest.mark.parametrize("mode", ["solitaire", "cooperative"])
def test_15_0_games_without_a_zombie_player_are_legal_on_replay(cli: Cli, tmp_path: Path, mode: str) -> None:
    path = tmp_path / "games.jsonl"
    totals = cli("simulate", "--games", "3", "--mode", mode, "--seed", "s", "--record", path, "--json").json
    assert totals["mode"] == mode
    assert totals["turn_limit"] == 150
    assert sum(totals["endings"].values()) == 3
    ran = cli("replay", path, "--json")
    assert (ran.status, ran.json["legal"], ran.json["records"]) == (0, True, 3)
    assert ran.json["actions"] == totals["actions"]
    assert cli("verify", path).status == 0
    done = {line["action"]["do"] for line in read(path) if "action" in line}
    assert {"roll_hidden", "free_move", "close_main_door", "defend"} <= done
    assert not {"place_hidden", "reveal"} & done


@soak.GAMES
def test_15_0_the_same_seed_gives_the_same_solitaire_games(cli: Cli, tmp_path: Path) -> None:
    for name in ("a", "b"):
        cli("simulate", "--mode", "solitaire", "--seed", "7", "--record", tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
