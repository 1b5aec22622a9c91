// How coloured the ink along a side is, held against the paper beside it: a door may be as dark as the walls
// and as thick, and brown.

/** Look at the paper this far from the line, in squares. */
const BESIDE = [0.15, 0.175, 0.2];
const PLACES = 12;
/** Places on the line, across it, in squares. */
const ON = [-0.06, -0.03, 0, 0.03, 0.06];
/** A line takes this many cells of a look, across it. */
export const CELLS = 5;

/**
 * Return a function of a place along a side, in squares from its middle: how much more red than green, and
 * how much more blue, its ink takes from the paper there. Both are from -1 to 1, and 0 of grey ink.
 *
 * `spot` gives the pixel of a place along and across the side; `half` is half of its length.
 */
export function tintOf(map, spot, half) {
  if (!map.rgba) return () => [0, 0];
  const papers = [-1, 1].map((way) => paperBeside(map, spot, half, way));
  return (t) => {
    const sum = [0, 0];
    for (const c of ON) {
      const colour = colourAt(map, ...spot(t, c));
      const paper = papers[c < 0 ? 0 : 1];
      const [red, green, blue] = paper.map((light, i) => Math.max(0, 1 - colour[i] / light));
      sum[0] += red - green;
      sum[1] += blue - green;
    }
    return sum.map((one) => one / ON.length);
  };
}

/** Return the colour of the paper on one side of a line: the middle of each channel. */
function paperBeside(map, spot, half, way) {
  const colours = [];
  for (let i = 0; i < PLACES; i += 1) {
    const t = half * ((2 * i + 1) / PLACES - 1);
    for (const c of BESIDE) colours.push(colourAt(map, ...spot(t, way * c)));
  }
  return [0, 1, 2].map((channel) => {
    const values = colours.map((colour) => colour[channel]).sort((a, b) => a - b);
    return Math.max(32, values[values.length >> 1]);
  });
}

/** Return the colour of a pixel; beside the picture it is that of the border. */
function colourAt({ rgba, width, height }, x, y) {
  const left = Math.min(width - 1, Math.max(0, Math.round(x)));
  const top = Math.min(height - 1, Math.max(0, Math.round(y)));
  const at = 4 * (top * width + left);
  return [rgba[at], rgba[at + 1], rgba[at + 2]];
}
