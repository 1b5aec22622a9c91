// The straight view of a flat board: a 3 × 3 matrix, row by row, from spots of the plane to pixels.
/** Return the matrix that takes four spots to four others, or null if three of them are in line. */
export function between(from, to) {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i];
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]];
  });
  const answer = solved(rows);
  return answer && [...answer, 1];
}

/** Return the answers of as many equations as unknowns, by elimination, or null if there are none. */
function solved(rows) {
  const count = rows.length;
  for (let i = 0; i < count; i += 1) {
    let best = i;
    for (let j = i + 1; j < count; j += 1) if (Math.abs(rows[j][i]) > Math.abs(rows[best][i])) best = j;
    if (Math.abs(rows[best][i]) < 1e-12) return null;
    [rows[i], rows[best]] = [rows[best], rows[i]];
    for (let j = 0; j < count; j += 1) {
      if (j === i) continue;
      const times = rows[j][i] / rows[i][i];
      for (let k = i; k <= count; k += 1) rows[j][k] -= times * rows[i][k];
    }
  }
  return rows.map((row, i) => row[count] / row[i]);
}

/** Return the four corners of a box `[left, top, right, bottom]`, from north-west clockwise. */
export const cornersOf = ([left, top, right, bottom]) => [
  [left, top], [right, top], [right, bottom], [left, bottom],
];

/** Return where a matrix takes a spot. */
export function taken(m, [x, y]) {
  const deep = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / deep, (m[3] * x + m[4] * y + m[5]) / deep];
}

/** Return the matrix of the way back. */
export function inverse([a, b, c, d, e, f, g, h, i]) {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const whole = a * p + b * q + c * r;
  return [
    p, c * h - b * i, b * f - c * e, q, a * i - c * g, c * d - a * f, r, b * g - a * h, a * e - b * d,
  ].map((n) => n / whole);
}

/** Return the 16 numbers of CSS `matrix3d()` for a matrix between pixels; the origin must be `0 0`. */
export function matrix3d([a, b, c, d, e, f, g, h, i]) {
  return [a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].map((n) => n / i);
}
