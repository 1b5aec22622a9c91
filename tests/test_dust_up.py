"""The second game in examples/: dice, asked facts, an interrupt, a game master, seats that come and go."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from referee.errors import InputError
from referee.games import interface
from referee.games.interface import Rules
from referee.testing.proving import prove
from tests import soak
from tests.example_game import DUST_UP, DUST_UP_ID, PACKAGES, ROOT

MOST = 350
KINDS = {".py", ".html", ".json"}


@pytest.fixture
def dust_up() -> Iterator[Any]:
    """Give the package."""
    sys.path.insert(0, str(DUST_UP))
    importlib.import_module("dust_up.game")
    yield importlib.import_module("dust_up")
    sys.path.remove(str(DUST_UP))
    for name in [name for name in sys.modules if name.split(".")[0] in PACKAGES]:
        del sys.modules[name]


def test_the_game_has_at_most_350_lines() -> None:
    """Rules, game, template and rulebook; its tests are beside it."""
    files = [file for file in (DUST_UP / "dust_up").rglob("*.*") if file.suffix in KINDS]
    assert {file.name for file in files} == {
        "__init__.py",
        "game.py",
        "rules.py",
        "moment.html",
        "rules.json",
    }
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST


def test_nothing_here_knows_the_game() -> None:
    for folder in ("referee", "rules", "templates", "static"):
        for file in (ROOT / folder).rglob("*.*"):
            if file.suffix in {".py", ".html", ".css", ".js", ".json"}:
                assert DUST_UP_ID not in file.read_text(encoding="utf-8"), file


@soak.SEVERAL
def test_its_own_tests_pass() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(DUST_UP)]
    env = os.environ | {"PYTHONPATH": f"{DUST_UP}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=DUST_UP, env=env)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def examples() -> list[str]:
    """Return the examples of the guide that no package has: functions of rules, and a test in a browser."""
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    return re.findall(r"^```py\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)


def test_the_guide_has_an_example_of_each_function_that_rules_may_have() -> None:
    """Each has the parameters of the base class, by their names."""
    shown = {}
    for block in examples():
        for node in ast.parse(textwrap.dedent(block)).body:
            if isinstance(node, ast.FunctionDef) and block.startswith(" "):
                shown[node.name] = [one.arg for one in node.args.args]
    assert set(shown) == {"turn", "must_agree", "tied", "places", "choose", "stock", "view", "force"}
    for name, parameters in shown.items():
        assert parameters == [*inspect.signature(getattr(Rules, name)).parameters], name


def test_the_examples_of_the_guide_are_rules_that_hold(dust_up: Any) -> None:
    source = "class Example(DustUp):\n" + "\n".join(block for block in examples() if block.startswith(" "))
    known = vars(interface) | vars(dust_up.rules)
    exec(compile(source, "adding-a-game.md", "exec"), known)
    made = type("Shown", (dust_up.game.DustUpGame,), {"rules": known["Example"]})()
    prove(made, games=3, tables=0)


def test_games_are_simulated_at_tables_with_its_options(
    dust_up: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = interface.Simulation(1, "1", "play", options={"players": "2"})
    dust_up.game.GAME.simulate(wanted)
    assert re.search(r"Won: 1 \d, 2 \d, nobody \d\.", capsys.readouterr().out)
    for options, said in (({"players": "7"}, "players: 7 is not"), ({"hills": "9"}, 'there is no "hills"')):
        with pytest.raises(InputError, match=said):
            dust_up.game.GAME.simulate(replace(wanted, options=options))
