// Unbend the paper along the rows: each row of the plane is straight, the ink under its stroke is not.
import { taken } from "./homography.js";
import { inkAt } from "../ink/ink.js";
import { snapped, stepped } from "../ink/snap.js";

const EVERY = 3;
/** Every third point of a snapped stroke is a measurement; they are close to each other. */
const SEARCHES = [[1, 1], [0.5, 0.3], [0.25, 0.1]];
/** How far to search, as a share of the first reach, and how stiff the paper is then. */
const LEAST_REACH = 6;

/**
 * Return the way bent as the rows say, and what was measured: `{bend, measured}`.
 *
 * A row is `{line, stroke}`: two points or more of the plane that the row goes through, and the stroke of the
 * finger in pixels. `reach` is how many pixels the strokes may be off.
 */
export function unbent(map, bend, rows, reach = 12) {
  let measured = [];
  SEARCHES.forEach(([share, stiff], search) => {
    const near = Math.max(LEAST_REACH, Math.round(share * reach));
    measured = rows.flatMap(({ line, stroke }) => {
      const along = search ? stepped(line, bend.unit / 8).map((p) => bend.pixel(p)) : stroke;
      return shiftsOf(snapped(map, along, near), line, bend);
    });
    bend = bend.bent(measured, stiff);
  });
  return { bend, measured };
}

/** Return how far the plane is shifted across a line where a snapped stroke shows its ink. */
function shiftsOf({ points, sure }, line, bend) {
  const out = [];
  for (let i = 1; i < points.length; i += EVERY) {
    if (sure[i] < 0.2) continue;
    const nearest = nearestOn(line, taken(bend.back, points[i]));
    if (nearest) out.push({ ...nearest, sure: sure[i] });
  }
  return out;
}

/** Return the place on a polyline nearest to a spot, and how far across it the spot is. */
function nearestOn(line, [x, y]) {
  let best = null;
  for (let i = 1; i < line.length; i += 1) {
    const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
    const long = Math.hypot(bx - ax, by - ay);
    const [dx, dy] = [(bx - ax) / long, (by - ay) / long];
    const far = Math.min(long, Math.max(0, (x - ax) * dx + (y - ay) * dy));
    const at = [ax + dx * far, ay + dy * far];
    const away = Math.hypot(x - at[0], y - at[1]);
    const across = [-dy, dx];
    const shift = (x - at[0]) * across[0] + (y - at[1]) * across[1];
    if (!best || away < best.away) best = { at, across, shift, away };
  }
  return best;
}

/** Return the ink of the thinner lines of the rows, from 0 to 1: what a thin line has at least. */
export function thinInk(map, bend, rows) {
  const inks = rows.flatMap(({ line }) => stepped(line, bend.unit / 8).map((p) => {
    const [x, y] = bend.pixel(p);
    let most = 0;
    for (let k = -3; k <= 3; k += 1) most = Math.max(most, inkAt(map, x, y + k), inkAt(map, x + k, y));
    return most;
  })).sort((a, b) => a - b);
  return Math.max(0.08, inks[Math.floor(inks.length * 0.25)] ?? 0);
}

/** Return how far off the bent rows are from their ink, in units of the plane: for two of three places. */
export function errorOf(bend, measured) {
  const off = measured.map(({ at, across, shift }) => {
    const [dx, dy] = bend.shift(...at);
    return Math.abs(dx * across[0] + dy * across[1] - shift);
  }).sort((a, b) => a - b);
  return off[Math.floor(off.length * 0.68)] ?? 0;
}
