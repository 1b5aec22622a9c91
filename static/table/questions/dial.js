// A number that is turned up and down with two keys, within its limits, or measured on a photograph.
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

// Few tables are photographed: what measures is fetched only for them.
async function measure(event) {
  const key = event.target.closest("[data-measures]");
  if (!key || key.disabled) return;
  key.disabled = true;
  try {
    const photograph = await import("./photograph/dialog.js");
    await photograph.measureFor(key);
  } catch (error) {
    key.textContent = "Not loaded. Reload the page";
    throw error;
  } finally {
    key.disabled = false;
  }
}

document.addEventListener("click", turn);
document.addEventListener("click", measure);
