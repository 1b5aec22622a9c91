// The keyboard focus is never lost. If an answer replaced what had it, the focus goes to where the answer
// begins; after any other change it returns to the same thing as before, or to the moment. A dialog gives it
// back.
import { find } from "./dom.js";

const SOON = 350; // ms
const held = [];
const keyboard = { at: null, asked: false, news: false, ruling: "" };

const nowhere = () => document.activeElement === document.body || !document.activeElement;
const sort = (e) => [
  e.localName, e.id, e.name, e.value, e.getAttribute("href"), e.form?.getAttribute("action"),
  e.localName === "summary" && e.textContent,
].join("|");
const place = ({ target }) =>
  target?.nodeType ? target.id && document.getElementById(target.id) : find(target);

function leave(event) {
  const { sourceElement } = event.detail.ctx;
  keyboard.at = nowhere() ? null : document.activeElement;
  keyboard.asked = Boolean(keyboard.at && sourceElement?.contains(keyboard.at));
  keyboard.ruling = find("#ruling")?.textContent.trim();
  keyboard.news = Boolean(sourceElement?.matches(".side"));
}

function goOn(event) {
  const { at, asked, news } = keyboard;
  const answer = place(event.detail.ctx);
  if (!news && ["moment", "ruling"].includes(answer?.id)) sayAgain();
  const here = !news && answer && find("[data-here]", answer);
  if (here) {
    here.focus({ preventScroll: true });
    show(here);
  } else if (answer?.closest("dialog[open]") && !at?.matches("input")) {
    toHeading(answer);
  } else if (asked && at.isConnected && answer && !answer.contains(at) && at.matches("a, .byname *")) {
    toHeading(answer);
  } else if (at && nowhere()) {
    const same = [...document.querySelectorAll(at.localName)].find((other) => sort(other) === sort(at));
    if (same) same.focus({ preventScroll: true });
    if (nowhere()) toHeading(answer);
  }
}

/** Let nothing scroll while `reason()` is true: a second tap may still follow the first. */
export const holdScroll = (reason) => held.push(reason);

function show(here) {
  if (held.some((reason) => reason())) setTimeout(show, SOON, here);
  else if (here.isConnected) here.scrollIntoView({ block: "nearest" });
}

// A ruling that says the same as the last one is put in again; otherwise a screen reader would stay silent.
function sayAgain() {
  const ruling = find("#ruling");
  const same = keyboard.ruling && ruling?.textContent.trim() === keyboard.ruling;
  if (same && !ruling.contains(document.activeElement)) ruling.replaceChildren(...ruling.children);
}

function toHeading(part) {
  const heading = (part && find("h1, h2", part)) || find("#moment h2, main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

document.addEventListener("htmx:before:swap", leave);
// On the window, so that it runs after every other part has settled what the answer brought.
addEventListener("htmx:after:swap", goOn);
document.addEventListener("close", () => { if (nowhere()) toHeading(find("#moment")); }, true);
