// The true size of the board, in millimetres: it sets how high the drawing is, and how long a unit is.
import { inTurn } from "../tools/ink_lines.js";
import { field, key, made, number } from "./widgets.js";
import { boxOf } from "../picture/picture_place.js";
import { corners } from "./snap.js";
import { straightLines, Surveyor } from "../tools/line_proposals.js";

const BOUNDS = [10, 5000];
const SAME = 0.002;
/** A drawing whose height is off by no more than this share of it stays as it is. */
const BOTH = "Type both: how wide the board is, and how high.";

/** Return how many millimetres a unit of the plane is, or null where the size of the board is not known. */
function unitOf(plane) {
  const box = boxOf(plane);
  return plane.size && box ? plane.size[0] / (box[2] - box[0]) : null;
}

/** Return units in millimetres, in brackets behind a number of them; nothing where the size is not known. */
export function inMillimetres(plane, units) {
  const unit = unitOf(plane);
  return unit ? ` (${Number((units * unit).toPrecision(2))} mm)` : "";
}

/** Return the way of heights to where they are on a board of a size, or null if they stay. */
function wayTo(plane, [wide, high]) {
  const box = boxOf(plane);
  if (!box) return null;
  const [left, top, right, bottom] = box;
  const share = ((right - left) * high) / (wide * (bottom - top));
  return Math.abs(share - 1) > SAME ? (y) => top + (y - top) * share : null;
}

/** Set the size of the board: the drawing gets that height, and the picture is aligned with it. */
async function setSize(desk, size) {
  const [width, height] = size ?? [null, null];
  const gesture = { do: "size", width, height };
  const way = size && wayTo(desk.plane, size);
  const at = way ? corners(desk.plane) : [];
  const to = at.map(([x, y]) => [x, Math.round(way(y))]);
  if (!desk.do(way ? { do: "all", gestures: [gesture, { do: "move_corners", at, to }] } : gesture)) return;
  desk.tools.cut.withdraw();
  const { picture, plane } = desk;
  if (!picture.isPlaced || (!way && plane.faces.size)) return;
  const [left, top, right, bottom] = picture.box;
  if (way) picture.lay([left, way(top), right, way(bottom)], desk.sync.log);
  else picture.isIn(picture.paper());
  await inTurn(picture, () => laidAgain(picture, plane));
  desk.fit();
}

async function laidAgain(picture, plane) {
  const wasBent = Boolean(picture.shown);
  await picture.place(picture.corners);
  if (!wasBent || !straightLines(plane).length) return;
  await new Surveyor(picture, plane, picture.unit()).unbendAlong([]);
  await picture.unfold();
}

/** Return the fields for the size of the board. */
export function sizeFields(desk) {
  const [wide, high] = ["width", "height"].map((name, i) => {
    const input = number(`board-${name}`, desk.plane.size?.[i] ?? "", BOUNDS);
    input.setAttribute("aria-describedby", "board-size");
    return input;
  });
  const set = key("Set the size", () => {
    const size = [wide, high].map(({ value }) => (value === "" ? null : Math.trunc(value)));
    if (size.every((one) => one === null)) setSize(desk, null);
    else if (size.includes(null)) desk.say(BOTH, { refused: true });
    else setSize(desk, size);
  });
  const unit = unitOf(desk.plane);
  const told = unit ? `A unit of the drawing is ${Number(unit.toPrecision(2))} mm.`
    : "If you know it: it sets how high the drawing is, and a print has that size.";
  return [made("fieldset", { class: "board-size" }, made("legend", {}, "Size of the printed board (mm)"),
    made("div", { class: "keys" }, field("Wide", wide), field("High", high), set),
    made("p", { class: "dim small", id: "board-size" }, told))];
}
