"""Start of Beat and the two attacks (9.0, 10.0), with damage, stun and death (12.0)."""

from __future__ import annotations

from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.cards import CardEffect, Modifier
from rules.battlecon.effects import Active, Damage, Hit, Life, Miss, NotStunned, Stunned
from rules.battlecon.ending import win
from rules.battlecon.names import OTHER, Seat
from rules.battlecon.options import DECLINE, USE, Option
from rules.battlecon.position import Step
from rules.battlecon.tokens import spend_token
from rules.battlecon.trap import holds, reached_by_trap
from rules.battlecon.triggers import trigger

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
    """Settle who is active, which a Start of Beat effect may turn over (10.1), and queue both attacks."""
    active = beat.active
    assert active is not None
    if beat.other(active).total("priority") > beat.sides[active].total("priority"):
        active = beat.active = OTHER[active]
        beat.tell(Active(active))
    beat.queue.append(Step("activate", OTHER[active]))
    beat.queue.append(Step("activate", active))


def activate(beat: Beat, step: Step) -> None:
    """Queue one attack; a stunned fighter does none of it (10.4)."""
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
        beat.tell(Miss(seat, why))
        return
    beat.tell(Hit(seat))
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
    beat.tell(Damage(other.seat, amount, soaked))
    if side.repeats:
        side.repeats = False
        beat.queue.append(Step("strike", seat))
    if not amount:
        return
    stuns = _stuns(other, amount)
    lost = min(amount, other.life)
    other.damage_taken += amount
    other.life -= lost
    beat.tell(Life(other.seat, -lost, other.life, "damage", "10.3"))
    if not other.life:
        win(beat, seat, "life")
        return
    if stuns:
        other.stunned = True
        beat.tell(Stunned(other.seat, "damage"))
    elif not other.stunned:
        immune = other.total("stun_immunity")
        why, case = ("stun_immunity", "12.5") if immune else ("stun_guard", "12.3")
        beat.tell(NotStunned(other.seat, why, "damage", case))
    trigger(beat, seat, "on_damage")
