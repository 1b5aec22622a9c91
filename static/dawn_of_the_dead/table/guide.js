// The guided first turn highlights the squares of its hint, and what to tap: a square, then its button.
import { find } from "../../page/dom.js";

const KEYS = {
  advance: "#proposal button.main",
  end_turn: "#moment [value*='\"end_turn\"'], #moment a[href*='ending=']",
  phase: "#proposal button[value='phase']",
  start_move: "#moment [value*='\"start_move\"'][value*='[\"peter\"]']",
};
// How far the guide sticks out above the panels, in pixels (sizes.css).
const STICKS_ABOVE = 8;

// The news of what was done sticks below the guide, so that it is read with the next hint.
function makeRoom(height) {
  const [side, news] = [find(".side"), find("#ruling > .panel")];
  side.style.setProperty("--guide", `${height}px`);
  const stays = news?.checkVisibility() && getComputedStyle(news.parentElement).position === "sticky";
  const both = height + (stays ? news.offsetHeight : 0) + 2 * STICKS_ABOVE;
  side.style.scrollPaddingTop = height ? `${both}px` : "";
}

// Its height changes with the shape of the screen and the size of the letters.
const watched = new ResizeObserver(keepRoom);

function keepRoom() {
  const guide = find("#guide");
  makeRoom(guide && sticks(guide) ? guide.offsetHeight - STICKS_ABOVE : 0);
}

const sticks = (guide) => getComputedStyle(guide).position === "sticky"; // as it does on a phone

function point() {
  for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
  const guide = find("#guide");
  if (!guide) return;
  keepRoom();
  watched.disconnect();
  watched.observe(guide);
  const { square, about, key } = guide.dataset;
  const title = find("#guide-title").textContent;
  const fresh = point.title !== title;
  point.title = title;
  const ringed = about.split(" ").map((number) => find(`polygon.square[data-square="${number}"]`));
  for (const one of ringed) one?.classList.add("pointed");
  if (!key || (square && find("#moment").dataset.square !== square)) return;
  const meant = find(KEYS[key] ?? `#moment [value*='"${key}"']`);
  meant?.classList.add("pointed");
  meant?.scrollIntoView({ block: "nearest" });
  if (sticks(guide)) return;
  // A new hint is read first; on a low screen its key may be below.
  const above = guide.getBoundingClientRect().top < find(".side").getBoundingClientRect().top;
  if (fresh && above) guide.scrollIntoView({ block: "start" });
}

document.addEventListener("htmx:after:swap", () => requestAnimationFrame(point));
point();
