// A VASSAL module at the picture tool: one of its boards is chosen, its picture taken, and its names given to
// the squares once these are drawn. The names stay on this device, as the picture does.
import { key, made } from "../page/widgets.js";
import { gesturesOf, NoModule, opened } from "./vassal_module.js";

/** Return a board with its names at the pixels of a picture made smaller. */
function smaller(board, share) {
  const put = ([x, y]) => [x * share, y * share];
  return {
    name: board.name,
    regions: board.regions.map(({ name, x, y }) => ({ name, x: x * share, y: y * share })),
    zones: board.zones.map(({ name, path }) => ({ name, path: path.map(put) })),
  };
}

export class VassalImport {
  module = null;

  constructor(desk, take) {
    Object.assign(this, { desk, take });
    this.place = `module-${desk.sync.place}`;
    this.board = JSON.parse(localStorage.getItem(this.place) ?? "null");
  }

  /** Open a module; of several boards one is chosen next. */
  async open(file) {
    this.desk.say("Opening the module…");
    try {
      this.module = await opened(file);
    } catch (wrong) {
      this.refused(wrong);
      return;
    }
    this.desk.say("");
    if (this.module.boards.length === 1) await this.choose(this.module.boards[0]);
    else this.desk.choose("picture");
  }

  refused(wrong) {
    if (!(wrong instanceof NoModule)) throw wrong;
    this.desk.say(wrong.message, { refused: true });
  }

  /** Take the picture of a board, and remember its names. */
  async choose(board) {
    const { picture } = this.desk;
    let file;
    try {
      file = this.module.picture(board);
    } catch (wrong) {
      this.refused(wrong);
      this.desk.choose("picture");
      return;
    }
    const { module } = this;
    this.module = null;
    if (!await this.take(file)) {
      // Another board of the module may have a picture that can be opened.
      this.module = module;
      this.desk.choose("picture");
      return;
    }
    this.board = smaller(board, picture.size.share);
    localStorage.setItem(this.place, JSON.stringify(this.board));
  }

  /** Turn the names by a quarter, clockwise, with a picture that was so many pixels high. */
  turned(height) {
    if (!this.board) return;
    const put = ([x, y]) => [height - 1 - y, x];
    const { name, regions, zones } = this.board;
    this.board = {
      name,
      regions: regions.map((region) => {
        const [x, y] = put([region.x, region.y]);
        return { ...region, x, y };
      }),
      zones: zones.map((zone) => ({ ...zone, path: zone.path.map(put) })),
    };
    localStorage.setItem(this.place, JSON.stringify(this.board));
  }

  /** Give the squares the names that the board of the module has there. */
  async give() {
    const { desk, board } = this;
    const pixels = [...board.regions.map(({ x, y }) => [x, y]), ...board.zones.flatMap(({ path }) => path)];
    const spots = await desk.picture.spots(pixels);
    const there = new Map(pixels.map((pixel, n) => [String(pixel), spots[n].map(Math.round)]));
    const gestures = gesturesOf(board, desk.plane, (pixel) => there.get(String(pixel)));
    if (!gestures.length) desk.say("The module has no more names to add: the rest lie on no square.");
    else if (desk.do({ do: "all", gestures })) desk.say("The squares have the names of the module.");
  }

  /** Return the keys to choose a board, while a module is open. */
  boards() {
    if (!this.module) return [];
    const keys = this.module.boards.map((board, n) => (
      key(board.name, () => this.choose(board), { id: `module-board-${n}` })));
    const other = key("Choose another file", () => {
      this.module = null;
      this.desk.choose("picture");
    }, { class: "quiet" });
    return [made("p", {}, "Which board of the module?"), made("div", { class: "stack" }, ...keys, other)];
  }

  /** Return the key that gives the names, where there are some. */
  names() {
    const { board, desk } = this;
    const has = board && board.regions.length + board.zones.length > 0 && desk.plane.faces.size > 1;
    return has ? [key("Take the names of the module", () => this.give())] : [];
  }
}
