"""Pages that come back for the next test: a device that was cleared opens a table in a third of the time.

A module has them with `open_page = reused.open_page`. What a new device must fetch and compile, this one has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.at_table import PATIENCE_MS
from tests.browser.conftest import TABLET, OpenPage, new_device, open_on
from tools.tour import EMPTY


@dataclass
class _Device:
    page: Page
    errors: list[str]

    def clear(self, server: str) -> bool:
        """Make it a new device again, and return whether it is one."""
        page = self.page
        if page.is_closed() or len(page.context.pages) > 1:
            return False
        page.unroute_all(behavior="ignoreErrors")
        page.mouse.move(-9, -9)  # Nothing lies under the pointer.
        page.goto(server + EMPTY)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        page.set_default_timeout(PATIENCE_MS)
        return True


_Kind = tuple[Browser, str, bool, bool]
_FREE: dict[_Kind, list[_Device]] = {}


def _new(kind: _Kind, *, moving: bool) -> _Device:
    browser, server, dark, touch = kind
    errors: list[str] = []
    context = new_device(browser, server, errors, dark=dark, touch=touch, moving=moving)
    return _Device(context.new_page(), errors)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, browser: Browser, server: str) -> Iterator[OpenPage]:
    """Give what the `open_page` of every browser test gives, from devices that other tests have had.

    A device that is `alone` is new and nobody has it afterwards: for a clock that the test moves, a script
    that comes before those of the page, or other media.
    """
    mine: list[tuple[_Device, _Kind | None]] = []
    failed = request.session.testsfailed

    def opened(
        size: tuple[int, int] = TABLET,
        path: str = "/",
        *,
        dark: bool = True,
        touch: bool = True,
        newcomer: bool = False,
        moving: bool = False,
        alone: bool = False,
    ) -> Page:
        kind = browser, server, dark, touch
        free = [] if alone or moving else _FREE.setdefault(kind, [])
        device = free.pop() if free else _new(kind, moving=moving)
        mine.append((device, None if alone or moving else kind))
        open_on(device.page, server, size, path, dark=dark, newcomer=newcomer)
        return device.page

    yield opened
    errors = []
    for device, kind in mine:
        errors += device.errors
        device.errors.clear()
        whole = request.session.testsfailed == failed and not errors
        if kind is not None and whole and device.clear(server):
            _FREE[kind].append(device)
        else:
            device.page.context.close()
    assert not errors, errors
