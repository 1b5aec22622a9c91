// The clock runs between two answers of the server: the total, and the side that acts now. In a break it goes
// back to the time of the last action and stops, as on the server.
const MINUTE = 60;
const ticking = { from: Date.now(), told: null };

function words(seconds) {
  const minutes = Math.floor(seconds / MINUTE);
  return `${Math.floor(minutes / MINUTE)}:${String(minutes % MINUTE).padStart(2, "0")}`;
}

const of = (clock) => [...clock.querySelectorAll("[data-clock]")];

function showTime() {
  const clock = document.querySelector("#clock");
  if (!clock) return;
  // An answer may bring other times for the same clock.
  const { version, running, since, pause } = clock.dataset;
  const told = [version, since, ...of(clock).map((time) => time.dataset.seconds)].join();
  if (told !== ticking.told) Object.assign(ticking, { told, from: Date.now() });
  if (document.hidden || !running) return;
  // The time of day continues while a device sleeps; performance.now() may stop.
  const passed = Math.max(0, Date.now() - ticking.from) / 1000;
  const played = passed + Number(since) > Number(pause) ? -Number(since) : passed;
  for (const time of of(clock)) {
    if (time.dataset.clock && time.dataset.clock !== running) continue;
    const now = words(Number(time.dataset.seconds) + played);
    if (time.textContent !== now) time.textContent = now;
  }
}

setInterval(showTime, 5000);
document.addEventListener("htmx:after:swap", showTime);
document.addEventListener("visibilitychange", showTime);
showTime();
