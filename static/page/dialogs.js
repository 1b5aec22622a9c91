// Dialogs. A case opens in one over the screen in use; its links are followed inside it, and back. A page's
// other dialogs have a button each.
import { find } from "./dom.js";

// The history of the case dialog, the present page last, each with its scroll position.
const walked = [];

function openCase(event) {
  const link = event.target.closest("a.case, a[data-case]");
  const sheet = find("#sheet");
  if (!link || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!link.closest("#sheet") && !find("[data-sheet]")) return;
  event.preventDefault();
  if (walked.length) walked.at(-1).top = sheet.scrollTop;
  walked.push({ url: new URL(link.href) });
  showCase(sheet);
}

function goBack(event) {
  if (!event.target.closest("[data-back]")) return;
  walked.pop();
  showCase(find("#sheet"));
}

async function showCase(sheet) {
  const { url, top } = walked.at(-1);
  await htmx.ajax("GET", url.pathname + url.search, { target: "#sheet-body", swap: "innerHTML" });
  if (walked.at(-1)?.url !== url) return;
  if (!sheet.open) sheet.showModal();
  find("[role=search]", sheet).reset();
  find("#sheet-hits").replaceChildren();
  find("[data-back]", sheet).hidden = walked.length < 2;
  const note = url.hash && find("#sheet-body " + CSS.escape(url.hash).replace("\\#", "#"));
  if (note && top === undefined) note.scrollIntoView({ block: "center" });
  else sheet.scrollTop = top ?? 0;
  find("h1", sheet)?.focus({ preventScroll: true });
}

// A tap on the backdrop of a dialog closes it.
function closeSheet(event) {
  if (event.target.matches("dialog[open]") && event.target.id) event.target.close();
}

// A key that opens a sheet of this page.
function openSheet(event) {
  const key = event.target.closest("[data-opens]");
  if (key) document.getElementById(key.dataset.opens).showModal();
}

const onClick = [openCase, goBack, openSheet, closeSheet];
for (const handler of onClick) document.addEventListener("click", handler);
find("#sheet")?.addEventListener("close", () => { walked.length = 0; });
