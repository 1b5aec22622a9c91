"""Statistics over the finished games of a device: what they came to, and where the page stops reading."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.report import statistics
from referee.games.dawn_of_the_dead.records import own_finished
from referee.games.dawn_of_the_dead.report import (
    SIDES,
    Result,
    duration,
    losses,
    minutes_between,
    result,
    wins,
)
from referee.web.auth import SEAT_COOKIE
from tests.referee.played import play_out
from tests.referee.seated import Seated, ordered


def of(code: str, winner: str = "zombie", mode: str = "two-player", **fates: str) -> Result:
    """Return a result with these fates; nobody else was lost."""
    whole = {name: fates.get(name, "normal") for name in ("peter", "roger", "steve", "fran")}
    return Result(code, mode, winner, "2026-11-22", 5, 60, {}, whole)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Give a table whose game is over."""
    table = Seated(tmp_path_factory.mktemp("over"), sources=ordered({}))
    play_out(table)
    return table


def page(table: Seated, *codes: str) -> str:
    """Return the page for a browser that holds the tablet's seat at tables."""
    client = table.app.test_client()
    for code in codes:
        client.set_cookie(SEAT_COOKIE + code, table.tokens["table"])
    return client.get("/statistics").text


def test_a_result_is_what_the_game_came_to(over: Seated) -> None:
    game = own_finished(over.tables.finished(over.code))
    assert game is not None
    one = result(over.code, game)
    assert (one.mode, one.winner) == ("two-player", over.position.winner)
    assert one.turns == over.record()[-2]["turn"]
    assert one.fates == {name: c.status for name, c in over.position.characters.items()}
    rolled = [
        die
        for line in over.record()[1:-1]
        if line["action"]["do"] in {"roll_free_moves", "check_berserk"} and not line.get("taken_back")
        for die in [line["action"]["die"]]
    ]
    assert rolled
    assert set(one.luck) == {"human", "zombie"}


def test_wins_are_counted_by_mode() -> None:
    games = [of("A", "human"), of("B"), of("C", "human", "solitaire")]
    assert wins(games) == {"two-player": (1, 1), "solitaire": (1, 0)}


def test_losses_are_counted_by_character() -> None:
    games = [of("A", fran="infected"), of("B", fran="killed", peter="super_zombie"), of("C", roger="stunned")]
    count = losses(games)
    assert count["fran"] == {"infected": 1, "super_zombie": 0, "killed": 1}
    assert count["peter"] == {"infected": 0, "super_zombie": 1, "killed": 0}
    assert sum(count["roger"].values()) == 0


def test_times_are_told_in_hours_and_minutes() -> None:
    assert minutes_between("2026-11-22T20:00:00+00:00", "2026-11-22T22:05:10+00:00") == 125
    assert minutes_between("2026-11-22T20:00:00+00:00", "2026-11-22T20:00:01+00:00") == 1
    assert minutes_between("soon", "later") is None
    assert (duration(125), duration(59)) == ("2 h 5 min", "59 min")


def test_the_page_tells_the_game_and_links_its_report(over: Seated) -> None:
    text = page(over, over.code)
    assert f'href="/t/{over.code}/report"' in text
    assert len(re.findall(r'<svg class="plot"', text)) == 4
    assert text.count("Show as a table") == 4
    assert "Reading" not in text
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in pairwise(levels)), "no level of heading is left out"
    assert page(over, over.code) == text, "a game that was read before is told again"


def test_the_players_are_named_and_so_is_the_day(over: Seated) -> None:
    """A game told by its date and its players is remembered; one told by "Two players" is not."""
    assert "<td>Two players</td>" in page(over, over.code)
    for seat, name in (("human", "Ann"), ("zombie", "Zoë")):
        over.post(seat, "/name", name=name)
    text = page(over, over.code)
    assert "Ann (characters)" in text
    assert "Zoë (zombies)" in text
    report = over.client.get(f"/t/{over.code}/report", headers=over.headers("table")).text
    assert re.search(r"<dt>Played on</dt>\s*<dd>\d+ [A-Z][a-z]+ \d{4}</dd>", report)


def test_without_a_finished_game_it_says_so(tmp_path: Path, over: Seated) -> None:
    assert "No finished game yet" in page(over)
    going_on = Seated(tmp_path)
    going_on.set_up()
    text = page(going_on, going_on.code)
    assert "No finished game yet" in text
    assert going_on.code not in text.split("<main", 1)[1]


def test_a_seat_of_somebody_else_shows_nothing(over: Seated) -> None:
    client = over.app.test_client()
    client.set_cookie(SEAT_COOKIE + over.code, "not-the-token")
    assert "No finished game yet" in client.get("/statistics").text


def test_many_new_games_are_read_a_few_at_a_time(over: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_RESULTS", statistics._Results())
    monkeypatch.setattr(statistics, "AT_ONCE", 0)
    text = page(over, over.code)
    assert "Reading 1 more game …" in text
    assert 'hx-trigger="load"' in text
    assert "No finished game yet" not in text


def test_games_that_go_on_keep_no_page_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, the page asks for nothing more: they would be looked at for ever."""
    monkeypatch.setattr(statistics, "AT_ONCE", 1)
    first = Seated(tmp_path)
    tokens = {first.code: first.tokens["table"]}
    for _ in range(3):
        made = first.client.post("/api/tables", json={}).get_json()
        tokens[made["code"]] = made["seats"]["table"]["token"]
    client = first.app.test_client()
    for code, token in tokens.items():
        client.set_cookie(SEAT_COOKIE + code, token)
    text = client.get("/statistics").text
    assert "No finished game yet" in text
    assert "Reading" not in text


def test_one_game_is_told_as_one() -> None:
    def told(one: Result) -> list[str]:
        even = dict.fromkeys(SIDES, Fraction(0))
        return [figure.says for figure in statistics.overview([replace(one, luck=even)])["figures"][:2]]

    assert told(of("A", fran="infected", roger="killed")) == [
        "The zombies won the only game.",
        "Lost or infected most often: Roger and Fran, once each.",
    ]
    assert told(of("A", "human")) == [
        "The characters won the only game.",
        "No character was ever lost or infected.",
    ]


def test_the_length_of_one_game_is_no_average() -> None:
    games = [replace(of("A"), turns=turns, luck=dict.fromkeys(SIDES, Fraction(0))) for turns in (42, 12)]
    for played, says in (
        (games[:1], "The only game took 42 Game-Turns."),
        (games, "27 Game-Turns on average"),
    ):
        length = statistics.overview(played)["figures"][2]
        assert says in length.says
