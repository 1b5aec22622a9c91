"""A live server and the browsers of those who sit at a table, for tests that play a game as people do.

It needs Playwright and a Chromium: the one that `CHROMIUM` names, or one that Playwright finds. The server is
a process of its own, where the games are installed; its dice are the same every time.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TABLET = (800, 1280)
PHONE = (390, 844)
_SEED = "guests"
_PATIENCE_S = 120.0
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True)
class Guests:
    """The pages of one table: the tablet's, and one for each seat that a phone has taken."""

    tablet: Page
    phones: Mapping[str, Page]

    @property
    def pages(self) -> Sequence[Page]:
        """Every page, the tablet's first."""
        return (self.tablet, *self.phones.values())


@contextmanager
def live_server(folder: Path, packages: Path | None = None) -> Iterator[str]:
    """Start a server with a database of its own in a folder, and yield its address.

    `packages` is a folder with more packages, where a game may be that is not installed.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url, log = f"http://127.0.0.1:{port}", folder / "server.log"
    path = [str(packages)] if packages else []
    path += [known] if (known := os.environ.get("PYTHONPATH")) else []
    env = os.environ | ({"PYTHONPATH": os.pathsep.join(path)} if path else {})
    command = [
        sys.executable,
        "-m",
        "referee.testing.guests",
        str(port),
        f"sqlite:///{folder / 'tables.sqlite3'}",
    ]
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=env, stdout=out, stderr=subprocess.STDOUT)  # noqa: S603
    try:
        until = time.monotonic() + _PATIENCE_S
        while not _answers(url):
            if process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"The server did not start: {log.read_text()}")
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=_PATIENCE_S)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser. Raises playwright's Error where there is none."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only tests in a browser need it

    named = os.environ.get("CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def guests(
    browser: Browser,
    url: str,
    system: str,
    seats: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    tablet: tuple[int, int] = TABLET,
    phone: tuple[int, int] = PHONE,
    dark: bool = True,
) -> Iterator[Guests]:
    """Start a table of a game on a tablet, and sit down with a phone at each of some seats.

    `seats` are their titles, as the tablet shows them: "Player A". `options` are what the form is filled in
    with, by the names of its fields. No page may have an error; else this raises AssertionError at the end.
    """
    errors: list[str] = []
    opened = [_device(browser, url, size, errors, dark=dark) for size in (tablet, *(phone for _ in seats))]
    first, *others = opened
    try:
        answer = first.goto(f"/games/{system}")
        assert answer is not None, system
        assert answer.ok, f"This server has no game {system}: `referee games` says why."
        for name, value in (options or {}).items():
            first.locator(f'#start input[name="{name}"][value="{value}"]').check(force=True)
        first.get_by_role("button", name="Start the table").click()
        phones = dict(zip(seats, others, strict=True))
        for title, page in phones.items():
            link = first.locator("a.qr", has=first.locator(f'img[alt*="{title}"]')).first
            page.goto(str(link.get_attribute("href")).partition("?")[0])
            page.locator("#moment").wait_for()
        yield Guests(first, phones)
        assert not errors, errors
    finally:
        for page in opened:
            page.context.close()


def _device(browser: Browser, url: str, size: tuple[int, int], errors: list[str], *, dark: bool) -> Page:
    """Return a page on a device of its own, on which the first help was read."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.add_cookies([{"name": "help", "value": "read", "url": url}])
    context.on("weberror", lambda error: errors.append(f"{error.page and error.page.url}: {error.error}"))
    context.on(
        "console", lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None
    )
    return context.new_page()


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=2):  # noqa: S310 - our own server
            return True
    except (URLError, OSError):
        return False


def _serve(port: int, database: str) -> None:
    """Serve until terminated, with the same dice at every table."""
    from referee.cli.serve import serve  # noqa: PLC0415 - the same
    from referee.config import Sources  # noqa: PLC0415 - a test loads no server

    sources = Sources(seed=lambda: _SEED, shuffled=lambda values: values, seed_contributions=False)
    serve("127.0.0.1", port, database, sources)


if __name__ == "__main__":
    _serve(int(sys.argv[1]), sys.argv[2])
