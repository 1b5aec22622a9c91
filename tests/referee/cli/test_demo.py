"""`referee demo`: each state that a game offers can be reached, and its seats are free."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.demo import LocalTable
from referee.games import registry
from referee.games.battlecon.demo_states import STATES as DUELS
from referee.games.dawn_of_the_dead.commands.demo_states import PHASES
from referee.tables.service import Tables
from tests import soak
from tests.referee.apps import app_of
from tests.referee.cli import Cli

LONG = "over"
"""A whole game at random; every other state takes a moment."""
NAMES = [name for game in registry.games().values() for name in game.demo_states if name != LONG]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    app = app_of({"database_url": f"sqlite:///{tmp_path}/tables.sqlite3", "testing": True})
    yield app.extensions["tables"]
    app.extensions["tables"].close()


def test_without_a_state_each_one_is_listed_with_a_line(cli: Cli) -> None:
    listed = cli("demo").out
    for game in registry.games().values():
        assert f"{game.id}:\n" in listed
        for name, state in game.demo_states.items():
            assert f"  {name:20}{state.says}\n" in listed
            assert state.says.endswith(".")


def test_the_states_of_one_game_may_be_listed_alone(cli: Cli) -> None:
    assert cli("demo", "--system", "battlecon").out.splitlines()[1:] == [
        f"  {name:20}{state.says}" for name, state in DUELS.items()
    ]


def test_it_is_hidden_from_players(cli: Cli) -> None:
    assert "demo" not in cli("--help").out.partition("Commands:")[2]


def test_a_state_that_does_not_exist_is_bad_input(cli: Cli) -> None:
    assert 'no state "nowhere"' in cli.refused("demo", "nowhere")
    assert 'no state "clash"' in cli.refused("demo", "clash", "--system", "dawn-of-the-dead")


def test_a_state_of_two_games_needs_the_name_of_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    both = {**DUELS, "moving": DUELS["hand"]}
    monkeypatch.setitem(vars(registry.game("battlecon")), "demo_states", both)
    assert "add --system dawn-of-the-dead or --system battlecon." in cli.refused("demo", "moving")


def test_an_option_needs_a_value(cli: Cli) -> None:
    assert '"counters" should be a name and a value' in cli.refused("demo", "human", "--option", "counters")


@pytest.mark.parametrize("name", [*NAMES, *soak.rest(soak.SEVERAL, [LONG])])
def test_each_state_can_be_reached_and_every_seat_is_free(tables: Tables, name: str) -> None:
    ((system, state),) = [
        (id_, game.demo_states[name]) for id_, game in registry.games().items() if name in game.demo_states
    ]
    table = LocalTable.new(tables, {"system": system, **state.options})
    state.play(table)
    if name in PHASES:
        reached = table.view()
        assert reached["phase"] == name or (name == "moving" and reached["move"]["spent"])
    with tables.store.locked(table.code) as loaded:
        assert loaded.unclaimed >= loaded.roster.private
