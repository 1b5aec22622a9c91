// Animates counters that have moved to another square, unless reduced motion is on.
import { drawing } from "./viewport.js";

const GOES = 280; // ms
const MAX_MOVED = 12; // Of more counters at once the eye follows none.

const pieces = () => [...drawing.querySelectorAll("#counters > [data-on]")];
// Return the visible face of a counter, whole or partly covered: a name, a value, or nothing.
function face(piece) {
  const shown = piece.querySelector("text.head, text.value, text.initial");
  return `${piece.classList[1]} ${shown?.textContent ?? ""}`;
}

function lie() {
  return pieces().map((piece) => {
    const { baseVal: parts } = piece.transform;
    const { e: x, f: y } = parts.getItem(0).matrix;
    const scale = parts.numberOfItems > 1 ? parts.getItem(1).matrix.a : 1;
    return { piece, face: face(piece), square: piece.dataset.on, scale, x, y };
  });
}

// Return the items of one list that the other lacks; equal items count one by one.
function without(list, other) {
  const left = other.map((one) => `${one.face} ${one.square}`);
  return list.filter((one) => {
    const at = left.indexOf(`${one.face} ${one.square}`);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function showMoves() {
  const [before, now] = [showMoves.before, lie()];
  showMoves.before = now;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [gone, come] = [without(before, now), without(now, before)];
  if (come.length > MAX_MOVED) return;
  for (const there of come) {
    const apart = (one) => Math.hypot(one.x - there.x, one.y - there.y);
    const [from] = gone.filter((one) => one.face === there.face).sort((a, b) => apart(a) - apart(b));
    if (!from) continue;
    gone.splice(gone.indexOf(from), 1);
    const way = [(from.x - there.x) / there.scale, (from.y - there.y) / there.scale];
    const start = `translate(${way.map((part) => `${part}px`).join()})`;
    const steps = [{ transform: start }, { transform: "translate(0, 0)" }];
    there.piece.animate(steps, { duration: GOES, easing: "ease-in-out", composite: "add" });
  }
}

if (drawing) {
  showMoves.before = lie();
  document.addEventListener("htmx:after:swap", showMoves);
}
