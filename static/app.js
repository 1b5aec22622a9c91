// The little script that the pages need beside htmx. Everything it does is asked of the server as a link or a
// form would ask it; the server answers with fragments.
"use strict";

const find = (selector, root = document) => root.querySelector(selector);

// ---- Dark or light: the cookie tells the server, the attribute tells this page at once ----------------------

function switchTheme(event) {
  if (!event.target.closest("[data-theme-switch]")) return;
  event.preventDefault();
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
}

// ---- A case opens as a sheet over the screen in use, and its links walk on inside the sheet ------------------

function openCase(event) {
  const link = event.target.closest("a.case, a[data-case]");
  const sheet = find("#sheet");
  if (!link || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!link.closest("#sheet") && !find("[data-sheet]")) return;
  event.preventDefault();
  const url = new URL(link.href);
  htmx.ajax("GET", url.pathname + url.search, { target: "#sheet-body", swap: "innerHTML" }).then(() => {
    if (!sheet.open) sheet.showModal();
    const note = url.hash && find("#sheet-body " + CSS.escape(url.hash).replace("\\#", "#"));
    if (note) note.scrollIntoView({ block: "center" });
    else sheet.scrollTop = 0;
  });
}

// A tap on the darkness around a dialog closes it.
function closeSheet(event) {
  if (event.target.matches("dialog[open]") && event.target.id) event.target.close();
}

// Asks the server for another panel of the moment; what else changed comes with it.
function ask(url) {
  return htmx.ajax("GET", url, { target: "#moment", swap: "outerHTML" });
}

// After an answer the panel begins at its top, and the keyboard goes on from there. News that nobody here asked for
// leaves the panel where it is.
function settle() {
  showAction();
  const quiet = live.quiet || !find("#ruling");
  live.quiet = false;
  if (showAsked() || quiet) return;
  const side = find(".side");
  side.scrollTop = 0;
  if (getComputedStyle(side).overflowY === "visible") scrollTo(0, side.offsetTop - find(".mapframe").offsetHeight);
  if (document.activeElement === document.body) find("#moment h2")?.focus({ preventScroll: true });
}

// A question of the other side is shown at once, wherever this player was reading.
function showAsked() {
  const answer = find("#agreement button.main");
  const fresh = answer && !live.asked;
  live.asked = Boolean(answer);
  if (fresh) answer.scrollIntoView({ block: "center" });
  return fresh;
}

// What cannot be answered comes as a page for people; its panel is shown where the answer would have been.
function showProblem(event) {
  const { text, target } = event.detail.ctx;
  const panel = new DOMParser().parseFromString(text, "text/html").querySelector(".panel.ruling");
  const place = target?.id === "sheet-body" ? target : find("#ruling");
  if (panel && place) place.replaceChildren(panel);
}

// ---- The map: a tap on a square or a door -------------------------------------------------------------------

function tapMap(event) {
  const board = event.target.closest("[data-taps]");
  if (!board) return;
  const door = event.target.closest("[data-door], [data-main-door]");
  const square = event.target.closest("[data-square]");
  if (!door && !square) return;
  event.preventDefault();
  if (find("#sight-form")) tapSight(door?.dataset.door && door, square);
  else if (door && find("form[data-choose], #place-characters")) return;
  else if (door) ask(`${board.dataset.taps}door/${door.dataset.door || door.dataset.mainDoor}`);
  else tapSquare(board.dataset.taps, square.dataset.square);
}

function tapSquare(base, square) {
  const moment = find("#moment");
  const box = find(`input[type=checkbox][value="${square}"], fieldset:not(:has(:checked)) input[type=radio][value="${square}"]`, moment);
  if (box) return box.click();
  // While squares are being chosen, the answer must not wipe out the form.
  if (find("#place-hidden, #place-characters", moment)) {
    return htmx.ajax("GET", `${base}square/${square}`, { target: "#ruling", swap: "outerMorph", headers: { "HX-Target": "div#ruling" } });
  }
  const again = moment.dataset.square === square && find("[data-again]", moment);
  if (again) return again.click();
  const from = moment.dataset.from ? `?from=${moment.dataset.from}` : "";
  return ask(`${base}square/${square}${from}`);
}

function tapSight(door, square) {
  const form = find("#sight-form");
  if (door && !form.dataset.fixed) {
    const turn = form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "turn" }));
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

// Choosing the five hidden squares: how many are chosen, and where on the map.
function countChosen(event) {
  const form = event.target.closest("form[data-choose]");
  if (!form) return;
  const chosen = new FormData(form).getAll("squares");
  if (chosen.length > Number(form.dataset.choose)) {
    event.target.checked = false;
    return;
  }
  find("[data-chosen]", form).value = chosen.length;
  find("#ruling")?.replaceChildren();
  for (const square of document.querySelectorAll("#map [data-square]")) {
    square.classList.toggle("chosen", chosen.includes(square.dataset.square));
  }
}

// Zoom keeps what stands in the middle of the view in the middle.
function zoomMap(event) {
  const key = event.target.closest("[data-zoom-by]");
  if (!key) return;
  const frame = find("#map");
  const level = Math.max(1, Math.min(4, Number(frame.dataset.zoom || 1) + Number(key.dataset.zoomBy)));
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const before = frame.scrollWidth;
  frame.dataset.zoom = level;
  const scale = frame.scrollWidth / before;
  frame.scrollTo(middle[0] * scale - frame.clientWidth / 2, middle[1] * scale - frame.clientHeight / 2);
}

// On a small screen the map starts enlarged; the view goes to what is pointed out, unless a player moved it.
function frameMap() {
  const frame = find("#map");
  if (frame && frame.clientWidth < 600 && frame.dataset.zoom === "1") {
    frame.dataset.zoom = 3;
    frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  }
  showAction();
}

function showAction() {
  const frame = find("#map");
  if (!frame || frame.dataset.zoom === "1" || frame.dataset.held) return;
  const line = find(".sight:has(.end)", frame);
  if (line) fitMap(frame, line);
  const spot = line || ["chosen", "aim", "must", "go", "target", "may"].map((kind) => find(`.mark.${kind}`, frame)).find(Boolean)
    || find(".counter-piece.human", frame);
  if (!spot) return;
  const [inner, outer] = [spot.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollBy(inner.x + inner.width / 2 - outer.x - outer.width / 2, inner.y + inner.height / 2 - outer.y - outer.height / 2);
}

// A sight line is seen from end to end, as large as that can be.
function fitMap(frame, line) {
  const fits = () => {
    const { width, height } = line.getBoundingClientRect();
    return width <= frame.clientWidth && height <= frame.clientHeight;
  };
  while (frame.dataset.zoom > 1 && !fits()) frame.dataset.zoom -= 1;
}

// ---- Live: the server says that there is something new; the page asks for it ----------------------------------
// A stream ends by itself every minute or so and is opened again; only a longer silence is called cut off.

const GRACE = 4000;
const SILENCE = 70000;
const live = { source: null, notice: null, silence: null, version: 0, quiet: false, asked: false };

function listen() {
  const place = find("[data-events]");
  if (!place) return;
  if (live.source) live.source.close();
  const source = live.source = new EventSource(place.dataset.events);
  source.onopen = heard;
  source.onerror = () => {
    cutOff();
    if (source.readyState === EventSource.CLOSED) setTimeout(() => source === live.source && listen(), 3000);
  };
  source.addEventListener("version", (event) => { heard(); catchUp(event.data); });
  source.addEventListener("presence", (event) => { heard(); showPresence(JSON.parse(event.data)); });
  source.addEventListener("gone", () => { source.close(); location.reload(); });
  silent();
}

function heard() {
  clearTimeout(live.notice);
  live.notice = null;
  find("#cutoff").hidden = true;
  silent();
}

function silent() {
  clearTimeout(live.silence);
  live.silence = setTimeout(() => { cutOff(); listen(); }, SILENCE);
}

function cutOff() {
  live.notice ??= setTimeout(() => { find("#cutoff").hidden = false; }, GRACE);
}

// An answer never came: that is said at once. The stream may still look alive, so a new one is opened; it tells the
// version again.
function lost() {
  if (!live.source) return;
  live.quiet = false;
  find("#cutoff").hidden = false;
  setTimeout(listen, 1000);
}

function catchUp(version) {
  live.version = Number(version);
  const moment = find("#moment");
  if (!moment || Number(moment.dataset.version) >= live.version) return;
  live.quiet = true;
  ask(moment.dataset.now);
}

// An answer goes astray when the panel it was meant for was replaced while it was on its way: then ask again.
function askedAgain(event) {
  if (event.detail.ctx.response?.status < 400) catchUp(live.version);
}

function showPresence(seats) {
  for (const [seat, here] of Object.entries(seats)) {
    const line = find(`[data-presence="${seat}"]`);
    if (line) line.classList.toggle("here", here);
  }
}

// ---- Start ------------------------------------------------------------------------------------------------------

for (const handler of [switchTheme, openCase, closeSheet, tapMap, zoomMap]) document.addEventListener("click", handler);
document.addEventListener("change", countChosen);
document.addEventListener("htmx:after:swap", settle);
document.addEventListener("htmx:response:error", showProblem);
document.addEventListener("htmx:error", lost);
document.addEventListener("htmx:finally:request", askedAgain);
find("#map")?.addEventListener("touchmove", () => { find("#map").dataset.held = "yes"; }, { passive: true });
frameMap();
document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
addEventListener("online", listen);
addEventListener("offline", () => { if (live.source) cutOff(); });
listen();
find("#join [role=alert]")?.scrollIntoView({ block: "center" });
