// The base class of the tools, and what it uses of the page.
import { Refused } from "../plane/exact.js";
import { apply } from "../plane/log.js";
import { snapped } from "../page/snap.js";

/** The base of every tool. `desk` is the page: its plane, view, board, and what it does and says. */
export class Tool {
  constructor(desk) {
    this.desk = desk;
  }

  get plane() {
    return this.desk.plane;
  }

  at(spot) {
    return snapped(this.plane, spot, this.desk.view);
  }

  /** Whether a gesture could be done; the answer is not kept. */
  refusal(gesture) {
    try {
      apply(this.plane, gesture);
      return "";
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      return refused.message;
    }
  }

  /** Bring back what was proposed before the page was opened again, and not taken. */
  restore() {}

  /** Let go of it. */
  unpropose() {}

  /** The area whose squares are shown while the tool is chosen, or null. */
  get chosenArea() {
    return null;
  }

  options() {
    return [];
  }

  tap() {}

  drag() {}

  drop(spot) {
    this.tap(spot);
  }

  hover() {}

  /** Return whether a press there grabs something, which then follows the finger. */
  holds() {
    return false;
  }

  cancel() {
    this.desk.board.show();
  }
}
