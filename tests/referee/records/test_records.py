"""Records: written, read, sealed and checked."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from referee.errors import InputError
from referee.records import codec
from referee.records.text import canonical, dump_line, fingerprint
from tests.rows import each_row

MAP = {"name": "A mall", "squares": [{"id": "001"}]}
SHEET = {"name": "Counters"}
DRAW = [1, 2, 3]
HIDDEN = ["060", "061", "070", "071", "080"]


def a_header(**changes: Any) -> dict[str, Any]:
    header = codec.header(
        mode="two-player",
        counters="digital",
        map_source=MAP,
        sheet_source=SHEET,
        draw=DRAW,
        seats={"human": "Ann", "zombie": "Zoe"},
        seals={"draw": codec.seal("n1", DRAW), "hidden": codec.seal("n2", HIDDEN)},
    )
    return header | changes


def a_line(**changes: Any) -> dict[str, Any]:
    action = {"do": "place_hidden", "squares": HIDDEN}
    return codec.line(1, 1, "zombie", action, ["3.1"], "2024-05-01T20:00:00+00:00") | changes


def a_closing(draw: Any = DRAW, hidden: Any = HIDDEN) -> dict[str, Any]:
    return codec.closing({"draw": ("n1", draw), "hidden": ("n2", hidden)})


def text(*lines: Any) -> list[str]:
    return [dump_line(line) for line in lines]


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [True, None, "é"]}) == '{"a":[true,null,"é"],"b":1}'
    assert fingerprint({"b": 1, "a": 2}) == fingerprint({"a": 2, "b": 1})


def test_a_fingerprint_is_the_sha_256_of_the_canonical_json() -> None:
    assert fingerprint({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()


def test_a_seal_is_the_sha_256_of_the_nonce_and_the_canonical_json() -> None:
    assert codec.seal("abc", [3, 1]) == hashlib.sha256(b"abc[3,1]").hexdigest()


def test_a_header_names_the_map_by_its_fingerprint() -> None:
    assert a_header()["map"] == {"name": "A mall", "sha256": fingerprint(MAP)}


def test_a_map_of_ones_own_travels_in_the_record() -> None:
    header = codec.header(
        mode="two-player", counters="digital", map_source=MAP, sheet_source=SHEET, draw=None, embed=True
    )
    assert header["map"]["data"] == MAP
    assert header["start"] is None


def test_what_was_written_is_read_again() -> None:
    record = codec.parse(text(a_header(), a_line(), a_line(n=2, taken_back=True), a_closing()))
    assert record.header == a_header()
    assert [entry["n"] for entry in record.lines] == [1, 2]
    assert [entry["taken_back"] for entry in record.lines] == [False, True]
    assert record.opened == a_closing()["opened"]


def test_blank_lines_and_bytes_are_read() -> None:
    assert codec.parse([b"", *(t.encode() for t in text(a_header())), b"\n"]).lines == ()


@each_row(
    "lines, sentence",
    [
        ([], "The record is empty: its first line should be a header."),
        (["{"], "Line 1 of the record is not JSON"),
        (["[]"], "Line 1 of the record: The header must be an object, not []."),
        (text(a_header(format="x")), 'Line 1 of the record: format: "x" is not "referee-record/1".'),
        (text(a_header(), {"n": 1}), "Line 2 of the record: turn is missing."),
        (text(a_header(), a_line(n=0)), "Line 2 of the record: n: 0 is not a line number (1 to 1000000)."),
        (
            text(a_header(), a_line(answered_for="zombie")),
            'Line 2 of the record: answered_for: "zombie" is not a list.',
        ),
        (text(a_header(), a_closing(), a_line()), "Line 3 of the record: the opened seals must come last"),
        ([b"\xff\xfe"], "Line 1 of the record is not UTF-8 text"),
    ],
)
def test_a_bad_record_is_told_by_line(lines: list[str], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        codec.parse(lines)
    assert caught.value.sentence.startswith(sentence)


def test_seals_hold_when_what_was_sealed_is_what_was_played() -> None:
    assert codec.verify(codec.parse(text(a_header(), a_line(), a_closing()))) == []


@each_row(
    "lines, problem",
    [
        (text(a_header(), a_line()), "The seals have not been opened"),
        (text(a_header(seals={}), a_line()), "The record has no seals."),
        (
            text(a_header(), a_line(), a_closing(draw=[9])),
            "Seal 'draw' does not fit the value that was opened.",
        ),
        (
            text(a_header(start={"draw": [3, 2, 1]}), a_line(), a_closing()),
            "Seal 'draw' does not hold what the record plays.",
        ),
        (
            text(a_header(), a_line(action={"do": "place_hidden", "squares": ["001"]}), a_closing()),
            "Seal 'hidden' does not hold what the record plays.",
        ),
        (
            text(a_header(), a_line(), codec.closing({"draw": ("n1", DRAW)})),
            "Seal 'hidden' was not opened.",
        ),
        (
            text(a_header(seals={"draw": codec.seal("n1", DRAW)}), a_line(), a_closing()),
            "Seal 'hidden' was opened but never set.",
        ),
    ],
)
def test_a_seal_that_does_not_hold_is_told(lines: list[str], problem: str) -> None:
    problems = codec.verify(codec.parse(lines))
    assert any(p.startswith(problem) for p in problems), problems


def test_hidden_squares_that_were_taken_back_are_not_what_was_played() -> None:
    first = a_line(action={"do": "place_hidden", "squares": ["001"]}, taken_back=True)
    assert codec.verify(codec.parse(text(a_header(), first, a_line(n=2), a_closing()))) == []


def test_the_game_of_a_record_says_whether_it_plays_what_was_sealed() -> None:
    """3.1: only *Dawn of the Dead* knows of hidden squares; another game takes the seal as it is."""
    record = codec.parse(text(a_header(), a_line(), a_closing()))
    other = replace(record, header={**record.header, "system": "battlecon"})
    for games_record, holds in ((record, False), (other, True)):
        assert (codec._played(games_record, "hidden", ["001"])) is holds
