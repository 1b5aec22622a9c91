// Draws the proposals of the photograph so that they cannot be mistaken for lines of the board.
import { drawn } from "../page/board_drawing.js";
import { isOnInk } from "./grid_fit.js";

const ARM = 9;
const GUESSED = " Its height is a guess from the corners. If you know the size of the board, set it under "
  + "Outline.";

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

/** Return what is said of the lines that are proposed, and of those that need a look. */
export function told(all, { isOnGrid, isGuessed, drawn: before }) {
  const many = all.length > 1 ? `${all.length} lines are` : "1 line is";
  const doubts = all.filter(({ isDoubtful }) => isDoubtful).length;
  const one = "1 of them is hardly on the ink, marked with “?”: look at it first.";
  const some = `${doubts} of them are hardly on the ink, marked with “?”: look at them first.`;
  const free = isOnGrid ? "" : " No common grid found; each line follows its ink.";
  const shape = isGuessed ? GUESSED : "";
  return `${many} proposed.${free}${doubts ? ` ${doubts > 1 ? some : one}` : ""}${offInk(before)}${shape}`;
}

/** Return what is said of lines that were drawn and are not on the ink: nothing where all are. */
export function offInk(shares) {
  const off = shares.filter((share) => !isOnInk(share)).length;
  if (!off) return "";
  return off > 1 ? ` ${off} lines that were drawn are not on the ink.`
    : " 1 line that was drawn is not on the ink.";
}
