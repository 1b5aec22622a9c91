"""Boards and counters as PDF over HTTP."""

from __future__ import annotations

from flask import Blueprint, Response, request
from marshmallow import Schema

from referee import heavy
from referee.errors import InputError
from referee.games.toolkit.http import as_download, described
from referee.printing.counters import BACKS
from referee.printing.paper import PAPERS
from referee.printing.print_job import USUAL_PAPER, board_file, counters_file
from referee.records.fields import Strict, Text, load
from referee.records.text import show
from referee.surveys.uploads import find_document, game_of
from referee.tables.service import tables

bp = Blueprint("api_printing", __name__, url_prefix="/api")
PDF_TYPE = "application/pdf"


def _paper() -> Text:
    return Text("a paper", longest=20, metadata={"enum": list(PAPERS)})


class BoardQuery(Strict):
    """How a board is printed: on which paper, and how wide a typical square is in millimetres."""

    paper = _paper()
    square = Text("a width in millimetres", longest=20)


class CountersQuery(Strict):
    """How counters are printed: on which paper, and where their backs go."""

    paper = _paper()
    backs = Text("duplex or fold", longest=20, metadata={"enum": list(BACKS)})


_BOARD, _COUNTERS = BoardQuery(), CountersQuery()


@bp.get("/maps/<id_>/board.pdf")
@described("A map, printed", query=_BOARD, answers={200: "PDF at exact size"}, seat=False, kind=PDF_TYPE)
def board(id_: str) -> Response:
    """Return a map as PDF."""
    data = find_document(tables(), "map", id_)
    asked = _read_query(_BOARD)
    paper, square = asked.get("paper", USUAL_PAPER), _read_width(asked.get("square"))
    pdf = heavy.run(heavy.UPLOADS, board_file, game_of("map", id_).id, data, paper, square)
    return pdf_answer(pdf, data["name"], paper.lower())


@bp.get("/counters/<id_>/counters.pdf")
@described(
    "A counter sheet, printed", query=_COUNTERS, answers={200: "PDF at exact size"}, seat=False, kind=PDF_TYPE
)
def counters(id_: str) -> Response:
    """Return the counters of a counter sheet, with their backs, as PDF."""
    data = find_document(tables(), "counters", id_)
    asked = _read_query(_COUNTERS)
    paper, backs = asked.get("paper", USUAL_PAPER), asked.get("backs", "duplex")
    pdf = heavy.run(heavy.UPLOADS, counters_file, game_of("counters", id_).id, data, paper, backs)
    return pdf_answer(pdf, data["name"], "counters", paper.lower())


def pdf_answer(data: bytes, name: str, *more: str) -> Response:
    """Return a PDF as a file to keep: a browser's own viewer prints at a size of its choice."""
    answer = Response(data, content_type=PDF_TYPE)
    answer.headers["Cache-Control"] = "no-cache"
    return as_download(answer, name, *more, ending="pdf")


def _read_query(schema: Schema) -> dict[str, str]:
    asked: dict[str, str] = load(schema, request.args.to_dict(), "The query")
    return asked


def _read_width(said: str | None) -> float | None:
    """Return a width in millimetres; None where none is asked for. Raises InputError."""
    if not said:
        return None
    try:
        return float(said)
    except ValueError:
        raise InputError(f"square: {show(said)} is not a width in millimetres.") from None
