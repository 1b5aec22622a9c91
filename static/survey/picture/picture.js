// The picture under the drawing: its place, its look, and the questions to its worker.
import { between, cornersOf, inverse, taken } from "../photo/geometry/homography.js";
import { GONE, Photo } from "../photo/photo.js";
import { isFlat, shapeOf, sidesOf } from "../photo/geometry/shape.js";
import { boxOf, Places, widthOf } from "./picture_place.js";
import { forget, keep, kept } from "./picture_store.js";

const WIDE = 4000;
/** The width of an empty plane. */
const MARGIN = 0.12;
/** This much of the picture around the board is shown straight, too. */

/**
 * The picture of one survey. Events: `change` when what is shown has changed, `told` with a sentence, `busy`
 * with a share from 0 to 1, or null when it is idle.
 */
export class Picture extends EventTarget {
  constructor(id, stage, plane) {
    super();
    Object.assign(this, { id, stage, plane, photo: null, state: "none", corners: null });
    this.places = new Places();
    /** Of a board in two photographs: `{blob, corners, spots}` of the first, two spots of the present one. */
    Object.assign(this, { first: null, common: null });
    this.image = stage.querySelector("#picture");
    this.flat = stage.querySelector("#flat-picture");
    this.shown = null;
    /** The input for the bend of the paper: the width of a square, and the rows that were asked for. */
    this.bending = null;
    /** How far the lines are from the ink, in units of the plane, or null before that was measured. */
    this.error = null;
    this.dim = 0;
    this.proposes = true;
  }

  /** Whether the board is straight in the plane, so that its ink can be measured. */
  get isPlaced() {
    return this.state === "placed";
  }

  /**
   * Whether to ask the picture what the board has, if a person wants that. Strokes go to the ink in any case.
   */
  get isAsked() {
    return this.isPlaced && this.proposes;
  }

  /** The part of the plane between the four corners. */
  get box() {
    return this.places.last?.box ?? boxOf(this.plane()) ?? this.paper();
  }

  /**
   * Whether the height of the board for its width is known; otherwise its corners and a usual lens give it.
   */
  get isShapeKnown() {
    return isFlat(this.corners) || Boolean(this.plane().size);
  }

  /** A box for an empty plane, with the shape that the board has. */
  paper(corners = this.corners) {
    const { width, height } = this.size;
    const { size } = this.plane();
    if (size && corners && !isFlat(corners)) return [0, 0, WIDE, Math.round((WIDE * size[1]) / size[0])];
    const sides = corners && sidesOf({ corners, width, height });
    return [0, 0, WIDE, Math.round(sides ? WIDE / shapeOf(sides) : (WIDE * height) / width)];
  }

  /** The picture that was kept on this device, if there is one. */
  async restore() {
    const before = await kept(this.id);
    if (!before) return;
    try {
      await this.take(before.blob, before);
      if (before.common) this.setCommon(before.common);
    } catch {
      forget(this.id);
    }
  }

  /** Open a file. Throws an Error, with a sentence. */
  async take(file, before = {}) {
    const { corners = null, boxes = [], dim = 0, proposes = true, isLaid = true, ...more } = before;
    const photo = new Photo();
    this.busy(0);
    try {
      const told = await photo.ask("open", { file }, (share) => this.busy(share));
      this.close();
      Object.assign(this, { photo, places: new Places(boxes), dim, proposes, first: more.first ?? null });
      await this.opened(told, corners);
      if (corners && isLaid) await this.place(corners, more.bending?.unit);
      if (more.bending?.rows) await this.unbent(more.bending.rows, more.error);
      else if (this.isPlaced && more.error) await this.settled(more.error);
    } catch (error) {
      photo.close();
      throw error;
    } finally {
      this.busy(null);
    }
  }

  /** Show the picture that the worker has opened, with marks at its corners. */
  async opened(told, corners = null) {
    Object.assign(this, { size: told, copy: told.copy, common: null });
    await this.show(told.copy);
    this.corners = corners ?? told.corners ?? this.inset();
    this.state = "corners";
    this.keep();
    this.changed();
  }

  /** Make one picture of the first half and this one. Throws an Error, with a sentence. */
  async join() {
    const { first, corners, common } = this;
    const halves = [first, { corners, spots: common }].map((half) => (
      { corners: half.corners, spots: half.spots }
    ));
    this.busy(0);
    try {
      const told = await this.photo.ask("join", { file: first.blob, halves }, (share) => this.busy(share));
      this.first = null;
      await this.opened(told);
    } finally {
      this.busy(null);
    }
  }

  /** Turn the picture by a quarter, clockwise; the marks stay where they are on it. */
  async turn() {
    const { height } = this.size;
    const turned = this.corners.map(([x, y]) => [height - 1 - y, x]);
    const told = await this.ask("turn", {});
    await this.opened(told, [turned[3], ...turned.slice(0, 3)]);
  }

  /** The marks on the picture: its four corners, or two spots that another photograph shows too. */
  get marks() {
    return this.common ?? this.corners;
  }

  put(n, pixel) {
    const marks = this.marks.map((mark, i) => (i === n ? pixel : mark));
    if (this.common) this.common = marks;
    else this.corners = marks;
  }

  /** Ask for two spots, or with null for the corners again. */
  setCommon(spots) {
    this.common = spots;
    this.keep();
    this.changed();
  }

  async show(blob) {
    if (this.image.src) URL.revokeObjectURL(this.image.src);
    this.image.src = URL.createObjectURL(blob);
    await this.image.decode();
    this.dimmed(this.dim);
  }

  inset() {
    const { width, height } = this.size;
    return cornersOf([0.1 * width, 0.1 * height, 0.9 * width, 0.9 * height]);
  }

  /** Lay the board straight by its four corners, in pixels. Throws an Error, with a sentence. */
  async place(corners, unit = this.unit()) {
    const box = this.places.last?.box ?? boxOf(this.plane()) ?? this.paper(corners);
    await this.ask("straighten", { box, corners, unit });
    if (!this.places.last) this.places = new Places([{ box }]);
    Object.assign(this, { corners, state: "placed", shown: null });
    this.keep();
    this.changed();
  }

  /** Put the board where the worker has it: the last gesture of a log moved its lines there. */
  lay(box, log) {
    this.places.lay(box, log);
    this.keep();
  }

  /** Note that the worker has the board a little elsewhere, though no line has moved. */
  isIn(box) {
    this.places.last.box = box;
    this.keep();
  }

  /** Follow the gestures that moved the lines, undone or redone. Return whether the board has moved. */
  follow(log) {
    if (!this.places.follow(log)) return false;
    this.layAgain();
    return true;
  }

  /** Put the board where its last box is, with the bend of the paper from there. */
  async layAgain() {
    if (!this.isPlaced) return;
    const { bending, error } = this.places.last;
    await this.place(this.corners, bending?.unit);
    if (bending?.rows) await this.unbent(bending.rows, error);
  }

  /** The width of a square in the plane: the middle one, or a guess. */
  unit() {
    return widthOf(this.plane(), this.box);
  }

  /** Unbend the paper as it was before, and show it so. */
  async unbent(rows, error = null) {
    await this.ask("rows", rows);
    this.error = error;
    await this.unfold();
  }

  /** Show and store the picture where it is now, with its lines this far from the ink. */
  async settled(error = this.error) {
    this.error = error;
    if (this.shown) {
      await this.unfold();
      return;
    }
    this.keep();
    this.changed();
  }

  /** Show the picture with its paper unbent. */
  async unfold() {
    const [left, top, right, bottom] = this.box;
    const edge = MARGIN * Math.min(right - left, bottom - top);
    const around = [left - edge, top - edge, right + edge, bottom + edge];
    const { image, box } = await this.ask("flat", { box: around });
    if (!this.isPlaced) return;
    [this.flat.width, this.flat.height] = [image.width, image.height];
    this.flat.getContext("bitmaprenderer").transferFromImageBitmap(image);
    this.shown = { box };
    Object.assign(this.places.last, { bending: this.bending, error: this.error });
    this.keep();
    this.changed();
  }

  /** Ask the worker. */
  async ask(question, given) {
    if (!this.photo) throw new Error(GONE);
    this.busy(0);
    try {
      const answer = await this.photo.ask(question, given, (share) => this.busy(share));
      if (question === "straighten") Object.assign(this, { bending: { unit: given.unit }, error: null });
      if (question === "rows") this.bending = { ...this.bending, rows: given };
      if (question === "fit") this.error = answer.off;
      return answer;
    } finally {
      this.busy(null);
    }
  }

  /** The way from pixels of the picture to the plane, as it is shown. */
  get way() {
    if (this.state === "placed") return between(this.corners, cornersOf(this.box));
    const [left, top, right] = this.box;
    const share = (right - left) / this.size.width;
    return [share, 0, left, 0, share, top, 0, 0, 1];
  }

  /** Return the pixel of the picture under a spot of the plane, as it is shown. */
  async pixels(spots) {
    if (this.shown) return this.ask("pixels", { spots });
    const back = inverse(this.way);
    return spots.map((spot) => taken(back, spot));
  }

  /** Return the spots of the plane, as it is shown, at pixels of the picture. */
  async spots(pixels) {
    if (this.shown) return this.ask("spots", { pixels });
    const { way } = this;
    return pixels.map((pixel) => taken(way, pixel));
  }

  /** Make the picture fainter, from 0 to 1. */
  dimmed(dim) {
    this.dim = dim;
    for (const element of [this.image, this.flat]) element.style.opacity = String(1 - dim);
  }

  /** Set the corners again. */
  again() {
    Object.assign(this, { state: "corners", shown: null });
    this.changed();
  }

  keep() {
    const { copy: blob, corners, dim, proposes, first, common, error, isPlaced: isLaid } = this;
    const bending = this.shown ? this.bending : null;
    const boxes = this.places.kept();
    keep(this.id, { blob, corners, boxes, dim, proposes, first, common, bending, error, isLaid });
  }

  /** Let go of the picture, here and on this device. */
  async remove() {
    this.close();
    this.changed();
    await forget(this.id);
  }

  close() {
    this.photo?.close();
    if (this.image.src) URL.revokeObjectURL(this.image.src);
    this.image.removeAttribute("src");
    Object.assign(this, { photo: null, state: "none", corners: null, shown: null });
    this.places = new Places();
    Object.assign(this, { error: null, first: null, common: null });
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  busy(share) {
    this.dispatchEvent(new CustomEvent("busy", { detail: share }));
  }
}
