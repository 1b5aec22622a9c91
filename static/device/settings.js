// The settings of this device, stored on it alone: sounds, vibration, a screen that stays on, hidden secrets.
import { find } from "../page/dom.js";

const WISHES = "device";
const chosen = JSON.parse(localStorage.getItem(WISHES) ?? "{}");
const carried = matchMedia("(pointer: coarse)").matches; // a phone or a tablet, which others see lying about
const usual = { sound: false, news: false, vibrate: true, awake: true, cover: carried };
export const wishes = { ...usual, ...chosen };
export const able = {
  sound: "AudioContext" in window,
  news: "AudioContext" in window,
  vibrate: "vibrate" in navigator,
  awake: "wakeLock" in navigator,
  cover: true,
};
export const awake = { lock: null, asking: false };
// WebKit lets a page stay awake and make sounds only after a touch. A touch counts when the finger is lifted.
export const TOUCHED = ["touchend", "click", "keydown"];

function showWishes() {
  for (const box of document.querySelectorAll("[data-wish]")) {
    const name = box.dataset.wish;
    box.disabled = !able[name];
    box.checked = able[name] && wishes[name];
    find("[data-lacks]", box.closest("label")).hidden = able[name];
  }
}

function wish(event) {
  const name = event.target.dataset.wish;
  if (!name) return;
  wishes[name] = event.target.checked;
  localStorage.setItem(WISHES, JSON.stringify(wishes));
  if (name === "awake") stayAwake();
}

// The browser releases the lock itself as soon as the page is hidden.
async function stayAwake() {
  if (!wishes.awake) return letSleep();
  if (!able.awake || document.hidden || awake.asking || awake.lock?.released === false) return;
  awake.asking = true;
  awake.lock = await navigator.wakeLock.request("screen").catch(() => null);
  awake.asking = false;
  if (!wishes.awake) letSleep();
}

function letSleep() {
  awake.lock?.release();
  awake.lock = null;
}

document.addEventListener("change", wish);
for (const name of TOUCHED) addEventListener(name, stayAwake, true);
document.addEventListener("visibilitychange", stayAwake);
showWishes();
stayAwake();
