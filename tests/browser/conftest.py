"""A real server and a real browser for tests that do what a person does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.devices import Taken, open_on
from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving
from tools.survey_eval.browser import page_in

TABLET = (1280, 800)
TABLET_UPRIGHT = (800, 1280)
PHONE = (390, 844)
LANDSCAPE = (844, 390)
OpenPage = Callable[..., Page]
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


@contextmanager
def opening(session: pytest.Session, browser: Browser, server: str) -> Iterator[OpenPage]:
    """Yield what `open_page` gives; every device is given back afterwards. No page may have had an error."""
    failed = session.testsfailed
    taken = Taken(browser, server)

    def opened(
        size: tuple[int, int] = TABLET,
        path: str = "/",
        *,
        dark: bool = True,
        touch: bool = True,
        newcomer: bool = False,
        moving: bool = False,
        worker: bool = False,
        alone: bool = False,
    ) -> Page:
        page = taken.take(dark=dark, touch=touch, moving=moving, worker=worker, alone=alone).page
        open_on(page, server, size, path, dark=dark, newcomer=newcomer)
        if worker:
            page.wait_for_function("() => navigator.serviceWorker.controller")
        return page

    yield opened
    taken.give_back(whole=session.testsfailed == failed)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, server: str, browser: Browser) -> Iterator[OpenPage]:
    """Give a function that opens a page of a given size in a context (a device) of its own.

    `open_page(PHONE, path="/", dark=False)`; the sizes are CSS pixels. The device
    has put the first help away, unless it is a newcomer's. It wants no animations,
    unless it is `moving`. A script error on any page fails the test, and so does
    anything that the Content Security Policy had to stop.

    Other tests have had the device, and nothing of theirs is left on it. One that is `alone` is new, and
    nobody has it afterwards: for a clock that the test moves, a script that comes before those of the page,
    or other media.

    With `worker` a service worker answers for the page by the time it is returned, and goes on to fetch the
    rulebook. A device without one never has one: `page.route` does not see what a worker fetches.
    """
    with opening(request.session, browser, server) as opened:
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
