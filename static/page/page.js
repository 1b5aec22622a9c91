// The scripts of every page, besides htmx.
import "./requests.js";
import "./history.js";
import { ROOT, find } from "./dom.js";
import "./focus.js";
import "./dialogs.js";
import "./theme.js";

// A form with mistakes is answered by a page. Back leads to the form's own address, as the browser cannot
// go back to a POST.
const { address } = document.documentElement.dataset;
if (address) history.replaceState(history.state, "", address);

find("#join [role=alert]")?.scrollIntoView({ block: "center" });

// The service worker keeps the rulebook on the device, for an evening with no network. Each page that opens
// lets it fetch what is still missing.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(`${ROOT}/sw.js`).catch(() => {});
  navigator.serviceWorker.ready.then((worker) => worker.active.postMessage("keep"));
}
