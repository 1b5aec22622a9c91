"""The speed of the plane under a survey, in the browser: a cut, an edge dragged, the whole map."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.figures import figure
from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving

_GESTURES = """
async () => {
  const { Log } = await import("/static/survey/log.js");
  const { mapText } = await import("/static/survey/chart.js");
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


_INK = """
async () => {
  const { inkOf } = await import("/static/survey/photo/ink.js");
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
        chromium.close()
    goals = {"cut": 16, "drag": 50, "map": 50}
    return [
        *(figure(f"survey_{what}_400_ms", round(times[what], 1), goal) for what, goal in goals.items()),
        figure("survey_ink_4mp_ms", round(ink), 1000),
    ]
