"""The JSON API under `/api`, the links that lead to seats, and the QR codes of these links."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, request

from referee.errors import MovedOn
from referee.games import registry
from referee.tables.service import tables as all_tables
from referee.web.api import health, openapi, printing, rules, seats, surveys, tables
from referee.web.auth import current_seat
from referee.web.error_handlers import problem_response, wants_page


def register(app: Flask) -> None:
    """Put the API into an app."""
    for blueprint in (
        tables.bp,
        seats.bp,
        tables.odds_bp,
        seats.joining_bp,
        rules.bp,
        openapi.bp,
        surveys.bp,
        printing.bp,
        health.bp,
    ):
        app.register_blueprint(blueprint)
    app.register_error_handler(MovedOn, _stale_response)
    for game in registry.games().values():
        if game.folder is not None:
            app.register_blueprint(_template_blueprint(game.id, game.folder))


def _stale_response(problem: MovedOn) -> Response:
    """Answer a request that came too late; a program gets the table as it is now."""
    code = (request.view_args or {}).get("code")
    if code and not wants_page():
        try:
            problem.show(all_tables().view(code, current_seat(code)).to_json())
        except Exception as other:  # noqa: BLE001 - the table is gone, or its game fails
            return current_app.make_response(current_app.handle_user_exception(other))
    return problem_response(problem)


def _template_blueprint(id_: str, folder: Path) -> Blueprint:
    """Return the blueprint of a game's own templates; `referee.web.static_files` serves its static files."""
    return Blueprint(f"files_of_{id_}", __name__, template_folder=str(folder / "templates"))
