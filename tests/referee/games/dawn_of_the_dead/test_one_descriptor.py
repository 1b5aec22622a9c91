"""An action needs one declaration in `rules` and one in the game's room; no table stands beside."""

from __future__ import annotations

from dataclasses import fields

from referee.games.dawn_of_the_dead.ai.advisers import cardboard
from referee.games.dawn_of_the_dead.labels.actions import (
    SHOWN,
    full_label,
    kinds_shown,
    label,
    proposal_label,
)
from referee.games.dawn_of_the_dead.schemas.actions import schema_for
from rules.dawn_of_the_dead.actions import ACTIONS, from_json, json_name
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import PHASES
from tests.referee.dawn_views import view_of
from tests.referee.games.action_tables import MODULES, Tables, named
from tests.referee.games.dawn_of_the_dead.test_schemas import EXAMPLES
from tests.rows import each_row

DECLARED = ("rules/dawn_of_the_dead/actions/", "referee/games/dawn_of_the_dead/labels/")
TABLES = Tables(frozenset(ACTIONS) - set(PHASES), frozenset(kind.__name__ for kind in ACTIONS.values()))
ALLOWED = {
    "rules/dawn_of_the_dead/game.py": "4.0 says what a phase with nothing left to do may still hold",
    "rules/dawn_of_the_dead/solitaire/priorities.py": "15.4 and 15.5 rank five kinds, one after another",
    "referee/games/dawn_of_the_dead/undo.py": "R-UNDO asks what each kind may have shown",
    "referee/games/dawn_of_the_dead/ai/simple_players.py": "what one simple player likes",
    "referee/games/dawn_of_the_dead/commands/demo_states.py": "what leads a table on to a state",
    "referee/games/dawn_of_the_dead/pages/cardboard/pieces.py": "reads what came of actions",
    "referee/games/dawn_of_the_dead/pages/news.py": "tells what came of actions",
}
"""The modules that may still treat several kinds differently, each with its reason."""
VIEW = {
    "move": {"characters": ["peter"], "carrying": None},
    "characters": {name: {"square": "043"} for name in ("peter", "roger", "steve", "fran")},
    "phase_state": {},
}


def test_the_eye_for_tables_is_open() -> None:
    assert list(TABLES.lines('{"smash": 1, "reveal": 2}')) == [1]
    assert list(TABLES.lines('a = 1\nof_kinds(actions, "shoot", "defend")')) == [2]
    assert list(TABLES.lines("match action:\n  case Smash():\n    pass\n  case act.Reveal():\n    pass")) == [
        1
    ]
    assert not list(TABLES.lines('{"smash": 1, "floor": 2}'))


def test_no_module_keeps_a_table_by_kinds_of_actions() -> None:
    for path in MODULES:
        name = named(path)
        if "battlecon" in name or name in ALLOWED or name.startswith(DECLARED):
            continue
        assert not list(TABLES.lines(path.read_text(encoding="utf-8"))), name


def test_every_kind_is_shown_and_nothing_else() -> None:
    assert list(SHOWN) == list(ACTIONS)
    assert all(shown.kind is ACTIONS[do] for do, shown in SHOWN.items())


@each_row("example", EXAMPLES)
def test_every_declaration_says_what_its_keys_and_panels_say(example: dict[str, object]) -> None:
    shown = SHOWN[str(example["do"])]
    assert label(example)
    assert shown.step(example)
    assert full_label(example, view_of(VIEW))
    assert proposal_label(example)
    shown.places(view_of(VIEW), equipment.setting().board, example)
    assert set(shown.marks(view_of(VIEW), example).values()) <= {"go", "target", "may"}


@each_row("example", EXAMPLES)
def test_the_schema_of_an_action_has_the_fields_of_its_descriptor(example: dict[str, object]) -> None:
    do = str(example["do"])
    names = {json_name(field.name) for field in fields(ACTIONS[do])}
    assert set(schema_for(do).fields) == {"do", *names}


def test_the_referee_can_tell_players_each_thing_that_the_zombies_do() -> None:
    """Without a zombie player nothing is hidden, so nothing is revealed (15.1)."""
    for example in EXAMPLES:
        kind = ACTIONS[str(example["do"])]
        told = bool(cardboard(from_json(example)))
        assert told == (kind.side == "zombie" and not kind.secret), kind.do


def test_every_roll_with_a_key_has_its_odds() -> None:
    rolled = {do for do, shown in SHOWN.items() if shown.kind.rolls and shown.typed}
    assert rolled - {"roll_free_moves"} == kinds_shown(lambda shown: shown.odds)
