// A phone shows the whole page of a duel in one column. Something new begins at its top: after an answer that
// this device gave, and when news brings another question. A lesson that this device asked for is further
// down, so the page scrolls to it.
import "./beat_clock.js";
import { find } from "../find.js";
import { isNews, target } from "../live.js";
import { showUnfolded } from "../unfold.js";

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
