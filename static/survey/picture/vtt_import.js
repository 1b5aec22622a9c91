// A Universal VTT at the picture tool: its walls and doors become lines of the drawing, as one gesture. The
// server makes that gesture; the picture of the file stays on this device.
import { saved } from "../page/close_line_search.js";
import { key } from "../page/widgets.js";
import { cornersOf } from "../photo/geometry/homography.js";
import { boxOf, Places } from "./picture_place.js";
import { hasLines } from "./universal_vtt.js";

const TAKE = "Take the walls and doors of the file";
const AWAY = "Its walls and doors need the network, and there is no connection. "
  + `Later: “${TAKE}”, at Picture.`;
const DRAWN = `Something is drawn already. “${TAKE}” puts them on its lines.`;
const TURNED = "Without its walls and doors: the file has them as it was before the turn.";

export class VttImport {
  constructor(desk) {
    this.desk = desk;
    this.place = `table-${desk.sync.place}`;
    this.table = JSON.parse(localStorage.getItem(this.place) ?? "null");
  }

  /** Remember the lines of a file, or with null forget them. */
  keep(table) {
    this.table = table;
    try {
      if (table) localStorage.setItem(this.place, JSON.stringify(table));
      else localStorage.removeItem(this.place);
    } catch {
      // Without room on the device they are there until the page is left.
    }
  }

  /** The picture was turned. Return what to say of it. */
  turned() {
    if (!this.table) return "";
    this.keep(null);
    return TURNED;
  }

  /** A file was opened, and its picture is flat: an empty drawing takes its lines at once. */
  async taken(table) {
    this.keep(table);
    if (!this.desk.plane.faces.size) {
      await this.give();
    } else if (hasLines(table)) {
      this.desk.choose("picture");
      this.desk.say(DRAWN);
    }
  }

  /** Put the lines of the file on the drawing. */
  async give() {
    const { desk } = this;
    const { picture } = desk;
    desk.say("Taking the walls and doors…");
    const { says, box, gesture, isWrong } = await this.asked();
    if (box && picture.isPlaced) {
      const { width, height } = picture.size;
      picture.places = new Places([{ box }]);
      await picture.place(cornersOf([0, 0, width, height]));
    }
    if (gesture && !desk.do(gesture)) return;
    if (gesture && box) {
      desk.fit();
      desk.choose("areas");
    }
    desk.say(says, { refused: isWrong });
  }

  /** Return the answer of the server: `{says, box, gesture}`, or `{says, isWrong}`. */
  async asked() {
    const { desk } = this;
    try {
      await saved(desk.sync);
      const corners = desk.plane.faces.size ? { corners: await this.corners() } : {};
      const answer = await fetch(`${desk.sync.url}/lines`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ table: this.table, ...corners }),
      });
      const told = await answer.json();
      return answer.ok ? told : { says: told.detail, isWrong: true };
    } catch {
      return { says: AWAY, isWrong: true };
    }
  }

  /** Return where three corners of the file's picture are; without it the file is as large as the drawing. */
  async corners() {
    const { picture, plane } = this.desk;
    if (!picture.isPlaced) {
      const [left, top, right, bottom] = boxOf(plane);
      return [[left, top], [right, top], [left, bottom]];
    }
    const { width, height } = picture.size;
    return picture.spots([[0, 0], [width, 0], [0, height]]);
  }

  /** Return the key that puts the lines on the drawing, where there are some. */
  keys() {
    return this.table && hasLines(this.table) ? [key(TAKE, () => this.give())] : [];
  }
}
