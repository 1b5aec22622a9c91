// The worker of a photograph: it keeps the picture's ink and how the paper is bent, and answers one question
// after the other. `photo.js` asks it.
import { Bend } from "./geometry/bend.js";
import { cornersIn } from "./geometry/corners.js";
import { crosscuts, refined } from "./ink/crosscuts.js";
import { fitOf } from "./ink/fit.js";
import { flattened } from "./geometry/flatten.js";
import { between, cornersOf, inverse, matrix3d } from "./geometry/homography.js";
import { inkOf, windowFor } from "./ink/ink.js";
import { joined, joint } from "./geometry/halves.js";
import { MAX_PIXELS, pixelsOf } from "./picture.js";
import { errorOf, thinInk, unbent } from "./geometry/rows.js";
import { lookOf } from "./ink/side_looks.js";
import { kindsOf } from "./ink/sides.js";
import { snapped } from "./ink/snap.js";
import { straightened, symbolsLike } from "./ink/symbols.js";

const photo = { picture: null, reach: 0, map: null, bend: null, measured: [], thin: 0.3, straight: null };

/** Find the ink, with a window that reaches this many pixels. */
function look(reach) {
  const { data, width, height } = photo.picture;
  photo.map = inkOf(data, width, height, reach);
  photo.reach = reach;
}

/** Return a description of the open picture. */
async function opened(progress) {
  const { width, height, share, canvas } = photo.picture;
  const copy = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
  progress(0.7);
  look(windowFor(width, height));
  progress(0.9);
  return { width, height, share, corners: cornersIn(photo.map), copy };
}

const ANSWERS = {
  /** Open a file: its size in pixels, how much smaller that is, corners or null, and a smaller copy. */
  async open({ file, most }, progress) {
    photo.picture = await pixelsOf(file, most, (part) => progress(part / 2));
    return opened(progress);
  },

  /** Turn the picture by a quarter, clockwise: the answer is that of `open`. */
  async turn(_, progress) {
    const { width, height, share, canvas } = photo.picture;
    const turned = new OffscreenCanvas(height, width);
    const pen = turned.getContext("2d", { willReadFrequently: true });
    pen.translate(height, 0);
    pen.rotate(Math.PI / 2);
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, height, width);
    photo.picture = { data, width: height, height: width, share, canvas: turned };
    return opened(progress);
  },

  /**
   * Join a photograph of one half of the board, `file`, with the open one of the other half: the answer is
   * that of `open` for the picture made of both. Each of `halves` has its `corners` and its `spots`.
   */
  async join({ file, halves }, progress) {
    const pictures = [await pixelsOf(file), photo.picture];
    const sized = halves.map((half, n) => ({
      ...half, width: pictures[n].width, height: pictures[n].height,
    }));
    const found = joint(sized, MAX_PIXELS);
    const { data, width, height } = joined(pictures, found, (part) => progress(part / 2));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
    photo.picture = { data, width, height, share: 1, canvas };
    return { ...await opened(progress), corners: found.corners };
  },

  /** Lay the board straight: the numbers of `matrix3d()` that show the picture in the plane. */
  straighten({ box, corners, unit }) {
    const back = between(corners, cornersOf(box));
    if (!back || !inverse(back).every(Number.isFinite)) throw new Error("Three of the corners are in line.");
    photo.bend = new Bend(box, corners, unit);
    const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const { width, height } = photo.picture;
    const reach = windowFor(width, height, unit * photo.bend.scale(middle));
    if (reach !== photo.reach) look(reach);
    Object.assign(photo, { measured: [], straight: null });
    return matrix3d(back);
  },

  /** Draw a stroke, in pixels, to the ink under it. */
  snap({ stroke, reach }) {
    const { points, sure } = snapped(photo.map, stroke, reach);
    return { points, sure };
  },

  /** Unbend along rows (`{line, stroke}`): the error that is left, in units of the plane. */
  rows({ rows, reach }) {
    const flat = new Bend(photo.bend.box, photo.bend.corners, photo.bend.unit);
    const { bend, measured } = unbent(photo.map, flat, rows, reach);
    Object.assign(photo, { bend, measured, straight: null, thin: thinInk(photo.map, bend, rows) });
    return { error: errorOf(bend, measured) };
  },

  /** Propose cross cuts between rows, which are lines of the plane. */
  cuts: ({ rows }) => crosscuts(photo.map, photo.bend, rows, photo.thin).map((cut) => (
    { ...cut, ends: refined(photo.map, photo.bend, cut.ends) }
  )),

  /** Return how lines of the plane lie on the ink: `{shares, off}`. */
  fit: ({ lines, unit = photo.bend.unit }) => fitOf(photo.map, photo.bend, lines, { thin: photo.thin, unit }),

  /** Return the picture of a part of the plane as seen from above, with the paper unbent. */
  flat: ({ box }) => flattened(photo.picture, photo.bend, box),

  /** Return how far the paper is shifted at spots of the plane. */
  shifts: ({ spots }) => spots.map(([x, y]) => photo.bend.shift(x, y)),

  /** Propose the kind of each side. */
  sides: ({ sides, examples, names }, progress) => kindsOf(sides.map((segments, n) => {
    if (n % 50 === 0) progress((0.8 * n) / sides.length);
    return lookOf(photo.map, photo.bend, segments);
  }), new Map(examples), names),

  /** Propose all symbols like the one at a spot of the plane. */
  symbols({ spot }) {
    photo.straight ??= straightened(photo.map, photo.bend);
    return symbolsLike(photo.straight, spot);
  },

  /** Return the pixels of spots of the plane, and the spots of pixels. */
  pixels: ({ spots }) => spots.map((spot) => photo.bend.pixel(spot)),
  spots: ({ pixels }) => pixels.map((pixel) => photo.bend.spot(pixel)),
};

let last = Promise.resolve();

self.addEventListener("message", ({ data: { id, ask, given } }) => {
  last = last.then(async () => {
    try {
      const answer = await ANSWERS[ask](given, (progress) => self.postMessage({ id, progress }));
      self.postMessage({ id, answer });
    } catch (error) {
      self.postMessage({ id, error: error.message });
    }
  });
});
