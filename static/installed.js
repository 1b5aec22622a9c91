// What a device can do for a referee on its table: keep the rulebook, stay awake, and tap its player on
// the shoulder.
"use strict";

// Each page that opens lets the worker go on to keep what it has not kept yet.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  navigator.serviceWorker.ready.then((worker) => worker.active.postMessage("keep"));
}

// A table's screen stays awake for as long as somebody looks at it.
async function stayAwake() {
  if (!document.body.dataset.events || document.hidden || !("wakeLock" in navigator)) return;
  await navigator.wakeLock.request("screen").catch(() => {});
}

// A phone trembles once when its player comes to be asked something while somebody else was at work.
function shoulderTap() {
  const asked = Boolean(document.querySelector("#moment .kind.must, #agreement button.main"));
  if (asked && !shoulderTap.before && document.body.matches(".human, .zombie")) navigator.vibrate?.(120);
  shoulderTap.before = asked;
}
shoulderTap.before = true;

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:after:swap", shoulderTap);
stayAwake();
