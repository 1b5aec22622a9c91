// Requests to the server as a link or a form would make them; the server answers with fragments.
import { find } from "./dom.js";

/** Ask the server for another panel of the moment; what else changed comes with it. What has been chosen so
    far (`data-draft`) is secret: it goes along in the body. */
export function ask(url, draft, source) {
  const values = draft ? JSON.parse(draft) : {};
  const more = source ? { source } : {};
  return htmx.ajax(draft ? "POST" : "GET", url, { target: "#moment", swap: "outerHTML", values, ...more });
}

// An error comes as a page for people; show its panel where the answer would have been.
function showProblem(event) {
  const { text, target } = event.detail.ctx;
  const panel = new DOMParser().parseFromString(text, "text/html").querySelector(".panel.ruling");
  const place = target?.id === "sheet-body" ? target : find("#ruling");
  if (panel && place) place.replaceChildren(panel);
}

// A second tap on a key that leads to another page counts as the first one: it is sent once.
function sendOnce(event) {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => { delete form.dataset.sent; }, 4000);
}

addEventListener("submit", sendOnce);
document.addEventListener("htmx:response:error", showProblem);
