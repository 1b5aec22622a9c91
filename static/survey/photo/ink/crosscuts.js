// Between two rows the cross cuts: straight lines of ink from the one to the other.
import { inkAt } from "./ink.js";

const LEVELS = 22;
/** A cut is looked at this many times on its way from row to row. */
const FLANK = 0.09;
/** The paper beside a line is looked at this far from it, in squares. */
const LEAN = 0.45;
/** The greatest lean of a cut from the upright, in squares. */
const APART = 0.28;
/** Two cuts are at least this far apart, in squares. */
const PART = 0.8;
/** Shorter cuts that together have this share of a long one make it up. */
const OVER = 0.5;
/** How far beyond the ends of its rows a cut may be, in squares. */
const PALE = 0.5;
/** Paler than this share of the paler lines is a fold of the paper, not print. */
const ENOUGH = 0.62;
/** The share of a cut that must be ink. */

/** Return the bands between rows: `{upper, lower, from, to}`. Rows are lists of points, `from` and `to` x. */
export function bands(rows) {
  const lines = rows.map((row) => (row[0][0] <= row.at(-1)[0] ? row : [...row].reverse()));
  const marks = [...new Set(lines.flatMap((line) => [line[0][0], line.at(-1)[0]]))].sort((a, b) => a - b);
  const open = new Map();
  const done = [];
  for (let i = 1; i < marks.length; i += 1) {
    const [from, to] = [marks[i - 1], marks[i]];
    const middle = (from + to) / 2;
    const here = lines.map((line, n) => ({ n, line })).filter(({ line }) => (
      line[0][0] <= from && line.at(-1)[0] >= to
    )).sort((a, b) => heightAt(a.line, middle) - heightAt(b.line, middle));
    const pairs = here.slice(1).map((lower, k) => [here[k], lower]);
    const names = new Set(pairs.map(([a, b]) => `${a.n} ${b.n}`));
    for (const name of [...open.keys()]) if (!names.has(name)) open.delete(name);
    for (const [a, b] of pairs) {
      const name = `${a.n} ${b.n}`;
      if (open.has(name)) open.get(name).to = to;
      else {
        const band = { upper: a.line, lower: b.line, from, to };
        open.set(name, band);
        done.push(band);
      }
    }
  }
  return done;
}

/** Return how high a row is at x. Beyond its ends its direction continues. */
function heightAt(line, x) {
  let i = 1;
  while (i < line.length - 1 && line[i][0] < x) i += 1;
  const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
  const share = bx === ax ? 0 : (x - ax) / (bx - ax);
  return ay + (by - ay) * (line.length > 2 ? share : Math.min(1.5, Math.max(-0.5, share)));
}

/**
 * Return the cuts proposed between rows, as `{ends, sure}`: two points of the plane from top to bottom, and
 * the share of the way that is ink. `thin` is the ink of a thin line.
 */
export function crosscuts(map, bend, rows, thin) {
  const all = whole(bands(rows).flatMap((band) => inBand(map, bend, band, thin)), bend.unit);
  all.sort((a, b) => b.sure - a.sure);
  const taken = [];
  for (const cut of all) if (!taken.some((other) => same(cut, other, bend.unit))) taken.push(cut);
  const inks = taken.map(({ ink }) => ink).sort((a, b) => a - b);
  const least = PALE * (inks[Math.floor(inks.length / 4)] ?? 0);
  return taken.filter(({ ink }) => ink >= least).map(({ ends, sure }) => ({ ends, sure }));
}

/** Return the cuts without those that shorter ones make up: a row ends on them from the side. */
function whole(cuts, unit) {
  const high = ({ ends: [[, top], [, bottom]] }) => bottom - top;
  return cuts.filter((long) => {
    const parts = cuts.filter((cut) => high(cut) < PART * high(long) && same(cut, long, unit));
    const tops = new Map(parts.map((cut) => [Math.round((4 * cut.ends[0][1]) / unit), high(cut)]));
    return [...tops.values()].reduce((a, b) => a + b, 0) < PART * high(long);
  });
}

/** Return whether two cuts of different bands are on one line, one above the other. */
function same(one, other, unit) {
  const top = Math.max(one.ends[0][1], other.ends[0][1]);
  const bottom = Math.min(one.ends[1][1], other.ends[1][1]);
  const shorter = Math.min(one.ends[1][1] - one.ends[0][1], other.ends[1][1] - other.ends[0][1]);
  if (bottom - top < 0.5 * shorter) return false;
  return [top, bottom].every((y) => Math.abs(crossing(one, y) - crossing(other, y)) < APART * unit);
}

function crossing({ ends: [[ax, ay], [bx, by]] }, y) {
  return ax + ((bx - ax) * (y - ay)) / (by - ay || 1);
}

function inBand(map, bend, band, thin) {
  const { unit } = bend;
  const middle = [(band.from + band.to) / 2, heightAt(band.upper, (band.from + band.to) / 2)];
  const step = Math.max(1 / bend.scale(middle), unit / 90);
  const count = Math.round((band.to - band.from + 2 * OVER * unit) / step) + 1;
  const start = band.from - OVER * unit;
  const seen = strip(map, bend, band, { start, step, count });
  const { lines, inks } = ridges(seen, count, step, unit, thin);
  const cuts = chosen(candidates(lines, count, step, unit), { band, start, step, unit });
  return cuts.map(({ i, j, ...cut }) => ({ ...cut, ink: meanInk(inks, count, i, j) }));
}

/** Return the ink of a band, level by level from its upper row to its lower one. */
function strip(map, bend, band, { start, step, count }) {
  const seen = new Float32Array(LEVELS * count);
  for (let i = 0; i < count; i += 1) {
    const x = start + i * step;
    const [top, bottom] = [heightAt(band.upper, x), heightAt(band.lower, x)];
    for (let level = 0; level < LEVELS; level += 1) {
      let sum = 0;
      for (const part of [0.25, 0.75]) {
        const y = top + (bottom - top) * (0.07 + (0.86 * (level + part)) / LEVELS);
        sum += inkAt(map, ...bend.pixel([x, y]));
      }
      seen[level * count + i] = sum / 2;
    }
  }
  return seen;
}

/** Return how much darker a cut is than the paper beside it: the middle of its levels. */
function meanInk(inks, count, i, j) {
  const all = [];
  for (let level = 0; level < LEVELS; level += 1) {
    const at = Math.round(i + (j - i) * (0.07 + (0.86 * (level + 0.5)) / LEVELS));
    let most = 0;
    for (let k = Math.max(0, at - 2); k <= Math.min(count - 1, at + 2); k += 1) {
      most = Math.max(most, inks[level * count + k]);
    }
    all.push(most);
  }
  return all.sort((a, b) => a - b)[LEVELS >> 1];
}

/**
 * Return where levels have a line, ink with paper on both sides: `lines` from 0 to 1, and `inks`, how much
 * darker it is.
 */
function ridges(seen, count, step, unit, thin) {
  const lines = new Float32Array(seen.length);
  const inks = new Float32Array(seen.length);
  const near = Math.max(2, Math.round((FLANK * unit) / step));
  const wall = Math.max(near + 1, Math.round((2 * FLANK * unit) / step));
  for (let level = 0; level < LEVELS; level += 1) {
    const row = seen.subarray(level * count, (level + 1) * count);
    const least = (i) => row[Math.min(count - 1, Math.max(0, i))];
    const raw = new Float32Array(count);
    for (let i = 0; i < count; i += 1) {
      const fine = row[i] - Math.max(least(i - near), least(i + near));
      const coarse = row[i] - Math.max(least(i - wall), least(i + wall));
      inks[level * count + i] = Math.max(0, fine, coarse);
      raw[i] = Math.min(1, inks[level * count + i] / (0.55 * thin));
    }
    for (let i = 0; i < count; i += 1) {
      lines[level * count + i] = Math.max(raw[i], raw[Math.max(0, i - 1)], raw[Math.min(count - 1, i + 1)]);
    }
  }
  return { lines, inks };
}

/** Return for each place of the upper row the best way down: where it ends, and its share of ink. */
function candidates(lines, count, step, unit) {
  const lean = Math.round((LEAN * unit) / step);
  const out = [];
  for (let i = 0; i < count; i += 1) {
    for (let shift = -lean; shift <= lean; shift += 1) {
      if (i + shift < 0 || i + shift >= count) continue;
      let sum = 0;
      for (let level = 0; level < LEVELS; level += 1) {
        const at = i + Math.round(shift * (0.07 + (0.86 * (level + 0.5)) / LEVELS));
        sum += lines[level * count + at];
        if (sum + LEVELS - level - 1 < ENOUGH * LEVELS) break;
      }
      const sure = sum / LEVELS;
      if (sure >= ENOUGH) out.push({ i, j: i + shift, sure, rank: sure - (0.05 * Math.abs(shift)) / lean });
    }
  }
  return out;
}

/** Return the best candidates that keep apart from each other. Of equally good ones the middle counts. */
function chosen(all, { band, start, step, unit }) {
  const apart = (APART * unit) / step;
  const out = [];
  for (const one of [...all].sort((a, b) => b.rank - a.rank)) {
    const clear = out.every(({ i, j }) => (
      Math.abs(one.i - i) >= apart && Math.abs(one.j - j) >= apart && (one.i < i) === (one.j < j)
    ));
    if (clear) out.push(centred(one, all));
  }
  return out.map(({ i, j, sure }) => {
    const [top, bottom] = [start + i * step, start + j * step];
    return { i, j, ends: [[top, heightAt(band.upper, top)], [bottom, heightAt(band.lower, bottom)]], sure };
  });
}

function centred(one, all) {
  const equals = all.filter((other) => (
    other.rank > one.rank - 0.03 && Math.abs(other.i - one.i) < 5 && Math.abs(other.j - one.j) < 5
  ));
  const mean = (part) => equals.reduce((sum, other) => sum + other[part], 0) / equals.length;
  return { ...one, i: mean("i"), j: mean("j") };
}

// ---- The middle of the ink -------------------------------------------------------------------------

// The search for cuts looks along a coarse grid: a proposed cut is drawn to the middle of its ink.

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
