"""The seam between the service and a game: small ports, typed by the game's own position and action."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from referee.games import interface, registry
from referee.games.interface import Game, Hooks, PositionT, rules
from referee.games.interface.basics import Action, ActionT, Position
from tests.example_game import PACKAGE, ROOT
from tests.rows import each_row

SERVICE = (
    "referee/games/interface", "referee/games/toolkit", "referee/tables", "referee/web/api",
    "referee/web/pages",
)  # fmt: skip
MODULES = sorted(
    [
        *(path for folder in SERVICE for path in (ROOT / folder).rglob("*.py")),
        *(ROOT / "referee" / "games").glob("*.py"),
    ]
)
JSON = {"dict[str, Any]", "Mapping[str, Any]", "dict[int, Any]"}
"""One JSON object, and what was made for the lines of a record by their numbers."""
OUTSIDE = {"data", "kind", "values", "parameters", "token"}
"""Names of what comes from outside or goes there: JSON before it is read, and the type of a field."""
READS_JSON = {
    "read_json_body",
    "read_json_file",
    "__getitem__",
    "write",
    "_read",
    "_read_plain",
    "_read_object",
    "_types",
}
GAMES = {
    "referee.games.battlecon": ("rules.battlecon.position", "rules.battlecon.actions"),
    "referee.games.dawn_of_the_dead": ("rules.dawn_of_the_dead.position", "rules.dawn_of_the_dead.actions"),
    "pure_strategy.game": ("pure_strategy.rules", "pure_strategy.rules"),
}


def annotated(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Give every annotation in a module, with the name that it is of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.name, node.returns


def has_any(annotation: ast.expr) -> bool:
    """Return whether an annotation has an `Any` outside JSON."""
    if ast.unparse(annotation) in JSON:
        return False
    if isinstance(annotation, ast.Name):
        return annotation.id == "Any"
    return any(has_any(part) for part in ast.iter_child_nodes(annotation) if isinstance(part, ast.expr))


@each_row("path", MODULES)
def test_no_any_stands_for_a_position_or_an_action(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    loose = [f"{name}: {ast.unparse(kind)}" for name, kind in annotated(tree) if has_any(kind)]
    assert [one for one in loose if one.partition(":")[0] not in OUTSIDE | READS_JSON] == []
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and has_any(node.value)]
    assert [ast.unparse(one) for one in named if not isinstance(one.value, ast.Call)] == []


def test_each_hook_says_what_it_is_for() -> None:
    hooks = {name: one for name, one in vars(Hooks).items() if inspect.isfunction(one)}
    assert {"start", "judge", "questions", "roster", "winners"} < {*hooks}
    assert [name for name, one in hooks.items() if not inspect.getdoc(one)] == []
    told = inspect.getdoc(Hooks) or ""
    values = {name for name in Hooks.__annotations__ if name != "system"}
    assert [name for name in values if f"`{name}`" not in told] == []


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the example package be imported."""
    monkeypatch.syspath_prepend(PACKAGE)
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "pure_strategy"]:
        del sys.modules[name]
    registry.shelf.cache_clear()  # where the package is installed as well, it had the modules that are gone


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("name", GAMES)
def test_a_game_declares_its_own_position_and_action(name: str) -> None:
    """`mypy --strict` then compares the whole game with the ports."""
    module = importlib.import_module(name)
    # A bundled game imports the names of its types for the type checker alone.
    seen = (interface, rules, *map(importlib.import_module, GAMES[name]), module)
    names = {known: value for one in seen for known, value in vars(one).items()}
    declared = get_type_hints(module, None, names)["GAME"]
    assert get_origin(declared) is Game
    position, action = get_args(declared)
    where, does = GAMES[name]
    assert position.__module__ == where
    assert action.__module__.startswith(does)
    made: Any = type(module.GAME).match
    made = made if name.endswith("dead") else type(module.GAME).table
    match = getattr(module.GAME, "rules", None) or get_type_hints(made, None, names)["return"]
    told = get_args(match)
    assert (told[0] if told else get_type_hints(match.start)["return"]) is position


def test_without_parameters_a_port_is_of_a_game_that_nobody_knows() -> None:
    defaults: list[Any] = [PositionT, ActionT]
    assert [one.__default__ for one in defaults] == [Position, Action]
