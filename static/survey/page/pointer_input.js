// The hand on the drawing. One finger, or the left button of a mouse, draws. Two fingers, the wheel, and a
// mouse with the space bar or its middle button only ever pan and zoom.
const DRAG_PX = 8;
/** A pressed object follows the finger beyond this distance; elsewhere a shorter way is a tap. */
const HELD_PX = 2;
const WHEEL = 0.0015;

/**
 * Listen to pointers on a drawing. `does` has `tap(spot)`, `drag(spot, from)`, `drop(spot, from)`,
 * `cancel()`, `hover(spot)`, and `holds(spot)`: whether a press there grabs something. The space bar counts
 * within `room`.
 */
export function listen(svg, view, does, room = window) {
  const fingers = new Map();
  let hand = null;
  let spacing = false;

  const began = (event) => {
    if (event.pointerType === "mouse" && event.button === 2) return;
    svg.setPointerCapture(event.pointerId);
    svg.focus({ preventScroll: true });
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) {
      if (hand && !hand.pans) does.cancel();
      hand = null;
      return;
    }
    const pans = spacing || (event.pointerType === "mouse" && event.button === 1);
    const from = view.spot(event);
    hand = { from, start: event, dragged: false, pans, short: does.holds(from) ? HELD_PX : DRAG_PX };
    if (pans) event.preventDefault();
  };

  const moved = (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") does.hover(view.spot(event));
      return;
    }
    if (fingers.size > 1) pinch(fingers, before, event, view);
    fingers.set(event.pointerId, event);
    if (!hand || fingers.size > 1) return;
    if (hand.pans) {
      view.pan(event.clientX - before.clientX, event.clientY - before.clientY);
      return;
    }
    const { start, short } = hand;
    hand.dragged ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > short;
    if (hand.dragged) does.drag(view.spot(event), hand.from);
  };

  const ended = (event) => {
    fingers.delete(event.pointerId);
    const done = hand;
    if (!done || fingers.size) return;
    hand = null;
    if (done.pans) return;
    if (done.dragged) does.drop(view.spot(event), done.from);
    else does.tap(done.from);
  };

  const lost = (event) => {
    fingers.delete(event.pointerId);
    if (hand && !hand.pans) does.cancel();
    hand = null;
  };

  svg.addEventListener("pointerdown", began);
  svg.addEventListener("pointermove", moved);
  svg.addEventListener("pointerup", ended);
  svg.addEventListener("pointercancel", lost);
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * WHEEL), view.spot(event));
  }, { passive: false });
  const space = (down) => (event) => {
    if (event.code !== "Space" || event.target.closest?.("button, input, select, summary, a")) return;
    spacing = down;
    svg.classList.toggle("panning", down);
    event.preventDefault();
  };
  room.addEventListener("keydown", space(true));
  room.addEventListener("keyup", space(false));
}

/** Pan and zoom by one finger of two: the spot between them stays there. */
function pinch(fingers, before, now, view) {
  const other = [...fingers.values()].find((finger) => finger.pointerId !== now.pointerId);
  const far = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
  view.pan((now.clientX - before.clientX) / 2, (now.clientY - before.clientY) / 2);
  if (far(before) < 1 || far(now) < 1) return;
  const clientX = (now.clientX + other.clientX) / 2;
  const clientY = (now.clientY + other.clientY) / 2;
  view.zoom(far(now) / far(before), view.spot({ clientX, clientY }));
}
