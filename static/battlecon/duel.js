// A phone shows the whole page of a duel in one column. What is new begins at its top: after an answer of
// this device, and when news brings another question.
import { find } from "../find.js";
import { isNews, target } from "../live.js";

const asks = () => find("#moment h2")?.textContent.replace(/\s+/g, " ");
const duel = { asks: asks() };

function beginAtTop(event) {
  const { ctx } = event.detail;
  const moved = duel.asks !== asks() || (!isNews(ctx) && target(ctx) === "moment");
  duel.asks = asks();
  if (moved) scrollTo({ top: 0 });
}

document.addEventListener("htmx:after:swap", beginAtTop);
