// A question from another seat stands at the foot of the screen. What else stands there makes room for it.
import { find } from "./find.js";

const sizes = new ResizeObserver(makeRoom);

function makeRoom() {
  const question = find(".undo:has(.ask)");
  const over = question && getComputedStyle(question).position === "fixed";
  document.body.style.setProperty("--asked", `${over ? question.offsetHeight : 0}px`);
}

function watch() {
  sizes.disconnect();
  sizes.observe(find(".undo"));
}

document.addEventListener("htmx:after:swap", watch);
watch();
