"""What a page looks like to somebody with large fingers or large letters, measured in the browser."""

from __future__ import annotations

from itertools import product

from playwright.sync_api import Page

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT

SCREENS = [
    *((TABLET, True), (PHONE, False)),
    *soak.rest(soak.SIZES, [(TABLET, False), (PHONE, True)]),
    *soak.rest(soak.SIZES, product((TABLET_UPRIGHT, LANDSCAPE), (True, False))),
]
"""Sizes of screens, and whether they are dark: one tablet and one phone in `make test`, all in the soak."""
_SMALL = """() => {
  const faults = [];
  const running = (e) => (getComputedStyle(e).display === "inline"
      || e.matches("p > .case, td > .case, figcaption > .case"))
    && [...e.parentNode.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim().length > 1);
  const targets = "a[href], button, input:not([type=hidden]), select, summary, [tabindex='0']";
  for (const e of document.querySelectorAll(targets)) {
    const target = e.closest("label") ?? e;
    const {width, height} = target.getBoundingClientRect();
    if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".skip") || running(e)) continue;
    if (width < 43.9 || height < 43.9)
      faults.push(`${Math.round(width)}x${Math.round(height)} ${target.outerHTML.slice(0, 120)}`);
  }
  return faults;
}"""

_CUT = """() => {
  const faults = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("svg, .unseen, .skip, #map, .scroll")) continue;
    if (!e.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    if (box.width <= 1 && box.height <= 1) continue;  // for a screen reader alone
    const says = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const wide = e.scrollWidth > e.clientWidth + 1, high = e.scrollHeight > e.clientHeight + 1;
    if (e.matches("input, #stage")) continue;  // both scroll under a finger, and are meant to
    if (wide && style.overflowX !== "visible" && e.clientWidth)
      faults.push(`cut in width: ${e.outerHTML.slice(0, 120)}`);
    if (high && /hidden|clip/.test(style.overflowY) && e.clientHeight)
      faults.push(`cut in height: ${e.outerHTML.slice(0, 120)}`);
    if (says && box.width && (box.right > innerWidth + 1 || box.left < -1))
      faults.push(`beside the screen: ${e.outerHTML.slice(0, 120)}`);
    if (says && wide && style.display !== "inline" && style.overflowX === "visible")
      faults.push(`sticks out: ${e.outerHTML.slice(0, 120)}`);
  }
  return faults;
}"""

_BROKEN = """() => {
  const faults = [], part = document.createRange();
  for (const key of document.querySelectorAll("button, a.button, label.key")) {
    if (!key.checkVisibility({visibilityProperty: true})) continue;
    const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        part.setStart(text, index);
        part.setEnd(text, index + word.length);
        if (new Set([...part.getClientRects()].map((box) => Math.round(box.top))).size > 1)
          faults.push(`broken word: ${word} in ${key.outerHTML.slice(0, 120)}`);
      }
    }
  }
  return faults;
}"""
_OUT_OF_REACH = """() => {
  const faults = [];
  const answers = (key) => {
    const { left, top, width, height } = key.getClientRects()[0];  // of a link in two lines the first
    const spots = [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]];
    return spots.some(([x, y]) => {
      const there = document.elementFromPoint(left + width * x, top + height * y);
      return key.contains(there);
    });
  };
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const targets = "a[href], button:enabled, input:not([type=hidden], :disabled), select, textarea, summary";
  for (const e of sheet.querySelectorAll(targets)) {
    const key = e.closest("label") ?? e;
    const { width, height } = key.getBoundingClientRect();
    if (width < 2 || height < 2 || e.closest(".skip, svg, [inert]")) continue;
    if (!key.checkVisibility({ visibilityProperty: true })) continue;
    const found = answers(key) || ["nearest", "center", "start", "end"].some((block) => {
      key.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      return answers(key);
    });
    if (!found) faults.push(`out of reach: ${key.outerHTML.slice(0, 120)}`);
  }
  return faults;
}"""
_CRAMPED = """() => [".side", ".mapframe", ".map", "#moment", "#stage", "main"].flatMap((part) => {
  const there = document.querySelector(part);
  if (!there?.checkVisibility()) return [];
  const { width, height } = there.getBoundingClientRect();
  const low = part !== "#moment" && height < Math.min(90, innerHeight * 0.35);  // it is as high as its words
  const cramped = width < Math.min(180, innerWidth * 0.6) || low;
  return cramped ? [`cramped: ${part} has ${Math.round(width)} by ${Math.round(height)}`] : [];
})"""
_SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A screen that was turned puts its panels in order within a frame or two."""
_LARGER = "document.documentElement.style.setProperty('font-size', '200%')"


def small_targets(page: Page) -> list[str]:
    """Return the targets smaller than 44 by 44 CSS pixels, apart from links in running text (2.5.8)."""
    page.wait_for_load_state()  # before its styles are there every page is badly made
    targets: list[str] = page.evaluate(_SMALL)
    return targets


def cut_off(page: Page) -> list[str]:
    """Return what is wider than its place, cut off, or makes the page scroll sideways (1.4.4, 1.4.10)."""
    page.wait_for_load_state()
    faults: list[str] = page.evaluate(_CUT)
    return faults


def out_of_reach(page: Page) -> list[str]:
    """Return the keys that cannot be scrolled to, or that something covers wherever they stand."""
    keys: list[str] = page.evaluate(_OUT_OF_REACH)
    return keys


def cramped(page: Page) -> list[str]:
    """Return the parts of the page that have hardly any room: a map, the panels beside it."""
    parts: list[str] = page.evaluate(_CRAMPED)
    return parts


def double_letters(page: Page) -> None:
    """Make all text twice as large, as somebody does in the settings of the browser."""
    page.evaluate(_LARGER)


def broken_words(page: Page) -> list[str]:
    """Return the words on keys that stand in two lines."""
    words: list[str] = page.evaluate(_BROKEN)
    return words


def turned(page: Page, size: tuple[int, int]) -> None:
    """Give the page another size, and wait until it has put its panels in order."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(_SETTLED)


def letters(page: Page, pixels: int) -> None:
    """Let a person choose the "Font size" in the settings of Chromium; it begins with 16.

    Widths in `em` in a style sheet follow it too.
    """
    chromium = page.context.new_cdp_session(page)
    chromium.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
    page.evaluate(_SETTLED)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{pixels}px"
