"""A rematch: one new table, the same people, the seats kept or swapped."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.web.auth import SEAT_COOKIE
from tests.referee.played import copied, play_out
from tests.referee.seated import Seated, ordered


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Play one game to its end, with Ann at the zombies and Bob at the characters."""
    table = Seated(tmp_path_factory.mktemp("finished"), sources=ordered({}))
    for seat, name in (("zombie", "Ann"), ("human", "Bob")):
        table.call(seat, name)
    play_out(table)
    table.tables.close()
    return table


@pytest.fixture
def over(finished: Seated, tmp_path: Path) -> Seated:
    """Give a table whose game is over, on a database of its own."""
    return copied(finished, tmp_path)


def device(table: Seated, seat: str, swap: str = "yes") -> str:
    """Return the code of the rematch that a device of a seat is led to, as a browser is."""
    client = table.app.test_client()
    client.set_cookie(SEAT_COOKIE + table.code, table.tokens[seat])
    answer = client.post(f"/t/{table.code}/rematch", data={"swap": swap})
    assert answer.status_code == 303
    code = answer.headers["Location"].rsplit("/", 1)[1]
    view = client.get(f"/api/tables/{code}/view").get_json()
    assert view["code"] == code
    return f"{code} {view['seat']}"


def test_the_sides_are_swapped_and_the_names_come_along(over: Seated) -> None:
    code = device(over, "zombie").split()[0]
    assert device(over, "human") == f"{code} zombie"
    assert device(over, "table") == f"{code} table"
    view = over.tables.view(code, "table").to_json()
    assert view["names"] == {"human": "Ann", "zombie": "Bob"}
    assert (view["mode"], view["phase"]) == ("two-player", "place_hidden")


def test_the_sides_are_kept_with_their_names(over: Seated) -> None:
    code = device(over, "zombie", "no").split()[0]
    assert [device(over, seat, "no") for seat in ("human", "table")] == [f"{code} human", f"{code} table"]
    assert over.tables.view(code, "table").names == {"human": "Bob", "zombie": "Ann"}


def test_every_screen_says_what_the_rematch_is_for_it(over: Seated) -> None:
    """The zombie player's phone names the new side; the new tablet sends the next one to that key."""
    code = over.tables.rematches.start(over.code, "human", swap=True)["code"]
    phone = over.client.get(f"/t/{over.code}", headers=over.headers("zombie")).text
    assert "The rematch has begun. You are now the human player." in phone
    assert 'form="to-rematch"' in phone
    page = over.client.get(f"/t/{over.code}/rematch", headers=over.headers("zombie")).text
    assert "Your seat there: Human player." in page
    client = over.app.test_client()
    client.set_cookie(SEAT_COOKIE + over.code, over.tokens["table"])
    tablet = client.post(f"/t/{over.code}/rematch", follow_redirects=True).text
    assert code in tablet
    assert "On the phone, tap “Go to the rematch”." in tablet
    assert "scan the code" not in tablet


def test_two_taps_on_the_one_key_ask_nobody(over: Seated) -> None:
    """The answer to the first may be lost: the browser has its mark before it sits down."""
    over.tables.rematches.start(over.code, "human", swap=True)
    client = over.app.test_client()
    client.set_cookie(SEAT_COOKIE + over.code, over.tokens["human"])
    first = client.post(f"/t/{over.code}/rematch?now=yes")
    assert (first.status_code, first.headers["Location"]) == (307, f"/t/{over.code}/rematch")
    led = {client.post(f"/t/{over.code}/rematch?now=yes").headers["Location"] for _ in range(2)}
    assert len(led) == 1
    assert led.pop().startswith("/t/")


def test_it_is_made_once_however_many_ask(over: Seated) -> None:
    first = over.tables.rematches.start(over.code, "human", swap=False)
    assert over.tables.rematches.start(over.code, "zombie", swap=True) == first
    over.restart()
    assert over.tables.rematches.start(over.code, "table") == first
    assert over.view()["rematch"] == first
    for seat in ("human", "zombie"):
        arrived = over.tables.rematches.sit(over.code, seat)
        assert (arrived.code, arrived.seat) == (first["code"], seat)


def test_a_second_tap_of_the_same_player_asks_nobody(over: Seated) -> None:
    over.tables.rematches.start(over.code, "human")
    first, second = (over.tables.rematches.sit(over.code, "zombie", mark="a phone") for _ in range(2))
    assert first.token
    assert second.token == first.token


def test_a_private_seat_of_the_rematch_that_somebody_else_took_asks_him(over: Seated) -> None:
    code = over.tables.rematches.start(over.code, "human")["code"]
    assert over.tables.joining.sit(code, "zombie").token
    asked = over.tables.rematches.sit(over.code, "zombie")
    assert asked.wait
    assert not asked.token


def human_device(over: Seated) -> FlaskClient:
    """Return one more device with the characters' seat of the old table: all may have that one."""
    client = over.app.test_client()
    shown = over.get("table", "/invitation").get_json()
    asked = {"code": shown["code"], "pin": shown["pin"], "seat": "human"}
    assert client.post("/api/join", json=asked).status_code == 200
    return client


def again(over: Seated, client: FlaskClient) -> str:
    """Tap "Swap sides" on the question's page, and return the address that the device is led to."""
    return client.post(f"/t/{over.code}/rematch", data={"swap": "yes"}).headers["Location"]


def test_a_second_device_of_the_old_seat_asks_for_the_private_one(over: Seated) -> None:
    """Anybody with the code and PIN of the old table could read the hidden squares of the new one."""
    first, other = human_device(over), human_device(over)
    for client in (first, other):
        client.get(f"/t/{over.code}/rematch")
    code = again(over, first).rsplit("/", 1)[1]
    assert again(over, other) == f"/join/wait/{code}"
    for restarted in (False, True):
        if restarted:
            over.restart()
        view = f"/api/tables/{code}/view"
        cookie = first.get_cookie(SEAT_COOKIE + code)
        assert cookie
        assert other.get_cookie(SEAT_COOKIE + code) is None
        assert over.client.get(view, headers={"Authorization": f"Bearer {cookie.value}"}).status_code == 200
        for seat in ("table", "zombie"):
            arrival = over.tables.view(code, seat).arrival
            assert arrival is not None
            assert arrival["seat"] == "zombie"
        third = human_device(over)
        assert again(over, third) == f"/join/wait/{code}"


def test_a_device_comes_back_to_the_private_seat_that_it_took(over: Seated) -> None:
    """Both taps of a double tap are sent before the first answer brings the cookie of the seat."""
    phone = human_device(over)
    phone.get(f"/t/{over.code}/rematch")
    code = again(over, phone).rsplit("/", 1)[1]
    for restarted in (False, True):
        if restarted:
            over.restart()
            phone.application = over.app
        taken = phone.get_cookie(SEAT_COOKIE + code)
        phone.delete_cookie(SEAT_COOKIE + code)
        phone.get(f"/t/{over.code}/rematch")
        assert again(over, phone) == f"/t/{code}"
        back = phone.get_cookie(SEAT_COOKIE + code)
        assert taken
        assert back
        assert back.value == taken.value
    assert over.tables.view(code, "table").arrival is None


def test_a_renewed_link_forgets_the_device_that_came_from_the_old_table(over: Seated) -> None:
    phone = human_device(over)
    phone.get(f"/t/{over.code}/rematch")
    code = again(over, phone).rsplit("/", 1)[1]
    over.tables.lobby.renew(code, "zombie", "zombie")
    assert again(over, phone) == f"/join/wait/{code}"


def test_while_the_game_goes_on_there_is_none(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    client = table.app.test_client()
    client.set_cookie(SEAT_COOKIE + table.code, table.tokens["table"])
    assert client.get(f"/t/{table.code}/rematch").headers["Location"] == f"/t/{table.code}"
    answer = client.post(f"/t/{table.code}/rematch", data={"swap": "no"})
    assert (answer.status_code, "is not over yet" in answer.text) == (422, True)
    assert "rematch" not in table.view()


def test_alone_no_sides_are_swapped(tmp_path: Path) -> None:
    alone = Seated(tmp_path, options={"mode": "solitaire"})
    assert alone.tables.match(alone.code).swapped_seats == {}


def test_a_rematch_that_was_deleted_is_said_to_be(over: Seated) -> None:
    code = over.tables.rematches.start(over.code, "human")["code"]
    over.tables.lobby.delete(code, "table", code)
    client = over.app.test_client()
    client.set_cookie(SEAT_COOKIE + over.code, over.tokens["human"])
    answer = client.post(f"/t/{over.code}/rematch", data={"swap": "no"})
    assert (answer.status_code, "was deleted" in answer.text) == (404, True)


def test_who_looks_on_starts_none(over: Seated) -> None:
    client = over.app.test_client()
    token = over.tables.seats.token(over.code, "spectator")
    client.set_cookie(SEAT_COOKIE + over.code, token)
    assert client.post(f"/t/{over.code}/rematch", data={"swap": "no"}).status_code == 403
    assert "No player has started a rematch yet" in client.get(f"/t/{over.code}/rematch").text
