// Set-up: the characters and the hidden squares are chosen on the map or in a list.
import { find } from "../../page/dom.js";
import { mapAlone } from "../map/map_controls.js";
import { showMessage } from "./messages.js";

// ---- The characters (3.2) --------------------------------------------------------------------------

// A tap on the map places the next one. A tap on a full square, or on any character once all are placed,
// picks up a character there. In the list, tapping a chosen square again takes its character off. A sentence
// says what a player may have missed.

const MANY = { 3: "Three", 4: "Four" };
const stands = { form: null, now: {}, hand: null, from: null, back: null, warned: null };

const nameOf = (key) => find("legend", key.closest("fieldset")).textContent.trim();
const most = (form) => Number(form.dataset.most);

/**
 * Answer a tap on the map while characters are set up; return whether a character may be placed there.
 */
export function tapSetup(square) {
  const form = find("#place-characters");
  const keys = form ? [...form.querySelectorAll(`input[value="${square}"]`)] : [];
  if (!keys.length) return false;
  const here = keys.filter((key) => key.checked);
  const waiting = keys.filter((key) => !find(":checked", key.closest("fieldset")));
  const next = waiting.find((key) => key.name === stands.hand) ?? waiting[0];
  if (next && here.length < most(form)) next.click();
  else if (next && stands.warned !== square) warn(square, here);
  else if (here.length) takeOff(here.findLast((key) => key.name !== stands.back) ?? here.at(-1));
  else showMessage("#told", "All four are placed. To move one, tap that character first");
  return true;
}

function warn(square, here) {
  const names = here.map(nameOf).join(" and ");
  showMessage("#full", `${names} are in ${square}, and two is the limit. Tap ${square} again to pick one up`);
  stands.warned = square;
  mapAlone(false); // The sentence is beside the map.
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
  if (full) showMessage("#full", `${MANY[count(full)]} characters in ${full} are too many; two is the limit`);
  else if (text) showMessage("#told", text);
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

// ---- What is chosen is drawn -----------------------------------------------------------------------

// A chosen piece is on the map at once, just as it will be once the choice is sent.
const SVG = "http://www.w3.org/2000/svg";

function showPlaced() {
  find("#placed")?.remove();
  const form = find("#place-characters, #place-hidden");
  if (!form) return;
  const layer = document.createElementNS(SVG, "g");
  layer.id = "placed";
  const pieces = form.id === "place-hidden" ? hiddenPieces(form) : characterPieces(form);
  layer.append(...pieces);
  find("#map #counters").after(layer);
}

// The five hidden squares, known to this player alone.
function hiddenPieces(form) {
  return new FormData(form).getAll("squares").map((number) => {
    const { x, y, width, height } = find(`#map .square[data-square="${number}"]`).getBBox();
    const piece = document.createElementNS(SVG, "use");
    const size = Math.min(30, width * 0.6, height * 0.6);
    const spot = { href: "#figure-zombie", width: size, height: size };
    spot.x = x + (width - size) / 2;
    spot.y = y + (height - size) / 2;
    for (const [name, value] of Object.entries(spot)) piece.setAttribute(name, value);
    piece.dataset.on = number;
    return piece;
  });
}

const pieceOf = (name) => find(`#pieces [data-piece="${name}"] > g`).cloneNode(true);

// The server has said how the pieces lie in a square, one or more.
function characterPieces(form) {
  const [places, stacks] = [JSON.parse(find("#pieces").dataset.places), {}];
  for (const [field, square] of new FormData(form)) {
    if (field.startsWith("square-")) (stacks[square] ??= []).push(field.slice("square-".length));
  }
  return Object.entries(stacks).flatMap(([square, people]) => {
    const { compact, stack, spots } = places[square][people.length - 1];
    return people.map((person, i) => {
      const covered = stack && i < people.length - 1;
      const kind = covered ? "covered" : compact ? "compact" : "full";
      const piece = pieceOf(`${person}-${kind}`);
      if (stack && !covered) piece.append(pieceOf(`tally-${people.length}`));
      piece.setAttribute("transform", spots[i]);
      piece.dataset.on = square;
      return piece;
    });
  });
}

// Choosing the five hidden squares: how many are chosen, and where on the map. In a store that may hide only
// one, a new choice replaces the first.
function countChosen(event) {
  const form = event.target.closest("form[data-choose]");
  if (!form) return;
  const one = event.target.closest("fieldset[data-one]");
  const left = [...one?.querySelectorAll(":checked") ?? []].filter((other) => other !== event.target);
  if (!event.target.checked) left.length = 0;
  for (const other of left) other.checked = false;
  const chosen = new FormData(form).getAll("squares");
  if (chosen.length > Number(form.dataset.choose)) {
    event.target.checked = false;
    if (find("#enough", form)) showMessage("#enough");
    mapAlone(false); // The sentence is beside the map.
    return;
  }
  const counts = form.querySelectorAll("[data-chosen], [data-chosen-too]");
  for (const count of counts) count.textContent = chosen.length;
  find("#ruling")?.replaceChildren();
  for (const square of document.querySelectorAll("#map [data-square]")) {
    square.classList.toggle("chosen", chosen.includes(square.dataset.square));
  }
  const gone = left.map((other) => other.value).join(" and ");
  const said = `${event.target.value} is chosen now, no longer ${gone}`;
  if (left.length) showMessage("#instead", `${said}: at most one square here may hide a zombie`);
}

// ---- Start -----------------------------------------------------------------------------------------

// On the window, so that they run after the last sentence is dismissed (table/notices.js).
for (const listener of [noteStanding, countChosen, showPlaced]) addEventListener("change", listener);
for (const name of ["click", "keydown"]) document.addEventListener(name, chooseAgain);
document.addEventListener("htmx:after:swap", showPlaced);
showPlaced();
