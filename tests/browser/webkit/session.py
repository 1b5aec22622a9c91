"""One WebKit of a test's own: a display without a screen, the driver, and MiniBrowser.

Each session has its own display, ports and folders, so that many run side by side.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from selenium.common.exceptions import InvalidSessionIdException
from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.common.proxy import Proxy, ProxyType
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection

from tools.browser import WebKit
from tools.served import PATIENCE_S, answers, free_port

SCREEN = "1400x1400x24"
"""The display: large enough for a tablet either way up; its colours have 24 bits."""
BARE = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }"
"""A style for MiniBrowser's own keys. At full size they keep the window wider than a phone."""
_STARTS = 3


@contextmanager
def display(webkit: WebKit) -> Iterator[str]:
    """Start a display that no other program uses; gives its name."""
    reading, writing = os.pipe()
    command = [webkit.display, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as said:
                number = said.readline().strip()
            assert number, "Xvfb did not start."
            yield f":{number}"
        finally:
            process.terminate()


@contextmanager
def driver(webkit: WebKit, shown_on: str, folder: Path) -> Iterator[str]:
    """Start the driver on a free port, with settings and caches in a folder; gives its address."""
    for toolkit in ("gtk-3.0", "gtk-4.0"):
        style = folder / toolkit / "gtk.css"
        style.parent.mkdir(parents=True)
        style.write_text(BARE, encoding="utf-8")
    places = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), str(folder))
    around = {**os.environ, **places, "DISPLAY": shown_on, "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11"}
    process, url = _listening(webkit, around, folder / "log")
    with process:
        try:
            yield url
        finally:
            _ended(process.pid)


def _listening(webkit: WebKit, around: dict[str, str], log: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Return a driver that listens, and its address. Another program may be quicker to take a port."""
    for _ in range(_STARTS):
        url = f"http://127.0.0.1:{(port := free_port())}"
        with log.open("ab") as lines:
            command = [webkit.driver, f"--port={port}"]
            process = subprocess.Popen(
                command, env=around, stdout=lines, stderr=subprocess.STDOUT, start_new_session=True
            )
        until = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < until:
            if answers(f"{url}/status"):
                return process, url
            time.sleep(0.05)
        _ended(process.pid)
        process.wait(PATIENCE_S)
    raise AssertionError(f"The driver did not start: {log.read_text(encoding='utf-8')}")


def _ended(group: int) -> None:
    """End a driver and all that it started: a page's own process can outlive its browser."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@contextmanager
def session(webkit: WebKit, folder: Path) -> Iterator[Remote]:
    """Open MiniBrowser on a display of its own; gives its driver."""
    with display(webkit) as name, driver(webkit, name, folder) as url:
        options = WebKitGTKOptions()
        options.binary_location = webkit.browser
        options.add_argument("--automation")
        client = ClientConfig(remote_server_addr=url, proxy=Proxy({"proxyType": ProxyType.DIRECT}))
        remote = Remote(RemoteConnection(client_config=client), options=options)
        remote.set_script_timeout(PATIENCE_S)
        try:
            yield remote
        finally:
            with suppress(InvalidSessionIdException):  # The browser has crashed.
                remote.quit()
