// The tools that say what is in a square: areas, numbers, symbols, and sight to try it out.
import { numbers } from "../plane/chart.js";
import { choice, field, key, list, made, number } from "../page/widgets.js";
import { faceAround, inside } from "../page/snap.js";
import { Tool } from "./tool.js";

const slug = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "a";
const KINDS = [["hall", "Hall"], ["store", "Store"]];

const PARTS = 10;

/** A tool whose stroke means every square that it goes through. */
class StrokeTool extends Tool {
  faces = new Set();

  last = null;

  drag(spot, from) {
    const last = this.last ?? from;
    for (let part = 0; part <= PARTS; part += 1) {
      const face = faceAround(this.plane, [0, 1].map((i) => last[i] + ((spot[i] - last[i]) * part) / PARTS));
      if (face !== null) this.faces.add(face);
    }
    this.last = spot;
    this.desk.board.show({ faces: [...this.faces] });
  }

  drop(spot, from) {
    this.drag(spot, from);
    const faces = [...this.faces];
    this.letGo();
    this.through(faces);
  }

  /** Do what the tool does to the squares that a stroke went through. */
  through() {}

  letGo() {
    this.faces = new Set();
    this.last = null;
    this.desk.board.show();
  }

  cancel() {
    this.letGo();
  }
}

export class Areas extends StrokeTool {
  picked = null;

  alone = false;

  /** The kind of the next area: the same as the last one, for most boards have many stores. */
  kind = "hall";

  /** The area that is being renamed or removed, `{id, name, kind}` as it is typed, or null. */
  changing = null;

  get hint() {
    if (this.isChanging) return "Correct the name, or remove the area: its squares are in no area then.";
    return "Choose or name an area, then tap a square: it takes all squares up to walls and doors. A "
      + "stroke adds just the squares it crosses.";
  }

  /** Whether an area is being renamed or removed. Another device may have removed it. */
  get isChanging() {
    return this.changing !== null && this.plane.areas.has(this.changing.id);
  }

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
    const isAdded = this.desk.do({ do: "area", id, name: name.trim(), kind });
    if (isAdded) this.picked = id;
    this.desk.renew();
    return isAdded;
  }

  /** Add the area named in its field, and empty the field for the next one. */
  addTyped(name, kind) {
    const { value } = name;
    name.value = "";
    if (!this.add(value, kind.value)) document.querySelector("#area-name").value = value;
  }

  /** The tool was chosen, and begins with its list. */
  shown() {
    this.changing = null;
  }

  /** Show the name of the chosen area, to be corrected. */
  change() {
    const [name, kind] = this.plane.areas.get(this.chosen);
    this.changing = { id: this.chosen, name, kind };
    this.desk.renew();
    document.querySelector("#its-name").select();
  }

  /** Go back to the list, and to the top of the panels: what was said covers no label there. */
  back() {
    this.changing = null;
    this.desk.renew();
    document.querySelector("#now").parentElement.scrollTop = 0;
    document.querySelector("#area, #area-name").focus();
  }

  rename() {
    const { id, name, kind } = this.changing;
    const [before, was] = this.plane.areas.get(id);
    const isSame = name.trim() === before && kind === was;
    if (isSame || this.desk.do({ do: "area", id, name: name.trim(), kind })) this.back();
  }

  /** Remove the area that is shown; its squares are in none then. */
  remove() {
    const { id } = this.changing;
    const [name] = this.plane.areas.get(id);
    const count = [...this.plane.faces.values()].filter(({ area }) => area === id).length;
    if (!this.desk.do({ do: "no_area", id })) return;
    const left = count === 1 ? "Its square is in no area now." : `Its ${count} squares are in no area now.`;
    this.desk.say(`${name} is removed.${count ? ` ${left}` : ""}`);
    this.back();
  }

  /** The keys for the area that is being renamed or removed. */
  changes() {
    const its = this.changing;
    const name = made("input", {
      type: "text", id: "its-name", maxlength: 40, autocomplete: "off", value: its.name,
    });
    name.addEventListener("input", () => { its.name = name.value; });
    name.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.rename();
    });
    const kind = list("its-kind", KINDS, its.kind, (value) => { its.kind = value; });
    return [field("Name of this area", name), field("It is a", kind),
      made("div", { class: "keys" }, key("Rename it", () => this.rename(), { class: "main" }),
        key("Remove it", () => this.remove()), key("Cancel", () => this.back()))];
  }

  options() {
    if (this.isChanging) return this.changes();
    const areas = [...this.plane.areas].map(([id, [name, kind]]) => [id, `${name} (${kind})`]);
    const name = made("input", { type: "text", id: "area-name", maxlength: 40, autocomplete: "off" });
    name.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.addTyped(name, kind);
    });
    const kind = list("area-kind", KINDS, this.kind, (value) => {
      this.kind = value;
    });
    const named = new Map(this.desk.wants.special.map((special) => [special.key, special.name]));
    return [
      ...(areas.length ? [
        field("Area", list("area", areas, this.chosen, (id) => {
          this.picked = id;
          this.desk.board.showArea(id);
        })),
        key("Rename or remove this area", () => this.change(), { id: "change-area" }),
        choice("A tap fills", "area-way", [["fill", "Up to walls"], ["paint", "One square"]],
          this.alone ? "paint" : "fill", (way) => { this.alone = way === "paint"; }),
        ...[...named].map(([special, word]) => field(`${word} is`, list(`special-${special}`,
          [["", "none yet"], ...areas], this.plane.special.get(special) ?? "",
          (value) => value && this.desk.do({ do: "special", key: special, value })))),
      ] : []),
      field("New area", name), field("It is a", kind),
      key("Add the area", () => this.addTyped(name, kind)),
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

  /** Use a number that was typed, or say that there is none: an empty field is not a 0. */
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
    const back = key("Undo the correction", () => this.correct(null));
    const fixed = this.plane.faces.get(this.face).number !== null;
    return [field("Number of this square", its), key("Correct it", correct, { class: "main" }),
      ...(fixed ? [back] : []), field("First number", first)];
  }
}

export class Symbols extends StrokeTool {
  get hint() {
    return "Choose a symbol, then tap the squares that have it, or draw a stroke through several. "
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

  /** A stroke puts the symbol on all squares that it goes through, or takes it off if they all have it. */
  through(faces) {
    if (this.chosen === "stock") {
      this.desk.say("Only one square has it: tap that one.");
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
