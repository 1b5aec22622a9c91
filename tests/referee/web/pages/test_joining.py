"""How others join a table: whose codes the tablet shows, in what order, and for how long they lie open."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import HIDDEN, START, Seated

THREE: dict[str, Any] = {"mode": "cooperative", "players": 3}
FOUR: dict[str, Any] = {"mode": "cooperative", "players": 4}


def screen(seated: Seated, seat: str = "table") -> str:
    """Return the screen of the tablet, or of another seat."""
    client = seated.app.test_client()
    client.set_cookie(f"seat-{seated.code}", seated.tokens[seat])
    return client.get(f"/t/{seated.code}").text


def lies_open(html: str) -> bool:
    """Whether the codes show without a tap."""
    return re.search(r"<details open>\s*<summary>Join with a phone", html) is not None


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({}, ["Zombie player", "Human player"]),
        (THREE, ["Peter", "Roger", "Steve and Fran"]),
        (FOUR, ["Peter", "Roger", "Steve", "Fran"]),
    ],
)
def test_the_codes_stand_in_the_order_of_the_characters(
    tmp_path: Path, options: dict[str, Any], names: list[str]
) -> None:
    page = screen(Seated(tmp_path, options=options))
    assert re.findall(r'alt="QR code: join as ([^"]+)"', page) == names


@pytest.mark.parametrize(("options", "first"), [({}, ("zombie", HIDDEN)), (FOUR, ("table", START))])
def test_the_codes_lie_open_until_the_first_has_acted(
    tmp_path: Path, options: dict[str, Any], first: tuple[str, dict[str, Any]]
) -> None:
    seated = Seated(tmp_path, options=options)
    assert lies_open(screen(seated))
    seated.do(*first)
    assert not lies_open(screen(seated))


def test_once_every_seat_is_taken_the_address_stands_alone(tmp_path: Path) -> None:
    """There is no code beside it to which it would be the other way."""
    seated = Seated(tmp_path, options=THREE)
    assert re.search(r"<p>Or open\s+<strong>", screen(seated))
    for seat, token in seated.tokens.items():
        if seat != "table":
            seated.app.test_client().post(f"/join/{token}", data={"name": ""})
    assert re.search(r"<p>Open\s+<strong>", screen(seated))


def test_the_two_ways_to_join_say_for_whom_they_are(tmp_path: Path) -> None:
    """Beside the codes of free seats stand those of seats that have a device."""
    seated = Seated(tmp_path, options=THREE)
    assert "another device" not in screen(seated)
    seated.app.test_client().post(f"/join/{seated.tokens['peter']}", data={"name": ""})
    page = screen(seated)
    assert "<summary>Join with a phone</summary>" in page
    assert "<summary>Join with another device in a seat already taken</summary>" in page


def test_a_seat_that_never_had_a_phone_is_not_away(tmp_path: Path) -> None:
    """Alone, at the tablet, nobody is missing."""
    seated = Seated(tmp_path, options={"mode": "solitaire"})

    def player() -> str:
        return screen(seated).partition('data-presence="human"')[2].partition("</li>")[0]

    assert "no phone" in player()
    assert "○ away" not in player()
    seated.app.test_client().post(f"/join/{seated.tokens['human']}", data={"name": ""})
    assert "○ away" in player()


def test_a_table_without_its_tablet_does_not_ask_for_a_phone_there(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    shown = screen(seated, "human").partition('data-presence="table"')[2].partition("</li>")[0]
    assert "not open" in shown
    assert "no phone" not in shown


def test_alone_nobody_has_to_join(tmp_path: Path) -> None:
    assert not lies_open(screen(Seated(tmp_path, options={"mode": "solitaire"})))


def test_a_phone_of_those_who_play_together_says_for_whom_it_is(tmp_path: Path) -> None:
    """Four phones look alike, and each moves only its own character."""
    seated = Seated(tmp_path, options=THREE)
    seated.do("table", START)
    for seat, name in (("peter", "Peter"), ("roger", "Roger"), ("steve+fran", "Steve and Fran")):
        assert f">for {name}</span>" in screen(seated, seat)
    assert ">for " not in screen(seated)


def test_a_phase_that_is_done_is_not_done_for_one_player(tmp_path: Path) -> None:
    seated = Seated(tmp_path, options=THREE)
    seated.do("table", START)
    with seated.opened() as loaded:
        loaded.positions[-1] = enter_phase(loaded.positions[-1], "attack")
        loaded.views.clear()
    page = screen(seated, "peter")
    assert "Zombie Attack Phase is done" in page
    assert "Nothing more to do; the phase ends." in page
    assert ">for Peter</span>" not in page


def links(html: str) -> set[str]:
    """Return the seats' tokens that a screen holds."""
    return set(re.findall(r'/join/([^"]+)"', html))


@pytest.mark.parametrize(
    ("options", "hosts"),
    [({}, {"zombie"}), ({"mode": "solitaire"}, {"human"}), (THREE, {"peter", "roger", "steve+fran"})],
)
def test_phones_open_the_table_on_another_tablet_and_nothing_else(
    tmp_path: Path, options: dict[str, Any], hosts: set[str]
) -> None:
    """With two players the human player's phone does not: it could find the way to the secrets."""
    seated = Seated(tmp_path, options=options)
    for seat in seated.tokens.keys() - {"table"}:
        page = screen(seated, seat)
        assert links(page) == ({seated.tokens["table"]} if seat in hosts else set())
        assert ("Open the table on another tablet" in page) == (seat in hosts)
        assert ('class="pin"' in page) == (seat in hosts)
        assert ("Tablet gone?" in page) == (seat not in hosts)
        assert not re.search(r"<details open>\s*<summary>Open the table", page)


@pytest.mark.parametrize(
    ("options", "seat", "says"),
    [
        ({}, "zombie", "the zombie player"),
        (FOUR, "roger", "Roger’s player"),
        ({"system": "battlecon"}, "a", "player A"),
    ],
)
def test_who_joins_by_a_link_reads_as_whom(
    tmp_path: Path, options: dict[str, Any], seat: str, says: str
) -> None:
    seated = Seated(tmp_path, options=options)
    page = seated.app.test_client().get(f"/join/{seated.tokens[seat]}?ask").text
    assert f"You’re joining as {says}." in page


def test_a_seat_that_is_not_there_is_told_with_the_seats_that_are(tmp_path: Path) -> None:
    """The right PIN keeps what was typed; a wrong one is told as little as ever."""
    seated = Seated(tmp_path, options=THREE)
    shown = seated.get("table", "/invitation").get_json()
    typed = {"code": seated.code, "pin": shown["pin"], "seat": "zombie", "name": "Ann"}
    guest = seated.app.test_client()
    answer = guest.post("/join", data=typed)
    assert answer.status_code == 404
    assert "There is no such seat at this table. Choose one of these." in answer.text
    assert f'value="{shown["pin"]}"' in answer.text
    assert 'value="Ann"' in answer.text
    assert re.findall(r'name="seat"\s+value="([^"]+)"', answer.text) == [
        "peter", "roger", "steve+fran", "table", "spectator",
    ]  # fmt: skip
    assert not re.search(r'name="seat" value="[^"]+"\s+checked', answer.text)
    wrong = guest.post("/join", data=typed | {"pin": "x"})
    assert wrong.status_code == 401
    assert "steve+fran" not in wrong.text
    assert 'id="seat-choices"' not in wrong.text
    assert shown["pin"] not in wrong.text
