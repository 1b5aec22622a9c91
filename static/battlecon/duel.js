// A phone shows the whole page of a duel in one column. Something new begins at its top: after an answer that
// this device gave, and when news brings another question. A lesson that this device asked for is further
// down, so the page scrolls to it.
import { find, showUnfolded } from "../page/dom.js";
import { isNews, target } from "../table/updates.js";

const asks = () => find("#moment h2")?.textContent.replace(/\s+/g, " ");
const lesson = () => find(".lesson h2");
const duel = { asks: asks(), taught: Boolean(lesson()) };

function beginAtTop(event) {
  const { ctx } = event.detail;
  const answered = !isNews(ctx) && target(ctx) === "moment";
  const moved = duel.asks !== asks() || answered;
  const told = answered && !duel.taught && lesson();
  Object.assign(duel, { asks: asks(), taught: Boolean(lesson()) });
  if (told) {
    lesson().focus({ preventScroll: true });
    lesson().closest(".lesson").scrollIntoView();
  } else if (moved) scrollTo({ top: 0 });
}

// The hand opens where its player is looking, not below the fold.
const showHand = (event) => showUnfolded(event, "#change > summary", () => "start");

// On the tablet the newest line of a beat in progress is in sight.
function showNewest() {
  const lines = find(".reveal.under-way .after");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

showNewest();
document.addEventListener("htmx:after:swap", beginAtTop);
document.addEventListener("htmx:after:swap", showNewest);
document.addEventListener("click", showHand);

// ---- The clock of a beat ---------------------------------------------------------------------------

// It counts down between two answers of the server. At its end it says so, and no more.
const MINUTE = 60;
const SECOND_MS = 1000;
const ticking = { told: null, until: 0 };

const words = (seconds) => (
  `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`);

function showLeft() {
  const clock = find("#beat-clock");
  if (!clock) return;
  const { left, version } = clock.dataset;
  // An answer may bring another time for the same clock.
  const told = `${version} ${left}`;
  if (told !== ticking.told) Object.assign(ticking, { told, until: Date.now() + left * SECOND_MS });
  const now = Math.max(0, Math.ceil((ticking.until - Date.now()) / SECOND_MS));
  const shown = clock.querySelector("b");
  if (shown.textContent !== words(now)) shown.textContent = words(now);
  clock.classList.toggle("up", now === 0);
  find("#time-up").hidden = now > 0;
}

setInterval(showLeft, SECOND_MS);
document.addEventListener("htmx:after:swap", showLeft);
document.addEventListener("visibilitychange", showLeft);
showLeft();
