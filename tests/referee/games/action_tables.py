"""Finds the tables in a module that tell several kinds of actions apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MODULES = sorted(path for floor in ("rules", "referee") for path in (ROOT / floor).rglob("*.py"))


def named(path: Path) -> str:
    """Return a module's path from the root of the project."""
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Tables:
    """The kinds of actions of a game to look for: their `names` in JSON and their `classes`."""

    names: frozenset[str]
    classes: frozenset[str]

    def lines(self, source: str) -> Iterator[int]:
        """Yield the lines where a table, a list or a chain of cases tells several kinds apart."""
        if sum(word in source for word in self.names | self.classes) < 2:
            return  # to parse it would take the longest
        for node in ast.walk(ast.parse(source)):
            if len(set().union(*map(self._kinds, _parts(node)))) > 1:
                yield node.lineno  # type: ignore[attr-defined]  # whatever has parts stands on a line

    def _kinds(self, node: ast.expr | ast.pattern) -> set[str]:
        """Return the kinds that a key, an item or a pattern names."""
        if not isinstance(node, ast.Constant | ast.Name | ast.Attribute | ast.pattern):
            return set()
        kinds: set[str] = set()
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                kinds |= {one.value} & self.names
            elif isinstance(one, ast.Name):
                kinds |= {one.id} & self.classes
            elif isinstance(one, ast.Attribute):
                kinds |= {one.attr} & self.classes
        return kinds


def _parts(node: ast.AST) -> list[ast.expr | ast.pattern]:
    """Return the keys of a dictionary, the items of a set or a tuple, the arguments of a call, the cases."""
    match node:
        case ast.Dict():
            return [key for key in node.keys if key]
        case ast.Set() | ast.Tuple() | ast.List():
            return [*node.elts]
        case ast.Call():
            return [*node.args]
        case ast.Match():
            return [case.pattern for case in node.cases]
    return []
