"""The screens: pages and fragments for people, built from what each seat may see."""

from __future__ import annotations

from typing import Any

from flask import Flask, request

from referee.games import registry
from referee.games.interface import Json
from referee.games.toolkit.http import case_url
from referee.web.pages import after_game, joining, library, notes, rulebook, start, table
from referee.web.pages.frame import inline_stylesheets
from referee.web.pages.game_screens import ask_each_game, with_addresses
from referee.web.static_files import cached_url_for, module_tag

KEPT_HEADER = "Referee-Kept"
"""The header in which a page names the panels and the layers of the map that it has, by their stamps."""


def register(app: Flask) -> None:
    """Put the blueprints of the screens, and what every template may use, into `app`."""
    for blueprint in (
        start.bp,
        start.start_forms_bp,
        start.own_tables_bp,
        start.by_code_bp,
        joining.bp,
        rulebook.bp,
        rulebook.offline_bp,
        rulebook.help_bp,
        notes.bp,
        after_game.rematch_bp,
        after_game.bp,
        library.surveys_bp,
        library.bp,
        library.entries_bp,
        library.printing_bp,
    ):
        app.register_blueprint(blueprint)
    table.register(app)
    app.add_template_global(case_url, "case_url")
    app.add_template_filter(inline_stylesheets, "inlined")
    app.add_template_global(cached_url_for, "url_for")
    app.add_template_global(module_tag, "module")
    app.context_processor(_template_variables)
    app.add_template_global(rulebook.first_help, "first_help")
    app.add_template_global(_game_shortcuts, "shortcuts")
    app.add_template_global(_search_hint, "search_hint")
    app.add_template_global(start.is_chosen, "chosen")


def _template_variables() -> dict[str, Any]:
    """Return the variables of all templates: root, theme, the stamps of layers, the default game.

    Where no game is installed the default one is "".
    """
    theme = request.cookies.get("theme", "")
    kept = frozenset(request.headers.get(KEPT_HEADER, "").split())
    return {
        "root": request.script_root,
        "theme": theme if theme in start.THEMES else "",
        "kept": kept,
        "default_system": _default_system(),
    }


def _game_shortcuts(system: object) -> list[Json]:
    """Return the links at the top of a page besides the rules: of its game, or of every game."""
    return ask_each_game(
        lambda game, screens: with_addresses(screens.shortcuts) if not system or system == game.id else ()
    )


def _search_hint(system: object) -> str:
    """Return the hint in a rulebook's empty search box: of the page's game, or of the default one."""
    asked = system or _default_system()
    return registry.game(asked).rulebook().searches.hint if asked else ""


def _default_system() -> str:
    return next(iter(registry.games()), "")
