"""What a person does in WebKit, in a word each: open a page, tap a square, press a key.

Everything is found by what forms send and by data attributes, never by words on the screen.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver import Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

Answer = TypeVar("Answer")
Json = dict[str, Any]
PATIENCE_S = 30
"""How long a busy machine may take; nothing in a passing test takes nearly as long."""
LATER = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)
"""What a page that is just being renewed answers; the next try finds the new one."""

# The mark on `window` goes with its page; what went wrong stays for as long as the tab.
_WATCH = """
if (!window.watched) {
  window.watched = true;
  const note = (what) => sessionStorage.setItem("wrong",
    JSON.stringify([...JSON.parse(sessionStorage.getItem("wrong") ?? "[]"), String(what)]));
  addEventListener("error", (event) => note(event.message));
  addEventListener("unhandledrejection", (event) => note(event.reason));
  addEventListener("securitypolicyviolation", (event) => note("policy: " + event.violatedDirective));
}"""
# As in Chromium (conftest.py) a test may name what the modules of a page export. The page never does.
_EXPORTED = """
const [done] = arguments;
const scripts = [...document.querySelectorAll("script[type=module], link[rel=modulepreload]")];
Promise.all(scripts.map(({ src, href }) => import(src ?? href)))
  .then((modules) => Object.assign(window, ...modules)).finally(() => done());"""
# An empty page has no storage, and asking for it is an error of its own.
_WRONG = """
if (origin === "null") return [];
const wrong = JSON.parse(sessionStorage.getItem("wrong") ?? "[]");
sessionStorage.removeItem("wrong");
return wrong;"""
_SIZE = "return [outerWidth - innerWidth, outerHeight - innerHeight, innerWidth, innerHeight]"
_VIEW = """
const [what, done] = arguments;
const code = location.pathname.split("/")[2];
fetch(`/api/tables/${code}/${what}`).then((answer) => answer.json()).then(done);"""
_SPOT = """
const [css, done] = arguments;
const middle = ({left, top, width, height}) => [Math.round(left + width / 2), Math.round(top + height / 2)];
function spot() {
  const shape = document.querySelector(css);
  const map = document.querySelector("#map").getBoundingClientRect();
  const [x, y] = middle(shape.getBoundingClientRect());
  const free = document.elementFromPoint(x, y) === shape;
  return {shape: [x, y], map: middle(map), free, reach: [map.width * 0.4, map.height * 0.4].map(Math.floor)};
}
let [last, pictures, since] = ["", 0, performance.now()];
function look() {
  const now = JSON.stringify(spot());
  [pictures, since] = now === last ? [pictures + 1, since] : [0, performance.now()];
  last = now;
  if (pictures > 20 && performance.now() - since > 500) done(spot());
  else requestAnimationFrame(look);
}
look();"""
# A map that has stood still for so many pictures and half a second stays: it waits no longer for a second
# tap.


class Device:
    """A tablet or a phone that runs WebKit."""

    def __init__(self, remote: Remote, size: tuple[int, int]) -> None:
        self.remote = remote
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the page a size in CSS pixels; the window is larger by its bar.

        A window that is not shown yet, or is still growing, measures less than its page: it is asked again.
        """

        def has_size() -> bool:
            beside, above, *shown = self.remote.execute_script(_SIZE)
            if tuple(shown) == size:
                return True
            if min(beside, above) >= 0:
                self.remote.set_window_size(size[0] + beside, size[1] + above)
            return False

        self.until(has_size, f"The size {size}")

    # ---- The page
    # ---------------------------------------------------------------------------------------------

    def open(self, url: str) -> None:
        """Open an address."""
        self.remote.get(url)
        self.watch()

    def watch(self) -> None:
        """Note from now on what goes wrong on the page, and name what its modules export."""
        self.remote.execute_script(_WATCH)
        self.remote.execute_async_script(_EXPORTED)

    def wrong(self) -> list[str]:
        """Return script errors and what the Content Security Policy stopped since the last call."""
        lines: list[str] = self.remote.execute_script(_WRONG)
        return lines

    def run(self, script: str, *given: Any) -> Any:
        """Return what a script in the page returns."""
        return self.remote.execute_script(script, *given)

    def later(self, script: str, *given: Any) -> Any:
        """Return what a script in the page gives to its last argument, a function."""
        return self.remote.execute_async_script(script, *given)

    def until(self, happened: Callable[[], Answer | None], what: str = "It") -> Answer:
        """Return the first true answer of a question asked again and again."""
        try:
            answer = WebDriverWait(self.remote, PATIENCE_S, 0.1, LATER).until(lambda _: happened())
        except TimeoutException as late:
            page = self.run(
                "return [location.href, document.readyState, document.body.innerText.slice(0, 600)]"
            )
            raise AssertionError(f"{what} did not happen. The page: {page} {self.wrong()}") from late
        assert answer is not None
        return answer

    def all(self, css: str) -> list[WebElement]:
        """Return what matches and can be seen."""
        return [part for part in self.remote.find_elements(By.CSS_SELECTOR, css) if part.is_displayed()]

    def one(self, css: str) -> WebElement:
        """Return the first that matches and can be seen, waiting for it."""
        return self.until(lambda: next(iter(self.all(css)), None), css)

    def text(self, css: str) -> str:
        """Return the words of the first that matches."""
        return self.until(lambda: self.one(css).text, css)

    def click(self, css: str) -> None:
        """Click the first that matches, waiting for it, where a person would scroll it to."""

        def clicked() -> bool:
            part = self.one(css)
            self.run("arguments[0].scrollIntoView({block: 'center'})", part)
            part.click()
            return True

        self.until(clicked, f"A click on {css}")

    def press(self, key: WebElement) -> None:
        """Click a key where a person would scroll it to, as soon as it takes a click."""

        def clicked() -> bool:
            self.run("arguments[0].scrollIntoView({block: 'center'})", key)
            key.click()
            return True

        self.until(clicked, "A click on a key")

    def choose(self, name: str, value: str) -> None:
        """Choose a value of a form, or take the choice of a box back."""
        self.click(f'label:has(input[name="{name}"][value="{value}"])')

    # ---- The table
    # --------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The version of the table that the page shows."""
        return int(self.until(lambda: self.one("#moment").get_attribute("data-version")) or -1)

    def view(self) -> Json:
        """Return the table as this seat may see it."""
        seen: Json = self.later(_VIEW, "view")
        return seen

    def actions(self, do: str = "") -> list[Json]:
        """Return this seat's lawful actions of a kind, or all."""
        offered: list[Json] = self.later(_VIEW, "actions")["actions"]
        return [action for action in offered if do in ("", action["do"])]

    def changes(self, act: Callable[[], object]) -> None:
        """Do what changes the table, and wait until the page shows it."""
        before = self.version
        act()
        self.until(lambda: self.version > before, f"A version after {before}")

    def keys(self, do: str = "") -> list[tuple[WebElement, Json]]:
        """Return the keys that carry out an action of a kind, each with its action."""
        shown = self.all("#moment button[name=action]")
        known = [(key, json.loads(key.get_attribute("value") or "{}")) for key in shown]
        return [(key, action) for key, action in known if do in ("", action["do"])]

    def tap(self, square: str) -> None:
        """Tap a square of the map."""
        self.touch(f'#map polygon.square[data-square="{square}"]')

    def touch(self, css: str) -> None:
        """Tap a shape on the map, which is dragged first if the shape cannot be touched."""
        while not (spot := self._calm_spot(css))["free"]:
            (x, y), (to_x, to_y) = spot["shape"], spot["map"]
            across, down = (
                max(-r, min(r, d)) for r, d in zip(spot["reach"], (to_x - x, to_y - y), strict=True)
            )
            assert abs(across) + abs(down) > 1, f"{css} is in the middle of the map and cannot be touched."
            self.drag((to_x, to_y), (to_x + across, to_y + down))
        self._hand(lambda hand: hand.move_to_location(*spot["shape"]).click())

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a finger over the page, in CSS pixels."""
        half = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        self._hand(
            lambda hand: (
                hand.move_to_location(*start)
                .pointer_down()
                .move_to_location(*half)
                .move_to_location(*end)
                .pointer_up()
            )
        )

    def _calm_spot(self, css: str) -> Json:
        """Return where a shape lies, once the map has come to rest."""
        spot: Json = self.later(_SPOT, css)
        return spot

    def _hand(self, moves: Callable[[Any], object]) -> None:
        """Move the pointer; a mouse's is the only one that WebKit's driver has."""
        hand = ActionBuilder(self.remote)
        moves(hand.pointer_action)
        hand.perform()
