"""The sight tool in WebKit: two squares tapped on the map, a door turned, all of it with the one page."""

from __future__ import annotations

import pytest

from tests import soak
from tests.browser.conftest import PHONE, TABLET
from tests.browser.webkit.conftest import OpenDevice


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [pytest.param(TABLET)])], ids=str)
def test_6_4_two_taps_draw_the_line(open_device: OpenDevice, size: tuple[int, int]) -> None:
    device = open_device(size, "/sight")
    device.tap("024")
    device.until(lambda: device.one("#sight-form [name=from]").get_attribute("value") == "024")
    device.tap("062")
    device.one("#sightline.clear path.seen")
    assert "6.4" in device.text("#verdict .cases")


@soak.HANDS
def test_6_7_a_door_is_turned_on_the_map(open_device: OpenDevice) -> None:
    """A glass door is closed by a tap; the line still passes, at a price."""
    device = open_device(TABLET, "/sight?from=043&to=062")
    device.one("#verdict")
    device.touch('#doors [data-door="043-062"] .reach')
    device.one('#doors [data-door="043-062"].closed')
    device.one("#sightline.clear path.seen")
