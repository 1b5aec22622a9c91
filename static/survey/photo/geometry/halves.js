// Two photographs of one board, one of each half, made one picture: both are laid straight by the corners of
// their half, and the second goes to the first by two spots that both show. The seam runs through them.
import { between, cornersOf, inverse, taken } from "./homography.js";
import { USUAL, shapeOf, sidesOf } from "./shape.js";

const LENSES = [0.5, 4];
/** The longest focal length, as a share of the longer side of the pictures. */
const MARGIN = 0.08;
/** This much is shown around the board. */
const APART = 0.2;
/** The two spots are at least this far apart, as a share of the height of a half. */
const ALIKE = 1.6;
/** Two photographs of one board differ no more than this in what they show of it. */
const SHINE = [0.5, 2];
/** The second photograph is made at most this much darker or lighter, to match the first. */
const SAMPLES = 160;
const BESIDE = 0.02;
/** Where the light of both is compared: this far beside the seam. */

const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
const within = (n, [least, most]) => Math.min(Math.max(n, least), most);
const middleOf = (spots) => [0, 1].map((i) => spots.reduce((sum, p) => sum + p[i], 0) / spots.length);

/** Return the two sides of a half as its picture shows them. Throws an Error, with a sentence. */
function seen(half) {
  const sides = sidesOf(half);
  if (!sides) throw new Error("Three of the corners are in line.");
  return sides;
}

/**
 * Return how wide each half is for its height. A rectangle seen at an angle gives the lens, and the lens how
 * much shorter it looks. Both pictures come from one phone, so both give the same lens.
 */
function shapesOf(halves) {
  const sides = halves.map(seen);
  let [upper, lower] = [0, 0];
  for (const [a, b] of sides) {
    const sure = a[2] * b[2];
    upper -= sure * (a[0] * b[0] + a[1] * b[1]);
    lower += sure * sure;
  }
  const square = upper / lower;
  const lens = square > LENSES[0] ** 2 && square < LENSES[1] ** 2 ? Math.sqrt(square) : USUAL;
  return sides.map((both) => shapeOf(both, lens));
}

/**
 * Return how two halves (`{corners, spots, width, height}`, in pixels) go together: `{ways, size, corners,
 * seam}`. `ways` lead from pixels of the new picture to those of each half. Throws an Error, with a sentence.
 */
export function joint(halves, most) {
  const shapes = shapesOf(halves);
  const ways = halves.map(({ corners }, n) => between(cornersOf([0, 0, shapes[n], 1]), corners));
  const spots = halves.map((half, n) => half.spots.map((pixel) => taken(inverse(ways[n]), pixel)));
  for (const [n, [p, q]] of spots.entries()) {
    if (far(p, q) < APART) {
      const word = ["first", "second"][n];
      const told = `The two spots in the ${word} photograph are too close.`;
      throw new Error(`${told} Choose two that are far apart.`);
    }
  }
  const over = similarity(spots[1], spots[0]);
  const share = Math.hypot(over[0], over[3]);
  if (share > ALIKE || share < 1 / ALIKE) {
    throw new Error("The halves do not fit: these spots lie much farther apart in one photograph than in the "
      + "other. Choose the same two spots in both.");
  }
  const places = shapes.map((shape, n) => (
    cornersOf([0, 0, shape, 1]).map((p) => (n ? taken(over, p) : p))
  ));
  const [p, q] = spots[0];
  const sideOf = ([x, y]) => Math.sign((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]));
  const first = sideOf(middleOf(places[0]));
  if (first === 0 || first === sideOf(middleOf(places[1]))) {
    throw new Error("The halves would overlap. See that 1 and 2 are the same spots in both "
      + "photographs, on the edge where the halves meet.");
  }
  return framed({ ways: [ways[0], times(ways[1], inverse(over))], places, seam: [p, q], first }, most);
}

/** Give the new picture a size: everything in it with a margin, in this many pixels at most. */
function framed({ ways, places, seam, first }, most) {
  const all = places.flat();
  const [xs, ys] = [0, 1].map((i) => all.map((p) => p[i]));
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [wide, high] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  const fine = Math.sqrt(most / (wide * high));
  const put = ([x, y]) => [(x - left) * fine, (y - top) * fine];
  const back = [1 / fine, 0, left, 0, 1 / fine, top, 0, 0, 1];
  const outer = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => (
    all.reduce((best, p) => (i * p[0] + j * p[1] > i * best[0] + j * best[1] ? p : best))
  ));
  return {
    ways: ways.map((way) => times(way, back)), seam: seam.map(put), first, corners: outer.map(put),
    size: { width: Math.floor(wide * fine), height: Math.floor(high * fine) },
  };
}

function times(m, n) {
  return [0, 3, 6].flatMap((row) => [0, 1, 2].map((column) => (
    m[row] * n[column] + m[row + 1] * n[column + 3] + m[row + 2] * n[column + 6]
  )));
}

/** Return the matrix that turns, moves and enlarges two spots to two others. */
function similarity([a, b], [c, d]) {
  const [x, y, u, v] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const whole = x * x + y * y;
  const [cos, sin] = [(u * x + v * y) / whole, (v * x - u * y) / whole];
  return [cos, -sin, c[0] - cos * a[0] + sin * a[1], sin, cos, c[1] - sin * a[0] - cos * a[1], 0, 0, 1];
}

/** Return how much lighter the first picture is than the second along the seam, colour by colour. */
function lightOf(pictures, { ways, seam: [p, q] }) {
  const sums = pictures.map(() => [1, 1, 1]);
  const off = [(p[1] - q[1]) * BESIDE, (q[0] - p[0]) * BESIDE];
  for (let n = 0; n < SAMPLES; n += 1) {
    const [part, side] = [(n + 0.5) / SAMPLES, n % 2 ? 1 : -1];
    const spot = [0, 1].map((i) => p[i] + (q[i] - p[i]) * part + side * off[i]);
    const pixels = pictures.map((picture, i) => pixelAt(picture, taken(ways[i], spot)));
    if (pixels.includes(-1)) continue;
    pictures.forEach(({ data }, i) => {
      for (let c = 0; c < 3; c += 1) sums[i][c] += data[pixels[i] + c];
    });
  }
  return [0, 1, 2].map((c) => within(sums[0][c] / sums[1][c], SHINE));
}

function pixelAt({ width, height }, [x, y]) {
  const [i, j] = [Math.round(x), Math.round(y)];
  return i < 0 || j < 0 || i >= width || j >= height ? -1 : 4 * (j * width + i);
}

/** Return the pixels of both halves (`{data, width, height}` each) as one picture. */
export function joined(pictures, found, progress = () => {}) {
  const { width, height } = found.size;
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const light = [[1, 1, 1], lightOf(pictures, found)];
  const [p, q] = found.seam;
  for (let y = 0; y < height; y += 1) {
    if (y % 200 === 0) progress(y / height);
    for (let x = 0; x < width; x += 1) {
      const side = Math.sign((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]));
      const n = side === found.first || side === 0 ? 0 : 1;
      mixed(pictures[n], found.ways[n], [x, y], light[n], data, 4 * (y * width + x));
    }
  }
  return { data, width, height };
}

/** Put the colour of a spot of a picture, mixed from the four pixels around it, in its place. */
function mixed({ data, width, height }, m, [x, y], light, out, to) {
  const deep = m[6] * x + m[7] * y + m[8];
  const u = (m[0] * x + m[1] * y + m[2]) / deep;
  const v = (m[3] * x + m[4] * y + m[5]) / deep;
  if (!(u >= 0 && v >= 0 && u < width - 1 && v < height - 1)) return;
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - i, v - j];
  const at = 4 * (j * width + i);
  for (let c = 0; c < 3; c += 1) {
    const upper = data[at + c] * (1 - fx) + data[at + 4 + c] * fx;
    const lower = data[at + 4 * width + c] * (1 - fx) + data[at + 4 * width + 4 + c] * fx;
    out[to + c] = light[c] * (upper * (1 - fy) + lower * fy);
  }
}
