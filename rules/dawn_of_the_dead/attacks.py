"""8.0 Zombie Attacks: the squares one after the other, and the shots of the characters attacked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.dawn_of_the_dead.actions import Action, Defend, OpenAttack
from rules.dawn_of_the_dead.effects import AttackDue, AttackOpened, AttackOver, VictimsNamed
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.gunfire import Shot, all_panic, fire, nobody_named, shot_grant, two_supers
from rules.dawn_of_the_dead.position import ACTIVE, Attack, AttackState, GenerationState, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people
from rules.dawn_of_the_dead.weak_attacks import go_on
from rules.effects import Change
from rules.ruling import allow, refuse


def begin_attacks(position: Position) -> AttackState:
    """Return the state of a new phase of attacks: every square with characters and zombies is due (8.0)."""
    return AttackState(frozenset(s for s in position.occupied() if position.zombie_occupied(s)))


def attack_state(position: Position) -> AttackState:
    """Return the state of the phase's attacks."""
    state = position.phase_state
    assert isinstance(state, AttackState)
    return state


def attack_under_way(position: Position) -> Attack | None:
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
    attack = attack_under_way(position)
    if attack is not None and attack.square in position.zombies:
        yield attack.square


def none_open(position: Position) -> Verdict | None:
    """Return a refusal if no attack is open, otherwise None."""
    if attack_under_way(position) is None:
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
    attack = attack_under_way(position)
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
    """Return the shot of those attacked; an attack is under way."""
    attack = attack_under_way(position)
    assert attack is not None
    return Shot(
        action.by, attack.square, attack.square, action.panic, action.dice, action.total, action.values
    )


def _grant_defend(position: Position, action: Defend) -> Verdict:
    return shot_grant(position, defence(position, action), ("6.9", "8.1"))


def _defend(position: Position, action: Defend) -> Outcome:
    attack = attack_under_way(position)
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
    attack = attack_under_way(position)
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
    if attack_under_way(position) and all_panic(position, defence(position, action)):
        return
    yield from attacker_reads(position, action)


DEFEND = Procedure(Defend, _refuse_defend, _grant_defend, _defend, _defend_options, _defence_reads)
