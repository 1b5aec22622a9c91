"""`make bench`: lines of text, then one JSON object."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bench import __main__ as bench
from bench import (
    attacks,
    battlecon,
    browser,
    elsewhere,
    fast_tables,
    heavy,
    http,
    idle,
    many_tables,
    one_table,
    pages,
    renewing,
    restarting,
    rulings,
    soak,
    taps,
    zombies,
)
from bench.clients import NotNow
from tests.soak import BENCH, DAYS, SEVERAL, rest
from tools import postgresql

ROOT = Path(__file__).resolve().parents[2]
QUICK = {"name": "quick_s", "value": 0.5, "goal": 1.0, "better": "lower"}
SLOW = {"name": "slow_per_s", "value": 9_999, "goal": 10_000, "better": "higher"}


def test_every_figure_is_printed_and_the_last_line_is_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SOURCES", (lambda: [QUICK], lambda: [SLOW]))
    bench.main()
    *lines, last = capsys.readouterr().out.splitlines()
    assert json.loads(last) == {"figures": [QUICK, SLOW]}
    assert "quick_s" in lines[0]
    assert "good" in lines[0]
    assert "slow_per_s" in lines[1]
    assert "MISSED" in lines[1]


def test_the_speed_of_the_machine_stands_beside_the_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SOURCES", (lambda: [QUICK], lambda: [SLOW]))
    bench.main()
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 3
    assert all(re.fullmatch(r"the machine: .* in \d+ ms, with \d+% of a core", line) for line in told)


def test_only_what_is_named_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SOURCES", (pages.figures, lambda: [QUICK]))
    monkeypatch.setattr("sys.argv", ["bench", "test_bench"])
    bench.main(bench.asked())
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == {"figures": [QUICK]}
    monkeypatch.setattr("sys.argv", ["bench", "tortoise"])
    with pytest.raises(SystemExit):
        bench.asked()
    assert "Nothing is called tortoise here." in capsys.readouterr().err


def test_a_long_day_says_what_may_be_asked_of_it() -> None:
    for told, status in (("--help", 0), ("many", 2)):
        command = [sys.executable, "-m", "bench.soak", told]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert ran.returncode == status
        assert "usage: python -m bench.soak [-h] [actions]" in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("value", "better", "good"),
    [(1.0, "lower", True), (1.1, "lower", False), (1.0, "higher", True), (0.9, "higher", False)],
)
def test_a_figure_reaches_its_goal_or_not(value: float, better: str, good: bool) -> None:
    assert bench.reached({"value": value, "goal": 1.0, "better": better}) is good


def test_pages_and_fragments_stay_small() -> None:
    for figure in pages.figures():
        assert bench.reached(figure), figure


def test_rulings_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "GAMES", 1)
    (figure,) = rulings.figures()
    assert figure["name"] == "rulings_per_s"
    assert figure["value"] > 0


@BENCH
def test_battlecon_beats_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battlecon, "DUELS", 2)
    monkeypatch.setattr(battlecon, "CHOICES", 6)
    starts = battlecon._starts()
    assert len(starts) > 1
    monkeypatch.setattr(battlecon, "_starts", lambda: starts[:1])
    figure, *_ = battlecon.figures()
    assert figure["name"] == "battlecon_beats_per_s"
    assert figure["value"] > 0


def test_without_a_browser_the_rest_is_still_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser, "find_chromium", lambda: None)
    monkeypatch.setattr(bench, "SOURCES", (browser.figures, lambda: [QUICK]))
    bench.main()
    lines = capsys.readouterr().out.splitlines()
    assert "No Chromium" in lines[0]
    assert json.loads(lines[-1]) == {"figures": [QUICK]}


@BENCH
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="There is no /proc on this machine.")
def test_an_idle_table_with_three_screens_costs_little() -> None:
    """Memory must reach its goal here too. The share of a core needs a quiet machine."""
    memory, cpu = idle.figures(seconds=1, pause=0)
    assert bench.reached(memory), memory
    assert cpu["value"] >= 0


def test_what_a_step_takes_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(taps, "TIMED", 1)
    monkeypatch.setattr(taps, "TAPS", {taps.STEP: taps.TAPS[taps.STEP]})
    calls, locks = taps.figures()
    assert (calls["name"], locks["name"]) == ("step_calls", "step_locks")
    assert calls["value"] > 0
    assert bench.reached(calls), calls
    assert bench.reached(locks), locks
    assert "1 locks, 1 parses" in capsys.readouterr().out


@BENCH
def test_a_menace_phase_and_taps_at_a_table_of_zombies_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    menace, tap = zombies.figures(taps=4)
    assert (menace["name"], tap["name"]) == ("zombies_menace_20_ms", "zombies_tap_p95_ms")
    assert menace["value"] > 0
    assert tap["value"] > 0
    assert "4 taps" in capsys.readouterr().out


@BENCH
def test_tables_that_play_as_fast_as_they_can_are_timed_beside_flask_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    share, p99 = fast_tables.figures(seconds=1.5, tables=2)
    assert share["name"] == "fast_tables_share_of_flask"
    assert share["value"] > 0
    assert p99["value"] > 0
    referee, flask = capsys.readouterr().out.splitlines()
    assert "2 fast tables on the referee: " in referee
    assert "2 fast tables on Flask alone: " in flask


@BENCH
def test_one_table_is_timed_on_both_servers() -> None:
    figures = one_table.figures(seconds=0.5)
    assert [figure["name"] for figure in figures] == [
        "one_table_p50_ms_gunicorn", "event_p99_ms_gunicorn",
        "one_table_p50_ms_waitress", "event_p99_ms_waitress",
    ]  # fmt: skip
    assert all(figure["value"] > 0 for figure in figures)


@BENCH
def test_both_games_are_timed_on_both_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TABLES", 2)
    figures = http.figures(seconds=0.5, pause=0.01)
    assert [figure["name"] for figure in figures] == [
        "do_http_p99_ms_gunicorn", "battlecon_do_http_p99_ms_gunicorn",
        "do_http_p99_ms_waitress", "battlecon_do_http_p99_ms_waitress",
    ]  # fmt: skip
    assert all(figure["value"] > 0 for figure in figures)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="There is no /proc here.")


@BENCH
@needs_proc
def test_many_tables_are_timed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(postgresql, "find_programs", lambda: None)
    done, news, megabytes, failed = many_tables.figures(tables=4, per_s=20, seconds=1.5)
    assert 0 < done["value"] <= news["value"]
    assert bench.reached(megabytes), megabytes
    assert failed["value"] == 0
    assert "several processes are not measured" in capsys.readouterr().out


def test_as_many_actions_are_begun_in_a_second_as_are_to_be() -> None:
    async def counted() -> int:
        return len([None async for _ in many_tables.moments(1000, 1.0, random.Random(1))])

    assert 950 < asyncio.run(counted()) < 1050


@BENCH
@needs_proc
def test_a_long_day_is_measured() -> None:
    megabytes, _, on_disk = soak.figures(actions=60, tables=3)
    assert bench.reached(megabytes), megabytes
    assert on_disk["value"] > 0


@BENCH
def test_a_long_day_ends_when_the_server_takes_nothing_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy:
        tried = 0

        async def do(self, _seat: str, _action: Any) -> bool:
            self.tried += 1
            raise NotNow

    monkeypatch.setattr(soak, "_AGAIN_SECONDS", 0)
    day, table = soak._Day(cast(Any, SimpleNamespace(megabytes=lambda: 1)), 1), Busy()
    with pytest.raises(NotNow):
        asyncio.run(day._do(cast(Any, table), "a", {}))
    assert table.tried == 60


@BENCH
def test_the_first_view_after_a_restart_is_timed() -> None:
    (figure,) = restarting.figures(versions=20, times=1)
    assert figure["value"] > 0


@BENCH
def test_a_view_after_a_step_at_another_process_is_timed() -> None:
    (figure,) = elsewhere.figures(versions=20, steps=2)
    assert figure["value"] > 0


@DAYS
@pytest.mark.postgresql
@pytest.mark.skipif(postgresql.find_programs() is None, reason="There is no PostgreSQL here.")
def test_the_gap_of_a_stream_is_timed(capsys: pytest.CaptureFixture[str]) -> None:
    figures = renewing.figures(streams=2, seconds=8.0)
    assert [figure["name"] for figure in figures] == ["renewal_gap_ms_sqlite", "renewal_gap_ms_postgresql"]
    assert all(figure["value"] >= 0 for figure in figures), "rounded, and a machine may be fast"
    assert capsys.readouterr().out.count("2 streams were cut 2 times") == 2


FEW = ["all_at_once", "half_heads"]
"""One that is all kinds of heavy work, and one that holds connections."""


@BENCH
@pytest.mark.parametrize("name", [*FEW, *rest(SEVERAL, sorted(attacks.ATTACKS.keys() - FEW))])
def test_what_a_table_feels_of_an_attack_is_timed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(attacks, "ATTACKS", {name: attacks.ATTACKS[name]})
    monkeypatch.setattr(heavy, "VERSIONS", 3)
    monkeypatch.setattr(heavy, "BOARD", (10, 6))
    monkeypatch.setattr(heavy, "DRAWN", (10, 6))
    monkeypatch.setattr(heavy, "CUTS", 3)
    monkeypatch.setattr(heavy, "CLIENTS", 2)
    figures = attacks.figures(seconds=0.2)
    assert [figure["name"] for figure in figures] == [
        f"view_p99_ms_{name}_gunicorn", f"view_p99_ms_{name}_waitress",
    ]  # fmt: skip
    assert all(figure["value"] > 0 for figure in figures)
