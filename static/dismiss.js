// On a small screen the last notice can be dismissed. It stays away until the next one, also over a reload.
// A refusal stays in sight until its player goes on.
"use strict";

const DISMISSED = `dismissed ${location.pathname}`;

// The same words at a later step are another notice.
const noticeNow = () => `${find("#moment")?.dataset.version} ${find("#ruling")?.textContent.trim()}`;

function dismissNotice(event) {
  if (!event.target.closest("[data-dismiss]")) return;
  sessionStorage.setItem(DISMISSED, noticeNow());
  keepDismissed();
  find("#moment h2")?.focus({ preventScroll: true });
}

function keepDismissed() {
  const notice = find("#ruling > .panel");
  if (!notice) return;
  notice.hidden = sessionStorage.getItem(DISMISSED) === noticeNow();
  if (notice.hidden) find("#ruling").style.minHeight = "";
}

// Over the fields of a set-up a refusal scrolls away with the rest, once somebody scrolls or chooses.
function letGo(event) {
  const here = event.isTrusted && event.target.closest?.(".side");
  if (here && find("#place-hidden, #place-characters")) find("#ruling").classList.remove("held");
}

for (const name of ["touchmove", "wheel", "keydown", "change"]) {
  document.addEventListener(name, letGo, { passive: true });
}
document.addEventListener("click", dismissNotice);
document.addEventListener("htmx:after:swap", keepDismissed);
keepDismissed();
