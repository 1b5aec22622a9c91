"""What one player asks of the others: to take back, to allow a refused action, to shoot together."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request

from referee.api.auth import of_one_moment, seat_at
from referee.games.dawn_of_the_dead.pages import forms
from referee.games.dawn_of_the_dead.pages.request_context import context_at, typed_dice
from referee.games.dawn_of_the_dead.pages.table import agreed, perform
from referee.tables import tables

bp = Blueprint("requests", __name__, url_prefix="/t/<code>")


def undo(code: str) -> Response:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    context = context_at(code)
    answer, side = request.form.get("answer") or None, request.form.get("side") or None
    n, version = request.form.get("n", type=int), request.form.get("version", type=int)
    answer = answer or ("ask" if n else None)
    ask = partial(tables().agreeing.undo, code, context.role, answer, n, side)
    return agreed(code, partial(ask, serial=_serial(), version=version))


def override(code: str) -> Response:
    """Ask to allow a refused action anyway, or answer such a request."""
    context = context_at(code)
    answer, side = request.form.get("answer"), request.form.get("side") or None
    if answer:
        deed = partial(tables().agreeing.answer_override, code, context.role, answer, side, _serial())
        return agreed(code, deed)
    action, version = forms.action_from(request.form), forms.version_posted(request.form)
    return agreed(code, lambda: tables().agreeing.override(code, context.role, action, version, side))


def arrival(code: str) -> Response:
    """Let the device in that waits, or refuse it."""
    seat, n = seat_at(code), request.form.get("n", type=int)
    answer = request.form.get("answer", "")
    return agreed(code, lambda: tables().arriving.answer(code, seat, answer, n))


@bp.post("/shot")
@of_one_moment
def shot(code: str) -> Response:
    """Tap for the joint shot that waits, with its dice after the last tap, or say no to it."""
    context = context_at(code)
    answer, asked = request.form.get("answer", ""), context.view["request"]
    serial = _serial()
    meant = asked is not None and serial in {None, asked["serial"]}
    if answer == "agree" and meant and asked["kind"] == "shot":
        action, version, typed = asked["action"], context.view["version"], typed_dice()
        return agreed(code, lambda: perform(code, action, version, typed=typed))
    return agreed(code, partial(tables().agreeing.answer_shot, code, context.role, answer, serial))


def _serial() -> int | None:
    """Return the serial of the request that was on the screen; None where the form has none."""
    return request.form.get("serial", type=int)
