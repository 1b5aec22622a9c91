// Bring into sight what a tap on a summary unfolds; `block` says where, as in scrollIntoView.
export function showUnfolded(event, summaries, block) {
  const fold = event.target.closest(summaries)?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: block(fold) }));
}
