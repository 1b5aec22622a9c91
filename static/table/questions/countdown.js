// The seconds left to answer a question run between two answers of the server, and stand while somebody
// answers. When they are over the page asks the server, which does what is due.
import { ask } from "../../page/requests.js";
import { find } from "../../page/dom.js";

const SOON = 5; // s
const running = { told: null, from: Date.now(), over: false };

function showLeft() {
  const clocks = [...document.querySelectorAll(".countdown")];
  const told = [find("#moment")?.dataset.version, ...clocks.map((clock) => clock.dataset.left)].join();
  // The time of day goes on while a device sleeps.
  if (told !== running.told) Object.assign(running, { told, from: Date.now(), over: false });
  const passed = Math.max(0, Date.now() - running.from) / 1000;
  for (const clock of clocks) {
    const stands = "stands" in clock.dataset;
    const left = Math.max(0, Math.ceil(Number(clock.dataset.left) - (stands ? 0 : passed)));
    find("b", clock).textContent = left;
    clock.classList.toggle("soon", left <= SOON);
    if (left || stands || running.over) continue;
    running.over = true;
    ask(find("#moment").dataset.now);
  }
}

if (find("#moment")) {
  setInterval(showLeft, 500);
  document.addEventListener("htmx:after:swap", showLeft);
  document.addEventListener("visibilitychange", showLeft);
  showLeft();
}
