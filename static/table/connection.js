// The notice that there is no connection to the table, or that a tap waits for one.
import { find } from "../page/dom.js";

const GRACE = 4000; // ms without news before anything is said
const notice = { timer: null, tapWaits: false };

/** Say soon that the table is out of reach, unless it answers by then. */
export function warnSoon() {
  notice.timer ??= setTimeout(warnNow, GRACE);
}

/** Say it now. */
export const warnNow = () => { find("#cutoff").hidden = false; };

/** The table has answered: take back what was said, or would soon be. */
export function reconnected() {
  clearTimeout(notice.timer);
  notice.timer = null;
  find("#cutoff").hidden = true;
  setTapWaiting(false);
}

/** Return whether the notice says that a tap waits. */
export const isTapWaiting = () => notice.tapWaits;

/** If the notice is shown, say that a tap waits, or no longer does. */
export function setTapWaiting(waits) {
  const place = find("#cutoff");
  if (!place) return;
  notice.tapWaits = waits;
  if (waits) place.hidden = false;
  const words = waits ? place.dataset.tap : place.dataset.idle;
  if (place.textContent !== words) place.textContent = words;
}
