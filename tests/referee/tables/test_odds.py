"""What are our chances? Games played on beside a table where the referee plays the zombies (15.0)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from referee.config import Config
from referee.errors import InputError, Problem
from referee.games.dawn_of_the_dead.ai import advisers
from referee.games.dawn_of_the_dead.ai.odds import Crashed
from referee.games.interface.odds import ACTIVE
from referee.tables.automatic import odds
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.any_pair import fixed_sources
from tests.referee.asking import ALONE, PATIENCE_S, Slow, ended, seated, shown, start, stop
from tests.referee.paired import swapped
from tests.referee.seated import START, Seated


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Put games in the place of the real ones that last until the test lets them end."""
    stand_in = Slow()
    monkeypatch.setattr(advisers, "chances", stand_in.chances)
    yield stand_in
    stand_in.go.set()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Seated]:
    """Give a solitaire table with the characters set up."""
    table = seated(tmp_path)
    yield table
    table.tables.close()


class TestARun:
    def test_nothing_is_played_before_somebody_asks(self, alone: Seated) -> None:
        assert shown(alone) == {"state": "none", "of": 300}

    def test_15_0_the_games_are_played_on_and_counted(self, alone: Seated) -> None:
        begun = start(alone, games=3)
        assert begun["state"] in ACTIVE
        assert (begun["of"], begun["turn"], begun["phase"], begun["current"]) == (3, 1, "human", True)
        chances = ended(alone)
        assert chances["state"] == "done"
        assert chances["games"] == chances["won"] + chances["lost"] + chances["unfinished"] == 3
        assert chances["share"] == round(chances["won"] / 3, 4)

    @pytest.mark.parametrize("games", [2, *soak.rest(soak.GAMES, [12])])
    def test_7_7_tables_that_differ_in_secrets_alone_are_told_the_same(
        self, tmp_path: Path, games: int
    ) -> None:
        """2.3: face-down values, units not yet in the game and future dice are drawn again."""
        order = list(equipment.setting().sheet.units)
        Random(5).shuffle(order)
        answers = []
        for name, units in (("a", tuple(order)), ("b", swapped(order, 9))):
            table = seated(tmp_path / name, sources=fixed_sources(units, "9"))
            secret = [unit.value for unit in table.position.zombies.values()]
            start(table, games=games)
            ended(table)
            answers.append((secret, table.get("table", "/chances").data, table.get("human", "/chances").data))
            table.tables.close()
        assert answers[0][0] != answers[1][0]
        assert answers[0][1:] == answers[1][1:]

    def test_two_runs_are_not_the_same_games(self, alone: Seated, slow: Slow) -> None:
        slow.go.set()
        for _ in range(2):
            start(alone)
            ended(alone)
        assert len(set(slow.seeds)) == 2

    def test_what_there_is_so_far_is_told(self, alone: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        chances = shown(alone, "human")
        assert (chances["state"], chances["games"], chances["won"], chances["error"]) == ("running", 1, 1, 0)
        slow.go.set()
        assert ended(alone)["games"] == 2

    def test_it_is_stopped_at_once_and_what_comes_later_does_not_count(
        self, alone: Seated, slow: Slow
    ) -> None:
        start(alone)
        slow.begun.acquire()
        chances = stop(alone)
        assert (chances["state"], chances["games"]) == ("stopped", 1)
        slow.ended.acquire()
        assert shown(alone) == chances
        assert stop(alone) == chances

    def test_asked_twice_from_the_same_moment_it_goes_on(self, alone: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        assert start(alone)["games"] == 1
        assert len(slow.seeds) == 1

    def test_the_table_plays_on_meanwhile_and_the_answer_is_of_an_earlier_moment(
        self, alone: Seated, slow: Slow
    ) -> None:
        start(alone)
        slow.begun.acquire()
        alone.do("table", {"do": "start_move", "characters": ["peter"]})
        chances = shown(alone)
        assert (chances["state"], chances["current"]) == ("running", False)
        assert alone.post("table", "/undo").status_code == 200
        assert shown(alone)["current"]
        alone.do("table", {"do": "start_move", "characters": ["roger"]})
        slow.go.set()
        chances = ended(alone)
        assert (chances["state"], chances["current"]) == ("done", False)

    def test_asked_again_later_the_earlier_run_ends(self, alone: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        alone.do("table", {"do": "start_move", "characters": ["peter"]})
        assert start(alone)["current"]
        slow.ended.acquire()
        slow.begun.acquire()
        assert shown(alone)["state"] == "running"


class TestManyTables:
    @pytest.fixture
    def other(self, alone: Seated) -> Seated:
        """Give a second table on the same server."""
        return another(alone)

    def test_one_waits_for_the_other(self, alone: Seated, other: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        assert start(other)["state"] == "waiting"
        stop(alone)
        slow.begun.acquire()
        assert shown(other)["state"] == "running"
        assert shown(alone)["state"] == "stopped"

    def test_who_stops_waiting_is_not_played_for(self, alone: Seated, other: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        start(other)
        assert stop(other)["state"] == "stopped"
        slow.go.set()
        ended(alone)
        start(alone)
        ended(alone)
        assert len(slow.seeds) == 2

    def test_too_many_are_told_so(
        self, alone: Seated, other: Seated, slow: Slow, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(odds, "MAX_ACTIVE", 1)
        start(alone)
        slow.begun.acquire()
        answer = other.post("table", "/chances")
        assert answer.status_code == 429
        assert "Ask again in a minute" in answer.get_json()["detail"]
        assert shown(other)["state"] == "none"
        alone.do("table", {"do": "start_move", "characters": ["peter"]})
        assert start(alone)["current"], "who has a place keeps it"

    def test_what_ended_long_ago_is_forgotten(
        self, alone: Seated, other: Seated, slow: Slow, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(odds, "_MAX_KEPT", 1)
        slow.go.set()
        start(alone)
        ended(alone)
        start(other)
        assert shown(alone)["state"] == "none"
        assert ended(other)["state"] == "done"

    def test_a_crowd_of_one_network_lets_others_ask_and_have_their_turn(
        self, alone: Seated, slow: Slow, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(odds, "MAX_ACTIVE", 3)
        crowd, guest = [alone, *(another(alone) for _ in range(3))], another(alone)
        runs = alone.tables.win_odds
        for table in crowd[:3]:
            runs.start(table.code, address="192.0.2.1")
            if table is alone:
                slow.begun.acquire()
        with pytest.raises(Problem, match="Ask again in a minute"):
            runs.start(crowd[3].code, address="192.0.2.1")
        runs.start(guest.code, address="192.0.2.2")
        for table, began in ((crowd[0], guest), (guest, crowd[1]), (crowd[1], crowd[2])):
            runs.stop(table.code)
            slow.begun.acquire()
            assert runs.shown(began.code)["state"] == "running"


def another(table: Seated) -> Seated:
    """Return a further table on the same server, with the characters set up."""
    made = table.client.post("/api/tables", json=ALONE).get_json()
    second = object.__new__(Seated)
    second.__dict__.update(table.__dict__)
    second.code, second.tokens = made["code"], {s: v["token"] for s, v in made["seats"].items()}
    second.do("table", START)
    return second


class TestWhatGoesWrong:
    @pytest.mark.parametrize("failure", [Crashed(), RuntimeError("a mistake of ours")])
    def test_a_crash_is_told_and_the_next_run_is_played(
        self, alone: Seated, slow: Slow, failure: BaseException
    ) -> None:
        slow.fails = failure
        slow.go.set()
        start(alone)
        assert ended(alone)["state"] == "failed"
        slow.fails = None
        start(alone)
        assert ended(alone)["state"] == "done"

    def test_a_table_that_is_deleted_needs_no_answer(self, alone: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        gone = alone.client.delete(
            f"/api/tables/{alone.code}", headers=alone.headers("table"), json={"confirm": alone.code}
        )
        assert gone.status_code == 200
        assert slow.ended.acquire(timeout=PATIENCE_S)
        assert alone.get("table", "/chances").status_code in {401, 404}

    def test_a_server_that_stops_waits_for_nobody(self, alone: Seated, slow: Slow) -> None:
        start(alone)
        slow.begun.acquire()
        alone.tables.close()
        assert slow.ended.acquire(blocking=False)
        assert not [t for t in threading.enumerate() if t.name.startswith("chances")]

    def test_only_where_the_referee_plays_the_zombies(self, tmp_path: Path) -> None:
        two = Seated(tmp_path)
        for answer in (two.get("table", "/chances"), two.post("table", "/chances")):
            assert answer.status_code == 422
            assert "plays the zombies" in answer.get_json()["detail"]

    def test_14_0_not_once_the_game_is_over(self, alone: Seated) -> None:
        with alone.opened() as loaded:
            loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="human")
        answer = alone.post("table", "/chances")
        assert answer.status_code == 422
        assert "over" in answer.get_json()["detail"]

    @pytest.mark.parametrize("games", [0, 1001, "many"])
    def test_so_many_games_are_not_played(self, alone: Seated, games: object) -> None:
        answer = alone.post("table", "/chances", games=games)
        assert answer.status_code == 422
        assert answer.get_json()["detail"].startswith("games")

    def test_who_has_no_seat_is_told_nothing(self, alone: Seated) -> None:
        for method in ("GET", "POST", "DELETE"):
            assert alone.client.open(f"/api/tables/{alone.code}/chances", method=method).status_code == 401


class TestTheSetting:
    def test_a_server_can_be_told_how_many_games(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("REFEREE_CHANCES_GAMES", "40")
        assert Config.of({}).chances_games == 40
        assert Config.of(Config(database_url="sqlite://")).chances_games == 40
        assert Config.of({"chances_games": 7}).chances_games == 7

    @pytest.mark.parametrize("text", ["0", "1001", "lots", "-5", "٣"])
    def test_what_is_no_such_number_is_refused(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("REFEREE_CHANCES_GAMES", text)
        with pytest.raises(InputError, match="REFEREE_CHANCES_GAMES"):
            Config.of({})
