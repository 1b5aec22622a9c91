"""What a page looks like to somebody with large fingers or large letters, measured in the browser."""

from __future__ import annotations

from playwright.sync_api import Page

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
    const says = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const wide = e.scrollWidth > e.clientWidth + 1, high = e.scrollHeight > e.clientHeight + 1;
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


def double_letters(page: Page) -> None:
    """Make all text twice as large, as somebody does in the settings of the browser."""
    page.evaluate(_LARGER)
