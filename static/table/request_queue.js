// The queue of requests: every tap gets an answer, in the order of the taps, put where its panel is by then.
// Answers never take a button from under a finger.
import { find } from "../page/dom.js";
import { isTapWaiting, reconnected, setTapWaiting } from "./connection.js";

export const CALM = 250; // ms
const AGAIN = 1500; // ms between two tries
const PATIENCE = 40000; // ms after which a tap without an answer is called lost
const AWAY = [502, 504]; // what a proxy says in place of a server that is away
const KEY = "Idempotency-Key";
const LONG = 1000; // how many ms, at most, a finger on a key holds an answer back
const reasons = [];
export const finger = { down: false, lifted: -CALM, tapped: Promise.resolve(), release: null };
export const asked = { last: Promise.resolve(), count: 0, keys: new Set() };

/** Let news wait while `reason()` is true: something is about to be pressed here. */
export const holdNews = (reason) => reasons.push(reason);

/** Return whether news waits: for a finger, or for what is about to be pressed. */
export const busy = () =>
  finger.down || performance.now() - finger.lifted < CALM || reasons.some((reason) => reason());

// The other buttons of a mouse press nothing, and a menu may hide the moment they are released.
function press(event) {
  if (event.button > 0) return;
  finger.down = event.type === "pointerdown";
  if (!finger.down) finger.lifted = performance.now();
  if (event.type === "pointercancel") finger.release?.();
  if (!finger.down || !event.target.closest(".beside :is(a, button, input, label, summary)")) return;
  finger.tapped = new Promise((release) => { finger.release = release; });
  setTimeout(finger.release, LONG);
}

// The click takes effect before an answer may remove its key.
function clicked() {
  if (finger.release) setTimeout(finger.release);
}

const PANELS = "#moment, #ruling, #sight, #step, #ways, #settings, #naming"; // what a tap is answered in
const isAsked = (ctx) => ctx.target?.matches?.(PANELS) && !ctx.sourceElement.matches(".side");

// Pressing a key again before its answer has come counts as the same press.
function takeTurn(event) {
  const { ctx } = event.detail;
  if (!isAsked(ctx)) return;
  const key = ctx.request.method === "POST" && (ctx.request.submitter ?? ctx.sourceElement);
  if (key && asked.keys.has(key)) return event.preventDefault();
  if (key) asked.keys.add(key);
  if (key && ["version", "serial"].some((name) => ctx.request.body?.has?.(name))) {
    ctx.request.headers[KEY] = newKey();
  }
  const before = asked.last;
  asked.count += 1;
  asked.last = new Promise((next) => {
    ctx.endTurn = () => {
      asked.count -= 1;
      asked.keys.delete(key);
      next();
    };
  });
  ctx.fetch = (...request) => inTurn(ctx, before, request);
}

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

async function inTurn(ctx, before, request) {
  await before;
  nameKept(ctx);
  const response = await fetchAgain(ctx, request);
  await response.clone().text();
  await finger.tapped;
  if (!ctx.target.isConnected) ctx.target = document.getElementById(ctx.target.id) ?? ctx.target;
  return response;
}

// While the server is away, a tap is tried again until it is answered. Asking twice does no harm. A look
// changes nothing. An action names the version or request that its player saw and carries a key, so the
// server does it once and repeats the lost answer. Anything else is asked only once.
async function fetchAgain(ctx, request) {
  const { method, headers, signal } = ctx.request;
  const harmless = method === "GET" || headers[KEY];
  for (const since = performance.now(); ;) {
    const response = await fetch(...request).catch((error) => ({ error }));
    if (!response.error && !AWAY.includes(response.status)) return answered(response);
    if (!harmless || signal?.aborted || performance.now() - since > PATIENCE) return isLost(response);
    setTapWaiting(true);
    await new Promise((again) => {
      addEventListener("online", again, { once: true });
      setTimeout(again, AGAIN);
    });
  }
}

function answered(response) {
  if (isTapWaiting()) reconnected();
  return response;
}

// Give up the tap, inform the player, and show the present state of the table.
function isLost(response) {
  const said = find("#lost-tap");
  setTapWaiting(false);
  if (said) find("#ruling").replaceChildren(said.content.cloneNode(true));
  if (response.error) throw response.error;
  return response;
}

// Pieces make up most of an answer and seldom change, and a look does not change the panels beside them. So
// the page says which of them it has.
function nameKept(ctx) {
  const kept = [...document.querySelectorAll("[data-stamp]")].map((layer) => layer.dataset.stamp);
  ctx.request.headers["Referee-Kept"] = kept.join(" ");
}

// ---- Start ------------------------------------------------------------------------------------------

for (const name of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(name, press, true);
addEventListener("click", clicked, true);
document.addEventListener("htmx:config:request", takeTurn);
document.addEventListener("htmx:before:request", (event) => nameKept(event.detail.ctx));
document.addEventListener("htmx:finally:request", (event) => event.detail.ctx.endTurn?.());
