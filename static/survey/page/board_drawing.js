// The board drawn from its plane: one SVG. Only what has changed is drawn again.
import { numbers } from "../plane/chart.js";
import { facePair, waysOf } from "../plane/plane.js";
import { inside } from "./snap.js";

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["paper", "faces", "lines", "signs", "marks", "hand", "fault"];
const LINES = ["open", "wall", "outer", "solid", "glass", "pane", "main"];
/** The size of a number: a part of its square, and of the smaller squares, so that most are alike. */
const PART = 0.26;
const PART_OF_SMALL = 0.36;
const NAME_PX = 22;

/** Return a new element of an SVG with attributes. */
export function drawn(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key_, value] of Object.entries(attributes)) element.setAttribute(key_, value);
  if (text) element.textContent = text;
  return element;
}

const pathOf = (segments) => segments.map(([a, b]) => `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`).join("");
const loopOf = (outline) => outline.map((p) => p.join(",")).join(" ");

/** The drawing of a board. `wants` is what the game wants of it: the signs of its symbols. */
export class Board {
  constructor(svg, wants) {
    this.svg = svg;
    this.signs = new Map(wants.symbols.map(({ id, sign }) => [id, sign]));
    const layer = (name) => [name, svg.appendChild(drawn("g", { class: name }))];
    this.layers = Object.fromEntries(LAYERS.map(layer));
    this.grid = this.layers.paper.appendChild(drawn("path", { class: "grid" }));
    const line = (name) => [name, this.layers.lines.appendChild(drawn("path", { class: `line ${name}` }))];
    this.lines = Object.fromEntries(LINES.map(line));
    this.faces = new Map();
    this.area = null;
    this.labels = new Map();
  }

  /** Draw a plane. */
  draw(plane) {
    this.plane = plane;
    this.drawFaces(plane);
    this.drawLines(plane);
    this.drawLabels(plane);
    this.drawDoors(plane);
  }

  drawFaces(plane) {
    const { faces } = this;
    for (const [number, shown] of faces) {
      if (plane.faces.has(number)) continue;
      shown.element.remove();
      faces.delete(number);
    }
    for (const [number, face] of plane.faces) {
      const shown = faces.get(number) ?? { element: this.layers.faces.appendChild(drawn("polygon")) };
      if (shown.outline !== face.outline) shown.element.setAttribute("points", loopOf(face.outline));
      const kind = this.kindOf(face, plane);
      if (shown.kind !== kind) shown.element.setAttribute("class", `face ${kind}`);
      shown.element.dataset.face = number;
      faces.set(number, { element: shown.element, outline: face.outline, kind });
    }
  }

  kindOf({ area }, plane) {
    if (area === null) return "bare";
    return `${plane.areas.get(area)[1]}${area === this.area ? " of-area" : ""}`;
  }

  /** Show which squares an area has; null shows none. */
  showArea(area) {
    if (area === this.area) return;
    this.area = area;
    if (this.plane) this.drawFaces(this.plane);
  }

  drawLines(plane) {
    const ways = waysOf(plane.faces);
    const found = { open: [], wall: [], outer: [], solid: [], glass: [] };
    const doors = new Set();
    for (const { ends, face, back } of ways.values()) {
      const other = ways.get(back)?.face;
      if (other === undefined) found.outer.push(ends);
      else if (face < other) {
        const kind = plane.sides.get(facePair(face, other)) ?? "open";
        if (kind === "open" || kind === "wall") found[kind].push(ends);
        else {
          found.wall.push(ends);
          // One door for a side, on its longest edge.
          const pair = facePair(face, other);
          if (!doors.has(pair)) found[kind === "solid_door" ? "solid" : "glass"].push(middleOf(ends));
          doors.add(pair);
        }
      }
    }
    for (const [name, ways_] of Object.entries(found)) this.lines[name].setAttribute("d", pathOf(ways_));
    this.lines.pane.setAttribute("d", pathOf(found.glass));
    this.lines.main.setAttribute("d", pathOf([...plane.doors.values()].map(middleOf)));
  }

  drawLabels(plane) {
    const named = numbers(plane);
    const { labels } = this;
    const rooms = [...plane.faces.values()].map(({ outline }) => roomIn(outline)).sort((a, b) => a - b);
    const most = (rooms[Math.floor(rooms.length / 4)] ?? 0) * PART_OF_SMALL;
    for (const [number, shown] of labels) {
      if (plane.faces.has(number)) continue;
      shown.element.remove();
      labels.delete(number);
    }
    for (const [number, face] of plane.faces) {
      const text = String(named.get(number)).padStart(3, "0");
      const lying = plane.rifles?.[0] === number ? [`×${plane.rifles[1]}`] : [];
      const signs = [...face.symbols.map((symbol) => this.signs.get(symbol) ?? "?"), ...lying].join(" ");
      const shown = labels.get(number);
      const same = shown && shown.outline === face.outline && shown.text === text && shown.signs === signs
        && shown.fixed === face.number && shown.most === most;
      if (same) continue;
      shown?.element.remove();
      const element = this.layers.signs.appendChild(labelOf(face, text, signs, most));
      labels.set(number, { element, outline: face.outline, text, signs, fixed: face.number, most });
    }
  }

  drawDoors(plane) {
    this.layers.marks.replaceChildren(...[...plane.doors].map(([name, [a, b]]) => {
      const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      const size = Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.3, 120);
      // Outside the wall: the board is to the left of a way that has the outside on its right.
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const out = [(b[1] - a[1]) / long, -(b[0] - a[0]) / long];
      const turned = Math.abs(out[0]) < 0.5 ? "" : (out[0] > 0 ? " on-right" : " on-left");
      const far = turned ? 0.75 : 0.9;
      const spot = { x: x + out[0] * size * far, y: y + out[1] * size * far };
      const at = { ...spot, "font-size": size, class: `doorname${turned}` };
      return drawn("text", at, name);
    }));
  }

  /** Show the place that a refusal is about, or with null none. */
  showFault(at) {
    const dot = at && drawn("path", { d: `M${at[0]} ${at[1]}h0`, class: "dot refused" });
    this.layers.fault.replaceChildren(...(dot ? [dot] : []));
  }

  /** Draw the grid of a view. */
  drawGrid(view) {
    const { x, y, width, height } = view.shown();
    const step = view.step() * 5;
    const segments = [];
    const [right, bottom] = [x + width, y + height];
    for (let at = Math.ceil(x / step) * step; at < right; at += step) segments.push([[at, y], [at, bottom]]);
    for (let at = Math.ceil(y / step) * step; at < bottom; at += step) segments.push([[x, at], [right, at]]);
    this.grid.setAttribute("d", pathOf(segments));
  }

  /** Show what the hand is doing: lines, dots and their names, faces, and whether it can be done. */
  show(given = {}) {
    const { stroke = [], closed = false, dots = [], faces = [], ways = [], refused = false } = given;
    const { names = [], unit = 1 } = given;
    const tone = refused ? " refused" : "";
    const shapes = faces.filter((n) => this.plane.faces.has(n)).map((n) => drawn("polygon", {
      points: loopOf(this.plane.faces.get(n).outline), class: `chosen${tone}`,
    }));
    if (ways.length) shapes.push(drawn("path", { d: pathOf(ways), class: `picked${tone}` }));
    if (stroke.length > 1) {
      const name = closed ? "polygon" : "polyline";
      shapes.push(drawn(name, { points: loopOf(stroke), class: `stroke${tone}` }));
    }
    for (const p of dots) shapes.push(drawn("path", { d: `M${p[0]} ${p[1]}h0`, class: `dot${tone}` }));
    names.forEach((name, i) => {
      const size = NAME_PX * unit;
      const [x, y] = dots[i];
      shapes.push(drawn("text", { x, y: y - size, "font-size": size, class: "mark-name" }, name));
    });
    this.layers.hand.replaceChildren(...shapes);
  }
}

const middleOf = ([a, b]) => [0.2, 0.8].map((at) => [0, 1].map((i) => a[i] + (b[i] - a[i]) * at));

function roomIn(outline) {
  const [xs, ys] = [0, 1].map((i) => outline.map((p) => p[i]));
  return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

function labelOf(face, text, signs, most) {
  const [x, y] = inside(face.outline);
  const group = drawn("g");
  const size = Math.min(roomIn(face.outline) * PART, most);
  const lower = signs ? -size * 0.5 : 0;
  const fixed = face.number === null ? "" : " fixed";
  group.append(drawn("text", { x, y: y + lower, "font-size": size, class: `square-number${fixed}` }, text));
  const below = { x, y: y + size * 0.6, "font-size": size * 0.9, class: "sign" };
  if (signs) group.append(drawn("text", below, signs));
  return group;
}
