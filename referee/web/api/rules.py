"""The rulebook over HTTP."""

from __future__ import annotations

from flask import Blueprint, Response, request

from referee.errors import Problem
from referee.games import registry
from referee.games.toolkit.http import described, json_response
from referee.records.fields import load
from referee.records.text import show
from referee.web.api import schemas
from referee.web.auth import owned_charts
from rules.rulebook.rulebook import Rulebook, UnknownCase, UnknownChart

bp = Blueprint("api_rules", __name__, url_prefix="/api/rules")
_SEARCH = schemas.SearchSchema()
_MAX_HITS = 50


@bp.get("/<system>/cases/<number>")
@described(
    "One case of the rulebook",
    answers={200: "the case", 404: "no such case, with the nearest ones"},
    seat=False,
    members=("number", "title", "text", "notes", "charts", "refers_to", "referred_by"),
)
def case(system: str, number: str) -> Response:
    """Return a case with its text, notes, charts and references."""
    try:
        return json_response(_book(system).case(number).to_json())
    except UnknownCase as unknown:
        nearest = list(unknown.nearest)
        hint = f" The nearest are {', '.join(nearest)}." if nearest else ""
        raise Problem(404, f"The rulebook has no case {show(number)}.{hint}", nearest=nearest) from None


@bp.get("/<system>/search")
@described(
    "Search the rulebook",
    query=_SEARCH,
    answers={200: "the matching cases, best first"},
    seat=False,
    members=("query", "hits"),
)
def search(system: str) -> Response:
    """Return the cases that match a search, best first."""
    book = _book(system)
    query = load(_SEARCH, request.args.to_dict(), "The query")["q"].strip()
    hits = book.search(query)[:_MAX_HITS] if query else []
    return json_response({"query": query, "hits": [hit.to_json() for hit in hits]})


@bp.get("/<system>/charts")
@described("The charts of a game", answers={200: "the charts"}, seat=False, members=("charts",))
def charts(system: str) -> Response:
    """Return the name, the case and the title of each chart."""
    listed = _book(system).charts.values()
    return json_response(
        {"charts": [{"name": one.name, "case": one.case, "title": one.title} for one in listed]}
    )


@bp.get("/<system>/charts/<chart>")
@described(
    "One chart, with the rows of its own of a `table` that this device is at",
    query=schemas.AtTableSchema(),
    answers={200: "the chart", 404: "no such chart, with those that are there"},
    seat=False,
    members=("name", "case", "title", "dice", "modifiers", "columns", "rows", "units", "notes"),
)
def chart(system: str, chart: str) -> Response:
    """Return a chart: what is rolled on it, and what each total means."""
    try:
        shown = owned_charts(system).get(chart) or _book(system).chart(chart)
        return json_response(shown.to_json())
    except UnknownChart as unknown:
        raise Problem(404, str(unknown)) from None


def _book(system: str) -> Rulebook:
    if system not in registry.games():
        raise Problem(404, registry.no_rules_of(system))
    return registry.games()[system].rulebook()
