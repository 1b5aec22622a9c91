// Most boards are printed on a grid. What is measured in a photograph is near that grid, off by the bend of
// the paper and the lens, which is smooth, and by a small error of its own. This module finds the grid again.
const MAX_PARTS = 12;
/** The middle length counts as this many steps of the grid at most. */
const OFF = 0.035;
/** A length may be off by this share of itself; more is not a bend of the paper. */
const DRIFT = 0.08;
/** A lens changes the step by this share of itself at most. */
const MOST = 0.93;
/** This share of the lengths must be whole multiples of the step. */
export const LOOSE = { within: 0.06, most: 0.8 };
/** Corners of the board that are off stretch its squares, and so does a lens: these may be right too. */
const NEAR = 10;
const AS_WELL = 1.15;
const CHANCE = 0.1;
const SWEEPS = 4;
export const LENS = 0.2;
export const KNOWN = 0.03;
/**
 * Steps across and down that differ by no more than this share are one: a usual lens measures the height of a
 * board no better. Where its height is known they are apart sooner.
 */
const EVEN = 0.004;
/** Whole numbers are as good as a ratio if they are off by no more than this share. */
const LARGER = 4;
/** They are at most so many times as large as the steps. */

/**
 * Return the steps that fit lengths, the largest first: `{step, parts, off, miss}`. There may be none. `off`
 * is how far lengths are off in shares of themselves, `miss` in steps: by chance alone it is a quarter.
 */
export function stepsOf(lengths, { within = OFF, most = MOST } = {}) {
  const sorted = [...lengths].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  const out = [];
  for (let parts = 1; parts <= MAX_PARTS && lengths.length > 2; parts += 1) {
    let step = middle / parts;
    for (let round = 0; round < 3; round += 1) step = bestStep(lengths, step, within);
    const counts = lengths.map((long) => countOf(long, step));
    const offs = lengths.map((long, n) => Math.abs(long / (counts[n] * step) - 1));
    const right = offs.filter((off) => off < within).length / offs.length;
    const misses = lengths.map((long, n) => Math.abs(long / step - counts[n]));
    if (right >= most) out.push({ step, parts, off: mean(offs), miss: mean(misses) });
  }
  return out;
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers) => sum(numbers) / numbers.length;

function bestStep(lengths, step, within) {
  let [above, below] = [0, 0];
  for (const long of lengths) {
    const count = countOf(long, step);
    if (Math.abs(long / (count * step) - 1) > within) continue;
    above += long * count;
    below += count * count;
  }
  return below ? above / below : step;
}

/**
 * Return which step fits best beside another axis's, or the largest of those that fit about as well as the
 * best does; null of none. Squares of 8 steps and some of 9 to 12 are nearly 7 and 8 to 11 of a larger step.
 */
export function stepBeside(steps, other = null) {
  if (!steps.length) return null;
  const least = Math.min(...steps.map(({ off }) => off));
  if (!other) return steps.find(({ off }) => off <= AS_WELL * least).step;
  const off = ({ step }) => Math.abs(Math.log(step / other));
  return steps.reduce((best, one) => (off(one) < off(best) ? one : best)).step;
}

/**
 * Return the step of lengths that follow each other, and how many steps each has: `{step, counts}`, both
 * null where none fits. It is that across if the two differ by no more than `within`. The lens may then make
 * it larger or smaller all along: of one step for all of them and one that grows, the nearer one is taken.
 * Where they differ by more, the rows have a step of their own.
 */
export function stepsDown(lengths, across = null, within = LENS) {
  const off = (one) => Math.abs(Math.log(one / across));
  const near = across && stepBeside(stepsOf(lengths, LOOSE), across);
  const step = near && off(near) <= within ? near : null;
  const counts = across && lengths.length > 2 ? drifting(lengths, across) : null;
  const drift = counts && sum(lengths) / sum(counts);
  if (counts && off(drift) <= within && (!step || off(drift) < off(step))) return { step: across, counts };
  const own = step ?? ownStep(lengths);
  return { step: own, counts: own && lengths.map((long) => countOf(long, own)) };
}

/** Return the step of lengths alone, or null. A small part of a length fits by chance, and is none. */
function ownStep(lengths) {
  const [exact, rough] = [{}, LOOSE].map((how) => stepsOf(lengths, how).filter(({ miss }) => miss < CHANCE));
  if (exact.length) return stepBeside(exact);
  return rough.length ? rough.reduce((best, one) => (one.miss < best.miss ? one : best)).step : null;
}

/**
 * Return the steps across and down in whole numbers: one number for both if they differ by no more than
 * `within`, otherwise two in their ratio. Either may be null.
 */
export function wholeSteps(across, down, within = LENS) {
  const one = Math.max(1, Math.round(across ?? down ?? 1));
  if (!across || !down || Math.abs(Math.log(down / across)) <= within) return [one, one];
  let best = null;
  for (let wide = one; wide <= LARGER * one && !(best?.off <= EVEN); wide += 1) {
    const high = Math.max(1, Math.round((wide * down) / across));
    const off = Math.abs(Math.log((high * across) / (wide * down)));
    if (!best || off < best.off) best = { off, steps: [wide, high] };
  }
  return best.steps;
}

const countOf = (long, step) => Math.max(1, Math.round(long / step));

/** Return how many steps each length has if the step grows or shrinks a little all along, or null. */
function drifting(lengths, step) {
  let counts = lengths.map((long) => countOf(long, step));
  let fits = lengths.map(() => step);
  for (let round = 0; round < SWEEPS; round += 1) {
    const way = straightWay([...lengths.keys()], lengths.map((long, n) => long / counts[n]));
    fits = lengths.map((_, n) => way(n));
    counts = lengths.map((long, n) => countOf(long, fits[n]));
  }
  const isNear = (long, n) => (
    Math.abs(fits[n] / step - 1) < DRIFT && Math.abs(long / (counts[n] * fits[n]) - 1) < OFF
  );
  return lengths.filter(isNear).length >= MOST * lengths.length ? counts : null;
}

/**
 * Return the line of the grid, a whole number, that each spot means across: its place is off by a smooth
 * shift. Spots are taken from the middle outwards, each beside those that are known.
 */
export function linesOf(spots, step) {
  const lines = new Array(spots.length).fill(null);
  const shift = (n) => spots[n][0] - lines[n] * step;
  const order = outwards(spots);
  const expected = (n, known) => {
    const near = nearest(spots, n, known);
    let [sum, weights] = [0, 0];
    for (const { i, far } of near) {
      const weight = 1 / (far + (2 * step) ** 2);
      sum += weight * shift(i);
      weights += weight;
    }
    return weights ? sum / weights : 0;
  };
  const known = [];
  for (const n of order) {
    const at = known.length ? expected(n, known) : spots[n][0] - Math.round(spots[n][0] / step) * step;
    lines[n] = Math.round((spots[n][0] - at) / step);
    known.push(n);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const n of order) {
      lines[n] = Math.round((spots[n][0] - expected(n, known)) / step);
    }
  }
  return lines;
}

/**
 * Return how far spots are off the lines of a grid that they mean, in steps, beside those near them: a small
 * part of a step where that is their grid, about a quarter where it is not.
 */
export function offGrid(spots, step) {
  const shifts = linesOf(spots, step).map((line, n) => spots[n][0] - line * step);
  const all = [...spots.keys()];
  const offs = spots.map((_, n) => {
    const near = nearest(spots, n, all);
    return Math.abs(shifts[n] - near.reduce((sum, { i }) => sum + shifts[i], 0) / near.length) / step;
  });
  return offs.reduce((a, b) => a + b, 0) / offs.length;
}

/** Return which of some spots are nearest to spot `n`, without itself: `{i, far}`, nearest first. */
function nearest(spots, n, some) {
  const near = [];
  for (const i of some) {
    const far = squared(spots[n], spots[i]);
    if (i === n || (near.length === NEAR && far >= near[NEAR - 1].far)) continue;
    let at = near.length;
    while (at && near[at - 1].far > far) at -= 1;
    near.splice(at, 0, { i, far });
    if (near.length > NEAR) near.pop();
  }
  return near;
}

const squared = (p, q) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;

/** Return the numbers of spots so that each is near one before it, beginning in the middle. */
function outwards(spots) {
  const middle = [0, 1].map((i) => spots.reduce((sum, p) => sum + p[i], 0) / spots.length);
  const far = spots.map((p) => squared(p, middle));
  const left = new Set(spots.keys());
  const order = [];
  while (left.size) {
    let best = null;
    for (const n of left) if (best === null || far[n] < far[best]) best = n;
    left.delete(best);
    if (!order.length) far.fill(Infinity);
    order.push(best);
    for (const n of left) far[n] = Math.min(far[n], squared(spots[n], spots[best]));
  }
  return order;
}

/** Return the number that comes most often; of equals the first. */
export function commonest(numbers) {
  const times = (number) => numbers.filter((one) => one === number).length;
  return numbers.reduce((best, one) => (times(one) > times(best) ? one : best));
}

/** Return the middle of each group of numbers; a group is no wider than an error. */
export function aligned(numbers, within) {
  const groups = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    if (groups.length && number - groups.at(-1)[0] <= within) groups.at(-1).push(number);
    else groups.push([number]);
  }
  return new Map(groups.flatMap((group) => group.map((number) => [number, Math.round(mean(group))])));
}

/** Return the result of `aligned`, the groups of each pair of numbers merged in the middle of them all. */
export function united(known, pairs) {
  const places = new Map([...known.values()].map((at) => [at, at]));
  const placeOf = (at) => (places.get(at) === at ? at : placeOf(places.get(at)));
  for (const [a, b] of pairs) places.set(placeOf(known.get(a)), placeOf(known.get(b)));
  const members = new Map();
  for (const [number, at] of known) members.set(placeOf(at), [...members.get(placeOf(at)) ?? [], number]);
  return new Map([...members.values()].flatMap((group) => (
    group.map((number) => [number, Math.round(mean(group))])
  )));
}

/** Return the straight way from one list of numbers to another: `(number) => number`. */
export function straightWay(from, to) {
  const [a, b] = [mean(from), mean(to)];
  const wide = from.reduce((sum, n) => sum + (n - a) ** 2, 0);
  const slope = wide ? from.reduce((sum, n, i) => sum + (n - a) * (to[i] - b), 0) / wide : 1;
  return (n) => b + slope * (n - a);
}
