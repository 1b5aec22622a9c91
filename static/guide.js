// The guided first turn points at the square or the key that its hint is about.
"use strict";

const KEYS = {
  advance: "#proposal button.main",
  end_turn: "#moment [value*='\"end_turn\"'], #moment a[href*='ending=']",
  phase: "#proposal button[value='phase']",
  shoot: "#moment [value*='\"shoot\"'], #moment a[href*='/square/']",
};

function point() {
  for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
  const guide = document.querySelector("#guide");
  if (!guide) return;
  const { square, key } = guide.dataset;
  if (square) document.querySelector(`polygon.square[data-square="${square}"]`)?.classList.add("pointed");
  if (!key) return;
  const place = KEYS[key] ?? `#moment [value*='"${key}"']`;
  const meant = document.querySelector(place);
  meant?.classList.add("pointed");
  meant?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:after:swap", () => requestAnimationFrame(point));
point();
