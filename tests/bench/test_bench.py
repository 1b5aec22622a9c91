"""`make bench`: lines of text, then one JSON object."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import battlecon, browser, fast_tables, idle, pages, rulings, taps

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


def test_battlecon_beats_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battlecon, "DUELS", 2)
    monkeypatch.setattr(battlecon, "CHOICES", 6)
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


def test_tables_that_play_as_fast_as_they_can_are_timed() -> None:
    figures = fast_tables.figures(seconds=1.5, tables=2)
    assert [figure["name"] for figure in figures] == [
        "fast_tables_per_s", "fast_tables_p50_ms", "fast_tables_p99_ms",
    ]  # fmt: skip
    assert all(figure["value"] > 0 for figure in figures)
