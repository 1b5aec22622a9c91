// A finger on the map: a tap asks about a square or a door, and the view can be enlarged and moved.
"use strict";

// ---- A tap on a square or a door -------------------------------------------------------------------------------

function tapMap(event) {
  const board = event.target.closest("[data-taps]");
  if (!board) return;
  const door = event.target.closest("[data-door], [data-main-door]");
  const square = event.target.closest("[data-square]");
  if (!door && !square) return;
  event.preventDefault();
  if (find("#sight-form")) tapSight(door?.dataset.door && door, square);
  else if (door && find("form[data-choose], #place-characters")) return;
  else if (door) ask(`${board.dataset.taps}door/${door.dataset.door || door.dataset.mainDoor}`);
  else tapSquare(board.dataset.taps, square.dataset.square);
}

function tapSquare(base, square) {
  const moment = find("#moment");
  const box = find(`input[type=checkbox][value="${square}"], fieldset:not(:has(:checked)) input[type=radio][value="${square}"]`, moment);
  if (box) return box.click();
  // While squares are being chosen, the answer must not wipe out the form.
  if (find("#place-hidden, #place-characters", moment)) {
    return htmx.ajax("GET", `${base}square/${square}`, { target: "#ruling", swap: "outerMorph", headers: { "HX-Target": "div#ruling" } });
  }
  const again = moment.dataset.square === square && find("[data-again]", moment);
  if (again) return again.click();
  const from = moment.dataset.from ? `?from=${moment.dataset.from}` : "";
  return ask(`${base}square/${square}${from}`);
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

// ---- The view ------------------------------------------------------------------------------------------------

// Zoom keeps what stands in the middle of the view in the middle.
function zoomMap(event) {
  const key = event.target.closest("[data-zoom-by]");
  if (!key) return;
  const frame = find("#map");
  const level = Math.max(1, Math.min(4, Number(frame.dataset.zoom || 1) + Number(key.dataset.zoomBy)));
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const before = frame.scrollWidth;
  frame.dataset.zoom = level;
  const scale = frame.scrollWidth / before;
  frame.scrollTo(middle[0] * scale - frame.clientWidth / 2, middle[1] * scale - frame.clientHeight / 2);
}

// On a small screen the map starts enlarged; the view goes to what is pointed out, unless a player moved it.
function frameMap() {
  const frame = find("#map");
  if (frame && frame.clientWidth < 600 && frame.dataset.zoom === "1") {
    frame.dataset.zoom = 3;
    frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  }
  showAction();
}

function showAction() {
  const frame = find("#map");
  if (!frame || frame.dataset.zoom === "1" || frame.dataset.held) return;
  const line = find(".sight:has(.end)", frame);
  if (line) fitMap(frame, line);
  const spot = line || ["chosen", "aim", "must", "go", "target", "may"].map((kind) => find(`.mark.${kind}`, frame)).find(Boolean)
    || find(".counter-piece.human", frame);
  if (!spot) return;
  const [inner, outer] = [spot.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollBy(inner.x + inner.width / 2 - outer.x - outer.width / 2, inner.y + inner.height / 2 - outer.y - outer.height / 2);
}

// A sight line is seen from end to end, as large as that can be.
function fitMap(frame, line) {
  const fits = () => {
    const { width, height } = line.getBoundingClientRect();
    return width <= frame.clientWidth && height <= frame.clientHeight;
  };
  while (frame.dataset.zoom > 1 && !fits()) frame.dataset.zoom -= 1;
}

// ---- Start ------------------------------------------------------------------------------------------------------

for (const handler of [tapMap, zoomMap]) document.addEventListener("click", handler);
document.addEventListener("htmx:after:swap", showAction);
find("#map")?.addEventListener("touchmove", () => { find("#map").dataset.held = "yes"; }, { passive: true });
frameMap();
