"""Surveys: boards that people draw gesture by gesture, and that become maps.

Made once for an app (`current_app.extensions["surveys"]`, or `referee.surveys.surveys()` inside a request).
A survey belongs to no table. Everybody with its address can go on with it; only its maker may delete it.
"""

from __future__ import annotations

from typing import cast

from flask import current_app

from referee.surveys.service import Surveys

__all__ = ["Surveys", "surveys"]


def surveys() -> Surveys:
    """Return the surveys of the app that answers the request."""
    return cast("Surveys", current_app.extensions["surveys"])
