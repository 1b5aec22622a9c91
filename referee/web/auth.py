"""Authentication: the seat of a request, by token or cookie, and the browser, by its own cookie.

A browser holds one cookie for each table. It is HttpOnly, so that no script reads it, and SameSite=Lax; a
request from a browser that changes something must besides come from our own pages (Origin).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from urllib.parse import urlencode, urlsplit

from flask import Flask, Response, current_app, g, request

from referee.config import CODE_LENGTH, CODE_LETTERS, Config
from referee.errors import InputError, Problem
from referee.games import registry
from referee.games.interface import SPECTATOR
from referee.games.toolkit.http import url_at
from referee.tables.seats.devices import JoinResult, JoinStatus
from referee.tables.seats.links import hashed, name_said
from referee.tables.service import tables
from referee.tables.table import LoadedTable, left_sentence
from rules.rulebook.charts import Chart

SEAT_COOKIE = "seat-"
WAIT_COOKIE = "wait-"
"""Before a table's code: the cookie of a device that waits to join a private seat."""
REMATCH_COOKIE = "follow-"
"""Before a table's code: the cookie that identifies one device when it moves to the rematch."""
SEAT_PARAMETER = "as"
"""The query parameter with the seat that a page is for; a script sends it in the header `_PAGE_SEAT`."""
_PAGE_SEAT = "Referee-Seat"
_LEFT = ".left"
"""After the name of a seat: a page of it is for one who looks on since the seat left."""
_WAIT_SECONDS = 24 * 3600
_MAX_TOKEN = 200
_MAX_COOKIES = 200
"""Tables looked up for one browser; browsers keep fewer cookies than that."""
_COOKIE_SECONDS = 400 * 24 * 3600
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_FROM_ANOTHER_SITE = "This request came from another site, so nothing was done."

Params = ParamSpec("Params")
Result = TypeVar("Result")


class SeatChanged(Problem):
    """The page is for one seat, but another tab gave the device another seat."""

    title = "This device changed seats"
    way = "Go on with the seat that it has now, or close this page."

    def __init__(self, code: str, shown: str, *, same: bool = False) -> None:
        # Where its own seat left, or came back, the page begins anew without a question.
        query = "" if same else f"?{urlencode({SEAT_PARAMETER: shown})}"
        there = url_at(f"/t/{code}{query}")
        super().__init__(409, f"This page was for another seat at table {code}.", {"HX-Redirect": there})
        self.onward = (f"/t/{code}", "Show the seat it has now")


def current_seat(code: str) -> str:
    """Return the name of the seat that the request comes from, looked up once for each request.

    Raises Problem: 404 where there is no such table, 401 for a token that is missing, wrong or of another
    table, 409 for a page of a seat that the device no longer has.
    """
    return current_place(code).seat


@dataclass(frozen=True, slots=True)
class Place:
    """What a request may see and do at a table: that of `seat`.

    `page` is what a page of this device is for. If its seat has left, it looks on, and `left` says so.
    """

    seat: str
    page: str
    left: str = ""


def current_place(code: str) -> Place:
    """Return the place of the request, looked up once for each request. Raises as `current_seat`."""
    known: dict[str, Place] = g.setdefault("places", {})
    if code not in known:
        with tables().store.locked(code):
            known[code] = _find_current_place(code)
    return known[code]


def _find_current_place(code: str) -> Place:
    token = seat_token(code)
    seat = tables().seats.seat_of_token(code, token)
    if seat is None:
        raise Problem(
            401,
            "The referee does not know your seat at this table. Join again with its link or its code."
            if token
            else "Only people at this table may ask. Join with its link or its code.",
            {"WWW-Authenticate": 'Bearer realm="table"'},
        )
    place = _place_of(code, seat)
    if place.seat == SPECTATOR and request.method not in _SAFE_METHODS:
        raise Problem(403, place.left or "Spectators see what the tablet shows and change nothing.")
    shown = request.headers.get(_PAGE_SEAT) or request.args.get(SEAT_PARAMETER)
    if shown is not None and shown != place.page:
        raise SeatChanged(code, shown, same=shown in {seat, seat + _LEFT})
    tables().events.mark_seen(code, place.seat)
    return place


def _place_of(code: str, seat: str) -> Place:
    with tables().store.locked(code) as table:
        if table.has_left(seat):
            return Place(SPECTATOR, seat + _LEFT, left_sentence(table, seat))
    return Place(seat, seat)


def seat_token(code: str) -> str:
    """Return the token that the request shows for a table; "" for none."""
    return (bearer() or request.cookies.get(SEAT_COOKIE + code, ""))[:_MAX_TOKEN]


def seat_required(view: Callable[Concatenate[LoadedTable, str, Params], Result]) -> Callable[..., Result]:
    """Return a view that gets the table `code`, locked, and the seat of the request.

    Nothing comes between what it reads and does there. It raises Problem: 404 where there is no such table,
    and whatever `current_seat` raises.
    """

    @wraps(view)
    def whole(code: str, *args: Params.args, **given: Params.kwargs) -> Result:
        request.get_data()  # read before the lock: a slow sender must not block the table
        with tables().store.locked(code) as table:
            return view(table, current_seat(code), *args, **given)

    return whole


def current_seat_or_none(code: str) -> str | None:
    """Return the seat that the request comes from, or None without one; for pages that anyone may open."""
    try:
        return current_seat(code)
    except Problem as problem:
        if problem.status == 401:
            return None
        raise


def seats_of_cookies() -> Iterator[tuple[str, str]]:
    """Yield the code and seat of every table that the browser holds a valid cookie for."""
    shown = {
        name.removeprefix(SEAT_COOKIE): token
        for name, token in request.cookies.items()
        if name.startswith(SEAT_COOKIE)
    }
    tokens = [(code, token) for code, token in shown.items() if is_table_code(code)]
    yield from tables().seats.held(tokens[:_MAX_COOKIES])


def check_first_device(code: str) -> None:
    """Check that the request does not come from a device that others let in. Raises Problem (403).

    Such a device neither answers for the seat's own device nor sends it away.
    """
    if tables().seats.is_guest(code, seat_token(code)):
        raise Problem(
            403, "Others let this device in. Only a device that the seat itself let in can do that."
        )


def is_first_device(code: str) -> bool:
    """Return False for a request from a device that others let in."""
    try:
        check_first_device(code)
    except Problem:
        return False
    return True


def seat_of_cookie(code: str) -> str:
    """Return the seat in the browser's cookie for a table; "" for none."""
    known = tables().seats.find(request.cookies.get(SEAT_COOKIE + code, ""))
    return known.seat if known is not None and known.code == code else ""


def wait_token(code: str) -> str:
    """Return the browser's waiting token at a table; "" if it does not wait there."""
    return request.cookies.get(WAIT_COOKIE + code, "")


def join_token(code: str) -> str:
    """Return the browser's token for its join request at a table, pending or accepted."""
    return wait_token(code) or request.cookies.get(SEAT_COOKIE + code, "")[:_MAX_TOKEN]


def rematch_token(code: str) -> str:
    """Return the token that leads the browser from a table to its rematch; "" for none."""
    return request.cookies.get(REMATCH_COOKIE + code, "")


def with_cookie(answer: Response, name: str, value: str, seconds: int = _COOKIE_SECONDS) -> Response:
    """Return the answer with a cookie that no script can read, kept for this many seconds."""
    answer.set_cookie(
        name, value, seconds, path=url_at("/"), httponly=True, samesite="Lax", secure=request.is_secure
    )
    return answer


def without_cookie(answer: Response, name: str) -> Response:
    """Return the answer with such a cookie removed."""
    answer.delete_cookie(name, url_at("/"), httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def with_rematch_cookie(answer: Response, code: str, mark: str) -> Response:
    """Return the answer with the cookie of the browser's mark at a table."""
    return with_cookie(answer, REMATCH_COOKIE + code, mark)


def is_table_code(code: str) -> bool:
    """Whether a text has the form of a table's code."""
    return len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)


def with_seat_cookie(answer: Response, code: str, token: str) -> Response:
    """Return the answer with the cookie of the browser's seat."""
    return with_cookie(answer, SEAT_COOKIE + code, token)


def with_seat_or_wait_cookie(answer: Response, arrived: JoinResult | JoinStatus) -> Response:
    """Return the answer with the cookie of the browser's seat, or of its request while it waits to join."""
    if arrived.token:
        if wait_token(arrived.code):
            without_cookie(answer, WAIT_COOKIE + arrived.code)
        return with_seat_cookie(answer, arrived.code, arrived.token)
    if isinstance(arrived, JoinResult):
        return with_cookie(answer, WAIT_COOKIE + arrived.code, arrived.wait, _WAIT_SECONDS)
    return answer


def without_seat_cookie(answer: Response, code: str) -> Response:
    """Return the answer with the table's cookie removed."""
    return without_cookie(answer, SEAT_COOKIE + code)


def bearer() -> str:
    """Return the token of the Authorization header, or an empty text."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def refuse_cross_site_requests() -> None:
    """Refuse a change that another site's page sent with our cookies. Run before every request."""
    if request.method in _SAFE_METHODS or bearer():
        return
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if origin is not None and not _is_own_origin(origin):
        raise Problem(403, _FROM_ANOTHER_SITE)
    if origin is None and site not in {None, "same-origin", "none"}:
        raise Problem(403, _FROM_ANOTHER_SITE)


def _is_own_origin(origin: str) -> bool:
    """Whether an Origin header names this server, by the address asked for or by the one the host named."""
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    public: str = current_app.config["PUBLIC_URL"]
    return place == request.host or (bool(public) and place == urlsplit(public).netloc)


NAME_COOKIE = "name"
UPLOADER_FIELD = "by"
"""The form field, and the query parameter, with the uploader's name."""
MAX_TYPED_NAME = 200
"""Characters of a name that are read; a name that is too long is refused."""


def remembered_name() -> str:
    """Return the name that was typed last on this device, "" for none."""
    return _clean_name(request.cookies.get(NAME_COOKIE, ""))


def uploader_name() -> str:
    """Return the uploader's name from the request, "" for none. Raises InputError."""
    return name_said(
        (request.form.get(UPLOADER_FIELD) or request.args.get(UPLOADER_FIELD, ""))[:MAX_TYPED_NAME]
    )


def with_name_cookie(answer: Response, name: str) -> Response:
    """Return the answer with the cookie of a name that was typed; without one the cookie stays as it is."""
    said = _clean_name(name)
    return with_cookie(answer, NAME_COOKIE, said) if said else answer


def _clean_name(name: str) -> str:
    try:
        return name_said(name[:MAX_TYPED_NAME])
    except InputError:
        return ""


UPLOAD_OWNER_COOKIE = "library"
_YEAR_SECONDS = 365 * 24 * 3600
_MAX_OWNER_TOKEN = 200


def upload_owner() -> str:
    """Return this browser's owner ID, "" if it has uploaded nothing yet."""
    token = request.cookies.get(UPLOAD_OWNER_COOKIE, "")[:_MAX_OWNER_TOKEN]
    return hashed(token) if token else ""


def ensure_upload_owner() -> str:
    """Return this browser's owner ID; a browser without one gets its cookie with the answer."""
    if not upload_owner() and "new_owner" not in g:
        config: Config = current_app.extensions["tables"].config
        g.new_owner = config.sources.generation()
    return upload_owner() or hashed(g.new_owner)


def register(app: Flask) -> None:
    """Set the owner cookie for browsers that have just uploaded something."""

    @app.after_request
    def keep(answer: Response) -> Response:
        token = g.pop("new_owner", None)
        return with_cookie(answer, UPLOAD_OWNER_COOKIE, token, _YEAR_SECONDS) if token else answer


def owned_charts(system: str) -> Mapping[str, Chart]:
    """Return the charts in which the table that is asked from has rows of an owner of the book, by name.

    It is that of the query, or of the page that the request comes from; only people at it see them.
    """
    code, game = table_asked_from(), registry.games().get(system)
    if game is None or not game.owners_rows or not code:
        return {}
    try:
        current_seat(code)
        with tables().store.locked(code) as table:
            same = table.game.system == system
            return game.owners_charts(table.match.options) if same else {}
    except Problem:
        return {}


def table_asked_from() -> str:
    """Return the code of the table that the query names, or that the page of a request is of; or ""."""
    page = urlsplit(request.headers.get("HX-Current-URL") or request.referrer or "")
    found = _AT_TABLE.search(page.path)
    return request.args.get("table", "") or (found[1] if found else "")


_AT_TABLE = re.compile(r"/t/([A-Z0-9]{4,12})(?:/|$)")
