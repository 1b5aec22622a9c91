"""A page in Chromium that reads the survey's modules from disk and a photograph; no server runs."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Route, sync_playwright

from referee.paths import static
from tools.browser import find_chromium
from tools.served import ARGUMENTS

ADDRESS = "http://survey.localhost"
HARNESS = Path(__file__).with_name("harness.js")


@contextmanager
def page_with(photo: Path) -> Iterator[Page]:
    """Yield a page that can import `/static/…` and `/harness.js`, and fetch the picture as `/photo`.

    Raises SystemExit if there is no Chromium.
    """
    path = find_chromium()
    if path is None:
        raise SystemExit("There is no Chromium on this machine.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        page = chromium.new_page()
        give_files(page, photo)
        page.goto(ADDRESS + "/")
        yield page
        chromium.close()


def give_files(page: Page, photo: Path | None = None) -> None:
    """Answer what the page asks of `ADDRESS` from the project's files."""
    page.route(ADDRESS + "/**", lambda route: _answer(route, photo))


def _answer(route: Route, photo: Path | None) -> None:
    name = route.request.url.removeprefix(ADDRESS).split("?")[0]
    if name == "/":
        route.fulfill(content_type="text/html", body="<!doctype html><title>Survey</title>")
    elif name == "/harness.js":
        route.fulfill(content_type="text/javascript", body=HARNESS.read_text(encoding="utf-8"))
    elif name == "/photo" and photo:
        kind = mimetypes.guess_type(photo.name)[0] or "application/octet-stream"
        route.fulfill(content_type=kind, body=photo.read_bytes())
    elif name.startswith("/static/") and ".." not in name:
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        route.fulfill(content_type=kind, body=(static() / name.removeprefix("/static/")).read_bytes())
    else:
        route.fulfill(status=404, body="")
