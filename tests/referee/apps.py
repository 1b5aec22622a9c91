"""Apps for tests that need one of their own: with the addresses and templates of the first.

To lay all addresses out and to load the templates takes longer than most of these tests do.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask

from referee import config as paths
from referee.app import connect, create_app
from referee.config import Config
from referee.games import registry

_ALIKE = ("log", "metrics", "address", "proxied")
"""The settings on which an app's addresses and hooks depend: with one of them it is made from nothing."""
_SEEN: dict[object, object] = {}
"""The games that an app has had, kept so that no other game gets the id of one of them."""
_FIRST: dict[object, Flask] = {}


def app_of(settings: Config | dict[str, Any]) -> Flask:
    """Return an app for these settings."""
    config = Config.of(settings)
    if any(getattr(config, name) for name in _ALIKE):
        return create_app(config)
    games = registry.games()
    key = (paths.templates_folder(), *((id_, id(game)) for id_, game in games.items()))
    if key not in _SEEN:
        _SEEN[key] = games
        return create_app(config)
    if key not in _FIRST:
        _FIRST[key] = _first()
    app = copy(_FIRST[key])
    app.__dict__.pop("wsgi_app", None)  # Back to the method of the class.
    app.config = copy(app.config)
    app.extensions = dict(app.extensions)
    for name in ("before_request_funcs", "after_request_funcs"):
        hooks = {of: list(functions) for of, functions in getattr(app, name).items()}
        setattr(app, name, defaultdict(list, hooks))
    connect(app, config)
    return app


def _first() -> Flask:
    with TemporaryDirectory() as folder:
        app = create_app({"database_url": f"sqlite:///{folder}/tables.sqlite3", "testing": True})
        app.extensions["tables"].close()
        return app
