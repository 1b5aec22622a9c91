// Strokes that mean more than their two ends: around a board, and along its lines.
import { facePair, waysOf } from "../plane/plane.js";
import { same, touch } from "../plane/exact.js";
import { onLine } from "../page/snap.js";

const WAVER_PX = 15;
/** A finger wavers this much on its way from corner to corner. */
const BACK_PX = 36;
/** A stroke around ends this near to its beginning. */
const BENT = 2;
/** A stroke is bent if it is this many times as long as the distance between its ends. */
const BESIDE_PX = 14;
const ALIKE = 0.4;
/** A line runs along a stroke if it leans no more than this against it, in radians. */

const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
const longOf = (path) => path.slice(1).reduce((sum, p, i) => sum + far(path[i], p), 0);

/** Return whether a stroke goes around something, rather than from one corner to the other. */
export const isBent = (path) => longOf(path) > BENT * far(path[0], path.at(-1));

/** Return the corners of a stroke that comes back to where it began, or null. */
export function around(path, unit) {
  const [first, last] = [path[0], path.at(-1)];
  if (!isBent(path) || far(first, last) > BACK_PX * unit) return null;
  const away = path.reduce((best, p, i) => (far(p, first) > far(path[best], first) ? i : best), 0);
  if (far(path[away], first) < BACK_PX * unit) return null;
  const halves = [path.slice(0, away + 1), [...path.slice(away), first]];
  const corners = halves.flatMap((half) => bends(half, WAVER_PX * unit).slice(0, -1));
  const distinct = corners.filter((p, i) => !i || !same(p, corners[i - 1]));
  return distinct.length > 2 ? withoutIdle(distinct, WAVER_PX * unit) : null;
}

/** Return the ends of a path and its bends: the path is never further from them than it wavers. */
function bends(path, waver) {
  const [a, b] = [path[0], path.at(-1)];
  let [most, at] = [waver, -1];
  path.forEach((p, i) => {
    const off = offOf(p, a, b);
    if (off > most) [most, at] = [off, i];
  });
  if (at < 0) return [a, b];
  return [...bends(path.slice(0, at + 1), waver).slice(0, -1), ...bends(path.slice(at), waver)];
}

/** Return a loop without the corners that lie on the way between those beside them. */
function withoutIdle(loop, waver) {
  const isNeeded = (p, i) => offOf(p, loop.at(i - 1), loop[(i + 1) % loop.length]) > waver;
  const needed = loop.filter(isNeeded);
  return needed.length > 2 ? needed : null;
}

/** Return how far a spot is from the line between two others. */
function offOf(p, a, b) {
  return far(p, same(a, b) ? a : onLine([a, b], p));
}

/** Return the segments of each side between two faces, by their pair. */
export function sidesOf(plane) {
  const ways = waysOf(plane.faces);
  const sides = new Map();
  for (const { ends, face, back } of ways.values()) {
    const other = ways.get(back)?.face;
    if (other === undefined || other < face) continue;
    const pair = facePair(face, other);
    sides.set(pair, [...sides.get(pair) ?? [], ends]);
  }
  return sides;
}

/** Return the sides that a straight stroke runs along, as `{pair, ends}`: more than half of each. */
export function sidesAlong(plane, from, to, unit, pixels = BESIDE_PX) {
  const way = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const isBeside = (spot) => {
    const foot = onLine([from, to], spot);
    return !same(foot, from) && !same(foot, to) && far(spot, foot) < pixels * unit;
  };
  const runsAlong = ([a, b]) => {
    const turn = Math.atan2(b[1] - a[1], b[0] - a[0]) - way;
    const middle = [0, 1].map((i) => (a[i] + b[i]) / 2);
    return Math.abs(Math.sin(turn)) < Math.sin(ALIKE) && isBeside(middle);
  };
  return [...sidesOf(plane)].flatMap(([pair, segments]) => {
    const ends = segments.find(runsAlong);
    return ends ? [{ pair, ends }] : [];
  });
}

/** Return whether a stroke stays near enough to the line between its ends to mean what is along it. */
export const staysNear = (path, unit) => path.every((p) => offOf(p, path[0], path.at(-1)) < BESIDE_PX * unit);

/** Return the sides that one leg of a stroke crosses, of those that `sidesOf` returns, as `{pair, ends}`. */
export function sidesAcross(sides, from, to) {
  return [...sides].flatMap(([pair, segments]) => {
    const ends = segments.find((side) => touch(side, [from, to]));
    return ends ? [{ pair, ends }] : [];
  });
}

/** Return the open sides around the stores, as `{pair, ends}`: a store has walls unless it has a door. */
export function openAroundStores(plane) {
  const areaOf = (face) => plane.faces.get(Number(face)).area;
  const isStore = (area) => area !== null && plane.areas.get(area)[1] === "store";
  return [...sidesOf(plane)].flatMap(([pair, [ends]]) => {
    const [one, other] = pair.split(" ").map(areaOf);
    const parts = one !== null && other !== null && one !== other && (isStore(one) || isStore(other));
    return parts && !plane.sides.has(pair) ? [{ pair, ends }] : [];
  });
}
