"""The rulebook as pages, the help, and both without a network."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Never
from urllib.parse import quote, urlencode

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from referee import config
from referee.games import registry
from referee.games.interface import Game, Json, Screens
from referee.games.toolkit.http import case_url, url_at
from referee.records.text import show
from referee.web.addresses import safe_path
from referee.web.auth import owned_charts, table_asked_from
from referee.web.pages.game_screens import ask_each_game
from referee.web.pages.start import YEAR_SECONDS
from referee.web.static_files import FINGERPRINT
from rules.rulebook.charts import Chart
from rules.rulebook.rulebook import Case, Rulebook, UnknownCase, UnknownChart

log = logging.getLogger("referee")


def is_known_case(number: str, system: str) -> bool:
    """Whether a game's rulebook has the case."""
    return registry.game(system).rulebook().unknown(number) is None


def readable_books() -> Mapping[str, Rulebook]:
    """Return the rulebook of every game by its id, without those games whose rulebook cannot be read."""
    books: dict[str, Rulebook] = {}
    for id_, game in registry.games().items():
        try:
            books[id_] = game.rulebook()
        except Exception as error:  # noqa: BLE001 - a stranger's game may fail in any way
            log.warning("The rulebook of the game %s cannot be read: %s", show(id_), type(error).__name__)
    return books


bp = Blueprint("rules", __name__)
MAX_HITS = 20
HITS_PER_GAME = 6
"""Hits of each game where all are searched."""
MAX_QUERY = 200


@bp.get("/rules")
def all_rulebooks() -> AnyResponse:
    """Show the rulebooks of all games, and what a search found in each; where there is one game, its own.

    A number that one rulebook alone has leads to its case. A search box is sent the hits alone.
    """
    query = request.args.get("q", "").strip()[:MAX_QUERY]
    books = readable_books()
    if len(books) == 1:
        return redirect(
            url_at(f"/rules/{next(iter(books))}") + (f"?{urlencode({'q': query})}" if query else "")
        )
    if request.headers.get("HX-Target", "").endswith("hits"):
        return _fragment_or_page(
            render_template("rules/_all_books_hits.html", found=_search_all(query, books))
        )
    having = [system for system in books if query and is_known_case(query, system)]
    if len(having) == 1:
        return _fragment_or_page(redirect(case_url(books[having[0]].case(query).number, having[0])))
    shown = [{"title": registry.games()[system].title, "url": url_at(f"/rules/{system}")} for system in books]
    page = render_template(
        "rules/all_books.html",
        books=shown,
        found=_search_all(query, books),
        query=query,
        search_url=url_at("/rules"),
    )
    return _fragment_or_page(page)


def _search_all(query: str, books: Iterable[str]) -> dict[str, Any]:
    """Return what the rulebooks say to a query, those with hits first, each with its best few."""
    answers = [
        {**search(query, system), "title": registry.games()[system].title, "url": url_at(f"/rules/{system}")}
        for system in books
    ]
    groups = [
        {**one, "more": len(one["hits"]) > HITS_PER_GAME, "hits": one["hits"][:HITS_PER_GAME]}
        for one in answers
        if one["hits"]
    ]
    return {"query": query, "groups": groups}


@bp.get("/rules/<system>")
def index(system: str) -> Response:
    """Show the sections and charts, and what a search found.

    A search box is sent the hits alone, and the sheet, which has its own search box, only the lists.
    """
    book = _book(system)
    query = request.args.get("q", "").strip()[:MAX_QUERY]
    hits = search(query, system)
    if request.headers.get("HX-Target", "").endswith("hits"):
        return _fragment_or_page(render_template("rules/_hits.html", search=hits))
    if query and is_known_case(query, system):
        return _fragment_or_page(redirect(case_url(book.case(query).number, system)))
    if request.headers.get("HX-Request"):
        return _fragment_or_page(render_template("rules/_index.html", book=contents(system), system=system))
    shown = {"book": contents(system), "search": hits if query else None, "query": query}
    return _fragment_or_page(
        render_template("rules/index.html", **shown, system=system, search_url=url_at(f"/rules/{system}"))
    )


@bp.get("/rules/<system>/<number>")
def case(system: str, number: str) -> Response:
    """Show one case; to htmx the case alone."""
    book = _book(system)
    try:
        rows, column = request.args.getlist("row"), request.args.get("column", "")
        shown = case_view(book.case(number), rows, column, system, owned_charts(system))
    except UnknownCase as unknown:
        told = unknown_view(unknown, system)
        return _alone_or_page("rules/_unknown.html", "No such case", system, 404, unknown=told)
    return _alone_or_page("rules/_case.html", f"{shown['number']} {shown['title']}", system, case=shown)


@bp.get("/rules/<system>/chart/<chart>")
def chart(system: str, chart: str) -> Response:
    """Show one chart, with the row of a `roll` marked; to htmx the chart alone."""
    book = _book(system)
    try:
        shown = owned_charts(system).get(chart) or book.chart(chart)
    except UnknownChart as unknown:
        abort(404, str(unknown))
    told = chart_view(shown, request.args.get("roll", type=int), system)
    return _alone_or_page("rules/_chart_page.html", shown.title, system, chart=told)


def _alone_or_page(part: str, title: str, system: str, status: int | None = None, **shown: Json) -> Response:
    """Return a part of the rulebook: to htmx alone, to anybody else in a page with the search."""
    name = part if request.headers.get("HX-Request") else "rules/page.html"
    around = {"query": "", "search_url": url_at(f"/rules/{system}"), "system": system}
    return _fragment_or_page(render_template(name, part=part, title=title, **around, **shown), status)


def chart_view(shown: Chart, roll: int | None, system: str) -> dict[str, Any]:
    """Return a chart as its own page shows it: what is rolled, what is added, and the row of a roll."""
    marked = [] if roll is None or shown.dice is None else [shown.row(roll).label]
    rolls = [row.roll for row in shown.entries if row.roll]
    return {
        **_chart(1, shown, marked, "", ""),
        "book": {"title": registry.game(system).title, "url": url_at(f"/rules/{system}")},
        "case": case_link(shown.case, system),
        "url": chart_url(shown, system).partition("?")[0],
        "dice": "" if shown.dice is None else str(shown.dice),
        "modifiers": [
            {"name": one.name, "value": f"{one.value:+}".replace("-", "−")} for one in shown.modifiers
        ],
        "table": table_asked_from() if shown.owned else "",
        "roll": roll,
        "least": min((low for low, _ in rolls), default=0),
        "most": max((high for _, high in rolls), default=0),
    }


def chart_url(shown: Chart, system: str) -> str:
    """Return the address of a chart's own page, at the table that is asked from if rows are its own."""
    query = f"?{urlencode({'table': table_asked_from()})}" if shown.owned else ""
    return url_at(f"/rules/{system}/chart/{quote(shown.name, safe='')}{query}")


def contents(system: str) -> dict[str, Any]:
    """Return the title, sections and charts of a rulebook, whether it has rulings, and the ways to others."""
    cases = _book(system).cases
    return {
        "title": registry.game(system).title,
        "sections": [case_link(c.number, system) for c in cases if c.number.endswith(".0")],
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
    hits = book.search(query)[:MAX_HITS] if query else []
    unknown = book.unknown(query) if query and not hits else None
    return {
        "unknown": unknown_view(unknown, system) if unknown and unknown.nearest else None,
        "query": query,
        "advice": book.searches.advice,
        "count": "One case" if len(hits) == 1 else f"{len(hits)} cases",
        "hits": [{**case_link(h.case.number, system), "excerpt": h.excerpt.pieces} for h in hits],
    }


def case_link(number: str, system: str) -> dict[str, str]:
    """Return what a line that leads to a case shows."""
    entry = _book(system).case(number)
    return {"number": entry.number, "title": entry.title, "url": case_url(entry.number, system)}


def case_view(
    shown: Case,
    rows: Sequence[str] = (),
    column: str = "",
    system: str = "",
    owned: Mapping[str, Chart] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return a case as its page shows it; in its charts the `rows` and the `column` of a roll are marked.

    Without `system` it is a case of the default game. Charts in `owned` stand for those of the same name.
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
        "section": None if is_section else case_link(shown.section, system),
        "text": shown.text,
        "notes": shown.notes,
        "charts": [
            _chart(n, owned.get(one.name, one), rows, column, system) for n, one in enumerate(shown.charts, 1)
        ],
        "links": [
            {"title": title, "cases": [case_link(n, system) for n in group]}
            for title, group in links
            if group
        ],
        "previous": case_link(numbers[here - 1], system) if here else None,
        "next": case_link(numbers[here + 1], system) if here + 1 < len(numbers) else None,
    }


def unknown_view(unknown: UnknownCase, system: str) -> dict[str, Any]:
    """Return the answer to a number that a rulebook does not have."""
    return {"sentence": str(unknown), "nearest": [case_link(n, system) for n in unknown.nearest]}


def _chart(n: int, chart: Chart, rows: Sequence[str], column: str, system: str) -> dict[str, Any]:
    """Return a chart as a table, with `system` with a link to its own page where it is rolled on."""
    marked = [row for row in chart.rows if row[0] in rows]
    across = chart.columns.index(column) if marked and column in chart.columns[1:] else 0
    return {
        "marked": [row[0] for row in marked],
        "across": across,
        "said": _marked_sentence(marked, across, column) if marked else "",
        "id": f"{chart.case}-{n}",
        "title": chart.title,
        "units": chart.units,
        "columns": chart.columns,
        "rows": chart.rows,
        "notes": chart.notes,
        "lost": chart.lost,
        "owned": chart.owned,
        "looked_up": chart_url(chart, system) if system and chart.dice is not None else "",
    }


def _marked_sentence(marked: Sequence[Sequence[str]], across: int, column: str) -> str:
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


def _fragment_or_page(page: str | AnyResponse, status: int | None = None) -> Response:
    answer = make_response(page)
    answer.headers["Vary"] = "HX-Request, HX-Target, HX-Current-URL, Referer"
    if status:
        answer.status_code = status
    return answer


help_bp = Blueprint("help", __name__)
HELP_COOKIE = "help"
ALL_DISMISSED = "read"
"""The cookie's word for a device that has put the card of every game away."""
SEPARATOR = "."
"""Separates the games in the cookie."""


@help_bp.get("/help")
def help_page() -> Response:
    """Tell how the screens work, of every game: to htmx the sentences alone, to anybody else the page."""
    return _help_response(ask_each_game(partial(_help_of, games=registry.games().values())))


@help_bp.get("/help/<system>")
def game_help(system: str) -> Response:
    """Tell how the screens work, of one game."""
    if system not in registry.games():
        abort(404, f"There is no game “{system[:40]}” here.")
    game = registry.game(system)
    screens = game.screens
    return _help_response([] if screens is None else _help_of(game, screens, [game]))


@help_bp.post("/help")
def dismiss_first_help() -> AnyResponse:
    """Put the first help of a game away for good on this device. Without a script the page comes back."""
    answer: AnyResponse = (
        Response()
        if request.headers.get("HX-Request")
        else redirect(url_at(safe_path(request.form.get("back", "/"))), 303)
    )
    told = _dismissed_games() | (
        {request.form.get("system", ALL_DISMISSED)} & {ALL_DISMISSED, *registry.games()}
    )
    answer.set_cookie(
        HELP_COOKIE, SEPARATOR.join(sorted(told)), path=url_at("/"), max_age=YEAR_SECONDS, samesite="Lax"
    )
    return answer


def first_help(system: str) -> str:
    """Return the template of a game's card for newcomers, "" where it has none or it has been put away."""
    screens = registry.game(system).screens
    return "" if screens is None or {ALL_DISMISSED, system} & _dismissed_games() else screens.first_help


def _dismissed_games() -> set[str]:
    """Return the games whose card this device has put away."""
    kept = request.cookies.get(HELP_COOKIE, "").split(SEPARATOR)
    return {ALL_DISMISSED, *registry.games()} & set(kept)


def _help_of(game: Game, screens: Screens[Never], games: Collection[Game]) -> list[Json]:
    """Return the help of one of a page's `games`, with its title; [] where it has none."""
    if not screens.help:
        return []
    told = Markup(render_template(screens.help, games=games))  # noqa: S704 - a template escapes by itself
    return [{"id": game.id, "title": game.title, "told": told}]


def _help_response(games: Sequence[Json]) -> Response:
    alone = request.headers.get("HX-Request")
    system = games[0]["id"] if len(games) == 1 else ""
    name = "help/_help.html" if alone else "help/help.html"
    answer = make_response(render_template(name, games=games, system=system))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


offline_bp = Blueprint("offline", __name__)
OFFLINE_FILES = (
    "page/page.css", "page/light.css", "page/sizes.css", "vendor/htmx.min.js", "page/page.js",
    "page/dialogs.js", "page/dom.js", "page/focus.js", "page/history.js", "page/offline.js",
    "page/requests.js", "page/theme.js", "icon.svg", "icon-192.png",
)  # fmt: skip
"""The static files that a rule page uses."""
OFFLINE_TEMPLATES = (
    "rules/*.html",
    "base.html",
    "page/_top.html",
    "page/_theme.html",
    "page/_case_dialog.html",
    "page/offline.html",
    "page/sw.js",
)
"""The templates of rule pages, the offline page and the service worker."""
PNG_SIZES = (192, 512)


@offline_bp.get("/sw.js")
def service_worker() -> Response:
    """Serve the worker from the root, so that it may answer for every rule page."""
    kept = [url_for("static", filename=name, fingerprint=None) for name in OFFLINE_FILES]
    pages = [url_at("/rules")] + [
        offline_page
        for id_, cases in _cases_by_game().items()
        for offline_page in (url_at(f"/rules/{id_}"), *_addresses(cases, id_))
    ]
    answer = make_response(
        render_template("page/sw.js", version=offline_version(), files=kept, pages=pages, mark=FINGERPRINT)
    )
    answer.mimetype = "text/javascript"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _addresses(cases: Iterable[Case], system: str) -> Iterator[str]:
    """Yield the addresses of cases, each with those of the charts that are rolled on there."""
    for case in cases:
        yield case_url(case.number, system)
        yield from (chart_url(chart, system) for chart in case.charts if chart.dice is not None)


@offline_bp.get("/offline")
def offline_page() -> str:
    """Show the page for offline use, which the service worker caches."""
    return render_template("page/offline.html", games=registry.games().values())


@offline_bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the app to a device that installs it."""
    # Without the mark: a device asks its owner again when the address of an app's icon changes.
    vector = url_for("static", filename="icon.svg", fingerprint=None)
    icons = [{"src": vector, "sizes": "any", "type": "image/svg+xml"}]
    for n in PNG_SIZES:
        address = url_for("static", filename=f"icon-{n}.png", fingerprint=None)
        icons.append({"src": address, "sizes": f"{n}x{n}", "type": "image/png"})
    answer = jsonify(
        {
            "name": "Referee",
            "short_name": "Referee",
            "description": "A referee for games played with the cardboard set.",
            "start_url": url_at("/"),
            "display": "standalone",
            "background_color": "#14171c",
            "theme_color": "#14171c",
            "icons": icons,
        }
    )
    answer.mimetype = "application/manifest+json"
    return answer


@cache
def offline_version() -> str:
    """Return a mark that changes with any kept file, any template of a rule page, or a rulebook."""
    digest = hashlib.sha256()
    for name in OFFLINE_FILES:
        digest.update((config.static_folder() / name).read_bytes())
    for pattern in OFFLINE_TEMPLATES:
        for template in sorted(config.templates_folder().glob(pattern)):
            digest.update(template.read_bytes())
    for cases in _cases_by_game().values():
        digest.update(repr(cases).encode())
    return digest.hexdigest()[:16]


def _cases_by_game() -> Mapping[str, Sequence[Case]]:
    """Return the cases of every game whose rulebook can be read, by its id."""
    return {id_: book.cases for id_, book in readable_books().items()}
