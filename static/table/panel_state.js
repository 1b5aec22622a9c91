// News replaces panels. The state of this player's panels is restored: open folds, filled-in fields, the
// keyboard focus. The buttons stay where they are, because nothing may move under a finger.
import { ask } from "../page/requests.js";
import { find } from "../page/dom.js";

const folded = (root) => [...root.querySelectorAll("details")];
// The next question or proposal may have the same words (`data-of` differs): it is not open yet.
const nameOf = (fold) =>
  [fold.closest("[id]").id, find("summary", fold).firstChild.textContent.trim(), fold.dataset.of].join(" ");
export const filled = (root) => [...root.querySelectorAll("input:not([type=hidden])")];
const deed = (form) => form?.elements.namedItem("action")?.value; // dice of one roll are not those of another
const box = (field) => field.type === "radio" || field.type === "checkbox";
export const touched = (field) =>
  box(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
const sameKey = (one, other) =>
  one.localName === other.localName && one.name === other.name && one.value === other.value
  && one.getAttribute("href") === other.getAttribute("href");

// Return how far something is below the top of its column, which itself moves when the map grows.
const below = (side, part) => part.getBoundingClientRect().top - side.getBoundingClientRect().top;

// Return what to restore after panels are replaced.
export function snapshot() {
  const [side, moment] = [find(".side"), find("#moment")];
  return {
    moment,
    form: find("form:not(.actions)", moment),
    folds: new Map(folded(side).map((fold) => [nameOf(fold), fold.open])),
    fields: filled(moment).filter(touched),
    focus: moment.contains(document.activeElement) && document.activeElement,
    top: below(side, moment),
    ruling: find("#ruling").checkVisibility() && find("#ruling").offsetHeight,
    due: Boolean(find("#checklist li")),
    bright: brightest(moment),
    reading: lineRead(side),
    waits: !("looked" in moment.dataset) && !seenKeys(moment).length,
  };
}

const brightest = (moment) => find(":is(button, a).main", moment)?.textContent.trim();
const seenKeys = (moment) =>
  [...moment.querySelectorAll("button, a.button")].filter((key) => key.checkVisibility());

// The first line of the log that somebody who has scrolled can see.
function lineRead(side) {
  const seen = (part) => below(side, part) < side.clientHeight && below(side, part) + part.offsetHeight > 0;
  const lines = [...document.querySelectorAll("#log li")];
  const at = lines.findIndex(seen);
  if (!side.scrollTop || at < 0 || seen(find("#moment"))) return null;
  return { at, words: lines[at].textContent, top: below(side, lines[at]) };
}

// News that comes in above does not move the lines of the log that somebody is reading.
export function restoreReading({ reading }) {
  const same = (line, at) => at >= reading.at && line.textContent === reading.words;
  if (!reading) return;
  roomForList();
  const line = [...document.querySelectorAll("#log li")].find(same);
  if (line) find(".side").scrollTop += below(find(".side"), line) - reading.top;
}

// After an answer to this device the moment starts afresh; what is open elsewhere stays open, and so does a
// fold of keys that is no question of its own (`data-stays`).
export function restoreFolds(kept, everywhere) {
  for (const fold of folded(find(".side"))) {
    const open = kept.folds.get(nameOf(fold));
    const stays = everywhere || "stays" in fold.dataset || !fold.closest("#moment, #ruling");
    if (open !== undefined && stays) fold.open = open;
  }
}

// A form that can no longer be sent stays, with what was filled in, so its player sees it. An empty one is
// dropped.
export function restoreMoment(kept) {
  const moment = find("#moment");
  if (kept.form && find("[data-lapsed]", moment)) {
    if (!kept.fields.length) return ask(find("[data-now-url]", moment).getAttribute("hx-get"));
    kept.form.inert = true;
    find("[data-lapsed]", moment).after(kept.form);
  }
  if (deed(kept.form) === deed(find("form:not(.actions)", moment))) fillIn(moment, kept.fields);
  if (!kept.focus || moment.contains(document.activeElement)) return;
  const key = [...moment.querySelectorAll(kept.focus.localName)].find((other) => sameKey(other, kept.focus));
  (key ?? find("h2", moment))?.focus({ preventScroll: true });
}

// News leaves a phone's map as high as it was, while somebody here is to tap something or reads the log. But
// it makes room where every key that the news brings would be below the fold.
// Where the turn comes to a device that has waited, the map makes room for its keys, and the panels begin
// at their top: no finger is on them then, and they take no tap in their first moment. A notice that would
// lie over a key or half of a line, or on a phone over what the table waits for, takes the room that it
// needs, and the panels no tap in that moment either. What news brings to be moved by hand stays at the
// foot of the panels, where it would be out of sight, but never over keys to tap, nor over what
// the table waits for. After the end of a game the panels begin at their top again when what they offer
// first has changed: somebody has begun the rematch.
export function keepMapHeight(kept) {
  const [side, due, moment] = [find(".side"), find("#checklist li"), find("#moment")];
  const keys = seenKeys(moment).length > 0;
  const anew = "over" in moment.dataset && brightest(moment) !== kept.bright;
  if (anew) kept.reading = null;
  const wish = moment.hasAttribute("data-map");
  const wasHigh = kept.moment.hasAttribute("data-map");
  moment.toggleAttribute("data-map", wasHigh);
  const asked = "looked" in kept.moment.dataset && !("looked" in moment.dataset);
  const covered = liesOverWords(moment, asked);
  if (covered) freeRuling();
  const low = upright() && wasHigh && !wish && allBelow(moment);
  const comes = (kept.waits || anew || low) && keys && !kept.reading;
  if (comes) moment.toggleAttribute("data-map", wish);
  side.toggleAttribute("data-risen", comes || covered);
  if (comes) {
    if (kept.top < 0) find("#ruling").style.minHeight = ""; // it was scrolled, so nothing keeps its place
    side.scrollTop = 0;
  }
  if (!due || keys) delete side.dataset.due;
  else {
    const list = find("#checklist");
    if (endOf(list) > endOf(side)) side.dataset.due = "";
    const words = endOf(find(".notice", moment)) - GAP; // the frame around them may lie under the list
    if (words > list.getBoundingClientRect().top) delete side.dataset.due;
  }
  if (due && keys && !kept.due) side.dataset.low = "";
}

// An upright phone: its map is above the panels and takes their room.
const upright = () => matchMedia("(max-width: 40rem) and (orientation: portrait)").matches;

// Return where a part ends on the screen; a missing one at 0.
const endOf = (part) => part?.getBoundingClientRect().bottom ?? 0;

// Return whether every button of the moment is below the fold, at least in part, before any scrolling.
function allBelow(moment) {
  const fold = find(".side").getBoundingClientRect().bottom;
  return seenKeys(moment).every((key) => key.getBoundingClientRect().bottom > fold);
}

// Return whether the notice covers too much: it ends at the latest above what the table waits for, or the
// first button. If the last one was dismissed, it may cover the heading alone, no half of a line, and not the
// words above the buttons. But if news asks a question while a player looks at a place, the buttons of the
// answer come first.
function liesOverWords(moment, asked) {
  const [ruling, line] = [find("#ruling"), find(":is(.todo li, .actions legend)", moment)];
  const top = (part) => part.getBoundingClientRect().top;
  const words = upright() && find(".notice", moment);
  const parts = [words, seenKeys(moment)[0]].filter(Boolean);
  const room = ruling.offsetHeight + Math.min(...parts.map(top)) - top(moment);
  const notice = [...ruling.children].at(-1);
  const over = notice && line && !asked && "over" in ruling.dataset;
  const half = over && notice.getBoundingClientRect().bottom > top(line);
  const key = endOf(notice) > Math.min(...parts.map(top)); // a kept line may be above it
  return half || key || notice?.offsetHeight > room;
}

const GAP = 12; // Pixels between two panels.

// At the foot of a large screen's panels the list takes only the room that the moment leaves, and two lines
// where it leaves none. Where it would still cover a button, it is below the moment. On an upright tablet
// there is a second column: a list that does not fit below the moment is whole at its head, and stays there
// while it is ticked or folded.
export function roomForList() {
  const [side, list, moment] = [find(".side"), find("#checklist.panel"), find("#moment")];
  const stays = side.dataset.aside === moment.dataset.version;
  for (const mark of ["crowded", "under", "aside"]) delete side.dataset[mark];
  if (!list) return;
  const end = (part) => below(side, part) + side.scrollTop + part.offsetHeight;
  const lies = (part) => end(part) + list.offsetHeight > side.clientHeight;
  const crowded = lies(moment);
  if ((crowded || stays) && twoColumns() && !find(".fresh", side)) {
    side.dataset.aside = moment.dataset.version;
    side.style.setProperty("--aside", `${list.offsetHeight}px`);
    return;
  }
  side.toggleAttribute("data-crowded", crowded);
  const lines = find("ul", list);
  const room = side.clientHeight - end(moment) - (list.offsetHeight - lines.offsetHeight) - GAP;
  lines.style.setProperty("--room", `${Math.floor(room)}px`);
  const keys = seenKeys(moment);
  const high = matchMedia("(min-height: 30.01rem)").matches; // it is one line on a phone on its side
  side.toggleAttribute("data-under", high && keys.some(lies));
}

// An upright tablet: its panels are in two columns below the map.
const twoColumns = () => matchMedia("(min-width: 40.01rem) and (orientation: portrait)").matches;

// Puts what was filled in into the fields of the same name again.
export function fillIn(moment, fields) {
  for (const field of filled(moment)) {
    const same = (other) => other.name === field.name && (!box(field) || other.value === field.value);
    const before = fields.find(same);
    if (!before) continue;
    if (box(field)) field.checked = before.checked;
    else field.value = before.value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// The ruling above may have become longer or shorter: a longer one is set smaller, and one that is longer
// still covers the heading below. So the buttons stay where they were, and its first line stays in sight.
export function restorePosition(kept) {
  const [side, ruling] = [find(".side"), find("#ruling")];
  const moved = () => below(side, find("#moment")) - kept.top;
  const room = () => `${ruling.getBoundingClientRect().height - moved()}px`;
  freeRuling();
  if (!kept.ruling) {
    ruling.toggleAttribute("data-over", moved() > 0);
    return;
  }
  if (moved() > 0) ruling.dataset.tight = "";
  if (moved() > 0) {
    ruling.dataset.cramped = "";
    ruling.style.height = room();
    const under = (find("#moment h2") ?? find("#moment")).getBoundingClientRect().top; // some have no heading
    ruling.toggleAttribute("data-covers", ruling.lastElementChild.getBoundingClientRect().bottom > under);
  }
  if (moved() < 0) ruling.style.minHeight = room();
}

// After an answer to this device the ruling takes the room that it needs.
export function freeRuling() {
  const ruling = find("#ruling");
  ruling.style.minHeight = ruling.style.height = "";
  for (const mark of ["tight", "cramped", "covers", "over"]) delete ruling.dataset[mark];
}
