// What an installed page keeps on the device: the rulebook, for an evening with no network. Each page that
// opens lets the worker fetch what is still missing.
import { ROOT } from "./root.js";

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(`${ROOT}/sw.js`).catch(() => {});
  navigator.serviceWorker.ready.then((worker) => worker.active.postMessage("keep"));
}
