// Dark or light: the system decides until a person does. The cookie informs the server, the attribute
// changes this page at once.
import { ROOT } from "./dom.js";

function wear(theme) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  const colour = getComputedStyle(root).getPropertyValue("--panel");
  for (const bar of document.querySelectorAll("meta[name=theme-color]")) bar.content = colour;
}

// A page kept for use without the network may be older than this device's choice.
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
  document.cookie = `theme=${root.dataset.theme}; path=${ROOT}/; max-age=31536000; samesite=lax`;
}

wearChosen();
document.addEventListener("click", switchTheme);
