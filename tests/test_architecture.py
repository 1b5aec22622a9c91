"""The floors of the house: nothing points downwards, and `rules` stands on the standard library alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = sorted((ROOT / "rules").rglob("*.py"))
REFEREE = sorted((ROOT / "referee").rglob("*.py"))
CLOCKS_CHANCE_AND_FILES = {
    "random", "secrets", "time", "datetime", "os", "sys", "pathlib", "io", "socket", "subprocess", "shutil",
    "tempfile", "threading", "asyncio", "sqlite3", "urllib", "http", "uuid",
}  # fmt: skip
LONGEST = 310
"""Lines that a module may have; the habit is 300."""
OTHER = {"battlecon": "dawn_of_the_dead", "dawn_of_the_dead": "battlecon"}
"""By the folder of a game's tests: the game that these tests can do without."""
TESTS = sorted(
    path for room in OTHER for path in (ROOT / "tests").rglob("*.py") if room in path.relative_to(ROOT).parts
)


def imports(path: Path) -> Iterator[str]:
    """Give the full name of every module that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""


@cache
def named(path: Path) -> tuple[str, ...]:
    """Return the full names that a file may load: modules, and what it takes from them."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(names)


def loaded(path: Path) -> set[str]:
    """Return what a file of the tests loads: by itself, through its helpers, through each `conftest.py`."""
    waiting = [path, *(folder / "conftest.py" for folder in path.parents if ROOT in folder.parents)]
    seen: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in seen and file.exists():
            seen.add(file)
            helpers = [name for name in named(file) if name.startswith("tests.")]
            waiting += [(ROOT / helper.replace(".", "/")).with_suffix(".py") for helper in helpers]
    return {name for file in seen for name in named(file)}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_are_floors_to_look_at() -> None:
    assert len(RULES) > 10
    assert len(REFEREE) > 10


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_import_only_the_standard_library_and_themselves(path: Path) -> None:
    for module in imports(path):
        top = module.split(".")[0]
        assert top == "rules" or top in sys.stdlib_module_names, module


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_know_no_clock_no_chance_and_no_files(path: Path) -> None:
    assert not {module.split(".")[0] for module in imports(path)} & CLOCKS_CHANCE_AND_FILES


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_open_no_file_but_their_data(path: Path) -> None:
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert not {"open", "print", "input", "eval", "exec"} & set(calls)


@pytest.mark.parametrize("path", [p for p in RULES if p.parent.name in {"rules", "survey"}], ids=name)
def test_what_all_games_share_knows_no_game(path: Path) -> None:
    rooms = ("rules.dawn_of_the_dead", "rules.battlecon")
    assert not [module for module in imports(path) if module.startswith(rooms)]


@pytest.mark.parametrize("path", REFEREE, ids=name)
def test_the_app_imports_no_tests_and_no_tools(path: Path) -> None:
    assert not {module.split(".")[0] for module in imports(path)} & {"tests", "tools", "bench"}


@pytest.mark.parametrize("path", RULES + REFEREE, ids=name)
def test_no_module_grows_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", TESTS, ids=name)
def test_the_tests_of_a_game_load_no_other(path: Path) -> None:
    """Through no helper either: what concerns one game alone runs where the folders of the other are gone."""
    (gone,) = {OTHER[room] for room in path.relative_to(ROOT).parts if room in OTHER}
    assert not {module for module in loaded(path) if gone in module.split(".")}
