"""After a duel: the report as one file without the network, and the table after each step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.games.battlecon.duel_tables import Duel, pair_of

PAIRS = (pair_of("grapnel", "shot"), pair_of("blazing", "drive"))


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Duel]:
    """Give a duel that ends in its second beat."""
    duel = Duel(tmp_path)
    duel.beat(*PAIRS)
    duel.do("a", pair_of("battery", "strike"))
    duel.do("b", {"do": "concede"})
    yield duel
    duel.tables.close()


def page(duel: Duel, path: str, seat: str = "table") -> tuple[int, str]:
    cookie = {"Cookie": f"seat-{duel.code}={duel.tokens[seat]}"}
    answer = duel.client.get(f"/t/{duel.code}/{path}", headers=cookie)
    return answer.status_code, answer.get_data(as_text=True)


def test_the_report_as_a_file_asks_for_nothing(over: Duel) -> None:
    cookie = {"Cookie": f"seat-{over.code}={over.tokens['a']}"}
    answer = over.client.get(f"/t/{over.code}/report.html", headers=cookie)
    text = answer.get_data(as_text=True)
    assert f"{over.code}-report.html" in answer.headers["Content-Disposition"]
    assert "Cadenza wins" in text
    assert "Grapnel Shot" in text
    assert re.findall(r'(?:href|src)="(?!data:|#)[^"]*"', text) == []
    assert "<script" not in text
    assert text.count("data:text/css;base64,") == 1


def test_each_step_shows_the_table_after_it(over: Duel) -> None:
    lines = [line for line in over.record() if "action" in line]
    for n in range(len(lines) + 1):
        status, text = page(over, f"replay/{n}")
        assert (status, f"Step {n} of {len(lines)}" in text) == (200, True)
        assert f"{lines[n - 1]['story'] if n else 'Before the first action.'}</b>" in text.replace(
            "&#39;", "'"
        )
        assert ('id="key-next"' in text) == (n < len(lines))
        assert f'action="/t/{over.code}' not in text
    assert "Cadenza wins" in page(over, f"replay/{len(lines)}")[1]


def test_a_step_that_does_not_exist(over: Duel) -> None:
    status, text = page(over, "replay/99")
    assert (status, "so there is no step 99" in text) == (404, True)


def test_nothing_of_it_opens_before_the_end(tmp_path: Path) -> None:
    duel = Duel(tmp_path)
    duel.do("a", PAIRS[0])
    for path in ("report.html", "replay/3"):
        status, text = page(duel, path, "b")
        assert (status, "The report opens when the game is over" in text) == (200, True)
        assert "Grapnel" not in text
    assert duel.client.get(f"/t/{duel.code}/replay/0").status_code == 401
    duel.tables.close()


def test_the_report_of_a_duel_given_up_before_its_first_beat_has_no_empty_table(tmp_path: Path) -> None:
    duel = Duel(tmp_path)
    duel.do("b", {"do": "concede"})
    _, text = page(duel, "report")
    duel.tables.close()
    assert "Cadenza wins before any beat: Kallistar gives up." in text
    assert "No pair was turned up." in text
    assert "Damage by pair" not in text
