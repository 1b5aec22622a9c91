// The draft of a choice, restored after a reload: the open panel and what was filled in. Only this tab stores
// it, until it is sent. A reload covers a hand that is shown on everybody's tablet (data-covers-up).
import { ask } from "../page/requests.js";
import { pauseHistory } from "../page/history.js";
import { find } from "../page/dom.js";
import { filled, fillIn, touched } from "./panel_state.js";

export const draft = {
  name: `draft ${document.body.dataset.events} ${document.body.className}`, coming: false,
};

function keepDraft() {
  const moment = find("#moment");
  if (!moment || draft.coming) return;
  const fields = filled(moment).filter(touched).map(({ name, value, checked }) => ({ name, value, checked }));
  const nothing = !fields.length && !find("[data-now-url]", moment);
  if (nothing || "coversUp" in moment.dataset) return sessionStorage.removeItem(draft.name);
  const { now, draft: sofar } = moment.dataset;
  sessionStorage.setItem(draft.name, JSON.stringify({ now, sofar, fields }));
}

async function takeUpDraft() {
  const kept = JSON.parse(sessionStorage.getItem(draft.name));
  if (!kept) return;
  if (kept.sofar || kept.now !== find("#moment").dataset.now) await ask(kept.now, kept.sofar);
  if (find("#moment [data-lapsed]")) await ask(find("#moment [data-now-url]").getAttribute("hx-get"));
  fillIn(find("#moment"), kept.fields);
}

draft.coming = Boolean(sessionStorage.getItem(draft.name));
if (draft.coming) pauseHistory(true);
// On the window: after every other part has put right what was chosen.
for (const name of ["change", "input", "htmx:after:swap"]) addEventListener(name, keepDraft);
addEventListener("DOMContentLoaded", () => takeUpDraft().finally(() => {
  draft.coming = false;
  keepDraft();
  pauseHistory(false);
}));
