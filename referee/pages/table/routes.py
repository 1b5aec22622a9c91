"""A table's addresses, whatever is played there: each leads to the pages of its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from urllib.parse import urlencode

from flask import Blueprint, Flask, redirect, request
from werkzeug.wrappers import Response

from referee.api.auth import of_one_moment, seat_at, seat_or_none
from referee.api.once import once
from referee.games import registry
from referee.pages.table.again import pages_of, shown_again
from referee.problems import Problem
from referee.tables.service import tables

bp = Blueprint("table", __name__, url_prefix="/t/<code>")


def after_work(view: Callable[[str], Response]) -> Callable[[str], Response]:
    """Return a view before which its game does what takes long, while others go on at the table."""

    @wraps(view)
    def shown(code: str) -> Response:
        if request.args and seat_or_none(code) is not None:
            pages_of(code).ahead(code)
        return view(code)

    return shown


@bp.get("")
@after_work
@of_one_moment
def page(code: str) -> Response:
    """Show the whole screen of the seat. Without a seat, redirect to the page of its seats, which says so."""
    if seat_or_none(code) is None:
        return redirect(f"/join?{urlencode({'code': code, 'seatless': 1})}", 303)
    return pages_of(code).page(code)


@bp.get("/now")
@after_work
@of_one_moment
def now(code: str) -> Response:
    """Show what may be done now."""
    return pages_of(code).now(code)


@bp.post("/now")
@of_one_moment
def now_with_a_draft(code: str) -> Response:
    """Show what may be done now, after what was chosen so far: it is secret, so no address holds it."""
    return pages_of(code).now(code)


@bp.post("/do")
@of_one_moment
@once(shown_again)
def do(code: str) -> Response:
    """Carry out an action, or say why it may not be done."""
    return pages_of(code).do(code)


@bp.post("/undo")
@of_one_moment
@once(shown_again)
def undo(code: str) -> Response:
    """Ask to take something back, or answer such a request."""
    return pages_of(code).undo(code)


@bp.post("/setting")
@of_one_moment
def setting(code: str) -> Response:
    """Change a setting for the whole table: its `name`, and `to` what."""
    seat, given = seat_at(code), request.form.get("to", "")
    to = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else given
    tables().settings.change(code, seat, {request.form.get("name", ""): to})
    return shown_again(code, seat, None)


@bp.post("/override")
@of_one_moment
@once(shown_again)
def override(code: str) -> Response:
    """Ask to allow a refused action anyway, or answer such a request."""
    return pages_of(code).override(code)


@bp.post("/arrival")
@of_one_moment
def arrival(code: str) -> Response:
    """Let the device in that waits, or refuse it."""
    return pages_of(code).arrival(code)


@bp.get("/report")
def report(code: str) -> Response:
    """Show the report; while the game goes on, say when it opens."""
    return pages_of(code).report(code)


def register(app: Flask) -> None:
    """Put these addresses into `app`, with the further pages of each game."""
    app.register_blueprint(bp)
    owners: dict[str, str] = {}
    for game in registry.games().values():
        for blueprint in game.blueprints:
            name = f"{game.id}-{blueprint.name}"
            app.register_blueprint(blueprint, name=name)
            owners[name] = game.id
    app.before_request(lambda: _check_game(owners))


def _check_game(owners: Mapping[str, str]) -> None:
    """Check that a page under a table's address is one of its game. Raises Problem (404)."""
    code, owner = (request.view_args or {}).get("code"), owners.get(request.blueprint or "")
    if owner is None or code is None or not request.path.startswith("/t/"):
        return
    seat_at(code)
    if tables().system(code) != owner:
        raise Problem(404, "This game has no such page.")
