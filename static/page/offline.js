// The offline page: it opens the page that was asked for as soon as the referee answers.
import { ROOT } from "./dom.js";

const EVERY = 5000; // ms

const again = () => location.reload();

async function ask() {
  if (document.hidden) return;
  const answer = await fetch(`${ROOT}/manifest.webmanifest`, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) again();
}

addEventListener("online", ask);
document.addEventListener("visibilitychange", ask);
setInterval(ask, EVERY);
document.querySelector("[data-again]")?.addEventListener("click", (event) => {
  event.preventDefault();
  again();
});
