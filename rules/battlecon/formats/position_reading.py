"""A position from JSON (`referee-position/1`): checked, and what it leaves out as at the start of a duel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from rules.battlecon.actions import (
    FORMS,
    SEATS,
    ChooseDiscards,
    CommitBase,
    Commitment,
    CommitPair,
    Pile,
    Seat,
)
from rules.battlecon.cards import DEFAULT_PROFILE, FighterCard, Figures, Modifier, figures, profiles
from rules.battlecon.formats.beat_reading import read_beat_state
from rules.battlecon.formats.modifier_reading import FIGURES, LONGEST, read_modifiers
from rules.battlecon.formats.position_writing import FORMAT, SYSTEM
from rules.battlecon.formats.reading import Source, Unreadable
from rules.battlecon.position import (
    MODES,
    PHASES,
    SPACES,
    START_LIFE,
    STARTING_DISCARDS,
    Fighter,
    Kind,
    Match,
    Phase,
    Position,
)
from rules.battlecon.sequence import resumed
from rules.battlecon.setting_up import by_icons, fresh

FIELDS = (
    "format", "system", "profile", "mode", "match", "beat", "phase", "active", "fighters", "trap",
    "committed", "pending", "beat_state", "winner",
)  # fmt: skip
FIGHTER_FIELDS = (
    "fighter", "finish", "space", "life", "discards", "special", "tokens", "form", "next_beat", "modifiers",
)  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
MAX_DUELS = 99
MAX_BEATS = 1_000_000


def position_from_json(data: object, at_hand: Mapping[str, Figures] | None = None) -> Position:
    """Return the position of JSON data. Raises Unreadable, with one sentence.

    `at_hand` are figures by profile, for an owner's own; without it the bundled profiles count. What is
    waited for is worked out again, so `pending` may be left out.
    """
    source = Source(data)
    if "system" in source.data and source.data["system"] != SYSTEM:
        raise source.fail("system", f'"{SYSTEM}"')
    source.only(FIELDS)
    if source.has("format"):
        source.one_of("format", (FORMAT,))
    cards = _figures(source, at_hand)
    match = _match(source)
    _check_pending(source)
    seats = source.inside("fighters")
    seats.only(SEATS)
    both = all(seat in seats.data for seat in SEATS)
    default: Phase = "select" if both else "choose_fighters"
    phase = source.given("phase", lambda name: source.one_of(name, PHASES), default)
    if not both and phase != "choose_fighters":
        raise Unreadable(
            f"fighters has no {'a' if 'a' not in seats.data else 'b'}; the phase {phase} needs both."
        )
    if phase != "over" and max(match.points) == match.to:
        raise Unreadable(f"match.points has {match.to}, which wins the match; its phase must be over.")
    fighters = {
        seat: _fighter(seats.inside(seat), seat, cards, phase, match) for seat in SEATS if seat in seats.data
    }
    _check_together(seats, fighters)
    position = Position(
        cards,
        phase=phase,
        beat=source.given("beat", lambda name: source.number(name, 1, MAX_BEATS), 1),
        active=source.one_of("active", SEATS) if source.has("active") else None,
        fighters=fighters,
        trap=_trap(source, cards, fighters),
        match=match,
        winner=source.one_of("winner", SEATS) if phase == "over" else None,
    )
    position = replace(position, committed=_committed(source, position))
    return resumed(read_beat_state(source, position))


def _figures(source: Source, at_hand: Mapping[str, Figures] | None) -> Figures:
    names = tuple(at_hand if at_hand is not None else profiles())
    name = source.given("profile", lambda field: source.one_of(field, names), DEFAULT_PROFILE)
    return at_hand[name] if at_hand is not None else figures(name)


def _match(source: Source) -> Match:
    if not source.has("match"):
        mode = source.given("mode", lambda name: source.one_of(name, MODES), "duel")
        return Match() if mode == "duel" else Match(to=2)
    match = source.inside("match")
    match.only(("to", "points", "duel", "starting_discards", "special_actions"))
    to = match.given("to", lambda name: match.number(name, 1, MAX_DUELS), 1)
    points = (0, 0)
    if match.has("points"):
        won = match.inside("points")
        points = (won.number("a", 0, to), won.number("b", 0, to))
    if source.has("mode"):
        source.one_of("mode", ("duel" if to == 1 else "match",))
    return Match(
        to,
        points,
        match.given("duel", lambda name: match.number(name, 1, 2 * to), sum(points) + 1),
        match.given("starting_discards", lambda name: match.one_of(name, STARTING_DISCARDS), "icons"),
        match.given("special_actions", match.flag, otherwise=True),
    )


def _fighter(source: Source, seat: Seat, cards: Figures, phase: Phase, match: Match) -> Fighter:
    source.only(FIGHTER_FIELDS)
    card = cards.fighters[source.one_of("fighter", tuple(cards.fighters))]
    start = fresh(cards, seat, card.id)
    free = phase in ("choose_fighters", "choose_discards")
    if card.form is None and source.has("form"):
        raise Unreadable(f"{source.place('form')} is given; {card.name} has no forms.")
    least = 0 if phase == "over" else 1
    return replace(
        start,
        finish=source.given(
            "finish", lambda name: source.one_of(name, tuple(f.id for f in card.finishes)), start.finish
        ),
        space=source.given("space", lambda name: source.number(name, SPACES[0], SPACES[-1]), start.space),
        life=source.given("life", lambda name: source.number(name, least, START_LIFE), START_LIFE),
        discards=_discards(source, card)
        if "discards" in source.data
        else ((), ())
        if free
        else by_icons(card),
        special=_special(source, match),
        tokens=_tokens(source, card, start.tokens),
        form=source.one_of("form", FORMS) if source.has("form") else start.form,
        modifiers=_modifiers(source, cards),
    )


def _special(source: Source, match: Match) -> bool:
    """Return whether a fighter has his special action; nobody has in a duel without them (14.0)."""
    special = source.given("special", source.flag, otherwise=match.special_actions)
    if special and not match.special_actions:
        raise source.fail("special", "false: match.special_actions is")
    return special


def _check_pending(source: Source) -> None:
    """Check that `pending` names seats and kinds. Who is waited for is worked out anyway."""
    if not source.has("pending"):
        return
    for item in source.items("pending", len(SEATS)):
        item.one_of("seat", SEATS)
        item.one_of("kind", KINDS)


def _discards(source: Source, card: FighterCard) -> tuple[Pile, Pile]:
    value = source.data["discards"]
    if not isinstance(value, list) or len(value) != 2:
        raise source.fail("discards", "two lists of cards")
    piles = Source({"1": value[0], "2": value[1]}, source.place("discards"))
    first, second = (piles.words(n, (*card.style_ids, *card.base_ids), 2) for n in ("1", "2"))
    for number, pile in (("1", first), ("2", second)):
        if sum(c in card.style_ids for c in pile) > 1 or sum(c in card.base_ids for c in pile) > 1:
            raise Unreadable(f"{piles.place(number)} holds two cards of a kind; it takes a style and a base.")
    twice = set(first) & set(second)
    if twice:
        raise Unreadable(f"{piles.where} has {min(twice)} twice; there is one of each card.")
    return first, second


def _tokens(source: Source, card: FighterCard, start: Mapping[str, int]) -> Mapping[str, int]:
    if not source.has("tokens"):
        return start
    tokens = source.inside("tokens")
    for name in tokens.data:
        if name not in start:
            owned = f"he has {', '.join(start)}" if start else "he has none"
            raise Unreadable(f"{tokens.place(name[:40])} is not a token of {card.name}'s; {owned}.")
    return {
        token.id: tokens.number(token.id, 0, token.count) if token.id in tokens.data else 0
        for token in card.tokens
    }


def _modifiers(source: Source, cards: Figures) -> tuple[Modifier, ...]:
    """Return all modifiers; those given only as `next_beat` have no card to name as their origin."""
    if source.has("modifiers"):
        modifiers = read_modifiers(source, cards)
    elif source.has("next_beat"):
        waiting = source.inside("next_beat")
        waiting.only(FIGURES)
        modifiers = tuple(
            Modifier(figure, waiting.number(figure, -LONGEST, LONGEST), "next_beat", "next_beat")
            for figure in FIGURES
            if figure in waiting.data
        )
    else:
        return ()
    if source.has("modifiers") and source.has("next_beat"):
        sums: dict[str, int] = {}
        for modifier in modifiers:
            if modifier.lasts == "next_beat":
                sums[modifier.figure] = sums.get(modifier.figure, 0) + modifier.amount
        if source.data["next_beat"] != sums:
            raise Unreadable(f"{source.place('next_beat')} does not add up to what modifiers says.")
    return modifiers


def _check_together(source: Source, fighters: Mapping[Seat, Fighter]) -> None:
    if len(fighters) < 2:
        return
    a, b = fighters["a"], fighters["b"]
    if a.fighter == b.fighter:
        raise Unreadable(
            f"{source.place('b')}.fighter is {b.fighter}, as a's is; each takes a different fighter."
        )
    if a.space == b.space:
        raise Unreadable(
            f"{source.place('b')}.space is {b.space}, as a's is; two fighters never share a space."
        )


def _trap(source: Source, cards: Figures, fighters: Mapping[Seat, Fighter]) -> int | None:
    if not source.has("trap"):
        return None
    if not any(cards.fighters[fighter.fighter].has_trap for fighter in fighters.values()):
        raise Unreadable("trap is given; only Khadath has one.")
    return source.number("trap", SPACES[0], SPACES[-1])


def _committed(source: Source, position: Position) -> Mapping[Seat, Commitment]:
    if not source.has("committed"):
        return {}
    committed = source.inside("committed")
    committed.only(SEATS)
    return {
        seat: _commitment(committed.inside(seat), seat, position.phase)
        for seat in SEATS
        if seat in committed.data
    }


def _commitment(source: Source, seat: Seat, phase: Phase) -> Commitment:
    """Return a secret choice of the kind that the phase asks for."""
    if phase == "choose_discards":
        source.only(("discards",))
        return ChooseDiscards(seat, source.piles("discards"))
    if phase == "clash":
        source.only(("base",))
        return CommitBase(seat, source.card("base"))
    source.only(("style", "base"))
    return CommitPair(seat, source.card("style"), source.card("base"))
