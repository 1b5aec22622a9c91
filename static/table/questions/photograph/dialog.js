// A question that asks for inches, answered on a photograph of the table. The picture stays on this device:
// no line here sends it. It lies in the browser until it is removed, or until another table is measured.
import { find } from "../../../page/dom.js";
import { syncHistory } from "../../../page/history.js";
import { listen } from "../../../survey/page/pointer_input.js";
import { View } from "../../../survey/page/viewport.js";
import { choice, field, made } from "../../../survey/page/widgets.js";
import { pixelsOf } from "../../../survey/photo/picture.js";
import { forget, keep, kept } from "../../../survey/picture/picture_store.js";
import { Marks } from "./marks.js";
import {
  bandOf, distance, inOrder, limitNear, rounded, scaleOfLine, scaleOfRectangle,
} from "./scale.js";

const PICTURE = "photograph of the table";
const SCALE = "scale of that photograph";
const TYPE = "image/jpeg";
const QUALITY = 0.92;
const LONGEST = 999;
/** Nothing on a table is longer than so many inches. */
const NEW = () => ({
  kind: "line", line: [null, null], inches: "", corners: [null, null, null, null], sides: ["", ""],
  isScaled: false,
});
const NAMES = {
  line: ["1", "2"], rectangle: ["1", "2", "3", "4"], way: ["From", "To"],
};
const HINTS = {
  line: "From straight above: tap both ends of a ruler, or of an edge of the table.",
  rectangle: "From anywhere: tap the corners of the table or, less exact, of a sheet of paper.",
  way: "Tap one figure, then another, each at its base.",
};
const BEYOND = "A point lies beyond the table.";
const KEPT = "It stays on this device and is never sent.";
const GONE = "This question is no longer open.";

const isLength = (text) => Number(text) > 0 && Number(text) <= LONGEST;
const quiet = (word, onclick) => made("button", { type: "button", class: "quiet", onclick }, word);
/** Return the action that a form does; what others have told of it meanwhile comes to it. */
const actionOf = (form) => JSON.parse(find("[name=action]", form)?.value ?? "{}");
const blobOf = (canvas) => canvas.convertToBlob({ type: TYPE, quality: QUALITY });

/** The dialog with the photograph. */
class PhotographDialog {
  photo = null;

  way = [null, null];

  asked = null;

  constructor() {
    this.dialog = made("dialog", { class: "photograph", "aria-labelledby": "photograph-asks" });
    this.dialog.innerHTML = `<header><h2 id="photograph-asks" tabindex="-1"></h2></header>
      <div class="stage"><svg class="board" tabindex="-1" role="img" aria-label="The photograph"><image/><g
        class="marks"></g></svg><div class="zoom"></div><canvas class="loupe" aria-hidden="true"
        hidden></canvas><p class="tip" hidden>Drag a ring to place it exactly.</p></div>
      <div class="side stack"><p class="notice said" role="status" hidden></p><div
        class="stack"></div></div>`;
    this.stage = find(".stage", this.dialog);
    this.panel = find(".side > div", this.dialog);
    this.svg = find("svg", this.dialog);
    this.view = new View(this.svg, () => this.marks?.draw(), find(".zoom", this.dialog));
    this.marks = new Marks(this.stage, this.view, (isDone) => this.moved(isDone));
    listen(this.svg, this.view, this.marks, this.dialog);
    const close = made("button", { type: "button", onclick: () => this.dialog.close() }, "Close");
    find("header", this.dialog).append(close);
    find(".zoom", this.dialog).append(...[
      ["+", "Closer", () => this.view.zoom(1.5)], ["−", "Farther", () => this.view.zoom(1 / 1.5)],
      ["⤢", "Show all", () => this.fit()],
    ].map(([sign, word, onclick]) => made("button", { type: "button", onclick, "aria-label": word }, sign)));
    this.dialog.addEventListener("dragover", (event) => event.preventDefault());
    this.dialog.addEventListener("drop", (event) => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    });
    document.body.append(this.dialog);
    new MutationObserver(syncHistory).observe(this.dialog, { attributeFilter: ["open"] });
  }

  /** Bring back the picture of this table; that of another one goes. */
  async restore() {
    this.state = NEW();
    const [picture, scale] = await Promise.all([PICTURE, SCALE].map(kept));
    if (!picture) return;
    try {
      if (picture.table !== location.pathname) throw new Error("That is another table.");
      const blob = new Blob([picture.bytes], { type: TYPE });
      this.show(await pixelsOf(blob), blob);
      this.state = scale ?? NEW();
    } catch {
      this.forget();
    }
  }

  keepScale() {
    if (this.photo) keep(SCALE, this.state);
  }

  forget() {
    for (const place of [PICTURE, SCALE]) forget(place);
  }

  /** Measure for the field beside a key. */
  open({ dataset, form }) {
    const { measures: name, bands, asks } = dataset;
    this.asked = { name, action: actionOf(form), bands: JSON.parse(bands) };
    this.way = [null, null];
    find("#photograph-asks", this.dialog).textContent = asks;
    this.say("");
    this.reveal();
    this.render();
    this.fit();
  }

  /** Show the dialog, but only under the eyes of whoever has lifted the privacy screen. */
  reveal() {
    if (find("#cover:not([hidden])")) {
      document.addEventListener("click", () => this.reveal(), { once: true });
    } else if (!this.dialog.open) this.dialog.showModal();
  }

  /** The field that is asked for, wherever news has put it, or undefined. */
  get field() {
    const { name, action } = this.asked;
    const isSame = (now) => Object.keys(action).every((key) => String(now[key]) === String(action[key]));
    return [...document.querySelectorAll(".dial input")].find((input) => (
      input.name === name && isSame(actionOf(input.form))
    ));
  }

  say(sentence, isRefused = false) {
    const said = find(".said", this.dialog);
    said.textContent = sentence;
    said.hidden = !sentence;
    said.classList.toggle("refused", isRefused);
  }

  // ---- The picture

  async take(file) {
    if (!file) return;
    this.say("Opening the picture…");
    try {
      const taken = await pixelsOf(file);
      const blob = await blobOf(taken.canvas);
      this.show(taken, blob);
      this.state = NEW();
      this.keepScale();
      // Bytes, for a private window of Safari keeps no blobs.
      keep(PICTURE, { table: location.pathname, bytes: await blob.arrayBuffer() });
      this.say("");
    } catch (error) {
      this.say(error.message, true);
    }
    this.way = [null, null];
    this.reveal();
    this.render();
    this.fit();
    this.toHeading();
  }

  show({ canvas, width, height }, blob) {
    this.hide();
    const url = URL.createObjectURL(blob);
    this.photo = { url, width, height };
    const image = find("image", this.svg);
    for (const [name, value] of Object.entries({ href: url, width, height })) image.setAttribute(name, value);
    this.marks.picture(canvas);
  }

  hide() {
    if (this.photo) URL.revokeObjectURL(this.photo.url);
    this.photo = null;
  }

  remove() {
    this.hide();
    this.forget();
    this.state = NEW();
    this.render();
    this.say("The picture is gone.");
    this.toHeading();
  }

  fit() {
    if (this.photo) this.view.showAll(null, [0, 0, this.photo.width, this.photo.height]);
  }

  // ---- The scale

  /** The scale of the picture. Throws an Error, with a sentence. */
  scale() {
    const { kind, line, inches, corners, sides } = this.state;
    if (!this.marks.areAll && !this.state.isScaled) {
      throw new Error(kind === "line" ? "Tap the two points first." : "Tap the four corners first.");
    }
    const given = kind === "line" ? [inches] : sides;
    if (!given.every(isLength)) throw new Error("Type the length in inches.");
    const numbers = given.map(Number);
    return kind === "line" ? scaleOfLine(line, numbers[0]) : scaleOfRectangle(inOrder(corners), numbers);
  }

  setScale() {
    try {
      this.scale();
    } catch (error) {
      this.say(error.message, true);
      return;
    }
    this.state.isScaled = true;
    this.keepScale();
    this.say("");
    this.render();
    this.toHeading();
  }

  again() {
    this.state.isScaled = false;
    this.render();
    this.toHeading();
  }

  toHeading() {
    find("#photograph-asks", this.dialog).focus({ preventScroll: true });
  }

  // ---- The distance

  moved(isDone) {
    if (this.state.isScaled) this.measured();
    else if (isDone) this.keepScale();
  }

  /** Show the distance between the two marks. */
  measured() {
    const figure = find(".figure", this.panel);
    if (!figure) return;
    const use = find(".main", this.panel);
    const inches = this.marks.areAll ? distance(this.scale(), ...this.way) : null;
    const { bands } = this.asked;
    const { min = 0, max = LONGEST, step = 1 } = this.field ?? {};
    const value = rounded(inches ?? 0, Number(step));
    use.disabled = inches === null || value < Number(min) || value > Number(max);
    use.textContent = inches === null ? "Use it" : `Use ${value}`;
    use.value = value;
    if (inches === null) {
      figure.replaceChildren(made("span", { class: "dim" }, this.marks.areAll ? BEYOND : HINTS.way));
      return;
    }
    const limit = limitNear(bands, inches);
    const band = bandOf(bands, value);
    figure.replaceChildren(made("b", {}, String(rounded(inches))), made("span", {}, " inches"));
    if (band) figure.append(made("span", { class: "band" }, band[1]));
    if (limit !== undefined) figure.append(made("small", {}, `Close to ${limit}: check with a ruler.`));
    if (value > Number(max)) figure.append(made("small", {}, `At most ${max} can be told.`));
  }

  /** Fill in the dial; whoever answers sends it. */
  use(value) {
    const { field: input } = this;
    if (!input) {
      this.say(GONE, true);
      return;
    }
    input.value = value;
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
    this.dialog.close();
    const key = find(`[data-measures="${CSS.escape(this.asked.name)}"]`, input.form);
    key?.focus({ preventScroll: true });
    input.scrollIntoView({ block: "nearest" });
  }

  // ---- The panel

  render() {
    const step = !this.photo ? "picture" : this.state.isScaled ? "distance" : "scale";
    this.dialog.dataset.step = step;
    this.panel.replaceChildren(...this[`${step}Panel`]());
    this.marks.use(this.marksOf(step));
    if (step === "distance") this.measured();
  }

  marksOf(step) {
    if (step === "picture") return { names: [], spots: [] };
    if (step === "distance") return { names: NAMES.way, spots: this.way, again: true };
    const { kind, line, corners } = this.state;
    if (kind === "line") return { names: NAMES.line, spots: line };
    return { names: NAMES.rectangle, spots: corners, sides: ["A", "B"] };
  }

  picturePanel() {
    return [
      made("p", {}, "Take a picture of the table from above, with something in it whose length you know. "
        + `Then tap the figures on it. ${KEPT}`),
      this.file("Take a photograph", "main", { capture: "environment" }), this.file("Choose a picture"),
    ];
  }

  file(word, tone = "", more = {}) {
    const input = made("input", {
      type: "file", accept: "image/*", ...more, onchange: ({ target }) => this.take(target.files[0]),
    });
    return made("label", { class: "key file" }, input, made("span", { class: tone }, word));
  }

  scalePanel() {
    const { state } = this;
    const ways = [["line", "Two points"], ["rectangle", "Four corners"]];
    const kind = choice("What has a known size?", "photograph-kind", ways, state.kind, (value) => {
      state.kind = value;
      this.say("");
      this.render();
      find(`#photograph-kind-${value}`, this.panel).focus();
    });
    const lengths = state.kind === "line"
      ? [this.length("Inches from 1 to 2", state.inches, (value) => { state.inches = value; })]
      : ["A", "B"].map((name, n) => this.length(`Side ${name}, inches`, state.sides[n], (value) => {
        state.sides[n] = value;
      }));
    return [
      kind, made("p", { class: "dim small" }, HINTS[state.kind]), this.hand(NAMES[state.kind]),
      made("div", { class: "lengths" }, ...lengths),
      made("button", { type: "button", class: "main wide", onclick: () => this.setScale() }, "Measure"),
      ...this.pictureKeys(),
    ];
  }

  length(label, value, given) {
    const input = made("input", {
      type: "number", id: `photograph-${label.toLowerCase().replaceAll(/\W+/g, "-")}`, value, min: 0,
      max: LONGEST, step: "any", inputmode: "decimal", autocomplete: "off",
    });
    input.addEventListener("input", () => {
      given(input.value);
      this.keepScale();
    });
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") this.setScale(); });
    return field(label, input);
  }

  distancePanel() {
    const use = made("button", {
      type: "button", class: "main wide", onclick: (event) => this.use(event.target.value),
    });
    return [
      made("p", { class: "figure", role: "status" }), use, this.hand(NAMES.way),
      ...this.pictureKeys(quiet("Change scale", () => this.again())),
    ];
  }

  /** Return a key for each mark: by keyboard the arrow keys move it. */
  hand(names) {
    const keys = names.map((name, n) => {
      const key = made("button", {
        type: "button", onclick: () => this.marks.show(n), "aria-describedby": "photograph-arrows",
        "aria-label": names === NAMES.way ? name : `Point ${name}`,
      }, name);
      key.addEventListener("keydown", (event) => this.marks.nudge(event, n));
      key.addEventListener("focus", () => { if (key.matches(":focus-visible")) this.marks.look(n); });
      key.addEventListener("blur", () => this.marks.loupe.hide());
      return key;
    });
    const told = made("span", { class: "dim small", id: "photograph-arrows" },
      "By keyboard: Enter sets a point, arrow keys move it, with Shift by more.");
    return made("div", { class: "hand" }, ...keys, told);
  }

  pictureKeys(...more) {
    const removal = quiet("Remove picture", () => this.remove());
    return [made("div", { class: "row" }, ...more, this.file("New picture", "quiet"), removal)];
  }
}

/** Load the styles beside this module. */
function styled() {
  return new Promise((yes, no) => {
    const { href } = new URL("./photograph.css", import.meta.url);
    const link = made("link", { rel: "stylesheet", href });
    link.addEventListener("load", yes);
    link.addEventListener("error", () => { link.remove(); no(new Error("The styles are missing.")); });
    document.head.append(link);
  });
}

const opened = { dialog: null };

async function prepared() {
  await styled();
  const dialog = new PhotographDialog();
  await dialog.restore();
  return dialog;
}

/** Open the dialog for the number beside a key. */
export async function measureFor(key) {
  opened.dialog ??= prepared().catch((error) => { opened.dialog = null; throw error; });
  (await opened.dialog).open(key);
}
