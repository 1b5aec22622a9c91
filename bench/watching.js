// Put into a page before its own scripts: what a person would notice, kept for the measurement to read.
// A tap is answered in the first frame after the swap that it led to, or after the box that it ticked.
"use strict";

(() => {
  const FIXED = "#bar, #bar *, #content, .mapframe, .mapframe *";
  window.watched = { taps: [], shifts: [], tasks: [], square: null };
  let tapped = null;

  function onScreen() {
    if (tapped === null) return;
    const begun = tapped;
    tapped = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.watched.taps.push(performance.now() - begun);
      port2.postMessage("the frame is drawn");
    });
  }

  addEventListener("pointerdown", (event) => {
    tapped = event.timeStamp;
    window.watched.square = event.target.closest("#map [data-square]")?.dataset.square ?? null;
  }, true);
  addEventListener("htmx:after:swap", onScreen, true);
  addEventListener("change", onScreen, true);

  function watch(type, keep) {
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true });
  }

  watch("layout-shift", (entry) => window.watched.shifts.push({
    value: entry.value,
    at: entry.startTime,
    tapped: entry.hadRecentInput,
    map: entry.sources.some(({ node }) => node?.parentElement?.closest("body") && node.matches?.(FIXED)),
  }));
  watch("longtask", ({ duration, startTime }) => window.watched.tasks.push({ duration, at: startTime }));
})();
