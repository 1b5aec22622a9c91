"""The addresses of static files in a page, and the tags of its scripts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import g, request, url_for
from markupsafe import Markup

from referee.static_files import static_files


def address(endpoint: str, **values: Any) -> str:
    """Return what `url_for` does. The address of a file is worked out once: one page names many of them."""
    if endpoint != "static" or values.keys() != {"filename"}:
        return url_for(endpoint, **values)
    return _file(request.root_path, static_files().mark, values["filename"])


@lru_cache(maxsize=512)
def _file(_root: str, _mark: str, name: str) -> str:
    return url_for("static", filename=name)


def module(name: str) -> Markup:
    """Return the tag of a script, an ES module, after links to all that it imports.

    By the links a browser loads the imports beside the script, where it would find them one after the
    other. Scripts of one page have much in common: each file is named once.
    """
    named: set[str] = g.setdefault("modules", set())
    fresh = [script for script in static_files().imported(name) if script not in named]
    named.update(fresh, [name])
    link, tag = (
        Markup('<link rel="modulepreload" href="{}">'),
        Markup('<script type="module" src="{}"></script>'),
    )
    lines = [link.format(address("static", filename=script)) for script in fresh]
    return Markup("\n  ").join([*lines, tag.format(address("static", filename=name))])
