// Set-up: a chosen piece lies on the map at once, just as it will once the choice is sent.
import { find } from "../find.js";
import { mapAlone } from "./map_keys.js";
import { sayHere } from "./say.js";

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
    if (find("#enough", form)) sayHere("#enough");
    mapAlone(false); // The sentence stands beside the map.
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
  if (left.length) sayHere("#instead", `${said}: at most one square here may hide a zombie`);
}

document.addEventListener("change", countChosen);
for (const name of ["change", "htmx:after:swap"]) document.addEventListener(name, showPlaced);
showPlaced();
