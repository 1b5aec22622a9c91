"""Setting up a duel (3.0): fighters, life, spaces, and the cards that begin in the discard piles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from rules.battlecon.actions import OTHER, SEATS, ChooseDiscards, ChooseFighter, Pile, Seat
from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.cards import DEFAULT_PROFILE, FighterCard, Figures, figures
from rules.battlecon.effects import Discards, FighterChosen
from rules.battlecon.position import (
    NO_ATTACK,
    START_SPACE,
    Fighter,
    Match,
    Pending,
    Position,
    StartingDiscards,
    Step,
    Verdict,
    refuse,
)
from rules.sentences import listed


def set_up(
    profile: str = DEFAULT_PROFILE,
    duels: int = 1,
    starting_discards: StartingDiscards = "icons",
    *,
    special_actions: bool = True,
) -> Position:
    """Return the position before a match, where both seats choose their fighters.

    `duels` are the points that win the match, one for each duel won. Without `special_actions` neither
    player has that card (14.0). Raises KeyError for an unknown profile.
    """
    match = Match(to=duels, starting_discards=starting_discards, special_actions=special_actions)
    return begin(figures(profile), match)


def begin(cards: Figures, match: Match) -> Position:
    """Return the position before a duel."""
    pending = tuple(Pending(seat, "fighter", "3.1") for seat in SEATS)
    return Position(cards, queue=(Step("choose_fighters"),), pending=pending, match=match)


def fresh(cards: Figures, seat: Seat, name: str, finish: str | None = None) -> Fighter:
    """Return a fighter at the start of a duel, his cards all in hand (3.2, 3.3)."""
    card = cards.fighters[name]
    return Fighter(
        fighter=name,
        space=START_SPACE[seat],
        finish=finish or card.finishes[0].id,
        tokens={token.id: token.count for token in card.tokens},
        form=card.form,
    )


def by_icons(card: FighterCard) -> tuple[Pile, Pile]:
    """Return the discard piles by the icons (3.5)."""
    first, second = (
        tuple(next(c.id for c in cards if c.icon == icon) for cards in (card.styles, card.bases))
        for icon in (1, 2)
    )
    return first, second


def choose_fighters(beat: Beat, step: Step) -> Question | None:
    """Ask for fighters until both seats have one; then set up the discard piles."""
    beat.phase = "choose_fighters"
    missing = tuple(seat for seat in SEATS if seat not in beat.sides)
    if missing:
        return Question("fighter", missing, "3.1")
    beat.sides = {seat: beat.sides[seat] for seat in SEATS}
    if beat.match.starting_discards == "free":
        beat.queue.append(Step("choose_discards"))
        return None
    for seat, side in beat.sides.items():
        side.discards = by_icons(side.card)
        beat.record(Discards(seat, side.discards))
    beat.queue.append(Step("select"))
    return None


def take_fighter(beat: Beat, action: ChooseFighter) -> None:
    """Give a seat its fighter."""
    fighter = fresh(beat.figures, action.seat, action.fighter, action.finish)
    fighter = replace(fighter, special=beat.match.special_actions)
    beat.sides[action.seat] = Side(action.seat, fighter, NO_ATTACK, beat.figures)
    beat.record(FighterChosen(action.seat, action.fighter))


def fighter_refusal(position: Position, action: ChooseFighter) -> Verdict | None:
    """Return why a seat may not take a fighter, or None."""
    cards = position.figures
    if action.fighter not in cards.fighters:
        every = listed(fighter.name for fighter in cards.fighters.values())
        return refuse("3.1", f"There is no fighter “{cards.name(action.fighter)}”, only {every}.")
    card = cards.fighters[action.fighter]
    other = position.fighters.get(OTHER[action.seat])
    if other is not None and other.fighter == action.fighter:
        return refuse("3.1", f"{card.name} is taken: choose another fighter.")
    finishes = [finish.id for finish in card.finishes]
    if action.finish is not None and action.finish not in finishes:
        owned = listed(finish.name for finish in card.finishes)
        return refuse("14.2", f"{card.name} has no finish “{cards.name(action.finish)}”, only {owned}.")
    return None


def fighter_options(position: Position, seat: Seat) -> Iterator[ChooseFighter]:
    """Yield the choice of each fighter, with his first finish and with each by name."""
    for name, card in position.figures.fighters.items():
        yield ChooseFighter(seat, name)
        yield from (ChooseFighter(seat, name, finish.id) for finish in card.finishes)


def choose_discards(beat: Beat, step: Step) -> Question | None:
    """Ask both seats in secret for their starting discards (3.5)."""
    beat.phase = "choose_discards"
    missing = tuple(seat for seat in SEATS if seat not in beat.committed)
    if missing:
        return Question("discards", missing, "3.5")
    for seat in SEATS:
        chosen = beat.committed[seat]
        assert isinstance(chosen, ChooseDiscards)
        beat.sides[seat].discards = chosen.discards
        beat.record(Discards(seat, chosen.discards))
    beat.committed = {}
    beat.queue.append(Step("select"))
    return None


def discards_refusal(position: Position, action: ChooseDiscards) -> Verdict | None:
    """Return why a seat may not begin with these discards, or None."""
    card = position.figures.fighters[position.fighters[action.seat].fighter]
    for number, pile in enumerate(action.discards, 1):
        styles = [c for c in pile if c in card.style_ids]
        bases = [c for c in pile if c in card.base_ids]
        if len(pile) != 2 or len(styles) != 1 or len(bases) != 1:
            given = listed(map(position.figures.name, pile)) if pile else "none"
            return refuse(
                "3.5", f"Discard {number} takes one style and one base of {card.name}’s, not {given}."
            )
    if set(action.discards[0]) & set(action.discards[1]):
        return refuse("3.5", "Choose four different cards for the two discards.")
    return None


def discards_options(position: Position, seat: Seat) -> Iterator[ChooseDiscards]:
    """Yield every choice of starting discards."""
    card = position.figures.fighters[position.fighters[seat].fighter]
    for first, second in permutations(card.style_ids, 2):
        for base, other in permutations(card.base_ids, 2):
            yield ChooseDiscards(seat, ((first, base), (second, other)))
