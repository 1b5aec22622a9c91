"""A page is for one seat: once the device has another one, the page learns nothing of that one's secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.any_table import AnyTable
from tests.referee.seated import HIDDEN, Seated

PAGES = ("/now", "/notes", "/squares", "")


def asked(table: AnyTable, seat: str, page: str, shown: str) -> tuple[int, bytes, str]:
    """Return the answer to the page of one seat that a device with another one sends."""
    headers = {"Referee-Seat": shown, "HX-Request": "true"}
    table.client.set_cookie(f"seat-{table.code}", table.tokens[seat])
    answer = table.client.get(f"/t/{table.code}{page}", headers=headers)
    return answer.status_code, answer.data, answer.headers.get("HX-Redirect", "")


@pytest.fixture(params=["dawn-of-the-dead", "battlecon"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> AnyTable:
    made = Seated(tmp_path, options={"system": request.param})
    made.client = made.app.test_client()
    return made


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_tablet_gets_nothing_of_a_private_seat(table: AnyTable, page: str) -> None:
    private = next(seat for seat in table.tokens if seat in {"zombie", "a"})
    status, body, there = asked(table, private, page, "table")
    assert status == 409
    assert there == f"/t/{table.code}?as=table"
    assert b"This page was for another seat" in body
    assert b"data-version" not in body


def test_a_stale_page_changes_nothing(tmp_path: Path) -> None:
    """Its tap would count for the seat that the device has now."""
    table = Seated(tmp_path)
    headers = table.headers("zombie") | {"Referee-Seat": "table"}
    body = {"action": HIDDEN, "version": table.version}
    answer = table.client.post(f"/api/tables/{table.code}/do", json=body, headers=headers)
    assert answer.status_code == 409
    assert answer.get_json()["title"] == "This device changed seats"
    assert table.record()[1:] == []


def test_a_stream_for_another_seat_is_refused(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    assert table.get("zombie", "/events?as=table").status_code == 409
    with table.get("zombie", "/events?as=zombie") as stream:
        assert stream.status_code == 200


def test_the_page_that_a_stale_page_is_led_to_names_no_seat_and_leads_on(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    answer = table.client.get(f"/t/{table.code}?as=table", headers=table.headers("zombie"))
    assert answer.status_code == 409
    page = answer.get_data(as_text=True)
    assert "This device changed seats" in page
    assert f'href="/t/{table.code}"' in page
    assert "ombie" not in page.split("<main")[1]
