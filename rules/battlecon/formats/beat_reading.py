"""The state of a beat in progress, from JSON: what is on the table, and what is still to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.battlecon.actions import SEATS, SPECIAL, CommitBase, Commitment, CommitPair, Seat
from rules.battlecon.attack_pairs import base_refusal, pair_refusal
from rules.battlecon.card_effects import PRIMITIVES
from rules.battlecon.formats.reading import Source, Unreadable
from rules.battlecon.position import NO_ATTACK, Attack, Phase, Position, Step, Verdict
from rules.battlecon.sequence import OPENING
from rules.battlecon.setting_up import discards_refusal

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
