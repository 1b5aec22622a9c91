// Runs in the page: the modules of the survey, asked what they make of a photograph.
import { Bend } from "/static/survey/photo/geometry/bend.js";
import { crosscuts } from "/static/survey/photo/ink/crosscuts.js";
import { inkOf, windowFor } from "/static/survey/photo/ink/ink.js";
import { pixelsOf, smaller } from "/static/survey/photo/picture.js";
import { thinInk, unbent } from "/static/survey/photo/geometry/rows.js";
import { lookOf } from "/static/survey/photo/ink/side_looks.js";
import { kindsOf } from "/static/survey/photo/ink/sides.js";
import { straightened, symbolsLike } from "/static/survey/photo/ink/symbols.js";

const REACH = 0.42;
/** A creased board is up to a third of a square off. */

const state = {};

/** Take the photograph and find its ink. */
export async function take({ photo, box, corners, unit }) {
  const file = await (await fetch(photo)).blob();
  const picture = await pixelsOf(file);
  state.bend = new Bend(box, corners.map((p) => smaller(p, picture.share)), unit);
  const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const reach = windowFor(picture.width, picture.height, unit * state.bend.scale(middle));
  state.map = inkOf(picture.data, picture.width, picture.height, reach);
}

/** Unbend along rows, each with its stroke `jitter` off; return the cross cuts between them. */
export function cuts({ rows, jitter }) {
  const stroked = rows.map((line, n) => ({
    line, stroke: line.map((p, i) => state.bend.pixel(p).map((at, k) => at + jitter[n][i][k])),
  }));
  const scale = state.bend.scale(rows[0][0]);
  const reach = Math.round(REACH * state.bend.unit * scale) + 6;
  const { bend, measured } = unbent(state.map, state.bend, stroked, reach);
  Object.assign(state, { bend, measured, thin: thinInk(state.map, bend, stroked) });
  return crosscuts(state.map, bend, rows, state.thin);
}

/** Unbend further by cuts that were taken: `shifts` are measured as in `Bend.bent`. Return what is left. */
export function acrossCuts(shifts) {
  const start = state.bend;
  const moved = ({ at, shift }) => start.shift(...at)[0] + shift;
  const extra = shifts.map((one) => ({ at: one.at, across: [1, 0], shift: moved(one), sure: 1 }));
  state.bend = new Bend(start.box, start.corners, start.unit).bent([...state.measured, ...extra], 0.05);
  return shifts.map((one) => moved(one) - state.bend.shift(...one.at)[0]);
}

/** Return the kind of each side; `sides` are lists of segments, `examples` pairs of a number and a kind. */
export function sides({ sides: all, examples }) {
  const looks = all.map((segments) => lookOf(state.map, state.bend, segments));
  return kindsOf(looks, new Map(examples));
}

/**
 * Return the symbols like the one of a square. The truth knows the square alone: where in it the symbol is
 * printed, the squares with it tell against those without, as the eye of a person would.
 */
export function symbols({ centres, bearing, tapped, jitter }) {
  const board = straightened(state.map, state.bend);
  const [dx, dy] = placeInSquare(board, centres, new Set(bearing));
  const [x, y] = state.bend.pixel([centres[tapped][0] + dx, centres[tapped][1] + dy]);
  return symbolsLike(board, state.bend.spot([x + jitter[0], y + jitter[1]])).map(({ at }) => at);
}

function placeInSquare(board, centres, bearing) {
  const reach = Math.round((0.45 * state.bend.unit) / board.size);
  const wide = 2 * reach + 1;
  const much = new Float64Array(wide * wide);
  const without = centres.length - bearing.size;
  centres.forEach(([x, y], n) => {
    const [i, j] = [Math.floor((x - board.left) / board.size), Math.floor((y - board.top) / board.size)];
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const ink = board.cells[(j + dy) * board.wide + i + dx] || 0;
        much[(dy + reach) * wide + dx + reach] += bearing.has(n) ? ink / bearing.size : -ink / without;
      }
    }
  });
  return middleOf(much, reach, Math.round((0.12 * state.bend.unit) / board.size)).map((n) => n * board.size);
}

/** Return the middle of the window with the most ink. */
function middleOf(much, reach, half) {
  const wide = 2 * reach + 1;
  let best = { ink: -Infinity, x: 0, y: 0 };
  for (let y = half; y < wide - half; y += 1) {
    for (let x = half; x < wide - half; x += 1) {
      let ink = 0;
      for (let j = y - half; j <= y + half; j += 1) {
        for (let i = x - half; i <= x + half; i += 1) ink += much[j * wide + i];
      }
      if (ink > best.ink) best = { ink, x, y };
    }
  }
  return [best.x - reach, best.y - reach];
}
