"""The report's pages: shut while the game goes on, and telling everything once it is over."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from tests import soak
from tests.referee.played import play_out, take_back
from tests.referee.seated import Seated, ordered

SEATS = ("table", "human", "zombie")


def page(table: Seated, path: str, seat: str = "table", **headers: str) -> TestResponse:
    headers = {**table.headers(seat), "Accept": "text/html", **headers}
    return table.client.get(f"/t/{table.code}/report{path}", headers=headers)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Give a game that was played to its end, one step of it taken back and done again."""
    table = Seated(tmp_path_factory.mktemp("over"), sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    take_back(table)
    play_out(table)
    return table


@pytest.mark.parametrize("path", ["", "/0", "/2", "/9999"])
def test_while_the_game_goes_on_it_says_when_it_opens_and_nothing_else(tmp_path: Path, path: str) -> None:
    """The page is the same whatever is hidden where."""
    table = Seated(tmp_path, sources=ordered({}))
    before = page(table, path)
    table.set_up()
    for seat in SEATS:
        answer = page(table, path, seat)
        assert answer.status_code == 200
        assert answer.data == before.data
        assert "opens when the game is over" in answer.text


def test_who_has_no_seat_is_sent_away(over: Seated) -> None:
    for path in ("", "/1"):
        answer = over.client.get(f"/t/{over.code}/report{path}", headers={"Accept": "text/html"})
        assert answer.status_code == 401
        assert "value" not in answer.text.lower().split("<main", 1)[-1]


def test_every_seat_reads_the_same_report(over: Seated) -> None:
    assert len({page(over, "", seat).data for seat in SEATS}) == 1


def test_it_tells_who_won_by_which_case_and_every_seal(over: Seated) -> None:
    text = page(over, "").text
    assert f"The {over.position.winner} player has won" in text
    assert re.search(r'href="/rules/dawn-of-the-dead/14\.[12]"', text)
    assert text.count("✓ Holds") == 3
    assert "✕ Broken" not in text
    assert over.record()[0]["seals"]["dice"] in text
    assert f'href="/api/tables/{over.code}/record"' in text
    for square in over.record()[1]["action"]["squares"]:
        assert f'<th scope="row">{square} <small>' in text


def test_4_the_names_of_the_players_stay_after_the_game(over: Seated) -> None:
    for seat, name in (("human", "Ann"), ("zombie", "Bo")):
        over.post(seat, "/name", name=name)
    won = {"human": "Ann", "zombie": "Bo"}[str(over.position.winner)]
    screen = over.client.get(f"/t/{over.code}", headers=over.headers("table")).text
    for text in (page(over, "").text, page(over, "/file").text, screen):
        assert f"{won} has won" in text
        assert "player has won" not in text
    for path in ("", "/file"):
        assert "Ann (characters), Bo (zombies)" in page(over, path).text
    for seat in ("human", "zombie"):
        over.post(seat, "/name", name="")


def test_every_plot_has_words_and_its_figures_as_a_table(over: Seated) -> None:
    text = page(over, "").text
    plots = re.findall(r'<svg class="plot".*?</svg>', text, re.DOTALL)
    assert len(plots) == text.count("Show as a table") == 6
    for plot in plots:
        named = re.search(r'aria-labelledby="(\S+) (\S+)"', plot)
        assert named is not None
        assert f'<title id="{named[1]}">' in plot
        assert f'<desc id="{named[2]}">' in plot
    assert "style=" not in text
    assert "<script>" not in text


def test_a_seal_that_does_not_hold_is_called_broken(over: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "referee.games.dawn_of_the_dead.records.chance_problems", lambda *_: ["Action 9: not as sealed."]
    )
    monkeypatch.setattr("referee.heavy.run", lambda _, work, *asked: work(*asked))
    text = page(over, "").text
    assert text.count("✓ Holds") == 2
    assert "Action 9: not as sealed." in text


def test_the_replay_shows_every_value_at_the_very_start(over: Seated) -> None:
    """All 45 units lie face up, whatever nobody could know then."""
    text = page(over, "/0").text
    assert len(re.findall(r'class="counter-piece zombie up"', text)) == 45
    assert "zombie down" not in text


@pytest.mark.parametrize("far", [12, *soak.rest(soak.DAYS, [10_000])])
def test_the_four_keys_lead_through_the_lines_that_stand(over: Seated, far: int) -> None:
    """From the beginning past the step that was taken back, and at the end."""
    lines = over.record()[1:-1]
    standing = [line["n"] for line in lines if not line.get("taken_back")]
    assert any(line.get("taken_back") for line in lines[:far])
    for expected in (standing[:far], standing[-far:]):
        before = standing.index(expected[0]) - 1
        url, walked = f"/t/{over.code}/report/{standing[before] if before >= 0 else 0}", []
        for _ in expected:
            text = over.client.get(url, headers=over.headers("table")).text
            url = re.search(r'id="key-next" href="([^"]+)"', text)[1]  # type: ignore[index]
            walked.append(int(url.rsplit("/", 1)[1]))
        assert walked == expected
    text = over.client.get(url, headers=over.headers("table")).text
    assert 'id="key-next"' not in text
    assert f'id="key-previous" href="/t/{over.code}/report/{standing[-2]}"' in text


def test_a_line_that_was_taken_back_shows_the_map_without_it(over: Seated) -> None:
    back = next(line["n"] for line in over.record()[1:-1] if line.get("taken_back"))
    text = page(over, f"/{back}").text
    assert '<span class="tag">taken back</span>' in text
    keys = dict(re.findall(r'id="key-(\w+)" href="/t/\w+/report/(\d+)"', text))
    assert keys["previous"] == str(back - 1)
    assert keys["next"] == str(back + 1)


def test_htmx_gets_the_step_and_the_layers_alone(over: Seated) -> None:
    whole, part = page(over, "/9"), page(over, "/9", **{"HX-Request": "true"})
    assert "<html" not in part.text
    assert part.text.lstrip().startswith('<section id="step"')
    assert 'hx-target="#counters"' in part.text
    assert len(part.data) < len(whole.data) / 2
    assert part.headers["Vary"].startswith("HX-Request")


def test_a_game_with_cardboard_counters_tells_what_was_told(tmp_path: Path) -> None:
    """Every unit that had to be turned up showed a four; of the others nobody knows."""
    table = Seated(tmp_path, options={"counters": "physical"}, sources=ordered({}))
    play_out(table, 17)
    text = page(table, "").text
    assert "This game used cardboard counters" in text
    units = text.split('aria-label="Zombie units"')[1].split("</tbody>")[0]
    assert set(re.findall(r'<th scope="row">([^<]+)</th>', units)) == {"4", "?"}
    assert text.count("✓ Holds") == len(table.record()[0]["seals"])


def test_a_line_that_the_record_does_not_have_is_nowhere(over: Seated) -> None:
    assert page(over, "/99999").status_code == 404
    assert page(over, "/-1").status_code == 404
    assert page(over, f"/{len(over.record()) - 2}").status_code == 200


def test_the_tables_screens_lead_to_the_report(over: Seated) -> None:
    for seat in SEATS:
        answer = over.client.get(f"/t/{over.code}", headers=over.headers(seat))
        assert f'href="/t/{over.code}/report"' in answer.text


def test_the_report_is_one_file_that_needs_nothing_else(over: Seated) -> None:
    answer = page(over, "/file")
    assert answer.headers["Content-Disposition"] == f"attachment; filename={over.code}-report.html"
    text = answer.text
    assert not re.findall(r'(?:src|href)="(?!#|data:)', text)
    assert "<script" not in text
    styles = re.search(r'href="data:text/css;base64,([^"]+)"', text)
    assert styles is not None
    assert b"--counter-human" in b64decode(styles[1])
    assert b'[data-theme="light"]' in b64decode(styles[1])
    assert '<html lang="en" data-theme="light">' in text
    assert len(re.findall(r'<svg class="plot"', text)) == 6
    assert text.count("✓ Holds") == 3


def test_the_file_opens_only_when_the_report_does(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    answer = page(table, "/file")
    assert "opens when the game is over" in answer.text
    assert "Content-Disposition" not in answer.headers
