"""8.0, steps 2 to 4: how many characters are attacked, and which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.dawn_of_the_dead.actions import ChooseVictims, DeclareAttack
from rules.dawn_of_the_dead.attacks import (
    attack_under_way,
    attacker_reads,
    attackers,
    none_open,
    with_attack,
)
from rules.dawn_of_the_dead.effects import AttackDeclared, Rolled, VictimsNamed
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import Attack, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people
from rules.dawn_of_the_dead.solitaire import number_attacked
from rules.dawn_of_the_dead.units import learn, strength_in, values_needed
from rules.dawn_of_the_dead.weak_attacks import NO_STRENGTH, WITHOUT_STRENGTH, end_weak_attack
from rules.dice import misread
from rules.effects import Change, Effect
from rules.ruling import allow, refuse


def _refuse_declare(position: Position, action: DeclareAttack) -> Verdict | None:
    attack = attack_under_way(position)
    if attack is None:
        return none_open(position)
    there = position.at(attack.square)
    if attack.count is not None:
        return refuse(("8.0",), "The number of characters attacked is already declared.", firm=True)
    if len(there) < 2:
        return refuse(("8.0",), f"Only {people(there)} is there, so there is nothing to declare.", firm=True)
    if position.solitaire:
        return _refuse_chosen(action)
    if action.die is not None:
        return refuse(("8.0",), "The zombie player chooses the number; no die is needed here.", firm=True)
    if action.count is None or not 1 <= action.count <= len(there):
        return refuse(("8.0",), f"Between 1 and {len(there)} characters can be attacked here.", firm=True)
    return None


def _refuse_chosen(action: DeclareAttack) -> Verdict | None:
    """Return a refusal if a player chose the number in solitaire play, where a die decides (15.6)."""
    if action.count is not None:
        return refuse(
            ("15.6",), "Roll a die for how many are attacked; nobody chooses the number.", firm=True
        )
    return None


def _declared(position: Position, attack: Attack, action: DeclareAttack) -> int | None:
    """Return how many are attacked, or None if the die must be rolled, or rolled again (15.6)."""
    if action.die is None or not position.solitaire:
        return action.count
    return number_attacked(action.die, len(position.at(attack.square)))


def _grant_declare(position: Position, action: DeclareAttack) -> Verdict:
    attack = attack_under_way(position)
    assert attack is not None
    needs = values_needed(position, (attack.square,), action.values)
    if not position.solitaire:
        return allow(
            ("8.0",),
            f"{attackers(position, attack.square, may=True)} {_characters(action.count or 0)}.",
            needs,
        )
    if action.die is not None and (wrong := misread((action.die,), 1)):
        return refuse(("15.6",), wrong, firm=True)
    if _declared(position, attack, action) is None:
        again = "" if action.die is None else f" On {action.die}, roll again."
        reason = f"A die decides how many in {attack.square} are attacked.{again}"
        return allow(("15.6", "R-15.4b") if again else ("15.6",), reason, needs | {"dice": 1})
    return allow(("15.6",), f"The die decides how many in {attack.square} are attacked.", needs)


def _how_many(count: int, there: int) -> str:
    """Return how many of the characters there are attacked: "1 of 2 characters", "Both characters"."""
    if count < there:
        return f"{count} of {there} characters"
    return "Both characters" if there == 2 else f"All {there} characters"


def _characters(count: int) -> str:
    return f"{count} character{'' if count == 1 else 's'}"


def _declare(position: Position, action: DeclareAttack) -> Outcome:
    attack = attack_under_way(position)
    assert attack is not None
    count = _declared(position, attack, action)
    assert count is not None
    rolled = (Rolled("number_attacked", (action.die,)),) if action.die is not None else ()
    change = Change(position, rolled).then(learn, attack.square, action.values)
    there = position.at(attack.square)
    strength = (strength_in(change.after, attack.square) or 0) // count
    declared: tuple[Effect, ...] = (AttackDeclared(attack.square, count, strength),)
    everybody = count == len(there)
    attack = replace(attack, count=count, strength=strength, victims=there if everybody else None)
    verb = "is" if count == 1 else "are"
    story = f"{_how_many(count, len(there))} in {attack.square} {verb} attacked."
    if strength == 0:
        change = Change(change.after, change.effects + declared).then(end_weak_attack, attack)
        reason, story = f"{story} {WITHOUT_STRENGTH}", f"{story} The attack is over."
        return Outcome(change.after, reason, story, cases=NO_STRENGTH, effects=change.effects)
    if everybody:
        declared = (*declared, VictimsNamed(attack.square, there))
    change = Change(change.after, change.effects + declared).then(with_attack, attack)
    return Outcome(change.after, f"{story[:-1]}, at strength {strength}.", story, effects=change.effects)


def _declare_options(position: Position) -> Iterator[DeclareAttack]:
    attack = attack_under_way(position)
    if attack is not None and attack.count is None:
        there = position.at(attack.square)
        if len(there) > 1 and position.solitaire:
            yield DeclareAttack()
            return
        for count in range(1, len(there) + 1) if len(there) > 1 else ():
            yield DeclareAttack(count)


def _refuse_choose(position: Position, action: ChooseVictims) -> Verdict | None:
    attack = attack_under_way(position)
    if attack is None:
        return none_open(position)
    if attack.count is None:
        first = "Roll a die for" if position.solitaire else "The zombie player must declare"
        return refuse(("8.0",), f"{first} how many are attacked first.", firm=True)
    if attack.victims is not None:
        return refuse(("8.0",), "The characters attacked are already named.", firm=True)
    there = position.at(attack.square)
    names = action.characters
    absent = [n for n in names if n not in there]
    if absent:
        return refuse(("8.0",), f"{NAMES.get(absent[0], absent[0])} is not in {attack.square}.", firm=True)
    if len(set(names)) != len(names) or len(names) != attack.count:
        return refuse(("8.0",), f"Name {attack.count} of {people(there)}.", firm=True)
    return None


def _grant_choose(position: Position, action: ChooseVictims) -> Verdict:
    return allow(("8.0",), f"{people(action.characters)} may be named.")


def _choose(position: Position, action: ChooseVictims) -> Outcome:
    attack = attack_under_way(position)
    assert attack is not None
    after = with_attack(position, replace(attack, victims=action.characters)).after
    who = people(action.characters)
    named = (VictimsNamed(attack.square, action.characters),)
    return Outcome(after, f"{who} {'is' if len(action.characters) == 1 else 'are'} attacked.", effects=named)


def _choose_options(position: Position) -> Iterator[ChooseVictims]:
    attack = attack_under_way(position)
    if attack is not None and attack.count is not None and attack.victims is None:
        for chosen in combinations(position.at(attack.square), attack.count):
            yield ChooseVictims(chosen)


DECLARE_ATTACK = Procedure(
    DeclareAttack, _refuse_declare, _grant_declare, _declare, _declare_options, attacker_reads
)
CHOOSE_VICTIMS = Procedure(ChooseVictims, _refuse_choose, _grant_choose, _choose, _choose_options)
