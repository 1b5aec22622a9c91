"""What is true of a kind of action stands in its class and its procedure; no table stands beside them."""

from __future__ import annotations

from rules.battlecon.game import PROCEDURES
from rules.battlecon.position import PHASES
from tests.referee.games.action_tables import MODULES, Tables, named

TABLES = Tables(frozenset(PROCEDURES) - set(PHASES), frozenset(p.make.__name__ for p in PROCEDURES.values()))
DECLARED = {"rules/battlecon/game.py"}


def test_no_module_keeps_a_table_by_kinds_of_actions() -> None:
    assert list(TABLES.lines('{"commit_pair": "pair", "commit_base": "new base"}')) == [1]
    for path in MODULES:
        name = named(path)
        if "battlecon" in name and name not in DECLARED:
            assert not list(TABLES.lines(path.read_text(encoding="utf-8"))), name


def test_a_procedure_is_filed_under_the_name_of_its_action() -> None:
    assert all(procedure.make.do == name for name, procedure in PROCEDURES.items())


def test_a_secret_choice_says_what_is_chosen() -> None:
    assert all(bool(procedure.chooses) == procedure.secret for procedure in PROCEDURES.values())
