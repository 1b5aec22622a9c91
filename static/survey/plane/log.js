// The log of a survey: every gesture as it was made, with undo and redo without limit. The log is what is
// kept (`referee-survey/1`); the plane is what its gestures add up to. See rules/survey/log.py.
import { cut } from "./cuts.js";
import { checkPoints, Refused, same } from "./exact.js";
import * as marks from "./marks.js";
import * as moves from "./moves.js";
import { EMPTY, waysOf } from "./plane.js";
import * as shapes from "./shapes.js";

export const FORMAT = "referee-survey/1";
const MAX_GESTURES = 20_000;
const MAX_POINTS = 200;
/** One gesture lays all lines of a board on a grid, so it moves more corners than a hand draws points. */
const MAX_CORNERS = 4000;
const MAX_WORK = 20_000_000;
const MAX_TOGETHER = 2000;
const ALL = "all";
/** The work that each of many gestures adds for those after it: the board has more squares then. */
const GROWTH = 40;
const TOO_MUCH = "The gestures of this survey take too much work. Begin another one from its map.";
/** The gestures that change lines; the others only say what is there. */
const SHAPING = new Set(["outline", "cut", "merge", "remove", "move_corner", "move_corners", "move_side",
  "regularise"]);
/** The gestures that go through the names of the board; they may add one. */
const NAMING = new Set(["area", "no_area", "special"]);

const READERS = { point: readPoint, points: readPoints, corners: readCorners, edge: readEdge,
  text: readText, number: readNumber, gestures: readGestures,
  "number?": (value) => (value === null || value === undefined ? null : readNumber(value)) };

/** Each gesture with its fields and what it does. */
const GESTURES = new Map(Object.entries({
  outline: [{ points: "points" }, shapes.outline],
  cut: [{ points: "points" }, cut],
  merge: [{ edge: "edge" }, shapes.merge],
  remove: [{ at: "point" }, shapes.remove],
  move_corner: [{ at: "point", to: "point" }, moves.moveCorner],
  move_corners: [{ at: "corners", to: "corners" }, moves.moveCorners],
  move_side: [{ edge: "edge", by: "point" }, moves.moveSide],
  regularise: [{ within: "number" }, moves.regularise],
  side: [{ edge: "edge", kind: "text" }, marks.side],
  main_door: [{ edge: "edge", name: "text" }, marks.mainDoor],
  no_main_door: [{ name: "text" }, marks.noMainDoor],
  area: [{ id: "text", name: "text", kind: "text" }, marks.area],
  no_area: [{ id: "text" }, marks.noArea],
  fill: [{ at: "point", area: "text" }, marks.fill],
  paint: [{ at: "point", area: "text" }, marks.paint],
  symbol: [{ at: "point", symbol: "text" }, marks.symbol],
  first_number: [{ number: "number" }, marks.firstNumber],
  number: [{ at: "point", number: "number?" }, marks.correctNumber],
  rifles: [{ at: "point", count: "number" }, marks.rifles],
  special: [{ key: "text", value: "text" }, marks.special],
  error: [{ units: "number" }, marks.error],
  look: [{ from: "point", to: "point", sight: "text" }, marks.look],
  size: [{ width: "number?", height: "number?" }, marks.size],
  title: [{ name: "text" }, marks.title],
  [ALL]: [{ gestures: "gestures" }, applyAll],
}));

/** Return the plane after a gesture. Throws Refused, with a sentence, if it cannot be done. */
export function apply(plane, gesture) {
  const known = gesture && typeof gesture === "object" ? GESTURES.get(gesture.do) : undefined;
  if (!known) throw new Refused("This is not a gesture of a survey.");
  const [fields, make] = known;
  const values = Object.entries(fields).map(([name, kind]) => READERS[kind](gesture[name]));
  return make(plane, ...values);
}

/** Return the plane after many gestures that count as one: all of them, or none. */
function applyAll(plane, gestures) {
  return gestures.reduce((before, one) => {
    if (one?.do === ALL) throw new Refused("This is not a gesture of a survey.");
    return apply(before, one);
  }, plane);
}

/** All gestures made, and how many of them count: those after `done` were undone. */
export class Log {
  constructor(gestures = [], done = 0, planes = [EMPTY], spent = 0) {
    this.gestures = gestures;
    this.done = done;
    this.planes = planes;
    this.spent = spent;
  }

  /** The plane as it is now. */
  get plane() {
    return this.planes[this.done];
  }

  /** Return the log with one more gesture; undone gestures are dropped. */
  add(gesture) {
    if (this.done >= MAX_GESTURES) throw new Refused(`A survey has at most ${MAX_GESTURES} gestures.`);
    const spent = this.spent + work(this.plane, gesture);
    if (spent > MAX_WORK) throw new Refused(TOO_MUCH);
    const plane = apply(this.plane, gesture);
    const gestures = [...this.gestures.slice(0, this.done), gesture];
    return new Log(gestures, this.done + 1, [...this.planes.slice(0, this.done + 1), plane], spent);
  }

  /** Return the log with the last gesture undone; the same if there is none. */
  undo() {
    return new Log(this.gestures, Math.max(this.done - 1, 0), this.planes, this.spent);
  }

  /** Return the log with the last undone gesture redone; the same if there is none. */
  redo() {
    const done = Math.min(this.done + 1, this.gestures.length);
    return new Log(this.gestures, done, this.planes, this.spent);
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
  if (!Number.isInteger(done) || done < 0 || done > gestures.length || gestures.length > MAX_GESTURES) {
    throw new Refused("done says how many of the gestures count.");
  }
  const planes = [EMPTY];
  let spent = 0;
  for (const [i, gesture] of gestures.entries()) {
    spent += work(planes[i], gesture);
    if (spent > MAX_WORK) throw new Refused(TOO_MUCH);
    try {
      planes.push(apply(planes[i], gesture));
    } catch (refused) {
      throw refused instanceof Refused ? new Refused(`Gesture ${i + 1}: ${refused.message}`) : refused;
    }
  }
  return new Log(gestures, done, planes, spent);
}

/** Return about how many pairs of lines a gesture has to compare on a plane, before it is done. A gesture
 * that changes no line goes through all squares and names instead. */
function work(plane, gesture) {
  const listed = plane.faces.size + plane.areas.size + plane.special.size;
  if (gesture?.do !== ALL || !Array.isArray(gesture.gestures)) {
    return SHAPING.has(gesture?.do) ? workOfOne(plane) : listed + 1;
  }
  const together = gesture.gestures;
  const shaping = together.filter((one) => SHAPING.has(one?.do)).length;
  const naming = together.filter((one) => NAMING.has(one?.do)).length;
  const growing = GROWTH * shaping ** 2 + Math.floor(naming ** 2 / 2);
  return shaping * (shaping ? workOfOne(plane) : 0) + growing + together.length * (listed + 1) + 1;
}

function workOfOne(plane) {
  const ways = waysOf(plane.faces);
  let border = 0;
  for (const { back } of ways.values()) border += ways.has(back) ? 0 : 1;
  let corners = 0;
  for (const { outline } of plane.faces.values()) corners += outline.length ** 2;
  return corners + Math.floor(border ** 2 / 2) + 1;
}

function readPoint(value) {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isInteger)) {
    throw new Refused("A point is two whole numbers.");
  }
  checkPoints([value]);
  return value;
}

function readPoints(value) {
  if (!Array.isArray(value) || value.length > MAX_POINTS) {
    throw new Refused(`A gesture has at most ${MAX_POINTS} points.`);
  }
  return value.map(readPoint);
}

function readCorners(value) {
  if (!Array.isArray(value) || value.length > MAX_CORNERS) {
    throw new Refused(`A gesture moves at most ${MAX_CORNERS} corners.`);
  }
  return value.map(readPoint);
}

function readEdge(value) {
  const points = readPoints(value);
  if (points.length !== 2 || same(...points)) throw new Refused("An edge is two different points.");
  return points;
}

function readGestures(value) {
  if (!Array.isArray(value) || !value.length || value.length > MAX_TOGETHER) {
    throw new Refused(`From 1 to ${MAX_TOGETHER} gestures go together.`);
  }
  return value;
}

function readNumber(value) {
  if (!Number.isInteger(value)) throw new Refused("A number is missing.");
  return value;
}

function readText(value) {
  if (typeof value !== "string") throw new Refused("A name is missing.");
  return value;
}
