// The marks on a photograph: tapped, dragged under a loupe, or moved with the arrow keys.
import { Loupe } from "../../../survey/picture/loupe.js";
import { inOrder } from "./scale.js";

const SVG = "http://www.w3.org/2000/svg";
const HOLD_PX = 24;
/** A press this near to a mark takes hold of it. */
const RING_PX = 13;
const NAME_PX = 18;
const FINE = 10;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/**
 * The marks of one step on a picture. `use` says which: their `names`, the `spots` where they lie (null: not
 * yet), `sides` if they go around something: the names of its upper and its left side, and `again` if a tap
 * after the last one begins anew. `changed` hears of each move, true once a mark is let go.
 */
export class Marks {
  held = null;

  set = { names: [], spots: [] };

  constructor(stage, view, changed) {
    Object.assign(this, { view, changed, canvas: stage.querySelector(".loupe"), knowsRings: false });
    this.layer = stage.querySelector(".marks");
    this.tip = stage.querySelector(".tip");
  }

  /** Take another picture, `image` as the loupe draws it. */
  picture(image) {
    this.image = image;
    this.loupe = new Loupe(this.canvas, image);
    this.loupe.hide();
  }

  use(set) {
    this.set = set;
    this.held = null;
    this.loupe?.hide();
    this.draw();
  }

  /** Whether every mark lies somewhere. */
  get areAll() {
    return this.set.spots.every(Boolean);
  }

  put(n, [x, y]) {
    const { width, height } = this.image;
    this.set.spots[n] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    this.draw();
    this.changed(false);
  }

  look(n) {
    const spot = this.set.spots[n];
    if (!spot) return this.loupe.hide();
    const { x, width } = this.view.shown();
    this.loupe.show(spot, { isLeft: spot[0] < x + width / 2 });
  }

  /** Return the mark that lies nearest to a spot, within so many pixels of the screen, or -1. */
  nearest(spot, within = Infinity) {
    const away = (mark) => (mark ? Math.hypot(mark[0] - spot[0], mark[1] - spot[1]) : Infinity);
    const far = this.set.spots.map(away);
    const least = Math.min(...far);
    return least < within * this.view.unit ? far.indexOf(least) : -1;
  }

  // ---- The hand

  holds(spot) {
    return this.nearest(spot, HOLD_PX) >= 0;
  }

  tap(spot) {
    this.put(this.next(spot), spot);
    this.changed(true);
  }

  /** Return the mark that a tap puts: the next one, or after the last the first again, or the nearest. */
  next(spot) {
    if (!this.areAll) return this.set.spots.indexOf(null);
    if (!this.set.again) return this.nearest(spot);
    this.set.spots.fill(null);
    return 0;
  }

  drag(spot, from) {
    this.held ??= this.grasped(from);
    const { n, off } = this.held;
    this.put(n, [spot[0] + off[0], spot[1] + off[1]]);
    this.look(n);
  }

  /** Return what a press takes hold of: the mark there, or the next one; a line is drawn from its start. */
  grasped(from) {
    const before = [...this.set.spots];
    let n = this.nearest(from, HOLD_PX);
    if (n < 0 && this.areAll && !this.set.again) n = this.nearest(from);
    if (n >= 0) return { n, off: before[n].map((c, i) => c - from[i]), before };
    n = this.next(from);
    if (n === 0 && !this.set.sides) {
      this.put(0, from);
      n = 1;
    }
    return { n, off: [0, 0], before };
  }

  drop(spot, from) {
    this.drag(spot, from);
    this.held = null;
    this.knowsRings = true;
    this.loupe.hide();
    this.changed(true);
    this.draw();
  }

  /** A second finger came: the mark is where it was. */
  cancel() {
    if (!this.held) return;
    this.set.spots.splice(0, this.set.spots.length, ...this.held.before);
    this.held = null;
    this.loupe.hide();
    this.draw();
    this.changed(false);
  }

  hover() {}

  // ---- The keyboard

  nudge(event, n) {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = this.view.unit * (event.shiftKey ? FINE : 1);
    const spot = this.set.spots[n] ?? this.view.middle();
    this.put(n, spot.map((c, i) => c + way[i] * step));
    this.look(n);
    this.changed(true);
  }

  /** Put a mark that lies nowhere yet in the middle of what is seen. */
  show(n) {
    if (!this.set.spots[n]) {
      this.put(n, this.view.middle());
      this.changed(true);
    }
    this.look(n);
  }

  // ---- The drawing

  draw() {
    const { unit } = this.view;
    const { spots, names, sides } = this.set;
    const put = spots.filter(Boolean);
    const isClosed = sides && this.areAll;
    const around = isClosed ? inOrder(put) : put;
    const middle = [0, 1].map((i) => put.reduce((sum, spot) => sum + spot[i], 0) / put.length);
    const points = around.map((spot) => spot.join()).join(" ");
    const drawn = ["halo", "ink"].map((tone) => (
      shape(isClosed ? "polygon" : "polyline", { class: tone, points })
    ));
    for (const [n, spot] of spots.entries()) {
      if (spot) drawn.push(...this.drawnMark(spot, names[n], spot[1] > middle[1] ? unit : -unit));
    }
    for (const [n, name] of (isClosed ? sides : []).entries()) {
      drawn.push(this.drawnSide(name, [around[0], around[n ? 3 : 1]], middle));
    }
    this.layer.replaceChildren(...drawn);
    this.tip.hidden = !put.length || this.knowsRings;
  }

  /** Return the name of a side, within what the marks go around. */
  drawnSide(name, [a, b], middle) {
    const { unit } = this.view;
    const half = [0, 1].map((i) => (a[i] + b[i]) / 2);
    const far = Math.hypot(middle[0] - half[0], middle[1] - half[1]) || 1;
    const [x, y] = half.map((c, i) => c + ((middle[i] - c) / far) * NAME_PX * unit);
    return this.text(x, y, name, unit);
  }

  /** Return what shows a mark; its name is on the side away from the others. */
  drawnMark([x, y], name, away) {
    const unit = Math.abs(away);
    const ring = { cx: x, cy: y, r: RING_PX * unit };
    const rings = ["halo", "ink"].map((tone) => shape("circle", { class: tone, ...ring }));
    const dot = shape("circle", { class: "dot", cx: x, cy: y, r: 2 * unit });
    return [...rings, dot, this.text(x, y + (RING_PX + NAME_PX / 2) * away, name, unit)];
  }

  text(x, y, words, unit) {
    const text = shape("text", { x, y, "font-size": NAME_PX * unit });
    text.append(words);
    return text;
  }
}
