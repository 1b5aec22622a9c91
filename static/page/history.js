// Back closes what is open over the page, a dialog before the panel under it, and only then leaves. Each open
// layer has its own entry in the history.
import { ask } from "./requests.js";
import { find } from "./dom.js";

const layers = { going: false, stays: false, waits: false, here: location.href, left: null, more: [] };

/** Let Back close something of a game too: `isOpen()` says whether it is open, `close()` closes it. */
export const addLayer = (isOpen, close) => layers.more.push({ isOpen, close });

// Return how many layers are open: dialogs, a panel in place of the moment, and what a game adds.
function lyingOpen() {
  const panel = find("#moment [data-now-url]") && find("#moment") !== layers.left;
  const more = layers.more.filter(({ isOpen }) => isOpen());
  return document.querySelectorAll("dialog[open]").length + more.length + (panel ? 1 : 0);
}

const entered = () => history.state?.layers ?? 0;

/** Make the history as long as the list of what is open. */
export function syncHistory() {
  if (layers.going || layers.waits) return;
  layers.here = location.href;
  const open = lyingOpen();
  if (open < entered()) {
    layers.going = true;
    history.go(open - entered());
  }
  while (open > entered()) history.pushState({ layers: entered() + 1 }, "");
}

/** Leave the history alone while the page is being restored after a reload. */
export function pauseHistory(waits) {
  layers.waits = waits;
  syncHistory();
}

function wentBack() {
  // A link within the page leads elsewhere, and so does a page that htmx has put there.
  const elsewhere = location.href !== layers.here;
  const closes = !layers.going && !elsewhere;
  layers.stays = !elsewhere;
  layers.going = false;
  if (closes) while (lyingOpen() > entered()) closeTop();
  syncHistory();
}

function closeTop() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (dialog) return dialog.close();
  const more = layers.more.find(({ isOpen }) => isOpen());
  if (more) return more.close();
  layers.left = find("#moment");
  ask(find("[data-now-url]", layers.left).getAttribute("hx-get"));
}

// If only a sheet was closed, the page beneath is still the right one.
function stayHere(event) {
  if (layers.stays) event.preventDefault();
}

addEventListener("popstate", wentBack);
document.addEventListener("htmx:before:history:restore", stayHere);
document.addEventListener("htmx:after:swap", syncHistory);
for (const dialog of document.querySelectorAll("dialog")) {
  new MutationObserver(syncHistory).observe(dialog, { attributeFilter: ["open"] });
}
addEventListener("DOMContentLoaded", syncHistory);
