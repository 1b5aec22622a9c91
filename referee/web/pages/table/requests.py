"""What one player asks of the others, or answers them: read from the form of a key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import request

from referee.errors import InputError
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.api.auth import check_first_device
from referee.web.pages.table.agreement import REDO

Deed = Callable[[], object]
LONGEST = 4000
"""The characters of the longest action that a key posts."""
NO_ANSWER = frozenset({403, 409, 422})
"""The statuses of answers that this seat cannot give: the screen says why."""


def undo_posted(table: LoadedTable, seat: str) -> Deed:
    """Return the deed: take back the last step, or all from line `n` on, answer such a request, or redo."""
    n, version = request.form.get("n", type=int), request.form.get("version", type=int)
    if request.form.get("answer") == REDO:
        return partial(tables().redoing.redo, table, seat, version)
    answer = request.form.get("answer") or ("ask" if n else None)
    undo = partial(tables().agreeing.undo, table, seat, answer, n, _side())
    return partial(undo, serial=serial_posted(), version=version)


def override_posted(table: LoadedTable, seat: str) -> Deed:
    """Return the deed: ask to allow a refused action anyway, or answer such a request."""
    agreeing, answer = tables().agreeing, request.form.get("answer")
    if answer:
        return partial(agreeing.answer_override, table, seat, answer, _side(), serial_posted())
    action, version = action_read(request.form.get("action", "")), version_posted(request.form)
    return partial(agreeing.override, table, seat, action, version, _side())


def arrival_posted(table: LoadedTable, seat: str) -> Deed:
    """Return the deed: let the device in that waits, refuse it, or note that somebody has read about it."""
    n, answer = request.form.get("n", type=int), request.form.get("answer", "")

    def answered() -> None:
        check_first_device(table.code)
        tables().arriving.answer(table, seat, answer, n)

    return answered


def serial_posted() -> int | None:
    """Return the serial of the request that was on the screen; None where the form has none."""
    return request.form.get("serial", type=int)


def version_posted(posted: Mapping[str, str]) -> int:
    """Return the version of the table that was looked at. Raises InputError for one that cannot be read."""
    text = posted.get("version", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise InputError("version is missing: give the number of the version you looked at.")
    return int(text)


def action_read(text: str) -> dict[str, Any]:
    """Return the action of a key. Raises InputError for one that cannot be read."""
    if len(text) > LONGEST:
        raise InputError("action: that is too long.")
    try:
        action = json.loads(text)
    except ValueError:
        raise InputError("action: that cannot be read.") from None
    if not isinstance(action, dict):
        raise InputError("action: that is not an action.")
    return action


def _side() -> str | None:
    return request.form.get("side") or None
