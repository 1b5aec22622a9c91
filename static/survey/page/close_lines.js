// The sight lines that are too close to call: found step by step, worst corner first, each drawn on the map.
// The owner looks along the board with a sheet of paper and says whether the line is clear.
import { made, TapGuard } from "./widgets.js";
import { numbers } from "../plane/chart.js";
import { CloseSearch, saved } from "./close_line_search.js";
import { same } from "../plane/exact.js";
import { facePair } from "../plane/plane.js";
import { inside } from "./snap.js";
import { inMillimetres } from "./board_size.js";

const PART_OF_A_SQUARE = 40;
const PAUSE_MS = 500;
const MOVED = "That corner has just moved. Answer again.";
const padded = (number) => String(number).padStart(3, "0");
const lines = (count) => `${count} ${count === 1 ? "line" : "lines"}`;
const find = (id) => document.querySelector(`#close-${id}`);

/** Return how small a shift changes a line. */
function hangsOn({ margin }) {
  if (!margin) return "It just touches the corner.";
  return `It changes once the corner is off by ${margin} ${margin === 1 ? "unit" : "units"}.`;
}

/** Return what the lines depend on: where the lines of the board run, and how far they may be off. */
const shapeOf = ({ faces, sides, error }) => JSON.stringify([
  [...faces].map(([n, { outline }]) => [n, outline]), [...sides], error,
]);

/** The panel. `desk` is the page. */
export class Close {
  groups = [];

  at = null;

  /** The shape of the board for which the lines were found, or null before. */
  shape = null;

  calm = new TapGuard(() => this.show());

  constructor(desk) {
    this.desk = desk;
    const keys = { find: find("find"), cancel: find("cancel"), progress: find("progress") };
    this.search = new CloseSearch(desk.sync, keys);
    find("find").addEventListener("click", () => this.find());
    find("error").addEventListener("change", ({ target }) => this.setError(Math.trunc(target.value)));
    for (const seen of ["clear", "blocked"]) {
      find(seen).addEventListener("click", ({ timeStamp }) => {
        if (!this.isAnswering && !this.calm.has(timeStamp)) this.answer(seen);
      });
    }
    find("forget").addEventListener("click", () => this.answer("unknown"));
    find("next").addEventListener("click", () => this.next());
  }

  /** Show what has changed on the board. */
  changed() {
    const field = find("error");
    if (document.activeElement !== field) field.value = this.error();
    find("measured").textContent = this.measured();
    this.show();
    clearTimeout(this.timer);
    const isOld = this.shape !== null && this.shape !== shapeOf(this.desk.plane);
    if (isOld) this.timer = setTimeout(() => this.renew(), PAUSE_MS);
  }

  /** Return how far a corner may be off: as said, as measured in the picture, or a small part of a square. */
  error() {
    const { plane, picture } = this.desk;
    if (plane.error) return plane.error;
    if (picture?.error) return Math.max(1, Math.ceil(picture.error));
    const sizes = [...plane.faces.values()].map(({ outline }) => {
      const [xs, ys] = [0, 1].map((i) => outline.map((p) => p[i]));
      return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    }).sort((a, b) => a - b);
    return Math.max(1, Math.round((sizes[Math.floor(sizes.length / 2)] ?? 0) / PART_OF_A_SQUARE));
  }

  /** Return where the error comes from, in words. */
  measured() {
    const { plane, picture: { error } } = this.desk;
    const kept = "Saved with the drawing, as it was typed or when the lines were found.";
    if (!error) {
      return plane.error ? kept
        : "A guess: a small part of a square. A picture laid along the lines measures it.";
    }
    const units = Math.max(1, Math.ceil(error));
    const many = `${units} ${units === 1 ? "unit" : "units"}${inMillimetres(plane, units)}`;
    const measured = `Measured in the picture: the lines are within ${many} of the ink where they lie on it.`;
    return plane.error && plane.error !== units ? `${kept} ${measured}` : measured;
  }

  setError(units) {
    if (units !== this.desk.plane.error) this.desk.do({ do: "error", units });
  }

  /** Find them all, some squares at a time. */
  async find() {
    this.setError(Math.trunc(find("error").value) || this.error());
    const shape = shapeOf(this.desk.plane);
    const { calls, sentence } = await this.search.ask();
    if (sentence) {
      this.desk.say(sentence, { refused: true });
      return;
    }
    if (!calls) return;
    this.shape = shape;
    this.take(calls);
    this.next();
    const told = calls.length ? `${lines(calls.length)} at ${this.groups.length} ${
      this.groups.length === 1 ? "corner" : "corners"}.` : "No line is too close to call.";
    this.desk.say(told);
    find("now").scrollIntoView({ block: "nearest" });
  }

  /** Find them again after the board has changed; a line that somebody is checking stays chosen. */
  async renew() {
    if (this.search.isOn) return;
    const shape = shapeOf(this.desk.plane);
    const { calls, sentence } = await this.search.ask();
    if (shape !== shapeOf(this.desk.plane)) {
      this.changed();
      return;
    }
    // Without the network, or while no board can be built, the list stays until the next change.
    if (!calls) return;
    this.shape = shape;
    const before = this.at?.call.between.join();
    this.take([...calls, ...this.past(calls)]);
    const all = this.groups.flatMap((group) => group.calls.map((call) => ({ group, call })));
    this.at = all.find(({ call }) => call.between.join() === before) ?? null;
    this.show();
  }

  /** Return the lines that were looked along and are no longer too close: a look can still be taken back. */
  past(calls) {
    const still = new Set(calls.map(({ between }) => between.join()));
    return this.groups.flatMap(({ corner, calls: before }) => before
      .filter((call) => this.seen(call) !== undefined && !still.has(call.between.join()))
      .map((call) => ({ ...call, corner, isPast: true })));
  }

  /** Take the calls, in groups by the corner that decides, worst first. */
  take(calls) {
    const named = new Map([...numbers(this.desk.plane)].map(([face, number]) => [padded(number), face]));
    const groups = new Map();
    for (const { between, clear, corner, margin, isPast = false } of calls) {
      const group = groups.get(String(corner)) ?? { corner, calls: [] };
      group.calls.push({ faces: between.map((name) => named.get(name)), between, clear, margin, isPast });
      groups.set(String(corner), group);
    }
    const worst = (one, other) => one.margin - other.margin;
    this.groups = [...groups.values()];
    for (const group of this.groups) group.calls.sort(worst);
    this.groups.sort((one, other) => worst(one.calls[0], other.calls[0]));
    this.at = null;
  }

  seen(call) {
    return this.desk.plane.looks.get(facePair(...call.faces));
  }

  /** Go to the next line that has not been checked. */
  next() {
    const all = this.groups.flatMap((group) => group.calls.map((call) => ({ group, call })));
    const from = all.findIndex(({ call }) => call === this.at?.call) + 1;
    const onward = [...all.slice(from), ...all.slice(0, from)];
    this.go(onward.find(({ call }) => this.seen(call) === undefined) ?? null);
  }

  /** Go to a line, and draw it. */
  go(place) {
    this.at = place;
    if (place) {
      const { group, call } = place;
      const stroke = call.faces.map((face) => this.middle(face)).filter(Boolean);
      this.desk.go(group.corner);
      this.desk.view.frame(stroke);
      this.desk.board.show({ faces: call.faces, stroke, dots: [group.corner], refused: !call.clear });
    }
    this.show();
  }

  middle(face) {
    const outline = this.desk.plane.faces.get(face)?.outline;
    if (!outline) return null;
    return [0, 1].map((i) => {
      const all = outline.map((p) => p[i]);
      return (Math.min(...all) + Math.max(...all)) / 2;
    });
  }

  /** Answer once, however often and late a key is tapped. */
  async answer(sight) {
    const before = this.at;
    this.isAnswering = true;
    this.show();
    try {
      await this.keep(sight);
    } finally {
      this.isAnswering = false;
      if (this.at !== before) this.calm.begin();
      this.show();
    }
  }

  /** Keep what the owner saw. If the drawing says otherwise, move the corner if possible. */
  async keep(sight) {
    const { call } = this.at;
    const { desk } = this;
    const outlines = call.faces.map((face) => desk.plane.faces.get(face)?.outline);
    if (outlines.some((outline) => !outline)) {
      desk.say("These squares are no longer there. Find the lines again.", { refused: true });
      return;
    }
    const [from, to] = outlines.map(inside).map((spot) => spot.map(Math.round));
    const look = { do: "look", from, to, sight };
    const agrees = sight === "unknown" || (sight === "clear") === call.clear;
    const moved = agrees ? null : await this.agreeing(sight);
    if (!desk.do(moved ? { do: "all", gestures: [look, moved] } : look)) {
      if (moved) desk.say(MOVED, { refused: true });
      return;
    }
    if (moved) call.clear = !call.clear;
    if (sight !== "unknown") this.next();
    if (moved) desk.say("Kept. A corner moved a little, and the drawing agrees now.");
    else if (sight !== "unknown") {
      desk.say(agrees ? "Kept. It counts in play."
        : "Kept. It counts in play, though the drawing says otherwise: no corner moved.");
    }
  }

  async agreeing(sight) {
    const [from, to] = this.at.call.between;
    await saved(this.desk.sync);
    try {
      const asked = new URLSearchParams({ from, to, sight });
      return (await (await fetch(`${this.desk.sync.url}/agreeing?${asked}`)).json()).gesture ?? null;
    } catch {
      return null;
    }
  }

  /** Show the current line and the list. */
  show() {
    const all = this.groups.flatMap((group) => group.calls);
    find("count").textContent = this.counted(all);
    find("now").hidden = !this.at;
    if (this.at) {
      const { between, clear } = this.at.call;
      const seen = this.seen(this.at.call);
      const drawn = `${between.join(" to ")}: drawn ${clear ? "clear" : "blocked"}.`;
      const past = `${between.join(" to ")}: the lines have moved, and it is no longer too close to call.`;
      const told = this.at.call.isPast ? past : `${drawn} ${hangsOn(this.at.call)}`;
      find("line").textContent = `${told}${this.place(this.at)}`;
      const isCalm = this.isAnswering || this.calm.has();
      for (const [name, isSeen] of [["clear", seen === true], ["blocked", seen === false]]) {
        find(name).setAttribute("aria-pressed", isSeen);
        find(name).setAttribute("aria-disabled", isCalm);
      }
      find("forget").hidden = seen === undefined;
    }
    find("list").hidden = !all.length;
    find("list").replaceChildren(...this.groups.map((group) => this.row(group)));
  }

  /** Return how many of the lines the owner has looked along. */
  counted(all) {
    const done = all.filter((call) => this.seen(call) !== undefined).length;
    if (all.length) return `${done} of ${all.length}`;
    // Nothing has been found since the page was opened, but what was seen before is in the drawing.
    const { size } = this.desk.plane.looks;
    return size ? `${size} seen` : "";
  }

  /** Return which of the lines of its corner one is, where that has several. */
  place({ group: { calls }, call }) {
    return calls.length > 1 ? ` Line ${calls.indexOf(call) + 1} of ${calls.length} at this corner.` : "";
  }

  row(group) {
    const { calls } = group;
    const left = calls.filter((call) => this.seen(call) === undefined);
    const told = left.length ? `${lines(left.length)} left` : "done";
    return made("li", {}, made("button", {
      type: "button", onclick: () => this.go({ group, call: this.nextOf(group) }),
    }, `${this.nameOf(group)}: ${told}`));
  }

  /**
   * Return the line that a tap on a corner selects: one that has not been checked, or the one after the
   * current line if that is at this corner already.
   */
  nextOf({ calls }) {
    const at = calls.indexOf(this.at?.call);
    if (at >= 0) return calls[(at + 1) % calls.length];
    return calls.find((call) => this.seen(call) === undefined) ?? calls[0];
  }

  /** Return the name of what decides: the squares around a corner, or the square of a middle. */
  nameOf({ corner, calls }) {
    const { plane } = this.desk;
    const named = numbers(plane);
    const around = [...plane.faces].filter(([, { outline }]) => outline.some((p) => same(p, corner)));
    if (!around.length) return `Near ${calls[0].between[0]}`;
    return `Corner of ${around.map(([face]) => padded(named.get(face))).sort().join(", ")}`;
  }
}
