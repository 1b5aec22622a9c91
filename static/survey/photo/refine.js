// A proposed cut drawn to the middle of its ink: the search for cuts looks along a coarse grid.
import { inkAt } from "./ink.js";

const LOOKS = 18;
const REACH = 0.11;
/** Look for the middle of the ink this far to both sides, in squares. */
const STEPS = 14;
const ROUNDS = 3;

/** Return the ends of an upright cut on the middle of its ink, in the plane. */
export function refined(map, bend, ends) {
  let [top, bottom] = ends;
  for (let round = 0; round < ROUNDS; round += 1) {
    const offs = offsets(map, bend, top, bottom);
    if (offs.length < LOOKS / 3) return ends;
    const [upper, lower] = fitted(offs);
    top = [top[0] + upper, top[1]];
    bottom = [bottom[0] + lower, bottom[1]];
  }
  return [top, bottom];
}

/** Return how far the middle of the ink is beside the cut on its way down: pairs of a share and x. */
function offsets(map, bend, top, bottom) {
  const out = [];
  const step = (REACH * bend.unit) / STEPS;
  for (let look = 0; look < LOOKS; look += 1) {
    const share = 0.1 + (0.8 * (look + 0.5)) / LOOKS;
    const [x, y] = [0, 1].map((i) => top[i] + (bottom[i] - top[i]) * share);
    const inks = [];
    for (let k = -STEPS; k <= STEPS; k += 1) inks.push(inkAt(map, ...bend.pixel([x + k * step, y])));
    const least = Math.min(...inks);
    let [sum, moment] = [0, 0];
    inks.forEach((ink, k) => {
      const above = ink - least;
      sum += above;
      moment += above * (k - STEPS) * step;
    });
    if (sum > 0.3) out.push([share, moment / sum]);
  }
  return out;
}

/** Return where a line through pairs begins and ends; pairs far from the middle one do not count. */
function fitted(offs) {
  const sorted = offs.map(([, off]) => off).sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  const spread = offs.map(([, off]) => Math.abs(off - middle)).sort((a, b) => a - b)[offs.length >> 1];
  const near = offs.filter(([, off]) => Math.abs(off - middle) <= 3 * spread + 1e-9);
  const mean = (i) => near.reduce((sum, pair) => sum + pair[i], 0) / near.length;
  const [share, off] = [mean(0), mean(1)];
  const wide = near.reduce((sum, pair) => sum + (pair[0] - share) ** 2, 0);
  const both = near.reduce((sum, pair) => sum + (pair[0] - share) * (pair[1] - off), 0);
  const slope = wide > 0 ? both / wide : 0;
  return [off - slope * share, off + slope * (1 - share)];
}
