"""8.1 Holding fire: those attacked who can shoot say that they do not (R-8.1a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.dawn_of_the_dead.actions import Action, HoldFire
from rules.dawn_of_the_dead.attacks import attack_under_way, may_shoot, none_open, too_late, with_attack
from rules.dawn_of_the_dead.effects import FireHeld
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people
from rules.ruling import allow, refuse


def _refuse_hold(position: Position, action: HoldFire) -> Verdict | None:
    attack = attack_under_way(position)
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

    Records of earlier versions hold such actions, and these stand.
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
    attack = attack_under_way(position)
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
