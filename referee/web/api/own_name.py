"""What the person at this device is called: what was typed last, for the next form that asks."""

from __future__ import annotations

from flask import Response, request

from referee.errors import InputError
from referee.tables.seats import name_said
from referee.web.api.auth import with_cookie

COOKIE = "name"
BY = "by"
"""The field, and the query, with the name of whoever brings a map or a counter sheet."""
LONGEST_TYPED = 200
"""Characters of a name that are read at all; what is too long gets a sentence."""


def own_name() -> str:
    """Return the name that was typed last on this device, "" for none."""
    return _said(request.cookies.get(COOKIE, ""))


def typed_by() -> str:
    """Return the name that whoever brings something gives with it, "" for none. Raises InputError."""
    return name_said((request.form.get(BY) or request.args.get(BY, ""))[:LONGEST_TYPED])


def remembered(answer: Response, name: str) -> Response:
    """Return the answer with the cookie of a name that was typed; without one the cookie stays as it is."""
    said = _said(name)
    return with_cookie(answer, COOKIE, said) if said else answer


def _said(name: str) -> str:
    try:
        return name_said(name[:LONGEST_TYPED])
    except InputError:
        return ""
