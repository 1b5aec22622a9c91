"""The rulebook as pages: an index, a case, a search, and a clear answer to an unknown number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.games import registry
from referee.web.api.links import url_at
from referee.web.pages.rulebook.linking import case_url, known, readable_books
from rules.rulebook import Case, Chart, Rulebook, UnknownCase

bp = Blueprint("rules", __name__)
SHOWN_HITS = 20
FEW = 6
"""Hits of each game where all are searched."""
LONGEST_QUERY = 200


@bp.get("/rules")
def every() -> AnyResponse:
    """Show the rulebooks of all games, and what a search found in each; where there is one game, its own.

    A number that one rulebook alone has leads to its case. A search box is sent the hits alone.
    """
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    books = readable_books()
    if len(books) == 1:
        return redirect(
            url_at(f"/rules/{next(iter(books))}") + (f"?{urlencode({'q': query})}" if query else "")
        )
    if request.headers.get("HX-Target", "").endswith("hits"):
        return _varied(render_template("rules/_every_hits.html", found=_found(query, books)))
    having = [system for system in books if query and known(query, system)]
    if len(having) == 1:
        return _varied(redirect(case_url(books[having[0]].case(query).number, having[0])))
    shown = [{"title": registry.games()[system].title, "url": url_at(f"/rules/{system}")} for system in books]
    page = render_template(
        "rules/every.html", books=shown, found=_found(query, books), query=query, search_url=url_at("/rules")
    )
    return _varied(page)


def _found(query: str, books: Iterable[str]) -> dict[str, Any]:
    """Return what the rulebooks say to a query, those with hits first, each with its best few."""
    answers = [
        {**search(query, system), "title": registry.games()[system].title, "url": url_at(f"/rules/{system}")}
        for system in books
    ]
    groups = [
        {**one, "more": len(one["hits"]) > FEW, "hits": one["hits"][:FEW]} for one in answers if one["hits"]
    ]
    return {"query": query, "groups": groups}


@bp.get("/rules/<system>")
def index(system: str) -> Response:
    """Show the sections and charts, and what a search found.

    A search box is sent the hits alone, and the sheet, which has a search box of its own, the lists alone.
    """
    book = _book(system)
    query = request.args.get("q", "").strip()[:LONGEST_QUERY]
    hits = search(query, system)
    if request.headers.get("HX-Target", "").endswith("hits"):
        return _varied(render_template("rules/_hits.html", search=hits))
    if query and known(query, system):
        return _varied(redirect(case_url(book.case(query).number, system)))
    if request.headers.get("HX-Request"):
        return _varied(render_template("rules/_index.html", book=contents(system), system=system))
    shown = {"book": contents(system), "search": hits if query else None, "query": query}
    return _varied(
        render_template("rules/index.html", **shown, system=system, search_url=url_at(f"/rules/{system}"))
    )


@bp.get("/rules/<system>/<number>")
def case(system: str, number: str) -> Response:
    """Show one case; to htmx the case alone."""
    book = _book(system)
    alone = bool(request.headers.get("HX-Request"))
    around = {"query": "", "search_url": url_at(f"/rules/{system}"), "system": system}
    try:
        rows, column = request.args.getlist("row"), request.args.get("column", "")
        shown = case_view(book.case(number), rows, column, system)
    except UnknownCase as unknown:
        name = "rules/_unknown.html" if alone else "rules/unknown.html"
        return _varied(render_template(name, unknown=unknown_view(unknown, system), **around), 404)
    name = "rules/_case.html" if alone else "rules/case.html"
    return _varied(render_template(name, case=shown, **around))


def contents(system: str) -> dict[str, Any]:
    """Return the title, sections and charts of a rulebook, whether it has rulings, and the ways to others."""
    cases = _book(system).cases
    return {
        "title": registry.game(system).title,
        "sections": [link(c.number, system) for c in cases if c.number.endswith(".0")],
        "charts": [
            {"number": c.number, "title": chart.title, "url": case_url(c.number, system)}
            for c in cases
            for chart in c.charts
        ],
        "has_rulings": any(case.notes for case in cases),
        "others": [
            {"title": game.title, "url": url_at(f"/rules/{id_}")}
            for id_, game in registry.games().items()
            if id_ != system
        ],
    }


def search(query: str, system: str) -> dict[str, Any]:
    """Return a rulebook's answers to `query`, best first; for an unknown number the nearest cases."""
    book = _book(system)
    hits = book.search(query)[:SHOWN_HITS] if query else []
    unknown = book.unknown(query) if query and not hits else None
    return {
        "unknown": unknown_view(unknown, system) if unknown and unknown.nearest else None,
        "query": query,
        "advice": book.searches.advice,
        "count": "One case" if len(hits) == 1 else f"{len(hits)} cases",
        "hits": [{**link(h.case.number, system), "excerpt": h.excerpt.pieces} for h in hits],
    }


def link(number: str, system: str) -> dict[str, str]:
    """Return what a line that leads to a case shows."""
    entry = _book(system).case(number)
    return {"number": entry.number, "title": entry.title, "url": case_url(entry.number, system)}


def case_view(shown: Case, rows: Sequence[str] = (), column: str = "", system: str = "") -> dict[str, Any]:
    """Return a case as its page shows it; in its charts the `rows` and the `column` of a roll are marked.

    Without `system` it is a case of the default game.
    """
    system = system or registry.default()
    cases = _book(system).cases
    numbers = [c.number for c in cases]
    here = numbers.index(shown.number)
    is_section = shown.number == shown.section
    parts = [c.number for c in cases if is_section and c.section == shown.number and c != shown]
    links = (("Cases", parts), ("Refers to", shown.refers_to), ("Referred to by", shown.referred_by))
    return {
        "number": shown.number,
        "title": shown.title,
        "book": {"title": registry.game(system).title, "url": url_at(f"/rules/{system}")},
        "section": None if is_section else link(shown.section, system),
        "text": shown.text,
        "notes": shown.notes,
        "charts": [_chart(n, chart, rows, column) for n, chart in enumerate(shown.charts, 1)],
        "links": [
            {"title": title, "cases": [link(n, system) for n in group]} for title, group in links if group
        ],
        "previous": link(numbers[here - 1], system) if here else None,
        "next": link(numbers[here + 1], system) if here + 1 < len(numbers) else None,
    }


def unknown_view(unknown: UnknownCase, system: str) -> dict[str, Any]:
    """Return the answer to a number that a rulebook does not have."""
    return {"sentence": str(unknown), "nearest": [link(n, system) for n in unknown.nearest]}


def _chart(n: int, chart: Chart, rows: Sequence[str], column: str) -> dict[str, Any]:
    marked = [row for row in chart.rows if row[0] in rows]
    across = chart.columns.index(column) if marked and column in chart.columns[1:] else 0
    return {
        "marked": [row[0] for row in marked],
        "across": across,
        "said": _said(marked, across, column) if marked else "",
        "id": f"{chart.case}-{n}",
        "title": chart.title,
        "units": chart.units,
        "columns": chart.columns,
        "rows": chart.rows,
        "notes": chart.notes,
    }


def _said(marked: Sequence[Sequence[str]], across: int, column: str) -> str:
    """Return in words what is marked: rows, column, and the entry where they meet in one cell."""
    where = "; ".join(row[0] for row in marked)
    if across:
        where += f", column {column}"
    only = across or (1 if len(marked[0]) == 2 else 0)
    return f"{where}: {'; '.join(row[only] for row in marked)}" if only else where


def _book(system: str) -> Rulebook:
    if system not in registry.games():
        abort(404, f"There are no rules for “{system[:40]}” here.")
    return registry.games()[system].rulebook()


def _varied(page: str | AnyResponse, status: int | None = None) -> Response:
    answer = make_response(page)
    answer.headers["Vary"] = "HX-Request, HX-Target"
    if status:
        answer.status_code = status
    return answer
