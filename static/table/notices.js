// On a small screen the last notice can be dismissed. It stays away until the next one, even after a reload.
// A refusal stays in sight until its player goes on. The results of attacks, kept until their players act
// again, can be dismissed on every screen.
import { find } from "../page/dom.js";

const DISMISSED = `dismissed ${location.pathname}`;
const READ = `read ${location.pathname}`;

// The same words at a later step are another notice.
const noticeNow = () => `${find("#moment")?.dataset.version} ${find("#ruling > .panel").textContent.trim()}`;

function dismissNotice(event) {
  const key = event.target.closest("[data-dismiss]");
  if (!key) return;
  const kept = key.closest(".kept");
  if (kept) sessionStorage.setItem(READ, kept.dataset.n);
  else sessionStorage.setItem(DISMISSED, noticeNow());
  keepDismissed();
  find("#moment h2")?.focus({ preventScroll: true });
}

function keepDismissed() {
  const [notice, kept] = [find("#ruling > .panel"), find("#ruling > .kept")];
  if (notice) notice.hidden = sessionStorage.getItem(DISMISSED) === noticeNow();
  if (kept) kept.hidden = Number(sessionStorage.getItem(READ)) >= Number(kept.dataset.n);
  if (notice?.hidden) find("#ruling").style.minHeight = "";
}

// Over the fields of a set-up a refusal scrolls away with the rest, once somebody scrolls or chooses.
function letGo(event) {
  const here = event.isTrusted && event.target.closest?.(".side");
  if (!here || !find("form[data-sets-up]")) return;
  const ruling = find("#ruling");
  ruling.classList.remove("held");
  if ("over" in ruling.dataset) ruling.dataset.over = "loose";
}

for (const name of ["touchmove", "wheel", "keydown", "change"]) {
  document.addEventListener(name, letGo, { passive: true });
}
document.addEventListener("click", dismissNotice);
document.addEventListener("htmx:after:swap", keepDismissed);
keepDismissed();

// ---- A question from another seat ------------------------------------------------------------------

// It is at the foot of the screen, and the rest makes room for it.
const sizes = new ResizeObserver(makeRoom);

function makeRoom() {
  const question = find(".undo:has(.ask)");
  const over = question && getComputedStyle(question).position === "fixed";
  document.body.style.setProperty("--asked", `${over ? question.offsetHeight : 0}px`);
}

function watch() {
  sizes.disconnect();
  sizes.observe(find(".undo"));
}

document.addEventListener("htmx:after:swap", watch);
watch();
