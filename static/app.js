// What every page needs beside htmx; map.js is a finger on the map, live.js the news from the table.
// Whatever they ask, they ask of the server as a link or a form would ask it; the server answers with
// fragments.
"use strict";

const find = (selector, root = document) => root.querySelector(selector);

// ---- Dark or light: the system decides until a person does ------------------------------------------

// The cookie tells the server, the attribute tells this page at once.

function wear(theme) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  const colour = getComputedStyle(root).getPropertyValue("--panel");
  for (const bar of document.querySelectorAll("meta[name=theme-color]")) bar.content = colour;
}

// A page kept for use without the network was made before this device chose.
function wearChosen() {
  const chosen = document.cookie.match(/(?:^|; )theme=(dark|light)(?:;|$)/);
  if (chosen && document.documentElement.dataset.theme !== chosen[1]) wear(chosen[1]);
}

function switchTheme(event) {
  if (!event.target.closest("[data-theme-switch]")) return;
  event.preventDefault();
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  wear((root.dataset.theme || system) === "light" ? "dark" : "light");
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
}

// ---- A case opens as a sheet over the screen in use; its links walk on inside the sheet, and back ---

// What was opened in the sheet since it opened, the last one on show, each with how far it was read.
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

// A tap on the darkness around a dialog closes it.
function closeSheet(event) {
  if (event.target.matches("dialog[open]") && event.target.id) event.target.close();
}

// A key that opens a sheet of this page.
function openSheet(event) {
  const key = event.target.closest("[data-opens]");
  if (key) document.getElementById(key.dataset.opens).showModal();
}

// Asks the server for another panel of the moment; what else changed comes with it.
function ask(url) {
  return htmx.ajax("GET", url, { target: "#moment", swap: "outerHTML" });
}

// What cannot be answered comes as a page for people; its panel is shown where the answer would have been.
function showProblem(event) {
  const { text, target } = event.detail.ctx;
  const panel = new DOMParser().parseFromString(text, "text/html").querySelector(".panel.ruling");
  const place = target?.id === "sheet-body" ? target : find("#ruling");
  if (panel && place) place.replaceChildren(panel);
}

// A second tap on a key that leads to another page is the first one again: it is sent once.
function sendOnce(event) {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => { delete form.dataset.sent; }, 4000);
}

addEventListener("submit", sendOnce);

// ---- Start ------------------------------------------------------------------------------------------

wearChosen();
const onClick = [switchTheme, openCase, goBack, openSheet, closeSheet];
for (const handler of onClick) document.addEventListener("click", handler);
find("#sheet")?.addEventListener("close", () => { walked.length = 0; });
document.addEventListener("htmx:response:error", showProblem);
find("#join [role=alert]")?.scrollIntoView({ block: "center" });
