"""The demo: it moves by itself and can be paused. With reduced motion it waits for a tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from referee.games.dawn_of_the_dead.ai.simulated_games import demo
from tests import soak
from tests.browser.conftest import PHONE, TABLET, OpenPage

ON_A_TABLET, ON_A_PHONE = pytest.param(TABLET, id="tablet"), pytest.param(PHONE, id="phone")
TABLET_FIRST = pytest.mark.parametrize("size", [ON_A_TABLET, *soak.rest(soak.SIZES, [ON_A_PHONE])])
PHONE_FIRST = pytest.mark.parametrize("size", [ON_A_PHONE, *soak.rest(soak.SIZES, [ON_A_TABLET])])


@TABLET_FIRST
def test_it_plays_itself_and_can_be_paused(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size, moving=True)
    page.get_by_role("link", name="Watch a game").click()
    expect(page).to_have_url(re.compile(r"/demo/1/[1-9]\d*$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("#heard")).to_have_attribute("aria-live", "polite")


@soak.LOOKS
@PHONE_FIRST
def test_wcag_2_2_2_with_reduced_motion_it_waits_for_a_tap(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(size, "/demo")
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    expect(page).to_have_url(re.compile(r"/demo/1/0$"))
    play.click()
    expect(page).to_have_url(re.compile(r"/demo/1/[1-9]\d*$"))


@soak.LOOKS
@PHONE_FIRST
def test_who_steps_by_hand_pauses_it(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size, "/demo/2/4", moving=True)
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@soak.LOOKS
def test_each_step_tells_the_ruling_and_the_phase_and_the_map_follows(open_page: OpenPage) -> None:
    page = open_page(TABLET, "/demo/1/0")
    expect(page.locator("#counters .counter-piece .initial")).to_have_count(0)
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#step .told-step")).to_contain_text("The characters are set up")
    expect(page.locator("#step [aria-current=step]")).to_have_text("Human")
    expect(page.locator("#counters .counter-piece .initial")).to_have_count(4)
    expect(page.locator("#step .case").first).to_be_visible()


@soak.LOOKS
def test_on_a_phone_the_map_has_half_of_the_screen(open_page: OpenPage) -> None:
    page = open_page(PHONE, "/demo/1/9")
    box = page.locator("#map").bounding_box()
    assert box
    assert box["height"] >= PHONE[1] / 2 - 2
    expect(page.locator("#step .told-step")).to_be_in_viewport()


@soak.LOOKS
def test_at_the_end_there_is_nothing_more_to_play(open_page: OpenPage) -> None:
    recording = demo(1)
    assert recording is not None
    page = open_page(TABLET, f"/demo/1/{len(recording.steps)}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    expect(page.locator("#step .told-phase")).to_contain_text("have won")


def test_without_a_script_the_keys_are_links(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/demo/1/0")
    expect(page.locator("#playing")).to_be_hidden()
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_url(re.compile(r"/demo/1/1$"))
    context.close()
