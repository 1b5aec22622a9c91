"""A position from JSON (`referee-position/1`), checked: what it leaves out is as at the start of a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from rules.battlecon.actions import (
    FORMS,
    SEATS,
    SPECIAL,
    ChooseDiscards,
    CommitBase,
    Commitment,
    CommitPair,
    Pile,
    Seat,
)
from rules.battlecon.attack_pairs import base_refusal, pair_refusal
from rules.battlecon.card_effects import PRIMITIVES
from rules.battlecon.cards import (
    DEFAULT_PROFILE,
    NO_LIMIT,
    FighterCard,
    Figure,
    Figures,
    Lasts,
    Modifier,
    figures,
    profiles,
)
from rules.battlecon.formats.position_writing import FORMAT, SYSTEM
from rules.battlecon.formats.reading import Source, Unreadable
from rules.battlecon.position import (
    MODES,
    NO_ATTACK,
    PHASES,
    SPACES,
    START_LIFE,
    STARTING_DISCARDS,
    Attack,
    Fighter,
    Kind,
    Match,
    Phase,
    Position,
    Step,
    Verdict,
)
from rules.battlecon.sequence import OPENING, resumed
from rules.battlecon.setting_up import by_icons, discards_refusal, fresh

FIGURES: tuple[Figure, ...] = get_args(Figure)
LASTS: tuple[Lasts, ...] = get_args(Lasts)
LONGEST = NO_LIMIT
MAX_MODIFIERS = 40


def read_modifiers(source: Source, cards: Figures) -> tuple[Modifier, ...]:
    """Return the modifiers of a list. Raises Unreadable."""
    origins = tuple(dict.fromkeys(("next_beat", *cards.cards, *cards.tokens, *cards.abilities)))
    read = []
    for item in source.items("modifiers", MAX_MODIFIERS):
        item.only(("figure", "amount", "origin", "lasts"))
        read.append(
            Modifier(
                item.one_of("figure", FIGURES),
                item.number("amount", -LONGEST, LONGEST),
                item.one_of("origin", origins),
                item.one_of("lasts", LASTS),
            )
        )
    return tuple(read)


LATER = ("effect", "order", "damage", "strike", "activate", "attacks", "end_of_beat", "recycle")
QUEUES: Mapping[Phase, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "choose_fighters": (("choose_fighters",), ()),
    "choose_discards": (("choose_discards",), ()),
    "select": (("select",), ()),
    "ante": (("ante",), ()),
    "special": (("cancel", "effect"), ("turn_up", "reveal", "effect", "recycle")),
    "clash": (("clash",), ()),
    "execute": (("effect", "order", "damage"), LATER),
}
"""For each phase the steps that can wait for an answer, and those that can come after it."""
MAX_STEPS = 60
MAX_DAMAGE = 1000


def read_beat_state(source: Source, position: Position) -> Position:
    """Return a position with its attacks and its queue. Raises Unreadable."""
    position = replace(position, attacks=dict.fromkeys(position.fighters, NO_ATTACK))
    state = source.inside("beat_state") if source.has("beat_state") else None
    if position.phase == "over":
        return _with_attacks(state, position) if state is not None and state.data else position
    if state is None or not state.data:
        position = replace(position, queue=_opening(position))
    else:
        state.only(("attacks", "queue"))
        position = _with_attacks(state, position)
        position = replace(position, queue=_queue(state, position))
    _check_committed(position)
    return position


def _opening(position: Position) -> tuple[Step, ...]:
    if position.phase in OPENING:
        return (Step(OPENING[position.phase]),)
    raise Unreadable(f"beat_state is missing; a position in the phase {position.phase} needs it.")


def _with_attacks(state: Source, position: Position) -> Position:
    if not state.has("attacks"):
        return position
    given = state.inside("attacks")
    given.only(tuple(position.fighters))
    read = {
        seat: _attack(given.inside(seat), seat, position) for seat in position.fighters if seat in given.data
    }
    return replace(position, attacks={**position.attacks, **read})


def _attack(source: Source, seat: Seat, position: Position) -> Attack:
    source.only(Attack.__slots__)
    fighter = position.fighters[seat]
    card = position.figures.fighters[fighter.fighter]
    tokens = tuple(token.id for token in card.tokens)
    attack = Attack(
        style=source.one_of("style", (*card.style_ids, SPECIAL)) if source.has("style") else None,
        base=source.one_of("base", card.base_ids) if source.has("base") else None,
        under=source.words("under", card.base_ids),
        finish=source.flag("finish"),
        void=source.flag("void"),
        cycles=source.flag("cycles"),
        stunned=source.flag("stunned"),
        damage_taken=source.number("damage_taken", 0, MAX_DAMAGE),
        soaked=source.number("soaked", 0, MAX_DAMAGE),
        anted=source.words("anted", tokens),
        spent=source.words("spent", tokens),
        taken_back=source.flag("taken_back"),
        repeats=source.flag("repeats"),
    )
    cards = [c for c in (attack.style, attack.base, *attack.under) if c and c != SPECIAL]
    away = (*fighter.discards[0], *fighter.discards[1])
    for number, name in enumerate(cards):
        if name in away or name in cards[:number]:
            raise Unreadable(f"{source.where} has {name}, which lies elsewhere; there is one of each card.")
    return attack


def _queue(state: Source, position: Position) -> tuple[Step, ...]:
    asking, later = QUEUES[position.phase]
    steps = []
    items = state.items("queue", MAX_STEPS)
    if not items:
        raise state.fail("queue", f"a list that ends with {' or '.join(asking)}")
    for item in items:
        item.only(("do", "seat", "what"))
        steps.append(_step(item, asking if item is items[-1] else later, position))
    if position.phase == "execute" and position.active is None:
        raise Unreadable("active is missing; in the attacks one of the seats is active.")
    if not _asks_to_turn_up(steps):
        raise Unreadable("beat_state.queue turns up cards that nobody is asked for.")
    if position.phase in ("execute", "clash", "special"):
        anew = steps[-1].what if steps[-1].do == "cancel" else ()
        if not all(_shown(attack) for seat, attack in position.attacks.items() if seat not in anew):
            whose = "all but those who cancelled" if anew else "both"
            raise Unreadable(
                f"beat_state.attacks is not whole; in the phase {position.phase}"
                f" {whose} have turned up cards."
            )
    return tuple(steps)


def _asks_to_turn_up(steps: Sequence[Step]) -> bool:
    """Whether a Cancel is followed by turning up its cards, and nothing else is turned up (14.2)."""
    turning = [number for number, step in enumerate(steps) if step.do == "turn_up"]
    if steps[-1].do != "cancel":
        return not turning and all(step.do != "reveal" for step in steps)
    return turning == [len(steps) - 2] and steps[-2].what == steps[-1].what


def _shown(attack: Attack) -> bool:
    return attack.style is not None and (attack.base is not None or attack.taken_back)


def _step(source: Source, allowed: tuple[str, ...], position: Position) -> Step:
    do, seat = source.one_of("do", allowed), source.one_of("seat", SEATS)
    effects = _effects_of(position, seat) if do in ("effect", "order") else ()
    choices = {"effect": effects, "order": effects, "cancel": SEATS, "turn_up": SEATS}
    choices |= {"reveal": ("abilities",), "ante": ("passed",)}
    what = source.words("what", choices.get(do, ()))
    if do == "effect" and len(what) != 1:
        raise source.fail("what", "one effect")
    if do in ("order", "cancel", "turn_up") and (not what or len(set(what)) < len(what)):
        raise source.fail("what", "a list without anything twice")
    if do == "order" and len(what) == 1:
        raise source.fail("what", "two or more effects")
    return Step(do, seat, what)


def _effects_of(position: Position, seat: Seat) -> tuple[str, ...]:
    """Return the effects that a seat can have: of its fighter's cards, tokens and ability, and of a Pulse."""
    if seat not in position.fighters:
        return ()
    card = position.figures.fighters[position.fighters[seat].fighter]
    finishes, tokens = ({one.id for one in kind} for kind in (card.finishes, card.tokens))
    own = {SPECIAL, card.ability.id, *card.style_ids, *card.base_ids, *finishes, *tokens}
    return tuple(e.id for e in position.figures.effects.values() if e.do in PRIMITIVES and e.source in own)


def _check_committed(position: Position) -> None:
    """Check that the secret choices are those that the phase waits for, and lawful (5.0)."""
    allowed = _who_commits(position)
    everybody = bool(allowed) and all(seat in position.committed for seat in allowed)
    if position.phase == "ante" and not everybody:
        raise Unreadable("committed is not whole; at the ante both pairs lie face down.")
    if position.phase != "ante" and everybody:
        raise Unreadable("committed has everybody's choice; then the cards are already turned up.")
    for seat, chosen in position.committed.items():
        if seat not in allowed:
            raise Unreadable(f"committed.{seat} is given; nobody waits for it in the phase {position.phase}.")
        refused = commitment_refusal(position, chosen)
        if refused is not None:
            raise Unreadable(f"committed.{seat} cannot be: {refused.reason}")


def _who_commits(position: Position) -> tuple[str, ...]:
    """Return the seats that choose in secret in this phase."""
    last = position.queue[-1]
    if last.do == "cancel":
        return last.what
    return SEATS if position.phase in ("choose_discards", "select", "ante", "clash") else ()


def commitment_refusal(position: Position, chosen: Commitment) -> Verdict | None:
    """Return why a secret choice is not lawful, or None."""
    if isinstance(chosen, CommitPair):
        return pair_refusal(position, chosen)
    if isinstance(chosen, CommitBase):
        return base_refusal(position, chosen)
    return discards_refusal(position, chosen)


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


def position_from_json(data: object, own_figures: Mapping[str, Figures] | None = None) -> Position:
    """Return the position of JSON data. Raises Unreadable, with one sentence.

    `own_figures` by profile replace the bundled ones. `pending` is computed again, so it may be left out.
    """
    source = Source(data)
    if "system" in source.data and source.data["system"] != SYSTEM:
        raise source.fail("system", f'"{SYSTEM}"')
    source.only(FIELDS)
    if source.has("format"):
        source.one_of("format", (FORMAT,))
    cards = _figures(source, own_figures)
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


def _figures(source: Source, own_figures: Mapping[str, Figures] | None) -> Figures:
    names = tuple(own_figures if own_figures is not None else profiles())
    name = source.given("profile", lambda field: source.one_of(field, names), DEFAULT_PROFILE)
    return own_figures[name] if own_figures is not None else figures(name)


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
    """Return whether a fighter has his special action; a match may be without them (14.0)."""
    special = source.given("special", source.flag, otherwise=match.special_actions)
    if special and not match.special_actions:
        raise source.fail("special", "false: match.special_actions is")
    return special


def _check_pending(source: Source) -> None:
    """Check that `pending` names seats and kinds. It is computed again anyway."""
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
