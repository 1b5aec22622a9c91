// The tools that say what is there: sides, areas, numbers, symbols, and sight to try it out.
import { numbers } from "./chart.js";
import { facePair, waysOf } from "./plane.js";
import { choice, field, key, list, made, number } from "./parts.js";
import { wayKey } from "./exact.js";
import { edgeNear, faceAround, inside } from "./snap.js";
import { openAroundStores, sidesAlong } from "./strokes.js";
import { Through } from "./through.js";
import { Tool } from "./tool.js";

const KINDS = [
  ["open", "open"], ["wall", "wall"], ["solid_door", "solid door"], ["glass_door", "glass door"],
];
const WORDS = new Map(KINDS);

export class Sides extends Tool {
  kind = "next";

  get hint() {
    return "Tap a line between two squares: open, wall, solid door, glass door. A stroke makes all lines "
      + "along it alike. On the outer wall a tap puts a main door there, or takes it away.";
  }

  drag(spot, from) {
    this.desk.board.show({ stroke: [from, spot] });
  }

  drop(spot, from) {
    this.desk.board.show();
    const sides = sidesAlong(this.plane, from, spot, this.desk.view.unit);
    if (sides.length) this.make(sides, this.kindAfter(sides[0].pair));
    else this.tap(spot);
  }

  /** Make sides alike, in one gesture. */
  make(sides, kind) {
    const other = sides.filter(({ pair }) => (this.plane.sides.get(pair) ?? "open") !== kind);
    const gestures = other.map(({ ends }) => ({ do: "side", edge: ends, kind }));
    if (!gestures.length || !this.desk.do({ do: "all", gestures })) return;
    const count = gestures.length;
    this.desk.say(`${count} ${count === 1 ? "line" : "lines"} now: ${WORDS.get(kind)}.`);
    this.desk.renew();
  }

  /** Return what a tap or a stroke makes of a side. */
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
    if (this.desk.do({ do: "side", edge: ends, kind })) this.desk.say(`Now ${WORDS.get(kind)}.`);
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
    else if (desk.do({ do: "main_door", edge: ends, name })) desk.say(`Main door ${name}.`);
    this.name = null;
    desk.renew();
  }

  options() {
    const upper = (word) => word[0].toUpperCase() + word.slice(1);
    const ways = [["next", "The next one"], ...KINDS.map(([id, word]) => [id, upper(word)])];
    const doors = this.desk.wants.main_doors.map((name) => [name, name]);
    const next = doors.find(([name]) => !this.plane.doors.has(name))?.[0] ?? doors[0]?.[0];
    const open = openAroundStores(this.plane);
    const walls = key(`Walls around the stores (${open.length})`, () => this.make(open, "wall"), {
      id: "walls-around",
    });
    return [
      ...(open.length ? [walls] : []),
      choice("A tap makes it", "side-kind", ways, this.kind, (kind) => { this.kind = kind; }),
      ...(doors.length ? [field("Next main door", list("main-door", doors, this.name ?? next, (name) => {
        this.name = name;
      }))] : []),
    ];
  }
}

const slug = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "a";

export class Areas extends Through {
  picked = null;

  alone = false;

  hint = "Choose or name an area, then tap a square: all squares up to walls and doors are part of it. A "
    + "stroke puts just the squares that it goes through in the area.";

  get chosenArea() {
    return this.chosen;
  }

  get chosen() {
    return this.plane.areas.has(this.picked) ? this.picked : [...this.plane.areas.keys()][0] ?? null;
  }

  tap(spot) {
    if (this.chosen === null) this.desk.say("Name an area first.");
    else this.desk.do({ do: this.alone ? "paint" : "fill", at: spot.map(Math.round), area: this.chosen });
  }

  through(faces) {
    const { chosen } = this;
    const gestures = faces.map((face) => (
      { do: "paint", at: inside(this.plane.faces.get(face).outline), area: chosen }
    ));
    if (chosen === null) this.desk.say("Name an area first.");
    else if (gestures.length) this.desk.do({ do: "all", gestures });
  }

  add(name, kind) {
    let id = slug(name).slice(0, 30);
    for (let n = 2; this.plane.areas.has(id); n += 1) id = `${slug(name).slice(0, 30)}-${n}`;
    if (this.desk.do({ do: "area", id, name: name.trim(), kind })) this.picked = id;
    this.desk.renew();
  }

  options() {
    const areas = [...this.plane.areas].map(([id, [name, kind]]) => [id, `${name} (${kind})`]);
    const name = made("input", { type: "text", id: "area-name", maxlength: 40, autocomplete: "off" });
    const kind = list("area-kind", [["hall", "Hall"], ["store", "Store"]], "hall", () => {});
    const named = new Map(this.desk.wants.special.map((special) => [special.key, special.name]));
    return [
      ...(areas.length ? [
        field("Area", list("area", areas, this.chosen, (id) => {
          this.picked = id;
          this.desk.board.showArea(id);
        })),
        choice("A tap fills", "area-way", [["fill", "Up to walls"], ["paint", "One square"]],
          this.alone ? "paint" : "fill", (way) => { this.alone = way === "paint"; }),
        ...[...named].map(([special, word]) => field(`${word} is`, list(`special-${special}`,
          [["", "none yet"], ...areas], this.plane.special.get(special) ?? "",
          (value) => value && this.desk.do({ do: "special", key: special, value })))),
      ] : []),
      field("New area", name), field("It is a", kind),
      key("Add the area", () => this.add(name.value, kind.value)),
    ];
  }
}

export class Numbers extends Tool {
  face = null;

  hint = "Squares are numbered row by row. Tap one to correct its number; those after it go on from there.";

  tap(spot) {
    this.face = faceAround(this.plane, spot);
    if (this.face === null) this.desk.say("Tap inside a square.");
    this.desk.board.show({ faces: this.face === null ? [] : [this.face] });
    this.desk.renew();
    if (this.face !== null) document.querySelector("#its-number")?.select();
  }

  /** Do something with a number that was typed, or say that there is none: an empty field is no 0. */
  typed({ value }, act) {
    if (/^\d{1,3}$/.test(value)) act(Number(value));
    else this.desk.say("Type a whole number from 0 to 999.", { refused: true });
  }

  correct(value) {
    const at = inside(this.plane.faces.get(this.face).outline);
    if (this.desk.do({ do: "number", at, number: value })) this.cancel();
  }

  cancel() {
    this.face = null;
    super.cancel();
    this.desk.renew();
  }

  options() {
    const first = number("first-number", this.plane.firstNumber, [0, 999]);
    const begin = () => this.typed(first, (value) => this.desk.do({ do: "first_number", number: value }));
    first.addEventListener("change", begin);
    if (this.face === null || !this.plane.faces.has(this.face)) return [field("First number", first)];
    const its = number("its-number", numbers(this.plane).get(this.face), [0, 999]);
    const correct = () => this.typed(its, (value) => this.correct(value));
    its.addEventListener("keydown", (event) => event.key === "Enter" && correct());
    const back = key("Take the correction back", () => this.correct(null));
    const fixed = this.plane.faces.get(this.face).number !== null;
    return [field("Number of this square", its), key("Correct it", correct, { class: "main" }),
      ...(fixed ? [back] : []), field("First number", first)];
  }
}

export class Symbols extends Through {
  get hint() {
    return "Choose a symbol, then tap the squares that bear it, or draw a stroke through several. "
      + "A second tap takes it away.";
  }

  get chosen() {
    return this.symbol ?? this.desk.wants.symbols[0]?.id ?? "stock";
  }

  tap(spot) {
    const at = spot.map(Math.round);
    const { stock } = this.desk.wants;
    if (this.chosen === "stock") this.desk.do({ do: "rifles", at, count: stock.count });
    else this.desk.do({ do: "symbol", at, symbol: this.chosen });
    this.desk.renew();
  }

  /** A stroke puts the symbol on all squares that it goes through, or takes it from all that bear it. */
  through(faces) {
    if (this.chosen === "stock") {
      this.desk.say("Only one square bears it: tap that one.");
      return;
    }
    const known = faces.map((face) => this.plane.faces.get(face));
    const without = known.filter(({ symbols }) => !symbols.includes(this.chosen));
    const gestures = (without.length ? without : known).map(({ outline }) => (
      { do: "symbol", at: inside(outline), symbol: this.chosen }
    ));
    if (gestures.length && this.desk.do({ do: "all", gestures })) this.desk.renew();
  }

  options() {
    const { symbols, stock } = this.desk.wants;
    const faces = [...this.plane.faces.values()];
    const ways = symbols.map(({ id, name, sign }) => {
      const count = faces.filter((face) => face.symbols.includes(id)).length;
      return [id, `${sign}: ${name} (${count})`];
    });
    if (stock) ways.push(["stock", `×${stock.count}: ${stock.name}`]);
    return [choice("Symbol", "symbol", ways, this.chosen, (id) => { this.symbol = id; })];
  }
}

export class Sight extends Tool {
  ends = [];

  shut = false;

  hint = "Tap two squares: the referee says whether they see each other, as it will in play.";

  tap(spot) {
    const face = faceAround(this.plane, spot);
    if (face === null) {
      this.desk.say("Tap inside a square.");
      return;
    }
    this.ends = this.ends.length === 1 ? [...this.ends, face] : [face];
    this.desk.board.show({ faces: this.ends });
    if (this.ends.length === 2) this.look();
    else this.desk.say("Now tap the other square.");
  }

  async look() {
    const [start, end] = this.ends;
    const told = await this.desk.sight(start, end, this.shut);
    if (!told || this.ends[0] !== start || this.ends[1] !== end) return;
    const spots = this.ends.map((n) => this.plane.faces.get(n)?.outline).filter(Boolean).map(boxMiddle);
    this.desk.board.show({ faces: this.ends, stroke: spots, refused: told.sight === false });
    this.desk.say(told.reason ?? told.detail);
  }

  cancel() {
    this.ends = [];
    super.cancel();
  }

  options() {
    const ways = [["open", "Open"], ["closed", "Closed"]];
    return [choice("Doors", "sight-doors", ways, this.shut ? "closed" : "open", (way) => {
      this.shut = way === "closed";
      if (this.ends.length === 2) this.look();
    })];
  }
}

function boxMiddle(outline) {
  return [0, 1].map((i) => {
    const all = outline.map((p) => p[i]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
}
