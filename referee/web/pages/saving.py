"""A page as one file: the styles that it links to are put into it."""

from __future__ import annotations

import re
from base64 import b64encode

from flask import Response, make_response
from markupsafe import Markup

from referee.static_files import MARK, static_files
from referee.web.api.answers import NO_STORE, saved

_LINK = re.compile(rf'<link rel="stylesheet" href="[^"]*/static/(?:{MARK}/)?([^"?]+)[^"]*">')


def inlined(links: str) -> Markup:
    """Return links to style sheets as one, with the sheets themselves in it, in base64."""
    sheets = [static_files().data(name) for name in _LINK.findall(links)]
    return Markup('<link rel="stylesheet" href="data:text/css;base64,{}">').format(
        b64encode(b"\n".join(sheets)).decode()
    )


def to_keep(page: str, code: str) -> Response:
    """Return the report of a table as a file to keep."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = NO_STORE
    return saved(answer, code, "report", ending="html")
