// The list of the board's problems, from the server; a tap goes to the place, or to the tool for it.
import { numbers } from "../plane/chart.js";
import { made } from "./widgets.js";

const PAUSE_MS = 300;

/** Return how much is wrong and how far the board is: while much is, most of it is simply not drawn yet. */
function countOf(wrong, count) {
  if (wrong < 2) return `${wrong ? "1 thing" : "nothing"} left to fix`;
  return `${wrong} things left to fix; ${count} ${count === 1 ? "square" : "squares"} so far`;
}

/** The list. `go` brings a place of the board into sight and marks squares; `choose` takes up a tool. */
export class Wrong {
  constructor(sync, { list, count, go, choose }) {
    Object.assign(this, { sync, list, count, go, choose });
    sync.addEventListener("kept", () => this.soon());
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  async ask() {
    let told;
    try {
      const answer = await fetch(`${this.sync.url}/wrong`);
      if (!answer.ok) return;
      told = await answer.json();
    } catch {
      return; // Without the network the list stays as it was; it comes again with the next gesture kept.
    }
    if (told.version >= (this.version ?? 0)) this.show(told);
  }

  /** Ask again, and return the first of the list, or undefined while it is empty. */
  async first() {
    await this.ask();
    return this.list.hidden ? undefined : this.list.firstElementChild.textContent;
  }

  show({ version, count, wrong }) {
    this.version = version;
    this.count.textContent = countOf(wrong.length, count);
    this.count.classList.toggle("fine", !wrong.length);
    this.list.hidden = !wrong.length;
    this.list.replaceChildren(...wrong.map((entry) => this.row(entry)));
  }

  row({ says, squares, at, tool }) {
    const mends = tool ?? (this.sync.plane.faces.size ? null : "outline");
    if (!at && !mends) return made("li", {}, says);
    const go = () => (at ? this.go(at, this.faces(squares)) : this.choose(mends));
    return made("li", {}, made("button", { type: "button", onclick: go }, says));
  }

  /** Return the faces with these numbers, as the board is now. */
  faces(squares) {
    const wanted = new Set(squares);
    const named = [...numbers(this.sync.plane)];
    return named.filter(([, n]) => wanted.has(String(n).padStart(3, "0"))).map(([face]) => face);
  }
}
