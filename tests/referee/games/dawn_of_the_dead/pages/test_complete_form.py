"""The form that asks for dice, values, a square or a door: its keys are as wide as what stands on them."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import render_template

from referee.config import Config
from referee.games.dawn_of_the_dead.pages.action_panel import forms
from tests.referee.apps import app_of

DICE: dict[str, Any] = {"dice": 1}
SQUARES: dict[str, Any] = {"square": ("064", "084")}
DOORS: dict[str, Any] = {"doors": ("north", "west")}


@pytest.mark.parametrize(
    ("needs", "narrow", "labels"),
    [
        (DICE, True, ["1", "2", "3", "4", "5", "6"]),
        (SQUARES, False, ["064", "084"]),
        (DOORS, False, ["North", "West"]),
    ],
)
def test_only_single_numbers_share_narrow_columns(
    tmp_path: Path, needs: dict[str, Any], narrow: bool, labels: list[str]
) -> None:
    app = app_of(Config.of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True}))
    form = forms.completion_form({"do": "roll_hidden"}, needs)
    screen = SimpleNamespace(base="/t/ABCDEF", version=1)
    game = SimpleNamespace(moment=SimpleNamespace(form=form))
    with app.test_request_context():
        page = render_template("dawn_of_the_dead/table/moment/forms/_complete.html", screen=screen, game=game)
    assert ('class="keys big"' in page) == narrow
    assert re.findall(r"<span>([^<]+)</span>", page) == labels


@pytest.mark.parametrize(
    ("lies", "first", "unseen"),
    [
        ("down", "First turn that unit face up on the table.", True),
        ("up", "", False),
        ("elsewhere", "If it lies face down, turn it face up first.", True),
    ],
)
def test_what_is_said_of_a_unit_fits_how_it_lies(tmp_path: Path, lies: str, first: str, unseen: bool) -> None:
    """5.4, 7.7: a unit that is read where its move ends does not lie there yet."""
    app = app_of(Config.of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True}))
    form = forms.completion_form({"do": "shoot", "by": ["peter"], "at": "045"}, {"value": ["045"]})
    there = {"down": frozenset[str](), "up": frozenset[str]()} | {lies: frozenset({"045"})}
    screen = SimpleNamespace(base="/t/ABCDEF", version=1)
    game = SimpleNamespace(
        moment=SimpleNamespace(form=form, cancels=True),
        face_down=there["down"],
        face_up=there["up"],
    )
    with app.test_request_context():
        page = render_template("dawn_of_the_dead/table/moment/forms/_complete.html", screen=screen, game=game)
    said = re.findall(r'<p class="dim small">([^<]+)</p>', page)
    assert said == ([first] if first else [])
    assert ("turn it face down again" in page) == (lies == "down")
    assert ("As long as nobody has looked at the unit" in page) == unseen
    assert "Choose something else" in page


def test_9_1_a_unit_that_the_ruling_puts_down_face_up_is_not_turned_again(tmp_path: Path) -> None:
    app = app_of(Config.of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True}))
    form = forms.completion_form({"do": "step", "to": "045"}, {"value": ["045"]})
    lies = {"face_down": frozenset[str](), "face_up": frozenset[str]()}
    screen = SimpleNamespace(base="/t/ABCDEF", version=1)
    game = SimpleNamespace(moment=SimpleNamespace(form=form), **lies)
    with app.test_request_context():
        page = render_template("dawn_of_the_dead/table/moment/forms/_complete.html", screen=screen, game=game)
    assert "What value is on the unit in 045?" in page
    assert "turn it face up" not in page


def test_6_5_the_key_names_the_panic_die_that_is_missing() -> None:
    form = forms.completion_form({"do": "shoot", "by": ["peter"], "at": "022"}, {"panic": ["peter"]})
    assert form
    assert [ask.lacks for ask in form.dice] == ["Peter’s panic die"]


def test_6_5_who_panicked_is_told_before_the_shot_is_rolled() -> None:
    """The others shoot with fewer dice than the title says."""
    shot = {"do": "shoot", "by": ["peter", "roger"], "at": "026", "panic": {"peter": 6, "roger": 1}}
    form = forms.completion_form(shot, {"dice": 2}, reason="Roger panics. Peter may shoot at 026: 2 dice.")
    assert form
    assert form.means == "Roger panics. Peter may shoot at 026: 2 dice."
