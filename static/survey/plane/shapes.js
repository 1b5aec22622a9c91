// Gestures that make and join faces. `rules/survey/shapes.py` says the same in Python.
import {
  along, byPoint, byText, checkPoints, crossingCorner, edge, edgeKey, edges, isStraight, key, least,
  onSegment, place, Refused, same, sideOf, signedArea, wayKey,
} from "./exact.js";
import { faceAt, insert, newFace, settle, waysOf } from "./plane.js";

/** Return the plane with one more face in the empty space. It may share walls with others. */
export function outline(plane, corners) {
  checkPoints(corners);
  const twice = corners.find((p, n) => corners.findIndex((other) => same(p, other)) < n);
  if (twice) throw new Refused(`The outline has the corner at [${twice[0]}, ${twice[1]}] more than once.`);
  if (corners.length < 3 || crossingCorner(corners) || !signedArea(corners)) {
    throw new Refused("An outline has three corners or more and never crosses itself.");
  }
  const loop = signedArea(corners) < 0 ? [...corners].reverse() : corners;
  for (const face of plane.faces.values()) {
    if (!overlap(loop, face.outline)) continue;
    const [x, y] = least(face.outline);
    throw new Refused(`The outline would overlap the square at [${x}, ${y}].`);
  }
  const border = allEdges(plane);
  const there = [...border.values()].flat();
  const cuts = edges(loop).map(([a, b]) => [edgeKey(a, b), onEdge(edge(a, b), there)]);
  const whole = insert(loop, new Map(cuts));
  const added = new Map([...border].map(([name, ends]) => [name, onEdge(ends, whole)]));
  const faces = withFaces(plane, (face) => ({ ...face, outline: insert(face.outline, added) }));
  faces.set(plane.nextFace, newFace(whole));
  return settle(plane, faces, { nextFace: plane.nextFace + 1 });
}

function allEdges(plane) {
  const all = [...plane.faces.values()].flatMap((face) => edges(face.outline));
  return new Map(all.map(([a, b]) => [edgeKey(a, b), edge(a, b)]));
}

const withFaces = (plane, change) => new Map([...plane.faces].map(([n, face]) => [n, change(face)]));

/** Return the points on an edge without its ends, each once, in the order of its name. */
function onEdge([low, high], points) {
  const way = [high[0] - low[0], high[1] - low[1]];
  const on = points.filter((p) => !same(p, low) && !same(p, high) && onSegment(p, [low, high]));
  const each = [...new Map(on.map((p) => [key(p), p])).values()];
  return each.sort((p, q) => along(low, way, p) - along(low, way, q));
}

/** Return the plane without the face around a spot: that is not part of the board. */
export function remove(plane, spot) {
  const gone = faceAt(plane, spot);
  return settle(plane, new Map([...plane.faces].filter(([number]) => number !== gone)));
}

/** Return the plane with the two faces beside an edge made one. */
export function merge(plane, [a, b]) {
  const ways = waysOf(plane.faces);
  if (!ways.has(wayKey(a, b)) || !ways.has(wayKey(b, a))) {
    throw new Refused("There is no side between two squares.");
  }
  const [one, other] = [ways.get(wayKey(a, b)).face, ways.get(wayKey(b, a)).face].sort((p, q) => p - q);
  const [kept, gone] = [plane.faces.get(one), plane.faces.get(other)];
  const whole = joined(kept.outline, gone.outline);
  const symbols = [...new Set([...kept.symbols, ...gone.symbols])].sort(byText);
  const faces = new Map([...plane.faces].filter(([number]) => number !== other));
  faces.set(one, newFace(whole, kept.area, symbols, kept.number ?? gone.number));
  const rifles = plane.rifles?.[0] === other ? [one, plane.rifles[1]] : plane.rifles;
  return settle({ ...plane, rifles }, tidy(faces, whole), { parents: new Map([[one, [one, other]]]) });
}

/** Return the loop around two faces. */
function joined(one, other) {
  const ways = [...edges(one), ...edges(other)];
  const there = new Set(ways.map(([a, b]) => wayKey(a, b)));
  const left = ways.filter(([a, b]) => !there.has(wayKey(b, a)));
  const border = new Map(left.map(([a, b]) => [key(a), b]));
  const start = least(left.map(([a]) => a));
  const loop = [start];
  while (loop.length <= ways.length) {
    const next = border.get(key(loop.at(-1)));
    if (same(next, start)) break;
    loop.push(next);
  }
  if (loop.length !== left.length) throw new Refused("The two squares together would have a hole.");
  return loop;
}

/** Drop those of the points that no edge needs: two edges meet there and go straight on. */
function tidy(faces, points) {
  const near = new Map(points.map((p) => [key(p), new Map()]));
  for (const face of faces.values()) {
    for (const [a, b] of edges(face.outline)) {
      near.get(key(a))?.set(key(b), b);
      near.get(key(b))?.set(key(a), a);
    }
  }
  const idle = new Set();
  for (const p of points) {
    const around = [...near.get(key(p)).values()].sort(byPoint);
    if (around.length === 2 && isStraight(around[0], p, around[1])) idle.add(key(p));
  }
  if (!idle.size) return faces;
  const needed = (face) => face.outline.filter((p) => !idle.has(key(p)));
  return new Map([...faces].map(([number, face]) => [number, { ...face, outline: needed(face) }]));
}

// ---- Overlap ---------------------------------------------------------------------------------------

// Whether two simple polygons have a spot in common, without rounding: see rules/board/outlines.py.

/** Return whether the insides of two simple polygons have a spot in common. */
function overlap(one, other) {
  const cuts = cornersMet(one, other);
  if (cuts === null) return true;
  const places = new Set(piecePlaces(one, cuts[0], other));
  if (places.has("inside") || !places.has("outside")) return true;
  return piecePlaces(other, cuts[1], one).includes("inside");
}

/** Return for each edge the corners of the other polygon on it, or null if two edges cross. */
function cornersMet(one, other) {
  const cuts = [one.map(() => []), other.map(() => [])];
  const others = edges(other);
  for (const [i, [a, b]] of edges(one).entries()) {
    for (const [j, [c, d]] of others.entries()) {
      const [fromC, fromD] = [sideOf(a, b, c), sideOf(a, b, d)];
      const [fromA, fromB] = [sideOf(c, d, a), sideOf(c, d, b)];
      if (fromC * fromD < 0 && fromA * fromB < 0) return null;
      cuts[0][i].push(...[c, d].filter((p) => onSegment(p, [a, b])));
      cuts[1][j].push(...[a, b].filter((p) => onSegment(p, [c, d])));
    }
  }
  return cuts;
}

/** Return where each piece of the border of `one` is, cut at the corners on it. */
function piecePlaces(one, cuts, other) {
  const doubled = other.map(([x, y]) => [2 * x, 2 * y]);
  return edges(one).flatMap((ends, i) => {
    const marks = [...ends, ...cuts[i]].sort(byPoint);
    const pieces = marks.slice(1).map((q, k) => [marks[k], q]).filter(([p, q]) => byPoint(p, q) !== 0);
    return pieces.map(([p, q]) => place([p[0] + q[0], p[1] + q[1]], doubled));
  });
}
