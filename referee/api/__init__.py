"""The JSON API under `/api`, the links that lead to seats, and the QR codes of these links."""

from __future__ import annotations

from flask import Flask

from referee.api import chances, joining, maps, openapi, rules, seats, tables


def register(app: Flask) -> None:
    """Put the API into an app."""
    for blueprint in (tables.bp, seats.bp, chances.bp, joining.bp, maps.bp, rules.bp, openapi.bp):
        app.register_blueprint(blueprint)
