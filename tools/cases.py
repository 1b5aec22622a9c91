"""Print each case of the rulebook with the tests that cite it.

A test cites a case in its name (`test_5_4_...`), in the name of its class (`TestCase_5_4`), in a docstring,
or in a string that it uses ("5.4", "R-5.4a"), also in a table of examples above it. Tests of the rulebook
itself do not count: they name every case and test none. Their files have `rulebook` in their names.

A case without a test needs a reason in untestable_cases.json, in tests/ or in the folder of its game's tests.
The exit status is 1 if a case has neither, or if the reasons name an unknown case.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

from rules.battlecon.rulebook import rulebook as battlecon_rulebook
from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from rules.rulebook.rulebook import Rulebook
from rules.zombies_surviving.charts import rulebook as zombies_rulebook

ROOT = Path(__file__).resolve().parent.parent
REASONS = ROOT / "tests" / "untestable_cases.json"
BATTLECON = ROOT / "tests" / "rules" / "battlecon"
ZOMBIES = ROOT / "tests" / "rules" / "zombies_surviving"
_WRITTEN = re.compile(r"(?<![\w./-])(?:R-)?(\d{1,2}\.\d{1,2})(?:[a-z]\b|\.\d{1,2}\b)?(?![\w-]|\.\d)")
_NAMED = re.compile(r"(?<![0-9])(\d{1,2})_(\d{1,2})(?=[a-z]?(?:_|$))")

TestFunction = ast.FunctionDef | ast.AsyncFunctionDef


def cited(text: str) -> set[str]:
    """Return the numbers in a string that could be case numbers; a ruling counts as its case."""
    return {match[1] for match in _WRITTEN.finditer(text)}


def named(name: str) -> set[str]:
    """Return the case numbers in the name of a test or a class."""
    return {f"{int(match[1])}.{int(match[2])}" for match in _NAMED.finditer(name)}


def citations_in(source: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the name of each test of a module, and the case numbers that it cites."""
    module = ast.parse(source)
    tables = {name: node for statement in module.body for name, node in _assigned(statement)}
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            of_class = named(node.name) | cited(ast.get_docstring(node) or "")
            for test in node.body:
                if _is_test(test):
                    yield f"{node.name}::{test.name}", of_class | _citations(test, tables)
        elif _is_test(node):
            yield node.name, _citations(node, tables)


def citing(folder: Path, book: Rulebook, *, without: Collection[Path] = ()) -> dict[str, list[str]]:
    """Return for each case the tests of a folder that cite it, as pytest names them.

    Tests in the folders `without` cite another game's book.
    """
    known = {case.number for case in book.cases}
    tests: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        if "rulebook" in path.stem or set(without) & set(path.parents):
            continue
        for name, numbers in citations_in(path.read_text(encoding="utf-8")):
            for number in numbers & known:
                tests[number].append(f"{path.relative_to(folder.parent).as_posix()}::{name}")
    return dict(tests)


def report(
    book: Rulebook, tests: Mapping[str, list[str]], reasons: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """Return the lines to print, and the problems, a sentence each."""
    lines: list[str] = []
    problems = [
        f"The reasons name {n!r}, which is not a case."
        for n in reasons
        if n not in {c.number for c in book.cases}
    ]
    for case in book.cases:
        lines.append(f"{case.number:5} {case.title}")
        lines += [f"      {name}" for name in tests.get(case.number, ())]
        if case.number in reasons:
            lines.append(f"      no test of its own: {reasons[case.number]}")
        elif case.number not in tests:
            lines.append("      NO TEST, AND NO REASON WHY NOT")
            problems.append(f"Case {case.number} has no test, and no reason why not.")
    return lines, problems


def main() -> int:
    """Print the report of each game; return the exit status."""
    dawn = rulebook()
    problems = _print_report(dawn, citing(ROOT / "tests", dawn, without=[BATTLECON, ZOMBIES]), REASONS)
    for folder, book in ((BATTLECON, battlecon_rulebook()), (ZOMBIES, zombies_rulebook())):
        problems += _print_report(book, citing(folder, book), folder / REASONS.name)
    return 1 if problems else 0


def _print_report(book: Rulebook, tests: Mapping[str, list[str]], reasons: Path) -> list[str]:
    """Print the report of one rulebook; return its problems."""
    lines, problems = report(book, tests, json.loads(reasons.read_text(encoding="utf-8")))
    print(f"{book.title}\n", *lines, sep="\n")
    print(f"\n{len(book.cases)} cases, {len(tests)} of them cited by tests.", *problems, "", sep="\n")
    return problems


def _is_test(node: ast.stmt) -> TypeGuard[TestFunction]:
    return isinstance(node, TestFunction) and node.name.startswith("test")


def _assigned(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a statement assigns, with the value; tables of examples are assigned this way."""
    targets: Sequence[ast.expr]
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets, value = [statement.target], statement.value
    elif isinstance(statement, ast.Assign):
        targets, value = statement.targets, statement.value
    else:
        return
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, value


def _citations(test: TestFunction, tables: Mapping[str, ast.expr]) -> set[str]:
    """Return the case numbers in a test's name, its strings, and the tables that it uses."""
    numbers = named(test.name)
    used: set[str] = set()
    waiting: list[ast.AST] = [test]
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                numbers |= cited(node.value)
            elif isinstance(node, ast.Name) and node.id in tables and node.id not in used:
                used.add(node.id)
                waiting.append(tables[node.id])
    return numbers


if __name__ == "__main__":
    sys.exit(main())
