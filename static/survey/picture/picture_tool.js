// The tool for the picture: take or choose one, set its corners, make it fainter, remove it.
import { inTurn } from "../tools/ink_lines.js";
import { PhotoPair } from "./photo_pair.js";
import { Loupe } from "./loupe.js";
import { VassalImport } from "./vassal_import.js";
import { field, key, made } from "../page/widgets.js";
import { cornersOf, inverse, taken } from "../photo/geometry/homography.js";
import { VttImport } from "./vtt_import.js";
import { Tool } from "../tools/tool.js";
import { isModule } from "./vassal_module.js";
import { isVirtualTable, opened } from "./universal_vtt.js";
import { onInk } from "../tools/grid_fit.js";
import { straightLines, Surveyor } from "../tools/line_proposals.js";

const NAMES = ["Upper left", "Upper right", "Lower right", "Lower left"];
/** The corner buttons are in two rows; the marks go around the board. */
const IN_ROWS = [0, 1, 3, 2];
const SPOTS = ["Spot 1", "Spot 2"];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FINE = 10;
/** A press this near to a mark takes hold of it. */
const HOLD_PX = 22;
const DIM = 100;
const KEPT = "The picture stays on this device. It is never sent.";

export class PictureTool extends Tool {
  held = null;

  /** The places of marks, in pixels of the picture, that a person has put there. */
  byHand = new WeakSet();

  constructor(desk) {
    super(desk);
    const { stage } = desk.picture;
    this.loupe = new Loupe(stage.querySelector("#loupe"), desk.picture.image);
    this.module = new VassalImport(desk, (file) => this.take(file));
    this.virtualTable = new VttImport(desk);
    this.pair = new PhotoPair(desk, (file, first) => this.take(file, first));
    stage.addEventListener("dragover", (event) => event.preventDefault());
    stage.addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    });
  }

  get picture() {
    return this.desk.picture;
  }

  get hint() {
    if (this.picture.state === "none") {
      return `Lay a photograph of the board under the drawing, and its lines are found for you. ${KEPT}`;
    }
    if (this.picture.state === "corners") {
      return this.pair.hint ?? ("Drag the four marks to the corners of the board, or of a rectangle "
        + "around all of it.");
    }
    return `The board is straight now. Draw its outline, and its rows with Cut. ${KEPT}`;
  }

  /**
   * Take a file, `first` known of the first half of two; say why if it cannot be opened. Return whether it is
   * the picture now.
   */
  async take(file, first = {}) {
    if (!file) return false;
    if (isModule(file)) {
      await this.module.open(file);
      return false;
    }
    this.desk.say("Opening the picture…");
    const isTable = isVirtualTable(file);
    let table = null;
    let isOpen = true;
    try {
      let picture = file;
      if (isTable) ({ picture, table } = await opened(file));
      if (picture) await this.picture.take(picture, first);
      else isOpen = false;
      this.desk.say("");
      this.desk.fit();
    } catch (error) {
      isOpen = false;
      table = null;
      this.desk.say(error.message, { refused: true });
    }
    this.desk.choose("picture");
    if (isOpen && isTable) await this.done(this.whole());
    if (table) await this.virtualTable.taken(table);
    else if (isOpen) this.virtualTable.keep(null);
    return isOpen;
  }

  /** Turn the picture by a quarter, and the marks on it; each tap turns it once more. */
  async turn() {
    const { picture } = this;
    this.loupe.hide();
    await inTurn(picture, async () => {
      const { height } = picture.size;
      await picture.turn();
      this.module.turned(height);
    });
    this.desk.fit();
    this.desk.choose("picture");
    this.desk.say(this.virtualTable.turned());
  }

  // ---- The corners.

  /** The marks where they are shown in the plane: four corners, or two spots. */
  get marks() {
    return this.picture.marks.map((pixel) => taken(this.picture.way, pixel));
  }

  nearest(spot) {
    const far = this.marks.map((mark) => Math.hypot(mark[0] - spot[0], mark[1] - spot[1]));
    return far.indexOf(Math.min(...far));
  }

  put(n, pixel) {
    const { width, height } = this.picture.size;
    const inside = [[pixel[0], width], [pixel[1], height]].map(([c, most]) => Math.min(Math.max(c, 0), most));
    this.byHand.add(inside);
    this.picture.put(n, inside);
    this.drawn(n);
  }

  drawn(n = null) {
    const { desk, picture, marks } = this;
    const isSpots = Boolean(picture.common);
    const names = isSpots ? ["1", "2"] : [];
    desk.board.show({ stroke: isSpots ? [] : marks, closed: true, dots: marks, names, unit: desk.view.unit });
    if (n === null) return;
    const { x, width } = desk.view.shown();
    this.loupe.show(picture.marks[n], { isLeft: marks[n][0] < x + width / 2 });
  }

  /** A mark that was put by hand follows each move; one that is only proposed waits for a longer one. */
  holds(spot) {
    if (this.picture.state !== "corners") return false;
    const n = this.nearest(spot);
    const [x, y] = this.marks[n];
    return this.byHand.has(this.picture.marks[n])
      && Math.hypot(x - spot[0], y - spot[1]) < HOLD_PX * this.desk.view.unit;
  }

  drag(spot, from) {
    if (this.picture.state !== "corners") return;
    const n = this.held?.n ?? this.nearest(from);
    this.held ??= { n, off: this.marks[n].map((c, i) => c - from[i]), was: this.picture.marks[n] };
    this.put(n, this.pixel([spot[0] + this.held.off[0], spot[1] + this.held.off[1]]));
  }

  drop(spot, from) {
    this.drag(spot, from);
    this.held = null;
    this.loupe.hide();
  }

  tap(spot) {
    if (this.picture.state !== "corners") return;
    this.put(this.nearest(spot), this.pixel(spot));
    this.loupe.hide();
  }

  pixel(spot) {
    return taken(inverse(this.picture.way), spot);
  }

  nudge(event, n) {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? FINE : 1;
    this.put(n, this.picture.marks[n].map((c, i) => c + way[i] * step));
  }

  async done(corners = this.picture.corners) {
    try {
      await this.picture.place(corners);
    } catch (error) {
      this.desk.say(error.message, { refused: true });
      return;
    }
    this.loupe.hide();
    this.desk.board.show();
    this.desk.fit();
    this.desk.choose(this.plane.faces.size ? "cut" : "outline");
    if (!this.picture.isAsked || this.plane.faces.size < 2) return;
    this.desk.say("Laying the picture along the lines…");
    try {
      this.desk.say(await inTurn(this.picture, () => laidAlong(this.picture, this.plane)));
    } catch (error) {
      this.desk.say(error.message, { refused: true });
    }
  }

  whole() {
    const { width, height } = this.picture.size;
    return cornersOf([0, 0, width, height]);
  }

  /** The tool was chosen: its marks show. */
  shown() {
    if (this.picture.state === "corners") this.drawn();
  }

  /** A second finger on the board, or a key: the mark that was dragged goes back to where it was. */
  cancel() {
    const { held, picture } = this;
    this.held = null;
    this.loupe.hide();
    if (picture.state !== "corners") {
      super.cancel();
      return;
    }
    if (held) picture.put(held.n, held.was);
    this.drawn();
  }

  // ---- The panel.

  options() {
    if (this.module.module) return this.module.boards();
    if (this.picture.state === "none") return this.files();
    return this.picture.state === "corners" ? this.corners() : this.settings();
  }

  files() {
    const file = (id, word, more) => field(word, made("input", {
      type: "file", id, accept: "image/*,.vmod,.uvtt,.dd2vtt,.df2vtt", ...more,
      onchange: ({ target }) => this.take(target.files[0]),
    }));
    const whole = made("p", { class: "dim small" }, "Or drop a file on the board. You can also draw "
      + "everything without a picture.");
    return [...this.virtualTable.keys(),
      file("choose-picture", "Choose a picture, a VASSAL module or a Universal VTT", {}),
      file("take-picture", "Take a photograph", { accept: "image/*", capture: "environment" }), whole];
  }

  corners() {
    const hand = (this.picture.common ? SPOTS : NAMES).map((word, n) => {
      const mark = key(word, () => this.drawn(n), { "aria-describedby": "by-arrows" });
      mark.addEventListener("keydown", (event) => this.nudge(event, n));
      mark.addEventListener("focus", () => this.drawn(n));
      mark.addEventListener("blur", () => this.loupe.hide());
      return mark;
    });
    const told = made("p", { class: "dim small", id: "by-arrows" }, "By keyboard: arrow keys move a mark, "
      + "with Shift by more.");
    const inRows = this.picture.common ? hand : IN_ROWS.map((n) => hand[n]);
    const marks = made("div", { class: "keys corner-keys" }, ...inRows);
    const steps = this.pair.options(marks) ?? [
      key("Lay it straight", () => this.done(), { class: "main" }),
      key("It is flat already", () => this.done(this.whole())),
      key("Turn the picture", () => this.turn()),
      key("It is one half of the board", () => this.pair.mark()), marks,
    ];
    return [...steps, told, this.removal()];
  }

  settings() {
    const dim = made("input", {
      type: "range", id: "dim", min: 0, max: DIM, step: 5, value: Math.round(this.picture.dim * DIM),
    });
    dim.addEventListener("input", () => this.picture.dimmed(dim.value / DIM));
    dim.addEventListener("change", () => this.picture.keep());
    const proposes = made("input", { type: "checkbox", id: "proposes", checked: this.picture.proposes });
    proposes.addEventListener("change", () => {
      this.picture.proposes = proposes.checked;
      this.picture.keep();
    });
    const again = key("Set the corners again", () => {
      this.picture.again();
      this.desk.choose("picture");
    });
    return [field("Fainter picture", dim), made("label", { class: "key" }, proposes,
      made("span", {}, "Find lines, sides and symbols")), ...this.module.names(),
    ...this.virtualTable.keys(), again, this.removal()];
  }

  removal() {
    return key("Remove the picture", async () => {
      await this.picture.remove();
      this.virtualTable.keep(null);
      this.desk.untaken.clear();
      for (const tool of Object.values(this.desk.tools)) tool.unpropose();
      this.desk.choose("picture");
      this.desk.say("The picture is gone. The drawing stays.");
    }, { class: "quiet" });
  }
}

// ---- A picture laid along the lines ----------------------------------------------------------------

// On another device, or after its corners are set again, there are lines already.

const ENOUGH = 0.9;
/** If this many lines lie on ink, the picture is right with its corners alone. */
const MOST = 0.7;
/** With fewer lines on ink it is another picture, or its corners are wrong. */
const DONE = "The picture lies along the lines that are drawn.";
const OFF = "Are the lines off the ink? “Find the lines between the rows” lays the picture along them.";

/** Return the middle width or height of the squares, whichever is less. Rows alone are very wide. */
function middleSize(plane) {
  const sizes = [...plane.faces.values()].map(({ outline }) => {
    const [xs, ys] = [0, 1].map((i) => outline.map((p) => p[i]));
    return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  });
  return sizes.sort((a, b) => a - b)[sizes.length >> 1];
}

/**
 * Lay the picture, placed by its corners, along the lines, and return what to say about it. Return nothing if
 * its corners are set again, or another picture is there.
 */
export async function laidAlong(picture, plane) {
  const rows = straightLines(plane);
  if (!rows.length) return OFF;
  const unit = middleSize(plane);
  const surveyor = new Surveyor(picture, plane, picture.unit());
  const lines = [...rows, ...straightLines(plane, true)];
  const { photo, corners } = picture;
  const isAnother = () => !picture.isPlaced || picture.photo !== photo || picture.corners !== corners;
  const before = onInk(await picture.ask("fit", { lines, unit }));
  if (isAnother()) return "";
  if (before >= ENOUGH) {
    await picture.settled();
    return OFF;
  }
  await surveyor.unbendAlong([]);
  if (isAnother()) return "";
  const after = onInk(await picture.ask("fit", { lines, unit }));
  if (isAnother()) return "";
  if (after < MOST || after <= before) {
    await picture.place(corners);
    return OFF;
  }
  await picture.unfold();
  return DONE;
}
