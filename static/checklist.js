// The checklist beside the cardboard: ticks are a convenience of this device. They outlast news and
// loading again, and nobody waits for them.
"use strict";

function showTicks() {
  const list = find("#checklist[data-ticks]");
  if (!list) return;
  const ticked = new Set(JSON.parse(sessionStorage.getItem(list.dataset.ticks) ?? "[]"));
  const boxes = [...list.querySelectorAll("[data-tick]")];
  for (const box of boxes) box.checked = ticked.has(box.dataset.tick);
  const left = boxes.filter((box) => !box.checked).length;
  find("[data-left]", list).textContent = left || "done";
  find("[data-tick-all]", list).hidden = !left;
}

function tick(event) {
  const list = event.target.closest("#checklist");
  const all = event.target.closest("[data-tick-all]");
  if (!list || !(all || event.target.dataset.tick)) return;
  const boxes = [...list.querySelectorAll("[data-tick]")];
  const ticked = boxes.filter((box) => all || box.checked).map((box) => box.dataset.tick);
  sessionStorage.setItem(list.dataset.ticks, JSON.stringify(ticked));
  showTicks();
}

for (const name of ["change", "click"]) document.addEventListener(name, tick);
document.addEventListener("htmx:after:swap", showTicks);
showTicks();
