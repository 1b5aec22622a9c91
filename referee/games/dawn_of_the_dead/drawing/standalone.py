"""A drawing that stands alone: one SVG file with its own style, for `referee map draw`."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee import config
from referee.games.dawn_of_the_dead.drawing.board_view import BoardView, board_view
from rules.board.board import Board


def draw_map(board: Board) -> str:
    """Return a map as one SVG document, with its placement symbols and no counters."""
    return draw(board_view(board, symbols=True, standalone=True))


def draw(view: BoardView) -> str:
    """Return the SVG of a board view."""
    environment = _environment()
    style = Markup(environment.globals["map_style"])  # noqa: S704  (our own style sheet)
    return environment.get_template("dawn_of_the_dead/map/_board.svg").render(map=view, map_style=style)


@cache
def _environment() -> Environment:
    folder = config.templates_folder()
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, undefined=StrictUndefined
    )
    tokens = (folder / "dawn_of_the_dead" / "map" / "_tokens.css").read_text(encoding="utf-8")
    environment.globals["map_style"] = tokens + (
        config.static_folder() / "dawn_of_the_dead" / "map.css"
    ).read_text(encoding="utf-8")
    return environment
