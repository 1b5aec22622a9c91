// On a small screen the last notice can be dismissed. It stays away until the next one, also over a reload.
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

document.addEventListener("click", dismissNotice);
document.addEventListener("htmx:after:swap", keepDismissed);
keepDismissed();
