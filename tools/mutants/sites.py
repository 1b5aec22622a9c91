"""Draw single faults: one changed expression in a function of the project, from a seed.

A fault is what a slip of the hand does: `<` for `<=`, `and` for `or`, a forgotten `not`, one too many, a call
left out, nothing returned. Strings, annotations, assertions and messages of errors are left alone, since a
fault there shows nothing or shows at once.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

PARTS = {"rules": 50, "referee": 35, "static": 15}
"""How many faults are drawn from each part of the project, unless parts are named."""
MAX_IN_A_FILE = 2
NOT_OURS = ("htmx", "fflate")
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
_SCRIPT = re.compile(r"===|!==|<=|>=| < | > |&&|\|\||\+ 1\b|- 1\b|\btrue\b|\bfalse\b|\(!(?=\w)")
_SCRIPT_FAULTS = {
    "===": "!==", "!==": "===", "<=": "<", ">=": ">", " < ": " <= ", " > ": " >= ", "&&": "||", "||": "&&",
    "+ 1": "+ 2", "- 1": "- 2", "true": "false", "false": "true", "(!": "(",
}  # fmt: skip
_QUOTED = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One place in a file, what stands there, and what a slip would have written."""

    path: str
    start: int
    old: str
    new: str
    statement: int
    """The line, from 1, before which a probe tells that a test reaches the place; 0: the whole module."""

    def planted(self, source: str) -> str:
        """Return the source with the fault. Raises ValueError if the source is another one by now."""
        if source[self.start : self.start + len(self.old)] != self.old:
            raise ValueError(f"{self.path} has changed since the faults were drawn.")
        return source[: self.start] + self.new + source[self.start + len(self.old) :]


def draw(root: Path, seed: int, parts: Mapping[str, int] = PARTS) -> list[Fault]:
    """Return the faults of a checkout for a seed, so many of each part: the same for the same files."""
    random = Random(seed)
    return [fault for part, count in parts.items() for fault in _drawn(root, part, count, random)]


def _drawn(root: Path, part: str, count: int, random: Random) -> Iterator[Fault]:
    """Yield faults of one part: a file is drawn by its length, and then a fault in it."""
    pattern = "*.js" if part.startswith("static") else "*.py"
    files = [path for path in sorted((root / part).rglob(pattern)) if not path.name.startswith(NOT_OURS)]
    lengths = [path.stat().st_size for path in files]
    taken: set[Fault] = set()
    times: Counter[Path] = Counter()
    while len(taken) < count:
        (path,) = random.choices(files, lengths)
        places = faults(path.read_text(), str(path.relative_to(root)))
        fault = random.choice(places) if places else None
        if fault and fault not in taken and times[path] < MAX_IN_A_FILE:
            taken.add(fault)
            times[path] += 1
            yield fault


def faults(source: str, path: str) -> list[Fault]:
    """Return every fault that can be planted in a file, Python or a script."""
    return list(_script_faults(source, path) if path.endswith(".js") else _python_faults(source, path))


def _script_faults(source: str, path: str) -> Iterator[Fault]:
    bare = _QUOTED.sub(lambda match: re.sub(r"[^\n]", "~", match[0]), source)
    for match in _SCRIPT.finditer(bare):
        line = bare.count("\n", 0, match.start()) + 1
        yield Fault(path, match.start(), match[0], _SCRIPT_FAULTS[match[0]], _block(bare, line))


def _block(bare: str, line: int) -> int:
    """Return the first line inside the block of a script that holds a line, or 0 for the module."""
    lines = bare.split("\n")
    depth = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    for number in range(line - 1, 0, -1):
        text = lines[number - 1]
        indent = len(text) - len(text.lstrip())
        if text.strip() and indent < depth:
            depth = indent
            if text.endswith((") {", "=> {")) and "switch" not in text:
                return number + 1
    return 0


def _python_faults(source: str, path: str) -> Iterator[Fault]:
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = source.split("\n")

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node, statement, new in _changed(ast.parse(source), None):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
        yield Fault(path, start, source[start:end], new, statement)


Changed = Iterator[tuple[ast.expr | ast.stmt, int, str]]


def _changed(node: ast.AST, statement: int | None) -> Changed:
    """Yield each expression and statement inside functions that can be changed, with its new text."""
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for child in children:
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.JoinedStr | ast.Assert | ast.Raise | ast.arguments):
                continue
            if name in ("annotation", "returns", "decorator_list"):
                continue
            inside = statement
            function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if isinstance(child, ast.stmt) and (function or statement is not None):
                inside = statement if _else_if(node, name, child) else child.lineno
            if inside is not None and isinstance(child, ast.expr | ast.stmt):
                for new in _slips(child):
                    yield child, inside, new
            yield from _changed(child, inside)


def _else_if(node: ast.AST, name: str, child: ast.AST) -> bool:
    return isinstance(node, ast.If) and name == "orelse" and isinstance(child, ast.If)


def _slips(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Compare(left, [op], others) if type(op) in _COMPARED:
            yield f"({ast.unparse(ast.Compare(left, [_COMPARED[type(op)]()], others))})"
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(_, ast.BitOr(), ast.Constant(None)):  # a type
            return
        case ast.BinOp(left, op, right) if type(op) in _COUNTED:
            yield f"({ast.unparse(ast.BinOp(left, _COUNTED[type(op)](), right))})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return None"
        case ast.Expr(ast.Call()):
            yield "pass"
        case _:
            return
