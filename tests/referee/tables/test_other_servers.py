"""A table that another server went on with: what is in memory goes on too, and is as if it were read anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.tables.record import replay_table
from referee.tables.table import LoadedTable
from tests import soak
from tests.referee import postgresql
from tests.referee.any_table import AnyTable

_DAWN = {"phases": "automatic"}
_OPTIONS: dict[str, dict[str, Any]] = {
    "two players": _DAWN,
    "alone": _DAWN | {"mode": "solitaire"},
    "cardboard": _DAWN | {"counters": "physical"},
    "a duel": {"system": "battlecon"},
}


class TwoServers:
    """A table at two servers on one database, played by chance at either.

    `whole` counts how often a record was played from its first line.
    """

    def __init__(self, folder: Path, database: str, options: dict[str, Any], monkeypatch: Any) -> None:
        first = AnyTable(folder, options=options, database_url=database)
        self.servers, self.luck = (first, first.at_another_server()), Random(7)
        self.whole = 0

        def counted(*given: Any) -> LoadedTable:
            self.whole += 1
            return replay_table(*given)

        monkeypatch.setattr("referee.tables.store.replay_table", counted)

    def do_something(self, at: AnyTable) -> bool:
        """Have a seat that may act do something; return whether the table moved on."""
        before = at.version
        seats = [seat for seat in at.tokens if seat != "spectator"]
        for seat in self.luck.sample(seats, len(seats)):
            actions = [a for a in at.get(seat, "/actions").get_json()["actions"] if a["do"] != "concede"]
            if actions:
                at.post(seat, "/do", action=self.luck.choice(actions), version=at.view(seat)["version"])
                break
        return at.version != before

    def take_back(self, at: AnyTable) -> None:
        """Have every seat ask for the last action to be taken back."""
        undo = at.view()["undo"]
        for seat in at.tokens if undo else ():
            at.post(seat, "/undo", n=undo["n"], version=at.view(seat)["version"])


_ON_POSTGRESQL = {name: f"{name} on PostgreSQL" for name in _OPTIONS}


@pytest.fixture(
    params=[
        "a duel",
        pytest.param(_ON_POSTGRESQL["two players"], marks=pytest.mark.postgresql),
        *soak.rest(soak.SEVERAL, ["two players", "alone", "cardboard"]),
        *[
            pytest.param(_ON_POSTGRESQL[name], marks=[pytest.mark.postgresql, soak.SEVERAL])
            for name in ("alone", "cardboard", "a duel")
        ],
    ]
)
def two(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TwoServers]:
    """Give a table at two servers."""
    name, _, elsewhere = request.param.partition(" on ")
    with postgresql.schema() if elsewhere else nullcontext(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as url:
        made = TwoServers(tmp_path, url, _OPTIONS[name], monkeypatch)
        yield made
        for server in made.servers:
            server.tables.close()


def facts(table: LoadedTable) -> dict[str, Any]:
    """Return all that a table is, without what is kept to save time."""
    kept = {"views", "log_cache", "cache", "parsed", "_steps", "_pending_action_cache", "_roster"}
    left_out = kept | {"last_access", "game", "match", "batch"}
    told = {name: getattr(table, name) for name in table.__slots__ if name not in left_out}
    return told | {"game": replace(table.game, version=table.version)}


def test_what_goes_on_is_as_if_it_were_read_anew(two: TwoServers) -> None:
    continue_replay(two, 20)


@soak.DAYS
def test_what_goes_on_for_long_is_as_if_it_were_read_anew(two: TwoServers) -> None:
    continue_replay(two, 60)


def continue_replay(two: TwoServers, steps: int) -> None:
    """Play so many steps at either server, some taken back, and compare both with the record."""
    moved = 0
    for n in range(steps):
        at, other = two.luck.sample(two.servers, 2)
        if n % 7 == 6:
            two.take_back(at)
        else:
            moved += two.do_something(at)
        with other.tables.store.locked(other.code) as known:
            anew = other.tables.store._read(other.code)
            assert facts(known) == facts(anew)
            assert [*known.steps()] == [*anew.steps()]
        assert other.everything() == at.everything()
    assert moved > steps // 4


def test_a_step_elsewhere_is_not_a_reason_to_play_the_whole_record(two: TwoServers) -> None:
    for server in two.servers:
        server.everything()
    before = two.whole
    moved = sum(two.do_something(two.servers[n % 2]) for n in range(12))
    for server in two.servers:
        server.everything()
    with two.servers[0].tables.store.locked(two.servers[0].code) as table:
        chosen_again = sum(line.changed for line in table.lines)
    assert moved - chosen_again > 5
    assert two.whole - before <= chosen_again
