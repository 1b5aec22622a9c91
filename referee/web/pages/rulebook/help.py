"""How the screens work: a page, a sheet over the game, and a card until it has been read once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from referee.games import registry
from referee.games.ports import Front, Game, Json
from referee.web.api.links import own_path, url_at
from referee.web.pages.fronts import front_of, said_of_each
from referee.web.pages.start.home import YEAR_SECONDS

bp = Blueprint("help", __name__)
COOKIE = "help"
READ = "read"
"""The cookie's word for a device that has put the card of every game away."""
BETWEEN = "."
"""What stands between the games whose card is put away."""


@bp.get("/help")
def page() -> Response:
    """Tell how the screens work, of every game: to htmx the sentences alone, to anybody else the page."""
    return _told(said_of_each(partial(_help_on, games=registry.games().values())))


@bp.get("/help/<system>")
def of_game(system: str) -> Response:
    """Tell how the screens work, of one game."""
    if system not in registry.games():
        abort(404, f"There is no game “{system[:40]}” here.")
    game = registry.game(system)
    front = front_of(game)
    return _told([] if front is None else _help_on(game, front, [game]))


@bp.post("/help")
def read() -> AnyResponse:
    """Put the first help of a game away for good on this device. Without a script the page comes back."""
    answer: AnyResponse = (
        Response()
        if request.headers.get("HX-Request")
        else redirect(url_at(own_path(request.form.get("back", "/"))), 303)
    )
    told = _put_away() | ({request.form.get("system", READ)} & {READ, *registry.games()})
    answer.set_cookie(
        COOKIE, BETWEEN.join(sorted(told)), path=url_at("/"), max_age=YEAR_SECONDS, samesite="Lax"
    )
    return answer


def first_help(system: str) -> str:
    """Return the template of a game's card for newcomers, "" where it has none or it has been put away."""
    front = front_of(registry.game(system))
    return "" if front is None or {READ, system} & _put_away() else front.first_help


def _put_away() -> set[str]:
    """Return the games whose card this device has put away."""
    kept = request.cookies.get(COOKIE, "").split(BETWEEN)
    return {READ, *registry.games()} & set(kept)


def _help_on(game: Game, front: Front, games: Collection[Game]) -> list[Json]:
    """Return the help of one of the `games` that a page tells of, with its title; nothing without any."""
    if not front.help:
        return []
    told = Markup(render_template(front.help, games=games))  # noqa: S704 - a template escapes by itself
    return [{"id": game.id, "title": game.title, "told": told}]


def _told(games: Sequence[Json]) -> Response:
    alone = request.headers.get("HX-Request")
    system = games[0]["id"] if len(games) == 1 else ""
    name = "help/_help.html" if alone else "help/help.html"
    answer = make_response(render_template(name, games=games, system=system))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer
