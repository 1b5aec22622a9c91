// A form that asks for several numbers or choices is sent as soon as a finger has tapped the last of them.
// First the key shows for a moment that it is being pressed, and another tap on the form puts that off.
import { CALM, finger, holdNews } from "../request_queue.js";
import { find } from "../../page/dom.js";

const AFTERTHOUGHT = 700; // ms in which a slip can be corrected

function sendSoon(event) {
  const form = event.target.closest("[data-sends]");
  if (!form || event.target.type !== "radio") return;
  const byFinger = performance.now() - finger.lifted < CALM; // arrow keys pass over numbers on their way
  if (!byFinger) return;
  if (!form.checkValidity()) {
    find("fieldset:has(:invalid)", form)?.scrollIntoView({ block: "nearest" });
    return;
  }
  const key = find("button.main", form);
  key.classList.add("due");
  sendSoon.timer = setTimeout(() => { if (putOff(form)) form.requestSubmit(key); }, AFTERTHOUGHT);
}

// Return whether the key of the form was about to be pressed, and stop it.
function putOff(form) {
  clearTimeout(sendSoon.timer);
  const key = form.isConnected && find(".due", form);
  key?.classList?.remove("due");
  return Boolean(key) && !form.inert;
}

holdNews(() => find("[data-sends] .due"));
// Tapping a number that is already chosen changes nothing, but the player means it.
document.addEventListener("click", sendSoon);
document.addEventListener("pointerdown", (event) => {
  const form = event.target.closest("[data-sends]");
  if (form) putOff(form);
});
