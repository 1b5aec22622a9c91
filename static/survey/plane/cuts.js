// Cutting faces: along a straight stroke through all of them, or along a bent one inside a single face.
import {
  along, byPoint, byPoints, canonical, edge, edgeKey, edges, key, nearest, place, Refused, same, sideOf,
  signedArea,
} from "./exact.js";
import { faceAt, insert, newFace, settle } from "./plane.js";

const doubled = (outline) => outline.map(([x, y]) => [2 * x, 2 * y]);
const middle = (a, b) => [a[0] + b[0], a[1] + b[1]];

/**
 * Return the plane cut along a stroke of two points or more. A straight stroke cuts each face that it
 * crosses for more than half of the way through, and a face that it does not leave. A bent one cuts one
 * face; its ends are drawn out to the border.
 */
export function cut(plane, stroke) {
  if (stroke.length < 2 || stroke.some((p, i) => i && same(p, stroke[i - 1]))) {
    throw new Refused("A stroke needs two different ends.");
  }
  return stroke.length === 2 ? cutStraight(plane, ...stroke) : cutBent(plane, stroke);
}

function cutStraight(plane, start, end) {
  const points = new Map();
  const paths = new Map();
  for (const [number, face] of plane.faces) {
    const [added, met] = crossings(face.outline, start, end);
    const ways = chords(insert(face.outline, added), met, start, end);
    const chosen = ways.filter((chord) => isCovered(chord, start, end));
    if (!chosen.length) continue;
    paths.set(number, chosen);
    const ends = new Set(chosen.flat().map(key));
    for (const [name, spots] of added) if (ends.has(key(spots[0]))) points.set(name, spots);
  }
  if (!paths.size) throw new Refused("The stroke goes through no square.");
  return split(plane, points, paths);
}

/** Return the new points on edges that the line crosses, and all points where it meets the border. */
function crossings(outline, start, end) {
  const points = new Map();
  const met = new Map();
  for (const [a, b] of edges(outline)) {
    const [low, high] = edge(a, b);
    const [before, after] = [sideOf(start, end, low), sideOf(start, end, high)];
    if ((before < 0 && after > 0) || (after < 0 && before > 0)) {
      const spot = nearest(low, high, before, before - after);
      met.set(key(spot), spot);
      if (!same(spot, a) && !same(spot, b)) points.set(edgeKey(a, b), [spot]);
    } else if (sideOf(start, end, a) === 0) {
      met.set(key(a), a);
    }
  }
  return [points, met];
}

/** Return the ways through a face from one meeting with its border to the next. */
function chords(outline, met, start, end) {
  const way = [end[0] - start[0], end[1] - start[1]];
  const far = (p) => along(start, way, p);
  const ordered = [...met.values()].sort((p, q) => far(p) - far(q) || byPoint(p, q));
  if (ordered.length < 2) return [];
  const larger = doubled(outline);
  const borders = new Set(edges(outline).map(([a, b]) => edgeKey(a, b)));
  const ways = ordered.slice(1).map((b, i) => [ordered[i], b]);
  return ways.filter(([a, b]) => !borders.has(edgeKey(a, b)) && place(middle(a, b), larger) === "inside");
}

function isCovered(chord, start, end) {
  const way = [end[0] - start[0], end[1] - start[1]];
  const [low, high, whole] = [chord[0], chord[1], end].map((p) => along(start, way, p));
  if (low <= 0 && high >= whole) return true;
  return 2 * (Math.min(high, whole) - Math.max(low, 0)) > high - low;
}

function cutBent(plane, stroke) {
  const number = faceAt(plane, stroke[1]);
  const { outline } = plane.faces.get(number);
  const inner = stroke.slice(1, -1);
  if (inner.some((spot) => place(spot, outline) !== "inside")) {
    throw new Refused("A bent stroke stays inside one square.");
  }
  const ends = [border(outline, inner[0], stroke[0]), border(outline, inner.at(-1), stroke.at(-1))];
  if (same(ends[0].spot, ends[1].spot)) {
    throw new Refused("A bent stroke leads from one place on the border to another.");
  }
  const points = new Map();
  for (const { low, high, spot } of ends) {
    if (same(spot, low) || same(spot, high)) continue;
    const name = edgeKey(low, high);
    const way = [high[0] - low[0], high[1] - low[1]];
    const spots = [...(points.get(name) ?? []), spot];
    points.set(name, spots.sort((p, q) => along(low, way, p) - along(low, way, q)));
  }
  return split(plane, points, new Map([[number, [[ends[0].spot, ...inner, ends[1].spot]]]]));
}

/** Return where the border is met first on the way from a spot inside, and the edge there. */
function border(outline, start, towards) {
  const way = [towards[0] - start[0], towards[1] - start[1]];
  const hits = [];
  for (const [a, b] of edges(outline)) {
    const [low, high] = edge(a, b);
    const [before, after] = [sideOf(start, towards, low), sideOf(start, towards, high)];
    if ((before < 0 && after < 0) || (before > 0 && after > 0) || before === after) continue;
    const spot = nearest(low, high, before, before - after);
    const far = along(start, way, spot);
    if (far > 0) hits.push({ far, low, high, spot });
  }
  if (!hits.length) throw new Refused("A bent stroke stays inside one square.");
  hits.sort((p, q) => p.far - q.far || byPoints([p.low, p.high, p.spot], [q.low, q.high, q.spot]));
  return hits[0];
}

/** Put new points on edges, and part faces along paths between two corners of each. */
function split(plane, points, paths) {
  const faces = new Map();
  const parents = new Map();
  let fresh = plane.nextFace;
  for (const [number, face] of plane.faces) {
    let parts = [insert(face.outline, points)];
    for (const path of paths.get(number) ?? []) parts = parts.flatMap((part) => partAlong(part, path));
    parts.sort((p, q) => signedArea(q) - signedArea(p) || byPoints(canonical(p), canonical(q)));
    faces.set(number, { ...face, outline: parts[0] });
    for (const part of parts.slice(1)) {
      faces.set(fresh, newFace(part, face.area));
      parents.set(fresh, [number]);
      fresh += 1;
    }
  }
  return settle(plane, faces, { parents, nextFace: fresh });
}

/** Return the two parts of a loop along a path, or the loop alone if the path is not inside it. */
function partAlong(outline, path) {
  const [first, last] = [path[0], path.at(-1)];
  const here = outline.findIndex((p) => same(p, first));
  if (here < 0 || !outline.some((p) => same(p, last))) return [outline];
  if (path.length === 2 && place(middle(first, last), doubled(outline)) !== "inside") return [outline];
  const turned = [...outline.slice(here), ...outline.slice(0, here)];
  const there = turned.findIndex((p) => same(p, last));
  const inner = path.slice(1, -1);
  const back = [...inner].reverse();
  return [[...turned.slice(0, there + 1), ...back], [...turned.slice(there), first, ...inner]];
}
