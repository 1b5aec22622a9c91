// What the photograph proposes, drawn so that nobody takes it for a line of the board.
import { drawn } from "./board.js";

const ARM = 9;

/** The layer of proposals in a drawing. */
export class Proposed {
  constructor(svg, view) {
    this.view = view;
    this.layer = svg.insertBefore(drawn("g", { class: "proposed" }), svg.querySelector(".hand"));
  }

  /** Draw lines (`{ends, kind, sure, dropped}`), rings (`{at, size, dropped}`), and doubts (spots). */
  draw({ lines = [], rings = [], doubts = [] } = {}) {
    const tone = ({ dropped }) => (dropped ? " dropped" : "");
    const { unit } = this.view;
    this.layer.replaceChildren(
      ...lines.map((line) => drawn("path", {
        d: `M${line.ends[0]}L${line.ends[1]}`, class: `proposal ${line.kind ?? "cut"}${tone(line)}`,
      })),
      ...rings.map((ring) => drawn("circle", {
        cx: ring.at[0], cy: ring.at[1], r: ring.size, class: `ring${tone(ring)}`,
      })),
      ...doubts.map(([x, y]) => drawn("circle", { cx: x, cy: y, r: ARM * unit, class: "doubt" })),
      ...doubts.map(([x, y]) => drawn("text", { x, y, "font-size": 1.6 * ARM * unit }, "?")),
    );
    return this;
  }
}
