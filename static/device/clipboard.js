// A button that copies the content of a field. Where the browser does not allow that, the field is selected,
// to be copied by hand.
import { find } from "../page/dom.js";

async function copy(event) {
  const key = event.target.closest("[data-copies]");
  if (!key) return;
  const field = find(`#${key.dataset.copies}`);
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  // Without https there is only the older way.
  const done = copied || document.execCommand("copy");
  find("[role=status]", key.parentElement).textContent = done ? "Copied." : "Marked. Copy it from the field.";
}

document.addEventListener("click", copy);
