"""Private notes: kept with the table, sent to their seat only, in no record, useless to others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect

from referee.errors import InputError
from referee.storage.schema import notes as notes_table
from referee.tables.notes import LONGEST
from tests.referee.paired import Pair, pair
from tests.referee.seated import START, Seated

SECRET = "Look for <Steve> near the fountain,\nthen 050."
PAGES = ("", "/now", "/square/050", "/squares", "/notes", "/report")
READ = ("/view", "/actions", "/record", "/seats", "/events")


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table whose zombie player has written something down."""
    table = Seated(tmp_path)
    table.set_up()
    assert write(table, "zombie", SECRET) == 204
    yield table
    table.tables.close()


def write(table: Seated, seat: str, text: str) -> int:
    """Save the notes of a seat as the sheet does, and return the status."""
    headers = {**table.headers(seat), "HX-Request": "true"}
    return table.client.post(f"/t/{table.code}/notes", data={"text": text}, headers=headers).status_code


def read(table: Seated, seat: str, path: str = "/notes") -> str:
    return table.client.get(f"/t/{table.code}{path}", headers=table.headers(seat)).get_data(as_text=True)


def test_they_are_there_again_for_their_seat_after_a_restart(seated: Seated) -> None:
    seated.restart()
    assert "Look for &lt;Steve&gt; near the fountain,\nthen 050." in read(seated, "zombie")
    assert seated.tables.notes.of(seated.code, "zombie") == SECRET


def test_no_other_seat_and_no_page_but_their_own_holds_them(seated: Seated) -> None:
    for seat in ("table", "human"):
        for path in PAGES:
            assert "fountain" not in read(seated, seat, path)
    for seat in ("table", "human", "zombie"):
        for path in READ:
            url = f"/api/tables/{seated.code}{path}"
            with seated.client.get(url, headers=seated.headers(seat)) as answer:
                assert b"fountain" not in (b"" if path == "/events" else answer.get_data())
    assert "fountain" not in read(seated, "zombie", "")


@pytest.mark.parametrize(
    ("stored", "opened", "text", "kept"),
    [
        ("a", "a", "a b", "a b"),
        ("a phone", "a", "a tablet", "a phone\ntablet"),
        ("phone", "", "tablet", "phone\ntablet"),
        ("a phone", "a", "A, corrected", "a phone\nA, corrected"),
        ("a phone", "a", "a", "a phone"),
        ("a phone", "a", "a phone", "a phone"),
        ("", "a", "a b", "a b"),
    ],
)
def test_what_two_devices_of_a_seat_wrote_both_stays(
    seated: Seated, stored: str, opened: str, text: str, kept: str
) -> None:
    """The last save took the place of the other text before."""
    write(seated, "zombie", stored)
    form, headers = {"text": text, "opened": opened}, seated.headers("zombie")
    where = f"/t/{seated.code}/notes"
    answer = seated.client.post(where, data=form, headers={**headers, "HX-Request": "true"})
    assert (answer.status_code, answer.text) == ((204, "") if kept == text else (200, kept))
    assert seated.tables.notes.of(seated.code, "zombie") == kept
    write(seated, "zombie", stored)
    assert seated.client.post(where, data=form, headers=headers).status_code == 303
    assert seated.tables.notes.of(seated.code, "zombie") == kept


def saves(table: Seated, edit: str, opened: str, *texts: str, first: int = 1) -> str:
    """Save texts of one edit, as a device does that gets no answer, and return the notes."""
    form, headers = {"opened": opened, "edit": edit}, {**table.headers("human"), "HX-Request": "true"}
    for save, text in enumerate(texts, first):
        where = f"/t/{table.code}/notes"
        more = {"text": text, "save": str(save)}
        assert table.client.post(where, data=form | more, headers=headers).status_code in {200, 204}
    return table.tables.notes.of(table.code, "human")


def test_a_save_whose_answer_was_lost_is_replaced_by_the_next_one(seated: Seated) -> None:
    """The notes of one device came to stand there once for each save."""
    assert saves(seated, "a", "", "hello", "hello wor", "hello world") == "hello world"
    assert saves(seated, "b", "hello world", "hello world!", "hallo", "hallo!") == "hallo!"
    assert saves(seated, "c", "hallo!", "", "bye") == "bye"
    assert saves(seated, "d", "bye", "one\n", "one\ntwo ", "one\ntwo three\n") == "one\ntwo three\n"


def test_a_repeated_save_leaves_what_the_other_device_wrote_meanwhile(seated: Seated) -> None:
    saves(seated, "phone", "", "hello ")
    assert saves(seated, "tablet", "", "doors", "doors fir") == "hello\ndoors fir"
    seated.restart()
    assert saves(seated, "phone", "", "hello wor", first=2) == "hello wor\ndoors fir"
    assert saves(seated, "tablet", "", "doors first", first=3) == "hello wor\ndoors first"
    assert saves(seated, "phone", "", "", first=3) == "doors first"
    assert saves(seated, "phone", "", "guns", first=4) == "doors first\nguns"


def test_below_another_text_a_repeated_save_is_replaced_too(seated: Seated) -> None:
    saves(seated, "tablet", "", "old")
    saves(seated, "tablet 2", "old", "old doors")
    assert saves(seated, "phone", "old", "old guns", "old guns up") == "old doors\nguns up"
    assert saves(seated, "phone", "old", "old guns\n", "old guns\nup", first=3) == "old doors\nguns\nup"


def test_what_the_other_device_wrote_into_the_lost_save_stays(seated: Seated) -> None:
    saves(seated, "phone", "", "hello")
    saves(seated, "tablet", "hello", "hello you")
    assert saves(seated, "phone", "", "hello wor", first=2) == "hello you\nwor"
    assert saves(seated, "phone", "", "hello world", first=3) == "hello you\nworld"
    saves(seated, "third", "hello you\nworld", "bye")
    assert saves(seated, "phone", "", "hello world up", first=4) == "bye\nup"


def test_a_save_that_arrives_late_changes_nothing(seated: Seated) -> None:
    saves(seated, "phone", "", "hello world", first=2)
    assert saves(seated, "phone", "", "hello") == "hello world"


def test_the_form_brings_the_text_that_it_was_opened_with(seated: Seated) -> None:
    write(seated, "human", 'one\n"two"')
    assert 'name="opened" value="one\n&#34;two&#34;"' in read(seated, "human")


def test_two_long_texts_that_do_not_fit_together_are_not_cut(seated: Seated) -> None:
    write(seated, "zombie", "x" * 5000)
    with pytest.raises(InputError, match="8000 characters"):
        seated.tables.notes.keep(seated.code, "zombie", "y" * 5000, "")
    assert seated.tables.notes.of(seated.code, "zombie") == "x" * 5000


def test_each_seat_has_its_own(seated: Seated) -> None:
    write(seated, "human", "mine")
    assert seated.tables.notes.of(seated.code, "human") == "mine"
    assert seated.tables.notes.of(seated.code, "zombie") == SECRET
    write(seated, "human", "")
    assert seated.tables.notes.of(seated.code, "human") == ""


def test_who_has_no_seat_reads_and_writes_none(seated: Seated) -> None:
    url = f"/t/{seated.code}/notes"
    assert seated.client.get(url).status_code == 401
    assert seated.client.post(url, data={"text": "x"}).status_code == 401


def test_who_looks_on_has_none(seated: Seated) -> None:
    """All who look on share one seat: what one wrote down, each would read."""
    invitation = seated.client.get(
        f"/api/tables/{seated.code}/invitation", headers=seated.headers("table")
    ).get_json()
    seated.tokens["spectator"] = invitation["spectator"]["token"]
    assert write(seated, "spectator", "x") == 403
    assert "textarea" not in read(seated, "spectator")
    assert "data-notes" not in read(seated, "spectator", "")
    assert "data-notes" in read(seated, "human", "")


def test_a_plain_form_saves_them_and_leads_back(seated: Seated) -> None:
    answer = seated.client.post(
        f"/t/{seated.code}/notes", data={"text": "a\r\nb\x00"}, headers=seated.headers("human")
    )
    assert (answer.status_code, answer.location) == (303, f"/t/{seated.code}")
    assert seated.tables.notes.of(seated.code, "human") == "a\nb"


def test_too_long_a_text_is_refused_and_the_old_one_stays(seated: Seated) -> None:
    with pytest.raises(InputError, match="8000 characters"):
        seated.tables.notes.keep(seated.code, "zombie", "x" * (LONGEST + 1))
    assert seated.tables.notes.of(seated.code, "zombie") == SECRET


def test_nobody_is_told_that_something_was_written(seated: Seated) -> None:
    """The version stays, so no stream and no screen tells of it."""
    version = seated.version
    write(seated, "zombie", "more")
    assert seated.version == version


def test_they_go_with_their_table(seated: Seated) -> None:
    with seated.tables.database.reading() as connection:
        assert len(connection.execute(notes_table.select()).all()) == 1
    seated.tables.lobby.delete(seated.code, "table", seated.code)
    with seated.tables.database.reading() as connection:
        assert not connection.execute(notes_table.select()).all()


def test_a_database_of_an_earlier_version_gets_the_table_for_them(seated: Seated) -> None:
    with seated.tables.database.writing() as connection:
        notes_table.drop(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
    assert "notes" not in inspect(seated.tables.database.engine).get_table_names()
    seated.restart()
    assert seated.tables.notes.of(seated.code, "zombie") == ""
    assert write(seated, "zombie", SECRET) == 204


def look(both: Pair) -> None:
    for seat in both.seats:
        for path in PAGES:
            both.same(seat, "GET", f"/t/{both.a.code}{path}")
        for path in READ:
            both.api(seat, "GET", path)


def test_two_games_that_differ_in_notes_look_the_same_to_everybody_else(tmp_path: Path) -> None:
    with pair(tmp_path, seed=3) as both:
        assert both.do("table", START)[0] == 200
        for n in range(2):
            for twin, text in ((both.a, "short"), (both.b, f"{SECRET} {n} " * 60)):
                sent = twin.send("zombie", "POST", f"/t/{twin.code}/notes", data={"text": text})
                assert sent[0] == 303
            look(both)
            both.same("human", "POST", f"/t/{both.a.code}/notes", data={"text": f"ours {n}"})
            assert list(both.play(2, n, look))
        assert both.a.app.extensions["tables"].notes.of(both.a.code, "zombie") == "short"
