// The clock goes on by itself between two answers of the server: the whole of it, and the side that acts now.
const MINUTE = 60;
const ticking = { since: performance.now(), shown: null };

function words(seconds) {
  const minutes = Math.floor(seconds / MINUTE);
  return `${Math.floor(minutes / MINUTE)}:${String(minutes % MINUTE).padStart(2, "0")}`;
}

function showTime() {
  const clock = document.querySelector("#clock");
  if (!clock || document.hidden) return;
  if (clock !== ticking.shown) Object.assign(ticking, { shown: clock, since: performance.now() });
  const { running } = clock.dataset;
  if (!running) return;
  const passed = (performance.now() - ticking.since) / 1000;
  for (const time of clock.querySelectorAll("[data-clock]")) {
    if (time.dataset.clock && time.dataset.clock !== running) continue;
    const now = words(Number(time.dataset.seconds) + passed);
    if (time.textContent !== now) time.textContent = now;
  }
}

setInterval(showTime, 5000);
document.addEventListener("htmx:after:swap", showTime);
document.addEventListener("visibilitychange", showTime);
showTime();
