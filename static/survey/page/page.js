// The page on which a board is drawn: its tools, its drawing, and what the server keeps, put together.
import { Board } from "./board_drawing.js";
import { numbers } from "../plane/chart.js";
import { Close } from "./close_lines.js";
import { Finish } from "./export.js";
import { listen } from "./pointer_input.js";
import { InkCut, InkOutline } from "../tools/ink_tools.js";
import { Keys } from "./keyboard_input.js";
import { Areas, Numbers, Sight } from "../tools/mark_tools.js";
import { Move } from "../tools/move_tool.js";
import { Picture } from "../picture/picture.js";
import { drawPicture, extentOf } from "../picture/picture_place.js";
import { PictureTool } from "../picture/picture_tool.js";
import { Proposed } from "../tools/proposal_drawing.js";
import { spoken } from "./refusal_messages.js";
import { InkSides, InkSymbols } from "../tools/recognition.js";
import { Join } from "../tools/shape_tools.js";
import { edgeNear, faceAround } from "./snap.js";
import { Sync } from "./sync.js";
import { ProposalStore } from "../picture/picture_store.js";
import { View } from "./viewport.js";
import { keepWords } from "./text_description.js";
import { Wrong } from "./problem_list.js";

const TOOLS = {
  picture: PictureTool, outline: InkOutline, cut: InkCut, join: Join, move: Move, sides: InkSides,
  areas: Areas, numbers: Numbers, symbols: InkSymbols, sight: Sight,
};
const AREAS_DONE_BEFORE = 2;
const STATES = {
  opening: "Opening…", sending: "Saving…", fetching: "Catching up…", kept: "Saved",
  gone: "Deleted by its maker",
};
const find = (id) => document.querySelector(`#${id}`);

/** The desk: the part of the page that the tools see. */
class Desk {
  constructor(main) {
    this.wants = JSON.parse(main.dataset.wants);
    this.sync = new Sync(main.dataset.survey);
    this.board = new Board(find("board"), this.wants);
    this.picture = new Picture(main.dataset.survey, find("stage"), () => this.plane);
    this.view = new View(find("board"), (view) => this.viewed(view), find("zoom"));
    this.proposed = new Proposed(find("board"), this.view);
    this.untaken = new ProposalStore(main.dataset.survey);
    this.tools = Object.fromEntries(Object.entries(TOOLS).map(([name, Made]) => [name, new Made(this)]));
    this.tool = this.tools.outline;
    const does = {
      tap: (spot) => this.tool.tap(spot),
      drag: (spot, from) => this.tool.drag(spot, from),
      drop: (spot, from) => this.tool.drop(spot, from),
      hover: (spot) => this.tool.hover(spot),
      cancel: () => this.tool.cancel(),
      holds: (spot) => this.tool.holds(spot),
      undo: () => this.do({ do: "undo" }),
      redo: () => this.do({ do: "redo" }),
    };
    this.keys = new Keys(find("board"), this.view, does, {
      plane: () => this.plane, tell: (spot) => this.say(this.whereabouts(spot)),
    });
    const go = (at, faces) => this.go(at, faces);
    const choose = (name) => this.takeUp(name);
    this.wrong = new Wrong(this.sync, { list: find("wrong"), count: find("wrong-count"), go, choose });
    this.writeWords = keepWords(find("in-words"), find("words"), {
      plane: () => this.plane, wants: this.wants, go: (spot, face) => go(spot, [face]),
    });
    this.close = new Close(this);
    this.finish = new Finish(this);
    listen(find("board"), this.view, does);
    this.listen(does);
  }

  get plane() {
    return this.sync.plane;
  }

  /** Do an entry; say why if it cannot be done. Return whether it was done. */
  do(entry) {
    const sentence = this.sync.do(entry);
    if (sentence) this.refuse(sentence);
    else this.say("");
    return !sentence;
  }

  /** Say why a gesture cannot be done, and show the place that it is about. */
  refuse(sentence) {
    const { says, at } = spoken(sentence);
    this.say(says, { refused: true });
    this.board.showFault(at);
  }

  say(sentence, { refused = false } = {}) {
    const said = find("said");
    this.board.showFault(null);
    said.textContent = sentence;
    said.hidden = !sentence;
    said.classList.toggle("refused", refused);
  }

  /** Bring a place into sight, and mark squares. */
  go(at, faces = []) {
    this.keys.go(at);
    this.board.show({ faces });
  }

  /** Return where a spot is, in words. */
  whereabouts(spot) {
    const named = numbers(this.plane);
    const name = (face) => String(named.get(face)).padStart(3, "0");
    const near = edgeNear(this.plane, spot, this.view.unit, 4);
    const face = faceAround(this.plane, spot);
    let where = face === null ? "off the board" : `in ${name(face)}`;
    if (near?.faces.length === 1) where = "on the outer wall";
    else if (near) where = `between ${near.faces.map(name).join(" and ")}`;
    return `${spot[0]}, ${spot[1]}: ${where}.`;
  }

  /** Return what the server says of the sight line between two faces, or undefined without the network. */
  async sight(start, end, shut) {
    if (this.sync.state !== "kept") {
      this.say("Sight works once everything is saved. Try again in a moment.");
      return undefined;
    }
    const map = numbers(this.plane);
    const name = (face) => String(map.get(face)).padStart(3, "0");
    const closed = !shut ? [] : [...this.plane.sides].filter(([, kind]) => kind.endsWith("_door"))
      .map(([pair]) => pair.split(" ").map((n) => name(Number(n))).sort().join("-"));
    const asked = new URLSearchParams({ from: name(start), to: name(end), closed: closed.join(",") });
    try {
      return await (await fetch(`${this.sync.url}/sight?${asked}`)).json();
    } catch {
      this.say("Sight needs the network, and there is no connection.");
      return undefined;
    }
  }

  viewed(view) {
    this.board.drawGrid(view);
    drawPicture(this.picture, view);
    this.keys?.draw();
  }

  /**
   * Show the tool's hint and its options again. The focused field keeps the focus and what is typed in it.
   */
  renew() {
    const options = find("options");
    const before = document.activeElement;
    const inside = options.contains(before);
    this.board.showArea(this.tool.chosenArea);
    find("hint").textContent = this.tool.hint;
    options.replaceChildren(...this.tool.options());
    if (!inside) return;
    const now = document.getElementById(before.id) ?? find("board");
    if (before.matches("[type=text], [type=number]") && now.matches("input")) now.value = before.value;
    now.focus();
  }

  choose(name) {
    this.tool.cancel();
    this.proposed.draw();
    this.tool = this.tools[name];
    find("stage").dataset.tool = name;
    find("tools").querySelector(`[value=${name}]`).checked = true;
    this.tool.shown?.();
    this.renew();
  }

  /** Choose a tool and bring its panel into sight, or go to the field for the name of the board. */
  takeUp(name) {
    if (name === "title") {
      find("title").focus();
      return;
    }
    this.say("");
    this.choose(name);
    find("tools").querySelector(":checked").focus();
    find("now").scrollIntoView();
  }

  /** Show the whole board, or the whole picture if nothing is drawn yet. */
  fit() {
    const { picture } = this;
    const isRaw = picture.state === "corners";
    this.view.showAll(this.plane, isRaw || !this.plane.faces.size ? extentOf(picture) : null);
  }

  changed() {
    const { log, plane } = this.sync;
    this.board.draw(plane);
    if (this.picture.follow(log)) this.tools.cut.withdraw();
    find("undo").disabled = !log.done;
    find("redo").disabled = log.done === log.gestures.length;
    const title = find("title");
    if (document.activeElement !== title) title.value = plane.name;
    find("depicts").checked = plane.special.get("depicts") === this.wants.depicts;
    this.writeWords();
    this.close.changed();
    this.renew();
  }

  listen(does) {
    const { sync } = this;
    find("tools").addEventListener("change", (event) => {
      this.say("");
      this.choose(event.target.value);
      find("now").parentElement.scrollTop = 0;
    });
    this.picture.addEventListener("change", () => {
      drawPicture(this.picture, this.view);
      this.close.changed();
    });
    this.picture.addEventListener("busy", ({ detail }) => {
      find("busy").hidden = detail === null;
      find("busy").value = detail ?? 0;
    });
    find("undo").addEventListener("click", does.undo);
    find("redo").addEventListener("click", does.redo);
    find("title").addEventListener("change", ({ target }) => {
      if (!this.do({ do: "title", name: target.value.trim() })) target.value = this.plane.name;
    });
    find("depicts").addEventListener("change", (event) => {
      const value = event.target.checked ? this.wants.depicts : "nothing";
      this.do({ do: "special", key: "depicts", value });
    });
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        if (button.dataset.zoom === "all") this.fit();
        else this.view.zoom(Number(button.dataset.zoom));
      });
    }
    sync.addEventListener("change", () => this.changed());
    sync.addEventListener("state", () => this.showState());
    sync.addEventListener("refused", (event) => this.refuse(event.detail));
  }

  showState() {
    const { state, unsent } = this.sync;
    const count = `${unsent} ${unsent === 1 ? "change waits" : "changes wait"}`;
    const saved = find("saved");
    saved.textContent = state === "away" ? `No network. ${count} on this device.` : STATES[state];
    saved.dataset.state = state;
  }

  /** Bring back the picture that was kept on this device. */
  async restore() {
    await this.picture.restore();
    if (this.picture.state === "none") return;
    this.fit();
    if (this.picture.isPlaced) this.renew();
    else this.choose("picture");
  }

  async open() {
    this.showState();
    for (;;) {
      try {
        await this.sync.open();
        break;
      } catch (away) {
        if (!(away instanceof TypeError)) throw away;
        this.sync.become("away");
        await this.sync.pause();
      }
    }
    this.fit();
    await this.untaken.restore();
    for (const tool of Object.values(this.tools)) tool.restore();
    if (this.plane.faces.size >= AREAS_DONE_BEFORE) this.choose(this.untaken.tool ?? "cut");
    this.restore();
    find("content").dataset.ready = "";
  }
}

export const desk = new Desk(find("content"));
desk.open();
