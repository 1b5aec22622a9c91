// A VASSAL module (`.vmod`) opened on this device: its boards, their pictures, and the names on them. It is a
// zip with `buildFile.xml` (of old, `buildFile`) and a folder `images`. Nothing of it leaves the device.
import { unzipSync } from "../../vendor/fflate.min.js";
import { numbers, readingOrder } from "../plane/chart.js";
import { place } from "../plane/exact.js";
import { inside } from "../page/snap.js";

const MB = 1024 * 1024;
export const MAX_BYTES = 400 * MB;
const MAX_TEXT = 32 * MB;
const MAX_PICTURE = 150 * MB;
const MAX_ENTRIES = 50_000;
const MAX_BOARDS = 200;
const MAX_NAMES = 2000;
const LONGEST_NAME = 40;
const BUILD_FILES = ["buildFile.xml", "buildFile"];
const KINDS = new Map(Object.entries({
  jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", gif: "image/gif", webp: "image/webp",
  svg: "image/svg+xml",
}));
const REMARKS = [["<!--", "-->"], ["<?", "?>"], ["<![CDATA[", "]]>"]];
/**
 * A tag: whether it is an end tag, its name, whether it closes itself. It is read in one pass, whatever is in
 * it: no letter of a name is tried again as something else, and outside of quotes it has at most this many
 * letters.
 */
const TAG = new RegExp(
  `<(/?)([^\\s<>/!?"'=]+)(?![^\\s<>/!?"'=])(?:[^<>"'/]|/(?!>)|"[^<"]*"|'[^<']*'){0,99999}(/?)>`, "y");
const [BOARD, REGION, ZONE] = ["boardPicker.Board", "board.Region", "mapgrid.Zone"];

/** A file that is not a module, with one sentence for the person who chose it. */
export class NoModule extends Error {}

/** Return whether a file says by its name that it is a module. */
export const isModule = (file) => /\.vmod$/i.test(file.name ?? "");

/** A module: its boards, and the picture of each. */
export class Module {
  constructor(zip, boards) {
    this.zip = zip;
    this.boards = boards;
  }

  /** Return the picture of a board as a Blob. Throws NoModule. */
  picture({ name, imageName }) {
    if (/(^|[\\/])\.\.?([\\/]|$)|^[\\/]|\\|:/.test(imageName)) {
      throw new NoModule(`The picture of “${name}” lies outside the module.`);
    }
    const kind = KINDS.get(imageName.split(".").at(-1).toLowerCase());
    if (!kind) throw new NoModule(`The picture of “${name}” is in a format that browsers cannot show.`);
    const bytes = taken(this.zip, [`images/${imageName}`, imageName], MAX_PICTURE);
    if (!bytes) throw new NoModule(`The module has no picture of “${name}”.`);
    return new Blob([bytes], { type: kind });
  }
}

/** Return the module in a file, a Blob. Throws NoModule. */
export async function opened(file) {
  if (file.size > MAX_BYTES) throw new NoModule(`A module has at most ${MAX_BYTES / MB} MB.`);
  const zip = new Uint8Array(await file.arrayBuffer());
  const text = taken(zip, BUILD_FILES, MAX_TEXT);
  if (!text) throw new NoModule("This zip is not a VASSAL module: it has no buildFile.xml.");
  return new Module(zip, boardsOf(new TextDecoder().decode(text)));
}

/** Return the first of some entries that a zip has, or undefined. Throws NoModule. */
function taken(zip, names, most) {
  let entries = 0;
  const chosen = ({ name, size, originalSize }) => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw new NoModule(`A module has at most ${MAX_ENTRIES} files.`);
    if (!names.includes(name)) return false;
    // The output is never longer than the size stated in the zip, whatever is in it.
    if (Math.max(size, originalSize) > most) {
      throw new NoModule(`${name} in the module is larger than ${most / MB} MB.`);
    }
    return true;
  };
  try {
    const found = unzipSync(zip, { filter: chosen });
    return found[names.find((name) => found[name])];
  } catch (wrong) {
    if (wrong instanceof NoModule) throw wrong;
    throw new NoModule("This file is not a VASSAL module, or it is damaged.");
  }
}

/** Return the boards that a build file names: `{name, imageName, regions, zones}`. Throws NoModule. */
function boardsOf(text) {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new NoModule("The build file of the module defines entities, and no module needs them.");
  }
  const tree = isBalanced(text) ? new DOMParser().parseFromString(text, "application/xml") : null;
  if (!tree || tree.querySelector("parsererror")) {
    throw new NoModule("The build file of the module is not valid XML.");
  }
  const boards = named(tree, BOARD).slice(0, MAX_BOARDS).map((board) => ({
    name: nameOf(board) || "A board without a name",
    imageName: board.getAttribute("image") ?? "",
    regions: named(board, REGION).slice(0, MAX_NAMES).map((region) => ({
      name: nameOf(region), x: whole(region, "originx"), y: whole(region, "originy"),
    })).filter(({ name, x, y }) => name && x !== null && y !== null),
    zones: named(board, ZONE).slice(0, MAX_NAMES).map((zone) => ({
      name: nameOf(zone), path: pathOf(zone.getAttribute("path") ?? ""),
    })).filter(({ name, path }) => name && path.length > 2),
  })).filter(({ imageName }) => imageName);
  if (!boards.length) throw new NoModule("The module has no board with a picture.");
  return boards;
}

/** Return whether each tag has its end. Chromium reports broken XML in a page that the policy would stop. */
function isBalanced(text) {
  const open = [];
  let tags = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const remark = REMARKS.find(([begin]) => text.startsWith(begin, at));
    if (remark) {
      const end = text.indexOf(remark[1], at + remark[0].length);
      if (end < 0) return false;
      at = end + remark[1].length;
      continue;
    }
    TAG.lastIndex = at;
    const [all, end, name, alone] = TAG.exec(text) ?? [];
    if (all === undefined || (end && open.pop() !== name)) return false;
    if (!end && !alone) open.push(name);
    tags += 1;
    at += all.length;
  }
  return tags > 0 && !open.length;
}

/** Return the elements of a class of VASSAL: an element is named after its class, packages and all. */
function named(root, ending) {
  return [...root.getElementsByTagName("*")].filter(({ tagName }) => tagName.endsWith(`.${ending}`));
}

const nameOf = (element) => (element.getAttribute("name") ?? "").trim();

function whole(element, name) {
  const text = element.getAttribute(name) ?? "";
  return /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}

function pathOf(text) {
  const points = text.split(";").map((point) => point.split(",").map(Number));
  return points.every((p) => p.length === 2 && p.every(Number.isInteger)) ? points : [];
}

/**
 * Return the gestures that give the squares of a plane the first numbers and areas that a board names.
 * `toPlane` leads from a pixel of its picture to a spot of the plane.
 */
export function gesturesOf({ regions, zones }, plane, toPlane) {
  return [...numbered(regions, plane, toPlane), ...inAreas(zones, plane, toPlane)];
}

function numbered(regions, plane, toPlane) {
  const wanted = new Map();
  for (const { name, x, y } of regions) {
    const number = Number(/\d{1,3}(?!\d)/.exec(name)?.[0] ?? NaN);
    const face = faceAround(plane, toPlane([x, y]));
    if (Number.isInteger(number) && face !== undefined && !wanted.has(face)) wanted.set(face, number);
  }
  const gestures = [];
  const named_ = numbers(plane);
  let shift = 0;
  for (const face of readingOrder(plane)) {
    if (plane.faces.get(face).number !== null) shift = 0;
    const now = named_.get(face) + shift;
    const number = wanted.get(face);
    if (number === undefined || number === now) continue;
    gestures.push({ do: "number", at: spotIn(plane, face), number });
    shift += number - now;
  }
  return gestures;
}

function inAreas(zones, plane, toPlane) {
  const gestures = [];
  const taken_ = new Set(plane.areas.keys());
  for (const { name, path } of zones) {
    const outline = path.map(toPlane);
    const faces = [...plane.faces.keys()].filter((face) => (
      place(spotIn(plane, face), outline) === "inside"));
    if (!faces.length) continue;
    const word = [...name].slice(0, LONGEST_NAME).join("").trim();
    const known = [...plane.areas].find(([, [said]]) => said === word)?.[0];
    const id = known ?? freeId(word, taken_);
    const kind = /hall|corridor/i.test(word) ? "hall" : "store";
    if (!known) gestures.push({ do: "area", id, name: word, kind });
    gestures.push(...faces.map((face) => ({ do: "paint", at: spotIn(plane, face), area: id })));
  }
  return gestures;
}

function freeId(name, taken_) {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const slug = letters.slice(0, 30) || "a";
  let id = slug;
  for (let n = 2; taken_.has(id); n += 1) id = `${slug}-${n}`;
  taken_.add(id);
  return id;
}

const spotIn = (plane, face) => inside(plane.faces.get(face).outline).map(Math.round);

function faceAround(plane, spot) {
  return [...plane.faces].find(([, { outline }]) => place(spot, outline) === "inside")?.[0];
}
