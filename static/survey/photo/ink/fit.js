// How well lines of the plane match the ink of the photograph, as far as its paper is flattened.
import { inkAt } from "./ink.js";

const EVERY_PX = 3;
const ENDS = 0.12;
/** At its ends a line meets others: leave this much of a square out there. */
const REACH = 0.14;
/** Look for ink this far beside a line, in squares. */
const ON = 0.045;
/** A line is on ink if the middle of the ink is this near to it, in squares, or this many pixels. */
const ON_PX = 2;
const FAINT = 0.5;
/** Less than this share of the ink of a thin line is no ink. */
const MOST_OFF = 0.95;
/** This share of the places on ink is within the reported distance. */

/**
 * Return how lines (two points each) lie on the ink: `{shares, off}`. A share is the part of a line that is
 * on ink, from 0 to 1; `off` is how far the ink is beside them, in units of the plane, at most places.
 * Where there is none it is as far as that is still on ink. `thin` is the ink of a thin line, `unit` the
 * width of a square.
 */
export function fitOf(map, bend, lines, { thin, unit }) {
  const offs = [];
  const shares = lines.map((line) => {
    const scale = bend.scale(line[0].map((c, i) => (c + line[1][i]) / 2));
    const square = unit * scale;
    const all = middles(map, bend, line, { square, unit, least: FAINT * thin });
    const near = Math.max(ON_PX, ON * square);
    const on = all.filter((middle) => middle !== null && Math.abs(middle) <= near);
    offs.push(...on.map((middle) => Math.abs(middle) / scale));
    return all.length ? on.length / all.length : 1;
  });
  offs.sort((a, b) => a - b);
  return { shares, off: offs[Math.floor(offs.length * MOST_OFF)] ?? (lines.length ? ON * unit : 0) };
}

/** Return how far the middle of the nearest ink is across a line, in pixels, at places along it; or null. */
function middles(map, bend, line, { square, unit, least }) {
  const [a, b] = line;
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const left = Math.min(0.3, (ENDS * unit) / long);
  const count = Math.max(6, Math.round((long * square) / unit / EVERY_PX));
  const at = (t) => bend.pixel([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
  const reach = Math.max(4, Math.round(REACH * square));
  const out = [];
  for (let i = 0; i < count; i += 1) {
    const t = left + ((1 - 2 * left) * (i + 0.5)) / count;
    const [p, before, after] = [at(t), at(t - 0.5 / count), at(t + 0.5 / count)];
    const far = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const across = [-(after[1] - before[1]) / far, (after[0] - before[0]) / far];
    const inks = Array.from({ length: 2 * reach + 1 }, (_, k) => (
      inkAt(map, p[0] + across[0] * (k - reach), p[1] + across[1] * (k - reach))
    ));
    const middle = middleOf(inks, reach, least);
    if (middle !== undefined) out.push(middle);
  }
  return out;
}

/**
 * Return how far the middle of the nearest ink is from the middle of a row of it, null of none. It is
 * undefined where the ink continues beyond the row: another line crosses this one there.
 */
function middleOf(inks, reach, least) {
  let near = null;
  inks.forEach((ink, k) => {
    if (ink >= least && (near === null || Math.abs(k - reach) < Math.abs(near - reach))) near = k;
  });
  if (near === null) return null;
  let [from, to] = [near, near];
  while (inks[from - 1] >= least) from -= 1;
  while (inks[to + 1] >= least) to += 1;
  if (from === 0 || to === inks.length - 1) return undefined;
  let [sum, moment] = [0, 0];
  for (let k = from; k <= to; k += 1) {
    sum += inks[k];
    moment += inks[k] * (k - reach);
  }
  return moment / sum;
}
