"""Names of the players: said once, shown everywhere, kept in the record; and who looks on (#8)."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.any_table import steady
from tests.referee.seated import HIDDEN, Seated


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path)


def screen(table: Seated, seat: str) -> str:
    return table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text


def test_a_name_is_in_every_view_on_every_screen_and_in_the_record(table: Seated) -> None:
    assert table.post("zombie", "/name", name=" Ann ").get_json()["name"] == "Ann"
    assert table.post("table", "/name", seat="human", name="Ben").status_code == 200
    table.restart()
    for seat in ("table", "human", "zombie"):
        assert table.view(seat)["names"] == {"zombie": "Ann", "human": "Ben"}
        assert "Ann (zombies)" in screen(table, seat)
        assert "Ben (characters)" in screen(table, seat)
    assert table.record()[0]["seats"] == {"table": "table", "human": "Ben", "zombie": "Ann"}
    table.post("zombie", "/name", name="")
    assert table.view()["names"] == {"human": "Ben"}


def test_a_name_is_said_when_a_phone_joins(table: Seated) -> None:
    shown = table.get("table", "/invitation").get_json()
    typed = {"code": shown["code"], "pin": shown["pin"], "seat": "human", "name": "Ben"}
    assert table.client.post("/api/join", json=typed).status_code == 200
    assert (
        table.app.test_client().post("/join", data=typed | {"seat": "zombie", "name": "Ann"}).status_code
        == 303
    )
    assert table.view()["names"] == {"human": "Ben", "zombie": "Ann"}


@pytest.mark.parametrize(
    "name", ["x" * 25, "a\u202eb", "a\u2066b", "a\nb", "\x00", "a\u2028b", "a\u200bb", "\ud800"]
)
def test_what_cannot_be_shown_in_a_name_is_refused_with_a_sentence(table: Seated, name: str) -> None:
    answer = table.post("human", "/name", name=name)
    assert answer.status_code == 422
    assert answer.get_json()["detail"].startswith("name: ")
    assert table.view()["names"] == {}


def test_a_name_is_plain_text(table: Seated) -> None:
    table.post("human", "/name", name="<b>&'Ö\U0001f9df")
    assert "&lt;b&gt;&amp;&#39;Ö\U0001f9df (characters)" in screen(table, "table")
    assert "<b>&" not in screen(table, "table")


@pytest.mark.parametrize(
    ("seat", "other", "status"),
    [("human", "zombie", 403), ("human", "table", 422), ("table", "spectator", 422), ("table", "king", 422)],
)
def test_who_may_say_a_name(table: Seated, seat: str, other: str, status: int) -> None:
    assert table.post(seat, "/name", seat=other, name="Ann").status_code == status


class TestWhoLooksOn:
    @pytest.fixture(autouse=True)
    def guest(self, table: Seated) -> None:
        """Let somebody look on."""
        table.tokens["spectator"] = table.get("table", "/invitation").get_json()["spectator"]["token"]

    def test_sees_what_the_table_sees(self, table: Seated) -> None:
        table.do("zombie", HIDDEN)
        shown = table.view("spectator")
        assert shown | {"seat": "table"} == table.view("table")
        assert shown["hidden"] is None
        assert table.get("spectator", "/record").data == table.get("table", "/record").data

    @pytest.mark.parametrize(
        "path",
        ["/ask", "/do", "/advance", "/undo", "/override", "/renew", "/name", "/arrival", "/chances"],
    )
    def test_changes_nothing(self, table: Seated, path: str) -> None:
        before = table.version
        assert table.post("spectator", path).status_code == 403
        assert table.version == before

    @pytest.mark.parametrize("path", ["/do", "/advance", "/undo", "/override", "/name", "/arrival", "/renew"])
    def test_has_no_keys(self, table: Seated, path: str) -> None:
        page = f"/t/{table.code}"
        step = {"action": '{"do":"next_phase"}', "version": "0"}
        answer = table.client.post(page + path, data=step, headers=table.headers("spectator"))
        assert answer.status_code == 403
        assert f'action="{page}{path}"' not in screen(table, "spectator")

    def test_is_shown_no_link_and_deletes_nothing(self, table: Seated) -> None:
        assert table.get("spectator", "/invitation").status_code == 403
        assert table.get("spectator", "/actions").get_json() == {"actions": []}
        gone = table.client.delete(
            f"/api/tables/{table.code}", json={"confirm": table.code}, headers=table.headers("spectator")
        )
        assert gone.status_code == 403

    def test_counts_for_no_agreement(self, table: Seated) -> None:
        table.set_up()
        table.post("human", "/undo")
        assert table.post("spectator", "/undo", answer="agree").status_code == 403
        assert "spectator" not in {s["seat"] for s in table.get("table", "/seats").get_json()["seats"]}

    def test_may_come_by_code_and_pin(self, table: Seated) -> None:
        shown = table.get("table", "/invitation").get_json()
        guest = table.app.test_client()
        guest.post("/join", data={"code": shown["code"], "pin": shown["pin"], "seat": "spectator"})
        assert guest.get(f"/api/tables/{table.code}/view").get_json()["seat"] == "spectator"


def test_a_device_without_a_seat_is_told_so_and_may_look_on(table: Seated) -> None:
    guest = table.app.test_client()
    came = guest.get(f"/t/{table.code}", follow_redirects=True).text
    assert f'Join table <span class="code">{table.code}</span>' in came
    assert f"This device has no seat at table {table.code}." in came
    assert "has no seat" not in guest.get(f"/join?code={table.code}").text
    assert f'name="code" value="{table.code}"' in came
    assert 'value="spectator"' in came
    assert "Join table" not in guest.get("/").text


def test_a_table_is_told_by_its_players_its_day_and_its_game(table: Seated) -> None:
    table.post("zombie", "/name", name="Ann")
    table.post("human", "/name", name="Ben")
    phone = table.app.test_client()
    phone.set_cookie(f"seat-{table.code}", table.tokens["human"])
    listed = phone.get("/tables").text
    for words in ("Ben (characters)", "Ann (zombies)", "Dawn of the Dead, two players", "Game-Turn 1"):
        assert words in listed
    front = phone.get("/").text
    assert front.index("Ben (characters)") < front.index('id="join"') < front.index('id="games"')


def test_ones_tables_are_listed_by_their_last_play(tmp_path: Path) -> None:
    """The one that was played last comes first, whichever was started last; each row tells its day."""
    hours = iter(range(10, 24))
    table = Seated(tmp_path, sources=replace(steady(), now=lambda: f"2026-11-22T{next(hours)}:00:00+00:00"))
    device = table.app.test_client()
    device.set_cookie(f"seat-{table.code}", table.tokens["table"])
    newer = device.post("/", data={"game": "two"}).location.rsplit("/", 1)[1]

    def listed() -> list[str]:
        front, whole = (device.get(page).text for page in ("/", "/tables"))
        shown = re.findall(r' href="/t/(\w+)"', front)
        assert shown == re.findall(r' href="/t/(\w+)">Continue', whole)
        return shown

    assert listed() == [newer, table.code]
    table.do("zombie", HIDDEN)
    assert listed() == [table.code, newer]
    days = re.findall(r'<time\s+datetime="2026-11-22T\S+" data-own="\w+">(.*?)</time>', device.get("/").text)
    assert [re.sub(r"^2[123] ", "", day) for day in days] == ["November 2026"] * 2
    table.tables.close()


def test_a_map_and_a_sheet_that_were_brought_bear_their_names_and_a_mark(table: Seated) -> None:
    """On the start page and at the table; those of the project say what they are."""
    mall, sheet = equipment.load_map("mall"), equipment.load_counters(equipment.DEFAULT_COUNTERS)
    owner = table.app.test_client()
    own = owner.post("/api/maps", json={**mall, "name": "Ann's own mall"}).get_json()["id"]
    figures = owner.post("/api/counters", json={**sheet, "name": "Ann's figures"}).get_json()["id"]
    page = html.unescape(owner.get("/games/dawn-of-the-dead").text)
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    assert re.search(r"Ann's own mall Uploaded by you, \d+ \w+ \d{4}", told)
    assert re.search(r"Ann's figures Uploaded by you, \d+ \w+ \d{4}", told)
    assert "The mall (reconstruction) Comes with the game. A stand-in" in told
    strange = table.app.test_client().get("/games/dawn-of-the-dead").text
    assert "1 more board, uploaded here" in strange, "what is a stranger's is folded away"
    assert "Uploaded by somebody else" in strange
    made = table.client.post("/api/tables", json={"map": own, "sheet": figures}).get_json()
    token = {"Authorization": f"Bearer {made['seats']['table']['token']}"}
    shown = html.unescape(table.client.get(f"/t/{made['code']}", headers=token).text)
    assert "uploaded</span> Map: Ann's own mall" in shown
    assert "Counters: Ann's figures" in shown
    assert "uploaded" not in screen(table, "table")


def test_the_clock_and_the_notes_name_their_player(table: Seated) -> None:
    table.post("zombie", "/name", name="Ann")
    shown = screen(table, "table")
    clock = shown[shown.index('id="clock"') : shown.index("Hours and minutes of play")]
    assert "<dt>Ann (zombies)</dt>" in clock
    assert "<dt>Human player</dt>" in clock
    notes = table.client.get(f"/t/{table.code}/notes", headers=table.headers("zombie")).text
    assert '<h1>My notes <span class="dim">Ann (zombies)</span></h1>' in notes
    assert 'My notes <span class="dim">Ann (zombies)</span></h2>' in screen(table, "zombie")


def test_nobody_is_told_to_scan_the_code_once_the_zombie_player_has_joined(table: Seated) -> None:
    headers = table.headers("table")
    shown = table.client.get(f"/t/{table.code}", headers=headers).text
    assert "the zombie player to choose on a phone. To join, scan the code." in shown
    invited = table.get("table", "/invitation").get_json()
    typed = {"code": invited["code"], "pin": invited["pin"], "seat": "zombie", "name": "Ann"}
    assert table.app.test_client().post("/api/join", json=typed).status_code == 200
    shown = table.client.get(f"/t/{table.code}", headers=headers).text
    assert "Waiting for Ann (zombies) to choose on a phone." in shown
    assert "To join, scan the code." not in shown


def test_the_statistics_are_a_tap_from_ones_tables_and_shown_to_nobody_without_one(table: Seated) -> None:
    client = table.app.test_client()
    for page in ("/", "/tables"):
        assert 'href="/statistics"' not in client.get(page).text
    client.post("/", data={"game": "two"})
    assert 'href="/tables"' in client.get("/").text
    assert 'href="/statistics"' in client.get("/tables").text
