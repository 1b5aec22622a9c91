// A button whose action would be refused looks disabled and says what is missing. A tap still gets an answer.
import { find } from "../../page/dom.js";
import { showMessage } from "./messages.js";

function showReady() {
  for (const key of document.querySelectorAll("[data-wants]")) {
    const lacks = lacking(key);
    key.toggleAttribute("data-shut", Boolean(lacks));
    find(".lacks", key).textContent = lacks;
  }
}

// Return what is still missing, in words; "" once the form can be sent.
function lacking(key) {
  const { form } = key;
  if (form.dataset.choose) {
    const more = Number(form.dataset.choose) - new FormData(form).getAll("squares").length;
    return more > 0 ? `Choose ${more} ${key.dataset.more}${more > 1 ? "s" : ""}` : "";
  }
  const open = [...form.querySelectorAll("fieldset:not(:has(:checked)):has(legend)")];
  const named = open.map((field) => field.dataset.lacks ?? find("legend", field).textContent.trim());
  if (named.length) return `${key.dataset.wants} ${together(named).join(", ")}`;
  const squares = [...new FormData(form)].filter(([name]) => name.startsWith("square-")).map(([, at]) => at);
  const full = squares.find((at) => squares.filter((other) => other === at).length > form.dataset.most);
  return full ? `Too many in ${full}` : "";
}

// "Die 1 of 2, Die 2 of 2" are two dice.
function together(named) {
  const dice = named.filter((name) => /^Die \d/.test(name));
  return dice.length < 2 ? named : [`${dice.length} dice`, ...named.filter((name) => !dice.includes(name))];
}

// The server answers about the squares of a set-up; it would only ask again for dice and doors.
function stayShut(event) {
  const key = event.target.closest("#complete [data-shut]");
  if (!key) return;
  event.preventDefault();
  showMessage("#not-yet", find(".lacks", key).textContent);
  find("fieldset:not(:has(:checked)) input", key.form).focus();
}

// On the window, so that it runs after whatever corrects a choice (setup.js).
addEventListener("change", showReady);
document.addEventListener("htmx:after:swap", showReady);
document.addEventListener("click", stayShut);
showReady();
