"""Requests that count once: a device that lost the answer sends its request again, with the same key.

The key comes in the header `Idempotency-Key`, as the draft of that name of the IETF describes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from referee.errors import Problem, Stale
from referee.games.toolkit.http import json_response
from referee.records.data import StoredResponse
from referee.tables import record, views
from referee.tables.consent import AGREE
from referee.tables.service import tables
from referee.tables.store import KeyedRequest
from referee.tables.table import LoadedTable

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 200
"""The characters of the longest key."""
View = Callable[[LoadedTable, str], Response]
Repeat = Callable[[LoadedTable, str, Sequence[StoredResponse]], Response]


def idempotent(repeat: Repeat, *, tells: bool = True) -> Callable[[View], View]:
    """Return a decorator for a view that changes a table: the same key counts once.

    `repeat(table, seat, stored)` returns the answer to a request that was done before; without `tells` it
    only needs to know that it was. The view raises Problem besides: 400 for a key that cannot be read, 422
    for one that came with another request.
    """

    def of(view: View) -> View:
        @wraps(view)
        def whole(table: LoadedTable, seat: str) -> Response:
            key = _key()
            if key is None:
                return view(table, seat)
            keyed = KeyedRequest(table.code, seat, _sha256(key), _request_hash(), tells)
            if stored := _stored_responses(table, keyed):
                return repeat(table, seat, stored)
            try:
                with tables().idempotency.answering(keyed):
                    return view(table, seat)
            except Stale:
                # Another worker may have answered this very request meanwhile.
                if stored := _stored_responses(table, keyed):
                    return repeat(table, seat, stored)
                raise

        return whole

    return of


def repeat_do(table: LoadedTable, seat: str, kept: Sequence[StoredResponse]) -> Response:
    """Return what an action was answered with, and the table as it is now."""
    return _repeat(table, seat, {"ruling": kept[0].response["ruling"]})


def repeat_batch(table: LoadedTable, seat: str, kept: Sequence[StoredResponse]) -> Response:
    """Return what several actions in one call were answered with, and the table as it is now."""
    rulings, (first, last) = [one.response["ruling"] for one in kept], (kept[0].response, kept[-1].response)
    story = record.story(table, seat)
    steps = [line for line in story if first.get("from", 0) < line["n"] <= last.get("to", 0)]
    return _repeat(table, seat, {"ruling": rulings[-1], "rulings": rulings, "steps": steps})


def repeat_undo(table: LoadedTable, seat: str, kept: Sequence[StoredResponse]) -> Response:
    """Return the stored answer to an undo request, and the table as it is now."""
    return _repeat(table, seat, kept[-1].response)


def repeat_override(table: LoadedTable, seat: str, kept: Sequence[StoredResponse]) -> Response:
    """Return whether a refused action was allowed, and the table as it is now.

    The ruling is not repeated: it may be a secret of the seat that asked.
    """
    return _repeat(table, seat, {"override": kept[-1].response.get("override", "done")})


def repeat_consent(table: LoadedTable, seat: str, kept: Sequence[StoredResponse]) -> Response:
    """Return what a yes to the action of several players was answered with, and the table as it is now."""
    response = kept[0].response
    if "ruling" not in response:
        return _repeat(table, seat, response)
    outcome = "asked" if AGREE in response["ruling"]["needs"] else "done"
    return _repeat(table, seat, {table.match.consent_kind: outcome, "ruling": response["ruling"]})


def _repeat(table: LoadedTable, seat: str, response: Mapping[str, Any]) -> Response:
    status = 202 if "asked" in response.values() else 200
    return json_response({**response, "view": views.view(table, seat).to_json()}, status)


def _stored_responses(table: LoadedTable, keyed: KeyedRequest) -> tuple[StoredResponse, ...]:
    """Return what was answered to this request before. Raises Problem (422) if the key was for another."""
    kept = tables().idempotency.responses_to(keyed)
    if any(one.asked != keyed.asked for one in kept):
        raise Problem(422, f"{HEADER}: this key came with another request. Give each request its own key.")
    if kept:
        tables().store.refresh(table)
    return kept


def _key() -> str | None:
    """Return the key of this request, with or without the quotes of the draft. Raises Problem (400)."""
    text = request.headers.get(HEADER)
    if text is None:
        return None
    key = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
    if not (0 < len(key) <= MAX_KEY_LENGTH and key.isascii() and key.isprintable()):
        raise Problem(400, f"{HEADER}: write 1 to {MAX_KEY_LENGTH} characters of ASCII.")
    return key


def _request_hash() -> str:
    return _sha256(f"{request.method} {request.full_path}\n", request.get_data(cache=True))


def _sha256(text: str, data: bytes = b"") -> str:
    return hashlib.sha256(text.encode() + data).hexdigest()
