"""An owner's own figures from a file (`referee-battlecon-figures/1`): changes to the boxed ones (21.4)."""

from __future__ import annotations

from rules.battlecon.cards import FORMAT, Figures, figures, profiles, read_figures
from rules.battlecon.formats.reading import Source, Unreadable

FIGURES = ("power", "priority", "stun_guard", "soak")
MIN_CHANGE, MAX_CHANGE = -30, 30


def figures_from_json(data: object) -> Figures:
    """Return the figures of a file's data. Raises Unreadable, with one sentence."""
    source = Source(data)
    source.only(("format", "id", "title", "case", "provenance", "changes"))
    source.one_of("format", (FORMAT,))
    name = source.text("id")
    if name in profiles():
        raise Unreadable(f"id is “{name}”; that profile comes with the game.")
    for field in ("title", "provenance"):
        source.text(field)
    changes = source.inside("changes")
    boxed = figures("boxed")
    changes.only((*boxed.cards, *boxed.abilities))
    for card in changes.data:
        _check(changes.inside(card), card, boxed)
    return read_figures(source.data)


def _check(change: Source, card: str, boxed: Figures) -> None:
    """Raise Unreadable for a change that its card cannot take."""
    if card in boxed.abilities:
        change.only(("without", "says"))
        effects = boxed.abilities[card].effects
    else:
        change.only((*FIGURES, "range", "without"))
        effects = boxed.cards[card].effects
    for figure in FIGURES:
        if figure in change.data:
            change.number(figure, MIN_CHANGE, MAX_CHANGE)
    if "range" in change.data:
        _check_range(change)
    if "without" in change.data:
        change.words("without", tuple(effect.id for effect in effects))
    if "says" in change.data:
        change.text("says")


def _check_range(change: Source) -> None:
    span = change.data["range"]
    if not isinstance(span, list) or len(span) != 2 or not all(type(end) is int for end in span):
        raise change.fail("range", "a list of the nearest and the farthest space")
    if not MIN_CHANGE <= span[0] <= span[1] <= MAX_CHANGE:
        raise change.fail("range", "a list of the nearest and the farthest space")
