"""A private seat is taken once: then its link is spent, and its devices must let others in."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.events import GRACE_SECONDS, LONG_AWAY_SECONDS
from referee.records import codec
from tests.referee.any_table import steady
from tests.referee.seated import HIDDEN, START, Seated


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def table(tmp_path: Path, clock: list[float]) -> Seated:
    return Seated(tmp_path, sources=replace(steady(), clock=lambda: clock[0]))


def link(table: Seated, seat: str = "zombie") -> str:
    return f"/join/{table.tokens[seat]}"


def taken(table: Seated) -> FlaskClient:
    """Return the phone that has the zombie player's seat by its link."""
    phone = table.app.test_client()
    assert phone.get(link(table)).status_code == 303
    return phone


def seat_of(table: Seated, device: FlaskClient) -> str | None:
    """Return the seat of a device, or None where it has none."""
    answer = device.get(f"/api/tables/{table.code}/view")
    return answer.get_json()["seat"] if answer.status_code == 200 else None


def typed(table: Seated, seat: str = "zombie", **more: str) -> dict[str, str]:
    shown = table.get("table", "/invitation").get_json()
    return {"code": shown["code"], "pin": shown["pin"], "seat": seat, **more}


def answered(table: Seated, phone: FlaskClient, answer: str) -> Any:
    """Let the zombie player's phone answer the device that waits."""
    return phone.post(f"/t/{table.code}/arrival", data={"answer": answer})


class TestTheLinkIsSpent:
    def test_everywhere_once_a_phone_has_the_seat(self, table: Seated) -> None:
        """Neither the link nor the token in it opens the seat again, and both lead to a question alone."""
        phone = taken(table)
        other = table.app.test_client()
        for look in (other.get, other.post):
            answer = look(link(table))
            assert f"seat-{table.code}=" not in " ".join(answer.headers.getlist("Set-Cookie"))
            assert seat_of(table, other) is None
        assert table.get("zombie", "/view").status_code == 401
        assert seat_of(table, phone) == "zombie"

    def test_by_code_and_pin_too(self, table: Seated) -> None:
        phone = table.app.test_client()
        assert phone.post("/join", data=typed(table)).location == f"/t/{table.code}"
        assert table.get("zombie", "/view").status_code == 401
        second = table.app.test_client().post("/join", data=typed(table))
        assert second.location == f"/join/wait/{table.code}"
        assert not any(c.startswith("seat-") for c in second.headers.getlist("Set-Cookie"))

    def test_the_tablet_shows_neither_link_nor_code_any_more(self, table: Seated) -> None:
        page = f"/t/{table.code}"
        before = table.client.get(page, headers=table.headers("table")).text
        assert link(table) in before
        taken(table)
        after = table.client.get(page, headers=table.headers("table")).text
        assert "join as Zombie player" not in after
        assert set(table.get("table", "/invitation").get_json()["seats"]) == {"human"}
        assert table.get("table", "/seats/zombie/qr.svg").status_code == 404

    def test_the_tablet_learns_of_it_at_once(self, table: Seated) -> None:
        before = table.version
        taken(table)
        assert table.version > before

    def test_nor_does_the_tablet_make_a_new_one(self, table: Seated) -> None:
        phone = taken(table)
        for seat in ("table", "human"):
            assert table.post(seat, "/renew", seat="zombie").status_code == 403
        assert seat_of(table, phone) == "zombie"

    def test_a_program_goes_on_with_the_token_it_was_given(self, table: Seated) -> None:
        """It has the seat by its first use; from then the link needs its say."""
        table.do("zombie", HIDDEN)
        other = table.app.test_client()
        assert "This seat is taken" in other.get(link(table)).text
        assert other.post(link(table)).location == f"/join/wait/{table.code}"
        assert seat_of(table, other) is None
        assert table.view("zombie")["hidden"] == HIDDEN["squares"]

    def test_the_same_browser_just_opens_it(self, table: Seated) -> None:
        phone = taken(table)
        assert phone.get(link(table)).location == f"/t/{table.code}"
        assert phone.post("/join", data=typed(table)).location == f"/t/{table.code}"
        assert table.view()["arrival"] is None

    def test_the_question_for_a_name_takes_no_seat(self, table: Seated) -> None:
        """What looks at a link before a person does, a preview say, does not use it up."""
        looked = table.app.test_client()
        assert "Your name" in looked.get(f"{link(table)}?ask=name").text
        assert seat_of(table, looked) is None
        assert looked.post(f"{link(table)}?ask=name", data={"name": "Ann"}).location == f"/t/{table.code}"
        assert seat_of(table, looked) == "zombie"

    def test_where_nothing_is_secret_seats_are_shared_freely(self, table: Seated) -> None:
        for _ in range(2):
            device = table.app.test_client()
            assert device.get(link(table, "human")).location == f"/t/{table.code}"
            assert seat_of(table, device) == "human"


class TestTheFirstDeviceSays:
    def test_it_lets_the_second_in(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post(link(table))
        wait = f"/join/wait/{table.code}"
        assert "Waiting to be let in" in second.get(wait).text
        assert second.get(wait, headers={"HX-Request": "true"}).status_code == 204
        assert "Let it in?" in phone.get(f"/t/{table.code}").text
        assert answered(table, phone, "let_in").status_code == 200
        polled = second.get(wait, headers={"HX-Request": "true"})
        assert polled.headers["HX-Redirect"] == f"/t/{table.code}"
        assert [seat_of(table, device) for device in (phone, second)] == ["zombie", "zombie"]

    def test_it_says_no(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post(link(table))
        answered(table, phone, "refuse")
        assert "The answer was no" in second.get(f"/join/wait/{table.code}").text
        assert seat_of(table, second) is None

    def test_nobody_else_says_it(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post(link(table))
        phone.get(f"/t/{table.code}")
        for seat in ("human", "table"):
            assert table.post(seat, "/arrival", answer="let_in").status_code == 403
        assert second.post(f"/api/tables/{table.code}/arrival", json={"answer": "let_in"}).status_code == 401
        assert seat_of(table, second) is None

    def test_a_second_tap_is_the_same_question(self, table: Seated) -> None:
        taken(table)
        second = table.app.test_client()
        second.post(link(table))
        before = table.version
        second.post(link(table))
        assert (table.version, table.view()["arrival"]["n"]) == (before, 1)

    def test_an_answer_is_for_the_device_that_it_was_given_to(self, table: Seated) -> None:
        phone, second, third = taken(table), table.app.test_client(), table.app.test_client()
        second.post(link(table))
        third.post(link(table))
        stale = phone.post(f"/api/tables/{table.code}/arrival", json={"answer": "let_in", "n": 1})
        assert stale.status_code == 409
        assert "This request is closed" in second.get(f"/join/wait/{table.code}").text

    def test_who_stops_waiting_is_asked_for_no_longer(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post(link(table))
        second.post(f"/join/wait/{table.code}")
        assert table.view()["arrival"] is None
        assert phone.post(f"/api/tables/{table.code}/arrival", json={"answer": "let_in"}).status_code == 422

    def test_the_name_that_was_given_is_asked_about_and_kept(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post("/join", data=typed(table, name="Ben"))
        assert "Another device (Ben) wants to join" in phone.get(f"/t/{table.code}").text
        assert table.view()["names"] == {}
        table.restart()
        phone.post(f"/api/tables/{table.code}/arrival", json={"answer": "let_in"})
        assert table.view()["names"] == {"zombie": "Ben"}
        table.restart()
        assert table.view()["names"] == {"zombie": "Ben"}
        assert table.record()[0]["seats"]["zombie"] == "Ben"

    def test_a_name_that_was_refused_stays_unknown(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post("/join", data=typed(table, name="Ben"))
        answered(table, phone, "refuse")
        assert table.view()["names"] == {}

    def test_it_survives_a_restart(self, table: Seated) -> None:
        table.do("zombie", HIDDEN)
        second = table.client.post("/api/join", json=typed(table))
        assert (second.status_code, set(second.get_json())) == (202, {"code", "seat", "wait"})
        table.restart()
        wait = f"/api/join/{second.get_json()['wait']}"
        assert table.client.get(wait).get_json()["state"] == "waiting"
        assert table.post("zombie", "/arrival", answer="let_in").get_json()["arrival"] == "let_in"
        table.restart()
        arrival = table.client.get(wait).get_json()
        assert (arrival["state"], arrival["token"]) == ("let_in", second.get_json()["wait"])

    def test_each_device_has_a_token_of_its_own(self, table: Seated) -> None:
        """On the screens and by the API; and whoever was let in comes again with the one that he has."""
        phone, second, third = taken(table), table.app.test_client(), table.app.test_client()
        second.post(link(table))
        answered(table, phone, "let_in")
        assert second.get(f"/join/wait/{table.code}").location == f"/t/{table.code}"
        wait = third.post("/api/join", json=typed(table)).get_json()["wait"]
        answered(table, second, "let_in")
        before = second.get_cookie(f"seat-{table.code}")
        for again in (second.post(link(table)), second.post("/join", data=typed(table))):
            assert again.location == f"/t/{table.code}"
        after = second.get_cookie(f"seat-{table.code}")
        assert before
        assert after
        assert before.value == after.value  # It lasts from now on, so it may end a second later.
        cookies = [d.get_cookie(f"seat-{table.code}") for d in (phone, second)]
        tokens = [c.value for c in cookies if c] + [third.get(f"/api/join/{wait}").get_json()["token"]]
        assert len(set(tokens)) == 3
        table.restart()
        for token in tokens:
            headers = {"Authorization": f"Bearer {token}"}
            seen = table.app.test_client(use_cookies=False).get(
                f"/api/tables/{table.code}/view", headers=headers
            )
            assert seen.get_json()["seat"] == "zombie"
            listed = table.app.test_client()
            listed.set_cookie(f"seat-{table.code}", token)
            assert [t["code"] for t in listed.get("/api/tables").get_json()["tables"]] == [table.code]

    def test_who_was_sent_away_does_not_come_back(self, table: Seated) -> None:
        phone, second = taken(table), table.app.test_client()
        second.post(link(table))
        answered(table, phone, "let_in")
        assert second.get(f"/join/wait/{table.code}").location == f"/t/{table.code}"
        phone.post(f"/t/{table.code}/renew")
        assert [seat_of(table, device) for device in (phone, second)] == ["zombie", None]
        second.get(f"/join/wait/{table.code}")
        assert seat_of(table, second) is None


class TestTheOthersAgreeWhileItIsAway:
    def test_from_the_tablet(self, table: Seated, clock: list[float]) -> None:
        phone, second = taken(table), table.app.test_client()
        phone.get(f"/t/{table.code}")
        second.post(link(table))
        clock[0] += LONG_AWAY_SECONDS
        assert (
            "Let the new device in"
            in table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
        )
        assert table.post("human", "/arrival", answer="let_in").status_code == 403
        assert table.post("table", "/arrival", answer="let_in").status_code == 200
        assert second.get(f"/join/wait/{table.code}").location == f"/t/{table.code}"
        assert seat_of(table, second) == "zombie"

    def test_and_every_screen_the_log_and_the_record_tell_it(self, table: Seated, clock: list[float]) -> None:
        phone, second = taken(table), table.app.test_client()
        table.view("human")
        second.post(link(table))
        clock[0] += LONG_AWAY_SECONDS
        table.post("table", "/arrival", answer="let_in")
        screens = [phone.get(f"/t/{table.code}").text]
        screens += [
            table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text
            for seat in ("table", "human")
        ]
        for html in screens:
            assert html.count("agreement at the tablet") == 2
        let_in = table.record()[0]["let_in"]
        assert [(t["seat"], t["by"], t["after"]) for t in let_in] == [("zombie", "table", 0)]
        assert codec.parse(json.dumps(line) for line in table.record()).header["let_in"] == let_in


class TestNobodyOpensASeatBehindItsPlayersBack:
    """2.4: a second device comes in by the first one's say or by agreement, told on every screen."""

    def test_a_phone_that_sleeps_for_a_moment_is_not_lost(self, table: Seated, clock: list[float]) -> None:
        phone, second = taken(table), table.app.test_client()
        phone.get(f"/t/{table.code}")
        second.post(link(table))
        shown = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
        assert f"away for {LONG_AWAY_SECONDS:.0f} seconds" in shown
        clock[0] += GRACE_SECONDS
        early = table.post("table", "/arrival", answer="let_in")
        assert (early.status_code, "Wait 52 more." in early.get_json()["detail"]) == (403, True)
        clock[0] += LONG_AWAY_SECONDS - GRACE_SECONDS
        assert table.post("table", "/arrival", answer="let_in").status_code == 200

    def test_the_minute_begins_when_the_seat_is_taken(self, table: Seated, clock: list[float]) -> None:
        """A slow phone that has asked for nothing since."""
        clock[0] += 2 * LONG_AWAY_SECONDS
        _, second = taken(table), table.app.test_client()
        second.post(link(table))
        clock[0] += GRACE_SECONDS
        early = table.post("table", "/arrival", answer="let_in")
        assert (early.status_code, "Wait 52 more." in early.get_json()["detail"]) == (403, True)

    def test_who_took_the_tablets_seat_since_does_not_answer(self, table: Seated, clock: list[float]) -> None:
        taken(table)
        table.view("table")
        second, third = table.app.test_client(), table.app.test_client()
        second.post(link(table))
        assert third.post("/join", data=typed(table, "table")).status_code == 303
        clock[0] += LONG_AWAY_SECONDS
        refused = third.post(f"/api/tables/{table.code}/arrival", json={"answer": "let_in"})
        assert (refused.status_code, "since this one asked" in refused.get_json()["detail"]) == (403, True)
        assert seat_of(table, second) is None

    def test_nor_does_the_device_that_asks(self, table: Seated, clock: list[float]) -> None:
        taken(table)
        second = table.app.test_client()
        second.post("/join", data=typed(table, "table"))
        second.post(link(table))
        clock[0] += LONG_AWAY_SECONDS
        refused = second.post(f"/api/tables/{table.code}/arrival", json={"answer": "let_in"})
        assert (refused.status_code, "made the request" in refused.get_json()["detail"]) == (403, True)

    def test_the_owner_is_told_until_he_has_read_it(self, table: Seated, clock: list[float]) -> None:
        phone, second = let_in_by_others(table, clock)
        hide(table, phone)
        table.do("human", START)
        table.restart()
        phone, second = again(table, phone), again(table, second)
        told = "let in on the tablet"
        owner = phone.get(f"/t/{table.code}").text
        assert "Another device is at your seat" in owner
        assert "Send it away" in owner
        for page in (owner, second.get(f"/t/{table.code}").text):
            assert told in page.split('id="arrival"')[1].split("</section>")[0]
        assert "Send it away" not in second.get(f"/t/{table.code}").text
        assert answered(table, second, "read").status_code == 200
        assert table.view()["arrival"]["unread"]
        answered(table, phone, "read")
        assert table.view()["arrival"] is None

    def test_the_owner_sends_it_away_and_never_the_other_way_round(
        self, table: Seated, clock: list[float]
    ) -> None:
        phone, second = let_in_by_others(table, clock)
        assert second.post(f"/t/{table.code}/renew").status_code == 403
        assert [seat_of(table, device) for device in (phone, second)] == ["zombie", "zombie"]
        assert second.get(link(table)).status_code == 200
        phone.post(f"/t/{table.code}/renew")
        assert [seat_of(table, device) for device in (phone, second)] == ["zombie", None]
        assert table.view()["arrival"] is None


def let_in_by_others(table: Seated, clock: list[float]) -> tuple[FlaskClient, FlaskClient]:
    """Return the zombie player's phone, which was away for long, and the device that was let in meanwhile."""
    phone, second = taken(table), table.app.test_client()
    phone.get(f"/t/{table.code}")
    second.post(link(table))
    clock[0] += LONG_AWAY_SECONDS
    assert table.post("table", "/arrival", answer="let_in").status_code == 200
    assert second.get(f"/join/wait/{table.code}").location == f"/t/{table.code}"
    return phone, second


def hide(table: Seated, phone: FlaskClient) -> None:
    """Choose the hidden squares on the zombie player's phone."""
    version = phone.get(f"/api/tables/{table.code}/view").get_json()["version"]
    done = phone.post(f"/api/tables/{table.code}/do", json={"action": HIDDEN, "version": version})
    assert done.status_code == 200


def again(table: Seated, device: FlaskClient) -> FlaskClient:
    """Return a device, with its cookies, at the server that was started anew."""
    cookie = device.get_cookie(f"seat-{table.code}")
    assert cookie is not None
    fresh = table.app.test_client()
    fresh.set_cookie(f"seat-{table.code}", cookie.value)
    return fresh


def test_a_table_from_before_is_read_and_goes_on(table: Seated, tmp_path: Path) -> None:
    """The columns and the table that its database lacks are added, and who sat there sits there still."""
    table.set_up()
    table.tables.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        connection.execute("DROP TABLE alembic_version")
        connection.execute("DROP TABLE arrivals")
        connection.execute("DELETE FROM seats WHERE seat = 'spectator'")
        for column in ("name", "spent_hash"):
            connection.execute(f"ALTER TABLE seats DROP COLUMN {column}")
        connection.commit()
    table.open()
    assert table.view("zombie")["hidden"] == HIDDEN["squares"]
    assert table.app.test_client().post(link(table)).location == f"/join/wait/{table.code}"
    looks_on = table.get("table", "/invitation").get_json()["spectator"]["token"]
    shown = table.client.get(
        f"/api/tables/{table.code}/view", headers={"Authorization": f"Bearer {looks_on}"}
    )
    assert shown.get_json()["seat"] == "spectator"
    assert START["squares"]["fran"] == shown.get_json()["characters"]["fran"]["square"]


def test_a_deleted_table_takes_who_waits_with_it(table: Seated) -> None:
    taken(table)
    second = table.app.test_client()
    second.post(link(table))
    gone = table.client.delete(
        f"/api/tables/{table.code}", json={"confirm": table.code}, headers=table.headers("table")
    )
    assert gone.status_code == 200
    assert "This request is closed" in second.get(f"/join/wait/{table.code}").text


def test_who_asks_again_and_again_gets_nobody_in(table: Seated) -> None:
    """He only takes the place of others, until the tablet has another PIN."""
    phone, second = taken(table), table.app.test_client()
    known = typed(table)
    assert second.post("/join", data=known).location == f"/join/wait/{table.code}"
    seen = table.view()["arrival"]["n"]
    guests = [table.app.test_client() for _ in range(3)]
    for guest in guests:
        assert guest.post("/join", data=known).location == f"/join/wait/{table.code}"
    answer = {"answer": "let_in", "n": seen}
    assert phone.post(f"/api/tables/{table.code}/arrival", json=answer).status_code == 409
    assert [seat_of(table, device) for device in (second, *guests)] == [None] * 4
    assert table.post("table", "/renew", seat="human").status_code == 200
    assert guests[0].post("/join", data=known).status_code == 401
    second.post("/join", data=typed(table))
    assert answered(table, phone, "let_in").status_code == 200
    second.get(f"/join/wait/{table.code}")
    assert [seat_of(table, device) for device in (second, *guests)] == ["zombie", None, None, None]
