"""Pages that come back for the next test: a device that was cleared opens a table in a third of the time.

A module has them with `open_page = reused.open_page`. What a new device must fetch and compile, this one has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import EXPORTED, POLICY, TABLET, OpenPage
from tools.api_table import hold

_PATIENCE_MS = 30_000
EMPTY = "/healthz"
"""A page of the same server without a script, where what the device keeps can be cleared."""


@dataclass
class _Device:
    page: Page
    errors: list[str] = field(default_factory=list)

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
        page.set_default_timeout(_PATIENCE_MS)
        return True


_Kind = tuple[Browser, str, bool, bool]
_FREE: dict[_Kind, list[_Device]] = {}


def _new(kind: _Kind, *, moving: bool) -> _Device:
    browser, server, dark, touch = kind
    context = browser.new_context(
        base_url=server,
        has_touch=touch,
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if moving else "reduce",
        service_workers="block",
    )
    context.add_init_script(EXPORTED)
    device = _Device(context.new_page())
    device.page.on("pageerror", lambda error: device.errors.append(str(error)))
    device.page.on("console", lambda line: device.errors.append(line.text) if POLICY in line.text else None)
    return device


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
        page, context = device.page, device.page.context
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if not newcomer:
            context.add_cookies([{"name": "help", "value": "read", "url": server}])
        if not dark:
            context.add_cookies([{"name": "theme", "value": "light", "url": server}])
        hold(context, path)
        page.goto(path)
        return page

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
