"""No request leads away from this site, whatever it claims, and none ends in a mistake of the server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.config import Config
from referee.errors import InputError
from tests.referee.seated import HIDDEN, Seated


@pytest.mark.parametrize("address", ["/theme", "/help"])
@pytest.mark.parametrize(
    "back",
    [
        "/\t/evil.example", "/\n/evil.example", "//evil.example", "/\\evil.example", "https://evil.example",
        "/\r\nSet-Cookie: a=b", "/x\\..", "/\x00/evil.example", "",
    ],
)  # fmt: skip
def test_no_form_leads_away(tmp_path: Path, address: str, back: str) -> None:
    answer = Seated(tmp_path).client.post(address, data={"back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


@pytest.mark.parametrize("address", ["/theme", "/help"])
def test_a_form_leads_back_to_where_it_was(tmp_path: Path, address: str) -> None:
    answer = Seated(tmp_path).client.post(address, data={"back": "/t/ABCDEF?map=1"})
    assert answer.headers["Location"] == "/t/ABCDEF?map=1"


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "http://evil.example", "null", "http://"])
def test_an_origin_that_is_not_ours_is_refused(tmp_path: Path, origin: str) -> None:
    answer = Seated(tmp_path).client.post("/api/tables", json={}, headers={"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["x" * 64, "a..b", ".b", "."])
@pytest.mark.parametrize("path", ["/", "/healthz", "/t/ABCDEF", "/api/tables"])
def test_a_host_whose_name_cannot_be_read_is_told_so(tmp_path: Path, host: str, path: str) -> None:
    """And nothing is written to the log about it."""
    answer = Seated(tmp_path).client.get(path, headers={"Host": host, "Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_the_address_of_a_host_goes_into_every_link(tmp_path: Path) -> None:
    table = Seated(tmp_path, address="https://referee.example")
    shown = table.get("table", "/invitation", base_url="http://evil.example").get_json()
    assert shown["seats"]["human"]["url"] == f"https://referee.example/join/{table.tokens['human']}"
    sent = table.client.post("/api/tables", json={}, headers={"Origin": "https://referee.example"})
    assert sent.status_code == 201
    assert sent.get_json()["seats"]["table"]["url"].startswith("https://referee.example/join/")


def test_the_address_of_a_host_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_PUBLIC_URL", "https://referee.example:8443")
    assert Config.of(None).address == "https://referee.example:8443/"


@pytest.mark.parametrize(
    "text", ["referee.example", "ftp://a", "http://[::1", "http://a/b//c", "http://a?b", "http://"]
)
def test_an_address_that_is_none_is_one_sentence(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("REFEREE_PUBLIC_URL", text)
    with pytest.raises(InputError, match="REFEREE_PUBLIC_URL"):
        Config.of(None)


def test_a_secret_that_could_be_guessed_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a copy of the database, whoever guesses it can open every seat."""
    monkeypatch.setenv("REFEREE_SECRET", "fifteen letters")
    with pytest.raises(InputError, match="at least 16 characters") as raised:
        Config.of(None)
    assert "`openssl rand -hex 32`" in raised.value.sentence
    assert "fifteen" not in raised.value.sentence
    monkeypatch.setenv("REFEREE_SECRET", "sixteen letters!")
    assert Config.of(None).secret == "sixteen letters!"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lines SET action = '{' WHERE n = 1",
        "UPDATE lines SET action = '[]' WHERE n = 1",
        "UPDATE lines SET cases = '7' WHERE n = 1",
        "UPDATE games SET draw = '[\"nobody\"]'",
        "UPDATE games SET options = 'x'",
        "UPDATE games SET system = 'none'",
    ],
)
def test_a_line_that_was_damaged_is_a_sentence_and_the_other_tables_go_on(
    tmp_path: Path, statement: str
) -> None:
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    table.tables.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        connection.execute(statement)
        connection.commit()
    again = Seated(tmp_path)
    answer = again.client.get(f"/api/tables/{table.code}/view", headers=table.headers("table"))
    assert answer.status_code in {422, 503}
    assert answer.get_json()["detail"].endswith(".")
    assert again.get("table", "/view").status_code == 200
