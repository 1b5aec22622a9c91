"""A WebKit for each test, and devices in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import Remote

from tests.browser.conftest import TABLET
from tests.browser.webkit.device import Device
from tests.browser.webkit.session import session
from tools.api_table import held
from tools.browser import find_webkit

OpenDevice = Callable[..., Device]


@pytest.fixture
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """Start WebKit. Without one the test is skipped; with CI=true it fails.

    Each test has its own: a page that crashes ends the driver's session, and a shared one would fail every
    later test. It starts in half a second.
    """
    programs = find_webkit()
    if programs is None:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("There is no WebKit with its driver and Xvfb on this machine.")
    with session(programs, tmp_path_factory.mktemp("webkit")) as remote:
        yield remote


@pytest.fixture
def open_device(webkit: Remote, server: str) -> Iterator[OpenDevice]:
    """Give a function that opens a page of a given size: `open_device(PHONE, "/sight")`.

    The device keeps nothing of an earlier one and has put the first help away. A script error on a page
    fails the test, and so does anything that the Content Security Policy had to stop.
    """
    devices: list[Device] = []

    def opened(size: tuple[int, int] = TABLET, path: str = "/") -> Device:
        device = Device(webkit, size)
        device.open(f"{server}/static/icon.svg")
        webkit.delete_all_cookies()
        device.run("localStorage.clear(); sessionStorage.clear()")
        webkit.add_cookie({"name": "help", "value": "read", "path": "/"})
        for name, value in held(path).items():
            webkit.add_cookie({"name": name, "value": value, "path": "/"})
        device.open(path if path.startswith("http") else server + path)
        devices.append(device)
        return device

    yield opened
    assert not [line for device in devices for line in device.wrong()]
