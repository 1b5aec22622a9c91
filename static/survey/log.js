// The log of a survey: every gesture as it was made, undone and done again without limit. The log is what is
// kept (`referee-survey/1`); the plane is what its gestures add up to. See rules/survey/log.py.
import { cut } from "./cuts.js";
import { Refused, checkPoints, same } from "./exact.js";
import * as marks from "./marks.js";
import { EMPTY } from "./plane.js";
import * as shapes from "./shapes.js";

export const FORMAT = "referee-survey/1";
const MOST_GESTURES = 20_000;
const MOST_POINTS = 200;

const READERS = { point: readPoint, points: readPoints, edge: readEdge, text: readText, number: readNumber,
  "number?": (value) => (value === null || value === undefined ? null : readNumber(value)) };

/** Each gesture with its fields and what it does. */
const GESTURES = new Map(Object.entries({
  outline: [{ points: "points" }, shapes.outline],
  cut: [{ points: "points" }, cut],
  merge: [{ edge: "edge" }, shapes.merge],
  remove: [{ at: "point" }, shapes.remove],
  move_corner: [{ at: "point", to: "point" }, shapes.moveCorner],
  move_side: [{ edge: "edge", by: "point" }, shapes.moveSide],
  regularise: [{ within: "number" }, shapes.regularise],
  side: [{ edge: "edge", kind: "text" }, marks.side],
  main_door: [{ edge: "edge", name: "text" }, marks.mainDoor],
  no_main_door: [{ name: "text" }, marks.noMainDoor],
  area: [{ id: "text", name: "text", kind: "text" }, marks.area],
  fill: [{ at: "point", area: "text" }, marks.fill],
  paint: [{ at: "point", area: "text" }, marks.paint],
  symbol: [{ at: "point", symbol: "text" }, marks.symbol],
  first_number: [{ number: "number" }, marks.firstNumber],
  number: [{ at: "point", number: "number?" }, marks.correctNumber],
  rifles: [{ at: "point", count: "number" }, marks.rifles],
  special: [{ key: "text", value: "text" }, marks.special],
  title: [{ name: "text" }, marks.title],
}));

/** Return the plane after a gesture. Throws Refused, with a sentence, if it cannot be done. */
export function apply(plane, gesture) {
  const known = gesture && typeof gesture === "object" ? GESTURES.get(gesture.do) : undefined;
  if (!known) throw new Refused("This is no gesture of a survey.");
  const [fields, make] = known;
  const values = Object.entries(fields).map(([name, kind]) => READERS[kind](gesture[name]));
  return make(plane, ...values);
}

/** All gestures made, and how many of them count: those after `done` were undone. */
export class Log {
  constructor(gestures = [], done = 0, planes = [EMPTY]) {
    this.gestures = gestures;
    this.done = done;
    this.planes = planes;
  }

  /** The plane as it is now. */
  get plane() {
    return this.planes[this.done];
  }

  /** Return the log with one gesture more; those undone are given up. */
  add(gesture) {
    if (this.done >= MOST_GESTURES) throw new Refused(`A survey has at most ${MOST_GESTURES} gestures.`);
    const plane = apply(this.plane, gesture);
    const before = this.gestures.slice(0, this.done);
    return new Log([...before, gesture], this.done + 1, [...this.planes.slice(0, this.done + 1), plane]);
  }

  /** Return the log with the last gesture undone; the same if there is none. */
  undo() {
    return new Log(this.gestures, Math.max(this.done - 1, 0), this.planes);
  }

  /** Return the log with the last gesture undone done again; the same if there is none. */
  redo() {
    return new Log(this.gestures, Math.min(this.done + 1, this.gestures.length), this.planes);
  }

  toJSON() {
    return { format: FORMAT, done: this.done, gestures: this.gestures };
  }
}

/** Return the log of JSON data. Throws Refused, with the number of the gesture, for one that fails. */
export function replay(data) {
  const { gestures, done } = data;
  if (data.format !== FORMAT || !Array.isArray(gestures)) {
    throw new Refused(`A survey is an object with "format": "${FORMAT}" and a list of gestures.`);
  }
  if (!Number.isInteger(done) || done < 0 || done > gestures.length || gestures.length > MOST_GESTURES) {
    throw new Refused("done says how many of the gestures count.");
  }
  const planes = [EMPTY];
  for (const [i, gesture] of gestures.entries()) {
    try {
      planes.push(apply(planes[i], gesture));
    } catch (refused) {
      throw refused instanceof Refused ? new Refused(`Gesture ${i + 1}: ${refused.message}`) : refused;
    }
  }
  return new Log(gestures, done, planes);
}

function readPoint(value) {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isInteger)) {
    throw new Refused("A point is two whole numbers.");
  }
  checkPoints([value]);
  return value;
}

function readPoints(value) {
  if (!Array.isArray(value) || value.length > MOST_POINTS) {
    throw new Refused(`A gesture has at most ${MOST_POINTS} points.`);
  }
  return value.map(readPoint);
}

function readEdge(value) {
  const points = readPoints(value);
  if (points.length !== 2 || same(...points)) throw new Refused("An edge is two different points.");
  return points;
}

function readNumber(value) {
  if (!Number.isInteger(value)) throw new Refused("A number is missing.");
  return value;
}

function readText(value) {
  if (typeof value !== "string") throw new Refused("A name is missing.");
  return value;
}
