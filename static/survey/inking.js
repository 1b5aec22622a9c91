// Outline and Cut over a photograph: strokes go to the ink, and the cuts between the rows are proposed.
import { aligned } from "./evening.js";
import { same } from "./exact.js";
import { key } from "./parts.js";
import { Cut, Outline } from "./shaping.js";
import { cornerNear, corners, edgeNear, onLine, straightened } from "./snap.js";
import { Surveyor } from "./surveying.js";

const FINGER_PX = 12;
const LEANING = 0.06;
const IN_LINE = 0.3;
/** Corners and rows so near to a line of the board, in squares, are on it. */
const HAIR = 0.02;
/** Where nothing is proposed, uprights so near are one line, in squares. The grid tells of the others. */
const SHORT = 0.08;
/** At its ends a stroke meets other lines: so much of it is left out. */
const SURE = 0.35;
const NEAR_PX = 14;

/** Return the ink under a stroke of the plane: spots along it, or null where there is too little. */
async function inkUnder({ picture, view }, from, to) {
  const ends = [SHORT, 1 - SHORT].map((t) => [0, 1].map((i) => from[i] + (to[i] - from[i]) * t));
  const [a, b] = await picture.pixels(ends);
  const onScreen = Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) / view.unit;
  const reach = Math.ceil((FINGER_PX * Math.hypot(b[0] - a[0], b[1] - a[1])) / Math.max(onScreen, 1));
  const { points, sure } = await picture.ask("snap", { stroke: [a, b], reach });
  if (sure.reduce((sum, one) => sum + one, 0) < SURE * sure.length) return null;
  return picture.spots(points);
}

/** Return the straight line through spots: `{at, way}`, with the way along its longer direction. */
function lineThrough(spots) {
  const mean = (i, all = spots) => all.reduce((sum, p) => sum + p[i], 0) / all.length;
  const [x, y] = [mean(0), mean(1)];
  const [xx, xy, yy] = [[0, 0], [0, 1], [1, 1]].map(([i, j]) => (
    spots.reduce((sum, p) => sum + (p[i] - [x, y][i]) * (p[j] - [x, y][j]), 0)
  ));
  return { at: [x, y], way: xx >= yy ? [1, xy / xx] : [xy / yy, 1] };
}

/** Return where two lines meet, or null of two that run alike. */
function crossing(one, other) {
  const deep = one.way[0] * other.way[1] - one.way[1] * other.way[0];
  if (Math.abs(deep) < 0.3) return null;
  const [dx, dy] = [other.at[0] - one.at[0], other.at[1] - one.at[1]];
  const far = (dx * other.way[1] - dy * other.way[0]) / deep;
  return [one.at[0] + one.way[0] * far, one.at[1] + one.way[1] * far];
}

/** Return the point of whole numbers on a line that is nearest to a spot. */
function beside({ at, way }, spot) {
  const far = ((spot[0] - at[0]) * way[0] + (spot[1] - at[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2);
  return [0, 1].map((i) => Math.round(at[i] + way[i] * far));
}

export class InkOutline extends Outline {
  /** Over a picture a finger means the spot under it, and the first corner again when it is near that. */
  at(spot) {
    const { picture, view } = this.desk;
    if (!picture.isPlaced) return super.at(spot);
    const near = this.points.find((p) => Math.hypot(p[0] - spot[0], p[1] - spot[1]) < NEAR_PX * view.unit);
    return near ?? cornerNear(this.plane, spot, view.unit) ?? spot.map(Math.round);
  }

  async finish(gesture) {
    const { picture } = this.desk;
    if (!picture.isPlaced) {
      super.finish(gesture);
      return;
    }
    super.finish({ ...gesture, points: await this.onInk(gesture.points) });
  }

  /** Return the corners of an outline where the ink under its sides meets. */
  async onInk(points) {
    const lines = [];
    for (const [i, from] of points.entries()) {
      const spots = await inkUnder(this.desk, from, points[(i + 1) % points.length]);
      lines.push(spots && lineThrough(spots));
    }
    const met = points.map((p, i) => {
      const [before, after] = [lines.at(i - 1), lines[i]];
      return ((before && after && crossing(before, after)) || p).map(Math.round);
    });
    const within = IN_LINE * this.desk.picture.unit();
    const [xs, ys] = [0, 1].map((i) => aligned(met.map((p) => p[i]), within));
    return met.map(([x, y]) => [xs.get(x), ys.get(y)]);
  }
}

export class InkCut extends Cut {
  proposals = null;

  get hint() {
    if (this.proposals) {
      return "These lines are proposed. Tap one to drop it, or drag it to move it. Then take them.";
    }
    if (!this.desk.picture.isPlaced) return super.hint;
    if (!this.desk.picture.proposes) {
      return `${super.hint} A stroke goes to the ink under it. If the board is printed on a grid, lay the `
        + "lines on it when all of them are drawn.";
    }
    return "First draw along each row, from side to side: a stroke goes to the ink under it. Then let the "
      + "lines between the rows be found.";
  }

  at(spot) {
    const { picture, view } = this.desk;
    if (!picture.isPlaced) return super.at(spot);
    const corner = cornerNear(this.plane, spot, view.unit);
    const edge = edgeNear(this.plane, spot, view.unit, NEAR_PX);
    return corner ?? (edge ? onLine(edge.ends, spot) : spot).map(Math.round);
  }

  /** Over a picture a stroke is straightened by its ink alone. */
  stroke(spot, from) {
    return this.desk.picture.isPlaced ? [from, spot] : super.stroke(spot, from);
  }

  drag(spot, from) {
    this.held ??= this.near(from);
    if (this.held) this.desk.board.show({ stroke: this.moved(spot, from) });
    else if (this.desk.picture.isPlaced) this.desk.board.show({ stroke: [from, spot] });
    else super.drag(spot, from);
  }

  async finish(gesture) {
    const { picture } = this.desk;
    const isStroke = picture.isPlaced && gesture.points.length === 2;
    if (!isStroke) {
      super.finish(gesture);
      return;
    }
    const [from, to] = gesture.points;
    const spots = await inkUnder(this.desk, from, to);
    const [start, end] = [this.at(from), this.at(to)];
    const points = spots ? this.fitted(spots, start, end) : [start, straightened(start, end)];
    super.finish({ ...gesture, points });
  }

  /** Return the ends of a stroke on its ink: level or upright if it nearly is, and on a line that is near. */
  fitted(spots, from, to) {
    const { at, way } = lineThrough(spots);
    const i = way[0] === 1 ? 1 : 0;
    if (Math.abs(way[i]) > LEANING) {
      // A fold makes a short line lean, and the outline is level already.
      if (this.isBetweenCorners(from, to)) return [from, to];
      return [from, to].map((p) => beside({ at, way }, p));
    }
    const { picture } = this.desk;
    const near = (i || picture.proposes ? IN_LINE : HAIR) * picture.unit();
    const lines = corners(this.plane).map((p) => p[i]);
    const line = lines.reduce((best, one) => (
      Math.abs(one - at[i]) < Math.abs((best ?? Infinity) - at[i]) ? one : best
    ), null);
    const on = line !== null && Math.abs(line - at[i]) < near ? line : Math.round(at[i]);
    return [from, to].map((p) => (i ? [p[0], on] : [on, p[1]]));
  }

  isBetweenCorners(...ends) {
    const known = new Set(corners(this.plane).map(String));
    return ends.every((p) => known.has(`${p}`));
  }

  // ---- The cuts between the rows.

  look() {
    return this.ask("Looking for the lines between the rows…", async () => {
      const { desk } = this;
      const { cuts, ...grid } = await new Surveyor(desk.picture, this.plane).look();
      if (!await this.lay(grid)) return;
      const walls = new Surveyor(desk.picture, this.plane);
      walls.unit = grid.unit;
      await walls.unbendAlong(cuts);
      await desk.picture.unfold();
      this.proposals = cuts.map((cut) => ({ ...cut, dropped: false }));
      desk.view.showAll(this.plane);
      desk.say(`${cuts.length} lines are proposed.`);
    });
  }

  /** Lay the lines that were drawn on the grid of the board. */
  even() {
    return this.ask("Looking for the grid of the board…", async () => {
      const { desk } = this;
      if (!await this.lay(await new Surveyor(desk.picture, this.plane).even())) return;
      desk.view.showAll(this.plane);
      desk.say("The lines lie on the grid now.");
    });
  }

  /** Ask the picture about its lines, and say what is in the way of an answer. */
  async ask(saying, act) {
    this.desk.say(saying);
    try {
      await act();
    } catch (error) {
      this.desk.say(error.message, { refused: true });
    }
    this.shown();
  }

  /** Move the corners onto the grid, and the picture with them; returns whether that could be done. */
  async lay({ at, to, box, unit }) {
    const { desk } = this;
    const isMoved = at.some((p, i) => !same(p, to[i]));
    if (isMoved && !desk.do({ do: "move_corners", at, to })) return false;
    await desk.picture.lay(box, desk.sync.log.done - 1, unit);
    return true;
  }

  restore() {
    const kept = this.desk.untaken.of("cut");
    this.proposals = kept.length ? kept : null;
  }

  unpropose() {
    this.proposals = null;
  }

  shown() {
    this.desk.untaken.note("cut", this.proposals ?? []);
    this.desk.proposed.draw({ lines: this.proposals ?? [] });
    this.desk.renew();
  }

  near(spot) {
    const reach = NEAR_PX * this.desk.view.unit;
    const far = (one) => {
      const [x, y] = onLine(one.ends, spot);
      return Math.hypot(x - spot[0], y - spot[1]);
    };
    const all = (this.proposals ?? []).filter((one) => far(one) < reach);
    return all.sort((a, b) => far(a) - far(b))[0];
  }

  tap(spot) {
    const one = this.near(spot);
    if (!one) {
      super.tap(spot);
      return;
    }
    one.dropped = !one.dropped;
    this.shown();
  }

  drop(spot, from) {
    this.held ??= this.near(from);
    if (this.held) {
      this.held.ends = this.moved(spot, from);
      this.held = null;
      this.desk.board.show();
      this.shown();
    } else super.drop(spot, from);
  }

  /** Return the ends of the held proposal after a drag: each slides along its row. */
  moved(spot, from) {
    const step = Math.max(1, this.desk.picture.step ?? 1);
    const by = Math.round((spot[0] - from[0]) / step) * step;
    return this.held.ends.map(([x, y]) => [x + by, y]);
  }

  /** Take what is proposed and not dropped, in as few strokes as it needs. */
  take() {
    const strokes = [];
    const kept = this.proposals.filter(({ dropped }) => !dropped).map(({ ends }) => ends);
    for (const [top, bottom] of kept.sort(([a], [b]) => a[1] - b[1])) {
      const before = strokes.find(([p, q]) => `${q}` === `${top}` && p[0] === q[0] && bottom[0] === q[0]);
      if (before) before[1] = bottom;
      else strokes.push([top, bottom]);
    }
    const gestures = strokes.map((points) => ({ do: "cut", points }));
    if (gestures.length && !this.desk.do({ do: "all", gestures })) return;
    this.proposals = null;
    this.shown();
  }

  cancel() {
    this.held = null;
    super.cancel();
    this.shown();
  }

  options() {
    if (this.proposals) {
      const count = this.proposals.filter(({ dropped }) => !dropped).length;
      return [key(`Take all ${count}`, () => this.take(), { class: "main", id: "take-cuts" }),
        key("Give up", () => { this.proposals = null; this.cancel(); })];
    }
    const { picture } = this.desk;
    const rows = picture.isAsked && this.plane.faces.size > 1 && !this.points.length;
    const look = key("Find the lines between the rows", () => this.look(), { class: "main", id: "look" });
    const drawn = picture.isPlaced && !picture.proposes && this.plane.faces.size > 1 && !this.points.length;
    const even = key("Lay the lines on a grid", () => this.even(), { id: "even" });
    return [...(rows ? [look] : []), ...(drawn ? [even] : []), ...super.options()];
  }
}
