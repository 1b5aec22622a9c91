// How many inches apart two spots of the table are, by their pixels on a photograph. A scale is a matrix from
// pixels to inches: of two points that are so far apart, or of the four corners of a rectangle.
import { between, cornersOf, taken } from "../../../survey/photo/geometry/homography.js";

const HALF = 0.5;
/** Distances are shown to this part of an inch. */
const SURE = 1;
/** A distance this near to a limit may be on its other side. */
const LEAST_PX = 20;
/** Points closer together than this give no scale. */

/** Return the scale of a picture from straight above. Throws an Error, with a sentence. */
export function scaleOfLine([one, other], inches) {
  const pixels = Math.hypot(other[0] - one[0], other[1] - one[1]);
  if (pixels < LEAST_PX) throw new Error("The two points lie too close together.");
  const by = inches / pixels;
  return [by, 0, 0, 0, by, 0, 0, 0, 1];
}

/**
 * Return the scale of a picture from anywhere, by the corners of a rectangle from the upper left clockwise,
 * and how long its upper and its left side are. Throws an Error, with a sentence.
 */
export function scaleOfRectangle(corners, [across, down]) {
  const way = isRectangle(corners) && between(corners, cornersOf([0, 0, across, down]));
  if (!way) throw new Error("The four points are not the corners of a rectangle.");
  const middle = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
  const before = depth(way, middle);
  return way.map((n) => n / before);
}

/** Return how far apart two pixels are, in inches; null if one of them is above the horizon. */
export function distance(scale, from, to) {
  if (depth(scale, from) <= 0 || depth(scale, to) <= 0) return null;
  const [a, b] = [from, to].map((pixel) => taken(scale, pixel));
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Return a distance to the half inch, or to a coarser step. */
export function rounded(inches, step = HALF) {
  const steps = Math.max(step, HALF);
  return Math.round(inches / steps) * steps;
}

/** Return the band that a distance falls into, of pairs of its far limit and its words; undefined of none. */
export const bandOf = (bands, inches) => bands.find(([far]) => inches <= Number(far)) ?? bands.at(-1);

/** Return the limit between two bands that is so near that a ruler should decide; undefined if none is. */
export function limitNear(bands, inches) {
  const limits = bands.slice(0, -1).map(([far]) => Number(far));
  return limits.find((limit) => Math.abs(inches - limit) < SURE);
}

/** Return four corners, put in any order, from the upper left clockwise. */
export function inOrder(corners) {
  const [x, y] = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
  const turn = (corner) => Math.atan2(corner[1] - y, corner[0] - x);
  const around = [...corners].sort((a, b) => turn(a) - turn(b));
  const first = around.indexOf(around.reduce((a, b) => (b[0] + b[1] < a[0] + a[1] ? b : a)));
  return [...around.slice(first), ...around.slice(0, first)];
}

const depth = (m, [x, y]) => m[6] * x + m[7] * y + m[8];

/** Return whether every corner turns the same way, and none of them lies on the side between two others. */
function isRectangle(corners) {
  return corners.every((corner, n) => {
    const [[ax, ay], [bx, by]] = [1, 2].map((on) => corners[(n + on) % corners.length]);
    const [u, v] = [[ax - corner[0], ay - corner[1]], [bx - ax, by - ay]];
    return Math.hypot(...u) >= LEAST_PX && u[0] * v[1] - u[1] * v[0] > LEAST_PX * Math.hypot(...u) / 2;
  });
}
