// A tool whose stroke means every square that it goes through.
import { faceAround } from "./snap.js";
import { Tool } from "./tool.js";

const PARTS = 10;

export class Through extends Tool {
  faces = new Set();

  last = null;

  drag(spot, from) {
    const last = this.last ?? from;
    for (let part = 0; part <= PARTS; part += 1) {
      const face = faceAround(this.plane, [0, 1].map((i) => last[i] + ((spot[i] - last[i]) * part) / PARTS));
      if (face !== null) this.faces.add(face);
    }
    this.last = spot;
    this.desk.board.show({ faces: [...this.faces] });
  }

  drop(spot, from) {
    this.drag(spot, from);
    const faces = [...this.faces];
    this.letGo();
    this.through(faces);
  }

  /** Do what the tool does to the squares that a stroke went through. */
  through() {}

  letGo() {
    this.faces = new Set();
    this.last = null;
    this.desk.board.show();
  }

  cancel() {
    this.letGo();
  }
}
