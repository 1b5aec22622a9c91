// What to do on the cardboard. A line that is ticked on one device goes from the list of every device: the
// server says that somebody ticked, and each page asks for its list.
"use strict";

const boardList = { later: null };

// A list never changes under a finger; then it comes a moment later.
function askList() {
  clearTimeout(boardList.later);
  const list = find("#checklist");
  if (!list) return;
  if (busy() || live.own) {
    boardList.later = setTimeout(askList, CALM);
    return;
  }
  htmx.ajax("GET", list.dataset.list, { target: "#checklist", swap: "outerHTML" });
}

// The keyboard stays in the list while there is anything to tick.
function stayInList(event) {
  if (event.detail.ctx.target?.id !== "checklist" || document.activeElement !== document.body) return;
  find("#checklist button")?.focus({ preventScroll: true });
}

document.addEventListener("htmx:after:swap", stayInList);
document.addEventListener("htmx:after:swap", () => roomForList());
addEventListener("resize", () => roomForList());
roomForList();
