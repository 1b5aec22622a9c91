"""Whole games between simple players on an abstract table: they end, and all that is done is legal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from referee.cli.main import cli
from referee.games.interface.chance import ChanceRequest
from referee.games.toolkit.random_play import followed
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.simulation.zones import Table
from referee.records.seals import Chance, attempt
from rules.fields import name_of
from rules.ruling import Ask
from rules.zombies_surviving.position import Figure, Position, Task
from rules.zombies_surviving.survival.melee import Melee
from rules.zombies_surviving.survival.places.search import FindItem


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


def test_simple_players_see_to_their_objective_and_win_some_of_their_games() -> None:
    match = GAME.table(GAME.read_options({"players": 2}))
    won = Counter[bool]()
    for number in range(12):
        seed = f"aim/{number}"
        *_, (_, last) = followed(match, seed, 50, GAME.simulated_players(seed))
        won[bool(match.winners(last))] += 1
    assert won[True] >= 3
    assert won[False] >= 3


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


class Sixes:
    """Chance that rolls nothing but sixes."""

    def next(self, request: ChanceRequest, taken: object, rolled: object) -> tuple[tuple[int, ...], int]:
        return (6,) * request.count, request.count


def test_11_6_a_find_of_many_rolls_one_after_the_other_is_rolled_whole() -> None:
    match = GAME.table(GAME.read_options({"players": 1}))
    ana = Figure("survivor", "p1", traits=("looter",))
    position = Position(
        phase="game", turn=2, seats=("p1",), figures={"ana": ana}, tasks=(Task("find", "ana"),)
    )
    chance = cast("Chance", Sixes())
    tried = attempt(match, chance, position, FindItem("ana"), match.rule, {})
    assert tried.ruling.after is not None
    assert len(cast("FindItem", tried.action).found or ()) > 8


@pytest.mark.parametrize(("far", "within"), [(0.5, True), (1.0, False)])
def test_5_18_whoever_is_half_an_inch_away_is_within_half_an_inch(far: float, within: bool) -> None:
    table = Table(points={"ana": (1.0, 1.0), "z1": (1.0, 1.0 + far)})
    assert table.answer(Position(), Melee("p1", "ana", target="z1"), "within", Ask("yes_no")) is within
