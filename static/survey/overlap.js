// Whether two simple polygons have a spot in common, without rounding: see rules/board/outlines.py.
import { byPoint, edges, onSegment, place, sideOf } from "./exact.js";

/** Return whether the insides of two simple polygons have a spot in common. */
export function overlap(one, other) {
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

/** Return where each piece of the border of `one` lies, as the corners on it cut it. */
function piecePlaces(one, cuts, other) {
  const doubled = other.map(([x, y]) => [2 * x, 2 * y]);
  return edges(one).flatMap((ends, i) => {
    const marks = [...ends, ...cuts[i]].sort(byPoint);
    const pieces = marks.slice(1).map((q, k) => [marks[k], q]).filter(([p, q]) => byPoint(p, q) !== 0);
    return pieces.map(([p, q]) => place([p[0] + q[0], p[1] + q[1]], doubled));
  });
}
