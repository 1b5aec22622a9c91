"""The pages of a table's game, and the answer to a tap that came twice."""

from __future__ import annotations

from flask import redirect, request
from werkzeug.wrappers import Response

from referee.api.auth import seat_at
from referee.games import registry
from referee.games.failing import check_presenter
from referee.games.ports import Pages
from referee.pages.fronts import ONLY_API
from referee.pages.table.frame import presented
from referee.problems import Problem
from referee.tables.service import tables


def pages_of(code: str) -> Pages:
    """Return the pages of a table's game. Raises Problem (401, 404) without a seat there."""
    seat_at(code)
    game = registry.game(tables().system(code))
    if game.pages is not None:
        return game.pages
    if game.presenter is None:
        raise Problem(404, ONLY_API.format(game.title))
    check_presenter(game.id, game.presenter)
    return presented(game.presenter)


def shown_again(code: str, _seat: str, _kept: object) -> Response:
    """Return the table as it is now, after a tap that was done before and whose answer was lost."""
    return pages_of(code).page(code) if "HX-Request" in request.headers else redirect(f"/t/{code}", 303)
