"""`referee map` and `referee counters`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli


@pytest.fixture
def mall(tmp_path: Path, cli: Cli) -> Path:
    """Export the mall to a file."""
    path = tmp_path / "mall.json"
    path.write_text(cli("map", "export").out, encoding="utf-8")
    return path


def changed(path: Path, **changes: Any) -> Path:
    """Write a copy of a file of JSON with fields changed."""
    data = json.loads(path.read_text(encoding="utf-8")) | changes
    copy = path.with_name("changed.json")
    copy.write_text(json.dumps(data), encoding="utf-8")
    return copy


def test_the_list_says_that_the_mall_is_a_reconstruction(cli: Cli) -> None:
    assert "mall" in cli("map", "list").out
    assert cli("map", "list").out.count("reconstruction") == 1
    assert [m["id"] for m in cli("map", "list", "--json").json["maps"]] == list(equipment.maps())


def test_the_list_says_that_the_counters_are_stand_ins(cli: Cli) -> None:
    assert "stand-in" in cli("counters", "list").out
    assert [m["id"] for m in cli("counters", "list", "--json").json["counters"]] == list(
        equipment.counter_sheets()
    )


def test_what_is_exported_is_what_the_rules_use(cli: Cli) -> None:
    assert cli("map", "export").json == equipment.load_map()
    assert cli("map", "export", "mall").json == equipment.load_map("mall")
    assert cli("counters", "export").json == equipment.load_counters()


def test_the_mall_has_nothing_wrong_with_it(cli: Cli, mall: Path) -> None:
    checked = cli("map", "check", mall)
    assert (checked.status, checked.out) == (0, "This map has no faults.\n")
    assert cli("map", "check", mall, "--json").json == {"problems": []}


def test_all_mistakes_of_a_map_are_listed_a_line_each(cli: Cli, mall: Path) -> None:
    checked = cli("map", "check", changed(mall, name=3, main_doors=[]))
    assert checked.status == 1
    assert len(checked.out.splitlines()) >= 2
    assert not checked.err


def test_6_4_a_look_of_the_owner_that_the_drawing_contradicts_is_told(cli: Cli, mall: Path) -> None:
    line = {"between": ["098", "079"], "sight": True}
    result = cli("map", "check", changed(mall, looks={"error": 0, "lines": [line]}))
    assert result.status == 1
    assert (
        "The line from square 098 to 079 is clear" in result.out
    )  # the rulebook says that a corner blocks it
    far = {"between": ["024", "082"], "sight": True}
    result = cli("map", "check", changed(mall, looks={"error": 0, "lines": [far]}))
    assert "The line between squares 024 and 082 was seen clear, but it is drawn blocked" in result.out


def test_6_4_a_line_that_the_owner_saw_counts_on_the_command_line(cli: Cli, mall: Path) -> None:
    line = {"between": ["098", "079"], "sight": True}
    own = changed(mall, looks={"error": 0, "lines": [line]})
    told = cli("sight", "079", "098", "--map", str(own), "--json").json
    assert (told["sight"], told["cases"]) == (True, ["6.4"])
    assert "the owner of this board looked along the line" in told["reason"]


def test_any_json_can_be_checked(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text("[]")
    assert cli("map", "check", tmp_path / "list.json").status == 1
    assert cli("counters", "check", tmp_path / "list.json").status == 1


def test_counters_are_checked(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(cli("counters", "export").out)
    assert cli("counters", "check", path).status == 0
    wrong = cli("counters", "check", changed(path, zombie_values={"1": 49}))
    assert wrong.status == 1
    assert "50" in wrong.out


def test_a_map_is_drawn_with_every_square(cli: Cli, mall: Path, tmp_path: Path) -> None:
    out = tmp_path / "mall.svg"
    drawn = cli("map", "draw", mall, "-o", out)
    assert (drawn.status, drawn.out) == (0, "")
    root = ET.fromstring(out.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    squares = {node.get("data-square") for node in root.iter()} - {None}
    assert squares >= set(equipment.setting().board.squares)


def test_a_drawing_goes_to_standard_output_unless_told(cli: Cli, mall: Path) -> None:
    assert cli("map", "draw", mall).out.startswith("<svg")


@pytest.mark.parametrize("group", ["map", "counters"])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b'{"name": "x', "is not JSON: unterminated string starting at line 1, column 10."),
        (b'{"name": "x", "name": "y"}', 'names "name" twice in one object.'),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b"[" * 200_000, "is nested too deeply"),
        (b" " * 4_000_001, "is longer than"),
    ],
)
def test_a_file_that_is_no_json_is_bad_input(
    cli: Cli, tmp_path: Path, group: str, content: bytes, sentence: str
) -> None:
    (tmp_path / "junk").write_bytes(content)
    assert sentence in cli.refused(group, "check", tmp_path / "junk")


def test_what_is_not_there_is_told(cli: Cli, tmp_path: Path, mall: Path) -> None:
    assert "'nowhere'" in cli.refused("map", "export", "nowhere")
    assert "'nowhere'" in cli.refused("counters", "export", "nowhere")
    assert "no such file" in cli.refused("map", "check", tmp_path / "nowhere")
    assert "is a directory" in cli.refused("map", "check", tmp_path)
    assert "cannot be written" in cli.refused("map", "draw", mall, "-o", tmp_path / "no" / "where.svg")
