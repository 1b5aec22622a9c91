// The clock of a beat counts down between two answers of the server. At its end it says so, and no more.
import { find } from "../find.js";

const MINUTE = 60;
const SECOND_MS = 1000;
const ticking = { told: null, until: 0 };

const words = (seconds) => (
  `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`);

function showLeft() {
  const clock = find("#beat-clock");
  if (!clock) return;
  const { left, version } = clock.dataset;
  // An answer may bring another time for the same clock.
  const told = `${version} ${left}`;
  if (told !== ticking.told) Object.assign(ticking, { told, until: Date.now() + left * SECOND_MS });
  const now = Math.max(0, Math.ceil((ticking.until - Date.now()) / SECOND_MS));
  const shown = clock.querySelector("b");
  if (shown.textContent !== words(now)) shown.textContent = words(now);
  clock.classList.toggle("up", now === 0);
  find("#time-up").hidden = now > 0;
}

setInterval(showLeft, SECOND_MS);
document.addEventListener("htmx:after:swap", showLeft);
document.addEventListener("visibilitychange", showLeft);
showLeft();
