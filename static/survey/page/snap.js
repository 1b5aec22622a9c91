// Snap a finger to the corner or the line near it, otherwise to the grid.
import { edgeKey, edges, key, onSegment, place } from "../plane/exact.js";

const CORNER_PX = 14;
const LINE_PX = 11;
/** A stroke this near to upright or level becomes so: its smaller part against its larger. */
const LEANING = 0.09;
/** A number stays in the middle of a box with this share of the room, squared, that a rectangle has. */
const ROOMY = 0.3;

const squared = (p, q) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;

/** Return every corner of a plane once. */
export function corners(plane) {
  const known = new Map();
  for (const { outline } of plane.faces.values()) for (const p of outline) known.set(key(p), p);
  return [...known.values()];
}

/** Return every edge of a plane once, with the faces beside it. */
export function allEdges(plane) {
  const known = new Map();
  for (const [number, { outline }] of plane.faces) {
    for (const [a, b] of edges(outline)) {
      const name = edgeKey(a, b);
      if (known.has(name)) known.get(name).faces.push(number);
      else known.set(name, { ends: [a, b], faces: [number] });
    }
  }
  return [...known.values()];
}

/** Return the corner nearest to a spot within some pixels, or null. */
export function cornerNear(plane, spot, unit, pixels = CORNER_PX) {
  const reach = (pixels * unit) ** 2;
  let best = null;
  for (const p of corners(plane)) {
    const far = squared(p, spot);
    if (far <= reach && (!best || far < best.far)) best = { p, far };
  }
  return best?.p ?? null;
}

/** Return the edge nearest to a spot within some pixels, with its faces, or null. */
export function edgeNear(plane, spot, unit, pixels = 2 * LINE_PX) {
  const reach = (pixels * unit) ** 2;
  let best = null;
  for (const edge of allEdges(plane)) {
    const far = squared(onLine(edge.ends, spot), spot);
    if (far <= reach && (!best || far < best.far)) best = { edge, far };
  }
  return best?.edge ?? null;
}

/** Return the spot of an edge that is nearest to a spot, not rounded. */
export function onLine([a, b], spot) {
  const way = [b[0] - a[0], b[1] - a[1]];
  const whole = way[0] ** 2 + way[1] ** 2;
  const far = ((spot[0] - a[0]) * way[0] + (spot[1] - a[1]) * way[1]) / whole;
  const share = Math.min(1, Math.max(0, far));
  return [a[0] + way[0] * share, a[1] + way[1] * share];
}

/** Return the point of whole numbers that a finger means. */
export function snapped(plane, spot, view) {
  const corner = cornerNear(plane, spot, view.unit);
  if (corner) return corner;
  const grid = onGrid(spot, view.step());
  const edge = edgeNear(plane, spot, view.unit, LINE_PX);
  if (!edge) return grid;
  const near = onLine(edge.ends, grid).map(Math.round);
  return onSegment(near, edge.ends) ? near : onLine(edge.ends, spot).map(Math.round);
}

/** Return the nearest point of the grid. */
const onGrid = (spot, step) => spot.map((c) => Math.round(c / step) * step);

/** Return the end of a stroke, upright or level if it nearly is. */
export function straightened(start, end) {
  const [dx, dy] = [Math.abs(end[0] - start[0]), Math.abs(end[1] - start[1])];
  if (dx < dy * LEANING) return [start[0], end[1]];
  if (dy < dx * LEANING) return [end[0], start[1]];
  return end;
}

/** Return the number of the face around a spot, or null. */
export function faceAround(plane, spot) {
  const whole = spot.map(Math.round);
  for (const [number, { outline }] of plane.faces) if (place(whole, outline) === "inside") return number;
  return null;
}

/**
 * Return a point of whole numbers well inside a loop, for its number: the middle of its box, or a spot with
 * more room around it.
 */
export function inside(outline) {
  const box = [0, 1].map((i) => outline.map((p) => p[i])).map((c) => [Math.min(...c), Math.max(...c)]);
  const middle = box.map(([low, high]) => Math.round((low + high) / 2));
  const isInside = (spot) => place(spot, outline) === "inside";
  const room = (spot) => Math.min(...edges(outline).map((one) => squared(spot, onLine(one, spot))));
  const most = (Math.min(...box.map(([low, high]) => high - low)) / 2) ** 2;
  if (isInside(middle) && room(middle) > ROOMY * most) return middle;
  const ears = outline.map((p, i) => [outline.at(i - 1), p, outline[(i + 1) % outline.length]]);
  const spots = ears.map((ear) => [0, 1].map((i) => Math.round((ear[0][i] + ear[1][i] + ear[2][i]) / 3)));
  const rooms = [middle, ...spots].filter(isInside).map((spot) => ({ spot, room: room(spot) }));
  if (!rooms.length) return outline[0];
  return rooms.reduce((best, one) => (one.room > best.room ? one : best)).spot;
}
