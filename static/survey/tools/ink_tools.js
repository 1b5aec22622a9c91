// Cut and Outline over a photograph: strokes go to the ink, and the cuts between the rows are proposed.
import { same } from "../plane/exact.js";
import { beside, crossing, inkUnder, inTurn, lineThrough } from "./ink_lines.js";
import { isOnInk } from "./grid_fit.js";
import { key } from "../page/widgets.js";
import { offInk, told } from "./proposal_drawing.js";
import { Cut, Outline } from "./shape_tools.js";
import { cornerNear, corners, edgeNear, onLine, straightened } from "../page/snap.js";
import { Surveyor } from "./line_proposals.js";
import { aligned } from "./grid.js";

const middle = (a, b) => [0, 1].map((i) => (a[i] + b[i]) / 2);
const LEANING = 0.06;
const IN_LINE = 0.3;
/** Corners and rows this near to a line of the board, in squares, are on it. */
const HAIR = 0.02;
/** The end of a stroke whose ink passes this near to a corner of the board, in squares, is on it. */
const NEARLY = 0.09;
/**
 * Where nothing is proposed, uprights this near to each other are one line, in squares. The grid decides
 * about the others.
 */
const NEAR_PX = 14;
const NO_MORE = "No other lines were found. The picture lies along those that are drawn.";
const OFF_THE_INK = "Most lines would not lie on the ink, so none are proposed. Set the corners of the "
  + "picture again, draw along every row, and try once more.";
const NO_GRID = "The lines drawn so far fit no grid. First draw all lines of the board: along each row, and "
  + "between the rows. Then lay them on the grid.";

/** Return the ends of a proposal after a drag: each slides along its row. */
function moved(ends, spot, from) {
  const by = Math.round(spot[0] - from[0]);
  return ends.map(([x, y]) => [x + by, y]);
}

// ---- A search that can be stopped --------------------------------------------------------------------

/** Thrown where a search was stopped. */
export class Stopped extends Error {}

/** Return a picture as a search asks it: `search.isStopped` ends that at the next question. */
export function stoppable(picture, search) {
  return Object.create(picture, {
    ask: {
      value: (...asked) => {
        if (search.isStopped) throw new Stopped();
        return picture.ask(...asked);
      },
    },
  });
}

// ---- Cut --------------------------------------------------------------------------------------------

export class InkCut extends Cut {
  proposals = null;

  /** The running search for lines or their grid, `{isStopped}`, or null. */
  search = null;

  get hint() {
    if (this.proposals) {
      return "These lines are proposed. Tap one to drop it, or drag it to move it. Then take them.";
    }
    if (!this.desk.picture.isPlaced) return super.hint;
    if (!this.desk.picture.proposes) {
      return `${super.hint} A stroke goes to the ink under it. If the board is printed on a grid, lay the `
        + "lines on it when all of them are drawn.";
    }
    return "First draw along each row, from side to side: a stroke goes to the ink under it. Then tap "
      + "“Find the lines between the rows”.";
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
    if (this.held) this.desk.board.show({ stroke: moved(this.held.ends, spot, from) });
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
    if (Math.abs(way[i]) > LEANING) return this.leaning({ at, way }, from, to);
    const on = this.lineNear(i, at[i]);
    return [from, to].map((p) => (i ? [p[0], on] : [on, p[1]]));
  }

  /** Return where a row (1) or an upright (0) is: on another line that is near, drawn or proposed. */
  lineNear(i, at, itself = null) {
    const { picture } = this.desk;
    const near = (i || picture.proposes ? IN_LINE : HAIR) * picture.unit();
    const others = (this.proposals ?? []).filter((one) => one !== itself).flatMap(({ ends }) => ends);
    const lines = [...corners(this.plane), ...others].map((p) => p[i]);
    const line = lines.reduce((best, one) => (
      Math.abs(one - at) < Math.abs((best ?? Infinity) - at) ? one : best
    ), null);
    return line !== null && Math.abs(line - at) < near ? line : Math.round(at);
  }

  /**
   * Return the ends of a stroke whose ink leans, as a fold or a door makes a short line lean. An end on a
   * corner of the board stays there, and the line is upright if it nearly is: no board has slivers.
   */
  leaning(line, from, to) {
    const known = new Set(corners(this.plane).map(String));
    const areCorners = [from, to].map((p) => known.has(`${p}`));
    if (areCorners.every(Boolean)) return [from, to];
    const near = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < NEARLY * this.desk.picture.unit();
    const ends = [from, to].map((p) => beside(line, p));
    const corner = [from, to].findIndex((p, n) => areCorners[n] && near(p, ends[n]));
    if (corner < 0) return ends;
    const kept = [from, to][corner];
    const other = straightened(kept, ends[1 - corner]);
    return corner ? [other, kept] : [kept, other];
  }

  // ---- The cuts between the rows.

  look() {
    return this.ask("Looking for the lines between the rows…", async (surveyor) => {
      const { desk } = this;
      const { cuts, ...grid } = await surveyor.look();
      if (!grid.fits) {
        await surveyor.back();
        await desk.picture.settled();
        desk.say(OFF_THE_INK, { refused: true });
        return;
      }
      if (!await this.lay(grid, surveyor)) {
        await desk.picture.settled();
        return;
      }
      const shares = grid.fit.shares.slice(grid.fit.shares.length - cuts.length);
      const all = cuts.map((cut, n) => ({ ...cut, dropped: false, isDoubtful: !isOnInk(shares[n]) }));
      this.proposals = all.length ? all : null;
      desk.view.showAll(this.plane);
      desk.say(all.length ? told(all, grid) : `${NO_MORE}${offInk(grid.drawn)}`);
    });
  }

  /** Lay the lines that were drawn on the grid of the board. */
  even() {
    return this.ask("Looking for the grid of the board…", async (surveyor) => {
      const { desk } = this;
      const grid = await surveyor.even();
      const isRight = grid.isOnGrid && grid.fits;
      if (!isRight) await surveyor.back();
      if (!isRight || !await this.lay(grid, surveyor)) {
        await desk.picture.settled();
        desk.say(NO_GRID, { refused: true });
        return;
      }
      desk.view.showAll(this.plane);
      desk.say("The lines lie on the grid now.");
    });
  }

  /** Ask the picture about its lines, and say what is in the way of an answer. A key stops it. */
  async ask(saying, act) {
    const { desk } = this;
    const search = { isStopped: false };
    this.search = search;
    desk.say(saying);
    desk.renew();
    try {
      await inTurn(desk.picture, async () => {
        const surveyor = new Surveyor(stoppable(desk.picture, search), this.plane);
        try {
          await act(surveyor);
        } catch (stopped) {
          if (!(stopped instanceof Stopped)) throw stopped;
          await new Surveyor(desk.picture, this.plane, surveyor.unit).back();
          await desk.picture.settled();
          desk.say("Stopped. Nothing has moved.");
        }
      });
    } catch (error) {
      desk.say(error.message, { refused: true });
    }
    this.search = null;
    this.shown();
  }

  /** Stop the running search: it ends at its next question. */
  stop() {
    this.search.isStopped = true;
    this.desk.say("Stopping…");
    this.desk.renew();
  }

  /** Move the corners onto the grid, and the picture with them; returns whether that could be done. */
  async lay({ at, to, box }, surveyor) {
    const { desk } = this;
    const isMoved = at.some((p, i) => !same(p, to[i]));
    if (isMoved && !desk.do({ do: "move_corners", at, to })) {
      await surveyor.back();
      return false;
    }
    if (isMoved) desk.picture.lay(box, desk.sync.log);
    else desk.picture.isIn(box);
    await desk.picture.unfold();
    return true;
  }

  restore() {
    const kept = this.desk.untaken.of("cut");
    this.proposals = kept.length ? kept : null;
  }

  unpropose() {
    this.proposals = null;
  }

  /** The board has moved, and its proposals no longer fit. */
  withdraw() {
    if (!this.proposals) return;
    this.proposals = null;
    if (this.desk.tool === this) this.shown();
    else this.desk.untaken.note("cut", []);
  }

  /** Propose nothing, and let the lines that were drawn go back to where they were. */
  giveUp() {
    const { picture, sync } = this.desk;
    this.proposals = null;
    this.cancel();
    this.desk.say("");
    if (picture.places.isLaidBy(sync.log)) this.desk.do({ do: "undo" });
  }

  shown() {
    this.desk.untaken.note("cut", this.proposals ?? []);
    const lines = this.proposals ?? [];
    const doubts = lines.filter(({ isDoubtful, dropped }) => isDoubtful && !dropped);
    this.desk.proposed.draw({ lines, doubts: doubts.map(({ ends: [a, b] }) => middle(a, b)) });
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

  async drop(spot, from) {
    const held = this.held ?? this.near(from);
    if (!held) {
      super.drop(spot, from);
      return;
    }
    Object.assign(held, { ends: moved(held.ends, spot, from), isDoubtful: false });
    this.held = null;
    this.desk.board.show();
    this.shown();
    await this.settle(held);
  }

  /** Bring a proposal that was dragged onto the ink where it is now. */
  async settle(one) {
    const spots = await inkUnder(this.desk, ...one.ends);
    const { at, way } = spots ? lineThrough(spots) : {};
    if (!spots || way[1] !== 1) return;
    const [[top], [bottom]] = one.ends;
    const isUpright = top === bottom;
    one.ends = one.ends.map(([, y]) => (
      [isUpright ? this.lineNear(0, at[0], one) : Math.round(at[0] + way[0] * (y - at[1])), y]
    ));
    this.shown();
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
    if (this.search) {
      return [key("Cancel", () => this.stop(), { id: "stop-looking", disabled: this.search.isStopped })];
    }
    if (this.proposals) {
      const count = this.proposals.filter(({ dropped }) => !dropped).length;
      return [key(`Take all ${count}`, () => this.take(), { class: "main", id: "take-cuts" }),
        key("Cancel", () => this.giveUp())];
    }
    const { picture } = this.desk;
    const rows = picture.isAsked && this.plane.faces.size > 1 && !this.points.length;
    const look = key("Find the lines between the rows", () => this.look(), { class: "main", id: "look" });
    const drawn = picture.isPlaced && !picture.proposes && this.plane.faces.size > 1 && !this.points.length;
    const even = key("Lay the lines on a grid", () => this.even(), { id: "even" });
    return [...(rows ? [look] : []), ...(drawn ? [even] : []), ...super.options()];
  }
}

// ---- Outline ---------------------------------------------------------------------------------------

// Its corners are where the ink under its sides meets.

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
