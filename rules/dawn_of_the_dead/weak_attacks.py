"""R-8.0a: attacks without strength, and those that go on because the unit was misread (R-5.4b)."""

from __future__ import annotations

from dataclasses import replace

from rules.dawn_of_the_dead.effects import AttackDeclared, AttackDue, AttackOpened, AttackOver, VictimsNamed
from rules.dawn_of_the_dead.position import Attack, AttackState, Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome
from rules.dawn_of_the_dead.units import strength_in
from rules.effects import Change

NO_STRENGTH = ("R-8.0a",)
WITHOUT_STRENGTH = "Split that way, the zombies have no strength: no effect."


def strength_of(position: Position, attack: Attack) -> int:
    """Return the strength of an attack on each character, 0 while the unit is not read (8.0)."""
    return (strength_in(position, attack.square) or 0) // (attack.count or 1)


def end_weak_attack(position: Position, attack: Attack) -> Change[Position]:
    """Return the position without this attack, which has no strength; a misread unit may yet change that."""
    state = position.phase_state
    assert isinstance(state, AttackState)
    weak = with_item(state.weak, attack.square, attack) if position.physical else state.weak
    after = replace(position, phase_state=replace(state, attack=None, weak=weak))
    return Change(after, (AttackOver(attack.square),))


def attack_again(position: Position, square: str) -> Change[Position]:
    """Return the position with an attack due again that ended for want of strength, if it has some now."""
    state = position.phase_state
    if not isinstance(state, AttackState) or square not in state.weak or square in state.pending:
        return Change(position)
    if not strength_of(position, state.weak[square]):
        return Change(position)
    after = replace(position, phase_state=replace(state, pending=state.pending | {square}))
    return Change(after, (AttackDue(square),))


def go_on(position: Position, state: AttackState, weak: Attack) -> Outcome:
    """Return the outcome of opening an attack that ended for want of strength: it is declared already."""
    square, strength = weak.square, strength_of(position, weak)
    assert weak.count is not None
    attack = Attack(square, count=weak.count, victims=weak.victims, strength=strength)
    left = {s: a for s, a in state.weak.items() if s != square}
    state = replace(state, pending=state.pending - {square}, attack=attack, weak=left)
    named = (VictimsNamed(square, weak.victims),) if weak.victims is not None else ()
    opened = AttackOpened(square, position.at(square)), AttackDeclared(square, weak.count, strength)
    story = f"The attack in {square} goes on."
    reason = f"{story[:-1]}, at strength {strength}."
    return Outcome(replace(position, phase_state=state), reason, story, effects=(*opened, *named))
