"""The page from which boards and counters are printed, for people without a game's box."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.documents import find
from referee.games import registry
from referee.printing.counters import BACKS
from referee.printing.made import USUAL_PAPER
from referee.printing.paper import PAPERS, paper_named
from referee.problems import Problem
from referee.tables.service import tables
from referee.web.pages.library.shelves import offered

bp = Blueprint("printing", __name__)
WAYS = {
    "duplex": ("On both sides", "for a printer that turns the paper"),
    "fold": ("To fold and glue", "for any printer"),
}
"""What the keys call the ways to print the backs."""


@bp.get("/print")
def page() -> str:
    """Show what can be printed."""
    return render_template(
        "print/print.html",
        maps=_printable("map"),
        sheets=_printable("counters"),
        papers=PAPERS.values(),
        usual=USUAL_PAPER,
        ways=[(id_, *WAYS[id_]) for id_ in BACKS],
    )


@bp.get("/print/board")
def board() -> AnyResponse:
    """Lead to the PDF of the board that the form names."""
    id_, paper = request.args.get("map", ""), paper_named(request.args.get("paper", USUAL_PAPER))
    find(tables(), "map", id_)
    return redirect(url_for("api_printing.board", id_=id_, paper=paper.id))


@bp.get("/print/counters")
def counters() -> AnyResponse:
    """Lead to the PDF of the counters that the form names."""
    id_, paper = request.args.get("sheet", ""), paper_named(request.args.get("paper", USUAL_PAPER))
    backs = request.args.get("backs", BACKS[0])
    if backs not in BACKS:
        raise Problem(422, "Choose where the backs of the counters go.")
    find(tables(), "counters", id_)
    return redirect(url_for("api_printing.counters", id_=id_, paper=paper.id, backs=backs))


def _printable(kind: str) -> list[dict[str, Any]]:
    """Return the maps or counter sheets of the games that print."""
    games = registry.games()
    return [entry for entry in offered(kind) if games[entry["system"]].printing]
