// Least squares for shifts at the nodes of a grid, where each equation joins only nodes that are near. The
// equations are summed up as they come, so a solution takes no longer with more of them.
const STEPS = 120;
const NEAR = 2;
/** The greatest distance between nodes of one equation, along and down. */
const ROW = 2 * (2 * NEAR + 1);
/** The shifts of the nodes in one row around a node: two numbers each. */
const AROUND = (2 * NEAR + 1) * ROW;

/** Equations for the shifts of nodes in rows of `wide`: two numbers a node, along and down. */
export class Equations {
  constructor(wide, count, numbers = new Float64Array(count * AROUND), right = new Float64Array(count)) {
    Object.assign(this, { wide, count, numbers, right, edge: 2 * NEAR * (wide + 1) });
  }

  /** Add an equation: `terms` are pairs of the number of a shift and its factor; their sum is `shift`. */
  add({ terms, shift, weight }) {
    const { numbers, right } = this;
    for (let n = 0; n < terms.length; n += 1) {
      const [i, factor] = terms[n];
      const part = weight * factor;
      right[i] += part * shift;
      for (let m = 0; m < terms.length; m += 1) numbers[this.place(i, terms[m][0])] += part * terms[m][1];
    }
  }

  place(i, k) {
    const [node, other] = [i >> 1, k >> 1];
    const [here, there] = [Math.floor(node / this.wide), Math.floor(other / this.wide)];
    const along = (other - there * this.wide) - (node - here * this.wide);
    return i * AROUND + (there - here + NEAR) * ROW + 2 * (along + NEAR) + (k & 1);
  }

  copy() {
    return new Equations(this.wide, this.count, this.numbers.slice(), this.right.slice());
  }

  /** Write what the left sides are for `way`, which has an edge of zeros, into `out`. */
  press(way, out) {
    const { wide, count, numbers } = this;
    for (let i = 0; i < count; i += 1) {
      let [sum, at] = [0, i * AROUND];
      for (let down = 0; down <= 2 * NEAR; down += 1) {
        const from = (i & ~1) + 2 * down * wide;
        for (let k = from; k < from + ROW; k += 1, at += 1) sum += numbers[at] * way[k];
      }
      out[i] = sum;
    }
  }

  /** Bring `values` as near to a solution as can be, by conjugate gradients, from what they are. */
  solve(values) {
    const { count, edge } = this;
    const way = new Float64Array(count + 2 * edge);
    const here = way.subarray(edge, edge + count);
    const pulled = new Float64Array(count);
    here.set(values);
    this.press(way, pulled);
    const rest = this.right.map((n, i) => n - pulled[i]);
    here.set(rest);
    let size = dot(rest, rest);
    const enough = 1e-12 * size;
    for (let step = 0; step < STEPS && size > enough; step += 1) {
      this.press(way, pulled);
      const far = size / dot(here, pulled);
      for (let i = 0; i < count; i += 1) { values[i] += far * here[i]; rest[i] -= far * pulled[i]; }
      const next = dot(rest, rest);
      for (let i = 0; i < count; i += 1) here[i] = rest[i] + (next / size) * here[i];
      size = next;
    }
  }
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i] * b[i];
  return sum;
}
