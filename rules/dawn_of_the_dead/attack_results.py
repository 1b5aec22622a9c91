"""8.2 to 8.6: the roll on the Zombie Attack Table, and what it does to a character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.dawn_of_the_dead import tables
from rules.dawn_of_the_dead.actions import RollAttack
from rules.dawn_of_the_dead.attacks import (
    attack_under_way,
    attacker_cases,
    attacker_reads,
    none_open,
    with_attack,
)
from rules.dawn_of_the_dead.effects import Attacked, AttackResult
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.gunfire import two_supers
from rules.dawn_of_the_dead.position import Attack, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, rolled_for
from rules.dawn_of_the_dead.statuses import give_status
from rules.dawn_of_the_dead.units import learn, strength_in, values_needed
from rules.effects import Change
from rules.ruling import refuse
from rules.sentences import either

_CASES: Mapping[AttackResult, tuple[str, ...]] = {
    "none": (),
    "stunned": ("8.3",),
    "infected": ("8.4",),
    "killed": ("8.5", "R-8.5a"),
}


def _refuse_roll(position: Position, action: RollAttack) -> Verdict | None:
    attack = attack_under_way(position)
    if attack is None:
        return none_open(position)
    if attack.victims is None:
        question = "how many are attacked" if attack.count is None else "who is attacked"
        return refuse(("8.0",), f"First decide {question}.", firm=True)
    if action.character not in attack.victims:
        who = NAMES.get(action.character, action.character)
        return refuse(("8.0",), f"{who} is not attacked now.", firm=True)
    return None


def _grant_roll(position: Position, action: RollAttack) -> Verdict:
    attack = attack_under_way(position)
    assert attack is not None
    needs = values_needed(position, (attack.square,), action.values) if attack.strength is None else {}
    return granted(
        ("8.8", "8.2", *attacker_cases(position, attack.square)), _order(position, action, attack),
        dice=action.dice, total=action.total, rolled=2, needs=needs,
        case="8.8",
    )  # fmt: skip


def _order(position: Position, action: RollAttack, attack: Attack) -> str:
    """Return the order to roll, with what each total does where the strength is known (8.8)."""
    order = f"Roll two dice for the attack on {NAMES[action.character]}."
    strength = strength_in(position, attack.square) if attack.strength is None else attack.strength
    if not strength:
        return order
    totals: dict[AttackResult, list[str]] = {"infected": [], "stunned": [], "killed": []}
    for total in range(2, 13):
        result = _result(position, action.character, tables.attack_result(strength, total))
        if result != "none":
            totals[result].append(str(total))
    told = [f"{result} on {either(rolled)}" for result, rolled in totals.items() if rolled]
    return f"{order} At strength {strength}: {'; '.join(told)}."


def _roll(position: Position, action: RollAttack) -> Outcome:
    attack = attack_under_way(position)
    assert attack is not None and attack.victims is not None
    name, square = action.character, attack.square
    roll = rolled_for("attack", action.dice, action.total, 2, (name,))
    _, total = roll.fell
    change = learn(position, square, action.values)
    strength = attack.strength
    if strength is None:
        strength = strength_in(change.after, square) or 0
    result = _result(position, name, tables.attack_result(strength, total) if strength else "-")
    told = (roll, Attacked(name, square, strength, result))
    change = Change(change.after, change.effects + told)
    if result != "none":
        change = change.then(give_status, name, result)
    victims = tuple(n for n in attack.victims if n != name)
    left = replace(attack, count=attack.count or 1, strength=strength, victims=victims)
    change = change.then(with_attack, left)
    who, what = NAMES[name], "no effect" if result == "none" else result
    reason = f"{who} is attacked at strength {strength}: rolled {total}, {what}."
    cases = _CASES[result]
    if square in position.zombies and position.supers_at(square):
        cases = (*cases, "11.3", *two_supers(position, square))
    return Outcome(change.after, reason, f"{who} is attacked: rolled {total}, {what}.", cases, change.effects)


def _result(position: Position, name: str, letter: str) -> AttackResult:
    """Return what a result of the Zombie Attack Table does to a character (8.3 to 8.5)."""
    if letter == "-":
        return "none"
    if position.characters[name].status != "normal":
        return "killed"
    return "stunned" if letter == "S" else "infected"


def _roll_options(position: Position) -> Iterator[RollAttack]:
    attack = attack_under_way(position)
    for name in (attack.victims or ()) if attack else ():
        yield RollAttack(name)


ROLL_ATTACK = Procedure(RollAttack, _refuse_roll, _grant_roll, _roll, _roll_options, attacker_reads)
