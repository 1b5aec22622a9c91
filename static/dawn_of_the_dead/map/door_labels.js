// The name of a main door is never cut off. It slides along its wall as far as its door goes; if it would
// still be cut, it is not shown.
import { drawing, frame, sheetSize, view, whenScaled } from "./viewport.js";

function keepNames() {
  const [width, height] = [sheetSize().width * view.scale, sheetSize().height * view.scale];
  const left = frame.scrollLeft - Math.max(0, (frame.clientWidth - width) / 2);
  const top = frame.scrollTop - Math.max(0, (frame.clientHeight - height) / 2);
  for (const name of drawing.querySelectorAll(".door-name")) {
    const [x, y, wide, high] = placeOf(name).map((length) => length * view.scale);
    const upright = high > wide;
    const across = inside(x, wide, left, frame.clientWidth, upright ? 0 : wide);
    const down = inside(y, high, top, frame.clientHeight, upright ? high : 0);
    name.classList.toggle("cut", across === null || down === null);
    name.style.translate = `${(across ?? 0) / view.scale}px ${(down ?? 0) / view.scale}px`;
  }
}

// Return how far something must move to fit between two edges, or null if that is further than it may.
function inside(from, length, edge, room, most) {
  const move = Math.max(edge - from, 0) + Math.min(edge + room - from - length, 0);
  return Math.abs(move) <= most ? move : null;
}

// Return a name's place in the drawing, from its upper left corner; an upright one is rotated about its foot.
function placeOf(name) {
  if (name.place) return name.place;
  const { x, y, width, height } = name.getBBox();
  const [footX, footY] = [Number(name.getAttribute("x")), Number(name.getAttribute("y"))];
  const turned = [footX + y - footY, footY - (x + width - footX), height, width];
  const [left, top, wide, high] = name.hasAttribute("transform") ? turned : [x, y, width, height];
  name.place = [left - sheetSize().x, top - sheetSize().y, wide, high];
  return name.place;
}

if (frame) {
  whenScaled(keepNames);
  frame.addEventListener("scroll", keepNames, { passive: true });
}
