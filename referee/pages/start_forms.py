"""The form that starts a table: the game comes first, then what that game asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games import registry
from referee.games.ports import Game

Json = Mapping[str, Any]
ASKED = "start"
"""The query that names the game whose form is shown."""
_WORDS: Mapping[str, Any] = {"": None, "true": True, "false": False}


def shown_game(asked: str) -> Game:
    """Return the game whose form is shown: the one asked for, else the usual one."""
    games = registry.games()
    return games.get(asked) or games[registry.DEFAULT]


def start_form(asked: str) -> Json:
    """Return what the form shows: the games to choose from, and the fields of the one that is chosen."""
    shown = shown_game(asked)
    return {
        "games": [_game(game, game is shown) for game in registry.games().values() if _can_be_shown(game)],
        "system": shown.id,
        "title": shown.title,
        "fields": shown.presenter.new_table if shown.presenter else "",
    }


def wanted(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a new table from a form: true and false, numbers and words."""
    options = {name: _read(form[name]) for name in sorted(game.option_names) if name in form}
    return {"system": game.id, **options}


def _game(game: Game, shown: bool) -> Json:
    return {
        "id": game.id,
        "title": game.title,
        "modes": ", ".join(game.modes),
        "shown": shown,
        "url": f"/?{ASKED}={game.id}",
    }


def _can_be_shown(game: Game) -> bool:
    return game.id == registry.DEFAULT or game.presenter is not None


def _read(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
