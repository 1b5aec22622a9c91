"""What one player asks of the others: to take back, to allow a refused action, to shoot together."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, request

from referee.api.auth import at_table
from referee.api.once import once
from referee.games.dawn_of_the_dead.pages.forms import forms
from referee.games.dawn_of_the_dead.pages.table.device_dice import typed_dice
from referee.games.dawn_of_the_dead.pages.table.request_context import context_of
from referee.games.dawn_of_the_dead.pages.table.shown_screen import agreed
from referee.games.dawn_of_the_dead.pages.table.table import perform
from referee.pages.table.again import shown_again
from referee.pages.table.requests import arrival_posted, override_posted, serial_posted, undo_posted
from referee.tables.loaded_table import LoadedTable
from referee.tables.service import tables

bp = Blueprint("requests", __name__, url_prefix="/t/<code>")


def undo(table: LoadedTable, seat: str) -> Response:
    """Ask to take back the last step, or all from line `n` on, or answer such a request."""
    return agreed(table, seat, undo_posted(table, seat))


def override(table: LoadedTable, seat: str) -> Response:
    """Ask to allow a refused action anyway, or answer such a request."""
    read = partial(forms.action_from, request.form)
    return agreed(table, seat, override_posted(table, seat, read))


def arrival(table: LoadedTable, seat: str) -> Response:
    """Let the device in that waits, or refuse it."""
    return agreed(table, seat, arrival_posted(table, seat))


@bp.post("/shot")
@at_table
@once(shown_again, tells=False)
def shot(table: LoadedTable, seat: str) -> Response:
    """Tap for the joint shot that waits, with its dice after the last tap, or say no to it."""
    context = context_of(table, seat)
    answer, asked = request.form.get("answer", ""), context.view["request"]
    serial = serial_posted()
    meant = asked is not None and serial in {None, asked["serial"]}
    if answer == "agree" and meant and asked["kind"] == "shot":
        action, version, typed = asked["action"], context.view["version"], typed_dice(table)
        return agreed(table, seat, lambda: perform(table, seat, action, version, typed=typed))
    return agreed(table, seat, partial(tables().agreeing.answer_shot, table, seat, answer, serial))
