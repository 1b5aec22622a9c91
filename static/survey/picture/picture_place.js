// Where the board is in a plane and on the screen, and how wide its squares are, as far as a plane says.
import { cornersOf, matrix3d, taken } from "../photo/geometry/homography.js";

const ROWS = 11;
/** A board with nothing drawn on it is taken to have this many rows. */
const ENOUGH = 40;

/** Return the box of a plane: `[left, top, right, bottom]`, or null for an empty one. */
export function boxOf(plane) {
  const points = [...plane.faces.values()].flatMap((face) => face.outline);
  if (!points.length) return null;
  const [xs, ys] = [0, 1].map((i) => points.map((p) => p[i]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Return the product of two matrices of three rows. */
export const times = (m, n) => [0, 3, 6].flatMap((row) => [0, 1, 2].map((column) => (
  m[row] * n[column] + m[row + 1] * n[column + 3] + m[row + 2] * n[column + 6]
)));

/** Return the width of a square: the middle one of a plane that has enough, otherwise a guess from a box. */
export function widthOf(plane, [, top, , bottom]) {
  const widths = [...plane.faces.values()].map(({ outline }) => {
    const xs = outline.map((p) => p[0]);
    return Math.max(...xs) - Math.min(...xs);
  }).sort((a, b) => a - b);
  return widths.length > ENOUGH ? widths[widths.length >> 1] : (bottom - top) / ROWS;
}

/**
 * The places where the board was, one after the other, each `{box, after, bending, error}`: the gesture with
 * this number moved its lines there. The first one has none.
 */
export class Places {
  /** The places left by gestures that were undone; the last one is the first to be done again. */
  undone = [];

  constructor(all = []) {
    this.all = all;
  }

  /** Where the board is now, undefined before it was placed. */
  get last() {
    return this.all.at(-1);
  }

  /** The last gesture of a log moved the lines of the board into a box. */
  lay(box, { done, gestures }) {
    this.all.push({ box, after: done - 1, gesture: gestures[done - 1] });
    this.undone = [];
  }

  /** Return whether the last gesture of a log, which only moved corners, put the board where it is. */
  isLaidBy({ done, gestures }) {
    return this.last?.after === done - 1 && gestures[done - 1]?.do === "move_corners";
  }

  /**
   * Go back to where the board was before, if the gesture that moved its lines was undone, and forth again if
   * it was redone. Return whether it has moved.
   */
  follow({ done, gestures }) {
    const before = this.last;
    while (this.all.length > 1 && this.last.after >= done) this.undone.push(this.all.pop());
    while (this.undone.length && this.undone.at(-1).after < done) {
      const again = this.undone.pop();
      if (gestures[again.after] === again.gesture) this.all.push(again);
    }
    return this.last !== before;
  }

  /** Return what is kept on the device. After a reload the place of a gesture is not found again by redo. */
  kept() {
    return this.all.map(({ gesture, ...place }) => place);
  }
}

// ---- The screen ------------------------------------------------------------------------------------

// The visible part of the picture, and its place in a view.

/** Return what there is to see of a picture, as a box of the plane, or null without one. */
export function extentOf(picture) {
  if (picture.state === "none") return null;
  const { width, height } = picture.size;
  const corners = picture.isPlaced ? cornersOf(picture.box) : cornersOf([0, 0, width, height]);
  const seen = picture.isPlaced ? corners : corners.map((pixel) => taken(picture.way, pixel));
  return [...seen[0], ...seen[2]];
}

/** Draw a picture where a view has it. */
export function drawPicture(picture, view) {
  const { stage, image, flat, shown } = picture;
  const isThere = picture.state !== "none";
  stage.classList.toggle("pictured", isThere);
  stage.classList.toggle("placing", picture.state === "corners");
  image.hidden = !isThere || Boolean(shown);
  flat.hidden = !shown;
  if (!isThere) return;
  const { x, y, width } = view.shown();
  const zoom = view.svg.getBoundingClientRect().width / width;
  const seen = [zoom, 0, -x * zoom, 0, zoom, -y * zoom, 0, 0, 1];
  if (shown) {
    const [left, top, right] = shown.box;
    const share = (right - left) / flat.width;
    const way = times(seen, [share, 0, left, 0, share, top, 0, 0, 1]);
    flat.style.transform = `matrix3d(${matrix3d(way)})`;
  } else {
    image.style.transform = `matrix3d(${matrix3d(times(seen, picture.way))})`;
  }
}
