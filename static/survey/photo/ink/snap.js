// Draw a stroke to the ink under it: a finger is some pixels off, the ink is not.
import { inkAt } from "./ink.js";

const STEP = 4;
const ENOUGH = 0.3;
/** Ink above this counts as this much: a thick wall draws no more than a thin line. */
const STEEP = 0.25;

/** Return a polyline in points `step` pixels apart. */
export function stepped(points, step = STEP) {
  const out = [];
  for (let i = 1; i < points.length; i += 1) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    const count = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / step));
    for (let k = i > 1 ? 1 : 0; k <= count; k += 1) {
      out.push([ax + ((bx - ax) * k) / count, ay + ((by - ay) * k) / count]);
    }
  }
  return out;
}

/** Return the directions across a polyline at each of its points, of length one. */
export function crosswise(points) {
  return points.map((p, i) => {
    const [a, b] = [points[Math.max(0, i - 2)], points[Math.min(points.length - 1, i + 2)]];
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [-(b[1] - a[1]) / long, (b[0] - a[0]) / long];
  });
}

/**
 * Return a stroke on the ink near it, in pixels: `{points, offsets, sure}`. `reach` is how far off the stroke
 * may be, `centres` where to look around for each point, as an offset across the stroke. `sure` is the ink at
 * each point from 0 to 1; with none of it the stroke stays.
 */
export function snapped(map, stroke, reach = 12, centres = null) {
  const points = stepped(stroke);
  const across = crosswise(points);
  const middle = centres ?? points.map(() => 0);
  const seen = evidence(map, points, across, middle, reach);
  const path = easiest(seen, points.length, 2 * reach + 1);
  const offsets = points.map((p, i) => refined(map, p, across[i], middle[i] + path[i] - reach));
  return {
    points: points.map(([x, y], i) => [x + across[i][0] * offsets[i], y + across[i][1] * offsets[i]]),
    from: points, across, offsets,
    sure: points.map((_, i) => Math.min(1, seen[i * (2 * reach + 1) + path[i]] / ENOUGH)),
  };
}

/** Return the ink beside each point at each offset, a little smoothed along the stroke. */
function evidence(map, points, across, middle, reach) {
  const size = 2 * reach + 1;
  const seen = new Float32Array(points.length * size);
  for (let i = 0; i < points.length; i += 1) {
    const [[x, y], [nx, ny]] = [points[i], across[i]];
    for (let k = 0; k < size; k += 1) {
      const off = middle[i] + k - reach;
      let most = 0;
      for (const along of [-0.25, 0.25]) {
        const [px, py] = [x + nx * off + ny * along * STEP, y + ny * off - nx * along * STEP];
        most += Math.min(ENOUGH, inkAt(map, px, py)) / 2;
      }
      seen[i * size + k] = most;
    }
  }
  return seen;
}

/** Return the offset at each point of the path with the most ink and the fewest jumps. */
function easiest(seen, count, size) {
  const reach = (size - 1) / 2;
  const best = new Float32Array(count * size);
  const came = new Int16Array(count * size);
  for (let i = 0; i < count; i += 1) {
    for (let k = 0; k < size; k += 1) {
      const away = Math.abs(k - reach) / reach;
      const here = seen[i * size + k] - 0.02 * away;
      let [from, most] = [k, i ? -Infinity : 0];
      for (let j = Math.max(0, k - 2); i && j <= Math.min(size - 1, k + 2); j += 1) {
        const value = best[(i - 1) * size + j] - STEEP * Math.abs(j - k) * ENOUGH;
        if (value > most) [from, most] = [j, value];
      }
      best[i * size + k] = most + here;
      came[i * size + k] = from;
    }
  }
  const path = new Array(count);
  let at = 0;
  for (let k = 1; k < size; k += 1) if (best[(count - 1) * size + k] > best[(count - 1) * size + at]) at = k;
  for (let i = count - 1; i >= 0; i -= 1) {
    path[i] = at;
    at = came[i * size + at];
  }
  return path;
}

/** Return an offset moved to the middle of the ink around it. */
function refined(map, [x, y], [nx, ny], offset, near = 5) {
  let [sum, moment] = [0, 0];
  for (let k = -near; k <= near; k += 1) {
    const off = offset + k;
    const ink = inkAt(map, x + nx * off, y + ny * off) * (1 - Math.abs(k) / (near + 1));
    sum += ink;
    moment += ink * off;
  }
  return sum > 0.2 ? moment / sum : offset;
}
