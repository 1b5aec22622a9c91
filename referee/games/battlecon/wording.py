"""The words of the screens: names, figures, and one line for each effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.battlecon.cards import NO_LIMIT, Figures

FIGURE_NAMES: Mapping[str, str] = {
    "range": "Range", "range_low": "Range, near end", "range_high": "Range, far end", "power": "Power",
    "priority": "Priority", "stun_guard": "Stun Guard", "soak": "Soak", "exposed": "Extra damage when hit",
    "stun_immunity": "Stun Immunity", "unhittable": "Cannot be hit", "trap_fixed": "Trap stays",
}  # fmt: skip
TERMS = ("stun_guard", "soak", "stun_immunity")
"""Figures that the book capitalizes within a sentence too."""
FLAGS = ("stun_immunity", "unhittable", "trap_fixed")
SPECIAL_NAMES = {"pulse": "Pulse", "cancel": "Cancel", "finish": "Finish"}
SPECIAL_SAYS = {
    "pulse": "The opponent’s whole attack has no effect. Push any number, then retreat any number.",
    "cancel": (
        "The base goes back to hand. "
        "Choose a new pair after seeing your opponent’s (in secret if both cancelled)."
    ),
}
ORIGINS = {"special": "Special action", "damage": "damage", "next_beat": "the last beat"}


def figure_word(figure: str) -> str:
    """Return the name of a figure within a sentence: "priority", "Stun Guard"."""
    return FIGURE_NAMES[figure] if figure in TERMS else FIGURE_NAMES[figure].lower()


def signed(amount: int) -> str:
    """Return a number with its sign, with a true minus; 0 has a plus."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def number(amount: int) -> str:
    """Return a number with a true minus."""
    return "no limit" if amount >= NO_LIMIT else str(amount) if amount >= 0 else f"−{-amount}"


def span(low: int, high: int, write: Callable[[int], str] = number) -> str:
    """Return a range as printed: one number, or both ends."""
    return write(low) if low == high else f"{write(low)}~{number(high)}"


def first_name(cards: Figures, fighter: str) -> str:
    """Return the short name of a fighter, for sentences."""
    return cards.fighters[fighter].name.split()[0]


def origin_name(cards: Figures, origin: str) -> str:
    """Return the name of the card, token or ability that an amount comes from."""
    return ORIGINS.get(origin) or cards.name(origin)


def pair_name(cards: Figures, style: str | None, base: str | None, finish: str | None = None) -> str:
    """Return the name of a pair, a finish, or a special action with its base."""
    if finish:
        return cards.name(finish)
    if style == "special":
        return special_name(cards, cards.special_kind(base or ""), base or "")
    return " ".join(cards.name(card) for card in (style, base) if card)


def special_name(cards: Figures, kind: str, base: str) -> str:
    return f"{SPECIAL_NAMES[kind]} with {cards.name(base)}"


def count(amount: int, word: str) -> str:
    """Return a number with its noun."""
    if amount == 1:
        return f"1 {word}"
    return f"{amount} {word}{'es' if word.endswith('sh') else 's'}"
