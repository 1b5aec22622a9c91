// The page with the sheets: what is kept on this device, and what it forgets again.
import { keep, kept } from "./kept.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const roster = (key) => JSON.parse(key.dataset.keep);
const nameOf = (one) => one.characters[0].name;

function show() {
  const all = kept();
  for (const key of document.querySelectorAll("[data-keep]")) {
    const is = same(all[nameOf(roster(key))], roster(key));
    key.disabled = is;
    key.textContent = is ? "✓ Kept on this device" : "Keep on this device";
  }
  const names = Object.keys(all).sort();
  document.querySelector("#kept").hidden = !names.length;
  document.querySelector("[data-kept-list]").replaceChildren(...names.map((name) => {
    const line = document.createElement("li");
    const key = document.createElement("button");
    Object.assign(key, { type: "button", className: "quiet", textContent: `Forget ${name}` });
    key.dataset.forget = name;
    line.append(key);
    return line;
  }));
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-keep], [data-forget]");
  if (!key) return;
  if (key.dataset.keep) keep(nameOf(roster(key)), roster(key));
  else keep(key.dataset.forget);
  show();
});
show();
