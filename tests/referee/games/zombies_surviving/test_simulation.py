"""Whole games between simple players on an abstract table: they end, and all that is done is legal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import cli
from referee.games.toolkit.random_play import followed
from referee.games.zombies_surviving import GAME
from rules.fields import name_of


@pytest.mark.parametrize("players", [1, 3])
def test_games_of_simple_players_have_fights_and_end(players: int) -> None:
    match = GAME.table(GAME.read_options({"players": players, "turns": 6}))
    done = Counter[str]()
    for number in range(3):
        seed = f"{players}/{number}"
        for action, after in followed(match, seed, 50, GAME.simulated_players(seed)):
            done[name_of(type(action))] += 1
            ended = match.finished(after)
        assert ended
    assert {"move", "random_event", "tokens_move", "end_turn"} <= {*done}


def test_a_record_of_simulated_games_is_played_again_the_same(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    runner = CliRunner()
    what = [
        "simulate",
        "--system",
        "zombies-surviving",
        "--games",
        "1",
        "--seed",
        "4",
        "--record",
        str(record),
    ]
    assert runner.invoke(cli, what, catch_exceptions=False).exit_code == 0
    assert runner.invoke(cli, ["verify", str(record)], catch_exceptions=False).exit_code == 0
