"""The beat that is told on the screens: both sheets taken apart, each effect as a line, what to move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.games.battlecon.story.beat_stories import BeatStory, Line, Sheet
from referee.games.battlecon.story.cardboard import Task, tasks
from referee.games.battlecon.story.sheets import Row, rows_of
from referee.games.battlecon.story.storyteller import Storyteller
from referee.games.battlecon.wording import SPECIAL_NAMES, SPECIAL_SAYS, first_name, pair_name
from rules.battlecon.actions import SEATS
from rules.battlecon.cards import Figures


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """What a seat shows: its cards, its figures taken apart, and what became of it, in a word each."""

    seat: str
    fighter: str
    who: str
    name: str
    rows: tuple[Row, ...]
    under: tuple[str, ...]
    marks: tuple[str, ...]
    void: bool
    says: tuple[tuple[str, str], ...]
    """What its cards do, a line each with the name of the card."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One effect: its words, its case with the address, whose it is, and its kind."""

    text: str
    case: str
    seat: str
    kind: str


@dataclass(frozen=True, slots=True)
class Told:
    """A beat as it is told; `over` once it has ended. `short` has what came of each attack.

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


def beat_story(cards: Figures, story: Storyteller) -> Told | None:
    """Return the last beat in which something happened, None before the first."""
    beat = next((b for b in reversed(story.beats) if b.lines), None)
    if beat is None:
        return None
    before = story.sides and beat.duel != story.duel
    return Told(
        beat.number,
        beat.duel,
        f"Duel {beat.duel}, beat {beat.number}" if before else f"Beat {beat.number}",
        beat.over,
        tuple(_sheet(cards, beat, seat) for seat in SEATS if seat in beat.sheets),
        tuple(_line(line) for line in _worth_telling(beat)),
        tasks(cards, beat),
        tuple(_short(cards, beat, seat) for seat in SEATS if seat in beat.sheets),
    )


def _worth_telling(beat: BeatStory) -> list[Line]:
    """Return the lines without those that other lines or the sheets tell.

    The sheets show each pair that was turned up once. The bases of a clash that both used up are named as
    they go back to hand, and those of a clash without end stand on the sheets: its rounds are one line.
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
    """Return what came of an attack: "Blight Strike: 3 damage, stuns"."""
    sheet, stuns = beat.sheets[seat], any(other in beat.stunned for other in SEATS if other != seat)
    did = [f"{beat.dealt[seat]} damage"] if beat.dealt.get(seat) else []
    did += ["stuns"] if stuns else []
    did += ["void"] if sheet.void else []
    name = pair_name(cards, sheet.style, sheet.base, sheet.finish)
    return f"{name}: {', '.join(did) or 'no damage'}"


def _says(cards: Figures, sheet: Sheet, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what lies there: the special action alone, or each card with its effects."""
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
