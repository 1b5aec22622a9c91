// The board in words: a list of its squares, what each bears, and what is beside it.
import { numbers, readingOrder } from "../plane/chart.js";
import { made } from "./widgets.js";
import { facePair, waysOf } from "../plane/plane.js";
import { inside } from "./snap.js";

const KINDS = { wall: "a wall", solid_door: "a solid door", glass_door: "a glass door" };

/** Return a sentence on each square, in reading order: its number, its words, a spot in it. */
function squaresInWords(plane, wants) {
  const named = numbers(plane);
  const name = (face) => String(named.get(face)).padStart(3, "0");
  const symbols = new Map(wants.symbols.map((symbol) => [symbol.id, symbol.name]));
  const beside = new Map();
  const ways = waysOf(plane.faces);
  const doors = new Map();
  for (const [door, ends] of plane.doors) doors.set(ways.get(`${ends[0]} ${ends[1]}`)?.face, door);
  for (const { face, back } of ways.values()) {
    const other = ways.get(back)?.face;
    if (other === undefined) continue;
    beside.set(face, (beside.get(face) ?? new Set()).add(other));
  }
  return readingOrder(plane).map((face) => {
    const { area, symbols: borne, outline } = plane.faces.get(face);
    const near = [...beside.get(face) ?? []].sort((p, q) => named.get(p) - named.get(q)).map((other) => {
      const kind = plane.sides.get(facePair(face, other));
      return kind ? `${name(other)} behind ${KINDS[kind]}` : name(other);
    });
    const place = area === null ? "no area" : plane.areas.get(area)[0];
    const told = [place, ...borne.map((id) => symbols.get(id) ?? id)];
    if (doors.has(face)) told.push(`main door ${doors.get(face)}`);
    if (plane.rifles?.[0] === face) told.push(`${plane.rifles[1]} ${wants.stock?.name ?? "pieces"}`);
    told.push(near.length ? `beside ${near.join(", ")}` : "beside nothing");
    return { name: name(face), says: told.join("; "), spot: inside(outline), face };
  });
}

/** Keep the list as the plane is, while it is open. `go` brings a square into sight. */
export function keepWords(details, ol, { plane, wants, go }) {
  const write = () => {
    if (!details.open) return;
    const rows = squaresInWords(plane(), wants).map(({ name, says, spot, face }) => made("li", {},
      made("button", { type: "button", class: "quiet", onclick: () => go(spot, face) }, name), ` ${says}`));
    ol.replaceChildren(...(rows.length ? rows : [made("li", {}, "Nothing is drawn yet.")]));
  };
  details.addEventListener("toggle", write);
  return write;
}
