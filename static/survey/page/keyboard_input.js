// Everything by keyboard: a cross that arrow keys move over the drawing, and Enter, which is a tap there.
import { drawn } from "./board_drawing.js";
import { snapped } from "./snap.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FINE = 5;

/** The cross. `does` has `tap(spot)`, `hover(spot)`, `cancel()`, `undo()`, `redo()`; `tell` says where. */
export class Keys {
  constructor(svg, view, does, { plane, tell }) {
    Object.assign(this, { svg, view, does, plane, tell, spot: [0, 0] });
    this.cross = svg.appendChild(drawn("path", { class: "cross" }));
    svg.addEventListener("keydown", (event) => this.pressed(event));
    svg.addEventListener("focus", () => this.draw());
    svg.addEventListener("blur", () => this.draw());
    addEventListener("keydown", () => this.byKeys(true), { capture: true });
    addEventListener("pointerdown", () => this.byKeys(false), { capture: true });
    addEventListener("keydown", (event) => this.anywhere(event));
  }

  /** Put the cross somewhere, and bring it into sight. */
  go(spot) {
    this.spot = spot.map(Math.round);
    this.view.bring(this.spot);
    this.draw();
  }

  /** The cross shows while keys are used, not under a finger. */
  byKeys(used) {
    if (this.svg.classList.contains("by-keys") === used) return;
    this.svg.classList.toggle("by-keys", used);
    this.draw();
  }

  draw() {
    const [x, y] = this.spot;
    const arm = 14 * this.view.unit;
    this.cross.setAttribute("d", `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`);
    this.cross.classList.toggle("shown", this.svg.matches(".by-keys:focus"));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (way) this.step(way, event.shiftKey);
    else if (event.key === "Enter") this.does.tap(this.spot);
    else if (event.key === "Escape") this.does.cancel();
    else if (event.key === "+" || event.key === "=") this.view.zoom(1.5, this.spot);
    else if (event.key === "-") this.view.zoom(1 / 1.5, this.spot);
    else return;
    event.preventDefault();
  }

  step([dx, dy], fine) {
    const step = this.view.step();
    const by = fine ? step / FINE : step;
    const to = [this.spot[0] + dx * by, this.spot[1] + dy * by];
    const on = fine ? to : snapped(this.plane(), to, { unit: this.view.unit, step: () => step });
    const went = (on[0] - this.spot[0]) * dx + (on[1] - this.spot[1]) * dy > 0;
    this.go(went ? on : to);
    this.does.hover(this.spot);
    this.tell(this.spot);
  }

  anywhere(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, select, textarea")) return;
    const name = event.key.toLowerCase();
    if (name === "z" && !event.shiftKey) this.does.undo();
    else if (name === "y" || (name === "z" && event.shiftKey)) this.does.redo();
    else return;
    event.preventDefault();
  }
}
