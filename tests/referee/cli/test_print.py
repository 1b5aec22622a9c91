"""`referee print`."""

from __future__ import annotations

import json
from pathlib import Path

from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli
from tests.referee.printing.measured import pages


def test_the_board_is_written_and_its_sheets_are_told(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    ran = cli("print", "board", "--paper", "a3", "-o", out)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == "1 sheet of A3. A typical square is 13.9 mm wide.\n"
    assert len(pages(out.read_bytes())) == 1


def test_an_own_map_is_printed_at_a_size_of_ones_own(cli: Cli, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps(equipment.load_map() | {"name": "Our mall"}), encoding="utf-8")
    out = tmp_path / "board.pdf"
    ran = cli("print", "board", "--map", own, "--square", "20", "-o", out)
    assert ran.err == "6 sheets of A4. A typical square is 20 mm wide.\n"
    assert "Our mall" in pages(out.read_bytes())[0].text


def test_the_counters_are_written(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "counters.pdf"
    assert cli("print", "counters", "--paper", "letter", "--backs", "fold", "-o", out).status == 0
    assert len(pages(out.read_bytes())) == 1


def test_bad_input_gets_one_sentence(cli: Cli, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    out = ("-o", tmp_path / "no.pdf")
    assert cli.refused("print", "board", "--paper", "a9", *out).startswith(
        'paper: "a9" is not a paper size here'
    )
    assert cli.refused("print", "board", "--map", wrong, *out).startswith("The map: ")
    assert "cannot be read" in cli.refused("print", "board", "--map", tmp_path / "none.json", *out)
    assert cli.refused("print", "counters", "--counters", wrong, *out).startswith("The counter sheet: ")
    assert "BattleCON has no board" in cli.refused("print", "board", "--system", "battlecon", *out)
    assert "--system" in cli.refused("print", "counters", "--system", "chess", *out)
    folder = cli.refused("print", "board", "-o", tmp_path)
    assert "cannot be written" in folder
    assert not (tmp_path / "no.pdf").exists()
