// The keys beside the map: the whole map at once, and the map alone on the screen. What is chosen in a list
// is shown on the map; going back brings back both as they were. The name of a main door is never cut in two.
"use strict";

const SURE = 32; // CSS px: how wide a hall square is at least for a finger to tell it from the next
const SMALLEST = 24; // CSS px: how wide a hall square is at least on the whole mall that fills the screen
const alone = { on: false, fits: false, before: false };
const listed = { before: null };

// ---- The whole map ---------------------------------------------------------------------------------

function fitByKey(event) {
  if (!event.target.closest("[data-fit]")) return;
  view.fitted = !isWhole();
  view.chosen = 0;
  glide(() => setScale(home(), ...middle()));
  hold(false);
  follow();
}

const isWhole = () => view.scale <= whole() * 1.001;

// Where a finger cannot tell one square from the next, a tap looks closer first, at the spot it meant.
function looksCloser(event, square) {
  const fingertip = event.detail > 0 && event.pointerType !== "mouse";
  if (!fingertip || hallSquare() * view.scale >= SURE) return false;
  view.fitted = false;
  taps.last = { square, time: event.timeStamp, box: null };
  glide(() => setScale(Math.max(home(), FINGER / hallSquare()), event.clientX, event.clientY));
  hold(true);
  return true;
}

// ---- The map alone ---------------------------------------------------------------------------------

function aloneByKey(event) {
  if (event.target.closest("[data-alone]")) mapAlone(!alone.on);
}

// The page does it by itself; a browser that can also gives its own bars to the map. A screen that can show
// the whole mall does.
function mapAlone(on) {
  if (alone.on === on) return;
  alone.on = on;
  document.body.classList.toggle("map-alone", on);
  find("[data-alone]").setAttribute("aria-pressed", String(on));
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  keepPace();
  fitAlone(on);
}

function fitAlone(on) {
  if (on ? hallSquare() * whole() < SMALLEST : !alone.fits) return;
  if (on) alone.before = view.fitted;
  alone.fits = on;
  view.fitted = on || alone.before;
  hold(false);
  setScale(home(), ...middle());
  follow();
}

function leaveAlone(event) {
  if (event.type === "keydown" ? event.key === "Escape" : !document.fullscreenElement) mapAlone(false);
}

// ---- What is chosen in a list ----------------------------------------------------------------------

function noteList(event) {
  const { ctx } = event.detail;
  const moment = find("#moment"); // The steps of a demo or a replay are no list.
  ctx.listed = Boolean(moment && ctx.sourceElement?.closest?.(".side a[hx-get]"));
  if (!ctx.listed || listed.before || moment.dataset.square) return;
  const { scale, held, fitted } = view;
  const [left, top] = [frame.scrollLeft, frame.scrollTop];
  const [now, read] = [moment.dataset.now, find(".side").scrollTop];
  listed.before = { scale, left, top, held, fitted, now, read };
}

// News and taps on the map lead nowhere back.
function showListed(event) {
  const { ctx } = event.detail;
  const { before } = listed;
  const square = find("#moment")?.dataset.square;
  if (ctx.sourceElement?.matches?.(".side")) return;
  if (square && ctx.listed) return goTo(square);
  listed.before = null;
  if (before && ctx.listed) goBackTo(before);
}

// Where a player has moved the map it does not follow, but what he has chosen himself he wants to see.
function goTo(number) {
  glide(() => showSquare(number));
}

function showSquare(number) {
  const square = number && find(`.square[data-square="${number}"]`, drawing);
  if (square && !isShown(around([square]))) bringToMiddle(around([square]));
}

// What is looked at is in sight, whatever else is pointed out.
const showTapped = () => showSquare(find("#moment")?.dataset.square);

// The list is read on where it was left, once the panel has been replaced (live.js).
function goBackTo({ scale, left, top, held, fitted, now, read }) {
  view.fitted = fitted;
  if (held) {
    glide(() => { setScale(scale, ...middle()); frame.scrollTo(left, top); remember(); });
    hold(true);
  }
  setTimeout(() => { if (find("#moment")?.dataset.now === now) find(".side").scrollTop = read; });
}

// ---- The names of the main doors -------------------------------------------------------------------

// A name slides along its wall as far as its door goes; where it would still be cut, it is not shown.
function keepNames() {
  const [width, height] = [sheetSize().width * view.scale, sheetSize().height * view.scale];
  const left = frame.scrollLeft - Math.max(0, (frame.clientWidth - width) / 2);
  const top = frame.scrollTop - Math.max(0, (frame.clientHeight - height) / 2);
  for (const name of drawing.querySelectorAll(".door-name")) {
    const [x, y, wide, high] = placeOf(name).map((length) => length * view.scale);
    const upright = high > wide;
    const across = inside(x, wide, left, frame.clientWidth, upright ? 0 : wide);
    const down = inside(y, high, top, frame.clientHeight, upright ? high : 0);
    name.classList.toggle("cut", across === null || down === null);
    name.style.translate = `${(across ?? 0) / view.scale}px ${(down ?? 0) / view.scale}px`;
  }
}

// How far something has to move to lie between two edges, or null where it may not go so far.
function inside(from, length, edge, room, most) {
  const move = Math.max(edge - from, 0) + Math.min(edge + room - from - length, 0);
  return Math.abs(move) <= most ? move : null;
}

// Where a name stands in the drawing, from its upper left corner; an upright one is turned about its foot.
function placeOf(name) {
  if (name.place) return name.place;
  const { x, y, width, height } = name.getBBox();
  const [footX, footY] = [Number(name.getAttribute("x")), Number(name.getAttribute("y"))];
  const turned = [footX + y - footY, footY - (x + width - footX), height, width];
  const [left, top, wide, high] = name.hasAttribute("transform") ? turned : [x, y, width, height];
  name.place = [left - sheetSize().x, top - sheetSize().y, wide, high];
  return name.place;
}

// ---- Start -----------------------------------------------------------------------------------------

if (find("#map")) {
  for (const handler of [fitByKey, aloneByKey]) document.addEventListener("click", handler);
  for (const name of ["fullscreenchange", "keydown"]) document.addEventListener(name, leaveAlone);
  document.addEventListener("htmx:before:request", noteList);
  document.addEventListener("htmx:finally:request", showListed);
  find("#map").addEventListener("scroll", keepNames, { passive: true });
}
