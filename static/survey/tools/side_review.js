// Review of the sides that a photograph leaves in doubt, one after the other: each is scrolled into view, and
// one button gives its kind.
import { key, made, TapGuard } from "../page/widgets.js";
import { numbers } from "../plane/chart.js";
import { pairOf } from "../plane/plane.js";

const KINDS = [
  ["open", "Open"], ["wall", "Wall"], ["solid_door", "Solid door"], ["glass_door", "Glass door"],
];
const LOOKS = new Map([["open", "a thin line"], ["wall", "a wall"], ["solid_door", "a solid door"],
  ["glass_door", "a glass door"]]);
const WHY = { short: "It is short.", pale: "It has little ink." };
const padded = (number) => String(number).padStart(3, "0");

/** Return sides in the order in which an eye goes over the board: level by level, each from the left. */
function inOrder(doubts, rough) {
  const middle = ([, { ends: [a, b] }]) => [0, 1].map((i) => (a[i] + b[i]) / 2);
  const level = (one) => Math.round(middle(one)[1] / rough);
  return [...doubts].sort((a, b) => level(a) - level(b) || middle(a)[0] - middle(b)[0]);
}

/** The walk. `tool` has the proposals, by pair; its `settle(pair, kind)` keeps an answer. */
export class SideWalk {
  /** The current side, or null while the review is closed. */
  at = null;

  /** The proposals for the answered sides, the last one last. */
  answered = [];

  constructor(desk, tool) {
    Object.assign(this, { desk, tool });
    this.calm = new TapGuard(() => desk.renew());
  }

  /** The sides in doubt, in order. */
  get doubts() {
    const doubts = [...this.tool.proposals].filter(([, { sure }]) => !sure);
    return inOrder(doubts, this.desk.picture.unit());
  }

  begin() {
    this.answered = [];
    // Each side has the count beside it. An earlier message would push the buttons out of sight.
    this.desk.say("");
    this.go(this.doubts[0]?.[0] ?? null);
  }

  stop() {
    this.at = null;
    this.answered = [];
  }

  /** Go to a side, and show it with the squares beside it. */
  go(pair) {
    const { desk } = this;
    this.at = pair;
    if (pair !== null) {
      const faces = pairOf(pair);
      const { ends } = this.tool.proposals.get(pair);
      desk.view.frame(faces.flatMap((face) => desk.plane.faces.get(face).outline));
      desk.board.show({ faces, ways: [ends] });
      desk.proposed.draw();
    }
    desk.renew();
  }

  /** Go to the side after the current one, or from the last one to the first. */
  next() {
    const pairs = this.doubts.map(([pair]) => pair);
    this.go(pairs[(pairs.indexOf(this.at) + 1) % pairs.length]);
  }

  answer(kind) {
    const { at, desk, tool } = this;
    const pairs = this.doubts.map(([pair]) => pair);
    const after = pairs[pairs.indexOf(at) + 1] ?? pairs[0];
    const proposal = tool.proposals.get(at);
    if (!tool.settle(at, kind)) return;
    this.answered.push([at, proposal]);
    if (after !== at) {
      this.calm.begin();
      this.go(after);
      return;
    }
    this.stop();
    tool.shown();
    desk.fit();
    desk.board.show();
    desk.say("That was the last side in doubt.");
  }

  /** Go back to the side that was answered last: it is in doubt again. */
  back() {
    const [pair, proposal] = this.answered.pop();
    this.tool.proposals.set(pair, proposal);
    this.go(pair);
  }

  /** Return the keys of the walk, or the one that begins it, or nothing. */
  options() {
    const { doubts, desk } = this;
    const isThere = (face) => desk.plane.faces.has(face);
    if (this.at && !(this.tool.proposals.has(this.at) && pairOf(this.at).every(isThere))) this.stop();
    if (this.at === null) {
      const many = doubts.length === 1 ? "the side" : `the ${doubts.length} sides`;
      return doubts.length ? [key(`Check ${many} in doubt`, () => this.begin(), { id: "check-sides" })] : [];
    }
    const { kind, why } = this.tool.proposals.get(this.at);
    const named = numbers(desk.plane);
    const names = pairOf(this.at).map((face) => padded(named.get(face))).sort().join(" to ");
    const left = `${doubts.length} ${doubts.length === 1 ? "side" : "sides"} left.`;
    const told = [`${names}: ${LOOKS.get(kind)}?`, WHY[why], left].filter(Boolean).join(" ");
    const isCalm = this.calm.has();
    const keys = KINDS.map(([id, word]) => key(word, ({ timeStamp }) => {
      if (!this.calm.has(timeStamp)) this.answer(id);
    }, { id: `check-${id}`, "aria-disabled": isCalm && "true", ...(id === kind ? { class: "main" } : {}) }));
    const others = [
      key("Skip", () => this.next(), { class: "quiet", id: "check-next", disabled: doubts.length < 2 }),
      key("Back", () => this.back(), { class: "quiet", id: "check-back", disabled: !this.answered.length }),
      key("Stop", () => { this.stop(); this.tool.cancel(); this.tool.shown(); }, {
        class: "quiet", id: "check-stop",
      }),
    ];
    return [made("p", { role: "status", id: "check-line" }, told), made("div", { class: "keys" }, ...keys),
      made("div", { class: "keys" }, ...others)];
  }
}
