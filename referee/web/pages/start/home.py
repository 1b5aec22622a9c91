"""The front page, starting a table from a game's form, and the switch between dark and light."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.documents import game_of
from referee.errors import InputError
from referee.games import registry
from referee.games.ports import Front, Game, Introduction
from referee.problems import Problem
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.api.auth import at_table, check_first_device, sit_down
from referee.web.api.links import own_path, url_at
from referee.web.pages.fronts import front_of, introduction_of, said_of_each
from referee.web.pages.start.arriving import said, to
from referee.web.pages.start.cards import card, played_first
from referee.web.pages.start.own_tables import own_tables
from referee.web.pages.start.start_forms import game_page, wanted

bp = Blueprint("home", __name__)
THEMES = frozenset({"dark", "light"})
Json = Mapping[str, Any]
ASKED = "start"
"""The query of older addresses that names the game whose form is meant."""
YEAR_SECONDS = 31_536_000


@bp.get("/")
def home() -> AnyResponse:
    """Show the front page; older addresses of a table's seats and of a game's form lead on to those."""
    asked = request.args
    if code := asked.get("code", "").strip():
        return redirect(url_at(f"/join?{urlencode({'code': code[:20]})}"))
    if "map" in asked:
        game = game_of("map", asked["map"])
        return redirect(url_at(f"/games/{game.id}?{urlencode({'map': asked['map'][:60]})}"))
    game_asked = registry.games().get(asked.get(ASKED, ""))
    if game_asked is not None and front_of(game_asked):
        return redirect(url_at(f"/games/{game_asked.id}"))
    return make_response(front_page())


@bp.post("/")
def start() -> Response:
    """Start a table, and sit down at it with the tablet's seat; what does not fit is said on its form."""
    game = _game_of_the_form()
    try:
        made = tables().lobby.create(wanted(game, request.form))
    except (Problem, InputError) as problem:
        status, detail = said(problem)
        if status != 422 or front_of(game) is None:
            raise
        return make_response(game_page(game, detail), status)
    code, token = made["code"], made["seats"]["table"]["token"]
    return sit_down(to(f"/t/{code}"), code, token)


def _game_of_the_form() -> Game:
    """Return the game that a form names if it has pages, else the usual one."""
    games = registry.games()
    game = games.get(request.form.get("system", ""))
    return game if game and front_of(game) else games[registry.default()]


def front_page(join: Json | None = None) -> str:
    """Return the front page; `join` has the `code` that was typed and the `sentence` on what is wrong."""
    own = own_tables()
    told = said_of_each(_introduced)
    firsts = ({"title": game.title, "ways": each.first} for game, each, _ in told if each.first)
    return render_template(
        "home/home.html",
        home={
            "tables": own,
            "games": played_first((each for *_, each in told), (table["card"]["id"] for table in own)),
            "first": next(firsts, None),
            "asks": [way for _, each, _ in told for way in each.asks],
            "own_boards": any(game.surveying is not None for game, *_ in told),
        },
        join={"code": "", "sentence": "", **(join or {})},
    )


def _introduced(game: Game, front: Front) -> list[tuple[Game, Introduction, Json]]:
    told = introduction_of(game, front)
    return [(game, told, card(game, told))]


@bp.post("/t/<code>/renew")
@at_table
def renew(table: LoadedTable, seat: str) -> Response:
    """Give the seat of this device a new link: it stays, and every other device that had the seat is out."""
    code = table.code
    check_first_device(code)
    return sit_down(to(f"/t/{code}"), code, tables().lobby.renew(code, seat, seat))


@bp.post("/t/<code>/send-away")
@at_table
def send_away(table: LoadedTable, seat: str) -> AnyResponse:
    """Send one device away from the seat of this one."""
    code = table.code
    check_first_device(code)
    tables().devices.send_away(table, seat, request.form.get("n", 0, type=int))
    return to(f"/t/{code}")


@bp.post("/theme")
def theme() -> AnyResponse:
    """Switch between the dark and the light screen."""
    chosen = "dark" if request.cookies.get("theme") == "light" else "light"
    answer = redirect(url_at(own_path(request.form.get("back", "/"))), 303)
    answer.set_cookie("theme", chosen, path=url_at("/"), max_age=YEAR_SECONDS, samesite="Lax")
    return answer
