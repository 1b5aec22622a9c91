// Lines on the ink of a photograph: where a stroke of a finger means them, and where they meet.
const FINGER_PX = 12;
const SHORT = 0.08;
/** At its ends a stroke meets other lines: leave this much of it out. */
const SURE = 0.35;

const last = new WeakMap();

/** Do what asks a picture several things, once what was begun before is done; return what comes of it. */
export function inTurn(picture, act) {
  const turn = (last.get(picture) ?? Promise.resolve()).then(act);
  last.set(picture, turn.catch(() => {}));
  return turn;
}

/** Return the ink under a stroke of the plane: spots along it, or null where there is too little. */
export async function inkUnder({ picture, view }, from, to) {
  const ends = [SHORT, 1 - SHORT].map((t) => [0, 1].map((i) => from[i] + (to[i] - from[i]) * t));
  const [a, b] = await picture.pixels(ends);
  const onScreen = Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) / view.unit;
  const reach = Math.ceil((FINGER_PX * Math.hypot(b[0] - a[0], b[1] - a[1])) / Math.max(onScreen, 1));
  const { points, sure } = await picture.ask("snap", { stroke: [a, b], reach });
  if (sure.reduce((sum, one) => sum + one, 0) < SURE * sure.length) return null;
  return picture.spots(points);
}

/** Return the straight line through spots: `{at, way}`, with the way along its longer direction. */
export function lineThrough(spots) {
  const mean = (i, all = spots) => all.reduce((sum, p) => sum + p[i], 0) / all.length;
  const [x, y] = [mean(0), mean(1)];
  const [xx, xy, yy] = [[0, 0], [0, 1], [1, 1]].map(([i, j]) => (
    spots.reduce((sum, p) => sum + (p[i] - [x, y][i]) * (p[j] - [x, y][j]), 0)
  ));
  return { at: [x, y], way: xx >= yy ? [1, xy / xx] : [xy / yy, 1] };
}

/** Return where two lines meet, or null for parallel ones. */
export function crossing(one, other) {
  const deep = one.way[0] * other.way[1] - one.way[1] * other.way[0];
  if (Math.abs(deep) < 0.3) return null;
  const [dx, dy] = [other.at[0] - one.at[0], other.at[1] - one.at[1]];
  const far = (dx * other.way[1] - dy * other.way[0]) / deep;
  return [one.at[0] + one.way[0] * far, one.at[1] + one.way[1] * far];
}

/** Return the point of whole numbers on a line that is nearest to a spot. */
export function beside({ at, way }, spot) {
  const far = ((spot[0] - at[0]) * way[0] + (spot[1] - at[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2);
  return [0, 1].map((i) => Math.round(at[i] + way[i] * far));
}
