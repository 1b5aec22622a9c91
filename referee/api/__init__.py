"""The JSON API under `/api`, the links that lead to seats, and the QR codes of these links."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask

from referee.api import chances, health, joining, openapi, printing, rules, seats, surveys, tables
from referee.games import registry


def register(app: Flask) -> None:
    """Put the API into an app."""
    for blueprint in (
        tables.bp,
        seats.bp,
        chances.bp,
        joining.bp,
        rules.bp,
        openapi.bp,
        surveys.bp,
        printing.bp,
        health.bp,
    ):
        app.register_blueprint(blueprint)
    for game in registry.games().values():
        if game.folder is not None:
            app.register_blueprint(_files_of(game.id, game.folder))


def _files_of(id_: str, folder: Path) -> Blueprint:
    """Return what brings a game's own templates; `referee.static_files` serves its static files."""
    return Blueprint(f"files_of_{id_}", __name__, template_folder=str(folder / "templates"))
