// The checklist for the cardboard. A line ticked on one device disappears on every device: the server
// announces the tick, and each page reloads its list.
import { CALM, busy } from "../../table/request_queue.js";
import { find } from "../../page/dom.js";
import { roomForList } from "../../table/panel_state.js";
import { live } from "../../table/updates.js";

const boardList = { later: null };

// A list never changes under a finger; it changes a moment later.
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

// The key for all lines ticks only lines that its player has seen: those in sight or above the key.
function tickWhatIsSeen() {
  const key = find("[data-tick-all]");
  if (!key) return;
  const places = [find("#checklist ul"), find(".side")].map((part) => part.getBoundingClientRect());
  const head = key.getBoundingClientRect().top;
  const middle = (line) => line.getBoundingClientRect().top + line.offsetHeight / 2;
  const shown = (line) => places.every(({ top, bottom }) => middle(line) > top && middle(line) < bottom);
  const lines = [...document.querySelectorAll("#checklist li")];
  const seen = lines.filter((line) => shown(line) || (!key.hidden && middle(line) < head));
  for (const line of lines) find("[name=seen]", line).disabled = !seen.includes(line);
  key.hidden = seen.length < 2; // one line is a key itself
  const words = find("[data-all]", key);
  words.textContent = (seen.length === lines.length && words.dataset.all) || `these ${seen.length}`;
}

function settleList() {
  roomForList();
  requestAnimationFrame(tickWhatIsSeen);
}

document.addEventListener("table:ticks", askList);
document.addEventListener("htmx:after:swap", stayInList);
document.addEventListener("htmx:after:swap", settleList);
document.addEventListener("toggle", settleList, true);
document.addEventListener("scroll", tickWhatIsSeen, { capture: true, passive: true });
addEventListener("resize", settleList);
settleList();
