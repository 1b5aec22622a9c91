// Where the board lies in a plane, and how wide its squares are, as far as a plane tells.

const ROWS = 11;
/** A board with nothing drawn on it is taken to have this many rows. */
const ENOUGH = 40;

/** Return the box of a plane: `[left, top, right, bottom]`, or null for an empty one. */
export function boxOf(plane) {
  const points = [...plane.faces.values()].flatMap((face) => face.outline);
  if (!points.length) return null;
  const [xs, ys] = [0, 1].map((i) => points.map((p) => p[i]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Return the product of two matrices of three rows. */
export const times = (m, n) => [0, 3, 6].flatMap((row) => [0, 1, 2].map((column) => (
  m[row] * n[column] + m[row + 1] * n[column + 3] + m[row + 2] * n[column + 6]
)));

/** Return the width of a square: the middle one of a plane that has enough, otherwise a guess from a box. */
export function widthOf(plane, [, top, , bottom]) {
  const widths = [...plane.faces.values()].map(({ outline }) => {
    const xs = outline.map((p) => p[0]);
    return Math.max(...xs) - Math.min(...xs);
  }).sort((a, b) => a - b);
  return widths.length > ENOUGH ? widths[widths.length >> 1] : (bottom - top) / ROWS;
}
