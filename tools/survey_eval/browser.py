"""A page in Chromium that reads the survey's modules from disk and a photograph; no server runs."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, sync_playwright

from referee.config import static_folder
from tools.browser import find_chromium
from tools.served import ARGUMENTS

_ADDRESS = "http://survey.localhost"
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
        with page_in(chromium, photo) as page:
            yield page
        chromium.close()


@contextmanager
def page_in(browser: Browser, photo: Path | None = None) -> Iterator[Page]:
    """Yield such a page of a browser that runs; without a photograph there is no `/photo`."""
    with browser.new_context() as context:
        page = context.new_page()
        page.route(_ADDRESS + "/**", lambda route: _answer(route, photo))
        page.goto(_ADDRESS + "/")
        yield page


def _answer(route: Route, photo: Path | None) -> None:
    name = route.request.url.removeprefix(_ADDRESS).split("?")[0]
    if name == "/":
        route.fulfill(content_type="text/html", body="<!doctype html><title>Survey</title>")
    elif name == "/harness.js":
        route.fulfill(content_type="text/javascript", body=HARNESS.read_text(encoding="utf-8"))
    elif name == "/photo" and photo:
        kind = mimetypes.guess_type(photo.name)[0] or "application/octet-stream"
        route.fulfill(content_type=kind, body=photo.read_bytes())
    elif name.startswith("/static/") and ".." not in name:
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        route.fulfill(content_type=kind, body=(static_folder() / name.removeprefix("/static/")).read_bytes())
    else:
        route.fulfill(status=404, body="")
