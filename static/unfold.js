// What a tap on a summary unfolds comes into sight; `block` tells where, as scrollIntoView takes it.
export function showUnfolded(event, summaries, block) {
  const fold = event.target.closest(summaries)?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: block(fold) }));
}
