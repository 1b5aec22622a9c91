// The plane: squares that share their edges exactly, and the kind of each side. A plane is immutable; a
// gesture makes a new one. `settle` is the one way to a new plane: it refuses whatever would cross, overlap
// or turn over. `rules/survey/plane.py` says the same in Python, sentence for sentence.
import {
  byPoint, byPoints, byText, checkPoints, crossingCorner, edgeKey, edges, key, least, onSegment, place,
  Refused, same, signedArea, touch, wayKey,
} from "./exact.js";

const MAX_SQUARES = 1000;
export const MAX_POINTS = 200;

/** The plane with nothing on it. */
export const EMPTY = Object.freeze({
  faces: new Map(), areas: new Map(), sides: new Map(), doors: new Map(), firstNumber: 1, rifles: null,
  special: new Map(), error: 0, looks: new Map(), size: null, name: "", nextFace: 1,
});

/** Return a square as it is surveyed. `number` is a correction: the numbers go on from it. */
export function newFace(outline, area = null, symbols = [], number = null) {
  return { outline, area, symbols, number };
}

/** Return the number of the face around a spot. */
export function faceAt(plane, spot) {
  for (const [number, face] of plane.faces) if (place(spot, face.outline) === "inside") return number;
  throw new Refused(`There is no square at [${spot[0]}, ${spot[1]}].`);
}

/** Return the directed edges of faces: the edge, the face to its left, and the key of its way back. */
export function waysOf(faces) {
  const ways = new Map();
  for (const [number, face] of faces) {
    for (const [a, b] of edges(face.outline)) {
      const name = wayKey(a, b);
      if (ways.has(name)) throw new Refused(`Two squares would overlap at [${a[0]}, ${a[1]}].`);
      ways.set(name, { ends: [a, b], face: number, back: wayKey(b, a) });
    }
  }
  return ways;
}

export const facePair = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);
export const pairOf = (name) => name.split(" ").map(Number);

/** Return a map of sides in the order of its faces. */
export function sortedSides(sides) {
  return new Map([...sides].sort(([a], [b]) => byPoint(pairOf(a), pairOf(b))));
}

export const sortedByName = (entries) => [...entries].sort(([a], [b]) => byText(a, b));

/** Return a loop with new points on its edges; they are given in the order of each edge's name. */
export function insert(outline, points) {
  const longer = edges(outline).flatMap(([a, b]) => {
    const added = points.get(edgeKey(a, b)) ?? [];
    return [a, ...(byPoint(a, b) < 0 ? added : [...added].reverse())];
  });
  return longer.length > outline.length ? longer : outline;
}

/** Return the plane with other faces, its sides and main doors kept as far as they are still there. */
export function settle(before, loose, options = {}) {
  const { parents = new Map(), moved = new Map(), nextFace = before.nextFace } = options;
  if (loose.size > MAX_SQUARES) throw new Refused(`A board has at most ${MAX_SQUARES} squares.`);
  const faces = new Map([...loose].sort(([a], [b]) => a - b));
  const changed = new Map();
  for (const [number, face] of faces) {
    const old = before.faces.get(number)?.outline;
    if (old !== face.outline && !(old && sameLoop(old, face.outline))) changed.set(number, face.outline);
  }
  changed.forEach(checkOutline);
  const were = waysOf(before.faces);
  const ways = waysOf(faces);
  checkBorder(were, ways, changed);
  return {
    ...before, faces, nextFace,
    sides: keptSides(before, were, ways, parents),
    doors: keptDoors(before, ways, moved),
    looks: keptLooks(before, faces, parents),
    rifles: before.rifles && faces.has(before.rifles[0]) ? before.rifles : null,
  };
}

const sameLoop = (one, other) => one.length === other.length && one.every((p, i) => same(p, other[i]));

function checkOutline(outline) {
  checkPoints(outline);
  if (outline.length > MAX_POINTS) throw new Refused(`A square has at most ${MAX_POINTS} corners.`);
  if (outline.length < 3) throw new Refused("Nothing would be left of a square.");
  const crossing = crossingCorner(outline);
  if (crossing) throw new Refused(`Lines would cross or touch at [${crossing[0]}, ${crossing[1]}].`);
  if (signedArea(outline) <= 0) {
    const [x, y] = least(outline);
    throw new Refused(`The square at [${x}, ${y}] would turn over.`);
  }
}

/** Hold each new piece of the outer wall against the whole of it. */
function checkBorder(before, after, changed) {
  const border = [...after].filter(([, way]) => !after.has(way.back));
  const fresh = border.filter(([name, way]) => !before.has(name) || before.has(way.back));
  for (const [one, { ends }] of fresh) {
    for (const [other, { ends: others }] of border) {
      if (one === other || !meet(ends, others)) continue;
      const [x, y] = [least(ends), least(others)].sort(byPoint)[1];
      throw new Refused(`The outer wall would cross or touch itself near [${x}, ${y}].`);
    }
  }
  const corners = border.map(([, way]) => way.ends[0]).sort(byPoint);
  for (const number of [...new Set(fresh.map(([, way]) => way.face))].sort((a, b) => a - b)) {
    if (!changed.has(number)) continue;
    const inside = corners.find((p) => place(p, changed.get(number)) === "inside");
    if (inside) throw new Refused(`Two squares would overlap at [${inside[0]}, ${inside[1]}].`);
  }
}

/** Return whether two edges have a point in common other than an end of both. */
function meet(one, other) {
  if (!touch(one, other)) return false;
  const shared = one.filter((p) => other.some((q) => same(p, q))).map(key);
  if (!shared.length) return true;
  return one.some((p) => !shared.includes(key(p)) && onSegment(p, other))
    || other.some((p) => !shared.includes(key(p)) && onSegment(p, one));
}

/** Return the kind of each side now: what was between the faces that the two were before. */
function keptSides(before, were, ways, parents) {
  const known = new Set();
  for (const { face, back } of were.values()) {
    if (were.has(back)) known.add(facePair(face, were.get(back).face));
  }
  const sides = new Map();
  for (const { face: one, back } of ways.values()) {
    const other = ways.get(back)?.face;
    if (other === undefined || other < one) continue;
    const stood = [];
    for (const p of parents.get(one) ?? [one]) {
      for (const q of parents.get(other) ?? [other]) {
        if (p !== q && known.has(facePair(p, q))) stood.push(facePair(p, q));
      }
    }
    const kind = stood.length ? before.sides.get(stood[0]) : undefined;
    if (kind) sides.set(facePair(one, other), kind);
  }
  return sortedSides(sides);
}

/** Return the looks between squares that are still the same. */
function keptLooks(before, faces, parents) {
  if (!before.looks.size) return before.looks;
  const stays = (n) => faces.has(n) && !parents.has(n);
  return new Map([...before.looks].filter(([pair]) => pairOf(pair).every(stays)));
}

/** Return the main doors. One on an edge that was cut keeps the longer part; without an edge it goes. */
function keptDoors(before, ways, moved) {
  const doors = new Map();
  for (const [name, ends] of before.doors) {
    let [a, b] = ends.map((p) => moved.get(key(p)) ?? p);
    if (!same(a, b) && !ways.has(wayKey(a, b))) [a, b] = partOf(a, b, ways);
    if (ways.has(wayKey(a, b)) && !ways.has(wayKey(b, a))) doors.set(name, [a, b]);
  }
  return doors;
}

function partOf(a, b, ways) {
  const all = [...ways.values()].map((way) => way.ends);
  const leading = all.filter(([p, q]) => same(p, a) && ways.has(wayKey(q, b)));
  const middles = leading.map(([, q]) => q).sort(byPoint);
  if (middles.length) {
    const [middle] = middles;
    const first = (middle[0] - a[0]) ** 2 + (middle[1] - a[1]) ** 2;
    const second = (b[0] - middle[0]) ** 2 + (b[1] - middle[1]) ** 2;
    return first >= second ? [a, middle] : [middle, b];
  }
  const grown = all.filter((way) => onSegment(a, way) && onSegment(b, way)).sort(byPoints);
  return grown.length ? grown[0] : [a, b];
}
