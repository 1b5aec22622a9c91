"""Addresses and queries as people type them: in small letters, with a slash at the end, in other digits."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask, Request, redirect, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response as AnyResponse

from referee.typed import plain
from referee.web.api.links import url_at

_TABLE = re.compile("/t/([^/]+)")


class PlainRequest(Request):
    """A request whose query is plain: it holds codes, numbers and words to look for, never a name."""

    @cached_property
    def args(self) -> MultiDict[str, str]:
        """The query."""
        typed = super().args
        return ImmutableMultiDict([(name, plain(text)) for name, text in typed.items(multi=True)])


def register(app: Flask) -> None:
    """Have every address take what is typed in another form, and lead `/t/abcdef` to `/t/ABCDEF`."""
    app.request_class = PlainRequest
    app.url_map.strict_slashes = False

    @app.url_value_preprocessor
    def make_plain(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        for name, value in (values or {}).items():
            if isinstance(value, str) and name != "filename":
                values[name] = plain(value)  # type: ignore[index]

    @app.before_request
    def lead_to_capitals() -> AnyResponse | None:
        typed = _TABLE.match(request.path)
        if typed is None or request.method != "GET" or typed[1] == (code := plain(typed[1]).upper()):
            return None
        return redirect(url_at(f"/t/{code}{request.full_path[typed.end() :].rstrip('?')}"), 308)
