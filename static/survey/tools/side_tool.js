// The tool for what is between two squares: a thin line, a wall, a door.
import { isStraight, same, wayKey } from "../plane/exact.js";
import { choice, field, key, list } from "../page/widgets.js";
import { facePair, waysOf } from "../plane/plane.js";
import { edgeNear } from "../page/snap.js";
import { openAroundStores, sidesAcross, sidesAlong, sidesOf, staysNear } from "./strokes.js";
import { Tool } from "./tool.js";

const KINDS = [
  ["open", "open"], ["wall", "wall"], ["solid_door", "solid door"], ["glass_door", "glass door"],
];
const WORDS = new Map(KINDS);
const ALONG_PX = 9;
/** A stroke for doors follows lines this near to it. From farther off it goes through walls. */

/** Return how many straight pieces a side has, of its segments: two squares may meet in several places. */
function piecesOf(segments) {
  const goesOn = ([a, b]) => segments.some(([p, q]) => same(b, p) && isStraight(a, b, q));
  return segments.filter((segment) => !goesOn(segment)).length;
}

export class Sides extends Tool {
  kind = "next";

  /** The way of the finger that is drawing. */
  path = [];

  /** The walls and doors that a stroke may go through, and those that it went through. */
  known = new Map();

  through = new Map();

  get hint() {
    return "Tap a line between two squares: open, wall, solid door, glass door. A stroke makes all lines "
      + "along it alike. With a door chosen, a stroke through walls puts a door in each of them. "
      + "On the outer wall a tap puts a main door there, or takes it away.";
  }

  get isDoor() {
    return this.kind.endsWith("_door");
  }

  drag(spot, from) {
    if (!this.path.length) this.began(from);
    const crossed = sidesAcross(this.known, this.path.at(-1), spot);
    for (const { pair, ends } of crossed) this.through.set(pair, ends);
    this.path.push(spot);
    const stroke = this.isDoor ? this.path : [from, spot];
    this.desk.board.show({ stroke, ways: [...this.through.values()] });
  }

  began(from) {
    this.path = [from];
    const { sides } = this.plane;
    if (this.isDoor) this.known = new Map([...sidesOf(this.plane)].filter(([pair]) => sides.has(pair)));
  }

  drop(spot, from) {
    this.drag(spot, from);
    const sides = this.meant(spot, from);
    this.letGo();
    if (sides.length) this.make(sides, this.kindAfter(sides[0].pair));
    else this.tap(spot);
  }

  /** Return the sides that a stroke means: those along it, or for a door the walls that it went through. */
  meant(spot, from) {
    const { unit } = this.desk.view;
    if (!this.isDoor) return sidesAlong(this.plane, from, spot, unit);
    const along = staysNear(this.path, unit) ? sidesAlong(this.plane, from, spot, unit, ALONG_PX) : [];
    return along.length ? along : [...this.through].map(([pair, ends]) => ({ pair, ends }));
  }

  letGo() {
    this.path = [];
    this.known = new Map();
    this.through = new Map();
    this.desk.board.show();
  }

  cancel() {
    this.letGo();
  }

  /** Make sides alike, in one gesture. */
  make(sides, kind) {
    const other = sides.filter(({ pair }) => (this.plane.sides.get(pair) ?? "open") !== kind);
    const gestures = other.map(({ ends }) => ({ do: "side", edge: ends, kind }));
    if (!gestures.length || !this.desk.do({ do: "all", gestures })) return;
    const count = gestures.length;
    this.desk.say(`${count} ${count === 1 ? "line" : "lines"} set to ${WORDS.get(kind)}.`);
    this.desk.renew();
  }

  /** Return what a tap or a stroke turns a side into. */
  kindAfter(pair) {
    if (this.kind !== "next") return this.kind;
    const ids = KINDS.map(([id]) => id);
    return ids[(ids.indexOf(this.plane.sides.get(pair) ?? "open") + 1) % ids.length];
  }

  tap(spot) {
    const edge = edgeNear(this.plane, spot, this.desk.view.unit);
    if (!edge) this.desk.say("Tap a line.");
    else if (edge.faces.length < 2) this.outer(edge.ends);
    else this.between(edge);
  }

  between({ ends, faces }) {
    const pair = facePair(...faces);
    const kind = this.kindAfter(pair);
    if (kind === (this.plane.sides.get(pair) ?? "open")) return;
    if (!this.desk.do({ do: "side", edge: ends, kind })) return;
    const pieces = piecesOf(sidesOf(this.plane).get(pair));
    const whole = pieces > 1 ? `: all ${pieces} pieces, for these two squares share one side` : "";
    this.desk.say(`Set to ${WORDS.get(kind)}${whole}.`);
  }

  outer(ends) {
    const { plane, desk } = this;
    const way = waysOf(plane.faces).has(wayKey(...ends)) ? ends : [ends[1], ends[0]];
    const there = [...plane.doors].find(([, door]) => wayKey(...door) === wayKey(...way))?.[0];
    if (there !== undefined) {
      if (desk.do({ do: "no_main_door", name: there })) desk.say(`The ${there} main door is gone.`);
      return;
    }
    const name = this.name ?? desk.wants.main_doors.find((known) => !plane.doors.has(known));
    if (!name) desk.say("All main doors are placed. Tap one to take it away, or choose its name first.");
    else if (desk.do({ do: "main_door", edge: ends, name })) desk.say(`The ${name} main door is here now.`);
    this.name = null;
    desk.renew();
  }

  options() {
    const upper = (word) => word[0].toUpperCase() + word.slice(1);
    const ways = [["next", "The next one"], ...KINDS.map(([id, word]) => [id, upper(word)])];
    const open = openAroundStores(this.plane);
    const walls = key(`Walls around the stores (${open.length})`, () => this.make(open, "wall"), {
      id: "walls-around",
    });
    return [
      ...(open.length ? [walls] : []),
      choice("A tap makes it", "side-kind", ways, this.kind, (kind) => { this.kind = kind; }),
      ...this.mainDoors(),
    ];
  }

  /** Return the list of main doors: which one a tap places next, or moves if all have been placed. */
  mainDoors() {
    const known = this.desk.wants.main_doors;
    if (!known.length) return [];
    const next = known.find((name) => !this.plane.doors.has(name)) ?? "";
    const ways = [...(next ? [] : [["", "none"]]), ...known.map((name) => [name, name])];
    return [field(next ? "Next main door" : "Main door to move", list("main-door", ways, this.name ?? next,
      (name) => { this.name = name || null; }))];
  }
}
