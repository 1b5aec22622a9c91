// Helpers that every script uses.
/** Return the first element that a selector names, in the page or in a part of it; null without one. */
export const find = (selector, root = document) => root.querySelector(selector);

/** The path of the host under which the referee is: "", or "/referee" for https://club.example/referee/. */
export const ROOT = document.documentElement.dataset.root ?? "";

/** Scroll to what a tap on a summary unfolds; `block` says where to, as in scrollIntoView. */
export function showUnfolded(event, summaries, block) {
  const fold = event.target.closest(summaries)?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: block(fold) }));
}
