"""The table's PIN is spent when a private seat is taken, and when a link is renewed; on both databases."""

from __future__ import annotations

from tests.referee.either_database import either, on_sqlite, table
from tests.referee.seated import Seated

__all__ = ["either", "table"]


def shown(table: Seated) -> str:
    """Return the PIN that the tablet shows."""
    return str(table.get("table", "/invitation").get_json()["pin"])


def join(table: Seated, pin: str, seat: str) -> int:
    """Return the status of the answer to a new device that types the code and this PIN."""
    typed = {"code": table.code, "pin": pin, "seat": seat}
    return table.app.test_client().post("/api/join", json=typed).status_code


def test_the_pin_that_opened_a_seat_is_spent(table: Seated) -> None:
    """Nobody gets in with a photograph of it, not even as far as the question; the new one only asks."""
    old = shown(table)
    assert join(table, old, "zombie") == 200
    new = shown(table)
    assert new != old
    assert [join(table, old, seat) for seat in ("zombie", "human", "table")] == [401] * 3
    assert (join(table, new, "zombie"), join(table, new, "human")) == (202, 200)


@on_sqlite
def test_a_seat_taken_by_its_link_spends_it_too(table: Seated) -> None:
    old = shown(table)
    assert table.app.test_client().get(f"/join/{table.tokens['zombie']}").status_code == 303
    assert (join(table, old, "zombie"), join(table, shown(table), "zombie")) == (401, 202)


@on_sqlite
def test_a_seat_without_secrets_leaves_it_as_it_is(table: Seated) -> None:
    """Several devices may have that seat, and others are still typing."""
    old = shown(table)
    assert [join(table, old, "human"), join(table, old, "human")] == [200, 200]
    assert shown(table) == old


@on_sqlite
def test_renewing_gives_a_new_pin(table: Seated) -> None:
    old = shown(table)
    renewed = table.post("human", "/renew", seat="human")
    table.tokens["human"] = renewed.get_json()["token"]
    assert (join(table, old, "human"), join(table, shown(table), "human")) == (401, 200)


def test_a_restart_does_not_bring_it_back(table: Seated) -> None:
    old = shown(table)
    assert join(table, old, "zombie") == 200
    new = shown(table)
    table.restart()
    assert (shown(table), join(table, old, "human")) == (new, 401)


@on_sqlite
def test_the_tablet_shows_the_new_one_and_tells_that_it_changes(table: Seated) -> None:
    old = shown(table)
    join(table, old, "zombie")
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
    assert f'<span class="pin">{shown(table)}</span>' in page
    assert f'<span class="pin">{old}</span>' not in page
    assert "The PIN changes when a player takes a seat with secrets." in page


@on_sqlite
def test_who_types_an_old_one_is_told_to_look_again(table: Seated) -> None:
    old = shown(table)
    join(table, old, "zombie")
    typed = {"code": table.code, "pin": old, "seat": "human"}
    answer = table.app.test_client().post("/join", data=typed)
    assert (answer.status_code, "the PIN changes when a seat is taken" in answer.text) == (401, True)


@on_sqlite
def test_links_made_with_another_secret_end_no_seat_that_has_a_device(table: Seated) -> None:
    """The tablet that shows them plays on, and so does the phone with the seat that is not shown."""
    typed = {"code": table.code, "pin": shown(table), "seat": "zombie"}
    table.tokens["zombie"] = table.app.test_client().post("/api/join", json=typed).get_json()["token"]
    table.settings["secret"] = "another secret of the host"
    table.restart()
    links = table.get("table", "/invitation").get_json()["seats"]
    assert (list(links), links["human"]["token"] != table.tokens["human"]) == (["human"], True)
    assert [table.get(seat, "/view").status_code for seat in ("table", "zombie")] == [200, 200]
