"""The report after a game, from the effects of its record."""

from __future__ import annotations

from pathlib import Path

from flask import render_template

from referee.app import create_app
from referee.games.battlecon.report import report_of
from referee.games.ports import FinishedGame
from tests.referee.games.battlecon.shown import NAMES, Duel, random_duels


def finished(seed: int) -> tuple[Duel, FinishedGame]:
    one = list(random_duels(range(seed, seed + 1), longest=99))[-1]
    return one, FinishedGame("ABCDEF", NAMES, {"profile": one.position.profile}, {}, one.log("a"), [])


def test_life_over_the_beats_begins_at_twenty_and_ends_as_the_duel_did() -> None:
    one, game = finished(3)
    (duel,) = report_of(game).duels
    assert duel.life is not None
    rows = duel.life.chart.rows
    assert rows[0] == ("start", "20", "20")
    assert rows[-1][1:] == tuple(str(one.position.fighters[seat].life) for seat in ("a", "b"))
    assert len(rows) == len(duel.met) + 1


def test_the_damage_by_pair_adds_up_to_the_damage_of_the_meetings() -> None:
    _, game = finished(4)
    report = report_of(game)
    met = sum(cell.damage for duel in report.duels for pairs in duel.met for cell in pairs.cells)
    assert met == sum(pair.damage for pair in report.damage)
    assert report.damage[0].damage == max(pair.damage for pair in report.damage)


def test_the_report_names_the_winner_and_the_stunned() -> None:
    one, game = finished(3)
    report = report_of(game)
    winner = one.position.winner
    assert winner is not None
    name = one.position.figures.fighters[one.position.fighters[winner].fighter].name
    assert report.word == f"{name} wins"
    effects = [effect for line in game.lines for effect in line["effects"]]
    stuns = dict.fromkeys(report.duels[0].names, 0)
    for effect in effects:
        if effect["effect"] == "stunned":
            stuns[report.duels[0].names["ab".index(effect["whom"])]] += 1
    for who, times in stuns.items():
        assert f"{who} was stunned {times} time" in report.duels[0].says


def test_the_page_shows_every_pair_that_met(tmp_path: Path) -> None:
    app = create_app({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    _, game = finished(3)
    report = report_of(game)
    with app.test_request_context():
        page = render_template("battlecon/report.html", report=report)
    for duel in report.duels:
        for met in duel.met:
            for cell in met.cells:
                assert cell.pair.replace("'", "&#39;") in page
