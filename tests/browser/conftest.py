"""A real server and a real browser for tests that do what a person does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tools.api_table import hold
from tools.browser import find_chromium
from tools.served import ARGUMENTS, listen_for_errors, serving
from tools.survey_eval.browser import page_in

TABLET = (1280, 800)
TABLET_UPRIGHT = (800, 1280)
PHONE = (390, 844)
LANDSCAPE = (844, 390)
OpenPage = Callable[..., Page]
EXPORTED = """addEventListener("DOMContentLoaded", () => {
  const scripts = document.querySelectorAll("script[type=module], link[rel=modulepreload]");
  for (const { src, href } of scripts) import(src ?? href).then((names) => Object.assign(window, names));
})"""
"""Lets a test name what the modules of a page export: `page.evaluate("view.scale")`. The page never does."""
expect.set_options(
    timeout=20_000
)  # ms; how long a busy machine may take before what is expected counts as missing


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as a browser test."""
    here = str(Path(__file__).parent) + os.sep
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the real thing with a database of its own; gives its address. All tests of a worker share it."""
    with serving(tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium. Without one the test is skipped; with CI=true it fails."""
    path = find_chromium()
    if path is None:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("There is no Chromium on this machine.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


def new_device(
    browser: Browser,
    server: str,
    errors: list[str],
    *,
    dark: bool,
    touch: bool,
    moving: bool = False,
    worker: bool = False,
) -> BrowserContext:
    """Return a device on which nothing was opened; what goes wrong on its pages goes into `errors`."""
    context = browser.new_context(
        base_url=server,
        has_touch=touch,
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if moving else "reduce",
        service_workers="allow" if worker else "block",
    )
    context.add_init_script(EXPORTED)
    listen_for_errors(context, errors)
    return context


def open_on(page: Page, server: str, size: tuple[int, int], path: str, *, dark: bool, newcomer: bool) -> None:
    """Open an address at a size, with what the person has chosen on the device before."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    chosen = {} if newcomer else {"help": "read"}
    if not dark:
        chosen["theme"] = "light"
    page.context.add_cookies([{"name": n, "value": v, "url": server} for n, v in chosen.items()])
    hold(page.context, path)
    page.goto(path)


@contextmanager
def opening(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Yield what `open_page` gives; every device is gone afterwards, and no page may have had an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        size: tuple[int, int] = TABLET,
        path: str = "/",
        *,
        dark: bool = True,
        touch: bool = True,
        newcomer: bool = False,
        moving: bool = False,
        worker: bool = False,
    ) -> Page:
        context = new_device(browser, server, errors, dark=dark, touch=touch, moving=moving, worker=worker)
        contexts.append(context)
        page = context.new_page()
        open_on(page, server, size, path, dark=dark, newcomer=newcomer)
        if worker:
            page.wait_for_function("() => navigator.serviceWorker.controller")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def open_page(server: str, browser: Browser) -> Iterator[OpenPage]:
    """Give a function that opens a page of a given size in a context (a device) of its own.

    `open_page(PHONE, path="/", dark=False)`; the sizes are CSS pixels. The device
    has put the first help away, unless it is a newcomer's. It wants no animations,
    unless it is `moving`. A script error on any page fails the test, and so does
    anything that the Content Security Policy had to stop.

    With `worker` a service worker answers for the page by the time it is returned, and goes on to fetch the
    rulebook. A device without one never has one: `page.route` does not see what a worker fetches.
    """
    with opening(browser, server) as opened:
        yield opened


@pytest.fixture
def tablet(open_page: OpenPage) -> Page:
    """Give a page of a tablet's size at the front door."""
    return open_page(TABLET)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """Give a page of a phone's size at the front door."""
    return open_page(PHONE)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Give a page that can import the modules of the survey; no server runs."""
    with page_in(browser) as opened:
        yield opened
