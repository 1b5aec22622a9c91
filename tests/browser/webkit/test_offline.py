"""The rulebook in WebKit after its server has gone."""

from __future__ import annotations

import time
from pathlib import Path

from selenium.webdriver import Remote

from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from tests.browser.conftest import PHONE
from tests.browser.webkit.device import Device
from tools.served import serving

RULES = "/rules/dawn-of-the-dead"
PAGES = 2 * (1 + len(rulebook().cases))
"""Each case and the index, alone and as a sheet over another screen."""
_KEPT = """
const done = arguments[0];
(async () => {
  await navigator.serviceWorker.ready;
  let kept = 0;
  for (const name of await caches.keys())
    kept += (await (await caches.open(name)).keys()).filter((page) => page.url.includes("/rules/")).length;
  done(kept);
})();"""
_WAIT_S = 120
"""How long a busy machine may take to serve the whole rulebook; a free one takes a few seconds."""


def wait_until_kept(device: Device) -> None:
    """Wait until the device keeps the whole rulebook."""
    until = time.monotonic() + _WAIT_S
    while (kept := device.later(_KEPT)) < PAGES:
        assert time.monotonic() < until, f"{kept} of {PAGES} pages are kept."
        time.sleep(0.1)


def test_the_rules_are_read_without_the_server(webkit: Remote, tmp_path: Path) -> None:
    """A case by its address, the index, and from there a case over the screen."""
    phone = Device(webkit, PHONE)
    with serving(tmp_path) as url:
        phone.open(f"{url}{RULES}/6.4")
        wait_until_kept(phone)
    phone.open(f"{url}{RULES}/10.4")
    assert phone.text("h1").startswith("10.4")
    phone.open(url + RULES)
    assert phone.all(f'a[href="{RULES}/8.8"]')
    phone.open(f"{url}{RULES}/8.8?row=7&column=3-4")
    phone.one("table")
    assert not phone.wrong()
