import { find } from "../../page/dom.js";

/** Say a sentence of this page, from a template, in the place of the server's; `text` is its reason. */
export function showMessage(template, text) {
  const panel = find(template).content.cloneNode(true);
  if (text) find(".reason", panel).textContent = `${text}.`;
  find("#ruling").replaceChildren(panel);
  find("#ruling").classList.add("held");
}
