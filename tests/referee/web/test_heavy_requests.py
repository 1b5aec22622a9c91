"""What takes long to answer is worked on in another process, in its turn; a full queue says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee import heavy
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.seated import Seated

MALL = equipment.load_map(equipment.DEFAULT_MAP)
LOG = {"format": "referee-survey/1", "done": 0, "gestures": []}
SURVEY = "/api/surveys/{survey}/"
ASKED: tuple[tuple[str, str, Any, str], ...] = (
    ("POST", "/api/maps", MALL, "check_upload"),
    ("GET", "/api/maps/{map}/board.pdf", None, "board_file"),
    ("GET", "/api/maps/{map}/map.geojson", None, "_geojson"),
    ("GET", "/api/maps/{map}/sight?from=001&to=002", None, "_line"),
    ("GET", "/library/map/{map}.svg", None, "_exported"),
    ("GET", "/api/counters/{counters}/counters.pdf", None, "counters_file"),
    ("POST", "/api/surveys", {"survey": LOG}, "entries_of"),
    ("POST", "/api/surveys", {"map": equipment.DEFAULT_MAP}, "gestures_of"),
    ("GET", SURVEY + "wrong", None, "faults"),
    ("GET", SURVEY + "close", None, "close_calls"),
    ("GET", SURVEY + "sight?from=001&to=002", None, "sight_line"),
    ("GET", SURVEY + "agreeing?from=001&to=002&sight=clear", None, "agreeing_gesture"),
    ("GET", "/sight?map={brought}", None, "sight_answer"),
    ("GET", "/demo/1/0", None, "shown_at"),
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Any:
    seated = Seated(tmp_path)
    yield seated
    seated.tables.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Give the work that was asked for, as name and network; it is done at once."""
    came = list[tuple[str, str]]()

    def note(_: heavy.WorkKind, work: Callable[..., Any], *arguments: Any) -> Any:
        came.append((work.__name__, heavy.network.get()))
        return work(*arguments)

    monkeypatch.setattr(heavy, "run", note)
    return came


def test_what_takes_long_is_asked_of_another_process_for_its_network(
    table: Seated, asked: list[tuple[str, str]]
) -> None:
    brought = table.client.post("/api/maps", json=MALL).get_json()["id"]
    sheet = next(iter(equipment.counter_sheets()))
    survey = table.client.post("/api/surveys", json={"map": equipment.DEFAULT_MAP}).get_json()["id"]
    assert table.client.get(f"/api/surveys/{survey}").status_code == 200
    assert [name for name, _ in asked] == ["check_upload", "gestures_of", "replayed"]
    for method, path, body, name in ASKED:
        asked.clear()
        address = path.format(map=equipment.DEFAULT_MAP, counters=sheet, survey=survey, brought=brought)
        answer = table.client.open(
            address, method=method, json=body, environ_base={"REMOTE_ADDR": "2001:db8::7"}
        )
        assert answer.status_code < 400, (address, answer.data)
        assert asked == [(name, "2001:db8::/64")], address


def test_a_full_queue_says_so_on_a_page_and_in_the_api(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heavy, "UPLOADS", replace(heavy.UPLOADS, most=0))
    answer = table.client.get(f"/api/maps/{equipment.DEFAULT_MAP}/board.pdf")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.get_json()["detail"].startswith("Many people are uploading or printing maps right now.")
    page = table.client.get(f"/library/map/{equipment.DEFAULT_MAP}.svg", headers={"Accept": "text/html"})
    assert page.status_code == 503
    assert "Many people are uploading or printing maps right now." in page.get_data(as_text=True)
