// The kind of each side: a thin line or a wall by its darkness, a door by its likeness to examples.
import { ACROSS, CELLS } from "./side_looks.js";

const ROUNDS = 4;
const MARGIN = 1.12;
const SHORT_MARGIN = 1.2;
const DOOR = 1.75;
/** Unless the second best is this many times as far away as the best, the answer is not sure. */
const LEAST_ROOM = 0.6;
/** A likeness of a door that is this much shorter than the shortest example is never certain. */
const SHORT = 0.75;
/** On a side that is shorter, in squares, the ends of other lines look like the jambs of a door. */
const FAINT = 0.1;
/** With less than this share of the ink of a wall it may be a thin line: it is no certain door. */
const RATHER = 0.002;
/** A line is believed rather than a door that is as near. */
const NEAR = 1.2;
/** The light is measured on sides up to this many squares away. */
const ROUND = 1.7;
/**
 * This many squares around a side, a quarter of the lines are thin; they first show how much a reflection
 * pales.
 */
const PALEST = 0.4;
/** A shine leaves at least this much of the darkness; where less is left, nothing is printed. */
const TWICE = 1.22;
/** Walls have half as much ink again as thin lines (this is its root), or there are none. */
const GREY = 0.1;
const SHORT_GREY = 0.3;
/** The middle part between the thin lines and the walls that is neither; on a short side more of it. */

/**
 * Return for each side its kind and whether that is certain: `{kind, sure, why}`; `why` is the reason for a
 * doubt: it is `short`, has `pale` ink, or is `between` two kinds.
 *
 * `looks` are those of `lookOf`; `examples` are kinds by the number of a side, as they were tapped. `thin`
 * and `thick` name the kinds of a thin line and of a thick one.
 */
export function kindsOf(looks, examples, { thin = "open", thick = "wall" } = {}) {
  const told = [...examples].filter(([, kind]) => kind !== thin && kind !== thick);
  const { shares, lights } = sharesOf(looks, examples);
  const even = looks.map((look, n) => evened(look, lights[n]));
  const room = LEAST_ROOM * Math.min(...told.map(([n]) => looks[n].long));
  const byInk = (n) => (shares[n] < 0.5 ? thin : thick);
  let kinds = shares.map((share, n) => examples.get(n) ?? (share < 0.5 ? thin : thick));
  let answers = [];
  const known = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const models = modelsOf(even, kinds, answers, told, [thin, thick]);
    answers = even.map((look) => nearest(look, models, known));
    kinds = answers.map(({ kind }, n) => examples.get(n) ?? (even[n].long < room ? byInk(n) : kind));
  }
  return looks.map(({ long }, n) => {
    if (examples.has(n)) return { kind: examples.get(n), sure: true };
    const { kind, ratio } = answers[n];
    const isDoor = kind !== thin && kind !== thick;
    const isShort = long < SHORT;
    const isFaint = isDoor && shares[n] < FAINT;
    const isClear = isDoor ? !isFaint && long >= room
      : kind === byInk(n) && Math.abs(shares[n] - 0.5) > (isShort ? SHORT_GREY : GREY);
    const sure = isClear && ratio >= (isDoor ? DOOR : isShort ? SHORT_MARGIN : MARGIN);
    const why = isShort ? "short" : isFaint ? "pale" : "between";
    return { kind, sure, ...(sure ? {} : { why }) };
  });
}

/**
 * Return how dark each side is, from 0 for a thin line to 1 for a wall, and how much of its darkness the
 * light leaves to it: `{shares, lights}`. What reflects light or is in the shade is compared with the sides
 * around it.
 */
function sharesOf(looks, examples) {
  let lights = paleness(looks);
  for (let round = 0; ; round += 1) {
    const darks = looks.map(({ dark }, n) => dark / lights[n]);
    const border = parted(darks.filter((_, n) => !examples.has(n)));
    if (border.high < TWICE * border.low) return { shares: darks.map(() => 0), lights: darks.map(() => 1) };
    const shares = darks.map((dark) => (dark - border.low) / (border.high - border.low));
    if (round === 5) return { shares, lights };
    const gains = looks.map((look, n) => {
      const near = Math.abs(shares[n] - 0.5) > 0.1 && shares[n] > -0.5 && shares[n] < 1.5 && look.long > 0.5;
      return near ? look.dark / (shares[n] < 0.5 ? border.low : border.high) : null;
    });
    lights = looks.map((_, n) => gainAround(looks, gains, n));
  }
}

/** Return a look with the ink that it would have without the shine on it: in a shine a wall looks thin. */
function evened(look, light) {
  const part = Math.min(1, Math.max(PALEST, light)) ** 2;
  const looks = look.looks.map(({ ink, tint, there }) => ({
    there, ink: ink.map((one) => one / part), tint: tint.map((one) => one / part),
  }));
  return { ...look, looks };
}

/**
 * Return how much of its darkness a shine leaves to each side, at most 1: what the paler lines around it
 * have, as a share of the thin lines of the whole board. Otherwise all walls in a shine pass for thin lines.
 */
function paleness(looks) {
  const { low } = parted(looks.map(({ dark }) => dark));
  const long = looks.filter((look) => look.long > 0.5);
  return looks.map(({ at: [x, y] }) => {
    const near = long.filter(({ at }) => Math.hypot(at[0] - x, at[1] - y) < ROUND)
      .map(({ dark }) => dark).sort((a, b) => a - b);
    const isKnown = near.length > 5 && low > 0;
    return isKnown ? Math.min(1, Math.max(PALEST, near[near.length >> 2] / low)) : 1;
  });
}

function gainAround(looks, gains, n) {
  const [x, y] = looks[n].at;
  let [sum, weights] = [0.5, 0.5];
  looks.forEach((other, i) => {
    if (gains[i] === null || i === n) return;
    const far = ((other.at[0] - x) ** 2 + (other.at[1] - y) ** 2) / (NEAR * NEAR);
    if (far > 9) return;
    sum += gains[i] * Math.exp(-far / 2);
    weights += Math.exp(-far / 2);
  });
  return sum / weights;
}

/** Return where two heaps of numbers part, and their middles. */
function parted(all) {
  const numbers = [...all].sort((a, b) => a - b);
  const count = numbers.length;
  const total = numbers.reduce((a, b) => a + b, 0);
  let best = { at: Infinity, apart: -1, low: numbers[0] ?? 0, high: numbers.at(-1) ?? 1 };
  let sum = 0;
  for (let i = 1; i < count; i += 1) {
    sum += numbers[i - 1];
    const [low, high] = [sum / i, (total - sum) / (count - i)];
    const apart = i * (count - i) * (high - low) ** 2;
    if (apart > best.apart) best = { at: (numbers[i - 1] + numbers[i]) / 2, apart, low, high };
  }
  return { ...best, at: (best.low + best.high) / 2 };
}

/** Return what each kind looks like: a middle look of lines, and the examples and the middle of doors. */
function modelsOf(looks, kinds, answers, told, lines) {
  const models = lines.map((kind) => ({
    kind, handicap: 0, looks: [middleLook(looks.filter((_, n) => kinds[n] === kind))].filter(Boolean),
  }));
  for (const kind of new Set(told.map(([, name]) => name))) {
    const shown = told.filter(([, name]) => name === kind).map(([n]) => looks[n]);
    const like = looks.filter((_, n) => answers[n]?.kind === kind && answers[n].ratio > 2);
    const both = [...new Set([...shown, ...like])];
    models.push({ kind, handicap: RATHER, looks: [...shown, middleLook(both)] });
  }
  return models.filter((model) => model.looks.length);
}

/** Return the look with the middle value in each cell, or null for no looks. */
function middleLook(looks) {
  if (!looks.length) return null;
  const layers = looks[0].looks.map((_, layer) => {
    const all = looks.map((look) => look.looks[layer]);
    const there = all[0].there.map((_, at) => (all.some((one) => one.there[at]) ? 1 : 0));
    const middles = (name, each) => all[0][name].map((_, i) => {
      const at = Math.floor(i / each);
      const values = all.filter((one) => one.there[at]).map((one) => one[name][i]).sort((a, b) => a - b);
      return values[values.length >> 1] ?? 0;
    });
    return { ink: middles("ink", ACROSS), tint: middles("tint", 2), there };
  });
  return { looks: layers };
}

function nearest(look, models, known) {
  const ranked = models.map((model) => ({
    kind: model.kind,
    off: model.handicap + Math.min(...model.looks.map((other) => unlike(look, other, known))),
  })).sort((a, b) => a.off - b.off);
  const [first, second] = ranked;
  return { kind: first.kind, ratio: second ? (second.off + 1e-4) / (first.off + 1e-4) : 9 };
}

/** Return how unlike two looks are: in true size or over the whole side, whichever is less. */
function unlike(one, other, known) {
  if (!known.has(other)) known.set(other, new Map());
  const before = known.get(other);
  if (!before.has(one)) {
    before.set(one, Math.min(...one.looks.map((layer, n) => apart(layer, other.looks[n], n === 0 ? 2 : 1))));
  }
  return before.get(one);
}

function apart(one, other, slide) {
  let least = Infinity;
  for (const turned of [false, true]) {
    for (const over of [false, true]) {
      for (let along = -slide; along <= slide; along += 1) {
        for (let across = -2; across <= 2; across += 1) {
          least = Math.min(least, difference(one, other, turned, over, along, across));
        }
      }
    }
  }
  return least;
}

/** Return the mean square of the differences, with the other look turned, slid and made fainter. */
function difference(one, other, turned, over, along, across) {
  const count = one.there.length;
  let [aa, ab, bb, cells, tints] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const there = (turned ? count - 1 - i : i) + along;
    if (there < 0 || there >= count || !one.there[i] || !other.there[there]) continue;
    for (let k = 0; k < ACROSS; k += 1) {
      const beside = (over ? ACROSS - 1 - k : k) + across;
      const a = one.ink[i * ACROSS + k];
      const b = beside < 0 || beside >= ACROSS ? 0 : other.ink[there * ACROSS + beside];
      aa += a * a;
      ab += a * b;
      bb += b * b;
      cells += 1;
    }
    for (let k = 0; k < 2; k += 1) tints += (one.tint[i * 2 + k] - other.tint[there * 2 + k]) ** 2;
  }
  if (cells < ACROSS * 3) return Infinity;
  const gain = Math.min(1.25, Math.max(0.8, bb ? ab / bb : 1));
  return (aa - 2 * gain * ab + gain * gain * bb + CELLS * tints) / cells;
}
