"""The reveal (7.0), special actions (14.0), the attacks (9.0, 10.0) and the end of a beat (11.0)."""

from __future__ import annotations

from rules.battlecon.actions import DECLINE, OTHER, SEATS, SPECIAL, USE, CommitPair, Option, Seat, SpecialKind
from rules.battlecon.beat import Beat, Question, Side, show, win
from rules.battlecon.card_effects import (
    holds,
    queue_effects,
    reached_by_trap,
    spend_token,
    trigger,
    trigger_ability,
)
from rules.battlecon.cards import CardEffect, Modifier
from rules.battlecon.effects import (
    Active,
    Clash,
    Damage,
    Hit,
    Life,
    Miss,
    NotStunned,
    Recycled,
    SpecialAction,
    Stunned,
    Voided,
)
from rules.battlecon.position import NO_ATTACK, Step

EXECUTING = (Step("recycle"), Step("end_of_beat"), Step("attacks"))
"""The rest of a beat, the next step last."""


def begin_execution(beat: Beat) -> None:
    """Queue the rest of the beat, the Start of Beat effects of the active player first (9.0, 10.2)."""
    active = beat.active
    assert active is not None
    beat.phase = "execute"
    beat.queue += EXECUTING
    trigger(beat, OTHER[active], "start_of_beat")
    trigger(beat, active, "start_of_beat")


def attacks(beat: Beat, step: Step) -> None:
    """Decide who is active, which a Start of Beat effect may reverse (10.1), and queue both attacks."""
    active = beat.active
    assert active is not None
    if beat.other(active).total("priority") > beat.sides[active].total("priority"):
        active = beat.active = OTHER[active]
        beat.record(Active(active))
    beat.queue.append(Step("activate", OTHER[active]))
    beat.queue.append(Step("activate", active))


def activate(beat: Beat, step: Step) -> None:
    """Queue one attack; a stunned fighter has none (10.4)."""
    side = beat.sides[step.seat]
    if side.stunned or side.pair is None:
        return
    trigger(beat, step.seat, "after_activating")
    beat.queue.append(Step("strike", step.seat))
    trigger(beat, step.seat, "before_activating")


def strike(beat: Beat, step: Step) -> None:
    """Check whether the attack reaches; if so, queue On Hit and the damage (10.2)."""
    seat = step.seat
    why = missed(beat, beat.sides[seat], beat.other(seat))
    if why:
        beat.record(Miss(seat, why))
        return
    beat.record(Hit(seat))
    beat.queue.append(Step("damage", seat))
    trigger(beat, seat, "on_hit")


def missed(beat: Beat, side: Side, other: Side) -> str:
    """Return why an attack does not hit: "range", or the id of what prevents it; "" for a hit."""
    pair = side.pair
    if pair is None or pair.reach == "none":
        return "range"
    reach = side.range()
    if reach is None:
        if not reached_by_trap(beat, side, other.space):
            return "range"
    elif not reach[0] <= abs(side.space - other.space) <= reach[1]:
        return "range"
    for modifier in other.modifiers:
        if modifier.figure == "unhittable" and modifier.lasts == "this_beat":
            return modifier.origin
    if other.pair is not None:
        for dodge in other.pair.dodges:
            if holds(beat, other.seat, dodge.condition):
                return dodge.source
    return ""


def damage(beat: Beat, step: Step) -> Question | None:
    """Do the damage, or ask first for a token against it (17.1)."""
    amount, _ = damage_now(beat, step.seat)
    effect = _brace(beat, beat.other(step.seat), amount)
    if effect is not None:
        return Question("choice", (OTHER[step.seat],), effect.case, (USE, DECLINE))
    _inflict(beat, step.seat)
    return None


def answer_damage(beat: Beat, step: Step, option: Option) -> None:
    """Spend a token if chosen, then do the damage."""
    if option == USE:
        other = beat.other(step.seat)
        effect = _brace(beat, other, damage_now(beat, step.seat)[0])
        assert effect is not None
        spend_token(beat, other.seat, effect.token, effect.source, effect.case)
        beat.add_modifier(other.seat, Modifier(effect.figure, effect.amount, effect.source), effect.case)
    _inflict(beat, step.seat)


def damage_now(beat: Beat, seat: Seat) -> tuple[int, int]:
    """Return the damage that a hit would do now, and what Soak takes off (10.3)."""
    other = beat.other(seat)
    full = (beat.sides[seat].power() or 0) + other.total("exposed")
    soaked = min(full, max(0, other.total("soak")))
    return full - soaked, soaked


def _brace(beat: Beat, defender: Side, amount: int) -> CardEffect | None:
    """Return the effect that spends a token against damage, where that changes something (R-17.1a)."""
    for effect in defender.card.ability.effects:
        if (
            effect.on == "taking_damage"
            and defender.seat != beat.active
            and defender.tokens.get(effect.token, 0)
            and amount < defender.life
            and _stuns(defender, amount)
        ):
            return effect
    return None


def _stuns(defender: Side, amount: int) -> bool:
    """Return whether damage would stun: more than the Stun Guard, with all of this beat (12.3, R-12.3a)."""
    return (
        amount > 0
        and not defender.stunned
        and defender.damage_taken + amount > defender.total("stun_guard")
        and not defender.total("stun_immunity")
    )


def _inflict(beat: Beat, seat: Seat) -> None:
    """Do the damage of a hit; death ends the duel at once (10.5)."""
    side, other = beat.sides[seat], beat.other(seat)
    amount, soaked = damage_now(beat, seat)
    other.soaked += soaked
    beat.record(Damage(other.seat, amount, soaked))
    if side.repeats:
        side.repeats = False
        beat.queue.append(Step("strike", seat))
    if not amount:
        return
    stuns = _stuns(other, amount)
    lost = min(amount, other.life)
    other.damage_taken += amount
    other.life -= lost
    beat.record(Life(other.seat, -lost, other.life, "damage", "10.3"))
    if not other.life:
        win(beat, seat, "life")
        return
    if stuns:
        other.stunned = True
        beat.record(Stunned(other.seat, "damage"))
    elif not other.stunned:
        immune = other.total("stun_immunity")
        why, case = ("stun_immunity", "12.5") if immune else ("stun_guard", "12.3")
        beat.record(NotStunned(other.seat, why, "damage", case))
    trigger(beat, seat, "on_damage")


def specials(beat: Beat, step: Step) -> None:
    """Carry out the special actions that were turned up; each is spent even without effect (14.1)."""
    kinds: dict[Seat, SpecialKind] = {
        seat: kind_of(beat, side) for seat, side in beat.sides.items() if side.style == SPECIAL
    }
    if not kinds:
        return
    for seat in kinds:
        beat.sides[seat].special = False
    pulsing = [seat for seat, kind in kinds.items() if kind == "pulse"]
    if pulsing:
        _pulse(beat, pulsing)
        return
    for seat, kind in kinds.items():
        beat.record(SpecialAction(seat, kind, why=lacks(beat, beat.sides[seat])))
        if kind == "finish":
            side = beat.sides[seat]
            side.finish, side.cycles = True, False
            side.join()
            show(beat, side, "14.2")
    _cancel(beat, tuple(seat for seat, kind in kinds.items() if kind == "cancel"))


def kind_of(beat: Beat, side: Side) -> SpecialKind:
    """Return the kind of a special action with its base: a finish only at 7 life or less, and in its form."""
    assert side.base is not None
    return "cancel" if lacks(beat, side) else beat.figures.special_kind(side.base)


def lacks(beat: Beat, side: Side) -> str:
    """Return what a finish lacks, "life" or "form"; "" if nothing, or for another base (14.2)."""
    assert side.base is not None
    if beat.figures.special_kind(side.base) != "finish":
        return ""
    form = beat.figures.cards[side.finish_card].form
    if side.life > beat.figures.finish_life:
        return "life"
    return "" if form in (None, side.form) else "form"


def _cancel(beat: Beat, seats: tuple[Seat, ...]) -> None:
    """Take the bases back to hand and have these seats choose new pairs (14.2)."""
    if not seats:
        return
    for seat in seats:
        side = beat.sides[seat]
        side.style = side.base = None
        side.finish, side.cycles = False, True
        side.join()
    beat.queue.append(Step("turn_up", what=seats))
    beat.queue.append(Step("cancel", what=seats))


def call_off_finishes(beat: Beat) -> None:
    """Make two finishes of the same priority into Cancels (14.2)."""
    for seat in SEATS:
        beat.record(SpecialAction(seat, "cancel", why="tie"))
    beat.queue.append(Step("reveal"))
    _cancel(beat, SEATS)


def _pulse(beat: Beat, pulsing: list[Seat]) -> None:
    """End the attacks of this beat, and push the fighters apart (14.2)."""
    beat.queue.clear()
    beat.queue.append(Step("recycle"))
    for seat in pulsing:
        side = beat.sides[seat]
        side.cycles = False
        beat.record(SpecialAction(seat, "pulse"))
    if len(pulsing) == 2:
        for seat in reversed(SEATS):
            queue_effects(beat, seat, beat.figures.double_pulse)
        return
    (seat,) = pulsing
    victim = beat.other(seat)
    victim.void = True
    victim.join()
    beat.record(Voided(OTHER[seat]))
    for effect in reversed(beat.figures.pulse):
        queue_effects(beat, seat, (effect,))


def turn_up(beat: Beat, step: Step) -> None:
    """Turn up the pairs of the seats named, at the same moment (7.1)."""
    beat.phase = "special"
    turned = [seat for seat in SEATS if seat in step.what]
    for seat in turned:
        chosen = beat.committed[seat]
        assert isinstance(chosen, CommitPair)
        side = beat.sides[seat]
        side.style, side.base = chosen.style, chosen.base
        side.join()
    beat.committed = {}
    for seat in turned:
        show(beat, beat.sides[seat])


def reveal(beat: Beat, step: Step) -> None:
    """Queue the Reveal effects, then the comparison (7.1). Abilities count once a beat (R-20.1b)."""
    leader = beat.leader()
    beat.queue.append(Step("compare"))
    for seat in (OTHER[leader], leader):
        trigger(beat, seat, "reveal")
        if step.what:
            trigger_ability(beat, seat, "reveal")


def compare(beat: Beat, step: Step) -> Question | None:
    """Compare priorities: the higher attacks first (10.1); a finish wins ties (14.2); else a tie clashes."""
    a, b = (beat.sides[seat].total("priority") for seat in SEATS)
    if a != b:
        _begin(beat, "a" if a > b else "b")
        return None
    finishing = [seat for seat in SEATS if beat.sides[seat].finish]
    if len(finishing) == 1:
        _begin(beat, finishing[0])
    elif finishing:
        call_off_finishes(beat)
    else:
        beat.record(Clash())
        beat.queue.append(Step("clash"))
    return None


def _begin(beat: Beat, active: Seat) -> None:
    beat.active = active
    beat.record(Active(active))
    begin_execution(beat)


def end_of_beat(beat: Beat, step: Step) -> None:
    """Queue the End of Beat effects, the active player's first, a stunned player's too (11.0)."""
    beat.phase = "execute"
    first = beat.leader()
    trigger(beat, OTHER[first], "end_of_beat")
    trigger(beat, first, "end_of_beat")


def recycle(beat: Beat, step: Step) -> None:
    """Move the piles on, drop what lasts one beat, and begin the next beat."""
    for side in beat.sides.values():
        if side.cycles:
            played = tuple([card for card in (side.style, side.base) if card and card != SPECIAL])
            side.discards = (played, side.discards[0])
        side.modifiers = tuple([m for m in side.modifiers if m.lasts == "next_beat"])
        side.begin(NO_ATTACK)
    beat.number += 1
    beat.record(Recycled(beat.number))
    beat.queue.append(Step("select"))
