// Back closes what lies open over the page, a sheet before the panel beneath it, and only then leaves.
// Each of them is an entry of the history for as long as it lies open.
"use strict";

const layers = { going: false, stays: false, here: location.href, left: null };

// How many lie open: every dialog, a panel in place of what may be done now, and the map alone (map_keys.js).
function lyingOpen() {
  const panel = find("#moment [data-now-url]") && find("#moment") !== layers.left;
  return document.querySelectorAll("dialog[open], body.map-alone").length + (panel ? 1 : 0);
}

const entered = () => history.state?.layers ?? 0;

function keepPace() {
  if (layers.going || (typeof draft === "object" && draft.coming)) return;
  layers.here = location.href;
  const open = lyingOpen();
  if (open < entered()) {
    layers.going = true;
    history.go(open - entered());
  }
  while (open > entered()) history.pushState({ layers: entered() + 1 }, "");
}

function wentBack() {
  // A link within the page leads elsewhere, and so does a page that htmx has put there.
  const elsewhere = location.href !== layers.here;
  const closes = !layers.going && !elsewhere;
  layers.stays = !elsewhere;
  layers.going = false;
  if (closes) while (lyingOpen() > entered()) closeTop();
  keepPace();
}

function closeTop() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (dialog) return dialog.close();
  if (document.body.matches(".map-alone")) return mapAlone(false);
  layers.left = find("#moment");
  ask(find("[data-now-url]", layers.left).getAttribute("href"));
}

// Where nothing but a sheet was closed, the page beneath is still the right one.
function stayHere(event) {
  if (layers.stays) event.preventDefault();
}

addEventListener("popstate", wentBack);
document.addEventListener("htmx:before:history:restore", stayHere);
document.addEventListener("htmx:after:swap", keepPace);
for (const dialog of document.querySelectorAll("dialog")) {
  new MutationObserver(keepPace).observe(dialog, { attributeFilter: ["open"] });
}
addEventListener("DOMContentLoaded", keepPace);
