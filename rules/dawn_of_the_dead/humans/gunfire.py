"""6.0 Shooting Zombies: shots on the move and under attack, and their figures before the roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, starmap

from rules.board.board import Pair
from rules.dawn_of_the_dead.actions import Shoot
from rules.dawn_of_the_dead.effects import DoorChanged, Panicked, PointsSpent, Rolled, ShotFired, Shown
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.equipment.units import eliminate, give_status, learn, strength_in, values_needed
from rules.dawn_of_the_dead.humans.human_movement import (
    allowance,
    no_move,
    stack_square,
    trail_laid,
    trail_with,
)
from rules.dawn_of_the_dead.position import Move, Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, people, rolled_for
from rules.dice import MEAN, dice_fault
from rules.effects import Change, Effect
from rules.ruling import allow, refuse

MAX_DICE = 3
HIGHEST_DIE = 6
TWO_DICE_GUNS = frozenset({"peter", "roger"})


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot as announced, with the dice and values so far."""

    by: tuple[str, ...]
    here: str
    at: str
    panic: Mapping[str, int] | None
    dice: tuple[int, ...] | None
    total: int | None
    values: Mapping[str, int] | None


def nobody_named(by: tuple[str, ...]) -> Verdict | None:
    """Return a refusal if a shot names nobody, or somebody twice; otherwise None (6.8)."""
    if by and len(set(by)) == len(by):
        return None
    return refuse(("6.8",), "Name one shooter, or several different ones.", firm=True)


@dataclass(frozen=True, slots=True)
class ShotResult:
    """The result of a shot: who panicked, who fired, whether it eliminated the target, and the sentences."""

    change: Change[Position]
    panicked: tuple[str, ...]
    fired: tuple[str, ...]
    hit: bool
    reason: str
    story: str
    cases: tuple[str, ...] = ()


def panic_increase(position: Position, here: str, at: str) -> int | None:
    """Return the increase of the Panic Level for a shot, or None if no check is needed (6.5, R-6.5a)."""
    unit = position.zombies.get(at)
    berserk = bool(unit and unit.berserk)
    supers = bool(position.supers_at(at))
    if here == at:
        return (1 if berserk else 0) + (3 if supers else 0)
    if supers:
        return 1
    return 0 if berserk else None


def panic_levels(position: Position, by: tuple[str, ...], here: str, at: str) -> dict[str, int]:
    """Return the Panic Level of each shooter with its increase; empty if no check is needed (6.5, R-6.5a)."""
    increase = panic_increase(position, here, at)
    return {} if increase is None else {n: position.rating(n).panic_level + increase for n in by}


def panic_told(levels: Mapping[str, int]) -> str:
    """Return on which numbers of a die each of some shooters panics, without a full stop (6.5)."""
    return "; ".join(f"{NAMES[name]} panics on {_up_to(level)}" for name, level in levels.items())


def _target_cases(position: Position, here: str, at: str) -> tuple[str, ...]:
    """Return the extra cases of a shot at a berserk unit in the same square, or at a super zombie.

    They raise the Panic Level (10.6, 11.5, R-6.5a); a super zombie and a unit are one target (11.3).
    """
    unit, supers = position.zombies.get(at), bool(position.supers_at(at))
    close = bool(unit and unit.berserk) and here == at
    cases = {"R-6.5a": close and supers, "11.5": supers, "11.3": supers and unit is not None, "10.6": close}
    return (*(case for case, holds in cases.items() if holds), *two_supers(position, at))


def two_supers(position: Position, square: str) -> tuple[str, ...]:
    """Return the ruling on two super zombies whose values add up in a square; none for fewer (R-11.1b)."""
    return ("R-11.1b",) if len(position.supers_at(square)) > 1 else ()


def panics(position: Position, shot: Shot) -> tuple[str, ...]:
    """Return the shooters who panic: their die is not above their Panic Level (6.5)."""
    if not shot.panic:
        return ()
    levels = panic_levels(position, shot.by, shot.here, shot.at)
    return tuple(n for n, level in levels.items() if shot.panic.get(n, 7) <= level)


def gun_dice(position: Position, name: str) -> int:
    """Return the dice that one gun rolls (6.6, 12.0)."""
    return 2 if name in TWO_DICE_GUNS or position.characters[name].rifle else 1


def shot_dice(position: Position, fired: tuple[str, ...]) -> int:
    """Return the dice of a joint shot, three at most (6.8)."""
    return min(MAX_DICE, sum(gun_dice(position, n) for n in fired))


def dice_fired(position: Position, shot: Shot) -> int:
    """Return the dice of a shot by those who do not panic (6.5, 6.8)."""
    scared = panics(position, shot)
    return shot_dice(position, tuple(n for n in shot.by if n not in scared))


def subtraction(position: Position, here: str, at: str) -> int:
    """Return what the Shot Modifier Chart takes off for each gun (6.7); without sight, only the distance."""
    if here == at:
        return 0
    modifier = position.setting.sight.modifier(here, at, position.doors)
    if modifier is not None:
        return -modifier
    return equipment.shot_modifier(position.setting.board.distance(here, at) or 0, None)


def shot_grant(position: Position, shot: Shot, cases: tuple[str, ...]) -> Verdict:
    """Return what a lawful shot still needs: panic dice first, then the gun dice and the value."""
    if len(shot.by) > 1:
        cases = (*cases, "6.8", "R-6.8a")
    cases = (*cases, *_target_cases(position, shot.here, shot.at))
    levels = panic_levels(position, shot.by, shot.here, shot.at)
    if not levels:
        if shot.panic:
            return refuse(("6.5",), "No panic check is needed here.", firm=True)
        return _dice_grant(position, shot, shot.by, cases)
    panic = shot.panic or {}
    strangers = [n for n in panic if n not in shot.by]
    if strangers:
        return refuse(("6.5",), f"{NAMES.get(strangers[0], strangers[0])} is not shooting.", firm=True)
    for die in panic.values():
        if wrong := dice_fault((die,), 1):
            return refuse(("6.5",), wrong, firm=True)
    missing = tuple(n for n in shot.by if n not in panic)
    if missing:
        told = panic_told({n: levels[n] for n in missing})
        return allow((*cases, "6.5"), f"A panic check comes first: {told}.", {"panic": missing})
    scared = panics(position, shot)
    fired = tuple(n for n in shot.by if n not in scared)
    return _dice_grant(position, shot, fired, (*cases, "6.5") if fired else ("6.5", *cases))


def _up_to(level: int) -> str:
    """Return on which numbers of a die a character of this Panic Level panics (6.5)."""
    return "1" if level == 1 else f"1–{min(level, HIGHEST_DIE)}"


def _dice_grant(position: Position, shot: Shot, fired: tuple[str, ...], cases: tuple[str, ...]) -> Verdict:
    count = shot_dice(position, fired)
    needs = values_needed(position, (shot.at,), shot.values) if fired else {}
    minus = subtraction(position, shot.here, shot.at) * len(fired)
    less = f", less {minus}" if minus else ""
    plural = "die" if count == 1 else "dice"
    glass = glass_broken(position, shot.here, shot.at) if fired else None
    breaks = f" The shot destroys {_glass_named(glass)}." if glass else ""
    scared = [n for n in shot.by if n not in fired]
    panicked = f"{people(scared)} {'panics' if len(scared) == 1 else 'panic'}. " if scared else ""
    allowed = f"{people(fired)} may shoot at {shot.at}: {count} {plural}{less}.{breaks}" if fired else ""
    reason = panicked + (allowed or "Nobody shoots.")
    cases = (*cases, "10.5") if glass else cases
    return granted(
        cases, reason, dice=shot.dice, total=shot.total, rolled=count, needs=needs, case="6.6"
    )  # fmt: skip


def fire(position: Position, shot: Shot) -> ShotResult:
    """Return the result of a shot: panic, dice, Zombie Value, a closed glass door on the line (6.0, 10.5)."""
    scared = panics(position, shot)
    fired = tuple(n for n in shot.by if n not in scared)
    check = _panic_words(position, shot, scared)
    change = Change(position, _panic_effects(position, shot, scared))
    if not fired:
        return ShotResult(change, scared, (), False, f"{check} and cannot shoot.", "")
    glass = glass_broken(position, shot.here, shot.at)
    if glass:
        change = change.then(_break_glass, glass)
    if shot.values:
        change = change.then(learn, shot.at, shot.values)
    change = change.then(_show, shot.at)
    roll = rolled_for("shot", shot.dice, shot.total, shot_dice(position, fired), fired)
    total, minus = roll.fell[1], subtraction(position, shot.here, shot.at) * len(fired)
    strength = strength_in(change.after, shot.at) or 0
    hit = total - minus >= strength
    told = (roll, ShotFired(fired, shot.here, shot.at, minus, strength, hit))
    change = Change(change.after, change.effects + told)
    if hit:
        change = change.then(_kill, shot.at)
    left = f"{total - minus}".replace("-", "−")  # the minus sign of the subtraction
    rolled = f"rolled {total}" + (f" − {minus} = {left}" if minus else "")
    verb = "shoots" if len(fired) == 1 else "shoot"
    what = "eliminated" if hit else "miss"
    start = f"{check}. " if check else ""
    end = f" The shot destroys {_glass_named(glass)}." if glass else ""
    shoots = f"{start}{people(fired)} {verb} at {shot.at}: {rolled}"
    story, against = f"{shoots}: {what}.{end}", f"{shoots}, needed {strength}: {what}.{end}"
    return ShotResult(change, scared, fired, hit, against, story, ("10.5",) if glass else ())


def _panic_effects(position: Position, shot: Shot, scared: tuple[str, ...]) -> tuple[Effect, ...]:
    """Return the panic check of each shooter, and who panicked; nothing without a check (6.5)."""
    if not shot.panic or panic_increase(position, shot.here, shot.at) is None:
        return ()
    rolls = (Rolled("panic", (shot.panic[n],), (n,)) for n in shot.by if n in shot.panic)
    return (*rolls, *map(Panicked, scared))


def _break_glass(position: Position, door: Pair) -> Change[Position]:
    after = replace(position, doors=with_item(position.doors, door, "destroyed"))
    return Change(after, (DoorChanged(door, "destroyed", "closed"),))


def _show(position: Position, at: str) -> Change[Position]:
    """Return the position with the value of the unit shot at shown to everybody, and no other (6.0)."""
    unit = position.zombies.get(at)
    shown = {at: unit.value} if unit and unit.value is not None else {}
    return Change(replace(position, shown=shown), tuple(starmap(Shown, shown.items())))


def _kill(position: Position, at: str) -> Change[Position]:
    """Return the position with no zombies in a square: unit and super zombie fall together (11.3)."""
    change = eliminate(position, at)
    for name in position.supers_at(at):
        change = change.then(give_status, name, "killed")
    return change


def all_panic(position: Position, shot: Shot) -> bool:
    """Return whether every shooter panics, so that nobody fires (6.5)."""
    return len(panics(position, shot)) == len(shot.by)


def _panic_words(position: Position, shot: Shot, scared: tuple[str, ...]) -> str:
    """Return the panic check in words, without a full stop; empty if there was none (6.5).

    Where the target raises the Panic Levels, they are included (10.6, 11.5).
    """
    dice = {n: shot.panic[n] for n in shot.by if n in shot.panic} if shot.panic else {}
    increase = panic_increase(position, shot.here, shot.at)
    if not dice or increase is None:
        return ""
    levels = {n: _up_to(position.rating(n).panic_level + increase) for n in dice}
    rolls = ", ".join(
        (f"{NAMES[n]} {die}" if len(shot.by) > 1 else f"{die}")
        + (f" ({levels[n]} panics)" if increase else "")
        for n, die in dice.items()
    )
    verb = "panics" if len(scared) == 1 else "panic"
    return f"Panic check {rolls}: {f'{people(scared)} {verb}' if scared else 'passed'}"


def glass_broken(position: Position, here: str, at: str) -> Pair | None:
    """Return the closed glass door that a shot destroys on its way, or None (6.7, note b; 10.5)."""
    door = None if here == at else position.setting.sight.door_on(here, at)
    if door is None or position.doors.get(door) != "closed":
        return None
    return door if position.setting.board.sides[door].kind == "glass_door" else None


def _glass_named(door: Pair) -> str:
    return f"the glass door between {door[0]} and {door[1]}"


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


@dataclass(frozen=True, slots=True)
class ShotFigures:
    """A shot by `by`: the number of `dice`, and `minus` taken off their total (6.6-6.8).

    `needed` is the lowest total that eliminates the target, None while its value is face down (6.0).
    `panic` is each shooter's Panic Level with its increase, empty if no check is needed (6.5, R-6.5a).
    """

    by: tuple[str, ...]
    dice: int
    minus: int
    needed: int | None
    panic: Mapping[str, int] = field(default_factory=dict)


def shot_figures(position: Position, by: tuple[str, ...], here: str, at: str) -> ShotFigures:
    """Return the figures of a shot if nobody panics, as far as the position knows its target."""
    minus = subtraction(position, here, at) * len(by)
    strength = strength_in(position, at)
    needed = None if strength is None else strength + minus
    return ShotFigures(by, shot_dice(position, by), minus, needed, panic_levels(position, by, here, at))


def hardest(shots: Iterable[ShotFigures]) -> ShotFigures:
    """Return the shot with the highest mean result; of equals the one with the fewest guns (6.8, R-6.8a)."""
    return max(shots, key=lambda s: (s.dice * MEAN - s.minus, -len(s.by)))
