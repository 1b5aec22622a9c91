// The bend of the paper: a smooth field of shifts over the plane, from measurements along lines.
//
// The field is defined on a grid of nodes, about one for each square. It goes through the measurements as
// well as being smooth allows, and gives little weight to what no smooth field can go through.
import { Equations } from "./equations.js";
import { between, cornersOf, inverse, taken } from "./homography.js";

const ROUNDS = 4;
const CORNERS = 3;
/** The weight of a corner, in measurements. */
const ROUGH = 0.08;
/** A measurement this many squares from the field counts half. */

/** The way from the plane to the photograph: the straight view, and the shifts of bent paper. */
export class Bend {
  /** `box` is the board's in the plane, `corners` its corners in pixels, `unit` the width of a square. */
  constructor(box, corners, unit, field = null) {
    Object.assign(this, { box, corners, unit, field });
    this.matrix = between(cornersOf(box), corners);
    this.back = inverse(this.matrix);
  }

  /** Return the pixel that shows a spot of the plane. */
  pixel([x, y]) {
    const [dx, dy] = this.shift(x, y);
    return taken(this.matrix, [x + dx, y + dy]);
  }

  /** Return the spot of the plane that a pixel shows. */
  spot(pixel) {
    const flat = taken(this.back, pixel);
    let [x, y] = flat;
    for (let i = 0; i < 4; i += 1) {
      const [dx, dy] = this.shift(x, y);
      [x, y] = [flat[0] - dx, flat[1] - dy];
    }
    return [x, y];
  }

  /** Return how far the paper is shifted at a spot, in units of the plane. */
  shift(x, y) {
    return this.field ? this.field.at(x, y) : [0, 0];
  }

  /** Return how many pixels one unit of the plane is at a spot. */
  scale([x, y]) {
    const [a, b, c] = [[x, y], [x + 1, y], [x, y + 1]].map((p) => taken(this.matrix, p));
    return Math.sqrt(Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])));
  }

  /**
   * Return the way with measurements: `{at, across, shift, sure}`, where the paper is shifted by `shift` in
   * the direction `across` (of length one), and `sure` says how much that counts.
   */
  bent(measured, stiff = 0.3) {
    return new Bend(this.box, this.corners, this.unit, fitted(this.box, this.unit, measured, stiff));
  }
}

/** The shifts on a grid; between the nodes they are mixed. */
class Field {
  constructor(box, unit) {
    const [left, top, right, bottom] = box;
    this.cell = Math.max(unit, (right - left) / 40, (bottom - top) / 40);
    [this.left, this.top] = [left - this.cell, top - this.cell];
    this.wide = Math.ceil((right - left) / this.cell) + 3;
    this.high = Math.ceil((bottom - top) / this.cell) + 3;
    this.values = new Float64Array(2 * this.wide * this.high);
  }

  /** Return the four nodes around a spot and their weights. */
  nodes(x, y) {
    const across = Math.min(Math.max((x - this.left) / this.cell, 0), this.wide - 1.001);
    const down = Math.min(Math.max((y - this.top) / this.cell, 0), this.high - 1.001);
    const [i, j] = [Math.floor(across), Math.floor(down)];
    const [fx, fy] = [across - i, down - j];
    const at = 2 * (j * this.wide + i);
    const row = 2 * this.wide;
    return [
      [at, (1 - fx) * (1 - fy)], [at + 2, fx * (1 - fy)],
      [at + row, (1 - fx) * fy], [at + row + 2, fx * fy],
    ];
  }

  at(x, y) {
    let [dx, dy] = [0, 0];
    for (const [node, weight] of this.nodes(x, y)) {
      dx += weight * this.values[node];
      dy += weight * this.values[node + 1];
    }
    return [dx, dy];
  }
}

function fitted(box, unit, measured, stiff) {
  const field = new Field(box, unit);
  const corners = cornersOf(box).flatMap((at) => [
    { at, across: [1, 0], shift: 0, sure: CORNERS }, { at, across: [0, 1], shift: 0, sure: CORNERS },
  ]);
  const rows = [...measured, ...corners].map(({ at, across, shift, sure }) => ({
    terms: field.nodes(...at).flatMap(([node, w]) => [[node, w * across[0]], [node + 1, w * across[1]]]),
    shift, sure, weight: sure,
  }));
  const smooth = new Equations(field.wide, field.values.length);
  for (const row of stiffness(field, stiff)) smooth.add(row);
  for (let round = 0; round < ROUNDS; round += 1) {
    const equations = smooth.copy();
    for (const row of rows) equations.add(row);
    equations.solve(field.values);
    for (const row of rows) {
      const here = row.terms.reduce((sum, [i, w]) => sum + w * field.values[i], 0);
      const off = (row.shift - here) / (ROUGH * unit);
      row.weight = row.sure / (1 + off * off);
    }
  }
  return field;
}

/** Give the equations that keep the field smooth: no second difference along, down or crosswise. */
function stiffness({ wide, high }, stiff) {
  const rows = [];
  const add = (i, j, steps) => {
    for (const part of [0, 1]) {
      const terms = steps.map(([dx, dy, w]) => [2 * ((j + dy) * wide + i + dx) + part, w]);
      rows.push({ terms, shift: 0, weight: stiff });
    }
  };
  for (let j = 0; j < high; j += 1) {
    for (let i = 0; i < wide; i += 1) {
      if (i + 2 < wide) add(i, j, [[0, 0, 1], [1, 0, -2], [2, 0, 1]]);
      if (j + 2 < high) add(i, j, [[0, 0, 1], [0, 1, -2], [0, 2, 1]]);
      if (i + 1 < wide && j + 1 < high) add(i, j, [[0, 0, 1], [1, 0, -1], [0, 1, -1], [1, 1, 1]]);
    }
  }
  return rows;
}
