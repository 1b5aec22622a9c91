// The tool that moves corners and lines.
import { same } from "../plane/exact.js";
import { straightRun } from "../plane/moves.js";
import { key } from "../page/widgets.js";
import { cornerNear, edgeNear } from "../page/snap.js";
import { Tool } from "./tool.js";

export class Move extends Tool {
  hint = "Drag a corner or a line. Everything attached to it moves along. Or tap it, and tap where it goes.";

  held = null;

  pick(spot) {
    const { unit } = this.desk.view;
    const corner = cornerNear(this.plane, spot, unit, 22);
    if (corner) return { corner };
    const edge = edgeNear(this.plane, spot, unit);
    return edge ? { edge: edge.ends, from: spot } : null;
  }

  gesture(held, spot) {
    if (held.corner) return { do: "move_corner", at: held.corner, to: this.to(spot, held.corner) };
    const step = this.desk.view.step();
    const by = [0, 1].map((i) => Math.round((spot[i] - held.from[i]) / step) * step);
    const [a, b] = held.edge;
    // An upright line moves sideways alone, and a level one up and down.
    if (a[0] === b[0]) by[1] = 0;
    else if (a[1] === b[1]) by[0] = 0;
    return { do: "move_side", edge: held.edge, by };
  }

  /** Return where a corner goes: not back to itself, which is the nearest of all. */
  to(spot, corner) {
    const on = this.at(spot);
    if (!same(on, corner)) return on;
    const step = this.desk.view.step();
    return spot.map((c) => Math.round(c / step) * step);
  }

  show(gesture) {
    const refused = Boolean(this.refusal(gesture));
    if (gesture.do === "move_corner") {
      this.desk.board.show({ stroke: [gesture.at, gesture.to], dots: [gesture.to], refused });
      return;
    }
    const run = straightRun(this.plane, gesture.edge);
    const there = run.map(([x, y]) => [x + gesture.by[0], y + gesture.by[1]]);
    this.desk.board.show({ stroke: there, ways: [[run[0], run.at(-1)]], refused });
  }

  drag(spot, from) {
    this.held ??= this.pick(from);
    if (this.held) this.show(this.gesture(this.held, spot));
  }

  drop(spot, from) {
    this.held ??= this.pick(from);
    if (this.held) this.put(spot);
    else this.desk.say("Drag a corner or a line.");
  }

  tap(spot) {
    if (this.held) {
      this.put(spot);
      return;
    }
    this.held = this.pick(spot);
    if (!this.held) {
      this.desk.say("Tap a corner or a line.");
      return;
    }
    this.desk.say("Now tap where it goes.");
    this.hover(spot);
    this.desk.renew();
  }

  hover(spot) {
    if (this.held) this.show(this.gesture(this.held, spot));
  }

  put(spot) {
    const gesture = this.gesture(this.held, spot);
    this.cancel();
    const stays = gesture.by ? same(gesture.by, [0, 0]) : same(gesture.at, gesture.to);
    if (stays) this.desk.say("That is too near to move it. A closer view has a finer grid.");
    else this.desk.do(gesture);
  }

  cancel() {
    this.held = null;
    super.cancel();
    this.desk.renew();
  }

  options() {
    const all = key("Straighten all", () => {
      this.desk.do({ do: "regularise", within: Math.max(1, Math.round(this.desk.view.step() / 4)) });
    });
    return this.held ? [key("Cancel", () => this.cancel())] : [all];
  }
}
