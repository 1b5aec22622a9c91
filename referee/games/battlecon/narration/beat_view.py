"""A beat as the screens show it: both attacks taken apart (2.5), a line for each effect, a checklist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.games.battlecon.narration.checklist import Task, tasks
from referee.games.battlecon.narration.narrator import BeatStory, Line, Narrator, Sheet
from referee.games.battlecon.wording import (
    FIGURE_NAMES,
    FLAGS,
    SPECIAL_NAMES,
    SPECIAL_SAYS,
    figure_word,
    first_name,
    number,
    origin_name,
    pair_name,
    signed,
    span,
)
from rules.battlecon.actions import SEATS
from rules.battlecon.cards import NO_LIMIT, Figures, Pair, Part


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A seat's attack: its cards, its figures taken apart, and its fate as one-word `marks`."""

    seat: str
    fighter: str
    who: str
    name: str
    rows: tuple[Row, ...]
    under: tuple[str, ...]
    marks: tuple[str, ...]
    void: bool
    says: tuple[tuple[str, str], ...]
    """The text of its cards: the name of each, and its effects."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One effect: its words, its case with the address, whose it is, and its kind."""

    text: str
    case: str
    seat: str
    kind: str


@dataclass(frozen=True, slots=True)
class BeatView:
    """A beat on the screen; `over` once it has ended. `short` has the outcome of each attack.

    `title` names its duel too where the next one has begun.
    """

    number: int
    duel: int
    title: str
    over: bool
    sheets: tuple[ShownSheet, ...]
    lines: tuple[ShownLine, ...]
    tasks: tuple[Task, ...]
    short: tuple[str, ...]


def beat_view(cards: Figures, story: Narrator) -> BeatView | None:
    """Return the last beat with any line; None before the first."""
    beat = next((b for b in reversed(story.beats) if b.lines), None)
    if beat is None:
        return None
    before = story.sides and beat.duel != story.duel
    return BeatView(
        beat.number,
        beat.duel,
        f"Duel {beat.duel}, beat {beat.number}" if before else f"Beat {beat.number}",
        beat.over,
        tuple(_sheet(cards, beat, seat) for seat in SEATS if seat in beat.sheets),
        tuple(_line(line) for line in _shown_lines(beat)),
        tasks(cards, beat),
        tuple(_short(cards, beat, seat) for seat in SEATS if seat in beat.sheets),
    )


def _shown_lines(beat: BeatStory) -> list[Line]:
    """Return the lines without those that repeat other lines or the sheets.

    The sheets show each pair that was turned up once. The bases of a clash that both used up are named when
    they return to hand, and the sheets show those of a clash without end: its rounds are one line.
    """
    if ends := [n for n, line in enumerate(beat.lines) if line.kind in ("taken_back", "deadlock")]:
        tie, end = next(n for n, line in enumerate(beat.lines) if line.kind == "clash"), ends[-1]
        rounds = [n for n in range(end) if n != tie and beat.lines[n].kind in ("reveal", "clash")]
        return [line for n, line in enumerate(beat.lines) if n not in rounds]
    shows = [line for line in beat.lines if line.kind == "reveal"]
    return [line for line in beat.lines if line not in shows or len(shows) > len(beat.sheets)]


def _line(line: Line) -> ShownLine:
    return ShownLine(line.text, line.case, line.seat, line.kind)


def _sheet(cards: Figures, beat: BeatStory, seat: str) -> ShownSheet:
    sheet, fighter = beat.sheets[seat], beat.fighters[seat]
    names = [sheet.finish] if sheet.finish else [sheet.style, sheet.base]
    return ShownSheet(
        seat=seat,
        fighter=fighter,
        who=first_name(cards, fighter),
        name=pair_name(cards, sheet.style, sheet.base, sheet.finish),
        says=tuple(_says(cards, sheet, [name for name in names if name])),
        rows=() if sheet.pair is None or sheet.void else rows_of(cards, sheet.pair, sheet.parts),
        under=tuple(cards.name(base) for base in sheet.under),
        marks=tuple(_marks(beat, sheet, seat)),
        void=sheet.void,
    )


def _short(cards: Figures, beat: BeatStory, seat: str) -> str:
    """Return the outcome of an attack: "Blight Strike: 3 damage, stuns"."""
    sheet, stuns = beat.sheets[seat], any(other in beat.stunned for other in SEATS if other != seat)
    did = [f"{beat.dealt[seat]} damage"] if beat.dealt.get(seat) else []
    did += ["stuns"] if stuns else []
    did += ["void"] if sheet.void else []
    name = pair_name(cards, sheet.style, sheet.base, sheet.finish)
    return f"{name}: {', '.join(did) or 'no damage'}"


def _says(cards: Figures, sheet: Sheet, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the special action alone, or each card with its effects."""
    if sheet.special and not sheet.finish:
        yield SPECIAL_NAMES[sheet.special], SPECIAL_SAYS[sheet.special]
        return
    for name in names:
        if name in cards.cards and cards.cards[name].says:
            yield cards.name(name), " ".join(cards.cards[name].says)


def _marks(beat: BeatStory, sheet: Sheet, seat: str) -> list[str]:
    marks = ["Finish"] if sheet.finish else ["Cancel"] if sheet.special == "cancel" else []
    if sheet.void:
        marks.append("void")
    if beat.active == seat:
        marks.append("attacks first")
    if seat in beat.stunned:
        marks.append("stunned")
    return marks


Parts = Mapping[str, Sequence[Part]]
GROWN = {"damage_taken": "damage taken", "soaked": "damage soaked"}
"""The counter behind an amount, in words."""
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
    """Return the terms of a power. A card's growth is marked if its printed power is a term too."""
    grows = {
        card.name: GROWN[effect.per]
        for card in pair.cards
        for effect in card.effects
        if effect.per and effect.figure == "power"
    }
    named: list[Term] = []
    for term in terms:
        again = any(term.name == other.name for other in named)
        name = f"{term.name} ({grows[term.name]})" if again and term.name in grows else term.name
        named.append(Term(name, term.amount))
    return tuple(named)


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
