"""The devices of a private seat: its player lists them, and sends one of them away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.events import LONG_AWAY_SECONDS
from referee.records import codec
from tests import soak
from tests.referee.any_table import steady
from tests.referee.either_database import either, on_sqlite
from tests.referee.seated import HIDDEN, Seated
from tests.referee.tables.test_private_seats import (
    again,
    answered,
    clock,
    hide,
    let_in_by_others,
    link,
    seat_of,
    taken,
    typed,
)
from tests.referee.test_serve import listening, serving

__all__ = ["clock", "either"]


@pytest.fixture
def table(tmp_path: Path, clock: list[float], either: str) -> Iterator[Seated]:
    """Give a table with a clock of its own, on each kind of database."""
    seated = Seated(tmp_path, sources=replace(steady(), clock=lambda: clock[0]), database_url=either)
    yield seated
    seated.tables.close()


def three(table: Seated) -> tuple[FlaskClient, FlaskClient, FlaskClient]:
    """Return the zombie player's phone, and two devices that it has let in."""
    phone, *others = taken(table), table.app.test_client(), table.app.test_client()
    for other in others:
        other.post(link(table))
        answered(table, phone, "let_in")
        assert other.get(f"/join/wait/{table.code}").location == f"/t/{table.code}"
    return phone, others[0], others[1]


def listed(table: Seated, device: FlaskClient) -> Any:
    return device.get(f"/api/tables/{table.code}/devices").get_json()["devices"]


def page(table: Seated, device: FlaskClient) -> str:
    return device.get(f"/t/{table.code}").text


def test_one_goes_and_the_others_stay(table: Seated) -> None:
    phone, second, third = three(table)
    assert [(d["n"], d["this"]) for d in listed(table, phone)] == [(0, True), (1, False), (2, False)]
    assert [d["this"] for d in listed(table, third)] == [False, False, True]
    assert {d["by"] for d in listed(table, phone)[1:]} == {"zombie"}
    sent = phone.post(f"/api/tables/{table.code}/devices", json={"send_away": 1})
    assert (sent.status_code, sent.get_json()["sent_away"]) == (200, 1)
    for _ in range(2):
        assert [seat_of(table, device) for device in (phone, second, third)] == ["zombie", None, "zombie"]
        assert [d["n"] for d in listed(table, phone)] == [0, 2]
        table.restart()
        phone, second, third = (again(table, device) for device in (phone, second, third))
    second.get(f"/join/wait/{table.code}")
    assert seat_of(table, second) is None
    assert second.post(link(table)).location == f"/join/wait/{table.code}", "it may ask again"


@on_sqlite
def test_every_screen_the_log_and_the_record_tell_it(table: Seated) -> None:
    phone, _, third = three(table)
    before = table.version
    assert "Devices at your seat" in page(table, phone)
    assert phone.post(f"/t/{table.code}/send-away", data={"n": 1}).location == f"/t/{table.code}"
    assert table.version == before + 1
    assert table.view()["arrival"] == {"n": 3, "seat": "zombie", "state": "sent_away", "by": "zombie"}
    screens = [page(table, phone), page(table, third)]
    screens += [
        table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text for seat in ("table", "human")
    ]
    for html in screens:
        assert html.count("The zombie player sent a device away") == 2
    (gone,) = table.record()[0]["sent_away"]
    assert (gone["seat"], gone["by"], gone["after"]) == ("zombie", "zombie", 0)
    assert len(table.record()[0]["let_in"]) == 2
    assert codec.parse(json.dumps(line) for line in table.record()).header["sent_away"] == [gone]
    hide(table, phone)
    assert table.view()["arrival"] is None
    assert len(table.record()[0]["sent_away"]) == 1


@on_sqlite
def test_whoever_the_others_let_in_neither_lists_nor_sends_away(table: Seated, clock: list[float]) -> None:
    phone, second = let_in_by_others(table, clock)
    devices = f"/api/tables/{table.code}/devices"
    assert second.get(devices).status_code == 403
    assert second.post(devices, json={"send_away": 1}).status_code == 403
    assert second.post(f"/t/{table.code}/send-away", data={"n": 1}).status_code == 403
    assert "Devices at your seat" not in page(table, second)
    owner = page(table, phone)
    assert 'value="1">Send it away' in owner
    assert "Device 2, let in on the tablet" in owner
    assert phone.post(f"/t/{table.code}/send-away", data={"n": 1}).status_code == 303
    assert [seat_of(table, device) for device in (phone, second)] == ["zombie", None]


@on_sqlite
def test_who_waits_meanwhile_waits_on_and_can_be_let_in(table: Seated) -> None:
    phone, second, third = three(table)
    fourth = table.app.test_client()
    fourth.post(link(table))
    assert phone.post(f"/t/{table.code}/send-away", data={"n": 2}).status_code == 303
    assert table.view()["arrival"]["state"] == "waiting"
    answered(table, phone, "let_in")
    assert [table.view(seat)["arrival"]["state"] for seat in ("table", "human")] == ["let_in"] * 2
    assert fourth.get(f"/join/wait/{table.code}").location == f"/t/{table.code}"
    devices = (phone, second, third, fourth)
    assert [seat_of(table, device) for device in devices] == ["zombie", "zombie", None, "zombie"]
    assert len(table.record()[0]["sent_away"]) == 1


@on_sqlite
def test_a_device_let_in_by_others_is_told_of_though_another_one_has_gone(
    table: Seated, clock: list[float]
) -> None:
    phone, *_ = three(table)
    clock[0] += LONG_AWAY_SECONDS
    stranger = table.app.test_client()
    stranger.post(link(table))
    clock[0] += LONG_AWAY_SECONDS
    assert table.post("table", "/arrival", answer="let_in").status_code == 200
    phone.post(f"/t/{table.code}/send-away", data={"n": 1})
    assert "Another device is at your seat" in page(table, phone)


@on_sqlite
@pytest.mark.parametrize("n", [0, 1, 9])
def test_none_but_the_devices_of_ones_own_seat_can_be_sent_away(table: Seated, n: int) -> None:
    three(table)
    for seat in ("human", "table"):
        refused = table.post(seat, "/devices", send_away=n)
        assert refused.status_code == 422
        assert table.get(seat, "/devices").get_json()["devices"] == [{"n": 0, "this": True}]
    assert table.client.get(f"/api/tables/{table.code}/devices").status_code == 401
    assert "sent_away" not in table.record()[0]


@soak.HANDS
def test_its_streams_end_and_those_of_the_others_begin_again(tmp_path: Path) -> None:
    with serving(tmp_path) as (table, port):
        table.view("zombie")
        wait = table.client.post("/api/join", json=typed(table)).get_json()["wait"]
        table.post("zombie", "/arrival", answer="let_in")
        own, table.tokens["zombie"] = table.tokens["zombie"], wait
        stream = listening(table, port, "zombie")
        while b"presence" not in stream.readline():
            pass
        table.tokens["zombie"] = own
        assert table.post("zombie", "/devices", send_away=1).status_code == 200
        assert b"id: " in stream.read(), "its page asks what is new, and reads that it has no seat"
        table.do("zombie", HIDDEN)
        table.tokens["zombie"] = wait
        assert listening(table, port, "zombie").status == 401
        table.tokens["zombie"] = own
        assert listening(table, port, "zombie").status == 200
