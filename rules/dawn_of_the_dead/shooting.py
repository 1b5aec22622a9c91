"""6.0 Shooting Zombies: the shots of characters on the move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.dawn_of_the_dead.actions import Shoot
from rules.dawn_of_the_dead.effects import PointsSpent
from rules.dawn_of_the_dead.eligibility import no_move
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.gunfire import Shot, all_panic, fire, nobody_named, shot_grant
from rules.dawn_of_the_dead.human_movement import allowance, stack_square, trail_laid, trail_with
from rules.dawn_of_the_dead.position import Move, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people
from rules.ruling import refuse


def shots_left(position: Position, move: Move, name: str) -> int:
    """Return how many shots a character on the move has left in this Player-Turn (6.1)."""
    if name in move.panicked:
        return 0
    return max(0, position.rating(name).fire_rate - move.shots.get(name, 0))


def _refuse(position: Position, action: Shoot) -> Verdict | None:
    if refused := no_move(position):
        return replace(refused, cases=("6.2", *refused.cases))
    move = position.move
    assert move is not None
    if refused := _no_shot(position, move, action):
        return refused
    for name in action.by:
        if refused := _shooter_refusal(position, move, name):
            return refused
    here = stack_square(position, move)
    return _target_refusal(position, here, action.at) or _line_refusal(position, here, action.at)


def _no_shot(position: Position, move: Move, action: Shoot) -> Verdict | None:
    """Return why there can be no shot, even by agreement: nobody to shoot, or nothing to shoot at."""
    if refused := nobody_named(action.by):
        return refused
    for name in action.by:
        if (
            name not in move.characters
            and (refused := _shooter_refusal(position, move, name))
            and refused.firm
        ):
            return refused
    if action.at not in position.setting.board.squares:
        return refuse(("6.0",), f"There is no square {action.at} on this map.", firm=True)
    if not position.zombie_occupied(action.at):
        return refuse(("6.0",), f"There is no zombie in {action.at} to shoot at.", firm=True)
    return None


def _shooter_refusal(position: Position, move: Move, name: str) -> Verdict | None:
    who = NAMES.get(name, name)
    if name not in move.characters:
        if move.carrying and name == move.carrying[1]:
            return refuse(("5.6",), f"{who} is being carried and cannot shoot.")
        return refuse(("6.2",), f"{who} is not being moved, so {who} may not shoot.", firm=True)
    if move.carrying and name in move.carrying:
        return refuse(("5.6",), f"{who} is carrying {NAMES[move.carrying[1]]} and cannot shoot.")
    if name in move.panicked:
        return refuse(("6.5",), f"{who} panicked and may not shoot in this Player-Turn.")
    if not shots_left(position, move, name):
        rate = position.rating(name).fire_rate
        return refuse(("6.1",), f"{who} has no shots left in this Player-Turn (Fire Rate {rate}).")
    return None


def _target_refusal(position: Position, here: str, at: str) -> Verdict | None:
    if at == here:
        return None
    if position.zombie_occupied(here):
        alone = () if here in position.zombies else ("R-11.1c",)
        return refuse(("6.3", *alone), f"There are zombies in {here} itself; only those can be shot at.")
    if others := position.at(at):
        return refuse(
            ("6.3",), f"{people(others)} stand{'s' if len(others) == 1 else ''} in {at}, in the line of fire."
        )
    return None


def _line_refusal(position: Position, here: str, at: str) -> Verdict | None:
    if here == at:
        return None
    sight = position.setting.sight
    if not sight.sees(here, at, position.doors):
        line = sight.line(here, at, position.doors)
        return refuse(line.cases, line.reason)
    for square in sight.crossed(here, at):
        if position.zombie_occupied(square) or position.at(square):
            others = position.at(square)
            who = "Zombies" if position.zombie_occupied(square) else people(others)
            verb = "blocks" if who != "Zombies" and len(others) == 1 else "block"
            return refuse(("6.3", "R-6.3a"), f"{who} in {square} {verb} the shot from {here} to {at}.")
    return None


def announced(position: Position, action: Shoot) -> Shot:
    """Return a shot as it was announced; somebody is on the move."""
    assert position.move is not None
    here = stack_square(position, position.move)
    return Shot(action.by, here, action.at, action.panic, action.dice, action.total, action.values)


def _grant(position: Position, action: Shoot) -> Verdict:
    shot, move = announced(position, action), position.move
    new = ("12.0", "R-12.0b") if move and set(action.by) & set(move.rifles) else ()
    if shot.here == shot.at:
        return shot_grant(position, shot, ("6.3", *new))
    return shot_grant(position, shot, ("6.4", "6.7", *new))


def _shoot(position: Position, action: Shoot) -> Outcome:
    move = position.move
    assert move is not None
    here = stack_square(position, move)
    result = fire(position, announced(position, action))
    shots = dict(move.shots)
    for name in result.fired:
        shots[name] = shots.get(name, 0) + 1
    effects, spent = result.change.effects, move.spent
    if result.panicked:
        spent = max(move.spent, allowance(position, move))
        effects = (*effects, PointsSpent(spent - move.spent, 0))
    trail = trail_with(position, here)
    move = replace(move, shots=shots, spent=spent, acted=True, panicked=(*move.panicked, *result.panicked))
    after = replace(result.change.after, move=move, trail=trail)
    effects = (*effects, *trail_laid(position, trail))
    return Outcome(after, result.reason, result.story, result.cases, effects)


def _options(position: Position) -> Iterator[Shoot]:
    move = position.move
    if move is None:
        return
    ready = [n for n in move.characters if shots_left(position, move, n)]
    groups = [c for size in range(1, len(ready) + 1) for c in combinations(ready, size)]
    here = stack_square(position, move)
    supers = {c.square for c in position.characters.values() if c.status == "super_zombie" and c.square}
    # Without sight there is no shot. Checking here saves the slow search for what blocks the line.
    sight = position.setting.sight
    targets = sorted(s for s in supers.union(position.zombies) if sight.sees(here, s, position.doors))
    for at in [here] if position.zombie_occupied(here) else targets if groups else ():
        for by in groups:
            yield Shoot(by, at)


def _reads(position: Position, action: Shoot) -> Iterator[str]:
    """Yield the square of the unit shot at; not if all who shoot panic (6.0, 6.5)."""
    if action.at in position.zombies and not all_panic(position, announced(position, action)):
        yield action.at


SHOOT = Procedure(Shoot, _refuse, _grant, _shoot, _options, _reads)
