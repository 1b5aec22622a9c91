// News from the table: the server says that there is something new, and the page asks for it. A stream
// ends by itself every minute or so and is opened again; only a longer silence is called cut off.
import { CALM, busy } from "./request_queue.js";
import { ask } from "../page/requests.js";
import { find } from "../page/dom.js";
import {
  freeRuling, keepMapHeight, restoreFolds, restoreMoment, restorePosition, restoreReading, snapshot,
} from "./panel_state.js";
import { reconnected, warnNow, warnSoon } from "./connection.js";
import { fetchForSeat } from "./seat.js";

const SILENCE = 70000;
export const live = {
  source: null, silence: null, later: null, version: 0, asked: null, own: 0, kept: null,
};

// News is asked for by the panels themselves; everything else somebody here has asked for.
export const isNews = (ctx) => ctx.sourceElement === find(".side");
export const target = (ctx) => ctx.target?.id ?? ctx.target?.slice(1);
const askedFor = ({ dataset }) => `${dataset.now} ${dataset.draft ?? ""}`;
const forMoment = (ctx) => !isNews(ctx) && target(ctx) === "moment";

// News never takes a key from under a finger, and never replaces an answer asked for meanwhile. It comes
// later.
function arrive(event) {
  const { ctx } = event.detail;
  const late = () => busy() || live.own || live.asked !== askedFor(find("#moment"));
  if (isNews(ctx) && late()) return event.preventDefault();
  live.kept = find(".side") && ["moment", "ruling"].includes(target(ctx)) ? snapshot() : null;
}

function settle(event) {
  const { kept } = live;
  if (!kept) return;
  const news = isNews(event.detail.ctx);
  const answered = find("#moment") !== kept.moment;
  restoreFolds(kept, news || !answered);
  if (news) restoreMoment(kept);
  if (news || !answered) restorePosition(kept);
  else begin();
  if (news) keepMapHeight(kept);
  if (news) restoreReading(kept);
  find("#ruling").classList.toggle("held", !answered);
}

// After an answer the panel begins at its top, and the keyboard goes on from there.
function begin() {
  freeRuling();
  for (const mark of ["due", "low"]) delete find(".side").dataset[mark];
  find(".side").scrollTop = 0;
  const lost = document.activeElement.matches("body, [data-stamp] [hx-get]");
  if (lost) find("#moment h2")?.focus({ preventScroll: true });
}

function listen() {
  const place = find("[data-events]");
  if (!place) return;
  if (live.source) live.source.close();
  const source = live.source = new EventSource(place.dataset.events);
  source.onopen = stillThere;
  source.onerror = () => {
    warnSoon();
    if (source.readyState === EventSource.CLOSED) refused(source);
  };
  source.addEventListener("version", (event) => { stillThere(); catchUp(event.data); });
  source.addEventListener("presence", (event) => { stillThere(); showPresence(JSON.parse(event.data)); });
  source.addEventListener("ticks", () => { stillThere(); tellTicks(); });
  source.addEventListener("guesses", () => { stillThere(); askAgain(); });
  source.addEventListener("gone", () => { source.close(); location.reload(); });
  silent();
}

// The referee answers, but not to this device. If it was sent away from its seat, the page says how to join
// again; otherwise the stream is opened again. A page without a moment asks for itself: a device without a
// seat is redirected.
async function refused(source) {
  const answer = await fetchForSeat(find("#moment")?.dataset.now ?? location.href).catch(() => null);
  if (answer?.status === 401 || answer?.redirected) return location.reload();
  setTimeout(() => source === live.source && listen(), 3000);
}

// Somebody ticked a line of a list of what to do on the cardboard.
const tellTicks = () => document.dispatchEvent(new Event("table:ticks"));

function stillThere() {
  reconnected();
  silent();
}

function silent() {
  clearTimeout(live.silence);
  live.silence = setTimeout(() => { warnSoon(); listen(); }, SILENCE);
}

// An answer never came: say so at once. The stream may still look alive, so open a new one, which sends the
// version again.
function lost() {
  if (!live.source) return;
  warnNow();
  setTimeout(listen, 1000);
}

// Reload what the panel shows: the same place, the same line, the same form (`data-now`).
function catchUp(version) {
  live.version = Number(version);
  const moment = find("#moment");
  if (!moment || live.asked || Number(moment.dataset.version) >= live.version) return;
  askAgain(() => catchUp(live.version));
}

function askAgain(later = askAgain) {
  clearTimeout(live.later);
  const moment = find("#moment");
  if (!moment) return;
  if (live.asked || busy() || live.own) {
    live.later = setTimeout(later, CALM);
    return;
  }
  live.asked = askedFor(moment);
  ask(moment.dataset.now, moment.dataset.draft, ".side");
}

function asking(event) {
  const { ctx } = event.detail;
  ctx.counted = forMoment(ctx);
  if (ctx.counted) live.own += 1;
}

// News that had to wait, or that came while other news was on its way, is asked for again.
function askedAgain(event) {
  const { ctx } = event.detail;
  if (isNews(ctx)) live.asked = null;
  else if (ctx.counted) live.own -= 1;
  if (ctx.response?.status < 400) catchUp(live.version);
}

function showPresence(seats) {
  document.dispatchEvent(new Event("table:presence"));
  for (const [seat, here] of Object.entries(seats)) {
    const lines = document.querySelectorAll(`[data-presence="${seat}"]`);
    for (const line of lines) line.classList.toggle("here", here);
  }
  // Who answers for a phone depends on whether the phone is here. That is news, not an answer.
  if (find("#moment [data-awaits]")) askAgain();
}

// ---- Another edition of the server -----------------------------------------------------------------

// After an update of the server this page still has the scripts from before. The server names its edition
// with each answer; the next look at the moment reloads the page. What was being chosen is there again
// (draft.js).
const MARK = /\/static\/([0-9a-f]{16})\//;
const RENEWED = "renewed for";
const mine = import.meta.url.match(MARK)?.[1];

function renew(event) {
  const { request, response } = event.detail.ctx;
  const now = response?.headers.get("Referee-Files");
  const looked = request.method === "GET" && target(event.detail.ctx) === "moment";
  // Once for each edition: otherwise the page would never rest while two servers answer in turn.
  if (!mine || !now || now === mine || !looked || sessionStorage.getItem(RENEWED) === now) return;
  sessionStorage.setItem(RENEWED, now);
  location.reload();
}

// ---- Start ------------------------------------------------------------------------------------------

document.addEventListener("htmx:before:request", asking);
document.addEventListener("htmx:before:swap", arrive);
// In the capture phase, so that what was kept is back before another part looks at the page.
document.addEventListener("htmx:after:swap", settle, true);
document.addEventListener("htmx:error", lost);
document.addEventListener("htmx:finally:request", askedAgain);
document.addEventListener("htmx:finally:request", renew);
document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
addEventListener("online", listen);
addEventListener("offline", () => { if (live.source) warnSoon(); });
listen();
