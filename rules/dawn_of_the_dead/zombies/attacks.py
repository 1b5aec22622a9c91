"""8.0 Zombie Attacks: the squares one after the other, who is attacked, the shots, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from rules.dawn_of_the_dead.actions import (
    Action,
    ChooseVictims,
    DeclareAttack,
    Defend,
    HoldFire,
    OpenAttack,
    RollAttack,
)
from rules.dawn_of_the_dead.effects import (
    AttackDeclared,
    AttackDue,
    Attacked,
    AttackOpened,
    AttackOver,
    AttackResult,
    FireHeld,
    Rolled,
    VictimsNamed,
)
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.equipment.units import give_status, learn, strength_in, values_needed
from rules.dawn_of_the_dead.humans.gunfire import Shot, all_panic, fire, nobody_named, shot_grant, two_supers
from rules.dawn_of_the_dead.position import ACTIVE, Attack, AttackState, GenerationState, Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, people, rolled_for
from rules.dawn_of_the_dead.solitaire.solitaire import number_attacked
from rules.dice import dice_fault
from rules.effects import Change, Effect
from rules.ruling import allow, refuse
from rules.sentences import either

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


def begin_attacks(position: Position) -> AttackState:
    """Return the state of a new phase of attacks: every square with characters and zombies is due (8.0)."""
    return AttackState(frozenset(s for s in position.occupied() if position.zombie_occupied(s)))


def attack_state(position: Position) -> AttackState:
    """Return the state of the phase's attacks."""
    state = position.phase_state
    assert isinstance(state, AttackState)
    return state


def attack_in_progress(position: Position) -> Attack | None:
    """Return the open attack, or None."""
    state = position.phase_state
    return state.attack if isinstance(state, AttackState) else None


def with_attack(position: Position, attack: Attack) -> Change[Position]:
    """Return the position with this attack; it is over once nobody is left to roll for."""
    if attack.victims == ():
        return end_attack(position)
    return Change(replace(position, phase_state=replace(attack_state(position), attack=attack)))


def end_attack(position: Position) -> Change[Position]:
    """Return the position without the open attack."""
    state = attack_state(position)
    over = (AttackOver(state.attack.square),) if state.attack else ()
    return Change(replace(position, phase_state=replace(state, attack=None)), over)


def attack_at_once(position: Position, square: str) -> Change[Position]:
    """Return the position with an attack due at once if characters are in the square (8.7)."""
    state = attack_state(position)
    if not position.at(square):
        return Change(position)
    after = replace(position, phase_state=replace(state, pending=state.pending | {square}))
    return Change(after, (AttackDue(square),))


def at_once_cases(position: Position, square: str) -> tuple[str, ...]:
    """Return the cases of an attack at once: by a unit that entered (13.4) or a new super zombie (11.8)."""
    state = attack_state(position)
    rolled = state.rolled if isinstance(state, GenerationState) else frozenset()
    # A unit that entered would be there; a position from outside need not say who was rolled for.
    turned = square not in position.zombies or any(name in rolled for name in position.supers_at(square))
    return "8.7", "11.8" if turned else "13.4"


def attacker_cases(position: Position, square: str) -> tuple[str, ...]:
    """Return the rulings for the attack of a super zombie alone or of two; none if a unit attacks.

    One without a unit attacks too (R-8.0b, 11.3), and the values of two add up (R-11.1b).
    """
    alone = square not in position.zombies and bool(position.supers_at(square))
    two = two_supers(position, square)
    return (*(("R-8.0b",) if alone else ()), *(("11.3",) if alone or two else ()), *two)


def attackers(position: Position, square: str, *, may: bool = False) -> str:
    """Return who attacks in a square, and that it does, or `may`: "The zombie in 048 attacks"."""
    supers = len(position.supers_at(square))
    one = supers + (square in position.zombies) == 1
    who = "super zombie" if one and supers else "zombie" if one else "zombies"
    return f"The {who} in {square} {'may attack' if may else 'attacks' if one else 'attack'}"


def on_whom(names: tuple[str, ...], how: str = "") -> str:
    """Return the words after "attacks": " Fran at once", or " at once. Peter and Fran are there".

    Of several characters nobody has said yet how many are attacked, and which (8.0).
    """
    return f" {people(names)}{how}" if len(names) == 1 else f"{how}. {people(names)} are there"


def _begins(position: Position, square: str) -> str:
    """Return the sentence that the attack in a square begins."""
    return f"{attackers(position, square)}{on_whom(position.at(square))}."


def attacker_reads(position: Position, _action: Action) -> Iterator[str]:
    """Yield the square of the unit that attacks (8.0)."""
    attack = attack_in_progress(position)
    if attack is not None and attack.square in position.zombies:
        yield attack.square


def none_open(position: Position) -> Verdict | None:
    """Return a refusal if no attack is open, otherwise None."""
    if attack_in_progress(position) is None:
        return refuse(("8.0",), "No attack is in progress.", firm=True)
    return None


# --- opening --------------------------------------------------------------------------------------


def _refuse_open(position: Position, action: OpenAttack) -> Verdict | None:
    state = attack_state(position)
    if state.attack is not None:
        return refuse(("8.0",), f"Finish the attack in {state.attack.square} first.", firm=True)
    if action.square not in state.pending:
        return refuse(("8.0",), f"No attack is due in {action.square}.", firm=True)
    return None


def _grant_open(position: Position, action: OpenAttack) -> Verdict:
    at_once = () if position.phase == "attack" else at_once_cases(position, action.square)
    cases = (*at_once, "8.0", *attacker_cases(position, action.square))
    return allow(cases, _begins(position, action.square))


def _open(position: Position, action: OpenAttack) -> Outcome:
    state = attack_state(position)
    if weak := state.weak.get(action.square):
        return go_on(position, state, weak)
    there = position.at(action.square)
    alone = len(there) == 1
    attack = Attack(action.square, victims=there if alone else None)
    pending = state.pending - {action.square}
    after = replace(position, phase_state=replace(state, pending=pending, attack=attack))
    named = (VictimsNamed(action.square, there),) if alone else ()
    effects = (AttackOpened(action.square, there), *named)
    return Outcome(after, _begins(position, action.square), effects=effects)


def _open_options(position: Position) -> Iterator[OpenAttack]:
    state = attack_state(position)
    if state.attack is None:
        for square in sorted(state.pending):
            yield OpenAttack(square)


# --- defence --------------------------------------------------------------------------------------


def _refuse_defend(position: Position, action: Defend) -> Verdict | None:
    attack = attack_in_progress(position)
    if attack is None:
        return none_open(position)
    if refused := nobody_named(action.by):
        return refused
    for name in action.by:
        if name not in position.at(attack.square):
            who = NAMES.get(name, name)
            return refuse(("8.1", "6.9"), f"{who} is not in {attack.square}, where the attack is.", firm=True)
    for name in action.by:
        if refused := _defender_refusal(position, attack, name):
            return refused
    return too_late(attack)


def too_late(attack: Attack) -> Verdict | None:
    """Return why it is too late to shoot in this attack, or None if it is not (8.0, 8.1)."""
    if attack.count is not None:
        return refuse(("8.0", "8.1"), "The attack is declared, so it is too late to shoot.")
    if attack.held:
        return refuse(("8.1",), "The characters hold fire in this attack, so nobody shoots now.")
    return None


def _defender_refusal(position: Position, attack: Attack, name: str) -> Verdict | None:
    who = NAMES[name]
    if position.characters[name].status not in ACTIVE:
        return refuse(("8.3", "R-6.9a"), f"{who} is stunned and cannot shoot.")
    if name in attack.panicked:
        return refuse(("6.5", "R-6.9a"), f"{who} panicked and cannot shoot in this attack.")
    if name in attack.fired:
        return refuse(("6.9", "R-6.9a"), f"{who} has already shot in this attack.")
    if name in attack.waived and not attack.held:
        return refuse(("8.1", "R-8.1a"), f"{who} holds fire in this attack.")
    return None


def defence(position: Position, action: Defend) -> Shot:
    """Return the shot of those attacked; an attack is in progress."""
    attack = attack_in_progress(position)
    assert attack is not None
    return Shot(
        action.by, attack.square, attack.square, action.panic, action.dice, action.total, action.values
    )


def _grant_defend(position: Position, action: Defend) -> Verdict:
    return shot_grant(position, defence(position, action), ("6.9", "8.1"))


def _defend(position: Position, action: Defend) -> Outcome:
    attack = attack_in_progress(position)
    assert attack is not None
    result = fire(position, defence(position, action))
    over = result.hit
    attack = replace(
        attack,
        fired=attack.fired.union(result.fired),
        panicked=attack.panicked.union(result.panicked),
    )
    change = result.change.then(end_attack) if over else result.change.then(with_attack, attack)
    end = " The attack is over." if over else ""
    story = result.story + end if result.story else ""
    return Outcome(change.after, result.reason + end, story, effects=change.effects)


def _defend_options(position: Position) -> Iterator[Defend]:
    ready = may_shoot(position)
    for size in range(1, len(ready) + 1):
        for by in combinations(ready, size):
            yield Defend(by)


# --- no shot --------------------------------------------------------------------------------------


def may_shoot(position: Position) -> tuple[str, ...]:
    """Return the characters who may still shoot before the zombies strike (8.1, R-6.9a)."""
    attack = attack_in_progress(position)
    if attack is None or too_late(attack):
        return ()
    return tuple(n for n in position.at(attack.square) if _defender_refusal(position, attack, n) is None)


def strike_refusal(position: Position) -> Verdict | None:
    """Return why the zombies may not strike yet: characters shoot first or hold fire (8.1, R-8.1a).

    The refusal is firm: only the side under attack can hold its fire, and no agreement replaces that.
    """
    if ready := may_shoot(position):
        return refuse(
            ("8.1", "R-8.1a"),
            f"{people(ready)} may shoot before the attack, or hold fire.",
            firm=True,
        )
    return None


OPEN_ATTACK = Procedure(OpenAttack, _refuse_open, _grant_open, _open, _open_options)


def _defence_reads(position: Position, action: Defend) -> Iterator[str]:
    """Yield the square of the unit shot at; not if all who shoot panic (6.5, 8.1)."""
    if attack_in_progress(position) and all_panic(position, defence(position, action)):
        return
    yield from attacker_reads(position, action)


DEFEND = Procedure(Defend, _refuse_defend, _grant_defend, _defend, _defend_options, _defence_reads)


def _refuse_hold(position: Position, action: HoldFire) -> Verdict | None:
    attack = attack_in_progress(position)
    if attack is None:
        return none_open(position)
    if ready := may_shoot(position):
        return _unready(action.by, ready)
    refused = too_late(attack) or refuse(("8.1",), "Nobody can shoot in this attack.")
    return replace(refused, firm=True)


def _unready(by: tuple[str, ...] | None, ready: tuple[str, ...]) -> Verdict | None:
    """Return a refusal if a character who cannot shoot would hold fire, otherwise None."""
    if by is None or (by and set(by) <= set(ready)):
        return None
    unready = [name for name in by if name not in ready]
    who = people(unready) if unready else "Nobody"
    return refuse(
        ("8.1", "R-8.1a"), f"{who} cannot shoot in this attack, so there is no fire to hold.", firm=True
    )


def part_refusal(position: Position, action: Action) -> Verdict | None:
    """Return a refusal if one player, who plays them all, holds fire for some of them, else None (R-8.1a).

    Records of earlier versions contain such actions, which remain legal.
    """
    if not isinstance(action, HoldFire) or action.by is None or position.mode == "cooperative":
        return None
    if set(may_shoot(position)) <= set(action.by):
        return None
    return refuse(("8.1", "R-8.1a"), "One player plays them all, and holds fire for all of them.", firm=True)


def holds_for_all(action: Action) -> bool:
    """Return whether an action holds fire for everybody in the square, as the strike itself would say."""
    return isinstance(action, HoldFire) and action.by is None


def _grant_hold(position: Position, action: HoldFire) -> Verdict:
    return allow(("8.1", "R-8.1a"), "The characters may hold fire; then the attack goes on.")


def _hold(position: Position, action: HoldFire) -> Outcome:
    attack = attack_in_progress(position)
    assert attack is not None
    ready = may_shoot(position)
    who = tuple(name for name in ready if action.by is None or name in action.by)
    verb = "holds" if len(who) == 1 else "hold"
    everybody = len(who) == len(ready)
    change = with_attack(position, replace(attack, waived=attack.waived.union(who), held=everybody))
    effects = (FireHeld(who, everybody), *change.effects)
    return Outcome(change.after, f"{people(who)} {verb} fire.", effects=effects)


def _hold_options(position: Position) -> Iterator[HoldFire]:
    ready = may_shoot(position)
    if ready:
        yield HoldFire()
    # In the game for several players each answers for his own characters (15.0).
    for size in range(1, len(ready) if position.mode == "cooperative" else 0):
        for by in combinations(ready, size):
            yield HoldFire(by)


HOLD_FIRE = Procedure(HoldFire, _refuse_hold, _grant_hold, _hold, _hold_options)


def _refuse_declare(position: Position, action: DeclareAttack) -> Verdict | None:
    attack = attack_in_progress(position)
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
    attack = attack_in_progress(position)
    assert attack is not None
    needs = values_needed(position, (attack.square,), action.values)
    if not position.solitaire:
        return allow(
            ("8.0",),
            f"{attackers(position, attack.square, may=True)} {_characters(action.count or 0)}.",
            needs,
        )
    if action.die is not None and (wrong := dice_fault((action.die,), 1)):
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
    attack = attack_in_progress(position)
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
    attack = attack_in_progress(position)
    if attack is not None and attack.count is None:
        there = position.at(attack.square)
        if len(there) > 1 and position.solitaire:
            yield DeclareAttack()
            return
        for count in range(1, len(there) + 1) if len(there) > 1 else ():
            yield DeclareAttack(count)


def _refuse_choose(position: Position, action: ChooseVictims) -> Verdict | None:
    attack = attack_in_progress(position)
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
    attack = attack_in_progress(position)
    assert attack is not None
    after = with_attack(position, replace(attack, victims=action.characters)).after
    who = people(action.characters)
    named = (VictimsNamed(attack.square, action.characters),)
    return Outcome(after, f"{who} {'is' if len(action.characters) == 1 else 'are'} attacked.", effects=named)


def _choose_options(position: Position) -> Iterator[ChooseVictims]:
    attack = attack_in_progress(position)
    if attack is not None and attack.count is not None and attack.victims is None:
        for chosen in combinations(position.at(attack.square), attack.count):
            yield ChooseVictims(chosen)


DECLARE_ATTACK = Procedure(
    DeclareAttack, _refuse_declare, _grant_declare, _declare, _declare_options, attacker_reads
)
CHOOSE_VICTIMS = Procedure(ChooseVictims, _refuse_choose, _grant_choose, _choose, _choose_options)


_CASES: Mapping[AttackResult, tuple[str, ...]] = {
    "none": (),
    "stunned": ("8.3",),
    "infected": ("8.4",),
    "killed": ("8.5", "R-8.5a"),
}


def _refuse_roll(position: Position, action: RollAttack) -> Verdict | None:
    attack = attack_in_progress(position)
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
    attack = attack_in_progress(position)
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
        result = _result(position, action.character, equipment.attack_result(strength, total))
        if result != "none":
            totals[result].append(str(total))
    told = [f"{result} on {either(rolled)}" for result, rolled in totals.items() if rolled]
    return f"{order} At strength {strength}: {'; '.join(told)}."


def _roll(position: Position, action: RollAttack) -> Outcome:
    attack = attack_in_progress(position)
    assert attack is not None and attack.victims is not None
    name, square = action.character, attack.square
    roll = rolled_for("attack", action.dice, action.total, 2, (name,))
    _, total = roll.fell
    change = learn(position, square, action.values)
    strength = attack.strength
    if strength is None:
        strength = strength_in(change.after, square) or 0
    result = _result(position, name, equipment.attack_result(strength, total) if strength else "-")
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
    attack = attack_in_progress(position)
    for name in (attack.victims or ()) if attack else ():
        yield RollAttack(name)


ROLL_ATTACK = Procedure(RollAttack, _refuse_roll, _grant_roll, _roll, _roll_options, attacker_reads)
