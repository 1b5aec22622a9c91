"""Choices for a new table that a game declares: checked, shown in the form, described for programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from referee.errors import InputError
from referee.games import registry
from referee.games.interface import Game, Screens
from referee.games.interface.options import Option
from rules.rulebook.rulebook import Case, Rulebook
from tests.referee.apps import app_of
from tests.rows import each_row

CHOICES = (
    Option("crew", "How many play?", (3, 2, 4)),
    Option("judge", "Does somebody judge?", (False, True), ("Nobody", "A game master")),
    Option("hills", "Which hills?", ("bare", "wooded")),
    Option("fog", "Fog", (False, True)),
)


class Declaring(Game[Any, Any]):
    """A game of which only its options are asked."""

    id, title, options = "declaring", "Declaring", CHOICES
    player_seats = ()
    screens = Screens("frame/moment.html")

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "The turn", ())])


@each_row(
    "given, says",
    [
        ({"default": 9}, "The option crew is usually 9, which is none of its values."),
        ({"default": True}, "The option crew is usually True, which is none of its values."),
        ({"titles": ("One",)}, "The option crew has titles for another number of values."),
    ],
)
def test_an_option_that_cannot_be_is_refused_when_the_game_is_loaded(given: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Option("crew", "How many play?", (1, 2), **given)


def test_the_first_value_is_the_usual_one() -> None:
    assert Declaring().read_options({}) == {
        "mode": "play",
        "crew": 3,
        "judge": False,
        "hills": "bare",
        "fog": False,
    }
    assert Declaring().read_options({"crew": 4, "judge": True})["crew"] == 4
    assert Declaring().option_names == {"mode", "crew", "judge", "hills", "fog"}


def test_a_default_keeps_the_values_in_their_order() -> None:
    crew = Option("crew", "How many play?", (2, 3, 4), default=3)
    assert (crew.read(None), crew.schema["enum"], crew.schema["default"]) == (3, [2, 3, 4], 3)
    assert [tile["sent"] for tile in crew.tiles if tile["usual"]] == ["3"]


def test_what_is_usually_off_is_a_box_to_tick() -> None:
    assert [
        Option("n", "N?", values, titles).switch
        for values, titles in (
            ((False, True), ()),
            ((True, False), ()),
            ((False, True), ("No", "Yes")),
            (("a", "b"), ()),
        )
    ] == [True, False, False, False]


@each_row(
    "given, said",
    [
        ({"crew": 5}, "crew: 5 is not 3, 2 or 4."),
        ({"crew": "3"}, 'crew: "3" is not 3, 2 or 4.'),
        ({"crew": True}, "crew: true is not 3, 2 or 4."),
        ({"judge": 1}, "judge: 1 is not false or true."),
        ({"hills": "steep"}, 'hills: "steep" is not "bare" or "wooded".'),
    ],
)
def test_another_value_is_refused_in_a_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as refused:
        Declaring().read_options(given)
    assert refused.value.problems == (said,)


def test_the_form_shows_them_with_their_titles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = replace(registry.shelf(), games={**registry.games(), "declaring": cast("Any", Declaring())})
    monkeypatch.setattr(registry, "shelf", lambda: with_it)
    app = app_of({"database_url": f"sqlite:///{tmp_path / 't.sqlite3'}", "testing": True})
    form = " ".join(app.test_client().get("/games/declaring").get_data(as_text=True).split())
    assert "<legend>How many play?</legend>" in form
    assert 'name="crew" value="3" checked' in form
    assert 'name="judge" value="true"' in form
    assert "<b>A game master</b>" in form
    assert '<input type="checkbox" name="fog" value="true">' in form
    assert 'id="no-options"' not in form
    app.extensions["tables"].close()


def test_programs_read_their_schemas() -> None:
    types = Declaring().option_types
    assert types["crew"] == {
        "type": "integer",
        "enum": [3, 2, 4],
        "default": 3,
        "description": "How many play?",
    }
    assert [types[name]["type"] for name in ("judge", "hills")] == ["boolean", "string"]
