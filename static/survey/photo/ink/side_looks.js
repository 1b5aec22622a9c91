// The look of a side: the ink along it and across it, cut out of the photograph and rotated level.
import { inkAt } from "./ink.js";

export const ACROSS = 13;
const HALF = 0.2;
/** A look reaches this far to both sides of the line, in squares. */
export const ALONG = [23, 15];
/** Samples along: in true size around the middle of the side, and over the whole of the side. */
const MIDDLE = 0.55;
/** The look in true size reaches this far from the middle, in squares. */
const ENDS = 0.065;
/** Other lines meet at the ends of a side; leave this much out, in squares. */
const REACH = 0.2;
/** The way across a side is measured this far to both sides, in squares. */
const STOUT = 0.06;
/** A line or a door reaches this far from its own middle, in squares. */
const SHORT = 0.3;
/** The ends of walls lie over a side that is shorter: its lightest part speaks for it, in squares. */
const BODY = 0.13;

/**
 * Return the looks of a side: `{at, long, dark, looks: [{ink, tint, there}, …]}`, lengths in squares. A side
 * is a list of segments; the longest speaks for it. `tint` has two numbers for each place along the side.
 */
export function lookOf(map, bend, segments) {
  const [a, b] = longest(segments);
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) / bend.unit;
  const half = long / 2 - Math.min(ENDS, 0.2 * long);
  const frame = centred(map, frameOf(bend, a, b), half);
  const tintAt = tintOf(map, (t, c) => pixelAt(frame, t, c + offAt(frame, t)), half);
  const level = (count, reach) => {
    const ink = new Float32Array(count * ACROSS);
    const tint = new Float32Array(count * 2);
    const there = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) {
      const t = (2 * reach * (i + 0.5)) / count - reach;
      there[i] = Math.abs(t) <= half ? 1 : 0;
      tint.set(tintAt(t), i * 2);
      for (let k = 0; k < ACROSS; k += 1) ink[i * ACROSS + k] = sampled(map, frame, t, (reach / count), k);
    }
    return { ink, tint, there };
  };
  const looks = [level(ALONG[0], MIDDLE), level(ALONG[1], half)];
  const at = [(a[0] + b[0]) / 2 / bend.unit, (a[1] + b[1]) / 2 / bend.unit];
  const ink = (long < SHORT ? lightest : darkness)(map, frame, half);
  return { at, long, dark: Math.sqrt(ink), looks };
}

function longest(segments) {
  const size = ([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  return segments.reduce((most, one) => (size(one) > size(most) ? one : most));
}

/** Return the pixels of a side: its middle, and the steps of one square along it and across it. */
function frameOf(bend, a, b) {
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [p, q, m] = [a, b, middle].map((spot) => bend.pixel(spot));
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) / bend.unit;
  const along = [(q[0] - p[0]) / long, (q[1] - p[1]) / long];
  const away = [(-(b[1] - a[1]) * REACH) / long, ((b[0] - a[0]) * REACH) / long];
  const beside = (way) => bend.pixel([middle[0] + way * away[0], middle[1] + way * away[1]]);
  const [over, under] = [beside(1), beside(-1)];
  const across = [(over[0] - under[0]) / (2 * REACH), (over[1] - under[1]) / (2 * REACH)];
  return { m, along, across, off: [0, 0] };
}

const offAt = ({ off }, t) => off[0] + off[1] * t;

/** Return the frame with its line on the ink: each half of the side is looked at alone. */
function centred(map, frame, half) {
  const whole = middleInk(map, frame, -half, half, 0, 0.16);
  const [left, right] = [[-half, 0], [0, half]].map(([from, to]) => (
    middleInk(map, frame, from, to, whole, 0.07)
  ));
  return { ...frame, off: [(left + right) / 2, half > 0.2 ? (right - left) / half : 0] };
}

function middleInk(map, frame, from, to, around, reach) {
  const count = 24;
  const steps = 33;
  const ink = new Float64Array(steps);
  for (let k = 0; k < steps; k += 1) {
    const c = around + reach * ((2 * k) / (steps - 1) - 1);
    for (let i = 0; i < count; i += 1) {
      const t = from + ((to - from) * (i + 0.5)) / count;
      ink[k] += Math.min(0.5, pixelInk(map, frame, t, c));
    }
  }
  const near = Math.round((STOUT * (steps - 1)) / (2 * reach));
  let [best, most] = [steps >> 1, 0];
  for (let k = 0; k < steps; k += 1) {
    let sum = 0;
    for (let j = Math.max(0, k - near); j <= Math.min(steps - 1, k + near); j += 1) sum += ink[j];
    sum -= 0.004 * sum * Math.abs(k - (steps >> 1));
    if (sum > most + 1e-9) [best, most] = [k, sum];
  }
  let [sum, moment] = [1e-9, 0];
  for (let j = Math.max(0, best - near); j <= Math.min(steps - 1, best + near); j += 1) {
    const above = Math.max(0, ink[j] - 0.1 * count);
    sum += above;
    moment += above * j;
  }
  const at = sum > 0.01 ? moment / sum : best;
  return around + reach * ((2 * at) / (steps - 1) - 1);
}

const pixelAt = ({ m, along, across }, t, c) => (
  [m[0] + along[0] * t + across[0] * c, m[1] + along[1] * t + across[1] * c]
);

function pixelInk(map, { m, along, across }, t, c) {
  return inkAt(map, m[0] + along[0] * t + across[0] * c, m[1] + along[1] * t + across[1] * c);
}

/** Return the ink of one cell of a look: the mean of four places in it. */
function sampled(map, frame, t, width, k) {
  const c = ((2 * HALF) * (k + 0.5)) / ACROSS - HALF;
  const high = (HALF / ACROSS) / 2;
  let sum = 0;
  for (const dt of [-width / 2, width / 2]) {
    for (const dc of [-high, high]) sum += pixelInk(map, frame, t + dt, c + dc + offAt(frame, t + dt));
  }
  return sum / 4;
}

/** Return the ink across the line, in squares of black, where the side has the middle of its values. */
function darkness(map, frame, half) {
  const sums = inkAlong(map, frame, half, 40).map(([one, other]) => one + other).sort((a, b) => a - b);
  return (sums[18] + sums[19] + sums[20] + sums[21]) / 4;
}

/**
 * Return the ink across a short line where it has least. A wall that ends there is beyond the line on one
 * side only, so the lighter side counts for both.
 */
function lightest(map, frame, half) {
  const sums = inkAlong(map, frame, half, 24).map((both) => 2 * Math.min(...both)).sort((a, b) => a - b);
  return sums[3];
}

/** Return the ink on one side and on the other, at this many places along a line, in squares of black. */
function inkAlong(map, frame, half, count) {
  const steps = 15;
  const inkBeside = (t, way) => {
    let sum = 0;
    for (let k = 0; k <= steps; k += 1) {
      const c = (BODY * k) / steps;
      const share = (k ? 1 : 0.5) * (1 - Math.max(0, c / BODY - 0.7));
      sum += pixelInk(map, frame, t, way * c + offAt(frame, t)) * share;
    }
    return (sum * BODY) / steps;
  };
  return Array.from({ length: count }, (_, i) => {
    const t = (2 * half * (i + 0.5)) / count - half;
    return [-1, 1].map((way) => inkBeside(t, way));
  });
}

// ---- Colour ----------------------------------------------------------------------------------------

// The colour of the ink along a side, compared with the paper beside it: a door may be as dark as the walls
// and as thick, and brown.

/** Look at the paper this far from the line, in squares. */
const BESIDE = [0.15, 0.175, 0.2];
const PLACES = 12;
/** Places on the line, across it, in squares. */
const ON = [-0.06, -0.03, 0, 0.03, 0.06];
/** A line takes this many cells of a look, across it. */
export const CELLS = 5;

/**
 * Return a function of a place along a side, in squares from its middle: how much more red than green, and
 * how much more blue, its ink takes from the paper there. Both are from -1 to 1, and 0 of grey ink.
 *
 * `spot` gives the pixel of a place along and across the side; `half` is half of its length.
 */
function tintOf(map, spot, half) {
  if (!map.rgba) return () => [0, 0];
  const papers = [-1, 1].map((way) => paperBeside(map, spot, half, way));
  return (t) => {
    const sum = [0, 0];
    for (const c of ON) {
      const colour = colourAt(map, ...spot(t, c));
      const paper = papers[c < 0 ? 0 : 1];
      const [red, green, blue] = paper.map((light, i) => Math.max(0, 1 - colour[i] / light));
      sum[0] += red - green;
      sum[1] += blue - green;
    }
    return sum.map((one) => one / ON.length);
  };
}

/** Return the colour of the paper on one side of a line: the middle of each channel. */
function paperBeside(map, spot, half, way) {
  const colours = [];
  for (let i = 0; i < PLACES; i += 1) {
    const t = half * ((2 * i + 1) / PLACES - 1);
    for (const c of BESIDE) colours.push(colourAt(map, ...spot(t, way * c)));
  }
  return [0, 1, 2].map((channel) => {
    const values = colours.map((colour) => colour[channel]).sort((a, b) => a - b);
    return Math.max(32, values[values.length >> 1]);
  });
}

/** Return the colour of a pixel; beside the picture it is that of the border. */
function colourAt({ rgba, width, height }, x, y) {
  const left = Math.min(width - 1, Math.max(0, Math.round(x)));
  const top = Math.min(height - 1, Math.max(0, Math.round(y)));
  const at = 4 * (top * width + left);
  return [rgba[at], rgba[at + 1], rgba[at + 2]];
}
