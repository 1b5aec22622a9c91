// The privacy screen covers a player's secrets: by a button, when the phone sleeps or shows something else,
// and when it is put face down. One tap removes it. A cookie makes the server draw the page covered.
import { wishes } from "./settings.js";
import { find } from "../page/dom.js";

const FACE_DOWN = 150; // degrees from lying on its back
const cover = find("#cover");
const now = { focused: null, leaves: false };

/** Cover what this seat alone may see, or show it. */
function put(on) {
  if (cover.hidden === !on) return;
  cover.hidden = !on;
  const kept = on ? "on" : "; max-age=0";
  document.cookie = `cover=${kept}; path=${cover.dataset.path}; samesite=lax`;
  if (!on) return now.focused?.isConnected && now.focused.focus({ preventScroll: true });
  now.focused = document.activeElement;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  cover.focus({ preventScroll: true });
}

function tap(event) {
  if (event.target.closest("#cover")) put(false);
  else if (event.target.closest("[data-cover]")) put(true);
}

// Following a link also hides this page, but only after it was left: that does not count as away.
function away() {
  if (document.hidden && wishes.cover && !now.leaves) put(true);
}

// Some browsers report this only with permission; we do not ask for it.
function turned({ beta }) {
  if (wishes.cover && Math.abs(beta ?? 0) > FACE_DOWN) put(true);
}

// It is no secret whether the table waits for this player.
function call() {
  find("[data-turn]", cover).hidden = !find("#said").matches("[data-yours]");
}

if (cover) {
  document.addEventListener("click", tap);
  document.addEventListener("visibilitychange", away);
  addEventListener("pagehide", () => { now.leaves = true; });
  addEventListener("pageshow", () => { now.leaves = false; });
  addEventListener("deviceorientation", turned);
  addEventListener("htmx:after:swap", call);
  call();
  if (!cover.hidden) cover.focus({ preventScroll: true });
}
