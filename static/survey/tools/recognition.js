// Sides and symbols over a photograph: what it shows is proposed, and taken at one tap.
import { drawn } from "../page/board_drawing.js";
import { key, made } from "../page/widgets.js";
import { facePair } from "../plane/plane.js";
import { Symbols } from "./mark_tools.js";
import { Sides } from "./side_tool.js";
import { faceAround, inside } from "../page/snap.js";
import { SideWalk } from "./side_review.js";
import { sidesOf } from "./strokes.js";

const RING = 0.3;
const PROPOSED = new Map([["wall", "wall"], ["solid_door", "solid door"], ["glass_door", "glass door"]]);
const NO_DOORS = "You tapped no door before, so doors count as walls here. "
  + "Tap a few of each kind, and read again.";
const middleOf = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Return what the marks of the proposals mean, each with its mark. */
function legend(kinds, isDoubtful) {
  const mark = (...shapes) => {
    const svg = drawn("svg", { viewBox: "0 0 48 24", width: 48, height: 24, "aria-hidden": "true" });
    svg.append(...shapes);
    return svg;
  };
  const row = (sign, word) => made("li", {}, sign, word);
  const rows = [...PROPOSED].filter(([kind]) => kinds.has(kind)).map(([kind, word]) => (
    row(mark(drawn("path", { d: "M2 12H46", class: `proposal ${kind}` })), word)
  ));
  const doubt = [drawn("circle", { cx: 24, cy: 12, r: 9, class: "doubted" }),
    drawn("text", { x: 24, y: 12, "font-size": 14 }, "?")];
  if (isDoubtful) rows.push(row(mark(...doubt), "in doubt: tap it"));
  return rows.length ? [made("ul", { class: "legend", "aria-label": "Proposed" }, ...rows)] : [];
}

export class InkSides extends Sides {
  proposals = new Map();

  constructor(desk) {
    super(desk);
    this.walk = new SideWalk(desk, this);
  }

  get hint() {
    if (this.walk.at !== null) return "What stands on the marked line between these two squares?";
    const more = "First tap a few doors of each kind. Then the photograph shows what the others are.";
    return this.desk.picture.isAsked ? `${super.hint} ${more}` : super.hint;
  }

  async look() {
    const { desk, plane } = this;
    const sides = sidesOf(plane);
    const pairs = [...sides.keys()];
    const examples = pairs.flatMap((pair, n) => (
      plane.sides.get(pair)?.endsWith("_door") ? [[n, plane.sides.get(pair)]] : []
    ));
    desk.say("Looking at each side…");
    try {
      const told = await desk.picture.ask("sides", { sides: [...sides.values()], examples });
      this.proposals = new Map(pairs.map((pair, n) => [pair, { ...told[n], ends: sides.get(pair)[0] }]));
      for (const [n] of examples) this.proposals.delete(pairs[n]);
      const hasWalls = told.some(({ kind, sure }) => kind === "wall" && sure);
      desk.say(hasWalls && !examples.length ? NO_DOORS : "");
    } catch (error) {
      desk.say(error.message, { refused: true });
    }
    this.shown();
  }

  /** A side is recognised by its ends: the numbers of squares may be others now. */
  restore() {
    const pairs = new Map([...sidesOf(this.plane)].map(([pair, [ends]]) => [String(ends), pair]));
    const known = this.desk.untaken.of("sides").map((one) => [pairs.get(String(one.ends)), one]);
    this.proposals = new Map(known.filter(([pair]) => pair));
  }

  unpropose() {
    this.proposals = new Map();
  }

  shown() {
    const sides = sidesOf(this.plane);
    for (const pair of this.proposals.keys()) if (!sides.has(pair)) this.proposals.delete(pair);
    const all = [...this.proposals.values()];
    this.desk.untaken.note("sides", all);
    this.desk.proposed.draw({
      lines: all.filter(({ kind, sure }) => sure && kind !== "open"),
      doubts: all.filter(({ sure }) => !sure).map(({ ends }) => middleOf(ends)),
    });
    this.desk.renew();
  }

  /** A tap settles what was proposed for a side: one in doubt becomes what it looks like. */
  between({ ends, faces }) {
    const pair = facePair(...faces);
    const doubt = this.proposals.get(pair);
    this.proposals.delete(pair);
    if (doubt && !doubt.sure && doubt.kind !== "open" && this.kind === "next") {
      this.desk.do({ do: "side", edge: ends, kind: doubt.kind });
    } else super.between({ ends, faces });
    this.shown();
  }

  /** A stroke settles what was proposed for the sides along it. */
  make(sides, kind) {
    for (const { pair } of sides) this.proposals.delete(pair);
    super.make(sides, kind);
    this.shown();
  }

  /** Make a side what somebody says: it is in doubt no longer. Return whether that could be done. */
  settle(pair, kind) {
    const { ends } = this.proposals.get(pair);
    const isThere = (this.plane.sides.get(pair) ?? "open") === kind;
    if (!isThere && !this.desk.do({ do: "side", edge: ends, kind })) return false;
    this.proposals.delete(pair);
    this.desk.untaken.note("sides", [...this.proposals.values()]);
    return true;
  }

  take() {
    const sure = [...this.proposals.values()].filter((one) => one.sure);
    const gestures = sure.filter(({ kind }) => kind !== "open")
      .map(({ ends, kind }) => ({ do: "side", edge: ends, kind }));
    if (gestures.length && !this.desk.do({ do: "all", gestures })) return;
    this.proposals = new Map([...this.proposals].filter(([, one]) => !one.sure));
    this.shown();
    const left = this.proposals.size;
    if (left) this.desk.say(`${left} ${left === 1 ? "side is" : "sides are"} in doubt, marked with “?”.`);
  }

  cancel() {
    super.cancel();
    this.walk.stop();
    this.desk.proposed.draw();
  }

  options() {
    const walk = this.walk.options();
    if (this.walk.at !== null) return walk;
    const all = [...this.proposals.values()];
    const count = all.filter(({ kind, sure }) => sure && kind !== "open").length;
    const what = count === 1 ? "wall or door" : "walls and doors";
    const take = key(`Take ${count} ${what}`, () => this.take(), { class: "main", id: "take-sides" });
    const look = key("Read the sides from the photograph", () => this.look(), { id: "look-sides" });
    const isThere = this.desk.picture.isAsked && this.plane.faces.size > 1;
    const kinds = new Set(all.filter(({ sure }) => sure).map(({ kind }) => kind));
    const marks = legend(kinds, all.some(({ sure }) => !sure));
    return [...marks, ...(count ? [take] : []), ...walk, ...(isThere ? [look] : []), ...super.options()];
  }
}

export class InkSymbols extends Symbols {
  proposals = [];

  /** The spots of symbols taken from the photograph: no other kind is proposed there. */
  taken = [];

  get hint() {
    if (this.proposals.length) {
      return "Each ring is a symbol that the photograph shows. Tap one to drop it, then take the others.";
    }
    const more = "Tap the middle of a symbol, and the photograph finds the others.";
    return this.desk.picture.isAsked ? `${super.hint} ${more}` : super.hint;
  }

  tap(spot) {
    const face = faceAround(this.plane, spot);
    const one = this.proposals.find((other) => other.face === face);
    if (one) {
      one.dropped = !one.dropped;
      this.shown();
    } else if (this.asksFor(face)) this.look(spot, face);
    else super.tap(spot);
  }

  /** A stroke is not an answer to what is proposed: that is dropped or taken first. */
  through(faces) {
    if (this.proposals.length) this.desk.say("First take the rings, or cancel them.");
    else super.through(faces);
  }

  /** Whether a tap asks the photograph: for the first symbol of a kind. */
  asksFor(face) {
    const isFirst = ![...this.plane.faces.values()].some(({ symbols }) => symbols.includes(this.chosen));
    return this.desk.picture.isAsked && face !== null && isFirst && this.chosen !== "stock"
      && !this.proposals.length;
  }

  async look(spot, face) {
    const { desk } = this;
    desk.say("Looking for symbols like this one…");
    try {
      const told = await desk.picture.ask("symbols", { spot });
      const size = RING * desk.picture.unit();
      const faces = new Map([[face, { face, at: spot, size, sure: true }]]);
      for (const { at, sure } of told) {
        const there = faceAround(this.plane, at);
        if (there === null || there === face || this.isTaken(at)) continue;
        faces.set(there, { face: there, at, size, dropped: !sure });
      }
      this.proposals = [...faces.values()];
      desk.say(`${faces.size} ${faces.size === 1 ? "symbol" : "symbols"} found.`);
    } catch (error) {
      desk.say(error.message, { refused: true });
    }
    this.shown();
  }

  isTaken([x, y]) {
    const near = RING * this.desk.picture.unit();
    return this.taken.some(({ at, symbol }) => (
      symbol !== this.chosen && Math.hypot(at[0] - x, at[1] - y) < near
    ));
  }

  take() {
    const kept = this.proposals.filter(({ dropped }) => !dropped);
    const gestures = kept.map(({ face }) => (
      { do: "symbol", at: inside(this.plane.faces.get(face).outline), symbol: this.chosen }
    ));
    if (gestures.length && !this.desk.do({ do: "all", gestures })) return;
    this.taken.push(...kept.map(({ at }) => ({ at, symbol: this.chosen })));
    this.proposals = [];
    this.shown();
  }

  restore() {
    const kept = this.desk.untaken.of("symbols");
    const there = kept.map((one) => ({ ...one, face: faceAround(this.plane, one.at) }));
    this.proposals = there.filter(({ face }) => face !== null);
    if (this.proposals.length) this.symbol = this.proposals[0].symbol;
  }

  unpropose() {
    this.proposals = [];
  }

  shown() {
    this.desk.untaken.note("symbols", this.proposals.map((one) => ({ ...one, symbol: this.chosen })));
    this.desk.proposed.draw({ rings: this.proposals });
    this.desk.renew();
  }

  cancel() {
    this.proposals = [];
    this.desk.untaken.note("symbols", []);
    super.cancel();
    this.desk.proposed.draw();
  }

  options() {
    if (!this.proposals.length) return super.options();
    const count = this.proposals.filter(({ dropped }) => !dropped).length;
    return [key(`Take all ${count}`, () => this.take(), { class: "main", id: "take-symbols" }),
      key("Cancel", () => { this.cancel(); this.desk.renew(); }), ...super.options()];
  }
}
