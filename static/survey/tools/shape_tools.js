// The tools that make and join squares: outline, cut and join.
import { same } from "../plane/exact.js";
import { choice, field, key, number } from "../page/widgets.js";
import { sizeFields } from "../page/board_size.js";
import { edgeNear, faceAround, straightened } from "../page/snap.js";
import { around, isBent } from "./strokes.js";
import { Tool } from "./tool.js";

const MAX_PARTS = 40;
const SET_ALREADY = "That corner is set already. Tap the next one; the first one again finishes the outline.";
const rectangle = ([ax, ay], [bx, by]) => [[ax, ay], [bx, ay], [bx, by], [ax, by]];

/** A tool that collects corners by taps. */
class Corners extends Tool {
  points = [];

  add(point) {
    this.points.push(point);
    this.hover(point);
    this.desk.renew();
  }

  hover(spot) {
    if (!this.points.length) return;
    this.desk.board.show({ stroke: [...this.points, this.at(spot)], dots: this.points });
  }

  cancel() {
    this.points = [];
    super.cancel();
    this.desk.renew();
  }

  finish(gesture) {
    if (this.desk.do(gesture)) this.cancel();
  }
}

export class Outline extends Corners {
  /** The way of the finger that is drawing. */
  path = [];

  hint = "Draw a rectangle around the board or one stroke around its edge, or tap its corners one after "
    + "another and the first one again.";

  tap(spot) {
    const point = this.at(spot);
    if (this.points.length > 2 && same(point, this.points[0])) this.close();
    else if (this.points.some((p) => same(p, point))) this.desk.say(SET_ALREADY, { refused: true });
    else this.add(point);
  }

  close() {
    this.finish({ do: "outline", points: this.points });
  }

  drag(spot, from) {
    if (!this.path.length) this.path.push(from);
    this.path.push(spot);
    if (isBent(this.path)) {
      this.desk.board.show({ stroke: this.path });
      return;
    }
    const corners = rectangle(this.at(from), this.at(spot));
    const refused = Boolean(this.refusal({ do: "outline", points: corners }));
    this.desk.board.show({ stroke: corners, closed: true, refused });
  }

  drop(spot, from) {
    const path = [...this.path, spot];
    const corners = around(path, this.desk.view.unit);
    this.path = [];
    if (corners) this.finish({ do: "outline", points: corners.map((p) => this.at(p)) });
    else if (isBent(path)) this.desk.say("Draw the stroke around the board, back to where it began.");
    else this.finish({ do: "outline", points: rectangle(this.at(from), this.at(spot)) });
    this.desk.board.show();
  }

  cancel() {
    this.path = [];
    super.cancel();
  }

  options() {
    if (!this.points.length) return sizeFields(this.desk);
    if (this.points.length < 3) return [];
    const finish = key("Finish the outline", () => this.close(), { class: "main" });
    return [finish, key("Cancel", () => this.cancel())];
  }
}

export class Cut extends Corners {
  way = "straight";

  across = 2;

  down = 2;

  get hint() {
    return {
      straight: "Draw along a line of the board: one stroke cuts every square that it crosses. A stroke that "
        + "stays in one square cuts that one alone.",
      bent: "Tap along a line with bends, from one side of a square to another. Tap the last place again "
        + "to cut.",
      evenly: "Tap a square: it is cut into equal parts.",
    }[this.way];
  }

  tap(spot) {
    if (this.way === "evenly") {
      this.divide(spot);
      return;
    }
    const point = this.at(spot);
    const [last] = this.points.slice(-1);
    if (this.way === "bent" && last && same(point, last)) this.close();
    else if (this.way === "straight" && last) this.finishAt(last, point);
    else this.add(point);
  }

  finishAt(last, point) {
    this.finish({ do: "cut", points: [last, straightened(last, point)] });
  }

  close() {
    this.finish({ do: "cut", points: this.points });
  }

  stroke(spot, from) {
    const start = this.at(from);
    return [start, straightened(start, this.at(spot))];
  }

  drag(spot, from) {
    const stroke = this.stroke(spot, from);
    const refused = Boolean(this.refusal({ do: "cut", points: stroke }));
    this.desk.board.show({ stroke, refused });
  }

  drop(spot, from) {
    this.finish({ do: "cut", points: this.stroke(spot, from) });
    this.desk.board.show();
  }

  divide(spot) {
    const number_ = faceAround(this.plane, spot);
    if (number_ === null) {
      this.desk.say("Tap inside a square.");
      return;
    }
    const { outline } = this.plane.faces.get(number_);
    const [xs, ys] = [0, 1].map((i) => outline.map((p) => p[i]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const part = (low, high, i, parts) => Math.round(low + ((high - low) * i) / parts);
    for (let i = 1; i < this.across; i += 1) {
      const x = part(left, right, i, this.across);
      if (!this.desk.do({ do: "cut", points: [[x, top], [x, bottom]] })) return;
    }
    for (let i = 1; i < this.down; i += 1) {
      const y = part(top, bottom, i, this.down);
      if (!this.desk.do({ do: "cut", points: [[left, y], [right, y]] })) return;
    }
  }

  options() {
    const ways = [["straight", "Straight"], ["bent", "Bent"], ["evenly", "Evenly"]];
    const shown = [choice("How to cut", "cut-way", ways, this.way, (way) => {
      this.way = way;
      this.cancel();
    })];
    if (this.way === "evenly") {
      for (const [name, word] of [["across", "Parts across"], ["down", "Parts down"]]) {
        const input = number(`cut-${name}`, this[name], [1, MAX_PARTS]);
        input.addEventListener("input", () => {
          this[name] = Math.min(MAX_PARTS, Math.max(1, Math.trunc(input.value) || 1));
        });
        shown.push(field(word, input));
      }
    }
    if (this.points.length > 1) shown.push(key("Cut", () => this.close(), { class: "main" }));
    if (this.points.length) shown.push(key("Cancel", () => this.cancel()));
    return shown;
  }
}

export class Join extends Tool {
  way = "line";

  get hint() {
    return this.way === "line" ? "Tap a line to join the two squares beside it."
      : "Tap a square that is not part of the board to remove it.";
  }

  tap(spot) {
    if (this.way === "square") {
      this.desk.do({ do: "remove", at: spot.map(Math.round) });
      return;
    }
    const edge = edgeNear(this.plane, spot, this.desk.view.unit);
    if (edge) this.desk.do({ do: "merge", edge: edge.ends });
    else this.desk.say("Tap a line between two squares.");
  }

  options() {
    const ways = [["line", "A line"], ["square", "A square"]];
    return [choice("Take away", "join-way", ways, this.way, (way) => {
      this.way = way;
      this.desk.renew();
    })];
  }
}
