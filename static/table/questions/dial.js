// A number that is turned up and down with two keys, within its limits.
import { find } from "../../page/dom.js";

function turn(event) {
  const key = event.target.closest("[data-turns]");
  if (!key) return;
  const field = find("input", key.parentElement);
  const by = Number(key.dataset.turns);
  const least = Number(field.min);
  const now = field.value === "" ? least - (by > 0 ? by : 0) : Number(field.value);
  field.value = Math.min(Number(field.max), Math.max(least, now + by));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", turn);
