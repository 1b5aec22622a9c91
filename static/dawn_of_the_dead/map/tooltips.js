// Tooltips for a long press: on the map, everything at that spot; for a button without words, its name. The
// press then does not count as a tap.
import { find } from "../../page/dom.js";
import { drawing, view } from "./viewport.js";

const RESTS = 600; // ms: longer than a slow tap
const TREMBLES = 12; // CSS px
const FINGERTIP = 10; // CSS px: how far from a thin line a finger still means it
const APART = 28; // CSS px: the distance of the words from the finger
const EDGE = 8; // CSS px

const words = Object.assign(document.createElement("p"), { id: "tells", hidden: true, role: "status" });
const held = { timer: null, spot: [0, 0], told: false };

function begins(event) {
  clearTimeout(held.timer);
  Object.assign(held, { spot: [event.clientX, event.clientY], told: false });
  words.hidden = true;
  if (!event.button && event.isPrimary) held.timer = setTimeout(() => tell(event.target), RESTS);
}

function moves(event) {
  const [x, y] = held.spot;
  if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLES) ends();
}

function ends() {
  clearTimeout(held.timer);
}

function tell(target) {
  const map = target.closest("#map");
  if (map && view.fingers.size > 1) return;
  const lines = map ? thingsAt(target) : [target.closest("[title]")?.title];
  const told = [...new Set(lines)].filter(Boolean);
  if (!told.length) return;
  held.told = true;
  words.replaceChildren(...told.flatMap((line) => [line, document.createElement("br")]).slice(0, -1));
  show(...held.spot);
}

// Above the finger, or below it where there is no room.
function show(x, y) {
  words.hidden = false;
  const { width, height } = words.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(x - width / 2, innerWidth - width - EDGE));
  const above = y - height - APART;
  words.style.left = `${left}px`;
  words.style.top = `${above < EDGE ? Math.min(y + APART, innerHeight - height - EDGE) : above}px`;
}

// Return the names of everything at a spot: annotations, counters, doors and the square, the last drawn
// first.
function thingsAt(target) {
  const square = target.closest("[data-square]");
  const written = [...document.querySelectorAll("#map-key [data-tells]")]
    .filter(({ dataset }) => parts(dataset.tells).some((part) => isAt(part, square)))
    .map((entry) => find("span", entry).textContent.trim());
  const named = parts("#fan .counter-piece, #counters > g, #doors > g").filter((part) => isAt(part, square));
  const doors = parts(".door-name").filter((part) => isAt(part, square)).map(doorOf);
  return [...written, ...[...named.reverse(), ...doors].map(titleOf), square && titleOf(square)];
}

// Return the main door that a name belongs to.
const doorOf = (name) => find(`[data-main-door="${name.textContent.trim().toLowerCase()}"]`, drawing);

const parts = (selector) => [...drawing.querySelectorAll(selector)];
const titleOf = (part) => part && find("title", part)?.textContent.trim();

function isAt(part, square) {
  if (part.dataset.square) return part.dataset.square === square?.dataset.square;
  if (part.matches("path")) return passes(part);
  const [x, y] = held.spot;
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const slack = part.matches(".door") ? FINGERTIP : 0;
  return x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack;
}

// Return whether a line passes under the fingertip.
function passes(line) {
  const [x, y] = held.spot;
  const shown = line.getScreenCTM();
  const length = line.getTotalLength();
  const steps = Math.ceil(length * shown.a / FINGERTIP);
  return Array.from({ length: steps + 1 }, (_, n) => line.getPointAtLength(length * n / Math.max(1, steps)))
    .some((point) => {
      const on = point.matrixTransform(shown);
      return Math.hypot(on.x - x, on.y - y) <= FINGERTIP;
    });
}

function dropTap(event) {
  if (!held.told) return;
  event.preventDefault();
  event.stopPropagation();
}

if (drawing) {
  document.body.append(words);
  addEventListener("pointerdown", begins, true);
  addEventListener("pointermove", moves, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ends, true);
  for (const tap of ["click", "contextmenu"]) addEventListener(tap, dropTap, true);
}
