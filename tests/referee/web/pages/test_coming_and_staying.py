"""Pages for a device without a seat, and for those who play again: who sits where, and a way back."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

from tests.referee.seated import Seated, ordered


def text_of(page: str) -> str:
    """Return what a person reads on a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def chosen(page: str) -> list[str]:
    """Return the seats that are chosen at first on a page."""
    return re.findall(r'name="seat" value="([^"]+)"\s+checked', page)


def test_a_device_without_a_seat_is_offered_a_free_one(tmp_path: Path) -> None:
    """Of several free ones none is chosen: a slip would show somebody the secrets of the other side."""
    table = Seated(tmp_path)
    client = table.app.test_client()
    assert chosen(client.get(f"/join?code={table.code}").text) == []
    table.get("zombie", "/view")
    table.call("zombie", "Anna")
    page = client.get(f"/join?code={table.code}").text
    assert chosen(page) == ["human"]
    assert "Zombie player Taken. Ask to be let in" in text_of(page)
    assert "Anna" not in page  # Whoever guesses a code is told no names.
    assert "Peter" not in text_of(page)  # Nobody plays together at this table.
    table.get("human", "/view")
    assert chosen(client.get(f"/join?code={table.code}").text) == ["spectator"]


def test_those_who_play_together_are_offered_their_characters(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"mode": "cooperative", "players": 4})
    page = table.app.test_client().get(f"/join?code={table.code}").text
    assert chosen(page) == []
    assert "Roger Free" in text_of(page)
    assert "Zombie player" not in text_of(page)


def test_a_code_of_no_table_tells_nothing(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    code = "".join(reversed(table.code))
    answer = table.app.test_client().get(f"/join?code={code}")
    assert answer.status_code == 404
    assert "Taken" not in text_of(answer.text)
    assert 'id="seat-choices"' not in answer.text
    said = re.search(
        r'<p class="notice" role="alert"[^>]*>(.*?)</p>.*?<input[^>]*id="code"', answer.text, re.DOTALL
    )
    assert said, "above the field"
    assert text_of(said[1]) == f"✕ No table has the code {code}. Check it on the tablet."
    assert f'value="{code}"' in answer.text


def test_the_question_for_a_rematch_names_who_sits_where(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    for seat, name in (("human", "Ben"), ("zombie", "Anna")):
        table.call(seat, name)
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="zombie")
        loaded.views.clear()
    page = table.client.get(f"/t/{table.code}/rematch", headers=table.headers("human")).text
    assert "Same sides Ben (characters) and Anna (zombies)" in text_of(page)
    assert "Swap sides Anna (characters) and Ben (zombies)" in text_of(page)
    assert f'href="/t/{table.code}"' in page


def test_taking_a_seat_can_be_left(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    page = table.app.test_client().get(f"/join/{table.tokens['human']}?ask").text
    assert f'href="/join?code={table.code}"' in page
