// The signal that a player's turn has begun: the device vibrates and makes a short sound, and the title of
// the page says so. It depends only on what this page shows, and only news triggers it, never a tap here. Big
// events sound lower.
import { TOUCHED, able, wishes } from "./settings.js";
import { find } from "../page/dom.js";
import { isNews } from "../table/updates.js";

const YOURS = "Your turn · ";
export const sound = { context: null };
const signal = { vibrate: () => navigator.vibrate?.(120), sound: () => play(CALL), news: () => play(BIG) };
// When each tone begins, in seconds, and its pitch in hertz.
const CALL = [[0, 660], [0.15, 880]];
const BIG = [[0, 233], [0.2, 165]];

// Browsers make no sound before a page has been touched.
function wakeSound() {
  if (!able.sound || !(wishes.sound || wishes.news)) return;
  sound.context ??= new AudioContext();
  if (sound.context.state === "suspended") sound.context.resume();
}

function play(tones) {
  wakeSound();
  if (!sound.context) return;
  for (const [after, pitch] of tones) tone(sound.context.currentTime + after, pitch);
}

function tone(start, pitch) {
  const [voice, volume] = [sound.context.createOscillator(), sound.context.createGain()];
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.2, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
  voice.connect(volume).connect(sound.context.destination);
  voice.start(start);
  voice.stop(start + 0.3);
}

// Return what this screen is asked for: the turn, or the answer to a question of the other side.
function waitsHere() {
  const asked = Boolean(find("#agreement button:is(.main, [value=agree])"));
  return { turn: find("#said").matches("[data-yours]"), asked };
}

// A signal that somebody has just asked for is given once, to try it.
function tryOut(event) {
  const name = event.target.dataset.wish;
  if (wishes[name]) signal[name]?.();
}

function callPlayer(event) {
  const [before, now] = [callPlayer.before, waitsHere()];
  callPlayer.before = now;
  showTitle(now.turn);
  const begins = (now.turn && !before.turn) || (now.asked && !before.asked);
  if (!begins || !isNews(event.detail.ctx)) return;
  for (const name of ["vibrate", "sound"]) if (wishes[name] && able[name]) signal[name]();
}

// The same words at a later step are other news.
function bigNews() {
  const news = find("#ruling [data-big]");
  return news && `${find("#moment").dataset.version} ${news.textContent}`;
}

function soundBigNews() {
  const [before, now] = [soundBigNews.before, bigNews()];
  soundBigNews.before = now;
  if (now && now !== before && wishes.news && able.news) signal.news();
}

// The tablet is everybody's, and so is its title.
function showTitle(yours) {
  const plain = document.title.replace(YOURS, "");
  const title = (yours && !document.body.matches(".table") ? YOURS : "") + plain;
  if (document.title !== title) document.title = title;
}

callPlayer.before = waitsHere();
soundBigNews.before = bigNews();
for (const hear of [callPlayer, soundBigNews]) document.addEventListener("htmx:after:swap", hear);
// On the window: by then the wish is noted (settings.js).
addEventListener("change", tryOut);
for (const name of TOUCHED) addEventListener(name, wakeSound, true);
