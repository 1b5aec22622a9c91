"""The speed of a survey in the browser: gestures on the plane, ink, and frames while an edge is dragged."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.figures import figure
from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving

_GESTURES = """
async () => {
  const { Log } = await import("/static/survey/plane/log.js");
  const { mapText } = await import("/static/survey/plane/chart.js");
  const side = 2000, step = 100;
  let log = new Log().add({ do: "outline", points: [[0, 0], [side, 0], [side, side], [0, side]] });
  for (let at = step; at < side; at += step) {
    log = log.add({ do: "cut", points: [[at, 0], [at, side]] });
    log = log.add({ do: "cut", points: [[0, at], [side, at]] });
  }
  const middle = (make) => {
    const times = [];
    for (let i = 1; i < 50; i += 1) {
      const begun = performance.now();
      make(i);
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b)[24];
  };
  const edge = [[1000, 900], [1000, 1000]];
  return {
    squares: log.plane.faces.size,
    cut: middle((i) => log.add({ do: "cut", points: [[i, 0], [i, side]] })),
    drag: middle((i) => log.add({ do: "move_side", edge, by: [i, 0] })),
    map: middle(() => mapText(log.plane)),
  };
}
"""

_DRAW = """
async (src) => {
  globalThis.desk = (await import(src)).desk;
  const side = 2000;
  const gestures = [{ do: "outline", points: [[0, 0], [side, 0], [side, side], [0, side]] }];
  for (let at = 100; at < side; at += 100) {
    gestures.push({ do: "cut", points: [[at, 0], [at, side]] }, { do: "cut", points: [[0, at], [side, at]] });
  }
  desk.do({ do: "all", gestures });
  desk.fit();
  desk.choose("move");
  const { a, d, e, f } = document.querySelector("#board").getScreenCTM();
  return { squares: desk.plane.faces.size, at: [1000 * a + e, 950 * d + f], step: 40 * a };
}
"""
_WATCH = """
() => {
  const watched = globalThis.watched = { frames: [], last: performance.now() };
  const next = () => {
    const now = performance.now();
    watched.frames.push(now - watched.last);
    watched.last = now;
    watched.next = requestAnimationFrame(next);
  };
  watched.next = requestAnimationFrame(next);
}
"""
_MOVES = 60
SQUARES = 400

_INK = """
async () => {
  const { inkOf } = await import("/static/survey/photo/ink/ink.js");
  const [width, height] = [2310, 1732];
  const picture = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < picture.length; i += 1) picture[i] = 200 + (Math.imul(i, 2654435761) >>> 27);
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    const begun = performance.now();
    inkOf(picture, width, height);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[2];
}
"""


def _dragged(page: Page, address: str) -> dict[str, float]:
    """Drag an edge of 400 squares on the page; return its longest frame and its work for a move, in ms."""
    page.goto(f"{address}/surveys")
    page.get_by_role("button", name="Draw a board").click()
    page.locator("#content[data-ready]").wait_for(state="attached")
    drawn = page.evaluate(_DRAW, page.locator("script[src*='survey/page']").get_attribute("src"))
    assert drawn["squares"] == SQUARES, drawn
    page.locator("#saved[data-state=kept]").wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    x, y = drawn["at"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y)
    page.evaluate(_WATCH)
    before = _work(session.send("Performance.getMetrics"))
    for n in range(_MOVES):
        page.mouse.move(x + drawn["step"] * ((n % 20) / 20), y)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    work = _work(session.send("Performance.getMetrics")) - before
    watched = page.evaluate("() => { cancelAnimationFrame(watched.next); return watched; }")
    page.mouse.up()
    return {"frame": max(watched["frames"]), "work": 1000 * work / _MOVES}


def _work(told: dict[str, Any]) -> float:
    """Return how many seconds the page has worked: its scripts, its styles, its layout."""
    seconds: float = next(m["value"] for m in told["metrics"] if m["name"] == "TaskDuration")
    return seconds


def figures() -> list[dict[str, Any]]:
    """Return the middle times of gestures on 400 squares in milliseconds, or none without Chromium."""
    path = find_chromium()
    if path is None:
        return []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        page = chromium.new_page()
        page.goto(address)
        times = page.evaluate(_GESTURES)
        ink = page.evaluate(_INK)
        drag = _dragged(page, address)
        chromium.close()
    goals = {"cut": 16, "drag": 50, "map": 50}
    return [
        *(figure(f"survey_{what}_400_ms", round(times[what], 1), goal) for what, goal in goals.items()),
        figure("survey_ink_4mp_ms", round(ink), 1000),
        *(figure(f"survey_drag_page_{what}_400_ms", round(ms, 1), 50) for what, ms in drag.items()),
    ]
