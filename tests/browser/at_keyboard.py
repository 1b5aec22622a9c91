"""A person who plays with the keyboard alone, and looks where the focus is after each key."""

from __future__ import annotations

from playwright.sync_api import Page, expect

MAX_TABS = 400
"""More than any screen has stops; who has not come to a key by then never will."""

_FOCUS = """() => {
  const at = document.activeElement;
  const text = (at.labels?.[0]?.textContent || at.getAttribute("aria-label") || at.textContent || "").trim()
      .replace(/\\s+/g, " ");
  const box = at.getBoundingClientRect();
  const shown = at.closest("label.key") ? at.nextElementSibling : at;
  const style = getComputedStyle(shown);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return {name: at.localName, text, id: at.id, value: at.value ?? "",
      group: at.closest("fieldset")?.querySelector("legend")?.textContent ?? "",
    lost: at === document.body, visible: ring && inside, html: at.outerHTML.slice(0, 200)};
}"""


class Keyboard:
    """The keyboard of a device at a table: Tab, Enter, space and the arrows, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moment = page.locator("#moment")

    def at(self) -> dict[str, str]:
        """Return what has the focus; fails when nothing has or it cannot be seen."""
        focus: dict[str, str] = self.page.evaluate(_FOCUS)
        assert not focus["lost"], "The focus is lost."
        assert focus["visible"], f"The focus cannot be seen at {focus['html']}"
        return focus

    def tab_to(self, words: str, *, group: str = "", kind: str = "") -> None:
        """Go on with Tab to what begins with these words, in a group and of a kind if these are given.

        Fails when the focus is lost or unseen on the way, or when a whole round does not come by.
        """
        for _ in range(MAX_TABS):
            self.page.keyboard.press("Tab")
            at: dict[str, str] = self.page.evaluate(_FOCUS)
            if at["lost"]:
                continue  # The browser's own controls lie between the last stop and the first.
            assert at["visible"], f"The focus cannot be seen at {at['html']}"
            if at["text"].startswith(words) and at["group"].startswith(group) and at["name"].startswith(kind):
                return
        raise AssertionError(f"Tab never comes to {words!r}.")

    def press(self, words: str) -> None:
        """Go to a key that changes the table, press it, and see that the focus has gone on to the moment.

        A key that would end a phase in which something is left asks once more, and is then told yes.
        """
        before = self.moment.get_attribute("data-version") or ""
        self.tab_to(words)
        if self.page.evaluate("document.activeElement.matches('[href*=\"ending=\"]')"):
            self.page.keyboard.press("Enter")
            expect(self.moment.locator("button", has_text="Yes")).to_be_visible()
            self.goes_on()
            self.tab_to("Yes")
        self.page.keyboard.press("Enter")
        expect(self.moment).not_to_have_attribute("data-version", before)
        self.goes_on()

    def goes_on(self) -> None:
        """Wait until the focus is at the head of the moment, where it can be seen."""
        expect(self.page.locator("#moment h2").first).to_be_focused()
        self.at()
