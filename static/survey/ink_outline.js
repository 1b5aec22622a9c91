// Outline over a photograph: its corners are where the ink under its sides meets.
import { aligned } from "./evening.js";
import { crossing, inkUnder, lineThrough } from "./ink_lines.js";
import { Outline } from "./shaping.js";
import { cornerNear } from "./snap.js";

const IN_LINE = 0.3;
/** Corners this near to a line of the board, in squares, are on it. */
const NEAR_PX = 14;

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
