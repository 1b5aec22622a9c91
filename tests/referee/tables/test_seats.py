"""Seats: links, code and PIN, renewal, and who is let in."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from referee.config import CODE_LENGTH, CODE_LETTERS
from tests.referee.seated import HIDDEN, Seated


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path)


def test_a_link_takes_the_seat_and_leaves_the_token_behind(table: Seated) -> None:
    browser = table.app.test_client()
    answer = browser.get(f"/join/{table.tokens['zombie']}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"seat-{table.code}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert answer.headers["Cache-Control"] == "no-store"
    assert browser.get(f"/api/tables/{table.code}/view").get_json()["seat"] == "zombie"


def test_a_device_that_sits_at_the_table_is_asked_before_it_changes_seats(table: Seated) -> None:
    """A finger on the QR code that the tablet shows does not make the tablet the zombie player's."""
    tablet = table.app.test_client()
    tablet.get(f"/join/{table.tokens['table']}")

    def seat() -> str:
        seat_now: str = tablet.get(f"/api/tables/{table.code}/view").get_json()["seat"]
        return seat_now

    asked = tablet.get(f"/join/{table.tokens['zombie']}")
    assert (asked.status_code, "Set-Cookie" in asked.headers) == (200, False)
    assert asked.headers["Cache-Control"] == "no-store"
    assert b"Change: Zombie player" in asked.data
    assert seat() == "table"
    assert {s["seat"]: s["joins"] for s in table.get("table", "/seats").get_json()["seats"]}["zombie"] == 0
    assert tablet.get(f"/join/{table.tokens['table']}").status_code == 303
    assert tablet.post(f"/join/{table.tokens['zombie']}").status_code == 303
    assert seat() == "zombie"


def test_over_https_the_cookie_stays_there(table: Seated) -> None:
    answer = table.client.get(f"/join/{table.tokens['human']}", base_url="https://referee.example")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_the_same_seat_from_another_phone(table: Seated) -> None:
    phones = [table.app.test_client() for _ in range(2)]
    for phone in phones:
        phone.get(f"/join/{table.tokens['human']}")
    views = [phone.get(f"/api/tables/{table.code}/view").data for phone in phones]
    assert views[0] == views[1]
    joins = {s["seat"]: s["joins"] for s in table.get("table", "/seats").get_json()["seats"]}
    assert joins["human"] == 2


def test_a_wrong_link_is_a_page_with_one_sentence(table: Seated) -> None:
    answer = table.client.get("/join/nonsense", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert b"no longer works" in answer.data
    assert "Set-Cookie" not in answer.headers


def test_code_and_pin(table: Seated) -> None:
    shown = table.get("table", "/invitation").get_json()
    assert (shown["code"], set(shown["seats"])) == (table.code, {"human", "zombie"})
    browser = table.app.test_client()
    pin = shown["pin"]
    typed = {
        "code": f" {table.code[:3].lower()}-{table.code[3:]} ",
        "pin": f"{pin[:3]} {pin[3:]}",
        "seat": "zombie",
    }
    answer = browser.post("/api/join", json=typed)
    assert answer.status_code == 200
    assert answer.get_json()["token"] != table.tokens["zombie"]
    assert browser.get(f"/api/tables/{table.code}/view").status_code == 200


@pytest.mark.parametrize(("seat", "wrong"), [({}, False), ({"seat": "king"}, True)])
def test_nobody_sits_down_without_saying_as_whom(table: Seated, seat: dict[str, str], wrong: bool) -> None:
    """The zombie player's seat least of all."""
    shown = table.get("table", "/invitation").get_json()
    answer = table.app.test_client().post("/join", data={"code": shown["code"], "pin": shown["pin"], **seat})
    assert answer.status_code == 422
    assert "Set-Cookie" not in answer.headers
    assert "Choose a seat: who are you?" in answer.text
    assert ("✕" in answer.text) == wrong, "a form that only lacks a seat is no mistake"


def test_a_seat_taken_twice_says_so_and_sends_other_devices_away(table: Seated) -> None:
    phones = [table.app.test_client() for _ in range(2)]
    page = f"/t/{table.code}"
    phones[0].get(f"/join/{table.tokens['human']}")
    assert "joined 2 times" not in phones[0].get(page).text
    phones[1].get(f"/join/{table.tokens['human']}")
    assert "joined 2 times" in table.client.get(page, headers=table.headers("table")).text
    assert f'action="{page}/renew"' in phones[0].get(page).text
    assert phones[0].post(f"{page}/renew").location == page
    assert [phone.get(f"/api/tables/{table.code}/view").status_code for phone in phones] == [200, 401]


def test_a_wrong_code_and_a_wrong_pin_get_the_same_answer(table: Seated) -> None:
    pin = table.get("table", "/invitation").get_json()["pin"]
    wrong_pin = "000000" if pin != "000000" else "111111"
    answers = [
        table.client.post("/api/join", json={"code": code, "pin": p, "seat": "human"})
        for code, p in ((table.code, wrong_pin), ("AAAAAA", pin), ("?", pin), (table.code, "é"))
    ]
    assert {(a.status_code, a.data) for a in answers} == {(401, answers[0].data)}


def test_guessing_is_slowed_for_the_guesser_alone(table: Seated) -> None:
    """Issue 11, part 2: eight wrong PINs no longer lock the table's code for everybody."""
    pin = table.get("table", "/invitation").get_json()["pin"]
    guess = {"code": table.code, "pin": "x", "seat": "zombie"}
    statuses = [table.client.post("/api/join", json=guess).status_code for _ in range(10)]
    assert statuses == [401] * 8 + [429] * 2
    right = table.client.post("/api/join", json=guess | {"pin": pin})
    assert right.status_code == 429
    assert 1 <= int(right.headers["Retry-After"]) <= 16
    assert table.client.get(f"/join/{table.tokens['zombie']}").status_code == 303
    pin = table.get("table", "/invitation").get_json()["pin"]  # taking that seat has spent the one before
    elsewhere = table.client.post(
        "/api/join", json=guess | {"pin": pin, "seat": "human"}, environ_overrides={"REMOTE_ADDR": "10.0.0.9"}
    )
    assert elsewhere.status_code == 200


def test_an_unknown_code_is_slowed_alike(table: Seated) -> None:
    guesses = [{"code": code, "pin": "x", "seat": "zombie"} for code in (table.code, "ZZZZZZ")]
    answers = [[table.client.post("/api/join", json=guess) for _ in range(10)] for guess in guesses]
    known, unknown = (
        [(a.status_code, a.data, a.headers.get("Retry-After")) for a in some] for some in answers
    )
    assert [status for status, _, _ in known] == [status for status, _, _ in unknown]
    assert known[0] == unknown[0]


def test_only_the_tablet_is_told_that_somebody_guesses(table: Seated) -> None:
    page, guess = f"/t/{table.code}", {"code": table.code, "pin": "x", "seat": "zombie"}
    told = "wrong PINs for this"
    for _ in range(7):
        table.client.post("/api/join", json=guess)
    assert told not in table.client.get(page, headers=table.headers("table")).text
    table.client.post("/api/join", json=guess)
    assert "typed 8 wrong PINs" in table.client.get(page, headers=table.headers("table")).text
    assert told not in table.client.get(page, headers=table.headers("human")).text


def test_a_renewed_link_spends_the_old_one_everywhere(table: Seated) -> None:
    browser = table.app.test_client()
    browser.get(f"/join/{table.tokens['zombie']}")
    answer = browser.post(f"/api/tables/{table.code}/renew", json={"seat": "zombie"})
    new = answer.get_json()["token"]
    assert (answer.status_code, new != table.tokens["zombie"]) == (200, True)
    assert browser.get(f"/api/tables/{table.code}/view").status_code == 401
    assert table.client.get(f"/join/{table.tokens['zombie']}").status_code == 404
    table.tokens["zombie"] = new
    table.do("zombie", HIDDEN)
    table.restart()
    assert table.get("zombie", "/view").status_code == 200


@pytest.mark.parametrize(
    ("seat", "other", "status"), [("human", "zombie", 403), ("human", "human", 200), ("table", "nobody", 422)]
)
def test_who_may_renew(table: Seated, seat: str, other: str, status: int) -> None:
    assert table.post(seat, "/renew", seat=other).status_code == status


def test_the_human_players_phone_is_shown_no_link(table: Seated) -> None:
    """It shows no link to the tablet's seat either, because the tablet shows the zombie player's link."""
    assert table.get("human", "/invitation").status_code == 403
    for seat in table.tokens:
        assert table.get("human", f"/seats/{seat}/qr.svg").status_code == 403


def test_the_zombie_players_phone_is_shown_the_tablets_link_alone(table: Seated) -> None:
    shown = table.get("zombie", "/invitation").get_json()
    assert {seat: access["token"] for seat, access in shown["seats"].items()} == {
        "table": table.tokens["table"]
    }
    assert table.get("zombie", "/seats/table/qr.svg").mimetype == "image/svg+xml"
    assert table.get("zombie", "/seats/human/qr.svg").status_code == 404
    assert table.get("zombie", "/seats/zombie/qr.svg").status_code == 404


@pytest.mark.parametrize("options", [{"mode": "solitaire"}, {"mode": "cooperative", "players": 3}])
def test_where_nothing_is_secret_every_phone_is_shown_the_tablets_link(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    table = Seated(tmp_path, options=options)
    for seat in table.tokens.keys() - {"table"}:
        shown = table.get(seat, "/invitation").get_json()
        assert {s: access["token"] for s, access in shown["seats"].items()} == {
            "table": table.tokens["table"]
        }


def test_another_tablet_takes_the_tablets_seat_by_code_and_pin(table: Seated) -> None:
    shown = table.get("zombie", "/invitation").get_json()
    tablet = table.app.test_client()
    answer = tablet.post("/join", data={"code": shown["code"], "pin": shown["pin"], "seat": "table"})
    assert (answer.status_code, answer.location) == (303, f"/t/{table.code}")
    assert tablet.get(f"/api/tables/{table.code}/view").get_json() == table.view("table")


def test_the_qr_code_is_drawn(table: Seated) -> None:
    answer = table.get("table", "/seats/human/qr.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert b"<path" in answer.data
    assert table.get("table", "/seats/table/qr.svg").status_code == 404
    assert table.get("table", "/seats/human/qr.svg").data != table.get("table", "/seats/zombie/qr.svg").data


PATHS = [
    ("GET", "/view"), ("GET", "/actions"), ("POST", "/ask"), ("POST", "/do"), ("POST", "/undo"),
    ("POST", "/override"), ("GET", "/events"), ("GET", "/record"), ("GET", "/seats"), ("GET", "/invitation"),
    ("POST", "/renew"), ("DELETE", ""), ("GET", "/seats/human/qr.svg"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), PATHS, ids=[f"{m}{p}" for m, p in PATHS])
def test_nobody_without_a_seat_gets_in(table: Seated, method: str, path: str) -> None:
    other = table.client.post("/api/tables", json={}).get_json()["seats"]["table"]["token"]
    url = f"/api/tables/{table.code}{path}"
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": f"Bearer {other}"},
                    {"Cookie": f"seat-{table.code}={other}"}, {"Authorization": "Basic YTpi"}):  # fmt: skip
        answer = table.client.open(url, method=method, headers=headers, json={})
        assert (answer.status_code, answer.content_type) == (401, "application/problem+json")
        assert "WWW-Authenticate" in answer.headers
    nowhere = table.client.open(
        f"/api/tables/ZZZZZZ{path}", method=method, json={}, headers=table.headers("table")
    )
    assert nowhere.status_code == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 422),
        ({"Origin": "http://localhost"}, 422),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1234"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 422),
    ],
)
def test_another_sites_page_cannot_act_with_our_cookie(
    table: Seated, headers: dict[str, str], status: int
) -> None:
    cookie = {"Cookie": f"seat-{table.code}={table.tokens['table']}"}
    for path in (f"/api/tables/{table.code}/do", f"/api/tables/{table.code}/renew"):
        assert table.client.post(path, json={}, headers=cookie | headers).status_code == status


def test_cookies_for_thousands_of_tables_cost_a_few_questions(table: Seated) -> None:
    """A stranger's header held 4,000 of them, and each was looked up by itself, for 10 s in all."""
    asked = list[str]()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    event.listen(table.tables.database.engine, "before_cursor_execute", note)
    own = f"seat-{table.code}={table.tokens['human']}"
    pairs = islice(product(CODE_LETTERS, repeat=CODE_LENGTH), 3000)
    others = "; ".join(f"seat-{''.join(letters)}=x" for letters in pairs)
    listed = table.client.get("/api/tables", headers={"Cookie": f"{own}; {others}"})
    assert [t["code"] for t in listed.get_json()["tables"]] == [table.code]
    assert len(asked) < 15
