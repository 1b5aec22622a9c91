// A selection in a list is shown on the map; going back restores both.
import { find } from "../../page/dom.js";
import { frame, glide, hold, middle, remember, setScale, showSquare, view } from "./viewport.js";

const listed = { before: null };

function noteList(event) {
  const { ctx } = event.detail;
  const moment = find("#moment"); // The steps of a demo or a replay are not a list.
  ctx.listed = Boolean(moment && ctx.sourceElement?.closest?.(".side a[hx-get]"));
  if (!ctx.listed || listed.before || moment.dataset.square) return;
  const { scale, held, fitted } = view;
  const [left, top] = [frame.scrollLeft, frame.scrollTop];
  const [now, read] = [moment.dataset.now, find(".side").scrollTop];
  listed.before = { scale, left, top, held, fitted, now, read };
}

// After news or a tap on the map there is nothing to go back to.
function showListed(event) {
  const { ctx } = event.detail;
  const { before } = listed;
  const square = find("#moment")?.dataset.square;
  if (ctx.sourceElement?.matches?.(".side")) return;
  if (square && ctx.listed) return goTo(square);
  listed.before = null;
  if (before && ctx.listed) goBackTo(before);
}

// If a player has moved the map it does not follow, but he wants to see what he has chosen himself.
function goTo(number) {
  glide(() => showSquare(number));
}

// The list continues where it was left, once the panel has been replaced (table/updates.js).
function goBackTo({ scale, left, top, held, fitted, now, read }) {
  view.fitted = fitted;
  if (held) {
    glide(() => { setScale(scale, ...middle()); frame.scrollTo(left, top); remember(); });
    hold(true);
  }
  setTimeout(() => { if (find("#moment")?.dataset.now === now) find(".side").scrollTop = read; });
}

if (frame) {
  document.addEventListener("htmx:before:request", noteList);
  document.addEventListener("htmx:finally:request", showListed);
}
