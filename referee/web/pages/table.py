"""A table's addresses, whatever is played there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from urllib.parse import urlencode

from flask import Blueprint, Flask, g, redirect, request
from werkzeug.wrappers import Response

from referee.errors import Problem
from referee.games import registry
from referee.games.toolkit.http import url_at
from referee.games.toolkit.typed_dice import (
    DICE,
    forget_preference,
    keep_preference,
    switch,
    table_types_dice,
)
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.api.idempotency import idempotent
from referee.web.auth import current_seat, current_seat_or_none, seat_required
from referee.web.pages import frame
from referee.web.pages.frame import read_arrival, read_consent, read_override, read_undo

bp = Blueprint("table", __name__, url_prefix="/t/<code>")


def prepared_first(view: Callable[[str], Response]) -> Callable[[str], Response]:
    """Return a view whose slow work is done first, without locking the table."""

    @wraps(view)
    def shown(code: str) -> Response:
        if request.args and current_seat_or_none(code) is not None:
            frame.prepare(code)
        return view(code)

    return shown


@bp.get("")
@prepared_first
def page(code: str) -> Response:
    """Show the whole screen of the seat. Without a seat, redirect to the page of its seats, which says so."""
    with tables().store.locked(code) as table:
        seat = current_seat_or_none(code)
        if seat is None:
            return redirect(url_at(f"/join?{urlencode({'code': code, 'seatless': 1})}"), 303)
        return frame.table_page(table, seat)


@bp.get("/now")
@prepared_first
@seat_required
def now(table: LoadedTable, seat: str) -> Response:
    """Show what may be done now."""
    return frame.table_page(table, seat)


@bp.post("/now")
@seat_required
def now_with_draft(table: LoadedTable, seat: str) -> Response:
    """Show what may be done now, after what was chosen so far: it is secret, so no address holds it."""
    return frame.table_page(table, seat)


@bp.post("/do")
@seat_required
@idempotent(frame.unchanged_page, tells=False)
def do(table: LoadedTable, seat: str) -> Response:
    """Carry out an action, or say why it may not be done."""
    return frame.do(table, seat)


@bp.post("/undo")
@seat_required
@idempotent(frame.unchanged_page, tells=False)
def undo(table: LoadedTable, seat: str) -> Response:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    return frame.attempt(table, seat, read_undo(table, seat))


@bp.post("/setting")
@seat_required
def setting(table: LoadedTable, seat: str) -> Response:
    """Change a setting for the whole table: its `name`, and `to` what."""
    given = request.form.get("to", "")
    to = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else given
    name = request.form.get("name", "")
    tables().settings.change(table, seat, {name: to})
    if name == DICE:
        g.types_dice = table_types_dice(table.match.settings)
    answer = frame.unchanged_page(table, seat)
    if name == DICE:
        forget_preference(answer, table.code)
    return answer


@bp.post("/own-dice")
@seat_required
def own_dice(table: LoadedTable, seat: str) -> Response:
    """Let this device differ from its table in typing dice or letting the referee roll; or end that."""
    preference = switch(table.match.settings)
    tables().dice_preferences.change(table.code, seat, typed=preference)
    answer = frame.unchanged_page(table, seat)
    keep_preference(answer, table.code, preference)
    return answer


@bp.post("/override")
@seat_required
@idempotent(frame.unchanged_page, tells=False)
def override(table: LoadedTable, seat: str) -> Response:
    """Ask to allow a refused action anyway, or answer such a request."""
    return frame.attempt(table, seat, read_override(table, seat))


@bp.post("/consent")
@seat_required
@idempotent(frame.unchanged_page, tells=False)
def consent(table: LoadedTable, seat: str) -> Response:
    """Consent to the action of another player that waits, decline it or withdraw it."""
    return frame.attempt(table, seat, read_consent(table, seat))


@bp.post("/arrival")
@seat_required
def arrival(table: LoadedTable, seat: str) -> Response:
    """Let the device in that waits, or refuse it."""
    return frame.attempt(table, seat, read_arrival(table, seat))


@bp.get("/report")
def report(code: str) -> Response:
    """Show the report; before the game is over, say when it opens."""
    current_seat(code)
    return frame.report(code)


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
    current_seat(code)
    if tables().system(code) != owner:
        raise Problem(404, "This game has no such page.")
