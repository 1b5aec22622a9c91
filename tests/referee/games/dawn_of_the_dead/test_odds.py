"""`referee odds` and what it stands on: many games played on from a position in solitaire play."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from referee.games.dawn_of_the_dead.ai import odds
from referee.games.dawn_of_the_dead.ai.odds import Crashed, Odds, estimate
from referee.games.dawn_of_the_dead.commands.simulation import ProgressPrinter
from referee.heavy import Pool
from rules.dawn_of_the_dead import game, view
from rules.dawn_of_the_dead.actions import PlaceCharacters
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from tests import soak
from tests.referee.cli import Cli
from tests.rules.dawn_of_the_dead.small_mall import small_mall
from tests.rules.dawn_of_the_dead.table import table

ALL = ("peter", "roger", "steve", "fran")
SHUT = {"north": "closed", "west": "closed", "east": "closed", "south": "closed"}


def won() -> Position:
    """Return a position that one shot wins: one weak unit is left, out in the open."""
    people = {"peter": "022", "roger": "022", "steve": "022 rifle", "fran": "022 rifle"}
    return table("human", people, {"023": 1}, mode="solitaire", main_doors=SHUT, rifles=0, eliminated=[])


def lost() -> Position:
    """Return a position that is nearly lost: Fran alone, stunned, with a unit that soon hits."""
    people = {"fran": "022 infected", "peter": "033 stunned"}
    zombies = {"022": 11, "033": 11, "023": 11, "021": 11}
    return table("reaction", people, zombies, mode="solitaire", trail=["022"], eliminated=[11] * 6)


def even() -> Position:
    """Return a position that may go either way."""
    people = {"peter": "022", "roger": "022", "steve": "022 rifle", "fran": "022 rifle"}
    zombies = {"023": 1, "025": 7, "033": 9, "035": 11, "016": 2, "045": 5}
    return table("human", people, zombies, mode="solitaire", main_doors=SHUT, rifles=0, eliminated=[8] * 9)


def at_start() -> Position:
    """Return the mall before the first Human Player-Turn."""
    draw = list(equipment.setting().sheet.units)
    Random(1).shuffle(draw)
    position = game.set_up(equipment.setting(), "solitaire", "digital", draw)
    after = game.rule(
        position, PlaceCharacters(dict(zip(ALL, ("009", "009", "010", "010"), strict=True)))
    ).after
    assert after
    return after


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    children = [task.read_text(encoding="utf-8") for task in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(number) for text in children for number in text.split()]


def _alive(pids: list[int]) -> list[int]:
    """Return those of the processes that still run; one that nobody has buried yet does not."""
    return [pid for pid in pids if _state(pid) not in {"", "Z", "X"}]


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.fixture
def position_file(tmp_path: Path) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(view.position_to_json(at_start())), encoding="utf-8")
    return path


class TestOdds:
    def test_the_share_won_and_its_standard_error(self) -> None:
        odds = Odds(games=100, won=20, lost=70, unfinished=10)
        assert odds.share == pytest.approx(0.2)
        assert odds.error == pytest.approx(0.04)
        assert odds.to_json() == {
            "games": 100, "won": 20, "lost": 70, "unfinished": 10,
            "share": 0.2, "error": 0.04, "stopped": False,
        }  # fmt: skip

    def test_without_a_game_there_is_no_share(self) -> None:
        assert (Odds(0, 0, 0, 0, stopped=True).share, Odds(0, 0, 0, 0).error) == (None, None)


class TestEstimate:
    def test_14_1_and_14_2_clear_cases_come_out_clear(self) -> None:
        good, bad = estimate(won(), 40, "a", processes=1), estimate(lost(), 40, "a", processes=1)
        assert (good.games, bad.games) == (40, 40)
        assert good.won > 36
        assert bad.lost > 36

    @soak.PROCESSES
    def test_the_same_seed_gives_the_same_however_many_play(self) -> None:
        one = estimate(at_start(), 9, "7", processes=1)
        assert estimate(at_start(), 9, "7", processes=2) == one
        assert one.games == one.won + one.lost + one.unfinished == 9

    @soak.ENGINES
    def test_another_seed_gives_other_games(self) -> None:
        progress: list[list[Odds]] = []
        for seed in ("a", "b", "c"):
            progress.append([])
            estimate(even(), 12, seed, progress[-1].append, processes=1)
        assert len({tuple(odds.won for odds in one) for one in progress}) > 1

    def test_7_7_secrets_change_nothing(self) -> None:
        """What lies face down is dealt anew, so with other units there the same games are played."""
        start = even()
        values = [u.value for u in start.zombies.values()][::-1]
        turned = {s: replace(u, value=v) for (s, u), v in zip(start.zombies.items(), values, strict=True)}
        assert estimate(replace(start, zombies=turned), 12, "a", processes=1) == estimate(
            start, 12, "a", processes=1
        )

    def test_progress_is_told_game_by_game(self) -> None:
        progress: list[Odds] = []
        odds = estimate(won(), 5, "a", progress.append, processes=1)
        assert [o.games for o in progress] == [1, 2, 3, 4, 5]
        assert progress[-1] == odds

    @pytest.mark.parametrize("processes", [1, *soak.rest(soak.PROCESSES, [2])])
    def test_it_stops_with_what_there_is(self, processes: int) -> None:
        progress: list[Odds] = []
        odds = estimate(won(), 400, "a", progress.append, lambda: len(progress) >= 8, processes=processes)
        assert odds.stopped
        assert 8 <= odds.games < 400
        assert replace(odds, stopped=False) == progress[-1]

    def test_stopping_after_the_last_game_is_no_stopping(self) -> None:
        progress: list[Odds] = []
        assert not estimate(won(), 3, "a", progress.append, lambda: len(progress) >= 3, processes=1).stopped

    @soak.PROCESSES
    def test_in_processes_that_give_way(self) -> None:
        """Few games too: none is played in a server, which has tables to serve."""
        pool, nice = Pool(2), set[int]()

        def look(_: Odds) -> None:
            nice.update(os.getpriority(os.PRIO_PROCESS, pid) for pid in pool.numbers())

        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert estimate(won(), 3, "a", look, pool=pool) == estimate(won(), 3, "a", processes=1)
        assert nice == {min(own + 10, 19)}
        pool.close()

    @soak.PROCESSES
    @pytest.mark.parametrize("stopped", [False, True])
    def test_a_process_that_is_ended_from_outside(self, stopped: bool) -> None:
        """It does not wait for ever for what will not come; after a stop nothing more is wanted anyhow."""
        pool, ended = Pool(2), list[int]()

        def end(_: Odds) -> None:
            for pid in pool.numbers():
                ended.append(pid)
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

        def play() -> Odds:
            return estimate(won(), 4000, "a", end, lambda: stopped and bool(ended), pool=pool)

        if stopped:
            assert play().stopped
        else:
            with pytest.raises(Crashed):
                play()
        assert ended
        pool.close()

    def test_15_0_only_where_the_referee_plays_the_zombies(self) -> None:
        with pytest.raises(ValueError, match="solitaire"):
            estimate(replace(won(), mode="two-player"), 1, "a")
        assert estimate(replace(won(), mode="cooperative"), 1, "a", processes=1).games == 1

    @pytest.mark.parametrize(
        "phase", ["hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation"]
    )
    @pytest.mark.parametrize("counters", ["digital", "physical"])
    def test_from_any_phase_on_cardboard_too(self, phase: str, counters: str) -> None:
        position = table(phase, {"peter": "022", "fran": "023"}, {"022": "?", "026": "?", "044": "? berserk"},
                         mode="solitaire", counters=counters, trail=["022"])  # fmt: skip
        assert estimate(position, 2, "a", processes=1).games == 2

    def test_from_before_the_characters_are_set_up(self) -> None:
        position = game.set_up(small_mall(), "solitaire", "physical", ())
        assert estimate(position, 1, "a", processes=1).games == 1

    def test_a_game_that_is_over_is_over(self) -> None:
        over = replace(won(), phase="over", winner="human")
        assert estimate(over, 3, "a", processes=1).won == 3

    def test_what_goes_on_too_long_is_not_won(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds, "TURN_LIMIT", 0)
        assert estimate(at_start(), 2, "a", processes=1).unfinished == 2


class TestCommand:
    @soak.PROCESSES
    def test_people_are_told_the_share_and_how_sure_it_is(self, cli: Cli, position_file: Path) -> None:
        ran = cli("odds", position_file, "--games", "6")
        assert ran.status == 0
        assert "of 6 games" in ran.out
        assert "give or take" in ran.out
        assert "6 of 6 games" in ran.err

    def test_one_json_object(self, cli: Cli, position_file: Path) -> None:
        odds = cli("odds", position_file, "--games", "4", "--seed", "x", "--json").json
        assert odds["games"] == odds["won"] + odds["lost"] + odds["unfinished"] == 4
        assert set(odds) == {
            "games", "won", "lost", "unfinished", "share", "error", "stopped", "seed",
            "turn_limit", "seconds",
        }  # fmt: skip
        again = cli("odds", position_file, "--games", "4", "--seed", "x", "--json").json
        assert again | {"seconds": 0} == odds | {"seconds": 0}

    def test_bad_input_is_one_sentence(self, cli: Cli, position_file: Path, tmp_path: Path) -> None:
        assert "cannot be read" in cli.refused("odds", tmp_path / "nothing.json")
        assert "--games" in cli.refused("odds", position_file, "--games", "0")
        data = json.loads(position_file.read_text(encoding="utf-8"))
        (tmp_path / "two.json").write_text(json.dumps(data | {"mode": "two-player"}), encoding="utf-8")
        assert cli.refused("odds", tmp_path / "two.json").startswith("mode: ")
        (tmp_path / "bad.json").write_text(json.dumps(data | {"turn": 0}), encoding="utf-8")
        assert cli.refused("odds", tmp_path / "bad.json").startswith("turn")

    def test_on_a_terminal_one_line_counts_up(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        tell = ProgressPrinter(2)
        tell(Odds(1, 0, 1, 0))
        tell(Odds(2, 1, 1, 0))
        assert capsys.readouterr().err == "\r1 of 2 games, 0 won.\r2 of 2 games, 1 won.\n"

    def test_a_process_that_is_ended_from_outside_is_one_sentence(
        self, cli: Cli, position_file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def crash(*_: object) -> Odds:
            raise Crashed

        monkeypatch.setattr("referee.games.dawn_of_the_dead.commands.simulation.estimate", crash)
        assert "something ended a process that played them" in cli.refused("odds", position_file)

    @soak.PROCESSES
    @pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
    def test_nobody_plays_on_when_the_command_is_gone(self, position_file: Path) -> None:
        """Killed without a chance to tidy up, it leaves no process behind."""
        command = [sys.executable, "-m", "referee", "odds", str(position_file), "--games", "400"]
        with subprocess.Popen(command, text=True, stderr=subprocess.PIPE) as process:
            assert process.stderr
            assert "40 of 400 games" in process.stderr.readline()
            children = _children(process.pid)
            assert len(children) >= 2
            process.kill()
        until = time.monotonic() + 60
        while _alive(children):
            assert time.monotonic() < until, "A process plays on though nobody waits for it."
            time.sleep(0.05)

    @soak.PROCESSES
    @pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is another thing there")
    def test_ctrl_c_stops_and_tells_what_there_is(self, position_file: Path) -> None:
        command = [sys.executable, "-m", "referee", "odds", str(position_file), "--games", "400", "--json"]
        with subprocess.Popen(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as process:
            assert process.stderr
            assert "40 of 400 games" in process.stderr.readline()
            os.killpg(process.pid, signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        odds = json.loads(out)
        assert odds["stopped"] is True
        assert 40 <= odds["games"] < 400
