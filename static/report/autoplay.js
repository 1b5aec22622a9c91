// Autoplay of a replay: the page taps Next at intervals, as a person would, unless it is paused or hidden. It
// starts unasked only if the page says so and reduced motion is off.
import { find } from "../page/dom.js";

const SLOW = 1800;
const FAST = 600;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const film = { timer: null, playing: false, tapping: false };

const next = () => find("a#key-next");
const fast = () => find("#faster").getAttribute("aria-pressed") === "true";

function wait() {
  clearTimeout(film.timer);
  if (!next()) film.playing = false;
  find("#play").textContent = film.playing ? "Pause" : "Play";
  find("#play").disabled = !next();
  find("#heard").setAttribute("aria-live", film.playing ? "off" : "polite");
  if (film.playing && !document.hidden) film.timer = setTimeout(step, fast() ? FAST : SLOW);
}

function step() {
  film.tapping = true;
  next()?.click();
  film.tapping = false;
}

// A viewer who steps with the keys or reads a case stops the playing.
function taken(event) {
  if (film.tapping || !event.target.closest("#step a, a.case")) return;
  film.playing = false;
  wait();
}

function failed() {
  film.playing = false;
  wait();
}

// If the story is a small window, put the line of this step in its middle.
function showStory() {
  const [story, here] = [find(".stepping"), find(".stepping .here")];
  if (!story || !here) return;
  const [around, line] = [story.getBoundingClientRect(), here.getBoundingClientRect()];
  story.scrollTop += line.top - around.top - (around.height - line.height) / 2;
}

film.playing = "plays" in find("#playing").dataset && !calm;
find("#playing").hidden = false;
find("#play").addEventListener("click", () => { film.playing = !film.playing; wait(); });
find("#faster").addEventListener("click", (event) => {
  event.currentTarget.setAttribute("aria-pressed", String(!fast()));
  wait();
});
document.addEventListener("click", taken, true);
document.addEventListener("htmx:after:swap", wait);
document.addEventListener("htmx:after:swap", showStory);
document.addEventListener("htmx:response:error", failed);
document.addEventListener("htmx:error", failed);
document.addEventListener("visibilitychange", wait);
wait();
showStory();
