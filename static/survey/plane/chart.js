// The result of a plane: the numbers of its squares, and the map (`referee-map/1`).
// `rules/survey/chart.py` says the same in Python.
import { byPoints, byText, canonical, isStraight, wayKey } from "./exact.js";
import { pairOf, sortedByName, waysOf } from "./plane.js";

/**
 * Return the faces row by row. A row is as high as most of the faces that begin in it. It has every face that
 * begins in its upper half or has its middle in it: one that reaches down beside the next row belongs to the
 * row where it begins.
 */
export function readingOrder(plane) {
  let left = [...plane.faces].map(([number, { outline }]) => {
    const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    return { number, top, bottom, down: top + bottom, across: Math.min(...xs) + Math.max(...xs) };
  });
  left.sort((a, b) => a.top - b.top || a.across - b.across || a.number - b.number);
  const order = [];
  while (left.length) {
    const bottom = bottomOf(left);
    const isInRow = (face) => 2 * face.top < left[0].top + bottom || face.down <= 2 * bottom;
    const row = left.filter(isInRow);
    left = left.filter((face) => !row.includes(face));
    row.sort((a, b) => a.across - b.across || a.down - b.down || a.number - b.number);
    order.push(...row.map(({ number }) => number));
  }
  return order;
}

/** Return where the row of the first face ends: the middle bottom of those that begin in its upper half. */
function bottomOf(left) {
  const [{ top, bottom: first }] = left;
  for (let bottom = first; ;) {
    const bottoms = left.filter((face) => 2 * face.top < top + bottom).map((face) => face.bottom);
    const lower = bottoms.sort((a, b) => a - b)[(bottoms.length - 1) >> 1];
    if (lower >= bottom) return bottom;
    bottom = lower;
  }
}

/** Return the number of each face: one after the other in reading order, going on from each correction. */
export function numbers(plane) {
  const known = new Map();
  let following = plane.firstNumber;
  for (const face of readingOrder(plane)) {
    known.set(face, plane.faces.get(face).number ?? following);
    following = known.get(face) + 1;
  }
  return known;
}

/** Return the map of a plane. */
function toMap(plane) {
  const named = new Map([...numbers(plane)].map(([face, number]) => [face, String(number).padStart(3, "0")]));
  const ways = waysOf(plane.faces);
  const squares = [...plane.faces].map(([number, face]) => ({
    id: named.get(number), area: face.area, outline: needed(face.outline), symbols: face.symbols,
  }));
  const sides = [...plane.sides].map(([pair, kind]) => ({
    between: pairOf(pair).map((face) => named.get(face)).sort(byText), kind,
  }));
  const byBetween = ({ between: a }, { between: b }) => byText(a[0], b[0]) || byText(a[1], b[1]);
  const lines = [...plane.looks].map(([pair, clear]) => ({
    between: pairOf(pair).map((face) => named.get(face)).sort(byText), sight: clear,
  }));
  const byLook = (one, other) => byBetween(one, other) || one.sight - other.sight;
  return {
    format: "referee-map/1",
    name: plane.name,
    provenance: "surveyed",
    areas: sortedByName(plane.areas).map(([id, [name, kind]]) => ({ id, name, kind })),
    squares: squares.sort((a, b) => byText(a.id, b.id) || byPoints(a.outline, b.outline)),
    sides: sides.sort(byBetween),
    main_doors: sortedByName(plane.doors).map(([name, ends]) => ({
      name, square: named.get(ways.get(wayKey(...ends)).face), segment: ends,
    })),
    special: Object.fromEntries(sortedByName(plane.special)),
    ...(plane.rifles ? { rifles: { square: named.get(plane.rifles[0]), count: plane.rifles[1] } } : {}),
    ...(plane.size ? { millimetres: { width: plane.size[0], height: plane.size[1] } } : {}),
    ...(plane.error || lines.length ? { looks: { error: plane.error, lines: lines.sort(byLook) } } : {}),
  };
}

/** Return a loop without the corners on its straight sides. */
function needed(outline) {
  const count = outline.length;
  const turns = (p, i) => !isStraight(outline[(i + count - 1) % count], p, outline[(i + 1) % count]);
  return canonical(outline.filter(turns));
}

/** Return the map as one line of JSON, the same here and on the server. */
export const mapText = (plane) => JSON.stringify(toMap(plane));

/** Return everything that a plane knows as one line of JSON: equal planes have equal text. */
export function stateText(plane) {
  return JSON.stringify({
    faces: [...plane.faces].map(([n, f]) => [n, canonical(f.outline), f.area, f.symbols, f.number]),
    areas: sortedByName(plane.areas).map(([id, [name, kind]]) => [id, name, kind]),
    sides: [...plane.sides].map(([pair, kind]) => [...pairOf(pair), kind]),
    doors: sortedByName(plane.doors),
    first: plane.firstNumber,
    rifles: plane.rifles,
    special: sortedByName(plane.special),
    error: plane.error,
    looks: [...plane.looks].map(([pair, clear]) => [...pairOf(pair), clear]),
    size: plane.size,
    name: plane.name,
    next: plane.nextFace,
  });
}
