// The view of the map: how large and where. Dragging, pinching, keys and the wheel move it; otherwise it
// follows the action.
import { find } from "../../page/dom.js";
import { holdScroll } from "../../page/focus.js";

export const FINGER = 45; // CSS px: how wide a hall square is at least when the map is first shown
/** CSS px: how wide one is at least where the whole map is shown unasked. */
export const TELLING = 24;
const CLOSE = 96; // CSS px: how wide one is after a double tap
const LARGEST = 220;
export const TWICE = 350; // ms in which a second tap on the same square makes a double tap
const GLIDE = 160; // ms

export const frame = find("#map");
export const drawing = frame && find("svg", frame);
export const view = {
  scale: 0, chosen: 0, held: false, left: 0, top: 0, fingers: new Map(), dragging: false, lifted: -TWICE,
  spread: null, drawing: 0, before: null, fitted: false, unasked: true, phase: "",
};

const scaled = [];

// ---- How large: a scale in CSS px for each unit of the drawing --------------------------------------

export const sheetSize = () => drawing.viewBox.baseVal;
export const whole = () =>
  Math.min(frame.offsetWidth / sheetSize().width, frame.offsetHeight / sheetSize().height);
const finest = () => Math.max(LARGEST / hallSquare(), whole());
export const isWhole = () => view.scale <= whole() * 1.001;
export const home = () => (view.fitted ? whole() : Math.max(whole(), view.chosen || FINGER / hallSquare()));

// Return the width of the narrowest hall square in the drawing, or of any square on a map without halls.
export function hallSquare() {
  const kinds = [".square.hall", ".square"].map((kind) => [...drawing.querySelectorAll(kind)]);
  const boxes = kinds.find((squares) => squares.length).map((square) => square.getBBox());
  hallSquare.width ??= Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
  return hallSquare.width;
}

// By default the tablet shows the whole map if its squares are large enough to tell apart.
const opensWhole = () => document.body.matches(".at-table.table") && hallSquare() * whole() >= TELLING;

/** Show the whole map, or a part of it, because somebody wants it: at every size of the screen. */
export const fit = (fitted) => Object.assign(view, { fitted, unasked: false });

/** Let a part act whenever the map has become larger or smaller. */
export const whenScaled = (change) => scaled.push(change);

// Set the scale, and keep the spot under a point of the screen where it is.
export function setScale(scale, x, y) {
  const before = drawing.getBoundingClientRect();
  view.scale = Math.max(whole(), Math.min(finest(), scale));
  frame.dataset.scaled = "";
  frame.style.setProperty("--map-width", `${sheetSize().width * view.scale}px`);
  frame.style.setProperty("--map-height", `${sheetSize().height * view.scale}px`);
  const after = drawing.getBoundingClientRect();
  const [wider, higher] = [after.width / before.width, after.height / before.height];
  frame.scrollBy(after.left + (x - before.left) * wider - x, after.top + (y - before.top) * higher - y);
  remember();
  for (const change of scaled) change();
}

export function middle() {
  const box = frame.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// ---- Where: the view follows the action; moved by a player it stays until the phase has ended --------

export function remember() {
  [view.left, view.top] = [frame.scrollLeft, frame.scrollTop];
}

// If anything but this script scrolled the map, it was a player: a wheel, the arrow keys, a dragging finger.
function noticeScroll() {
  if (Math.abs(frame.scrollLeft - view.left) > 1 || Math.abs(frame.scrollTop - view.top) > 1) hold(true);
}

export function hold(held) {
  view.held = held;
  view.phase = phase();
  const key = find("[data-follow]");
  if (!held && document.activeElement === key) frame.focus({ preventScroll: true });
  key.hidden = !held;
}

// The Game-Turn and the phase, as the bar shows them; none beside a tool.
const phase = () => ["turn", "phase"].map((part) => find(`.bar .${part}`)?.textContent.trim()).join(" ");

// A new phase releases a view that a player has moved.
function followNext() {
  if (view.held && phase() !== view.phase) hold(false);
  follow();
}

function followAgain(event) {
  if (!event.target.closest("[data-follow]")) return;
  hold(false);
  follow();
}

// A finger is on the map, or a second tap may still follow.
const midTap = () => view.fingers.size > 0 || performance.now() - view.lifted < TWICE;

// The map never moves under a finger, nor between the two taps of a double tap.
export function follow() {
  clearTimeout(view.waiting);
  if (!frame || view.held) return;
  if (midTap()) view.waiting = setTimeout(follow, TWICE);
  else glide(() => { setScale(lineScale(), ...middle()); showAction(); showTapped(); });
}

// Show a sight line from end to end, as large as possible.
function lineScale() {
  const line = find(".sight:has(.end)", drawing)?.getBBox();
  if (!line) return home();
  return Math.min(home(), frame.offsetWidth / (line.width + 16), frame.offsetHeight / (line.height + 16));
}

const TOGETHER = [
  ".sight:has(.end)", ".mark:not(.hidden), #fan > *", ".mark:is(.chosen, .aim, .go), #fan > *",
];
const KINDS = ["chosen", "aim", "must", "go", "target", "may"].map((kind) => `.mark.${kind}`);

// Bring everything pointed out into view together. If that is too much, show the nearest of it, or at least
// the first of the kind that matters most. Nothing moves that can be seen already.
function showAction() {
  const together = TOGETHER.map(spotsOf).filter((spots) => spots.length);
  const kinds = [...KINDS, ".counter-piece.human"].map(spotsOf).filter((spots) => spots.length);
  const boxes = [...together, ...kinds.flatMap((spots) => [spots, spots.slice(0, 1)])].map(around);
  const fits = ({ width, height }) => width <= frame.clientWidth && height <= frame.clientHeight;
  const box = boxes.find(fits) || boxes.at(-1);
  if (!box) return;
  if (view.ready && isShown(box)) return;
  bringToMiddle(box);
}

const spotsOf = (group) => [...drawing.querySelectorAll(group)];

function isShown(box) {
  const shown = frame.getBoundingClientRect();
  return box.left >= shown.left && box.right <= shown.right
    && box.top >= shown.top && box.bottom <= shown.bottom;
}

function around(spots) {
  const boxes = spots.map((spot) => spot.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

function bringToMiddle(box) {
  const [x, y] = middle();
  frame.scrollBy(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
  remember();
}

export function showSquare(number) {
  const square = number && find(`.square[data-square="${number}"]`, drawing);
  if (square && !isShown(around([square]))) bringToMiddle(around([square]));
}

// The square being looked at is in sight, whatever else is pointed out.
const showTapped = () => showSquare(find("#moment")?.dataset.square);

// The view jumps at once, and taps count there; the eye is led there, unless it wants no motion.
export function glide(change) {
  for (const motion of drawing.getAnimations()) motion.cancel();
  const from = drawing.getBoundingClientRect();
  change();
  const to = drawing.getBoundingClientRect();
  const moved = ["left", "top", "width"].map((edge) => Math.abs(from[edge] - to[edge]));
  const still = moved[0] + moved[1] + moved[2] < 1;
  if (still || !view.ready || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  drawing.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
}

// A double tap brings a square into the middle, large; the next one goes back to where the view was.
export function zoomTo(square) {
  const near = Math.max(CLOSE / hallSquare(), home() * 1.5);
  const back = view.scale >= Math.min(near, finest()) * 0.99;
  const spot = around([square]);
  const point = [spot.left + spot.width / 2, spot.top + spot.height / 2];
  const { scale, held } = (back && view.before) || { scale: back ? home() : near, held: true };
  view.before = back ? null : { scale: view.scale, held: view.held };
  glide(() => {
    setScale(scale, ...point);
    if (!back) bringToMiddle(around([square]));
  });
  hold(held);
  follow();
}

function zoomByKey(event) {
  const key = event.target.closest("[data-zoom-by]");
  if (key) zoomStep(Number(key.dataset.zoomBy));
}

function zoomByKeyboard(event) {
  const step = { "+": 1, "=": 1, "-": -1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  zoomStep(step);
}

// The buttons choose the scale of the map, and the view keeps following the action at that scale.
export function zoomStep(step) {
  fit(false);
  glide(() => setScale(view.scale * 1.5 ** step, ...middle()));
  view.chosen = view.scale;
}

function zoomByWheel(event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  hold(true);
  setScale(view.scale * Math.exp(-event.deltaY / 240), event.clientX, event.clientY);
}

// ---- Fingers, and a mouse whose button is held down -------------------------------------------------

function putDown(event) {
  if (event.button) return;
  if (!view.fingers.size) view.dragging = false;
  view.fingers.set(event.pointerId, [event.clientX, event.clientY]);
}

function move(event) {
  const was = view.fingers.get(event.pointerId);
  if (!was) return;
  const now = [event.clientX, event.clientY];
  // A trembling finger still means a tap.
  const slack = event.pointerType === "mouse" ? 4 : 12;
  const resting = view.fingers.size === 1 && !view.dragging;
  if (resting && Math.hypot(now[0] - was[0], now[1] - was[1]) < slack) return;
  if (!view.dragging) frame.setPointerCapture(event.pointerId);
  view.dragging = true;
  const before = spread();
  view.fingers.set(event.pointerId, now);
  if (view.fingers.size === 1) return frame.scrollBy(was[0] - now[0], was[1] - now[1]);
  view.spread ??= before;
  view.drawing ||= requestAnimationFrame(pinch);
}

// Two fingers report one after the other, and redrawing the map at another size takes a while: do it once for
// each frame.
function pinch() {
  const [before, after] = [view.spread, spread()];
  cancelAnimationFrame(view.drawing);
  [view.spread, view.drawing] = [null, 0];
  if (!before) return;
  hold(true);
  frame.scrollBy(before.x - after.x, before.y - after.y);
  setScale(view.scale * after.apart / before.apart, after.x, after.y);
}

// The point between the fingers, and the distance between them.
function spread() {
  const [a, b = a] = view.fingers.values();
  const apart = Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
  return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, apart };
}

function lift(event) {
  if (view.fingers.size > 1) pinch();
  if (view.fingers.delete(event.pointerId)) view.lifted = performance.now();
}

// The end of a drag is not a tap.
function dropClick(event) {
  if (view.dragging && event.detail) event.stopPropagation();
}

// ---- Start ------------------------------------------------------------------------------------------

function takeUp() {
  holdScroll(midTap);
  document.addEventListener("htmx:after:swap", followNext);
  for (const handler of [zoomByKey, followAgain]) document.addEventListener("click", handler);
  frame.addEventListener("click", dropClick, { capture: true });
  frame.addEventListener("keydown", zoomByKeyboard);
  frame.addEventListener("wheel", zoomByWheel, { passive: false });
  frame.addEventListener("scroll", noticeScroll, { passive: true });
  frame.addEventListener("pointerdown", putDown);
  frame.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, lift);
  // The first report comes at once and shows the map; later ones come when the screen is turned.
  new ResizeObserver(() => {
    if (view.unasked) view.fitted = opensWhole();
    const [scale, point] = [view.held ? view.scale : home(), middle()];
    setScale(scale, ...point);
    follow();
    view.ready = true;
  }).observe(frame);
}

if (frame) takeUp();
