// One symbol tapped, the others found: the same ink again, anywhere on the board.
import { inkAt } from "./ink.js";

const FINE = 36;
/** Cells of the straightened board for each square. */
const AROUND = 0.45;
/** A symbol reaches at most this far from the tap, in squares. */
const APART = 0.3;
const HOLD = [[3, 0.35], [2, 0.35], [1, 0.45], [1, 0.6], [1, 0.75]];
/** The gaps in a symbol, and its faintest share of ink: the first of these that leaves out the lines. */
const LIKE = 0.72;
const UNLIKE = 0.45;
const GAP = 0.05;
/** Anything less alike by this much is something else. */
const SHOWN = 14;
/** This many of the best make the second, better picture of the symbol. */

/** Return the ink of the board as seen straight from above: `{cells, wide, high, left, top, size}`. */
export function straightened(map, bend) {
  const [left, top, right, bottom] = bend.box;
  const size = bend.unit / FINE;
  const [wide, high] = [Math.ceil((right - left) / size), Math.ceil((bottom - top) / size)];
  const cells = new Float32Array(wide * high);
  const parts = [0.25, 0.75];
  for (let j = 0; j < high; j += 1) {
    for (let i = 0; i < wide; i += 1) {
      const [x, y] = bend.pixel([left + (i + 0.5) * size, top + (j + 0.5) * size]);
      const reach = 0.5 * bend.scale([left, top]) * size;
      let sum = 0;
      for (const dx of parts) for (const dy of parts) {
        sum += inkAt(map, x + (dx - 0.5) * 2 * reach, y + (dy - 0.5) * 2 * reach);
      }
      cells[j * wide + i] = sum / 4;
    }
  }
  return { cells, wide, high, left, top, size };
}

/**
 * Return the symbols like the one at a spot of the plane: `{at, like, sure}`, the most alike first. `like` is
 * from 0 to 1; what is not sure is for the eye to say. The one tapped is among them.
 */
export function symbolsLike(board, spot) {
  const tapped = windowAt(board, cellOf(board, spot));
  if (!tapped) return [];
  const first = peaks(board, likeness(board, patch(board, tapped)), UNLIKE);
  const best = alikeAtOnce(first);
  let mean = average((best.length ? best : [tapped]).map((one) => patch(board, { ...tapped, ...one })));
  let again = peaks(board, likeness(board, mean), UNLIKE);
  let [least, doubt] = [0, 0];
  for (let look = 0; look < 2; look += 1) {
    again = again.map((one) => closer(board, mean, one)).sort((a, b) => b.like - a.like);
    [least, doubt] = parted(again.map(({ like }) => like), Math.max(2, best.length));
    const alike = again.filter(({ like }) => like >= least);
    mean = average(alike.map((one) => patch(board, { ...tapped, ...one })));
  }
  return again.filter(({ like }) => like >= least).map(({ i, j, like }) => ({
    at: [board.left + (i + 0.5) * board.size, board.top + (j + 0.5) * board.size], like, sure: like >= doubt,
  }));
}

/** Return the best up to the first wide gap: past it may be many of another kind. */
function alikeAtOnce(places) {
  const best = places.filter(({ like }) => like >= LIKE).slice(0, SHOWN);
  // The first is the one that was tapped: nothing is more like it than itself.
  const end = best.findIndex(({ like }, n) => n > 1 && best[n - 1].like - like >= GAP);
  return end < 0 ? best : best.slice(0, end);
}

const cellOf = ({ left, top, size }, [x, y]) => [Math.floor((x - left) / size), Math.floor((y - top) / size)];

/** Return the window around the ink that hangs together at a cell: its middle and its halves. */
function windowAt(board, [i, j]) {
  const start = nearestInk(board, i, j);
  if (!start) return null;
  const reach = Math.round(AROUND * FINE);
  let box = null;
  for (const [gap, share] of HOLD) {
    box = spread(board, start, [i, j], { reach, gap, share });
    if (box[0] > i - reach && box[1] < i + reach && box[2] > j - reach && box[3] < j + reach) break;
  }
  const [left, right, top, bottom] = box;
  return {
    i: Math.round((left + right) / 2), j: Math.round((top + bottom) / 2),
    halfX: Math.ceil((right - left) / 2) + 2, halfY: Math.ceil((bottom - top) / 2) + 2,
  };
}

function at({ cells, wide, high }, i, j) {
  return i < 0 || j < 0 || i >= wide || j >= high ? 0 : cells[j * wide + i];
}

function nearestInk(board, i, j) {
  const reach = Math.round(0.3 * FINE);
  let best = null;
  for (let y = j - reach; y <= j + reach; y += 1) {
    for (let x = i - reach; x <= i + reach; x += 1) {
      const value = at(board, x, y) - 0.6 * (Math.hypot(x - i, y - j) / reach);
      if (at(board, x, y) > 0.2 && (!best || value > best.value)) best = { x, y, value };
    }
  }
  return best;
}

/** Return the box of the ink that hangs together, with gaps of some cells, no further than `reach`. */
function spread(board, { x, y }, [i, j], { reach, gap, share }) {
  const least = Math.max(0.15, share * at(board, x, y));
  const seen = new Set([`${x},${y}`]);
  const queue = [[x, y]];
  let [left, right, top, bottom] = [x, x, y, y];
  while (queue.length) {
    const [a, b] = queue.pop();
    [left, right] = [Math.min(left, a), Math.max(right, a)];
    [top, bottom] = [Math.min(top, b), Math.max(bottom, b)];
    for (let dy = -gap; dy <= gap; dy += 1) {
      for (let dx = -gap; dx <= gap; dx += 1) {
        const [c, d] = [a + dx, b + dy];
        if (Math.abs(c - i) > reach || Math.abs(d - j) > reach || seen.has(`${c},${d}`)) continue;
        seen.add(`${c},${d}`);
        if (at(board, c, d) >= least) queue.push([c, d]);
      }
    }
  }
  return [left, right, top, bottom];
}

function patch(board, { i, j, halfX, halfY }) {
  const cells = new Float32Array((2 * halfX + 1) * (2 * halfY + 1));
  let n = 0;
  for (let dy = -halfY; dy <= halfY; dy += 1) {
    for (let dx = -halfX; dx <= halfX; dx += 1) { cells[n] = between(board, i + dx, j + dy); n += 1; }
  }
  return { cells, halfX, halfY };
}

function average(patches) {
  const cells = new Float32Array(patches[0].cells.length);
  for (const one of patches) {
    for (let n = 0; n < cells.length; n += 1) cells[n] += one.cells[n] / patches.length;
  }
  return { ...patches[0], cells };
}

/** Return how like a patch each place of the board is, from -1 to 1. */
function likeness({ cells, wide, high }, { cells: shown, halfX, halfY }) {
  const count = shown.length;
  const mean = shown.reduce((a, b) => a + b, 0) / count;
  const own = shown.map((n) => n - mean);
  const size = Math.sqrt(own.reduce((sum, n) => sum + n * n, 0));
  const [sums, squares] = [summed(cells, wide, high, 1), summed(cells, wide, high, 2)];
  const out = new Float32Array(wide * high);
  for (let j = halfY; j < high - halfY; j += 1) {
    for (let i = halfX; i < wide - halfX; i += 1) {
      const box = [i - halfX, j - halfY, i + halfX + 1, j + halfY + 1];
      const sum = boxSum(sums, wide, box);
      const rough = boxSum(squares, wide, box) - (sum * sum) / count;
      if (rough < 0.05 * size * size) continue;
      let both = 0;
      let n = 0;
      for (let dy = -halfY; dy <= halfY; dy += 1) {
        const row = (j + dy) * wide + i;
        for (let dx = -halfX; dx <= halfX; dx += 1) { both += own[n] * cells[row + dx]; n += 1; }
      }
      out[j * wide + i] = both / (size * Math.sqrt(rough));
    }
  }
  return out;
}

/** Return a place with its likeness between the cells, a little larger or smaller too. */
function closer(board, shown, place) {
  let best = { ...place, like: -1 };
  for (const size of [0.92, 0.96, 1, 1.04, 1.08]) {
    for (let dy = -1; dy <= 1; dy += 0.5) {
      for (let dx = -1; dx <= 1; dx += 0.5) {
        const [i, j] = [place.i + dx, place.j + dy];
        const like = likenessTo(shown, (x, y) => between(board, i + x * size, j + y * size));
        if (like > best.like) best = { i, j, like };
      }
    }
  }
  return best;
}

function between(board, x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - i, y - j];
  return (at(board, i, j) * (1 - fx) + at(board, i + 1, j) * fx) * (1 - fy)
    + (at(board, i, j + 1) * (1 - fx) + at(board, i + 1, j + 1) * fx) * fy;
}

function likenessTo({ cells, halfX, halfY }, cellAt) {
  let [a, b, aa, ab, bb, n] = [0, 0, 0, 0, 0, 0];
  for (let dy = -halfY; dy <= halfY; dy += 1) {
    for (let dx = -halfX; dx <= halfX; dx += 1) {
      const [p, q] = [cells[n], cellAt(dx, dy)];
      a += p; b += q; aa += p * p; ab += p * q; bb += q * q; n += 1;
    }
  }
  return (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n) + 1e-9);
}

/** Return the sums of all cells above and left of each corner, of the cells or of their squares. */
function summed(cells, wide, high, power) {
  const sums = new Float64Array((wide + 1) * (high + 1));
  for (let j = 0; j < high; j += 1) {
    let row = 0;
    for (let i = 0; i < wide; i += 1) {
      row += cells[j * wide + i] ** power;
      sums[(j + 1) * (wide + 1) + i + 1] = sums[j * (wide + 1) + i + 1] + row;
    }
  }
  return sums;
}

function boxSum(sums, wide, [left, top, right, bottom]) {
  const row = wide + 1;
  const [high, low] = [top * row, bottom * row];
  return sums[low + right] - sums[high + right] - sums[low + left] + sums[high + left];
}

/** Return the places more like than all around them, the most alike first. */
function peaks({ wide }, likes, least) {
  const all = [];
  for (let n = 0; n < likes.length; n += 1) {
    if (likes[n] >= least) all.push({ i: n % wide, j: Math.floor(n / wide), like: likes[n] });
  }
  all.sort((a, b) => b.like - a.like);
  const near = APART * FINE;
  const out = [];
  for (const one of all) {
    if (out.every(({ i, j }) => Math.abs(i - one.i) > near || Math.abs(j - one.j) > near)) out.push(one);
  }
  return out;
}

/**
 * Return the least likeness of a symbol, and the least that is sure: the first wide gap parts them. `known`
 * is how many are known to be alike.
 */
function parted(likes, known) {
  const usual = likes[Math.min(likes.length, known, 3) - 1] ?? 1;
  let [at, wide] = [LIKE * usual, 0];
  for (let n = 1; n < likes.length && wide < GAP; n += 1) {
    const gap = likes[n - 1] - likes[n];
    const clear = likes[n] < 0.96 * usual && likes[n - 1] > 0.6 * usual && gap > wide;
    if (clear) [at, wide] = [(likes[n - 1] + likes[n]) / 2, gap];
  }
  return [at, at + Math.max(0, 0.06 - wide / 2)];
}
