"""The app installed, and the rulebook with no network: a manifest, and a worker that keeps the rule pages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache

from flask import Blueprint, Response, jsonify, make_response, render_template, url_for

from referee import paths
from referee.games import registry
from referee.static_files import MARK
from referee.web.api.links import url_at
from referee.web.pages.rulebook.linking import case_url, readable_books
from rules.rulebook_cases import Case

bp = Blueprint("offline", __name__)
KEPT_FILES = (
    "app.css", "light.css", "pages.css", "htmx.min.js", "app.js", "asking.js", "back.js", "find.js",
    "focus.js", "installed.js", "offline.js", "root.js", "sheet.js", "theme.js", "icon.svg", "icon-192.png",
)  # fmt: skip
"""What a rule page refers to."""
ITS_TEMPLATES = ("rules/*.html", "base.html", "_top.html", "_theme.html", "_sheet.html", "offline/*")
"""What a rule page, the page shown with no network, and the worker that keeps it, are made of."""
PNG_SIZES = (192, 512)


@bp.get("/sw.js")
def worker() -> Response:
    """Serve the worker from the root, so that it may answer for every rule page."""
    kept = [url_for("static", filename=name, mark=None) for name in KEPT_FILES]
    pages = [url_at("/rules")] + [
        page
        for id_, cases in _books().items()
        for page in (url_at(f"/rules/{id_}"), *(case_url(case.number, id_) for case in cases))
    ]
    answer = make_response(
        render_template("offline/sw.js", version=edition(), files=kept, pages=pages, mark=MARK)
    )
    answer.mimetype = "text/javascript"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/offline")
def page() -> str:
    """Show what stands in for a page that cannot be reached; the worker keeps it."""
    return render_template("offline/page.html", games=registry.games().values())


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the app to a device that installs it."""
    # Without the mark: a device asks its owner again when the address of an app's icon changes.
    vector = url_for("static", filename="icon.svg", mark=None)
    icons = [{"src": vector, "sizes": "any", "type": "image/svg+xml"}]
    for n in PNG_SIZES:
        address = url_for("static", filename=f"icon-{n}.png", mark=None)
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
def edition() -> str:
    """Return a mark that changes with any kept file, any template of a rule page, or a rulebook."""
    digest = hashlib.sha256()
    for name in KEPT_FILES:
        digest.update((paths.static() / name).read_bytes())
    for pattern in ITS_TEMPLATES:
        for template in sorted(paths.templates().glob(pattern)):
            digest.update(template.read_bytes())
    for cases in _books().values():
        digest.update(repr(cases).encode())
    return digest.hexdigest()[:16]


@cache
def _books() -> Mapping[str, Sequence[Case]]:
    """Return the cases of every game whose rulebook can be read, by its id."""
    return {id_: book.cases for id_, book in readable_books().items()}
