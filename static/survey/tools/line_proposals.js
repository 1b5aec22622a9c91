// The lines as the photograph shows them: the rows flatten it, the cuts between them are proposed on one
// grid.
import { edgeKey, edges, onSegment } from "../plane/exact.js";
import {
  KNOWN, LENS, aligned, commonest, linesOf, stepsDown, straightWay, united, wholeSteps,
} from "./grid.js";
import { GridFit } from "./grid_fit.js";

const LEVEL = 0.1;
/** A line is level if it rises by no more than this share of its length. */
const REACH = 0.42;
/** A creased board is up to a third of a square off. */
const FINGER = 6;
const CLOSE = 0.06;
/** Lines no further apart, in squares, are in line. */
const NEARLY = 0.09;
/** Uprights above and below a row that nearly meet there, in squares, are one: no board has such a sliver. */
const SAMPLES = 24;
const WALL = 0.3;
/** A line nearer to a wall than this, in squares, is that wall. */
const NO_LEVELS = "The board has no level line. First draw along a row.";

/** Return the straight lines of a plane that are level, or upright: each from end to end. */
export function straightLines(plane, upright = false) {
  const [along, across] = upright ? [1, 0] : [0, 1];
  const known = new Map();
  for (const { outline } of plane.faces.values()) {
    for (const [a, b] of edges(outline)) {
      const lies = Math.abs(b[across] - a[across]) <= LEVEL * Math.abs(b[along] - a[along]);
      if (lies) known.set(edgeKey(a, b), a[along] < b[along] ? [a, b] : [b, a]);
    }
  }
  const sorted = [...known.values()].sort(([a], [b]) => a[across] - b[across] || a[along] - b[along]);
  const lines = [];
  for (const [a, b] of sorted) {
    const before = lines.find(([p, q]) => q[0] === a[0] && q[1] === a[1] && onSegment(q, [p, b]));
    if (before) before[1] = b;
    else lines.push([a, b]);
  }
  return lines;
}

/** The lines of a board as the photograph shows them. */
export class Surveyor {
  constructor(picture, plane, unit = null) {
    Object.assign(this, { picture, plane, unit });
  }

  /** Unbend the paper along lines of the plane; `share` of a square is how far off the ink may be. */
  async unbend(lines, share) {
    const { picture } = this;
    if (!lines.length) throw new Error(NO_LEVELS);
    const [a, b] = await picture.ask("pixels", { spots: [lines[0][0], lines[0][1]] });
    const long = Math.hypot(lines[0][1][0] - lines[0][0][0], lines[0][1][1] - lines[0][0][1]);
    const scale = Math.hypot(b[0] - a[0], b[1] - a[1]) / long;
    const reach = Math.round(share * this.unit * scale) + FINGER;
    const ends = await picture.ask("pixels", { spots: lines.flat() });
    const rows = lines.map((line, n) => ({ line, stroke: [ends[2 * n], ends[2 * n + 1]] }));
    return picture.ask("rows", { rows, reach });
  }

  /**
   * Return the cuts between the rows, on the grid of the board, and where its corners lie on it:
   * `{cuts: [{ends, sure}], at, to, box, unit}`.
   */
  async look() {
    const { picture } = this;
    this.unit = picture.unit();
    let cuts = [];
    for (let round = 0; round < 2; round += 1) {
      await picture.ask("straighten", { box: picture.box, corners: picture.corners, unit: this.unit });
      this.rows = straightLines(this.plane);
      await this.unbend(this.rows, REACH);
      cuts = this.beside(await picture.ask("cuts", { rows: this.rows }));
      const wide = widthsOf(cuts, this.walls());
      if (wide.length < 3) break;
      this.unit = wide.sort((a, b) => a - b)[wide.length >> 1];
    }
    return new GridFit(this, cuts, widthsOf(cuts, this.walls())).best();
  }

  /** Return where the corners of a board that is drawn lie on its grid: `{at, to, box, unit, isOnGrid}`. */
  async even() {
    const { picture } = this;
    this.unit = picture.unit();
    await picture.ask("straighten", { box: picture.box, corners: picture.corners, unit: this.unit });
    this.rows = straightLines(this.plane);
    await this.unbend(this.rows, REACH);
    this.onWalls = this.walls().map(() => []);
    return new GridFit(this, [], [...this.plane.faces.values()].map(({ outline }) => wideOf(outline))).best();
  }

  /** Unbend along the rows, the outer wall and cuts, where they lie; return how these lie on the ink then. */
  async unbendAlong(cuts) {
    this.rows = straightLines(this.plane);
    await this.unbend(this.rows, REACH);
    const all = [...this.rows, ...straightLines(this.plane, true), ...cuts.map(({ ends }) => ends)];
    await this.unbend(all, REACH / 2);
    return this.picture.ask("fit", { lines: all });
  }

  /** Go back to where the board was before another place was tried. */
  async back() {
    const { picture } = this;
    await picture.ask("straighten", { box: picture.box, corners: picture.corners, unit: this.unit });
    this.rows = straightLines(this.plane);
    await this.unbend(this.rows, REACH);
  }

  walls() {
    return straightLines(this.plane, true).map((ends) => ({ ends, isWall: true }));
  }

  /** Return the cuts without those that repeat a wall of the plane: they only locate the wall. */
  beside(cuts) {
    const walls = this.walls();
    const apart = WALL * this.unit;
    this.onWalls = walls.map(() => []);
    return cuts.filter((cut) => {
      const [x, y] = [0, 1].map((i) => (cut.ends[0][i] + cut.ends[1][i]) / 2);
      const n = walls.findIndex(({ ends: [a, b] }) => (
        Math.min(a[1], b[1]) < y && Math.max(a[1], b[1]) > y && Math.abs((a[0] + b[0]) / 2 - x) < apart
      ));
      if (n >= 0) this.onWalls[n].push(cut);
      return n < 0;
    });
  }

  /** Return everything laid on the grid of a step across, or where it is without one. */
  evened(cuts, across, heights) {
    const uprights = [...cuts, ...this.walls()];
    const highs = heights.map(({ high }) => high);
    const lines = across ? this.columns(cuts, across) : this.alignedX(uprights);
    const stretch = this.stretch(lines, across ?? 1, highs);
    const within = this.picture.isShapeKnown ? KNOWN : LENS;
    const { step, counts } = stepsDown(highs.map((high) => high * stretch), across, within);
    const [wide, high] = wholeSteps(across, step, within);
    const newX = across ? lines.map((ends) => ends.map((line) => line * wide)) : lines;
    const share = stretch * (across ? wide / across : 1);
    const newY = this.gridY(heights, counts ? { counts, high, step: step / stretch } : { share });
    const isGuessed = wide !== high && !this.picture.isShapeKnown;
    return { ...this.laid(cuts, uprights, newX, newY), isOnGrid: across !== null, isGuessed };
  }

  /** Return by how much heights are stretched so that the board has the size that it was given. */
  stretch(lines, across, highs) {
    const { size } = this.plane;
    const high = highs.reduce((a, b) => a + b, 0);
    if (!size || !high) return 1;
    const all = lines.flat();
    return (across * (Math.max(...all) - Math.min(...all)) * size[1]) / (size[0] * high);
  }

  /** Return the lines of the grid at the ends of each upright. */
  columns(cuts, step) {
    const walls = this.walls().map((wall, n) => (this.onWalls[n].length ? this.onWalls[n] : [wall]));
    const measured = [...cuts.map((cut) => [cut]), ...walls];
    const lines = linesOf(measured.flat().flatMap(({ ends }) => ends), step);
    let at = 0;
    return measured.map((parts, n) => {
      const own = lines.slice(at, at + 2 * parts.length);
      at += own.length;
      const [[top], [bottom]] = parts[0].ends;
      const leans = n < cuts.length && Math.abs(bottom - top) > 0.75 * step;
      const line = commonest(own);
      return leans ? own : [line, line];
    });
  }

  /** Return the place of each upright without a grid: those in line, and those that nearly meet, as one. */
  alignedX(uprights) {
    const ends = uprights.flatMap((upright) => upright.ends);
    const known = aligned(ends.map(([x]) => x), CLOSE * this.unit);
    const near = NEARLY * this.unit;
    const meet = (p, q) => (
      Math.abs(p[0] - q[0]) < near && Math.abs(this.levelNear(p[1]) - this.levelNear(q[1])) < 1
    );
    const pairs = ends.flatMap((p, n) => (
      ends.slice(n + 1).filter((q) => meet(p, q)).map((q) => [p[0], q[0]])
    ));
    const one = united(known, pairs);
    return uprights.map((upright) => upright.ends.map(([x]) => one.get(x)));
  }

  /** Return how far each level is below the one before it, as measured along both. */
  async heights() {
    const levels = new Map();
    for (const row of this.rows) levels.set(row[0][1], [...levels.get(row[0][1]) ?? [], row]);
    const sorted = [...levels].sort(([a], [b]) => a - b);
    const out = [];
    for (let i = 1; i < sorted.length; i += 1) {
      const [upper, lower] = [sorted[i - 1], sorted[i]];
      const from = Math.max(...[upper, lower].map(([, rows]) => Math.min(...rows.map(([a]) => a[0]))));
      const to = Math.min(...[upper, lower].map(([, rows]) => Math.max(...rows.map(([, b]) => b[0]))));
      const xs = Array.from({ length: SAMPLES }, (_, n) => from + ((to - from) * (n + 0.5)) / SAMPLES);
      const shifts = await this.picture.ask("shifts", {
        spots: [...xs.map((x) => [x, upper[0]]), ...xs.map((x) => [x, lower[0]])],
      });
      const bent = xs.reduce((sum, _, n) => sum + shifts[SAMPLES + n][1] - shifts[n][1], 0) / SAMPLES;
      out.push({ upper: upper[0], lower: lower[0], high: lower[0] - upper[0] + bent });
    }
    return out;
  }

  /**
   * Return where each level is: on the grid, with the `counts` of its steps, or as far below the one before
   * it as was measured, times a `share`.
   */
  gridY(heights, { counts, step, high: size, share }) {
    const to = new Map();
    let at = heights.length ? heights[0].upper : 0;
    if (counts) at = Math.round(at / step) * size || 0;
    heights.forEach(({ upper, lower, high }, n) => {
      to.set(upper, at);
      at += counts ? counts[n] * size : Math.max(1, Math.round(high * share));
      to.set(lower, at);
    });
    return to;
  }

  /** Return the cuts and the corners of the plane where the grid has them. */
  laid(cuts, uprights, newX, newY) {
    const levels = [...new Set(this.rows.flat().map((p) => p[1]))];
    const wayX = straightWay(uprights.flatMap(({ ends }) => ends.map((p) => p[0])), newX.flat());
    const wayY = newY.size ? straightWay(levels, levels.map((y) => newY.get(y) ?? y)) : (y) => y;
    const walls = uprights.map((one, n) => ({ ...one, to: newX[n] })).filter(({ isWall }) => isWall);
    const x = (p) => {
      const wall = walls.find(({ ends }) => onSegment(p, ends));
      return wall ? wall.to[0] : Math.round(wayX(p[0]));
    };
    const y = (at) => newY.get(at) ?? Math.round(wayY(at));
    const at = [...new Map([...this.plane.faces.values()].flatMap(({ outline }) => (
      outline.map((p) => [`${p}`, p])
    ))).values()];
    const to = at.map((p) => [x(p), y(p[1])]);
    const [left, top, right, bottom] = this.picture.box;
    const box = [wayX(left), wayY(top), wayX(right), wayY(bottom)];
    const fresh = cuts.map(({ ends, sure }, n) => ({
      sure, ends: ends.map((p, i) => [newX[n][i], y(this.levelNear(p[1]))]),
    }));
    const isSame = (a, b) => `${a.ends}` === `${b.ends}`;
    return {
      cuts: fresh.filter((one, n) => fresh.findIndex((other) => isSame(one, other)) === n),
      at, to, box, unit: this.unit * (wayX(1) - wayX(0)),
    };
  }

  levelNear(at) {
    const levels = this.rows.flat().map((p) => p[1]);
    const near = levels.reduce((best, y) => (Math.abs(y - at) < Math.abs(best - at) ? y : best));
    return Math.abs(near - at) < CLOSE * this.unit ? near : at;
  }
}

function wideOf(outline) {
  const xs = outline.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
}

/** Return how wide the squares between cuts are, band by band. */
function widthsOf(cuts, walls) {
  const bands = new Map();
  for (const { ends: [top, bottom] } of cuts) {
    const middle = (top[1] + bottom[1]) / 2;
    const name = `${Math.round(top[1])} ${Math.round(bottom[1])}`;
    if (!bands.has(name)) {
      const beside = walls.filter(({ ends: [a, b] }) => a[1] < middle && b[1] > middle);
      bands.set(name, beside.map(({ ends: [a, b] }) => (
        a[0] + ((b[0] - a[0]) * (middle - a[1])) / (b[1] - a[1])
      )));
    }
    bands.get(name).push((top[0] + bottom[0]) / 2);
  }
  return [...bands.values()].flatMap((xs) => {
    const sorted = xs.sort((a, b) => a - b);
    return sorted.slice(1).map((x, i) => x - sorted[i]).filter((wide) => wide > 1);
  });
}
