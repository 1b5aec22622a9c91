// Where the characters will stand (3.2). A tap on the map places the next one. A tap on a full square, or on
// any character once all are placed, picks up whoever is there. In the list, tapping a chosen square again
// takes its character off. Say whatever a player may have missed.
import { find } from "../find.js";
import { mapAlone } from "./map_keys.js";
import { sayHere } from "./say.js";

const MANY = { 3: "Three", 4: "Four" };
const stands = { form: null, now: {}, hand: null, from: null, back: null, warned: null };

const nameOf = (key) => find("legend", key.closest("fieldset")).textContent.trim();
const most = (form) => Number(form.dataset.most);

/**
 * Answer a tap on the map while characters are set up; return whether a character may stand in that square.
 */
export function tapStanding(square) {
  const form = find("#place-characters");
  const keys = form ? [...form.querySelectorAll(`input[value="${square}"]`)] : [];
  if (!keys.length) return false;
  const here = keys.filter((key) => key.checked);
  const waiting = keys.filter((key) => !find(":checked", key.closest("fieldset")));
  const next = waiting.find((key) => key.name === stands.hand) ?? waiting[0];
  if (next && here.length < most(form)) next.click();
  else if (next && stands.warned !== square) warn(square, here);
  else if (here.length) takeOff(here.findLast((key) => key.name !== stands.back) ?? here.at(-1));
  else sayHere("#told", "All four are placed. To move one, tap that character first");
  return true;
}

function warn(square, here) {
  const names = here.map(nameOf).join(" and ");
  sayHere("#full", `${names} are in ${square}, and two is the limit. Tap ${square} again to pick one up`);
  stands.warned = square;
  mapAlone(false); // The sentence stands beside the map.
}

function takeOff(key) {
  key.checked = false;
  Object.assign(stands, { hand: key.name, from: key.value });
  key.dispatchEvent(new Event("change", { bubbles: true }));
}

// A chosen square of the list, tapped again or pressed with the space bar: a browser would leave it chosen.
function chooseAgain(event) {
  const key = event.target;
  if (event.type === "keydown" && event.key !== " ") return;
  if (!key.matches?.("#place-characters input[type=radio]") || stands.now[key.name] !== key.value) return;
  if (event.type === "keydown") event.preventDefault(); // or lifting the space bar would choose it again
  takeOff(key);
}

// Say what a choice has changed. The same choice again, as after a reload, is not news.
function noteStanding(event) {
  const form = event.target.closest?.("#place-characters");
  if (!form) return;
  const before = stands.form === form ? stands.now : {};
  const now = placed(form);
  Object.assign(stands, { form, now });
  const { name, value } = event.target;
  if (before[name] === now[name]) return;
  const text = changed(event.target, before[name]);
  Object.assign(stands, { warned: null, back: null });
  if (now[name] && stands.hand === name) {
    stands.back = stands.from === value ? name : null;
    Object.assign(stands, { hand: null, from: null });
  }
  const squares = Object.values(now);
  const count = (square) => squares.filter((other) => other === square).length;
  const full = squares.find((square) => count(square) > most(form));
  if (full) sayHere("#full", `${MANY[count(full)]} characters in ${full} are too many; two is the limit`);
  else if (text) sayHere("#told", text);
  else find("#ruling > [data-here]")?.remove();
}

function changed(key, square) {
  const name = nameOf(key);
  if (!key.checked) return `${name} is off the map now. Tap a square to place ${name} again`;
  const from = square ?? (stands.hand === key.name ? stands.from : key.value);
  return from === key.value ? "" : `${name} stands in ${key.value} now, no longer in ${from}`;
}

function placed(form) {
  return Object.fromEntries([...form.querySelectorAll(":checked")].map((key) => [key.name, key.value]));
}

// On the window, so that it runs after the last sentence is dismissed (dismiss.js).
addEventListener("change", noteStanding);
for (const name of ["click", "keydown"]) document.addEventListener(name, chooseAgain);
