// A finger on the map: a tap asks about a square or a door, a double tap looks closer (view.js).
"use strict";

const taps = { last: null, due: 0 };

function tapMap(event) {
  const square = event.target.closest("#map [data-square]");
  const door = event.target.closest("#map :is([data-door], [data-main-door])");
  if (!door && !square) return;
  event.preventDefault();
  if (!door && tappedTwice(event, square.dataset.square)) return zoomTo(square);
  const base = frame.dataset.taps;
  if (!base) return;
  if (find("#sight-form")) tapSight(door?.dataset.door && door, square);
  else if (door && find("form[data-choose], #place-characters")) return;
  else if (door) ask(`${base}door/${door.dataset.door || door.dataset.mainDoor}`);
  else tapSquare(base, square.dataset.square, event);
}

// A first tap asks at once. What a tap would carry out waits until it can no longer become a double tap, and a choice
// that the first of two taps has turned is turned back: looking closer never changes anything. A click that no pointer
// made (a screen reader's) has no detail and is never one of two.
function tappedTwice(event, square) {
  const { last } = taps;
  const twice = Boolean(last && event.detail && last.square === square && event.timeStamp - last.time < TWICE);
  taps.last = twice || !event.detail ? null : { square, time: event.timeStamp, box: null };
  if (!twice) return false;
  clearTimeout(taps.due);
  find("#moment .due")?.classList.remove("due");
  if (last.box?.type === "checkbox" && last.box.isConnected) last.box.click();
  return true;
}

function tapSquare(base, square, event) {
  const moment = find("#moment");
  const box = find(`input[type=checkbox][value="${square}"], fieldset:not(:has(:checked)) input[type=radio][value="${square}"]`, moment);
  if (box) {
    if (taps.last) taps.last.box = box;
    return box.click();
  }
  // While squares are being chosen, the answer must not wipe out the form.
  if (find("#place-hidden, #place-characters", moment)) {
    return htmx.ajax("GET", `${base}square/${square}`, { target: "#ruling", swap: "outerMorph", headers: { "HX-Target": "div#ruling" } });
  }
  const again = moment.dataset.square === square && find("[data-again]", moment);
  if (again) return pressSoon(again, event.detail ? TWICE : 0);
  const from = moment.dataset.from ? `?from=${moment.dataset.from}` : "";
  return ask(`${base}square/${square}${from}`);
}

// The key shows at once that it is being pressed. If the panel is replaced meanwhile, it is another question.
function pressSoon(key, wait) {
  key.classList.add("due");
  clearTimeout(taps.due);
  taps.due = setTimeout(() => key.isConnected && key.click(), wait);
}

function tapSight(door, square) {
  const form = find("#sight-form");
  if (door && !form.dataset.fixed) {
    const turn = form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "turn" }));
    turn.value = door.dataset.door;
  } else if (!square) {
    return;
  } else if (!form.from.value || form.to.value) {
    form.from.value = square.dataset.square;
    form.to.value = "";
  } else {
    form.to.value = square.dataset.square;
  }
  form.requestSubmit();
}

// ---- What need not be sent again ---------------------------------------------------------------------------------

// Counters and doors are most of an answer and seldom change, nor does a look change the panels beside: the page says
// which of them it has.
function nameKept(event) {
  const kept = [...document.querySelectorAll("[data-stamp]")].map((layer) => layer.dataset.stamp);
  event.detail.ctx.request.headers["Referee-Kept"] = kept.join(" ");
}

// ---- Start ------------------------------------------------------------------------------------------------------

document.addEventListener("click", tapMap);
document.addEventListener("htmx:config:request", nameKept);
