// Small pieces of the panel: an element with its content, a choice of keys, a field, a key.
/** Return a new element with attributes and content. */
export function made(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue;
    if (key === "onclick" || key === "onchange") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content);
  return element;
}

/** Return keys of which one is chosen. `ways` are pairs of a value and a word. */
export function choice(legend, name, ways, chosen, choose) {
  const keys = ways.map(([value, word]) => made("label", { class: "key" }, made("input", {
    type: "radio", name, value, id: `${name}-${value}`, checked: value === chosen,
    onchange: () => choose(value),
  }), made("span", {}, word)));
  return made("fieldset", {}, made("legend", {}, legend), made("div", { class: "keys" }, ...keys));
}

/** Return a key. */
export function key(word, onclick, attributes = {}) {
  const id = `key-${word.toLowerCase().replaceAll(" ", "-")}`;
  return made("button", { type: "button", id, onclick, ...attributes }, word);
}

/** Return a field with its label. */
export function field(label, input) {
  return made("div", { class: "field" }, made("label", { for: input.id }, label), input);
}

/** Return a list to choose from. `ways` are pairs of a value and a word. */
export function list(id, ways, chosen, choose) {
  const options = ways.map(([value, word]) => made("option", { value, selected: value === chosen }, word));
  return made("select", { id, onchange: (event) => choose(event.target.value) }, ...options);
}

/** Return a field for a whole number. */
export function number(id, value, [min, max]) {
  return made("input", { type: "number", id, value, min, max, step: 1, inputmode: "numeric" });
}

// ---- A second tap ----------------------------------------------------------------------------------

// Questions follow each other under the same buttons: a second tap on an answer is not meant for the next
// one.

const CALM_MS = 400;

/** The calm after an answer. `show` draws the keys again once it is over. */
export class TapGuard {
  since = -Infinity;

  constructor(show) {
    this.show = show;
  }

  /** The next question has taken the place of the one that was answered. */
  begin() {
    this.since = performance.now();
    setTimeout(this.show, CALM_MS);
  }

  /** Return whether a tap, by its event's time, is too early to be meant for the question that is shown. */
  has(time = performance.now()) {
    return time - this.since < CALM_MS;
  }
}
