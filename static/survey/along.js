// A picture laid along lines that are drawn already: on another device, or after its corners are set again.
import { onInk } from "./fitting.js";
import { straightLines, Surveyor } from "./surveying.js";

const ENOUGH = 0.9;
/** If this many lines lie on ink, the picture is right with its corners alone. */
const MOST = 0.7;
/** With fewer lines on ink it is another picture, or its corners are wrong. */
const DONE = "The picture lies along the lines that are drawn.";
const OFF = "Are the lines off the ink? “Find the lines between the rows” lays the picture along them.";

/** Return the middle width or height of the squares, whichever is less. Rows alone are very wide. */
function middleSize(plane) {
  const sizes = [...plane.faces.values()].map(({ outline }) => {
    const [xs, ys] = [0, 1].map((i) => outline.map((p) => p[i]));
    return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  });
  return sizes.sort((a, b) => a - b)[sizes.length >> 1];
}

/**
 * Lay the picture, placed by its corners, along the lines, and return what to say about it. Return nothing if
 * its corners are set again, or another picture is there.
 */
export async function laidAlong(picture, plane) {
  const rows = straightLines(plane);
  if (!rows.length) return OFF;
  const unit = middleSize(plane);
  const surveyor = new Surveyor(picture, plane, picture.unit());
  const lines = [...rows, ...straightLines(plane, true)];
  const { photo, corners } = picture;
  const isAnother = () => !picture.isPlaced || picture.photo !== photo || picture.corners !== corners;
  const before = onInk(await picture.ask("fit", { lines, unit }));
  if (isAnother()) return "";
  if (before >= ENOUGH) {
    await picture.settled();
    return OFF;
  }
  await surveyor.unbendAlong([]);
  if (isAnother()) return "";
  const after = onInk(await picture.ask("fit", { lines, unit }));
  if (isAnother()) return "";
  if (after < MOST || after <= before) {
    await picture.place(corners);
    return OFF;
  }
  await picture.unfold();
  return DONE;
}
