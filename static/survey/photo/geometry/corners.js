// Propose where the four corners of the board are: four lines along its outermost ink.
//
// The lines of a board hang together, and run in two directions. Those directions turn from one side of a
// photograph to the other, so that each side is looked at alone.
const CELLS = 700;
/** The picture is first made this many cells wide, or high. */
const INK = 0.22;
/** Cells with less ink are paper. */
const TABLE = 0.4;
/** Darker than this share of the lightest paper is the table, not paper. */
const OUTSIDE = 0.0015;
/** This much of the ink may lie outside a side: specks, and the ends of lines. */
const THIRD = 0.4;
const BINS = 1.4;
/** Cells in a bin of a projection. */

/** Return the corners in pixels, from north-west clockwise, or null if there is no board to see. */
export function cornersIn(map) {
  const size = Math.max(1, Math.floor(Math.max(map.width, map.height) / CELLS));
  const spots = largest(reduced(map, size));
  if (spots.length < 200) return null;
  const level = sharpest(spots, 0, 30, 1);
  const middle = (turn) => {
    const across = spots.map((p) => along(p, turn)).sort((a, b) => a - b);
    return (share) => across[Math.min(across.length - 1, Math.floor(share * across.length))];
  };
  const sides = [0, 1, 2, 3].map((side) => sideOf(spots, level, middle, side));
  const corners = [[3, 0], [0, 1], [1, 2], [2, 3]].map(([a, b]) => crossing(sides[a], sides[b]));
  if (corners.some((p) => !p)) return null;
  return corners.map(([x, y]) => [(x + 0.5) * size - 0.5, (y + 0.5) * size - 0.5]);
}

/** Return how far away a spot is in a direction, in degrees from the right. */
function along([x, y], turn) {
  const angle = (turn * Math.PI) / 180;
  return x * Math.cos(angle) + y * Math.sin(angle);
}

/**
 * Return the line of a side (0 top, 1 right, 2 bottom, 3 left): the angle of its normal, and its distance.
 */
function sideOf(spots, level, middle, side) {
  const outward = [270, 0, 90, 180][side] + level;
  const farther = middle(outward)(1 - THIRD);
  const near = spots.filter((p) => along(p, outward) >= farther);
  const turn = sharpest(near, outward, 10, 0.25);
  const far = spots.map((p) => along(p, turn)).sort((a, b) => b - a);
  return { turn, far: far[Math.floor(OUTSIDE * far.length)] };
}

/** Return the direction near another in which spots heap up most: across the lines that they lie on. */
function sharpest(spots, around, reach, step) {
  const thin = spots.filter((_, n) => n % Math.ceil(spots.length / 6_000) === 0);
  let best = { turn: around, peak: -1 };
  for (let turn = around - reach; turn <= around + reach; turn += step) {
    const heaps = new Map();
    for (const spot of thin) {
      const bin = Math.floor(along(spot, turn) / BINS);
      heaps.set(bin, (heaps.get(bin) ?? 0) + 1);
    }
    let peak = 0;
    for (const heap of heaps.values()) peak += heap * heap;
    if (peak > best.peak) best = { turn, peak };
  }
  return best.turn;
}

function crossing(one, other) {
  const [a, b] = [one, other].map(({ turn }) => (turn * Math.PI) / 180);
  const deep = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b);
  if (Math.abs(deep) < 0.1) return null;
  return [
    (one.far * Math.sin(b) - other.far * Math.sin(a)) / deep,
    (other.far * Math.cos(a) - one.far * Math.cos(b)) / deep,
  ];
}

/** Return where a smaller picture has ink, in the mean of each cell: noise has none. */
function reduced({ ink, paper, width, height }, size) {
  const light = paper.filter((_, n) => n % 97 === 0).sort();
  const least = TABLE * light[Math.floor(0.9 * light.length)];
  const [wide, high] = [Math.floor(width / size), Math.floor(height / size)];
  const sums = new Float32Array(wide * high);
  for (let y = 0; y < high * size; y += 1) {
    const row = Math.floor(y / size) * wide;
    for (let x = 0; x < wide * size; x += 1) {
      if (paper[y * width + x] > least) sums[row + Math.floor(x / size)] += ink[y * width + x];
    }
  }
  return { dark: sums.map((sum) => (sum > 255 * INK * size * size ? 1 : 0)), wide, high };
}

/** Return the cells of the largest piece of ink that hangs together. */
function largest({ dark, wide, high }) {
  const seen = new Uint8Array(wide * high);
  let best = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (!dark[start] || seen[start]) continue;
    const piece = [start];
    seen[start] = 1;
    for (let n = 0; n < piece.length; n += 1) {
      const [x, y] = [piece[n] % wide, Math.floor(piece[n] / wide)];
      for (let j = Math.max(0, y - 1); j <= Math.min(high - 1, y + 1); j += 1) {
        for (let i = Math.max(0, x - 1); i <= Math.min(wide - 1, x + 1); i += 1) {
          const next = j * wide + i;
          if (dark[next] && !seen[next]) { seen[next] = 1; piece.push(next); }
        }
      }
    }
    if (piece.length > best.length) best = piece;
  }
  return best.map((n) => [n % wide, Math.floor(n / wide)]);
}
