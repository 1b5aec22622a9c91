"""A game's own page, with the form that starts a table of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template, request

from referee.games import registry
from referee.games.ports import Front, Game, Introduction
from referee.problems import Problem
from referee.web.api.links import url_at
from referee.web.pages.fronts import ONLY_API, front_of, introduction_of, ways
from referee.web.pages.start.cards import card

bp = Blueprint("start_forms", __name__)
Json = Mapping[str, Any]
LIBRARY: Json = {"name": "Library of boards", "url": "/library"}
"""Where the boards of players are, for a game that takes them."""


@bp.get("/games/<system>")
def game(system: str) -> str:
    """Show a game's own page."""
    if system not in registry.games():
        abort(404, f"There is no game “{system[:40]}” here.")
    return game_page(registry.game(system))


def game_page(game: Game, sentence: str = "") -> str:
    """Return a game's page; `sentence` says why a table was not started. Raises Problem (404)."""
    front = front_of(game)
    if front is None:
        raise Problem(404, ONLY_API.format(game.title))
    help_url = url_at(f"/help/{game.id}") if front.help else ""
    told = introduction_of(game, front)
    start = {
        "system": game.id,
        "title": game.title,
        "template": front.new_table,
        "fields": front.fields(),
        "modes": _modes(game, front),
        "stand_ins": front.stand_ins,
        "beside": front.beside,
        "help_url": help_url,
        "sentence": sentence,
        "card": card(game, told),
        "first": told.first,
        "more": _more(game, front, told, help_url),
    }
    return render_template("home/game.html", system=game.id, home={"start": start})


def wanted(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a new table from the form of its game."""
    front = front_of(game)
    return {"system": game.id, **(front.wanted(form) if front else {})}


def chosen(name: str, value: str, first: bool, kind: str = "radio") -> bool:
    """Whether a choice of a form is made: as it was sent, else as it is at `first`."""
    sent = request.form
    if not sent or (kind == "radio" and name not in sent):
        return first
    return sent.get(name) == value


def _modes(game: Game, front: Front) -> list[Json]:
    """Return the modes to choose from, where a table takes one and there are several."""
    several = game.modes if len(game.modes) > 1 and "mode" in game.option_names else ()
    return [{"id": mode, "title": front.mode_title(mode)} for mode in several]


def _more(game: Game, front: Front, told: Introduction, help_url: str) -> list[Json]:
    """Return where a game's page leads besides its rules and its first games."""
    return [
        *told.asks,
        *([{"name": "Print board and counters", "url": url_at("/print")}] if game.printing else []),
        *ways([LIBRARY] if game.surveying is not None else []),
        *ways(front.looking_back),
        *([{"name": "How its screens work", "url": help_url}] if help_url else []),
    ]
