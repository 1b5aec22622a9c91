"""4.0: whether phases end by themselves is changed at a running table, told on every screen, in no record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.records import replay, start_of
from referee.records import codec
from referee.records.text import dump_line
from referee.tables.record import replay_record
from tests import soak
from tests.referee.paired import at_new_moments, pair
from tests.referee.seated import START, Seated, ordered
from tests.referee.tables.test_secrecy import HIDDEN, look, to_the_end

BLUNT: dict[str, Any] = {"do": "check_berserk", "square": "043", "die": 6}
"""A check after which nothing is left in the Berserk Zombie Phase (10.0)."""
TAPPED = "every phase now waits for a tap."
AUTOMATIC = "finished phases now end by themselves."


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Return a table in its Berserk Zombie Phase, where every phase is ended by a tap."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "end_turn"})
    return table


def screen(table: Seated, seat: str) -> str:
    return table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text


def set_phases(table: Seated, seat: str, to: str) -> dict[str, Any]:
    """Change the setting, which must be allowed, and return the answer."""
    answer = table.post(seat, "/settings", phases=to)
    assert answer.status_code == 200, answer.data
    body: dict[str, Any] = answer.get_json()
    return body


@pytest.mark.parametrize("seat", ["table", "human", "zombie"])
def test_any_seat_that_plays_changes_it_for_the_whole_table(table: Seated, seat: str) -> None:
    assert table.view()["settings"]["phases"] == "tap"
    changed = set_phases(table, seat, "automatic")
    assert changed["settings"]["phases"] == "automatic"
    assert changed["view"]["phase"] == "berserk"
    view = table.do("zombie", BLUNT)["view"]
    assert view["phase"] == "free_movement"
    set_phases(table, seat, "tap")
    table.post("human", "/undo")
    table.post("zombie", "/undo")
    assert table.do("zombie", {"do": "check_berserk", "square": "043"})["view"]["phase"] == "berserk"


@pytest.mark.parametrize("game", ["two", "alone", "three", "four"])
@pytest.mark.parametrize(("form", "phases"), [({}, "automatic"), ({"tap": "on"}, "tap")])
def test_4_0_a_table_of_the_start_page_ends_finished_phases_unless_its_players_want_to_tap(
    table: Seated, game: str, form: dict[str, str], phases: str
) -> None:
    device = table.app.test_client()
    begun = device.post("/", data={"game": game} | form).location.rsplit("/", 1)[1]
    assert device.get(f"/api/tables/{begun}/view").get_json()["settings"]["phases"] == phases


def test_every_screen_tells_it_in_one_line_until_the_next_step_and_the_log_from_then_on(
    table: Seated,
) -> None:
    table.post("zombie", "/name", name="Ann")
    set_phases(table, "zombie", "automatic")
    line = f"Set by Ann (zombies): {AUTOMATIC}"
    looks_on = table.get("table", "/invitation").get_json()["spectator"]["token"]
    table.tokens["spectator"] = looks_on
    for seat in ("table", "human", "zombie", "spectator"):
        assert screen(table, seat).count(line) == 2  # Where news stands, and in the log.
    table.restart()
    assert screen(table, "human").count(line) == 2
    set_phases(table, "table", "tap")
    assert f"At the tablet: {TAPPED}" in screen(table, "human")
    table.do("zombie", BLUNT)
    assert table.view()["setting_changed"] is None
    assert screen(table, "human").count(line) == 1


def test_the_log_tells_it_where_it_happened(table: Seated) -> None:
    table.do("zombie", BLUNT)
    set_phases(table, "human", "automatic")
    table.do("zombie", {"do": "next_phase"})
    told = screen(table, "table").split('id="log"')[1]
    assert told.index("043") < told.index(AUTOMATIC)
    assert told.index(AUTOMATIC) < told.index("Zombie Free Movement Phase begins")


def test_screens_that_wait_for_news_hear_of_it_at_once(table: Seated) -> None:
    before = table.tables.events.latest_version(table.code)
    set_phases(table, "human", "automatic")
    assert table.tables.events.latest_version(table.code) == table.view("human")["version"] > before


def test_a_second_tap_and_a_spectator_change_nothing(table: Seated) -> None:
    set_phases(table, "zombie", "automatic")
    version = table.version
    again = table.client.post(
        f"/t/{table.code}/settings", data={"phases": "automatic"}, headers=table.headers("table")
    )
    assert (again.status_code, table.version) == (303, version)
    assert table.post("table", "/settings", phases="never").status_code == 422
    looks_on = table.get("table", "/invitation").get_json()["spectator"]["token"]
    table.tokens["spectator"] = looks_on
    assert table.post("spectator", "/settings", phases="tap").status_code == 403
    assert f"{table.code}/settings" not in screen(table, "spectator")
    assert (table.view()["settings"]["phases"], table.version) == ("automatic", version)


def test_it_stays_after_a_restart_and_goes_on_in_the_rematch(table: Seated) -> None:
    set_phases(table, "zombie", "automatic")
    before = table.everything()
    table.restart()
    assert table.everything() == before
    assert table.do("zombie", BLUNT)["view"]["phase"] == "free_movement"


def test_the_record_is_the_same_but_for_the_phases_that_ended_by_themselves(table: Seated) -> None:
    before = table.record()
    set_phases(table, "zombie", "automatic")
    assert table.record() == before


@soak.GAMES
def test_a_whole_game_with_the_setting_changed_again_and_again_replays_and_verifies(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"mode": "solitaire", "practice": True}, sources=ordered({}))
    for count in range(600):
        view = table.view()
        if view["phase"] == "over":
            break
        if count % 7 == 0:
            set_phases(table, "human", "automatic" if count % 2 else "tap")
        side = "human" if view["practice"] else "zombie"
        answer = table.post("table", "/advance", version=table.version, side=side, all=True)
        if answer.status_code != 200:
            actions = table.get("table", "/actions").get_json()["actions"]
            table.do("table", actions[-1])
    assert table.view()["phase"] == "over"
    lines = table.record()
    assert any(line.get("automatic") for line in lines)
    tapped = [x for x in lines[1:-1] if x["action"]["do"] == "next_phase" and "automatic" not in x]
    assert tapped
    assert not {"phases", "dice"} & {*lines[0]}
    record = codec.parse(map(dump_line, lines))
    assert records.chance_problems(record, replay_record) == []
    assert all(judged.stands for judged in replay(record, start_of(record)))


@soak.PAIRS
def test_2_3_the_answer_never_depends_on_the_hidden_squares(tmp_path: Path) -> None:
    with pair(tmp_path, differ=HIDDEN, seed=1) as both:
        assert both.do("table", START)[0] == 200
        assert both.api("human", "POST", "/settings", json={"phases": "automatic"})[0] == 200
        done = [action["do"] for action in both.play(30, 1, at_new_moments(look), lean=to_the_end)]
        assert "next_phase" in done
        assert both.a.position.hidden != both.b.position.hidden
