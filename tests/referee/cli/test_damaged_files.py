"""Whatever is done to a file, each of its readers has an answer or a sentence: never a mistake of its own.

A good file is spoilt at random, as JSON and as bytes. `make fuzz SECONDS=3000` does it thousands of times.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.storage.backup import back_up
from referee.surveys.formats.geojson import to_geojson
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.cli import Cli
from tests.referee.seated import Seated

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 10**9, 10**30, 1.5, "", "1", "x" * 500, "\x00", "\ud800", "é", [], {}, [[]],
    {"": None}, [None] * 50, float("nan"), float("inf"),
)  # fmt: skip


def spoilt_json(value: Any, luck: Random) -> Any:
    """Return the data of a file with something wrong in one place: replaced, gone, doubled or renamed."""
    if isinstance(value, dict) and value and luck.random() < 0.95:
        key = luck.choice(sorted(value))
        how = luck.random()
        if how < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if how < 0.15:
            return value | {str(luck.choice(ODD)).encode("ascii", "replace").decode(): value[key]}
        return value | {key: spoilt_json(value[key], luck)}
    if isinstance(value, list) and value and luck.random() < 0.95:
        at = luck.randrange(len(value))
        how = luck.random()
        if how < 0.1:
            return value[:at] + value[at + 1 :]
        if how < 0.2:
            return [*value[:at], value[at], *value[at:]]
        return [*value[:at], spoilt_json(value[at], luck), *value[at + 1 :]]
    return luck.choice(ODD)


def spoilt_bytes(data: bytes, luck: Random) -> bytes:
    """Return a file that was cut off, or that has other bytes in it."""
    at = luck.randrange(len(data))
    how = luck.randrange(4)
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + bytes([luck.randrange(256)]) + data[at + 1 :]
    if how == 2:
        return (
            data[:at] + luck.choice((b"\x00", b"[" * 5000, b"{", b'"', b"\xff\xfe", b"1" * 5000)) + data[at:]
        )
    return data[at:] + data[:at]


def spoilt(lines: list[Any], luck: Random) -> bytes:
    """Return the bytes of a file of one line or several, spoilt."""
    as_json = luck.random() < 0.8
    if as_json:
        at = luck.randrange(len(lines))
        lines = [*lines[:at], spoilt_json(lines[at], luck), *lines[at + 1 :]]
    data = "\n".join(json.dumps(line) for line in lines).encode()
    return data if as_json else spoilt_bytes(data, luck)


def lines_of(name: str) -> list[Any]:
    """Return the lines of an example."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if name.endswith("l") else [json.loads(text)]


READERS: dict[str, tuple[Callable[[], list[Any]], tuple[str, ...]]] = {
    "map check": (lambda: [equipment.load_map()], ("map", "check", "FILE")),
    "map draw": (lambda: [equipment.load_map()], ("map", "draw", "FILE")),
    "map export": (lambda: [equipment.load_map()], ("map", "export", "--map", "FILE", "--as", "uvtt")),
    "print board": (lambda: [equipment.load_map()], ("print", "board", "--map", "FILE", "-o", "OUT")),
    "counters check": (lambda: [equipment.load_counters()], ("counters", "check", "FILE")),
    "print counters": (
        lambda: [equipment.load_counters()],
        ("print", "counters", "--counters", "FILE", "-o", "OUT"),
    ),
    "replay": (lambda: lines_of("game.jsonl"), ("replay", "FILE")),
    "verify": (lambda: lines_of("game.jsonl"), ("verify", "FILE")),
    "replay of a duel": (lambda: lines_of("duel.jsonl"), ("replay", "FILE")),
    "verify of a duel": (lambda: lines_of("duel.jsonl"), ("verify", "FILE")),
    "judge": (lambda: lines_of("judge.jsonl"), ("judge",)),
    "actions": (lambda: lines_of("actions.jsonl"), ("actions",)),
}  # fmt: skip
"""What each command reads, and how it is called: FILE is what it reads, or it reads standard input."""
luck = given(st.integers(0, 2**32).map(Random))
some = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
many = settings(some, max_examples=100)


@pytest.mark.parametrize("reader", READERS)
@some
@luck
def test_a_command_answers_whatever_it_reads(cli: Cli, tmp_path: Path, reader: str, luck: Random) -> None:
    read_something_spoilt(cli, tmp_path, reader, luck)


@soak.SEVERAL
@pytest.mark.parametrize("reader", READERS)
@many
@luck
def test_a_command_answers_to_a_hundred_files(cli: Cli, tmp_path: Path, reader: str, luck: Random) -> None:
    read_something_spoilt(cli, tmp_path, reader, luck)


def read_something_spoilt(cli: Cli, tmp_path: Path, reader: str, luck: Random) -> None:
    """Have a command read a file with something wrong in it."""
    made, command = READERS[reader]
    file = tmp_path / "file"
    data = spoilt(made(), luck)
    file.write_bytes(data)
    (tmp_path / "out").unlink(missing_ok=True)
    words = [{"FILE": str(file), "OUT": str(tmp_path / "out")}.get(word, word) for word in command]
    ran = cli(*words, stdin=b"" if "FILE" in command else data)
    assert ran.status in {0, 1, 2}, ran
    assert ran.out or ran.err or ran.status == 0
    assert "Traceback" not in ran.err


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seated]:
    """Give a server that takes whatever is uploaded."""
    made = Seated(tmp_path_factory.mktemp("uploads"))
    made.set_up()
    yield made
    made.tables.close()


def geojson() -> Any:
    """Return the bundled map in the form of other programs."""
    data = equipment.load_map()
    return to_geojson(data, Board.from_json(data))


SURVEY = {
    "format": "referee-survey/1",
    "done": 2,
    "gestures": [
        {"do": "outline", "points": [[0, 0], [400, 0], [400, 300], [0, 300]]},
        {"do": "cut", "points": [[200, 0], [200, 300]]},
        {"do": "side", "edge": [[200, 0], [200, 300]], "kind": "wall"},
    ],
}
UPLOADS: dict[str, tuple[str, Callable[[], Any]]] = {
    "a map": ("/api/maps", equipment.load_map),
    "GeoJSON": ("/api/maps", geojson),
    "a counter sheet": ("/api/counters", equipment.load_counters),
    "a survey": ("/api/surveys", lambda: {"survey": SURVEY}),
}


@pytest.mark.parametrize("kind", UPLOADS)
def test_what_is_spoilt_was_good(table: Seated, kind: str) -> None:
    address, made = UPLOADS[kind]
    assert table.client.post(address, json=made()).status_code == 201


@pytest.mark.parametrize("kind", UPLOADS)
@some
@luck
def test_the_server_answers_whatever_is_uploaded(table: Seated, kind: str, luck: Random) -> None:
    upload_something_spoilt(table, kind, luck)


@soak.SEVERAL
@pytest.mark.parametrize("kind", UPLOADS)
@many
@luck
def test_the_server_answers_to_a_hundred_uploads(table: Seated, kind: str, luck: Random) -> None:
    upload_something_spoilt(table, kind, luck)


def upload_something_spoilt(table: Seated, kind: str, luck: Random) -> None:
    """Send a server a file with something wrong in it."""
    address, made = UPLOADS[kind]
    answer = table.client.post(address, data=spoilt([made()], luck), content_type="application/json")
    assert answer.status_code in {200, 201, 400, 413, 422}, answer.data
    if answer.status_code != 201:
        assert answer.get_json()["detail"]


@pytest.fixture(scope="module")
def copies(table: Seated) -> dict[str, Path]:
    """Give a backup of the server, and an archive of its table."""
    folder = table.tables.database.path.parent  # type: ignore[union-attr]
    whole, one = folder / "whole", folder / "one"
    back_up(table.tables.database, "a secret for tests", whole)
    back_up(table.tables.database, "a secret for tests", one, table.code)
    return {"restore": whole, "tables restore": one}


@pytest.mark.parametrize("command", ["restore", "tables restore"])
@some
@luck
def test_a_copy_that_was_damaged_is_put_back_or_refused(
    cli: Cli, tmp_path: Path, copies: dict[str, Path], command: str, luck: Random
) -> None:
    restore_something_spoilt(cli, tmp_path, copies, command, luck)


@soak.SEVERAL
@pytest.mark.parametrize("command", ["restore", "tables restore"])
@many
@luck
def test_each_of_a_hundred_damaged_copies_is_put_back_or_refused(
    cli: Cli, tmp_path: Path, copies: dict[str, Path], command: str, luck: Random
) -> None:
    restore_something_spoilt(cli, tmp_path, copies, command, luck)


def restore_something_spoilt(
    cli: Cli, tmp_path: Path, copies: dict[str, Path], command: str, luck: Random
) -> None:
    """Restore from a copy that is not whole."""
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    (tmp_path / "copy").write_bytes(spoilt_bytes(copies[command].read_bytes(), luck))
    ran = cli(*command.split(), tmp_path / "copy", "--database", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert ran.status in {0, 1, 2}, ran
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("one_in", [9, *soak.rest(soak.SEVERAL, [1])])
def test_a_backup_with_one_damaged_page_is_refused(
    cli: Cli, tmp_path: Path, copies: dict[str, Path], one_in: int
) -> None:
    """Whichever page it is, also one that only counting would have read."""
    good, page = copies["restore"].read_bytes(), 4096
    for at in range(0, len(good), page * one_in):
        (tmp_path / "copy").write_bytes(good[:at] + b"\xff" * 8 + good[at + 8 :])
        target = tmp_path / f"new-{at}.sqlite3"
        told = cli("restore", tmp_path / "copy", "--database", f"sqlite:///{target}")
        assert told.status in {0, 2}, (at, told)
        assert (told.status == 0) == target.exists()
