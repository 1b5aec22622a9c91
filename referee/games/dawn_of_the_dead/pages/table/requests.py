"""What one player asks of the others: to take back, to allow a refused action, to shoot together."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request

from referee.api.auth import of_one_moment, seat_at
from referee.api.once import once
from referee.games.dawn_of_the_dead.pages.forms import forms
from referee.games.dawn_of_the_dead.pages.table.device_dice import typed_dice
from referee.games.dawn_of_the_dead.pages.table.request_context import context_at
from referee.games.dawn_of_the_dead.pages.table.shown_screen import agreed
from referee.games.dawn_of_the_dead.pages.table.table import perform
from referee.pages.table.again import shown_again
from referee.pages.table.requests import arrival_posted, override_posted, serial_posted, undo_posted
from referee.tables.service import tables

bp = Blueprint("requests", __name__, url_prefix="/t/<code>")


def undo(code: str) -> Response:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    return agreed(code, undo_posted(code, context_at(code).role))


def override(code: str) -> Response:
    """Ask to allow a refused action anyway, or answer such a request."""
    seat = context_at(code).role
    return agreed(code, override_posted(code, seat, lambda text: forms.action_from(request.form, text)))


def arrival(code: str) -> Response:
    """Let the device in that waits, or refuse it."""
    return agreed(code, arrival_posted(code, seat_at(code)))


@bp.post("/shot")
@of_one_moment
@once(shown_again)
def shot(code: str) -> Response:
    """Tap for the joint shot that waits, with its dice after the last tap, or say no to it."""
    context = context_at(code)
    answer, asked = request.form.get("answer", ""), context.view["request"]
    serial = serial_posted()
    meant = asked is not None and serial in {None, asked["serial"]}
    if answer == "agree" and meant and asked["kind"] == "shot":
        action, version, typed = asked["action"], context.view["version"], typed_dice(code)
        return agreed(code, lambda: perform(code, action, version, typed=typed))
    return agreed(code, partial(tables().agreeing.answer_shot, code, context.role, answer, serial))
