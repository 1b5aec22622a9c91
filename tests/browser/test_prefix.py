"""A referee below a path of its host, behind a proxy that strips that path."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.at_duel import Seat
from tests.browser.at_survey import Hand
from tests.browser.conftest import PHONE, TABLET, OpenPage, opening
from tests.browser.devices import new_device
from tools.served import serving
from tools.tour import EMPTY

ROOT = "/referee"
PATIENCE_MS = 60_000
"""How long a busy machine may take until the worker keeps the first page."""
OTHERS = {"another-app", "referee-0123456789abcdef", "referee-0123456789abcdef/referees"}
"""Caches of what else may be on the host: an app, a referee at its root, one below another path."""
OLD = "referee-0123456789abcdef/referee"
"""A cache of this referee, from before an update."""
_OWN_TO_A_CONNECTION = frozenset({"connection", "keep-alive", "transfer-encoding", "host"})


class Proxy(ThreadingHTTPServer):
    """Passes on what is asked below a path, without that path; notes what is asked `outside`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Passed)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        self.app = ""
        self.outside: list[str] = []


class _Passed(BaseHTTPRequestHandler):
    server: Proxy

    def do_GET(self) -> None:
        """Pass a request on, and its answer back, as it comes."""
        if not self.path.startswith(f"{ROOT}/"):
            self.server.outside.append(self.path)
            return self.send_error(404)
        app = HTTPConnection(urlsplit(self.server.app).netloc)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        sent = {n: v for n, v in self.headers.items() if n.lower() not in _OWN_TO_A_CONNECTION}
        app.request(self.command, self.path.removeprefix(ROOT), body, {**sent, "Host": self.headers["Host"]})
        answer = app.getresponse()
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in _OWN_TO_A_CONNECTION:
                self.send_header(name, value)
        self.end_headers()
        with suppress(OSError):
            while part := answer.read1():
                self.wfile.write(part)
        app.close()
        return None

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Give a proxy before a real server."""
    with Proxy() as proxy, pytest.MonkeyPatch.context() as patched:
        patched.setenv("REFEREE_PUBLIC_URL", f"{proxy.address}{ROOT}/")
        patched.setenv("REFEREE_PROXIED", "1")
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        folder = tmp_path_factory.mktemp("prefix")
        # A process of its own: one that is forked would hand these variables on to the next tests.
        with serving(folder, packages=folder) as proxy.app:
            yield proxy
        proxy.shutdown()
        thread.join()


@pytest.fixture
def open_below(request: pytest.FixtureRequest, proxy: Proxy, browser: Browser) -> Iterator[OpenPage]:
    """Give a function that opens a page of the proxy, as `open_page` does; nothing may be asked outside."""
    with opening(request.session, browser, proxy.address) as opened:
        yield opened
    assert proxy.outside == []


def cookies(page: Page) -> set[tuple[str, str]]:
    """Return the name and the path of the cookies that a device keeps, without what the tests put there."""
    kept = page.context.cookies()
    return {(c["name"].partition("-")[0], c["path"]) for c in kept if c["name"] != "help"}


def test_two_devices_play_below_the_prefix(open_below: OpenPage) -> None:
    tablet = open_below(TABLET, f"{ROOT}/", alone=True)
    tablet.locator('a[href$="/games/battlecon"]').first.click()
    tablet.get_by_role("button", name="Start", exact=False).first.click()
    expect(tablet.locator("#moment")).to_be_visible()
    link = tablet.locator("a.qr").first.get_attribute("href") or ""
    tablet.wait_for_function("() => document.querySelector('a.qr img').naturalWidth")
    phone = open_below(PHONE, urlsplit(link).path + "?ask=name", alone=True)
    phone.get_by_label("name").fill("Ann")
    phone.get_by_role("button", name="Join", exact=True).click()
    expect(phone.locator("#moment")).to_be_visible()
    assert phone.url == tablet.url
    expect(tablet.locator("#seats")).to_contain_text("Ann")
    before = tablet.locator("#moment").get_attribute("data-version") or ""
    Seat(phone, "a").moment.locator("label.candidate").first.click()
    phone.locator("button:visible", has_text="Take").first.click()
    expect(tablet.locator("#moment")).not_to_have_attribute("data-version", before)
    phone.locator("[data-theme-switch]").first.click()
    assert cookies(phone) == {("seat", f"{ROOT}/"), ("theme", f"{ROOT}/"), ("name", f"{ROOT}/")}
    phone.get_by_role("link", name="Rules", exact=True).first.click()
    expect(phone.locator("#sheet h1")).to_be_visible()


def test_a_board_is_drawn_below_the_prefix(open_below: OpenPage) -> None:
    page = open_below(TABLET, f"{ROOT}/surveys", alone=True)
    page.get_by_role("button", name="Draw a board").click()
    page.wait_for_url(f"**{ROOT}/surveys/*")
    hand = Hand(page)
    with page.expect_response(lambda answer: answer.url.endswith("/gestures")) as sent:
        for corner in ((0, 0), (3000, 0), (3000, 1500), (0, 1500), (0, 0)):
            hand.tap(*corner)
    assert sent.value.ok


def test_the_worker_is_for_what_is_below_the_prefix_alone(proxy: Proxy, browser: Browser) -> None:
    """It keeps the rulebook, answers for a page that is out of reach, and leaves others’ caches alone."""
    errors: list[str] = []
    device = new_device(browser, proxy.address, errors, dark=True, touch=True, worker=True)
    page = device.new_page()
    page.goto(f"{ROOT}{EMPTY}")
    page.evaluate("names => Promise.all(names.map((name) => caches.open(name)))", [OLD, *OTHERS])
    page.goto(f"{ROOT}/")
    scope = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    assert scope == f"{proxy.address}{ROOT}/"
    page.wait_for_function(f"() => caches.match('{ROOT}/rules').then(Boolean)", timeout=PATIENCE_MS)
    page.wait_for_function(f"() => caches.has('{OLD}').then((there) => !there)")
    assert set(page.evaluate("caches.keys()")) >= OTHERS
    device.set_offline(True)
    page.goto(f"{ROOT}/tables")
    expect(page.get_by_role("heading", name="No connection to the referee")).to_be_visible()
    page.goto(f"{ROOT}/rules")
    expect(page.locator("h1").first).to_contain_text("Rule")
    device.close()
    assert errors == []
    assert proxy.outside == []
