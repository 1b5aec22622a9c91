"""The rulebook of BattleCON, with a case for each card and ability made of its figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.battlecon.cards import Card, FighterCard, Figures, Note, figures
from rules.rulebook.charts import Chart
from rules.rulebook.rulebook import Case, Rulebook
from rules.rulebook.rulebook import Note as CaseNote
from rules.rulebook.text import read_block, read_text

TITLE = "BattleCON"
KINDS = {"base": "Base", "style": "Style", "finish": "Overdrive finish"}
COLUMNS = ("Figures", "Range", "Power", "Priority", "Stun Guard", "Soak")
TRAP_RANGES = {"none": "N/A", "trap": "X", "trap_and_next": "X"}


@cache
def rulebook() -> Rulebook:
    """Return the rulebook, read and checked once."""
    return Rulebook.load("rules.battlecon", TITLE, more=_card_cases())


def _card_cases() -> Iterator[Case]:
    """Yield a case for each ability and card, its figures in every profile where they differ."""
    boxed, preview = figures("boxed"), figures("preview")
    fighters = boxed.fighters.values()
    for card in next(iter(fighters)).bases[:-1]:
        yield _card_case(card, preview.cards[card.id], "")
    for fighter in fighters:
        yield _ability_case(fighter, preview)
        for card in (*fighter.styles, fighter.base, *fighter.finishes):
            yield _card_case(card, preview.cards[card.id], fighter.name)


def _ability_case(fighter: FighterCard, preview: Figures) -> Case:
    ability = fighter.ability
    other = preview.abilities[ability.id].says
    lines = [ability.says, *([f"Profile preview ({{21.2}}): {other}"] if other != ability.says else [])]
    asked = (f"{fighter.name}'s unique ability, tokens, special power",)
    return Case(ability.case, ability.name, tuple(map(read_block, lines)), _notes(ability.notes), asked=asked)


def _card_case(card: Card, preview: Card, owner: str) -> Case:
    """Return the case of a card: what it is, what it does, its figures as a chart."""
    whose = f"{KINDS[card.kind]} of {owner}’s." if owner else "Generic base."
    icon = f" It begins in discard {card.icon} ({{3.5}})." if card.icon else ""
    lines = [f"{whose}{icon}", *card.says]
    rows = [("Boxed", *_row(card))]
    if _row(card) != _row(preview) or card.says != preview.says:
        rows = [("Boxed", *_row(card)), ("Preview", *_row(preview))]
        left_out = [line for line in card.says if line not in preview.says]
        lines += [f"Profile preview ({{21.2}}) leaves out: {line}" for line in left_out]
    chart = Chart(card.case, f"Figures of {card.name}", COLUMNS, tuple(rows), units="spaces, points")
    blocks = tuple(read_block(line) for line in lines)
    return Case(card.case, card.name, blocks, _notes(card.notes), (chart,))


def _notes(notes: tuple[Note, ...]) -> tuple[CaseNote, ...]:
    return tuple(CaseNote(note.id, read_text(note.text)) for note in notes)


def _row(card: Card) -> tuple[str, ...]:
    """Return the figures of a card as printed: a style's with their signs."""
    sign = "+" if card.kind == "style" else ""
    power = "N/A" if card.power is None else f"{card.power:{sign}}"
    figures = (power, f"{card.priority:{sign}}", str(card.stun_guard), str(card.soak))
    return (_range(card, sign), *(figure.replace("-", "−") for figure in figures))


def _range(card: Card, sign: str) -> str:
    if card.range is None:
        return TRAP_RANGES[card.reach]
    low, high = card.range
    return f"{low:{sign}}" if low == high else f"{low:{sign}}~{high}"
