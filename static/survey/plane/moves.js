// Gestures that move corners and lines, with everything attached to them. `rules/survey/moves.py` says the
// same.
import {
  along, byPoint, edge, edgeKey, edges, goesOn, key, nearest, Refused, same, sideOf,
} from "./exact.js";
import { settle } from "./plane.js";

const MAX_ERROR = 10_000;

/** Return the plane with a corner, and everything attached to it, moved. */
export function moveCorner(plane, spot, to) {
  if (![...plane.faces.values()].some((face) => face.outline.some((p) => same(p, spot)))) {
    throw new Refused(`There is no corner at [${spot[0]}, ${spot[1]}].`);
  }
  return move(plane, withFollowers(plane, [[spot, to]]));
}

/** Return the plane with an edge moved, and with it the whole straight line it is part of. */
export function moveSide(plane, side, [dx, dy]) {
  return move(plane, withFollowers(plane, straightRun(plane, side).map((p) => [p, [p[0] + dx, p[1] + dy]])));
}

/** Return the corners on the straight line that an edge is part of, in order. */
export function straightRun(plane, side) {
  const near = neighbours(plane);
  const [start, end] = edge(...side);
  if (!near.get(key(start))?.some((p) => same(p, end))) throw new Refused("There is no side there.");
  let run = [start, end];
  for (let way = 0; way < 2; way += 1) {
    for (let next = onward(near, run); next; next = onward(near, run)) run.push(next);
    run = [...run].reverse();
  }
  return run;
}

/** Return the corner where a straight line continues, or undefined. */
function onward(near, run) {
  const [before, here] = run.slice(-2);
  return near.get(key(here)).find((p) => !run.some((q) => same(p, q)) && goesOn(before, here, p)
    && goesOn(run[0], here, p));
}

/** Return for each corner those that an edge joins it to, in order. */
function neighbours(plane) {
  const known = new Map();
  for (const face of plane.faces.values()) {
    for (const [a, b] of edges(face.outline)) known.set(edgeKey(a, b), [a, b]);
  }
  const near = new Map();
  const meet = (p, q) => {
    if (near.has(key(p))) near.get(key(p)).push(q);
    else near.set(key(p), [q]);
  };
  for (const [a, b] of known.values()) {
    meet(a, b);
    meet(b, a);
  }
  for (const others of near.values()) others.sort(byPoint);
  return near;
}

/**
 * Return the moves by key, with those of the corners on straight lines that end in a moved one. Without them
 * such a line would bend at each corner where another line only ends on it.
 */
function withFollowers(plane, pairs) {
  const near = neighbours(plane);
  const moved = new Map(pairs.map(([p, to]) => [key(p), to]));
  const followers = new Map();
  for (const [spot, to] of [...pairs].sort(([p], [q]) => byPoint(p, q))) {
    for (const first of near.get(key(spot))) {
      if (moved.has(key(first))) continue;
      const run = carried(near, spot, first);
      const line = [to, moved.get(key(run.at(-1))) ?? run.at(-1)];
      for (let i = 1; i < run.length - 1; i += 1) {
        const corner = run[i];
        if (followers.has(key(corner))) continue;
        const stem = near.get(key(corner)).filter((p) => !same(p, run[i - 1]) && !same(p, run[i + 1]));
        followers.set(key(corner), follow(corner, stem, [spot, run.at(-1)], line));
      }
    }
  }
  return new Map([...followers, ...moved]);
}

/** Return the corners of a straight line up to its end: where it bends, ends, or meets a crossing line. */
function carried(near, start, first) {
  const run = [start, first];
  while (near.get(key(run.at(-1))).length <= 3) {
    const next = onward(near, run);
    if (!next) break;
    run.push(next);
  }
  return run;
}

/**
 * Return where a corner on a line goes when the line's ends move: where the line on it now ends. If that is
 * not between the ends, or no line ends there, it keeps its share of the way.
 */
function follow(corner, stem, [from, until], [start, end]) {
  const way = [end[0] - start[0], end[1] - start[1]];
  for (const towards of stem) {
    const [before, after] = [sideOf(start, end, corner), sideOf(start, end, towards)];
    if (before === after) continue;
    const spot = nearest(corner, towards, before, before - after);
    const far = along(start, way, spot);
    if (far > 0 && far < along(start, way, end)) return spot;
  }
  const old = [until[0] - from[0], until[1] - from[1]];
  return nearest(start, end, along(from, old, corner), along(from, old, until));
}

/**
 * Return the plane with many corners moved at once, and nothing else. Corners beside each other that come to
 * one place are one corner then.
 */
export function moveCorners(plane, spots, to) {
  if (spots.length !== to.length) throw new Refused("Each corner that moves needs one place to go to.");
  const known = new Set([...plane.faces.values()].flatMap((face) => face.outline.map(key)));
  const missing = spots.find((p) => !known.has(key(p)));
  if (missing) throw new Refused(`There is no corner at [${missing[0]}, ${missing[1]}].`);
  const moved = new Map(spots.map((p, i) => [key(p), to[i]]));
  const withoutTwice = (outline) => {
    const there = outline.map((p) => moved.get(key(p)) ?? p);
    return there.filter((p, i) => !same(p, there.at(i - 1)));
  };
  const faces = new Map([...plane.faces].map(([n, face]) => (
    [n, { ...face, outline: withoutTwice(face.outline) }]
  )));
  return settle(plane, faces, { moved });
}

/**
 * Return the plane with corners aligned that are out of line by no more than an error. Corners beside each
 * other that come to one place are one corner then.
 */
export function regularise(plane, within) {
  if (within <= 0 || within > MAX_ERROR) {
    throw new Refused(`The error is a whole number from 1 to ${MAX_ERROR}.`);
  }
  const points = [...plane.faces.values()].flatMap((face) => face.outline);
  const [xs, ys] = [0, 1].map((i) => aligned(points.map((p) => p[i]), within));
  return moveCorners(plane, points, points.map(([x, y]) => [xs.get(x), ys.get(y)]));
}

/** Return for each number the middle of its group; a group is no wider than the error. */
function aligned(numbers, within) {
  const groups = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    if (groups.length && number - groups.at(-1)[0] <= within) groups.at(-1).push(number);
    else groups.push([number]);
  }
  const sum = (group) => group.reduce((a, b) => a + b, 0);
  const middle = (group) => Math.floor((2 * sum(group) + group.length) / (2 * group.length));
  return new Map(groups.flatMap((group) => group.map((number) => [number, middle(group)])));
}

function move(plane, moved) {
  const to = (p) => moved.get(key(p)) ?? p;
  const faces = new Map([...plane.faces].map(([n, face]) => [n, { ...face, outline: face.outline.map(to) }]));
  return settle(plane, faces, { moved });
}
