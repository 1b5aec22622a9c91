// The proportions of a rectangle that a photograph shows at an angle, and so too low.
import { between, cornersOf, inverse } from "./homography.js";

/** The focal length of a phone, as a share of the longer side of its pictures. */
export const USUAL = 0.75;
const FLAT = 0.004;
/** The corners of a flat scan are in line to this share of the board. */

/**
 * Return the two sides of a rectangle as its picture shows them, seen from the middle of the picture, or null
 * if three of its corners are in line.
 */
export function sidesOf({ corners, width, height }) {
  const long = Math.max(width, height);
  const shown = corners.map(([x, y]) => [(x - width / 2) / long, (y - height / 2) / long]);
  const way = between(cornersOf([0, 0, 1, 1]), shown);
  if (!way || !inverse(way).every(Number.isFinite)) return null;
  return [[way[0], way[3], way[6]], [way[1], way[4], way[7]]];
}

/** Return how wide a rectangle is for its height, by its two sides as a lens shows them. */
export function shapeOf(sides, lens = USUAL) {
  const [wide, high] = sides.map(([x, y, z]) => Math.hypot(x / lens, y / lens, z));
  return wide / high;
}

/** Return whether corners are those of a rectangle that the picture shows from straight above. */
export function isFlat(corners) {
  const [a, b, c, d] = corners;
  const near = FLAT * Math.hypot(c[0] - a[0], c[1] - a[1]);
  const off = [a[1] - b[1], b[0] - c[0], c[1] - d[1], d[0] - a[0]];
  return off.every((far) => Math.abs(far) <= near);
}
