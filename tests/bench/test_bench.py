"""`make bench`: figures for people, and last one JSON object."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import browser, idle, pages, rulings

QUICK = {"name": "quick_s", "value": 0.5, "goal": 1.0, "better": "lower"}
SLOW = {"name": "slow_per_s", "value": 9_999, "goal": 10_000, "better": "higher"}


def test_every_figure_is_told_and_the_last_line_is_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SOURCES", (lambda: [QUICK], lambda: [SLOW]))
    bench.main()
    *told, last = capsys.readouterr().out.splitlines()
    assert json.loads(last) == {"figures": [QUICK, SLOW]}
    assert "quick_s" in told[0]
    assert "good" in told[0]
    assert "slow_per_s" in told[1]
    assert "MISSED" in told[1]


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


def test_without_a_browser_the_rest_is_measured_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser, "find_chromium", lambda: None)
    monkeypatch.setattr(bench, "SOURCES", (browser.figures, lambda: [QUICK]))
    bench.main()
    told = capsys.readouterr().out.splitlines()
    assert "No Chromium" in told[0]
    assert json.loads(told[-1]) == {"figures": [QUICK]}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="There is no /proc on this machine.")
def test_an_idle_table_with_three_screens_costs_little() -> None:
    """Memory has its goal here too; how much of a core it takes is for a quiet machine to say."""
    memory, cpu = idle.figures(seconds=1, settled=0)
    assert bench.reached(memory), memory
    assert cpu["value"] >= 0
