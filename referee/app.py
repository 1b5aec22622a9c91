"""The app, put together: one blueprint for each area, one error handler, one set of headers."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import heavy
from referee.config import Config, templates_folder
from referee.games import registry
from referee.surveys.service import Surveys
from referee.tables.record import plugin_error
from referee.tables.seats.pins import network_of
from referee.tables.service import Tables
from referee.web import addresses, api, auth, error_handlers, pages, static_files
from referee.web.auth import refuse_cross_site_requests
from referee.web.host import host_of
from referee.web.limits import Quota, limit_creations
from referee.web.monitoring import log_as_json, serve_metrics
from referee.web.static_files import compress

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_CONTENT_SECURITY_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " img-src 'self' data: blob:; object-src 'none'"
)
_ONE_YEAR = "max-age=31536000"
_MAX_FORM_BYTES = 64_000
_FULL_COLLECTION_INTERVAL = 1000
"""Young garbage collections before a full one."""
_HEADERS = {
    "Content-Security-Policy": _CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": with that a browser sends `Origin: null` with the forms of our own pages.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class _SyncFlask(Flask):
    """A Flask app without coroutines: it skips Flask's check of every view at every request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(config: Config | Mapping[str, Any] | None = None) -> Flask:
    """Build the app. `config` is a `Config` or some of its settings; the rest comes from the environment.

    Raises InputError when the database cannot be opened.
    """
    settings = Config.of(config)
    app = _SyncFlask("referee", template_folder=str(templates_folder()), static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    connect(app, settings)
    if settings.log:
        log_as_json(app)
    if settings.metrics:
        serve_metrics(app, app.extensions["tables"], settings.metrics)
    error_handlers.register(app, plugin_error)
    addresses.register(app)
    app.before_request(_limit_form)
    app.before_request(_note_network)
    addresses.register_prefix(app)
    app.before_request(refuse_cross_site_requests)
    app.before_request(limit_creations)
    static_files.register(app)
    api.register(app)
    pages.register(app)
    auth.register(app)
    addresses.check_prefix(app, settings.root)
    app.after_request(partial(_add_headers, _headers(settings)))
    app.after_request(compress)
    return app


def connect(app: Flask, settings: Config) -> None:
    """Give an app its settings, and its tables and surveys in their database. Raises InputError, as above."""
    app.config.update(
        PUBLIC_URL=settings.address or settings.public_url,
        ADDRESS=settings.address,
        PROXIED=settings.proxied,
        TESTING=settings.testing,
        MAX_CONTENT_LENGTH=settings.max_body,
        MAX_FORM_MEMORY_SIZE=_MAX_FORM_BYTES,
    )
    if settings.root or settings.proxied:
        served = addresses.mount_below_prefix(app.wsgi_app, settings.root)
        if settings.proxied:
            # No header changes the path of a host that has named its address.
            served = _last_forwarded_address(ProxyFix(served, x_for=1, x_prefix=0 if settings.address else 1))
        app.wsgi_app = served  # type: ignore[assignment,method-assign]
    tables = app.extensions["tables"] = Tables(settings)
    app.extensions["host"] = host_of(tables)
    app.extensions["surveys"] = Surveys(tables.database, settings, tables.events)
    app.extensions["quota"] = Quota(settings.new_per_hour, settings.sources.clock)


def _last_forwarded_address(app: WSGIApplication) -> WSGIApplication:
    """Keep only the last address in X-Forwarded-For: the one that the proxy added.

    A quotation mark in what a client sent itself would have Werkzeug see none at all.
    """

    def one_address(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if told := environ.get("HTTP_X_FORWARDED_FOR"):
            environ["HTTP_X_FORWARDED_FOR"] = told.rpartition(",")[2]
        return app(environ, start_response)

    return one_address


def warm_up(app: Flask) -> None:
    """Prepare what the first player would otherwise wait for."""
    rules = registry.game(registry.default())
    match = rules.match(rules.read_options({}), app.extensions["tables"].store)
    match.prepare()
    # All this stays as long as the server: no full collection walks through it in a tap any more. One that
    # walks through five hundred tables takes 0.2 s, so they are rare; the young ones find nearly everything.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _FULL_COLLECTION_INTERVAL)


def _limit_form() -> None:
    """Bound a form without files: Werkzeug's own limit of a form holds only where it has parts."""
    if request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = _MAX_FORM_BYTES


def _note_network() -> None:
    """Note for whom this request works: each network has its turn with heavy work."""
    heavy.network.set(network_of(request.remote_addr or ""))


def _headers(settings: Config) -> dict[str, str]:
    """Return the headers of every answer. A host behind TLS is asked for by TLS alone from then on (HSTS)."""
    behind_tls = settings.address.startswith("https:")
    return {**_HEADERS, **({"Strict-Transport-Security": _ONE_YEAR} if behind_tls else {})}


def _add_headers(headers: Mapping[str, str], answer: Response) -> Response:
    # One look at the names: each `setdefault` would walk through all of them.
    there = {name.lower() for name, _ in answer.headers}
    for name, value in headers.items():
        if name.lower() not in there:
            answer.headers.add(name, value)
    if answer.mimetype == "text/html":
        # No cache may keep what a seat sees, or a list of one's tables.
        answer.headers.setdefault("Cache-Control", "no-store" if request.cookies else "no-cache")
    return answer
