"""The screens: pages and fragments for people, built from what each seat may see."""

from __future__ import annotations

from typing import Any

from flask import Flask, request

from referee.pages import arriving, home, notes, offline, rematch, rules, table
from referee.pages import help as helping
from referee.pages.linking import case_url

KEPT = "Referee-Kept"
"""The header in which a page names the panels and the layers of the map that it has, by their stamps."""


def register(app: Flask) -> None:
    """Put the blueprints of the screens, and what every template may use, into `app`."""
    for blueprint in (home.bp, arriving.bp, rules.bp, offline.bp, helping.bp, notes.bp, rematch.bp):
        app.register_blueprint(blueprint)
    table.register(app)
    app.add_template_global(case_url, "case_url")
    app.context_processor(_every_page)
    app.context_processor(helping.for_newcomers)


def _every_page() -> dict[str, Any]:
    """Return what many templates need: the chosen theme, and the stamps of the page's layers."""
    theme = request.cookies.get("theme", "")
    kept = frozenset(request.headers.get(KEPT, "").split())
    return {"theme": theme if theme in home.THEMES else "", "kept": kept}
