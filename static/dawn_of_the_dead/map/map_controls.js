// The buttons beside the map: the whole map at once, and the map in full screen.
import { addLayer, syncHistory } from "../../page/history.js";
import { find } from "../../page/dom.js";
import {
  TELLING, fit, follow, frame, glide, hallSquare, hold, home, isWhole, middle, setScale, view, whenScaled,
  whole,
} from "./viewport.js";

const alone = { on: false, fits: false, before: {} };

// ---- The whole map ---------------------------------------------------------------------------------

function fitByKey(event) {
  if (!event.target.closest("[data-fit]")) return;
  fit(!isWhole());
  view.chosen = 0;
  glide(() => setScale(home(), ...middle()));
  hold(false);
  follow();
}

// ---- The map alone ---------------------------------------------------------------------------------

function aloneByKey(event) {
  if (event.target.closest("[data-alone]")) mapAlone(!alone.on);
}

/**
 * Show the map alone, or stop. The page does it by itself; a browser that can also gives its own bars to the
 * map, and a screen that can show the whole mall does.
 */
export function mapAlone(on) {
  if (alone.on === on) return;
  alone.on = on;
  document.body.classList.toggle("map-alone", on);
  find("[data-alone]").setAttribute("aria-pressed", String(on));
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  syncHistory();
  fitAlone(on);
}

function fitAlone(on) {
  if (on ? hallSquare() * whole() < TELLING : !alone.fits) return;
  if (on) alone.before = { fitted: view.fitted, unasked: view.unasked };
  alone.fits = on;
  if (on) fit(true);
  else Object.assign(view, alone.before);
  hold(false);
  setScale(home(), ...middle());
  follow();
}

function leaveAlone(event) {
  if (event.type === "keydown" ? event.key === "Escape" : !document.fullscreenElement) mapAlone(false);
}

// ---- Start -----------------------------------------------------------------------------------------

if (frame) {
  for (const handler of [fitByKey, aloneByKey]) document.addEventListener("click", handler);
  for (const name of ["fullscreenchange", "keydown"]) document.addEventListener(name, leaveAlone);
  whenScaled(() => find("[data-fit]").setAttribute("aria-pressed", String(isWhole())));
  addLayer(() => alone.on, () => mapAlone(false));
}
