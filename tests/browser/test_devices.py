"""The devices of the other tests: one that cannot be made new again is given to nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.at_sizes import letters
from tests.browser.conftest import PHONE
from tests.browser.devices import Taken, open_on
from tests.browser.test_notch import notched

TWICE = 32


@pytest.mark.parametrize(
    "changed", [notched, lambda page: letters(page, TWICE)], ids=["a notch", "large letters"]
)
def test_what_a_setting_of_the_browser_has_changed_is_given_to_nobody_else(
    browser: Browser, server: str, changed: Callable[[Page], None]
) -> None:
    taken = Taken(browser, server)
    device = taken.take(dark=True, touch=True, moving=False, worker=False, alone=True)
    open_on(device.page, server, PHONE, "/", dark=True, newcomer=False)
    assert device.clear(server)
    changed(device.page)
    assert not device.clear(server)
    taken.give_back(whole=True)
