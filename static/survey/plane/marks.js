// Gestures that say what is on the board: sides, doors, areas, symbols and numbers.
// `rules/survey/marks.py` says the same in Python.
import { byText, Refused, wayKey } from "./exact.js";
import { faceAt, facePair, sortedSides, waysOf } from "./plane.js";

const AREA_KINDS = ["hall", "store"];
const SIDE_KINDS = ["wall", "solid_door", "glass_door", "open"];
const SYMBOLS = ["zombie", "character"];
const MAX_MAIN_DOORS = 100;
const HIGHEST = 999;
const LONGEST_NAME = 40;
const MAX_ERROR = 10_000;
const MAX_LOOKS = 20_000;
const [SMALLEST, LARGEST] = [10, 5000];
/** A printed board is so many millimetres wide and high. */
/** The special name that says what a map depicts; it names no area. */
const DEPICTS = "depicts";
const NO_AREA = "There is no area with this name.";
const SEEN = new Map([["clear", true], ["blocked", false], ["unknown", null]]);

/** Return the plane with a wall, a door or nothing on the side with an edge. */
export function side(plane, [a, b], kind) {
  if (!SIDE_KINDS.includes(kind)) throw new Refused("A side is open, a wall, a solid door or a glass door.");
  const ways = waysOf(plane.faces);
  const [one, other] = [ways.get(wayKey(a, b)), ways.get(wayKey(b, a))];
  if (!one || !other) throw new Refused("There is no side between two squares.");
  const sides = new Map(plane.sides).set(facePair(one.face, other.face), kind);
  if (kind === "open") sides.delete(facePair(one.face, other.face));
  return { ...plane, sides: sortedSides(sides) };
}

/** Return the plane with a main door of this name on an edge of the outer wall. */
export function mainDoor(plane, [a, b], name) {
  const ways = waysOf(plane.faces);
  const way = ways.get(wayKey(a, b)) ?? ways.get(wayKey(b, a));
  if (!way || ways.has(way.back)) throw new Refused("A main door stands on the outer wall.");
  if (plane.doors.size >= MAX_MAIN_DOORS) {
    throw new Refused(`A board has at most ${MAX_MAIN_DOORS} main doors.`);
  }
  return { ...plane, doors: new Map(plane.doors).set(checkedName(name), way.ends) };
}

/** Return the plane without the main door of this name. */
export function noMainDoor(plane, name) {
  if (!plane.doors.has(name)) throw new Refused("There is no main door with this name.");
  return { ...plane, doors: new Map([...plane.doors].filter(([known]) => known !== name)) };
}

/** Return the plane with an area named, again or for the first time. */
export function area(plane, id, name, kind) {
  if (!AREA_KINDS.includes(kind)) throw new Refused("An area is a hall or a store.");
  return { ...plane, areas: new Map(plane.areas).set(checkedName(id), [checkedName(name), kind]) };
}

/** Return the plane without an area: its squares are in none, and no special name is its. */
export function noArea(plane, id) {
  if (!plane.areas.has(id)) throw new Refused(NO_AREA);
  const inside = new Set([...plane.faces].filter(([, face]) => face.area === id).map(([number]) => number));
  return {
    ...changed(plane, inside, (face) => ({ ...face, area: null })),
    areas: new Map([...plane.areas].filter(([known]) => known !== id)),
    special: new Map([...plane.special].filter(([key, value]) => value !== id || key === DEPICTS)),
  };
}

/** Return the plane with an area filled up to walls and doors. */
export function fill(plane, spot, id) {
  return painted(plane, openAround(plane, faceAt(plane, spot)), id);
}

/** Return the plane with one face in an area. */
export function paint(plane, spot, id) {
  return painted(plane, new Set([faceAt(plane, spot)]), id);
}

function painted(plane, numbers, id) {
  if (!plane.areas.has(id)) throw new Refused(NO_AREA);
  return changed(plane, numbers, (face) => ({ ...face, area: id }));
}

function openAround(plane, start) {
  const ways = waysOf(plane.faces);
  const near = new Map();
  for (const { face, back } of ways.values()) {
    const other = ways.get(back)?.face;
    if (other === undefined || plane.sides.has(facePair(face, other))) continue;
    near.set(face, [...(near.get(face) ?? []), other]);
  }
  const reached = new Set([start]);
  for (const number of reached) for (const next of near.get(number) ?? []) reached.add(next);
  return reached;
}

/** Return the plane with a symbol put on a face, or taken away if it is there. */
export function symbol(plane, spot, what) {
  if (!SYMBOLS.includes(what)) throw new Refused("A symbol is zombie or character.");
  const there = new Set([faceAt(plane, spot)]);
  return changed(plane, there, ({ symbols, ...face }) => {
    const others = symbols.filter((known) => known !== what);
    const withIt = [...symbols, what].sort(byText);
    return { ...face, symbols: others.length < symbols.length ? others : withIt };
  });
}

/** Return the plane with its numbers beginning at this one. */
export const firstNumber = (plane, number) => ({ ...plane, firstNumber: checkedNumber(number) });

/** Return the plane with the number of a face corrected, or, with null, the correction taken back. */
export function correctNumber(plane, spot, number) {
  const where = faceAt(plane, spot);
  const known = number === null ? null : checkedNumber(number);
  return changed(plane, new Set([where]), (face) => ({ ...face, number: known }));
}

/** Return the plane with rifles in the square around a spot. */
export function rifles(plane, spot, count) {
  if (count < 0 || count > 99) throw new Refused("There are from 0 to 99 rifles.");
  return { ...plane, rifles: [faceAt(plane, spot), count] };
}

/** Return the plane with a special area of the game named. */
export function special(plane, name, value) {
  return { ...plane, special: new Map(plane.special).set(checkedKey(name), checkedName(value)) };
}

/** Return the plane with how far a corner may be off. */
export function error(plane, units) {
  if (units < 0 || units > MAX_ERROR) {
    throw new Refused(`The error is a whole number from 0 to ${MAX_ERROR}.`);
  }
  return { ...plane, error: units };
}

/** Return the plane with what the owner saw along a line between two squares (6.4). */
export function look(plane, start, end, sight) {
  if (!SEEN.has(sight)) throw new Refused("A line is clear, blocked or not looked along.");
  const [one, other] = [faceAt(plane, start), faceAt(plane, end)];
  if (one === other) throw new Refused("A line goes from one square to another.");
  const looks = new Map(plane.looks);
  looks.delete(facePair(one, other));
  if (SEEN.get(sight) !== null) looks.set(facePair(one, other), SEEN.get(sight));
  if (looks.size > MAX_LOOKS) throw new Refused(`At most ${MAX_LOOKS} lines are looked along.`);
  return { ...plane, looks: sortedSides(looks) };
}

/** Return the plane with the size of the printed board in millimetres; null twice takes it back. */
export function size(plane, width, height) {
  if (width === null || height === null) {
    if (width !== height) throw new Refused("A size is a width and a height.");
    return { ...plane, size: null };
  }
  if ([width, height].some((one) => one < SMALLEST || one > LARGEST)) {
    throw new Refused(`A board is from ${SMALLEST} to ${LARGEST} mm wide and high.`);
  }
  return { ...plane, size: [width, height] };
}

/** Return the plane with the board's name. */
export const title = (plane, name) => ({ ...plane, name: checkedName(name) });

function changed(plane, numbers, change) {
  const faces = [...plane.faces].map(([number, face]) => [number, numbers.has(number) ? change(face) : face]);
  return { ...plane, faces: new Map(faces) };
}

function checkedKey(text) {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(text)) {
    throw new Refused("A key has small letters, digits and underscores, and begins with a letter.");
  }
  return text;
}

function checkedNumber(number) {
  if (number < 0 || number > HIGHEST) throw new Refused(`A number is from 0 to ${HIGHEST}.`);
  return number;
}

function checkedName(text) {
  const letters = [...text];
  const unprintable = /[\p{C}\p{Z}]/u.test(text.replaceAll(" ", ""));
  const padded = text.startsWith(" ") || text.endsWith(" ");
  if (!letters.length || letters.length > LONGEST_NAME || unprintable || padded) {
    throw new Refused(`A name has from 1 to ${LONGEST_NAME} letters and no blanks around it.`);
  }
  return text;
}
