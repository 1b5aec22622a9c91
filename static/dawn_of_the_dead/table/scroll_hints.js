// The panels may continue below their edge. If buttons of the moment or the checklist are down there, a row
// of marks at the foot says so, and a tap on a mark scrolls there.
import { find, showUnfolded } from "../../page/dom.js";

const marks = find("#below");
const isBelow = (part, edge) => part.getBoundingClientRect().bottom > edge + 1;

// The key of a form that sticks to the foot is always in sight, and so are the choices above it, one after
// the other.
function momentKeys() {
  const keys = document.querySelectorAll("#moment :is(form:not([inert]) :is(button, .key), a.button)");
  return [...keys].filter((key) => key.checkVisibility() && !key.closest("form:has(.sticky)"));
}

// The first line of the list, if even the heading above it is out of sight.
function hiddenLine(edge) {
  const line = find("#checklist li");
  return line?.checkVisibility() && isBelow(find("#checklist summary"), edge) ? line : null;
}

// The list sticks to the foot of a phone on its side: keys lie under it.
function stuckList() {
  const list = find("#checklist.panel");
  return list && getComputedStyle(list).position === "sticky" ? list : null;
}

function lowestEdge() {
  const bottom = find(".side").getBoundingClientRect().bottom;
  return Math.min(bottom, stuckList()?.getBoundingClientRect().top ?? bottom);
}

// If the row disappears while the panels are scrolled to their end, its room stays, or they would all move
// under a finger. The room goes once they are scrolled back.
function keepEnd(grows) {
  const side = find(".side");
  const spare = Number(side.dataset.spare ?? 0);
  const short = side.scrollTop + side.clientHeight + grows - (side.scrollHeight - spare);
  const keeps = Math.max(0, short);
  if (Math.abs(keeps - spare) < 1) return;
  const own = parseFloat(getComputedStyle(side).paddingBottom) - spare;
  side.dataset.spare = keeps;
  side.style.paddingBottom = keeps ? `${own + keeps}px` : "";
}

// The row takes its room from the foot of the panels, so nothing in them moves. Beside a list that sticks
// there it takes none. Whatever the row itself would cover counts as below too.
function lookBelow() {
  const [keys, stuck] = [momentKeys(), stuckList()];
  const edge = stuck ? lowestEdge() : find(".undo").getBoundingClientRect().top;
  const [line, before] = [stuck ? null : hiddenLine(edge), marks.hidden];
  marks.toggleAttribute("data-stuck", Boolean(stuck));
  const gone = !line && !keys.some((key) => isBelow(key, edge));
  keepEnd(gone && !before && !stuck ? marks.getBoundingClientRect().height : 0);
  marks.hidden = gone;
  if (marks.hidden) return;
  const [more, list] = ["more", "list"].map((name) => find(`[data-below="${name}"]`, marks));
  more.hidden = !keys.some((key) => isBelow(key, lowestEdge()));
  list.hidden = !line;
  if (line) find("span", list).textContent = nextOnBoard(line);
  if (before) find(".side .pointed")?.scrollIntoView({ block: "nearest" }); // the key that the guide asks for
}

function nextOnBoard(line) {
  const count = Number(find("#checklist [data-left]").textContent);
  const words = ["b", "small"].map((part) => find(part, line)?.textContent.trim()).filter(Boolean).join(" ");
  return count > 1 ? `${words} (${count})` : words;
}

// Bring up what was below as far as there is room; what is read first stays above what comes next.
function goBelow(event) {
  const mark = event.target.closest("[data-below]");
  if (!mark) return;
  const parts = mark.dataset.below === "list" ? [find("#checklist")] : momentKeys();
  const [top, ruling] = [find(".side").getBoundingClientRect().top, find("#ruling")];
  const bottom = mark.dataset.below === "list" ? find(".side").getBoundingClientRect().bottom : lowestEdge();
  const covered = ruling.classList.contains("held") ? ruling.offsetHeight : 0;
  const first = (parts.find((part) => isBelow(part, bottom)) ?? parts[0]).getBoundingClientRect().top;
  const last = parts.at(-1).getBoundingClientRect().bottom;
  find(".side").scrollBy(0, Math.min(first - top - covered, last - bottom) + 8);
}

// A fold that is taller than the panels begins at their top.
function unfolded(event) {
  const high = (fold) => fold.offsetHeight > find(".side").clientHeight;
  showUnfolded(event, ".side summary", (fold) => (high(fold) ? "start" : "nearest"));
}

const lookSoon = () => requestAnimationFrame(lookBelow);

marks.addEventListener("click", goBelow);
document.addEventListener("click", unfolded);
find(".side").addEventListener("scroll", lookBelow, { passive: true });
document.addEventListener("toggle", lookSoon, true);
for (const name of ["htmx:after:swap", "change"]) document.addEventListener(name, lookSoon);
const grown = new ResizeObserver(lookSoon);
for (const part of [find(".side"), find(".near")]) grown.observe(part);
