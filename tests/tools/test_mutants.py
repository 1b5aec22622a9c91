"""Single faults: they are drawn the same each time, they are Python, and a test that looks notices one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import soak
from tools.mutants.judge import judge
from tools.mutants.reach import plant_probes
from tools.mutants.sites import PARTS, Fault, draw, faults

ROOT = Path(__file__).resolve().parent.parent.parent
SLIPS = [
    ("a < b", "(a <= b)"),
    ("a in b", "(a not in b)"),
    ("a and b", "(a or b)"),
    ("not a", "(a)"),
    ("a + b", "(a - b)"),
    ("True", "False"),
    ("7", "8"),
]
COUNTS = "def count(words):\n    if len(words) > 2:\n        return 2\n    return len(words)\n"
LOOKS = "from rules.counting import count\n\ndef test_four():\n    assert count('abcd') == 2\n"


@pytest.mark.parametrize(("old", "new"), SLIPS, ids=[old for old, _ in SLIPS])
def test_a_slip_of_the_hand(old: str, new: str) -> None:
    source = f"def f(a, b):\n    x = {old}\n    return x\n"
    planted = {fault.planted(source) for fault in faults(source, "rules/f.py")}
    assert f"def f(a, b):\n    x = {new}\n    return x\n" in planted
    assert source.replace("return x", "return None") in planted


def test_annotations_and_messages_are_left_alone() -> None:
    source = 'def f(a: int | None = 3) -> None:\n    assert a, "7"\n    raise ValueError(7)\n'
    assert faults(source, "rules/f.py") == []


def test_a_script_is_changed_outside_its_strings_and_comments() -> None:
    source = '// a && b\nconst f = () => {\n  say("x && y");\n  return one && two;\n};\n'
    (fault,) = faults(source, "static/f.js")
    assert (fault.old, fault.new, fault.statement) == ("&&", "||", 3)
    assert fault.planted(source) == source.replace("one && two", "one || two")


@soak.PROCESSES
def test_a_seed_draws_the_same_from_every_part_and_all_of_it_can_be_read() -> None:
    drawn = draw(ROOT, 5)
    assert drawn == draw(ROOT, 5)
    assert drawn != draw(ROOT, 6)
    parts = [fault.path.split("/")[0] for fault in drawn]
    assert {part: parts.count(part) for part in PARTS} == PARTS
    for fault in drawn:
        source = (ROOT / fault.path).read_text()
        assert fault.planted(source) != source
        if fault.path.endswith(".py"):
            ast.parse(fault.planted(source))


def test_faults_are_drawn_from_the_parts_that_are_named() -> None:
    drawn = draw(ROOT, 5, {"static/table": 2, "rules/battlecon": 3})
    assert [fault.path.split("/")[:2] for fault in drawn] == [["static", "table"]] * 2 + [
        ["rules", "battlecon"]
    ] * 3


def test_a_fault_drawn_from_other_files_is_refused() -> None:
    with pytest.raises(ValueError, match="has changed"):
        Fault("rules/f.py", 0, "x", "y", 1).planted("z = 1\n")


def test_no_two_faults_of_a_file_bear_the_same_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By length and second Python tells whether what it has compiled is up to date; `2` is as long as `3`."""
    file = tmp_path / "counting.py"
    file.write_text(COUNTS)
    seconds = [int(file.stat().st_mtime)]

    def looked(tree: Path, tests: list[str], patience: float) -> str:
        assert tests
        assert patience
        seconds.append(int((tree / file.name).stat().st_mtime))
        return ""

    monkeypatch.setattr("tools.mutants.judge._noticed", looked)
    drawn = list(enumerate(faults(COUNTS, file.name)))
    assert len(list(judge(tmp_path, drawn, {number: {"a test"} for number, _ in drawn}, {}, 1))) == len(drawn)
    assert len(set(seconds)) == len(seconds) == 1 + len(drawn)


@soak.PROCESSES
def test_a_test_that_looks_notices_and_a_fault_that_shows_nothing_survives(tmp_path: Path) -> None:
    """Two words are two either way, so `>= 2` for `> 2` changes nothing."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").touch()
    (tmp_path / "rules" / "counting.py").write_text(COUNTS)
    (tmp_path / "test_counting.py").write_text(LOOKS)
    drawn = faults(COUNTS, "rules/counting.py")
    reached = {number: {"test_counting.py::test_four"} for number in range(len(drawn))}
    verdicts = list(judge(tmp_path, list(enumerate(drawn)), reached, {}, 1))
    told = {(verdict.fault.statement, verdict.fault.new): verdict.noticed for verdict in verdicts}
    assert told == {
        (2, "(len(words) >= 2)"): False,
        (2, "3"): False,
        (3, "3"): True,
        (4, "return None"): False,
    }
    assert (tmp_path / "rules" / "counting.py").read_text() == COUNTS


def test_probes_stand_before_the_faults_and_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    file = tmp_path / "rules" / "counting.py"
    file.write_text(COUNTS)
    plant_probes(tmp_path, faults(COUNTS, "rules/counting.py"))
    names: dict[str, object] = {}
    exec(compile((tmp_path / "mutant_probe.py").read_text(), "probe", "exec"), names)
    assert callable(names["hit"])
    probed = file.read_text().replace('__import__("mutant_probe").', "")
    assert "    hit(1)\n    if len(words) > 2:\n        hit(2)\n        return 2\n    hit(3)\n" in probed
