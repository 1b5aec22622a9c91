"""What people type, in whatever digits, letters and widths their keyboard has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.records.text import plain
from rules.data_check import shows_nothing
from tests.referee.cli import Cli
from tests.referee.seated import Seated

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def test_digits_of_every_script_and_width_are_digits() -> None:
    assert plain("０２４") == plain("٠٢٤") == plain("०२४") == "024"
    assert plain("ＡＢＣＤＥＦ") == "ABCDEF"
    assert plain("6.4") == "6.4"


@pytest.mark.parametrize("digits", [ARABIC, WIDE], ids=["arabic", "full width"])
def test_the_right_pin_fits_whatever_its_digits(tmp_path: Path, digits: dict[int, int]) -> None:
    """It was refused before and counted as a guess, so the right one was locked out."""
    table = Seated(tmp_path)
    pin = pin_of(table)
    body = {"code": table.code.lower(), "pin": pin.translate(digits), "seat": "human", "name": ""}
    answer = table.client.post("/api/join", json=body)
    assert answer.status_code == 200, answer.data


def pin_of(table: Seated) -> str:
    with table.tables.store.locked(table.code) as loaded:
        return str(loaded.game.pin)


@pytest.mark.parametrize("digits", [ARABIC, WIDE], ids=["arabic", "full width"])
def test_squares_and_cases_are_found_by_such_digits(tmp_path: Path, cli: Cli, digits: dict[int, int]) -> None:
    client = Seated(tmp_path).app.test_client()
    asked = [f"/sight?from={a}&to={b}" for a, b in (("024", "062"), ("024".translate(digits), "062"))]
    verdicts = [
        re.search(r'id="verdict".*?</p>', client.get(url).get_data(as_text=True), re.DOTALL) for url in asked
    ]
    assert verdicts[0]
    assert verdicts[1]
    assert verdicts[0][0] == verdicts[1][0]
    assert client.get(f"/rules/dawn-of-the-dead/{'6'.translate(digits)}.4").status_code == 200
    found = [
        client.get(f"/api/rules/dawn-of-the-dead/search?q={q}").data for q in ("6.4", "6.4".translate(digits))
    ]
    assert len(set(found)) == 1
    for command in (("sight", "024", "062"), ("case", "6.4"), ("search", "6.4")):
        typed = [word.translate(digits) for word in command]
        assert cli(*typed).out == cli(*command).out != ""


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\u200d", "\u0301"])
def test_a_name_that_shows_nothing_is_refused(tmp_path: Path, name: str) -> None:
    assert shows_nothing(name)
    table = Seated(tmp_path)
    body = {"code": table.code, "pin": pin_of(table), "seat": "human", "name": name}
    assert table.client.post("/api/join", json=body).status_code == 422


def test_a_name_with_marks_is_a_name() -> None:
    assert not shows_nothing("Zoe\u0308")
    assert not shows_nothing("👩\u200d🚀")


@pytest.mark.parametrize("first", [ord("a"), ord("ａ"), ord("Ａ")], ids=["small", "wide", "wide capitals"])
def test_a_code_in_other_letters_leads_to_the_table_and_no_further(tmp_path: Path, first: int) -> None:
    """Full-width small letters led to themselves, again and again."""
    table = Seated(tmp_path)
    code = "".join(
        chr(ord(letter) - ord("A") + first) if letter.isalpha() else letter for letter in table.code
    )
    led = table.app.test_client().get(f"/t/{code}/notes")
    assert (led.status_code, led.location) == (308, f"/t/{table.code}/notes")


@pytest.mark.parametrize("ending", ["", "/"])
def test_a_table_is_found_by_its_code_in_small_letters(tmp_path: Path, ending: str) -> None:
    table = Seated(tmp_path)
    client = table.app.test_client()
    client.set_cookie(f"seat-{table.code}", table.tokens["table"])
    led = client.get(f"/t/{table.code.lower()}{ending}?look=1")
    assert led.status_code == 308
    assert led.location == f"/t/{table.code}{ending}?look=1"
    assert client.get(f"/t/{table.code}{ending}").status_code == 200


def test_a_slash_after_the_code_changes_nothing(tmp_path: Path) -> None:
    """A slash is typed after the code, or added by a messenger."""
    table = Seated(tmp_path)
    client = table.app.test_client()
    plainly = client.get(f"/t/{table.code}")
    slashed = client.get(f"/t/{table.code}/")
    assert (slashed.status_code, slashed.location) == (plainly.status_code, plainly.location)
    assert (
        client.get(f"/t/{table.code.lower()}/", follow_redirects=True).data
        == client.get(f"/t/{table.code}", follow_redirects=True).data
    )
