"""Seats that vary: their number comes from the options; during the game they come, leave and come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.questions import Seat
from tests.referee.any_table import AnyTable
from tests.referee.visitors import Position, VisitorsRules, bid, come, installed, leave

LEFT = "Player 2 has left the game. This device sees what the tablet shows, and changes nothing."


@pytest.fixture
def _game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(monkeypatch):
        yield


@pytest.fixture
def table(_game: None, tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of three."""
    made = AnyTable(tmp_path, options={"system": "visitors"})
    yield made
    made.tables.close()


def people(table: AnyTable) -> list[str]:
    return [sits["seat"] for sits in table.get("table", "/seats").get_json()["seats"]]


def invited(table: AnyTable) -> dict[str, Any]:
    links: dict[str, Any] = table.get("table", "/invitation").get_json()["seats"]
    return links


def sit(table: AnyTable, seat: str) -> None:
    """Take a seat by the PIN, and keep its token."""
    invitation = table.get("table", "/invitation").get_json()
    asked = {"code": table.code, "pin": invitation["pin"], "seat": seat}
    joined = table.client.post("/api/join", json=asked)
    assert joined.status_code == 200, joined.data
    table.tokens[seat] = joined.get_json()["token"]


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.usefixtures("_game")
def test_the_number_of_seats_comes_from_the_options(tmp_path: Path, players: int) -> None:
    made = AnyTable(tmp_path, options={"system": "visitors", "players": players})
    seats = [f"p{n + 1}" for n in range(players)]
    assert list(made.tokens) == people(made) == ["table", *seats]
    assert list(invited(made)) == seats
    assert made.record()[0]["seats"] == {seat: seat for seat in ["table", *seats]}


def test_who_comes_late_gets_a_link_a_code_and_a_place_by_the_pin(table: AnyTable) -> None:
    invitation = table.get("table", "/invitation").get_json()
    late = {"code": table.code, "pin": invitation["pin"], "seat": "p4"}
    assert table.client.post("/api/join", json=late).status_code == 404
    table.do("p1", come("p4"))
    assert people(table) == ["table", "p1", "p2", "p3", "p4"]
    assert table.get("table", "/seats/p4/qr.svg").status_code == 200
    sit(table, "p4")
    table.do("p4", bid("p4", 2))
    assert table.view("p4")["bids"] == {"p4": 2}
    assert table.view("p1")["bids"] == {"p4": None}
    assert table.record()[0]["seats"]["p4"] == "p4"
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_another_process_knows_a_late_seat_at_once(table: AnyTable) -> None:
    other = table.at_another_server()
    assert other.view("p1")["here"] == ["p1", "p2", "p3"]
    table.do("p1", come("p4"))
    sit(table, "p4")
    other.tokens = table.tokens
    other.do("p4", bid("p4", 1))
    assert table.view("p4")["bids"] == {"p4": 1}
    other.tables.close()


def test_a_line_that_could_not_be_written_makes_no_seat(table: AnyTable) -> None:
    assert table.try_("p1", come("p4"), version=99).status_code == 409
    assert people(table) == ["table", "p1", "p2", "p3"]
    assert [seat.seat for seat in table.tables.seats.of_table(table.code)].count("p4") == 0


def test_a_seat_that_left_sees_what_the_tablet_shows_and_does_nothing(table: AnyTable) -> None:
    table.do("p2", bid("p2", 3), leave("p2"))
    seen, public = table.view("p2"), table.view("table")
    assert seen.pop("seat") == "spectator"
    assert {name for name in seen if seen[name] != public[name]} <= {"version", "undo"}
    assert table.get("p2", "/actions").get_json()["actions"] == []
    assert people(table) == ["table", "p1", "p3"]
    assert list(invited(table)) == ["p1", "p3"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/do", {"action": bid("p2", 1), "version": 1}),
        ("/do", {"action": {"do": "come", "who": "p5"}, "version": 1}),
        ("/ask", {"action": bid("p2", 1)}),
        ("/undo", {"answer": "ask", "version": 1}),
        ("/name", {"name": "Ann"}),
        ("/renew", {"seat": "p2"}),
        ("/arrival", {"answer": "let_in"}),
        ("/devices", {"send_away": 1}),
        ("/part", {"seal": "0", "part": "1"}),
        ("/settings", {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_its_token_no_longer_acts(table: AnyTable, path: str, body: dict[str, Any]) -> None:
    table.do("p2", leave("p2"))
    before = table.everything()
    answer = table.post("p2", path, **body)
    assert (answer.status_code, answer.get_json()["detail"]) == (403, LEFT)
    assert table.everything() == before


def test_a_request_with_a_key_is_not_answered_again_to_who_left(table: AnyTable) -> None:
    body = {"action": bid("p2", 1), "version": 0}
    headers = {**table.headers("p2"), "Idempotency-Key": "one"}
    where = f"/api/tables/{table.code}/do"
    assert table.client.post(where, json=body, headers=headers).status_code == 200
    table.do("p2", leave("p2"))
    assert table.client.post(where, json=body, headers=headers).status_code == 403


def test_its_link_and_the_pin_no_longer_open_it(table: AnyTable) -> None:
    link = table.tokens["p2"]
    table.do("p2", leave("p2"))
    for answer in (table.client.post(f"/join/{link}"), table.client.get(f"/join/{link}?ask")):
        assert (answer.status_code, LEFT in answer.text) == (403, True)
    invitation = table.get("table", "/invitation").get_json()
    asked = {"code": table.code, "pin": invitation["pin"], "seat": "p2"}
    assert table.client.post("/api/join", json=asked).status_code == 404
    assert b"Player 2" not in table.client.get(f"/join?code={table.code}").data


def test_a_seat_that_comes_back_finds_its_device_again(table: AnyTable) -> None:
    sit(table, "p2")
    table.call("p2", "Ann")
    table.do("p2", leave("p2"))
    assert table.try_("p2", bid("p2", 2)).status_code == 403
    table.do("table", come("p2"))
    table.do("p2", bid("p2", 2))
    assert table.view("p2")["bids"] == {"p2": 2}
    assert table.view("p1")["names"] == {"p2": "Ann"}


def test_another_person_cannot_slip_into_a_seat_that_came_back(table: AnyTable) -> None:
    sit(table, "p2")
    table.do("p2", leave("p2"))
    table.do("table", come("p2"))
    invitation = table.get("table", "/invitation").get_json()
    asked = {"code": table.code, "pin": invitation["pin"], "seat": "p2"}
    assert table.client.post("/api/join", json=asked).status_code == 202


def test_taking_back_that_somebody_left_brings_the_seat_back(table: AnyTable) -> None:
    table.do("p2", leave("p2"))
    assert table.post("p1", "/undo", answer="ask", version=1).status_code == 202
    assert table.post("p3", "/undo", answer="agree", version=1).status_code in {200, 202}
    if people(table) == ["table", "p1", "p3"]:
        assert table.post("table", "/undo", answer="agree", version=table.version).status_code == 200
    assert people(table) == ["table", "p1", "p2", "p3"]
    table.do("p2", bid("p2", 1))


def test_streams_begin_anew_when_the_seats_change(table: AnyTable) -> None:
    with table.get("p1", "/events?as=p1") as stream:
        told = iter(stream.response)
        next(text for text in told if "presence" in str(text))
        table.do("p2", leave("p2"))
        assert not any("p2" in str(text) for text in told)
    with table.get("p1", "/events?as=p1") as stream:
        presence = next(str(text) for text in stream.response if "presence" in str(text))
    assert "p3" in presence
    assert "p2" not in presence


@pytest.mark.parametrize("back", [False, True])
def test_a_page_begins_anew_when_its_seat_leaves_or_comes_back(table: AnyTable, back: bool) -> None:
    table.do("p2", leave("p2"))
    shown = table.client.get(f"/t/{table.code}", headers=table.headers("p2"))
    assert LEFT in shown.text
    assert 'data-seat="p2.left"' in shown.text
    if back:
        table.do("table", come("p2"))
    headers = {**table.headers("p2"), "Referee-Seat": "p2.left" if back else "p2", "HX-Request": "true"}
    again = table.client.get(f"/t/{table.code}/now", headers=headers)
    assert (again.status_code, again.headers["HX-Redirect"]) == (409, f"/t/{table.code}")


def test_who_leaves_by_a_tap_is_shown_no_seat_any_more(table: AnyTable) -> None:
    tap = {"action": json.dumps(leave("p2")), "version": "0"}
    headers = {**table.headers("p2"), "HX-Request": "true"}
    answer = table.client.post(f"/t/{table.code}/do", data=tap, headers=headers)
    assert (answer.status_code, answer.headers["HX-Redirect"], answer.text) == (200, f"/t/{table.code}", "")


def test_its_etag_is_none_that_it_has_seen(table: AnyTable) -> None:
    table.do("p2", bid("p2", 1), bid("p2", 2), bid("p2", 3))
    seen = {table.get("p2", "/view").headers["ETag"]}
    table.do("p2", leave("p2"))
    for late in ("p4", "p5", "p6"):
        answer = table.get("p2", "/view")
        assert answer.headers["ETag"] not in seen
        seen.add(answer.headers["ETag"])
        assert table.try_("p1", come(late), table.view("p1")["version"]).status_code == 200


def test_an_empty_seat_is_shown_and_the_tablet_plays_for_it(table: AnyTable) -> None:
    shown = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
    assert "Player 3" in shown
    assert "no phone" in shown
    table.do("table", bid("p3", 2))
    assert table.view("p3")["bids"] == {"p3": 2}


def test_a_rematch_has_the_seats_of_its_start(table: AnyTable) -> None:
    table.do("p1", come("p4"))
    sit(table, "p4")
    table.do("table", {"do": "end"})
    headers = table.headers("p4")
    table.client.post(f"/t/{table.code}/rematch?now", headers=headers)
    answer = table.client.post(f"/t/{table.code}/rematch", headers=headers, data={"swap": "no"})
    assert answer.status_code == 404
    assert "Player 4 has no seat yet in the rematch" in answer.text


def test_a_late_seat_does_what_is_anybodys(table: AnyTable) -> None:
    table.do("p1", come("p4"))
    sit(table, "p4")
    table.do("p4", come("p5"))
    assert people(table)[-1] == "p5"
    table.do("p4", leave("p4"))
    assert table.try_("p4", come("p6")).status_code == 403


def test_who_left_is_shut_out_at_every_process_at_once(table: AnyTable) -> None:
    other = table.at_another_server()
    other.view("p2")
    table.do("p2", leave("p2"))
    assert other.try_("p2", bid("p2", 1)).status_code == 403
    assert other.view("p2")["seat"] == "spectator"
    other.tables.close()


def test_a_device_that_waits_is_not_let_in_once_the_seat_has_left(table: AnyTable) -> None:
    sit(table, "p2")
    invitation = table.get("table", "/invitation").get_json()
    asked = {"code": table.code, "pin": invitation["pin"], "seat": "p2"}
    waits = table.client.post("/api/join", json=asked).get_json()["wait"]
    table.do("p2", leave("p2"))
    assert table.post("p2", "/arrival", answer="let_in").status_code == 403
    assert table.post("table", "/arrival", answer="let_in").status_code in {403, 422}
    assert table.client.get(f"/api/join/{waits}").get_json()["state"] == "waiting"


def test_the_tablet_takes_the_seat_from_who_left_for_somebody_new(table: AnyTable) -> None:
    sit(table, "p2")
    table.call("p2", "Ann")
    old = table.headers("p2")
    assert table.post("table", "/renew", seat="p2").status_code == 403, "Ann sits there"
    table.do("p2", leave("p2"))
    assert table.post("p1", "/renew", seat="p2").status_code == 403
    assert table.post("table", "/renew", seat="p2").status_code == 200
    table.do("table", come("p2"))
    assert table.client.get(f"/api/tables/{table.code}/view", headers=old).status_code == 401
    sit(table, "p2")
    table.do("p2", bid("p2", 1))
    assert table.view("table")["names"] == {}
    before = table.everything()
    table.restart()
    assert table.everything() == before


def roster_of(monkeypatch: pytest.MonkeyPatch, *more: Seat) -> None:
    """Let the game name these seats besides, once somebody has come late."""
    named = VisitorsRules.roster

    def roster(self: VisitorsRules, position: Position) -> list[Seat]:
        late = len(position.here) > 3
        return [*named(self, position), *(more if late else ())]

    monkeypatch.setattr(VisitorsRules, "roster", roster)


@pytest.mark.parametrize("id_", ["table", "spectator", "referee", "a/b", "", "A", "p" * 21, "../x", "p1"])
def test_a_seat_that_cannot_be_is_the_games_fault_and_changes_nothing(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch, id_: str
) -> None:
    before = table.everything()
    roster_of(monkeypatch, Seat(id_, "A seat"))
    table.app.testing = False
    assert table.try_("p1", come("p4")).status_code >= 500
    table.app.testing = True
    assert table.everything() == before
    table.do("p1", bid("p1", 1))


def test_a_seat_of_the_tablet_alone_has_no_link(table: AnyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    roster_of(monkeypatch, Seat("dummy", "Dummy", device="tablet"), Seat("bot", "Bot", device="referee"))
    table.do("p1", come("p4"))
    assert people(table) == ["table", "p1", "p2", "p3", "p4", "dummy"]
    assert {"dummy", "bot"}.isdisjoint(invited(table))
    pin = table.get("table", "/invitation").get_json()["pin"]
    for seat in ("dummy", "bot"):
        asked = {"code": table.code, "pin": pin, "seat": seat}
        assert table.client.post("/api/join", json=asked).status_code == 404
    assert table.get("table", "/seats/dummy/qr.svg").status_code == 404
    assert b"Dummy" not in table.client.get(f"/join?code={table.code}").data


def test_those_of_one_side_agree_as_one(table: AnyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    named = VisitorsRules.roster

    def roster(self: VisitorsRules, position: Position) -> list[Seat]:
        return [replace(one, side="north" if one.id in {"p1", "p2"} else "") for one in named(self, position)]

    monkeypatch.setattr(VisitorsRules, "roster", roster)
    table.do("table", {"do": "open"})
    with table.locked() as loaded:
        assert loaded.roster.voters == loaded.roster.clocks == ("north", "p3")
    assert table.post("p1", "/undo", answer="ask", n=1, version=1).status_code == 202
    assert "north" in table.view("p3")["request"]["agreed"]
    assert table.post("p3", "/undo", answer="agree").status_code == 200


def test_keys_of_a_choice_for_one_name_post_that_name(table: AnyTable) -> None:
    page = table.client.get(f"/t/{table.code}", headers=table.headers("p1")).text
    assert 'name="field.bids.p1"' in page
    posted = {"action": '{"do": "bid", "seat": "p1"}', "version": table.version, "field.bids.p1": "2"}
    table.client.post(f"/t/{table.code}/do", headers=table.headers("p1"), data=posted)
    assert table.view("p1")["bids"] == {"p1": 2}


def test_a_seat_without_a_vote_asks_and_does_not_answer(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = VisitorsRules.roster

    def roster(self: VisitorsRules, position: Position) -> list[Seat]:
        return [replace(one, votes=one.id != "p1") for one in named(self, position)]

    monkeypatch.setattr(VisitorsRules, "roster", roster)
    table.do("table", {"do": "open"})
    assert table.post("p1", "/undo", answer="ask", n=1, version=1).status_code == 202
    assert table.view("p1")["request"]["wanted"] == ["p2", "p3"]
    assert table.post("p1", "/undo", answer="agree").status_code in {202, 403}
    assert table.view("p1")["request"]["agreed"] == []
    for seat in ("p2", "p3"):
        table.post(seat, "/undo", answer="agree")
    assert table.view("p1")["request"] is None


def test_the_front_page_says_how_many_can_play(table: AnyTable) -> None:
    assert "2 to 6" in " ".join(table.client.get("/").text.split())


def test_the_tablet_shows_who_has_left_and_frees_the_seat(table: AnyTable) -> None:
    sit(table, "p2")
    table.do("p2", leave("p2"))
    key, address = "Player 2 has left: free the seat for somebody else", f"/t/{table.code}"
    pages = {seat: table.client.get(address, headers=table.headers(seat)).text for seat in ("table", "p1")}
    assert key in pages["table"]
    assert key not in pages["p1"]
    assert "has left" in pages["p1"]
    freed = table.client.post(f"{address}/renew", headers=table.headers("table"), data={"seat": "p2"})
    assert (freed.status_code, "Set-Cookie" in freed.headers) == (303, False)
    assert key not in table.client.get(address, headers=table.headers("table")).text
    assert table.get("p2", "/view").status_code == 401
    for seat in ("p1", "table"):
        other = {"seat": "p3"} if seat == "p1" else {"seat": "p1"}
        answer = table.client.post(f"{address}/renew", headers=table.headers(seat), data=other)
        assert answer.status_code == 403
