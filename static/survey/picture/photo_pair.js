// A board in two photographs, one of each half: the steps at the picture tool that make one picture of them.
// On each photograph the corners of its half are set, and two spots that both show, best the fold's two ends.
import { field, key, made } from "../page/widgets.js";
import { between, cornersOf, inverse, taken } from "../photo/geometry/homography.js";

const CROP = 0.12;
/** This much of a photograph is shown around a spot, as a share of its width. */
const DOTS = 192;
const WHOLE = cornersOf([0, 0, 1, 1]);

/** Return where two spots of the first half are likely to be in the second: on the edge across from it. */
export function likely(first, corners) {
  const back = inverse(between(WHOLE, first.corners));
  const way = between(WHOLE, corners);
  const spots = first.spots.map((pixel) => taken(back, pixel));
  const off = [0, 1].map((i) => Math.abs((spots[0][i] + spots[1][i]) / 2 - 0.5));
  const turned = off[0] >= off[1] ? 0 : 1;
  return spots.map((spot) => taken(way, spot.map((c, i) => (i === turned ? 1 - c : c))));
}

export class PhotoPair {
  constructor(desk, take) {
    Object.assign(this, { desk, take });
  }

  get picture() {
    return this.desk.picture;
  }

  /** The hint for the four marks, or two; null with only one photograph. */
  get hint() {
    const { first, common: spots } = this.picture;
    if (spots && !first) {
      return "Drag the two marks to two spots that both photographs show, on the edge where the halves meet. "
        + "The two ends of the fold are best. Then choose the other photograph.";
    }
    if (spots) return "Drag marks 1 and 2 to the same two spots as in the first photograph, shown here.";
    return first ? "This is the other half. Drag the four marks to the corners of this half." : null;
  }

  /** Continue with the two spots of the present photograph. */
  mark() {
    const { picture } = this;
    const ends = ([, b, c]) => [b, c];
    try {
      picture.setCommon(picture.first ? likely(picture.first, picture.corners) : ends(picture.corners));
    } catch {
      this.desk.say("Three of the corners are in line.", { refused: true });
    }
    this.desk.choose("picture");
  }

  back() {
    this.picture.setCommon(null);
    this.desk.choose("picture");
  }

  async join() {
    const { desk, picture } = this;
    desk.say("Joining the halves…");
    try {
      await picture.join();
    } catch (error) {
      desk.say(error.message, { refused: true });
      return;
    }
    desk.fit();
    desk.choose("picture");
    desk.say("The halves are one picture now. See that the four marks are at the corners of the board.");
  }

  /** Return the keys of a step, `marks` among them, or null with only one photograph. */
  options(marks) {
    const { first, common: spots } = this.picture;
    if (!first && !spots) return null;
    const back = key("Back to the corners", () => this.back());
    if (spots && first) {
      return [key("Join the halves", () => this.join(), { class: "main" }), this.shown(first), marks, back];
    }
    if (spots) {
      const input = made("input", {
        type: "file", id: "other-half", accept: "image/*",
        onchange: ({ target }) => this.second(target.files[0]),
      });
      return [field("Choose the photograph of the other half", input), marks, back];
    }
    return [key("Next: the spots", () => this.mark(), { class: "main" }), marks];
  }

  async second(file) {
    const { copy: blob, corners, common: spots } = this.picture;
    await this.take(file, { first: { blob, corners, spots } });
  }

  /** Return what the first photograph shows at its two spots. */
  shown(first) {
    const crops = first.spots.map((spot, n) => {
      const canvas = made("canvas", {
        width: DOTS, height: DOTS, role: "img", "aria-label": `Spot ${n + 1} in the first photograph`,
      });
      return made("figure", {}, canvas, made("figcaption", { "aria-hidden": true }, `${n + 1}`));
    });
    this.drawCrops(first, crops.map((figure) => figure.firstChild));
    return made("div", { class: "crops" }, ...crops);
  }

  async drawCrops(first, canvases) {
    const image = await createImageBitmap(first.blob);
    const part = CROP * Math.max(image.width, image.height);
    canvases.forEach((canvas, n) => {
      const pen = canvas.getContext("2d");
      const [x, y] = first.spots[n];
      pen.drawImage(image, x - part / 2, y - part / 2, part, part, 0, 0, DOTS, DOTS);
      for (const [wide, tone] of [[5, "#000"], [2, "#fff"]]) {
        pen.lineWidth = wide;
        pen.strokeStyle = tone;
        pen.beginPath();
        pen.arc(DOTS / 2, DOTS / 2, DOTS / 12, 0, 2 * Math.PI);
        pen.stroke();
      }
    });
    image.close();
  }
}
