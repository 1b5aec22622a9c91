"""The floors of the house: nothing points downwards, and `rules` stands on the standard library alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = sorted((ROOT / "rules").rglob("*.py"))
REFEREE = sorted((ROOT / "referee").rglob("*.py"))
CLOCKS_CHANCE_AND_FILES = {
    "random", "secrets", "time", "datetime", "os", "sys", "pathlib", "io", "socket", "subprocess", "shutil",
    "tempfile", "threading", "asyncio", "sqlite3", "urllib", "http", "uuid",
}  # fmt: skip
LONGEST = 700
"""Lines that a module may have; most have 100 to 500."""
MAX_ENTRIES = 15
"""What a folder may hold, apart from data and migrations."""
OTHER = {"battlecon": "dawn_of_the_dead", "dawn_of_the_dead": "battlecon"}
"""By the folder of a game's tests: the game that these tests can do without."""
TESTS = sorted(
    path for room in OTHER for path in (ROOT / "tests").rglob("*.py") if room in path.relative_to(ROOT).parts
)


@dataclass(frozen=True)
class Named:
    """What the text of a file names."""

    modules: tuple[str, ...]
    """The full name of every module that it imports."""
    taken: tuple[str, ...]
    """What it takes from a module, by its full name, which may be a module of its own."""
    calls: tuple[str, ...]
    """The functions that it calls by a plain name."""


@cache
def named(path: Path) -> Named:
    """Return what a file names. Each file is parsed once for all tests here."""
    modules: list[str] = []
    taken: list[str] = []
    calls: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            modules.append(node.module or "")
            taken += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append(node.func.id)
    return Named(tuple(modules), tuple(taken), tuple(calls))


def imports(path: Path) -> tuple[str, ...]:
    """Return the full name of every module that a file imports."""
    return named(path).modules


def tops(path: Path) -> set[str]:
    """Return the packages that a file imports from."""
    return {module.split(".")[0] for module in imports(path)}


def broken(paths: Iterable[Path], fault: Callable[[Path], object]) -> dict[str, object]:
    """Return the fault of each file that has one, by its name."""
    faults = ((str(path.relative_to(ROOT)), fault(path)) for path in paths)
    return {name: what for name, what in faults if what}


def names(path: Path) -> tuple[str, ...]:
    """Return the full names that a file may load: modules, and what it takes from them."""
    return imports(path) + named(path).taken


def loaded(path: Path) -> set[str]:
    """Return what a file of the tests loads: by itself, through its helpers, through each `conftest.py`."""
    waiting = [path, *(folder / "conftest.py" for folder in path.parents if ROOT in folder.parents)]
    seen: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in seen and file.exists():
            seen.add(file)
            helpers = [name for name in names(file) if name.startswith("tests.")]
            waiting += [(ROOT / helper.replace(".", "/")).with_suffix(".py") for helper in helpers]
    return {name for file in seen for name in names(file)}


def test_there_are_floors_to_look_at() -> None:
    assert len(RULES) > 10
    assert len(REFEREE) > 10


def test_rules_import_only_the_standard_library_and_themselves() -> None:
    assert broken(RULES, lambda path: tops(path) - {"rules", *sys.stdlib_module_names}) == {}


def test_rules_know_no_clock_no_chance_and_no_files() -> None:
    assert broken(RULES, lambda path: tops(path) & CLOCKS_CHANCE_AND_FILES) == {}


def test_rules_open_no_file_but_their_data() -> None:
    barred = {"open", "print", "input", "eval", "exec"}
    assert broken(RULES, lambda path: barred & set(named(path).calls)) == {}


def test_what_all_games_share_knows_no_game() -> None:
    games = ("dawn_of_the_dead", "battlecon", "zombies_surviving")
    shared = [path for path in RULES if not {*games} & {*path.parts}]
    rooms = tuple(f"rules.{game}" for game in games)
    assert broken(shared, lambda path: [name for name in imports(path) if name.startswith(rooms)]) == {}


def test_games_import_nothing_from_the_layers_above() -> None:
    """Nor inside a function, nor for a type: a game asks `referee.games.interface.host`."""
    games = [path for path in REFEREE if "games" in path.relative_to(ROOT).parts]
    above = tuple(
        f"referee.{name}" for name in ("app", "cli", "testing", "storage", "surveys.service", "tables", "web")
    )
    assert len(games) > 10
    assert broken(games, lambda path: [name for name in names(path) if name.startswith(above)]) == {}


def test_no_layer_imports_one_above_it() -> None:
    """Games, records and storage at the bottom, then tables and surveys, then the web; commands on top."""
    top = ("app", "cli", "testing", "serve")
    above = {"tables": ("web", *top), "surveys": ("web", *top), "web": top}
    lower = ("tables", "surveys.service", "web", *top)

    def upward(path: Path) -> list[str]:
        room = path.relative_to(ROOT / "referee").parts[0].removesuffix(".py")
        if room in {*top, "gunicorn_conf", "__main__"}:
            return []
        barred = tuple(f"referee.{name}" for name in above.get(room, lower))
        return [name for name in names(path) if name.startswith(barred)]

    assert broken(REFEREE, upward) == {}


def test_labels_import_no_page() -> None:
    labels = [path for path in REFEREE if "labels" in path.relative_to(ROOT).parts]
    assert labels
    assert broken(labels, lambda path: [name for name in names(path) if "pages" in name.split(".")]) == {}


def test_the_app_imports_no_tests_and_no_tools() -> None:
    assert broken(REFEREE, lambda path: tops(path) & {"tests", "tools", "bench"}) == {}


def test_no_module_grows_too_long() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in RULES + REFEREE}
    assert broken(lines, lambda path: max(0, lines[path] - LONGEST)) == {}


def test_no_folder_holds_too_much() -> None:
    folders = {path.parent for path in RULES + REFEREE}
    entries = {
        folder: len({*folder.glob("*.py"), *(path for path in folder.iterdir() if path in folders)})
        - sum((folder / name).exists() for name in ("__init__.py", "__main__.py"))
        for folder in folders
        if "migrations" not in folder.parts
    }
    assert broken(entries, lambda folder: max(0, entries[folder] - MAX_ENTRIES)) == {}


def test_no_folder_of_pages_and_styles_holds_too_much() -> None:
    """Only what git keeps, or will keep, counts."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "static", "templates"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    entries: dict[Path, set[Path]] = {}
    for path in (ROOT / name for name in names if (ROOT / name).exists()):
        for entry in (path, *path.parents):
            if entry in {ROOT / "static", ROOT / "templates"}:
                break
            entries.setdefault(entry.parent, set()).add(entry)
    assert {"static", "templates"} <= {folder.name for folder in entries}
    assert broken(entries, lambda folder: max(0, len(entries[folder]) - MAX_ENTRIES)) == {}


def other_game(path: Path) -> list[str]:
    """Return what a file of one game's tests loads of the other game."""
    (gone,) = {OTHER[room] for room in path.relative_to(ROOT).parts if room in OTHER}
    return sorted(module for module in loaded(path) if gone in module.split("."))


def test_the_tests_of_a_game_load_no_other() -> None:
    """Through no helper either: what concerns one game alone runs where the folders of the other are gone."""
    assert broken(TESTS, other_game) == {}


LESSON = ROOT / "referee" / "games" / "battlecon" / "pages" / "lessons.py"
"""It hands the choice of pairs, without a card that lies face down, to another process as JSON."""
_WRITTEN = ("position_to_json", "position_from_json", "game_json")
_OF_JSON = frozenset({"get", "to_json"})


def test_pages_and_labels_are_made_of_typed_views_alone() -> None:
    """No page reads something out of a view by its name in JSON, and none writes a position or a view."""
    folders = {"pages", "labels", "drawing", "narration"}
    made = [path for path in REFEREE if folders & {*path.parts}]
    assert all(any(folder in path.parts for path in made) for folder in folders)
    assert broken({*made} - {LESSON}, lambda path: [n for n in names(path) if n.endswith(_WRITTEN)]) == {}
    assert broken(made, _reads_json_of_a_view) == {}


def _reads_json_of_a_view(path: Path) -> list[str]:
    """Return where a file asks for the JSON of a view, or for a part of it by name."""
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr in _OF_JSON)
        if ast.unparse(node.value).split(".")[-1] == "view"
    ]
