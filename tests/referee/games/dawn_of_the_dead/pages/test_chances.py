"""The panel that asks what the chances are: off at first, its words, and who sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games.dawn_of_the_dead.ai import advisers
from referee.games.dawn_of_the_dead.pages.odds import Panel, panel
from referee.tables.automatic import odds
from tests.referee.seated import START, Seated
from tests.rows import each_row

ALONE = {"mode": "solitaire"}
FRAGMENT = {"HX-Request": "true"}


def run(state: str, games: int = 0, won: int = 0, *, current: bool = True, of: int = 300) -> dict[str, Any]:
    """Return a run as a table tells of it."""
    share = won / games if games else None
    error = None if share is None else (share * (1 - share) / games) ** 0.5
    return {"state": state, "of": of, "games": games, "won": won, "lost": games - won, "unfinished": 0,
            "share": share, "error": error, "turn": 3, "phase": "berserk", "current": current}  # fmt: skip


def made(run_json: dict[str, Any], sorry: str = "") -> Panel:
    return panel("ABCDEF", run_json, wanted=True, sorry=sorry)


def labels(shown: Panel) -> list[str]:
    return [key.label for key in shown.keys]


class TestWords:
    def test_nobody_has_asked(self) -> None:
        shown = made({"state": "none", "of": 300})
        assert labels(shown) == ["What are our odds?"]
        assert shown.soft.startswith("We simulate 300 games from here with basic play.")
        assert (shown.said, shown.busy) == ("", False)

    def test_while_games_are_played_what_is_read_out_stays_the_same(self) -> None:
        first, later = made(run("running")), made(run("running", 84, 10))
        assert first.said == later.said == "Playing on from Game-Turn 3, Berserk Zombie Phase."
        assert first.soft == "0 of 300 games."
        assert later.soft == "84 of 300 games."
        assert (first.so_far, later.so_far) == ("", "About 12 in 100, give or take 4 so far")
        assert (later.played, later.asked, later.busy, later.word) == (84, 300, True, "")
        assert labels(later) == ["Stop"]

    def test_the_first_games_are_an_answer_already(self) -> None:
        told = [made(run("running", games, won)).so_far for games, won in ((1, 0), (1, 1), (9, 4))]
        assert told == [
            "The first game was lost",
            "The first game was won",
            "4 of the first 9 games won",
        ]
        assert made(run("done", 9, 4)).so_far == ""

    def test_the_answer_with_its_error(self) -> None:
        shown = made(run("done", 300, 36))
        assert shown.word == "About 12 in 100, give or take 2"
        assert shown.said == "36 of 300 games won with simple players."
        assert (labels(shown)[0], shown.earlier) == ("Ask again", "")

    @each_row(
        "games, won, word, said",
        [
            (300, 0, "Most likely under 1 in 100", "None of 300 games won with simple players."),
            (300, 300, "Most likely over 99 in 100", "All of 300 games won with simple players."),
            (1, 0, "Most likely under 99 in 100", "None of 1 game won with simple players."),
            (1000, 1, "Under 1 in 100", "1 of 1000 games won with simple players."),
        ],
    )
    def test_none_won_is_not_never(self, games: int, won: int, word: str, said: str) -> None:
        shown = made(run("done", games, won))
        assert (shown.word, shown.said) == (word, said)

    def test_waiting_for_another_table(self) -> None:
        assert "another table" in made(run("waiting")).said

    def test_stopped(self) -> None:
        assert made(run("stopped")).said == "Stopped before the first game ended."
        shown = made(run("stopped", 40, 5))
        assert shown.said == "Stopped early: 5 of 40 games won with simple players."
        assert shown.word.startswith("About 12 in 100")

    def test_failed(self) -> None:
        assert made(run("failed")).said == "The server stopped the games. Ask again."
        assert "By then 5 of 40 games won" in made(run("failed", 40, 5)).said

    def test_of_an_earlier_moment(self) -> None:
        shown = made(run("done", 300, 36, current=False))
        assert "This was for Game-Turn 3, Berserk Zombie Phase." in shown.earlier
        assert labels(shown)[0] == "What are our odds now?"
        assert labels(made(run("running", current=False)))[:2] == ["Stop", "Ask from here instead"]

    def test_what_went_on_for_too_long(self) -> None:
        assert "2 games took too long" in made({**run("done", 9, 3), "unfinished": 2}).soft

    def test_not_now(self) -> None:
        assert made(run("done", 9, 3), "Too many tables.").said == "Too many tables."


class TestAtTheTable:
    @pytest.fixture
    def alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seated]:
        """Give a solitaire table in play, where nothing is really played on."""
        monkeypatch.setattr(advisers, "chances", lambda *_: None)
        seated = Seated(tmp_path, options=ALONE)
        seated.do("table", START)
        yield seated
        seated.tables.close()

    def sit(self, seated: Seated, seat: str = "table") -> FlaskClient:
        client = seated.app.test_client()
        client.get(f"/join/{seated.tokens[seat]}")
        client.post(f"/join/{seated.tokens[seat]}")
        return client

    def test_it_is_off_at_first_and_the_device_remembers(self, alone: Seated) -> None:
        client, path = self.sit(alone), f"/t/{alone.code}"
        assert "Odds of winning: not shown" in client.get(path).text
        assert "What are our odds?" not in client.get(path).text
        assert client.post(f"{path}/chances", data={"want": "show"}).status_code == 303
        assert "What are our odds?" in client.get(path).text
        assert "Odds of winning: not shown" in self.sit(alone, "human").get(path).text
        client.post(f"{path}/chances", data={"want": "hide"})
        assert "What are our odds?" not in client.get(path).text

    def test_asked_watched_and_stopped_as_a_fragment(self, alone: Seated) -> None:
        client, path = self.sit(alone), f"/t/{alone.code}/chances"
        client.post(path, data={"want": "show"})
        for answer in (
            client.post(path, data={"want": "start"}, headers=FRAGMENT),
            client.get(path, headers=FRAGMENT),
            client.post(path, data={"want": "stop"}, headers=FRAGMENT),
        ):
            assert answer.status_code == 200
            assert answer.text.strip().startswith('<section id="chances"')
            assert answer.headers["Cache-Control"] == "no-store"
        assert client.get(path).status_code == 303

    def test_a_table_that_has_to_come_later_is_told_in_the_panel(
        self, alone: Seated, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(odds, "MAX_ACTIVE", 0)
        client, path = self.sit(alone), f"/t/{alone.code}/chances"
        client.post(path, data={"want": "show"})
        assert "Too many tables" in client.post(path, data={"want": "start"}, headers=FRAGMENT).text

    def test_two_players_have_no_such_panel(self, tmp_path: Path) -> None:
        two = Seated(tmp_path)
        two.set_up()
        client = self.sit(two)
        assert 'id="chances"' not in client.get(f"/t/{two.code}").text
        assert client.get(f"/t/{two.code}/chances").status_code == 422
        assert client.post(f"/t/{two.code}/chances", data={"want": "start"}).status_code == 422

    def test_before_the_characters_are_set_up_it_is_empty(self, tmp_path: Path) -> None:
        client = self.sit(fresh := Seated(tmp_path, options=ALONE))
        page = client.get(f"/t/{fresh.code}").text
        assert 'id="chances"' in page
        assert "Odds of winning: not shown" not in page
