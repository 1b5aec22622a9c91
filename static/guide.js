// The guided first turn points at what its hint says to tap: a square of the map, then its key.
"use strict";

const KEYS = {
  advance: "#proposal button.main",
  end_turn: "#moment [value*='\"end_turn\"'], #moment a[href*='ending=']",
  phase: "#proposal button[value='phase']",
  start_move: "#moment [value*='\"start_move\"'][value*='[\"peter\"]']",
};

function point() {
  for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
  const guide = find("#guide");
  if (!guide) return;
  const { square, key } = guide.dataset;
  if (square && find("#moment").dataset.square !== square) {
    find(`polygon.square[data-square="${square}"]`)?.classList.add("pointed");
    return;
  }
  if (!key) return;
  const meant = find(KEYS[key] ?? `#moment [value*='"${key}"']`);
  meant?.classList.add("pointed");
  meant?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:after:swap", () => requestAnimationFrame(point));
point();
