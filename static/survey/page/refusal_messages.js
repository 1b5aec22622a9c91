// The messages for impossible gestures. A place is shown by a dot on the drawing, as coordinates mean nothing
// to a person at a table.
const PLACE = /\[(-?\d+), (-?\d+)\]/;
const SPOKEN = [
  [/^There is no corner at .*/, "That corner has just moved. Try again."],
  [/^There is no square at .*/, "Tap inside a square."],
  [/^There is no side .*/, "Tap a line between two squares."],
  [/^\[.*\] is too far out\.$/, "That is too far out."],
  [/ \[.*?\]/, " the dot"],
];
/** The message when another device has made a waiting gesture impossible. */
const DONE_BEFORE = [
  [/^There is no side/, "removed that line"],
  [/^There is no corner/, "moved that corner"],
  [/^There is no square/, "removed that square"],
  [/^The stroke goes through no square/, "changed the squares there"],
  [/^The outline would overlap/, "drawn a square there"],
  [/^There is no main door/, "removed that main door"],
  [/^There is no area/, "removed that area"],
  [/^There is nothing to undo/, "undone that"],
  [/^There is nothing to redo/, "redone that, or drawn something else"],
];

/** Return what to say of a refusal, and the place that it is about: `{says, at}`, the place null for none. */
export function spoken(sentence) {
  const [, ...place] = PLACE.exec(sentence) ?? [];
  const [before, says] = SPOKEN.find(([one]) => one.test(sentence)) ?? [];
  const isShown = says === SPOKEN.at(-1)[1];
  return { says: before ? sentence.replace(before, says) : sentence, at: isShown ? place.map(Number) : null };
}

/** Return what to say of a gesture that waited here until another device had made it impossible. */
export function skipped(sentence) {
  const [, done] = DONE_BEFORE.find(([one]) => one.test(sentence)) ?? [];
  if (done) return `Skipped: another device had already ${done}.`;
  return `Skipped, because another device was faster. ${sentence}`;
}
