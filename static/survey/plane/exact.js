// Whole numbers for the plane. Coordinates are at most FARTHEST, so that a product of two is exact; where
// three are multiplied BigInt takes over. `rules/survey/exact.py` and `rules/board/outlines.py` say the same.
const FARTHEST = 1_000_000;

/** A gesture that cannot be done; its message is one sentence for the person who made it. */
export class Refused extends Error {}

export const same = (p, q) => p[0] === q[0] && p[1] === q[1];
export const key = (p) => `${p[0]},${p[1]}`;
export const wayKey = (a, b) => `${a[0]},${a[1]} ${b[0]},${b[1]}`;
export const byPoint = (p, q) => p[0] - q[0] || p[1] - q[1];
/** The ends of an edge in order, which is its name. */
export const edge = (a, b) => (byPoint(a, b) < 0 ? [a, b] : [b, a]);
export const edgeKey = (a, b) => wayKey(...edge(a, b));

/** Order lists of points as Python orders tuples. */
export function byPoints(one, other) {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    const order = byPoint(one[i], other[i]);
    if (order) return order;
  }
  return one.length - other.length;
}

/** Order text by code points, as Python does. */
export function byText(one, other) {
  const [a, b] = [[...one], [...other]];
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    if (a[i] !== b[i]) return a[i].codePointAt(0) - b[i].codePointAt(0);
  }
  return a.length - b.length;
}

/** Give the directed edges of a loop, in order. */
export const edges = (outline) => outline.map((p, i) => [p, outline[(i + 1) % outline.length]]);

/** Return on which side of the line ab a spot is: positive on its left, 0 on the line. */
export function sideOf(a, b, spot) {
  return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0]);
}

/** Return how far along a way a spot is, in units of the way's length. */
export const along = (start, way, spot) => (spot[0] - start[0]) * way[0] + (spot[1] - start[1]) * way[1];

/** Return the point of whole numbers nearest to `part / whole` of the way from `a` to `b`. */
export function nearest(a, b, part, whole) {
  const sign = whole < 0 ? -1 : 1;
  return [share(a[0], b[0], sign * part, sign * whole), share(a[1], b[1], sign * part, sign * whole)];
}

function share(low, high, part, whole) {
  const under = 2n * BigInt(whole);
  const over = 2n * BigInt(high - low) * BigInt(part) + BigInt(whole);
  const rest = over % under;
  return low + Number((over - (rest < 0n ? rest + under : rest)) / under);
}

/** Return twice the area inside a loop, negative if it runs the other way round. */
export function signedArea(outline) {
  return edges(outline).reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0);
}

/** Return a loop from its least corner on. */
export function canonical(outline) {
  let first = 0;
  outline.forEach((p, i) => { if (byPoint(p, outline[first]) < 0) first = i; });
  return [...outline.slice(first), ...outline.slice(0, first)];
}

export const isStraight = (a, b, c) => sideOf(a, b, c) === 0;

/**
 * Return whether the way from `a` to `b` goes straight on to `c`. `b` may be out of line by the one unit that
 * whole numbers cost where slanted lines meet.
 */
export function goesOn(a, b, c) {
  const way = [c[0] - a[0], c[1] - a[1]];
  const out = Math.abs(way[0] * (b[1] - a[1]) - way[1] * (b[0] - a[0]));
  const far = along(a, way, b);
  return out <= Math.max(Math.abs(way[0]), Math.abs(way[1])) && far > 0 && far < along(a, way, c);
}

export const least = (points) => points.reduce((p, q) => (byPoint(q, p) < 0 ? q : p));

/** Return whether a spot is on a segment, end points included. */
export function onSegment(spot, [a, b]) {
  if (sideOf(a, b, spot) !== 0) return false;
  return Math.min(a[0], b[0]) <= spot[0] && spot[0] <= Math.max(a[0], b[0])
    && Math.min(a[1], b[1]) <= spot[1] && spot[1] <= Math.max(a[1], b[1]);
}

/** Return whether two segments have a point in common. */
export function touch([a, b], [c, d]) {
  for (const i of [0, 1]) {
    if (Math.max(a[i], b[i]) < Math.min(c[i], d[i])) return false;
    if (Math.max(c[i], d[i]) < Math.min(a[i], b[i])) return false;
  }
  return sideOf(a, b, c) * sideOf(a, b, d) <= 0 && sideOf(c, d, a) * sideOf(c, d, b) <= 0;
}

/** Return "inside", "outside" or "edge" for a spot and a simple polygon. */
export function place([x, y], outline) {
  let inside = false;
  for (let i = 0; i < outline.length; i += 1) {
    const [ax, ay] = outline[i];
    const [bx, by] = outline[(i + 1) % outline.length];
    if ((ay > y && by > y) || (ay < y && by < y)) continue;
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (side === 0 && Math.min(ax, bx) <= x && x <= Math.max(ax, bx)) return "edge";
    if ((ay > y) !== (by > y) && (side > 0) === (by > ay)) inside = !inside;
  }
  return inside ? "inside" : "outside";
}

/** Return a corner where a loop of three corners or more crosses or touches itself, or null. */
export function crossingCorner(outline) {
  const sides = edges(outline);
  const last = sides.length - 1;
  for (let i = 0; i <= last; i += 1) {
    const [a, b] = sides[i];
    if (same(a, b)) return a;
    const next = sides[(i + 1) % sides.length][1];
    if (sideOf(a, b, next) === 0 && (onSegment(next, [a, b]) || onSegment(a, [b, next]))) return b;
    for (let j = i + 2; j < (i === 0 ? last : last + 1); j += 1) {
      if (touch(sides[i], sides[j])) return sides[j][0];
    }
  }
  return null;
}

/** Raise Refused for a point too far out. */
export function checkPoints(points) {
  for (const [x, y] of points) {
    if (Math.abs(x) > FARTHEST || Math.abs(y) > FARTHEST) throw new Refused(`[${x}, ${y}] is too far out.`);
  }
}
