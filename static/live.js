// News from the table: the server says that there is something new, and the page asks for it. A stream ends by itself
// every minute or so and is opened again; only a longer silence is called cut off.
"use strict";

const GRACE = 4000;
const SILENCE = 70000;
const live = { source: null, notice: null, silence: null, version: 0, quiet: false, asked: false };

// After an answer the panel begins at its top, and the keyboard goes on from there. News that nobody here asked for
// leaves the panel where it is.
function settle() {
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

document.addEventListener("htmx:after:swap", (event) => event.detail.ctx.target?.id === "chances" || settle());
document.addEventListener("htmx:error", lost);
document.addEventListener("htmx:finally:request", askedAgain);
document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
addEventListener("online", listen);
addEventListener("offline", () => { if (live.source) cutOff(); });
listen();
