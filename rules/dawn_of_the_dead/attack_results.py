"""8.2 to 8.6: the roll on the Zombie Attack Table, and what it does to a character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import tables
from rules.dawn_of_the_dead.actions import RollAttack
from rules.dawn_of_the_dead.attacks import (
    ATTACKS,
    attack_under_way,
    attacker_cases,
    attacker_reads,
    none_open,
    with_attack,
)
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted
from rules.dawn_of_the_dead.units import learn, strength_in, values_needed
from rules.ruling import refuse


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
    who = NAMES[action.character]
    return granted(
        ("8.8", "8.2", *attacker_cases(position, attack.square)), f"Roll two dice for the attack on {who}.",
        dice=action.dice, rolled=2, needs=needs,
        case="8.8",
    )  # fmt: skip


def _roll(position: Position, action: RollAttack) -> Outcome:
    attack = attack_under_way(position)
    assert attack is not None and attack.victims is not None and action.dice is not None
    after = learn(position, attack.square, action.values)
    strength = attack.strength
    if strength is None:
        strength = strength_in(after, attack.square) or 0
    total = sum(action.dice)
    result = tables.attack_result(strength, total) if strength else "-"
    after, what, cases = _apply(after, action.character, result)
    victims = tuple(n for n in attack.victims if n != action.character)
    after = with_attack(after, replace(attack, count=attack.count or 1, strength=strength, victims=victims))
    who = NAMES[action.character]
    reason = f"{who} is attacked at strength {strength}: rolled {total}, {what}."
    if attack.square in after.zombies and after.supers_at(attack.square):
        cases = (*cases, "11.3")
    return Outcome(after, reason, f"{who} is attacked: rolled {total}, {what}.", cases)


def _apply(position: Position, name: str, result: str) -> tuple[Position, str, tuple[str, ...]]:
    """Return the position after a result for one character, its words, and its cases (8.3 to 8.5)."""
    character = position.characters[name]
    cases: tuple[str, ...]
    if result == "-":
        return position, "no effect", ()
    if character.status != "normal":
        changed = replace(character, square=None, status="killed", rifle=False)
        what, cases = "killed", ("8.5", "R-8.5a")
    elif result == "S":
        changed, what, cases = replace(character, status="stunned"), "stunned", ("8.3",)
    else:
        changed = replace(character, status="infected", infected_on_turn=position.turn)
        what, cases = "infected", ("8.4",)
    return replace(position, characters=with_item(position.characters, name, changed)), what, cases


def _roll_options(position: Position) -> Iterator[RollAttack]:
    attack = attack_under_way(position)
    for name in (attack.victims or ()) if attack else ():
        yield RollAttack(name)


ROLL_ATTACK = Procedure(ATTACKS, _refuse_roll, _grant_roll, _roll, _roll_options, attacker_reads)
