"""An attack taken apart: every figure with the cards, tokens and abilities that it comes from (2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.games.battlecon.wording import (
    FIGURE_NAMES,
    FLAGS,
    figure_word,
    number,
    origin_name,
    signed,
    span,
)
from rules.battlecon.cards import NO_LIMIT, Figures, Pair, Part

Parts = Mapping[str, Sequence[Part]]
GROWN = {"damage_taken": "damage taken", "soaked": "damage soaked"}
"""What an amount is counted by, in words."""
X = {"trap": "X", "trap_and_next": "X", "none": "N/A"}
X_SAYS = {
    "trap": "the trap’s space",
    "trap_and_next": "the trap’s space and those next to it",
    "none": "never hits",
}


@dataclass(frozen=True, slots=True)
class Term:
    """One amount of a sum: its name, the amount with its sign, and what kind of thing it comes from."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: its name, the sum, and the terms that add up to it. `says` explains a sum without terms."""

    figure: str
    name: str
    total: str
    terms: tuple[Term, ...] = ()
    says: str = ""

    @property
    def word(self) -> str:
        """The name within a sentence."""
        return figure_word(self.figure)


def rows_of(cards: Figures, pair: Pair, parts: Parts) -> tuple[Row, ...]:
    """Return the figures of an attack taken apart: range, power and priority always, others where not 0."""
    rows = [_range_row(cards, pair, parts), _power_row(cards, pair, parts)]
    rows.append(_row(cards, "priority", "Priority", parts))
    others = [figure for figure in ("stun_guard", "soak", "exposed") if total_of(parts, figure)]
    rows += [_row(cards, figure, FIGURE_NAMES[figure], parts) for figure in others]
    for figure in FLAGS:
        origins = [origin_name(cards, origin) for origin, amount in parts.get(figure, ()) if amount]
        if origins:
            rows.append(Row(figure, FIGURE_NAMES[figure], "✓", says=" and ".join(dict.fromkeys(origins))))
    return tuple(rows)


def total_of(parts: Parts, figure: str) -> int:
    """Return the sum of a figure before its floor."""
    return sum(amount for _, amount in parts.get(figure, ()))


def reach_of(pair: Pair, parts: Parts) -> tuple[int, int] | None:
    """Return the near and the far end of the range, with its floor (2.7); None for X and N/A."""
    if pair.reach != "numbers":
        return None
    return max(0, total_of(parts, "range_low")), max(0, total_of(parts, "range_high"))


def _row(cards: Figures, figure: str, name: str, parts: Parts) -> Row:
    given = parts.get(figure, ())
    total = total_of(parts, figure)
    if total >= NO_LIMIT:
        given = [(origin, amount) for origin, amount in given if amount >= NO_LIMIT]
    return Row(figure, name, number(total), _terms(cards, given))


def _terms(cards: Figures, given: Iterable[Part]) -> tuple[Term, ...]:
    terms = [part for part in given if part[1]]
    return tuple(
        Term(origin_name(cards, origin), signed(amount) if n else number(amount))
        for n, (origin, amount) in enumerate(terms)
    )


def _power_row(cards: Figures, pair: Pair, parts: Parts) -> Row:
    if pair.power is None:
        return Row("power", "Power", "N/A", says="does no damage")
    row = _row(cards, "power", "Power", parts)
    return Row(row.figure, row.name, number(max(0, total_of(parts, "power"))), _with_growth(pair, row.terms))


def _with_growth(pair: Pair, terms: Iterable[Term]) -> tuple[Term, ...]:
    """Return the terms of a power; what a card adds for damage says so, beside what is printed on it."""
    grows = {
        card.name: GROWN[effect.per]
        for card in pair.cards
        for effect in card.effects
        if effect.per and effect.figure == "power"
    }
    told: list[Term] = []
    for term in terms:
        again = any(term.name == other.name for other in told)
        name = f"{term.name} ({grows[term.name]})" if again and term.name in grows else term.name
        told.append(Term(name, term.amount))
    return tuple(told)


def _range_row(cards: Figures, pair: Pair, parts: Parts) -> Row:
    reach = reach_of(pair, parts)
    if reach is None:
        return Row("range", "Range", X[pair.reach], says=X_SAYS[pair.reach])
    ends: dict[str, list[int]] = {}
    for end, figure in enumerate(("range_low", "range_high")):
        for origin, amount in parts.get(figure, ()):
            ends.setdefault(origin, [0, 0])[end] += amount
    added = [(origin, ends) for origin, ends in ends.items() if any(ends)]
    terms = [
        Term(origin_name(cards, origin), span(low, high, signed if n else number))
        for n, (origin, (low, high)) in enumerate(added)
    ]
    return Row("range", "Range", span(*reach), tuple(terms))
