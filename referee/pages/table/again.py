"""The pages of a table's game, and the answer to a tap that came twice."""

from __future__ import annotations

from flask import redirect, request
from werkzeug.wrappers import Response

from referee.api.links import url_at
from referee.games import registry
from referee.games.failing import check_presenter
from referee.games.ports import Pages
from referee.pages.fronts import ONLY_API
from referee.pages.table.frame import presented
from referee.problems import Problem
from referee.tables.loaded_table import LoadedTable


def pages_of(system: str) -> Pages:
    """Return the pages of a game. Raises Problem (404) where it has none."""
    game = registry.game(system)
    if game.pages is not None:
        return game.pages
    if game.presenter is None:
        raise Problem(404, ONLY_API.format(game.title))
    check_presenter(game.id, game.presenter)
    return presented(game.presenter)


def shown_again(table: LoadedTable, seat: str, _kept: object = None) -> Response:
    """Return the table as it is now, after a tap that was done before and whose answer was lost."""
    if "HX-Request" not in request.headers:
        return redirect(url_at(f"/t/{table.code}"), 303)
    return pages_of(table.game.system).page(table, seat)
