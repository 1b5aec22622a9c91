// Taps on the map: a tap asks about a square or a door, and a second tap presses the highlighted button of
// the answer. Two quick taps move there if that button does, and otherwise zoom in (viewport.js).
import { asked, holdNews } from "../../table/request_queue.js";
import { ask } from "../../page/requests.js";
import { find } from "../../page/dom.js";
import "./door_labels.js";
import { mapAlone } from "./map_controls.js";
import "./list_selection.js";
import "./counter_animation.js";
import { tapSetup } from "../table/setup.js";
import "./tooltips.js";
import {
  FINGER, TWICE, fit, frame, glide, hallSquare, hold, home, setScale, view, zoomTo,
} from "./viewport.js";

const SURE = 30; // CSS px: the least width of a hall square that a finger can hit
export const taps = { last: null, due: null };

function tapMap(event) {
  const square = event.target.closest("#map [data-square]");
  const door = event.target.closest("#map :is([data-door], [data-main-door])");
  if (!door && !square) return;
  event.preventDefault();
  const first = !door && firstOfTwo(event, square.dataset.square);
  if (first) return secondOfTwo(first, square);
  if (!door && looksCloser(event, square.dataset.square)) return;
  const base = frame.dataset.taps;
  if (!base) return;
  if (find("#sight-form")) tapSight(door?.dataset.door && door, square);
  else if (door && find("form[data-choose], #place-characters")) return;
  else if (door) ask(`${base}door/${door.dataset.door || door.dataset.mainDoor}`);
  else tapSquare(base, square.dataset.square, event);
}

// If squares are too small for a finger, a tap first zooms in, at the spot it meant.
function looksCloser(event, square) {
  const fingertip = event.detail > 0 && event.pointerType !== "mouse";
  if (!fingertip || hallSquare() * view.scale >= SURE) return false;
  fit(false);
  taps.last = { square, time: event.timeStamp, box: null };
  glide(() => setScale(Math.max(home(), FINGER / hallSquare()), event.clientX, event.clientY));
  hold(true);
  return true;
}

// A first tap asks at once. Anything that a tap would carry out waits until it can no longer become a double
// tap, and a choice turned by the first of two taps is turned back: zooming in never changes anything. A
// click without a pointer (a screen reader's) has no detail and is never one of two.
function firstOfTwo(event, square) {
  if (find("#place-characters")) return null; // two quick taps are two characters
  const { last } = taps;
  const soon = () => last.square === square && event.timeStamp - last.time < TWICE;
  const twice = Boolean(last && event.detail && soon());
  taps.last = twice || !event.detail ? null : { square, time: event.timeStamp, box: null, asks: false };
  if (!twice) return null;
  forget();
  if (last.box?.type === "checkbox" && last.box.isConnected) last.box.click();
  return last;
}

// Two quick taps zoom in, except where the first one asked and its answer offers to go there: then the second
// one goes. It does nothing that has not been shown: while the answer is on its way, it waits and goes
// nowhere.
function secondOfTwo(first, square) {
  const number = square.dataset.square;
  const key = () => first.asks && hallSquare() * view.scale >= SURE && keyOf(number, "=go");
  if (first.asks && asked.count) asked.last.then(() => key() || zoomTo(square));
  else if (key()) pressSoon(key(), number, 0);
  else zoomTo(square);
}

// The key that a second tap on a square presses, once the panel of the square is there.
function keyOf(square, kind = "") {
  const moment = find("#moment");
  return !asked.count && moment.dataset.square === square && find(`[data-again${kind}]`, moment);
}

function tapSquare(base, square, event) {
  const moment = find("#moment");
  if (tapSetup(square)) return;
  const open = `fieldset:not(:has(:checked)) input[type=radio][value="${square}"]`;
  const box = find(`input[type=checkbox][value="${square}"], ${open}`, moment);
  if (box) {
    if (taps.last) taps.last.box = box;
    return box.click();
  }
  // While squares are being chosen, the answer must not wipe out the form.
  if (find("#place-hidden, #place-characters", moment)) {
    const headers = { "HX-Target": "div#ruling" };
    mapAlone(false);
    return htmx.ajax("GET", `${base}square/${square}`, { target: "#ruling", swap: "outerMorph", headers });
  }
  mapAlone(false); // The answer is beside the map.
  // A second tap before the answer has come asks again: nothing is done that has not been shown.
  const again = keyOf(square);
  if (again) return pressSoon(again, square, event.detail ? TWICE : 0);
  if (taps.last) taps.last.asks = true;
  const from = moment.dataset.from ? `?from=${moment.dataset.from}` : "";
  return ask(`${base}square/${square}${from}`);
}

// The key shows at once that it is being pressed.
function pressSoon(key, square, wait) {
  forget();
  key.classList.add("due");
  taps.due = { key, square, timer: setTimeout(pressDue, wait) };
}

function forget() {
  clearTimeout(taps.due?.timer);
  taps.due?.key.classList.remove("due");
  taps.due = null;
}

// If the panel has been replaced meanwhile, this is another question, so ask it.
function pressDue() {
  const { key, square } = taps.due;
  forget();
  if (key.isConnected) key.click();
  else ask(`${frame.dataset.taps}square/${square}`);
}

// A tap elsewhere is not a double tap: the first tap is carried out before the second.
function goElsewhere(event) {
  const square = event.target.closest("#map [data-square]")?.dataset.square;
  if (taps.last?.square !== square) taps.last = null;
  if (taps.due && taps.due.square !== square) pressDue();
}

function tapSight(door, square) {
  const form = find("#sight-form");
  if (door && !form.dataset.fixed) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "turn" });
    const turn = form.appendChild(field);
    turn.value = door.dataset.door;
  } else if (!square) {
    return;
  } else if (!form.from.value || form.to.value) {
    form.from.value = square.dataset.square;
    form.to.value = "";
  } else {
    form.to.value = square.dataset.square;
  }
  form.requestSubmit();
}

// ---- Start ------------------------------------------------------------------------------------------

holdNews(() => taps.due);
document.addEventListener("click", tapMap);
addEventListener("pointerdown", goElsewhere, true);
