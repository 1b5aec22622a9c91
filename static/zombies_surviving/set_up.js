// Before the first turn: the points of a character in the making, rosters and scenarios from files, and the
// characters that this device keeps.
import { kept } from "./kept.js";

const drafts = new Map(); // what was chosen, by the seat that it is for: an answer brings the form anew
const seatOf = (form) => JSON.parse(form.elements.action.value).seat;
const boxes = (form) => [...form.querySelectorAll("[data-cost]")];

function add(form) {
  const points = (box) => Number(box.dataset.cost);
  const chosen = boxes(form).filter((box) => box.checked);
  const sum = chosen.reduce((so_far, box) => so_far + points(box), Number(form.dataset.base));
  const left = form.dataset.left === "" ? Infinity : Number(form.dataset.left);
  const over = sum - left;
  for (const box of boxes(form)) {
    box.closest(".key").classList.toggle("dear", !box.checked && points(box) > 0 && over + points(box) > 0);
  }
  form.querySelector("[data-sum]").textContent = sum;
  form.querySelector("[data-chosen]").textContent = chosen.map((box) => box.dataset.name).join(", ");
  form.classList.toggle("over", over > 0);
  const key = form.querySelector("button.main");
  key.disabled = over > 0;
  key.textContent = over > 0 ? `${over} point${over > 1 ? "s" : ""} too dear` : key.dataset.words;
}

function note(form) {
  drafts.set(seatOf(form), {
    name: form.elements["field.name"].value,
    chosen: boxes(form).filter((box) => box.checked).map((box) => box.value),
    open: [form.parentElement, ...form.querySelectorAll("details")].map((fold) => fold.open),
  });
}

// A form that was refused comes empty; it is filled in again, until its character is there.
function restore(form) {
  const draft = drafts.get(seatOf(form));
  if (!draft || form.elements["field.name"].value || boxes(form).some((box) => box.checked)) return add(form);
  if (JSON.parse(form.dataset.taken).includes(draft.name.trim())) {
    drafts.delete(seatOf(form));
    return add(form);
  }
  form.elements["field.name"].value = draft.name;
  for (const box of boxes(form)) box.checked = draft.chosen.includes(box.value);
  [form.parentElement, ...form.querySelectorAll("details")].forEach((fold, n) => {
    fold.open = draft.open[n];
  });
  return add(form);
}

function use(form, data, name) {
  const action = form.dataset.file === "scenario"
    ? { do: "use_scenario", scenario: data }
    : { ...data, do: "use_roster", seat: form.dataset.seat };
  form.elements.action.value = JSON.stringify(action);
  form.elements["field.file"].value = name.slice(0, 60);
  form.requestSubmit();
}

// Others may act while the file is read: the page then has a new form in the place of this one.
function sameForm({ dataset: { file, seat } }) {
  return document.querySelector(`[data-file="${file}"][data-seat="${seat}"]`);
}

async function send(form, file) {
  const said = form.querySelector("[data-said]");
  let data = null;
  try {
    data = JSON.parse(await file.text());
  } catch {
    said.textContent = "This file is no JSON.";
    return;
  }
  said.textContent = "";
  const there = form.isConnected ? form : sameForm(form);
  if (there !== null) use(there, data, file.name);
}

function offer(place) {
  const taken = JSON.parse(place.dataset.taken);
  const free = Object.entries(kept()).filter(([name]) => !taken.includes(name));
  place.hidden = !free.length;
  place.querySelector(".acts").replaceChildren(...free.map(([name, roster]) => {
    const key = document.createElement("button");
    Object.assign(key, { type: "button", textContent: name });
    key.addEventListener("click", () => use(place.closest("form"), roster, "this device"));
    return key;
  }));
}

function show() {
  document.querySelectorAll("[data-builder]").forEach(restore);
  document.querySelectorAll("[data-kept]").forEach(offer);
}

function changed({ target }) {
  const made = target.closest("[data-builder]"), read = target.closest("[data-file]");
  if (made !== null) {
    add(made);
    note(made);
  }
  if (read !== null && target.files?.length) send(read, target.files[0]);
}

document.addEventListener("change", changed);
document.addEventListener("toggle", ({ target }) => {
  const form = target.closest?.("[data-builder]") ?? target.querySelector?.(":scope > [data-builder]");
  if (form) note(form);
}, true);
document.addEventListener("htmx:after:swap", show);
show();
