// What the photograph proposed and nobody has taken yet: kept on this device, like the photograph itself.
import { forget, keep, kept } from "./picture_store.js";

/** The proposals of one survey, by the tool that they are for: lists of plain objects. */
export class Untaken {
  constructor(survey) {
    this.place = `${survey} proposals`;
    this.all = {};
  }

  /** Bring back what was kept on this device. */
  async restore() {
    this.all = (await kept(this.place)) ?? {};
  }

  of(tool) {
    return this.all[tool] ?? [];
  }

  /** The tool that has proposals, the one that comes latest in a survey; undefined of none. */
  get tool() {
    return ["symbols", "sides", "cut"].find((tool) => this.of(tool).length);
  }

  /** Keep what a tool has proposed now. */
  note(tool, proposals) {
    if (!proposals.length && !this.of(tool).length) return;
    this.all = { ...this.all, [tool]: proposals };
    keep(this.place, this.all);
  }

  /** Let go of all proposals. */
  clear() {
    this.all = {};
    forget(this.place);
  }
}
