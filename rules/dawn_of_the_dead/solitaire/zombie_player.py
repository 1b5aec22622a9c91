"""15.0: the referee as the zombie player, one action at a time, each with its case.

Its only input is a `ZombieSight`, so it knows no more than a zombie player may know. It rolls no dice: it
names the action, and the player rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.dawn_of_the_dead.actions import (
    Action,
    CheckBerserk,
    DeclareAttack,
    NextPhase,
    OpenAttack,
    React,
    RollAttack,
    RollEntrance,
    RollFreeMoves,
    RollHidden,
    RollInfection,
    Smash,
)
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.equipment.units import without_secrets
from rules.dawn_of_the_dead.position import (
    AppearanceState,
    Attack,
    BerserkState,
    FreeState,
    Position,
    ReactionState,
)
from rules.dawn_of_the_dead.solitaire import solitaire
from rules.dawn_of_the_dead.solitaire.priorities import Field, lawful_moves, move_due
from rules.dawn_of_the_dead.zombies.attacks import attack_state, may_shoot
from rules.dawn_of_the_dead.zombies.berserk import SMASH
from rules.dawn_of_the_dead.zombies.entrance import entrance_due
from rules.dawn_of_the_dead.zombies.super_zombies import infected_due
from rules.dawn_of_the_dead.zombies.zombie_paths import reaction_paths
from rules.ruling import Missing


@dataclass(frozen=True, slots=True)
class ZombieSight:
    """A position as a zombie player knows it.

    It drops the face-down values from its position, on and off the map. So nothing here can reach facts
    that a zombie player may not know (2.3, 7.7, 15.7).
    """

    position: Position

    def __post_init__(self) -> None:
        """Drop the face-down values."""
        object.__setattr__(self, "position", replace(without_secrets(self.position), shown={}))


@dataclass(frozen=True, slots=True)
class Advice:
    """The next action of the zombies, the case that calls for it, and the reason in a few words.

    If a die must choose between equals, `among` has them all (15.4); `action` is the first of them.
    """

    action: Action
    case: str
    why: str
    among: tuple[Action, ...] = ()


def advise(sight: ZombieSight, *, waived: bool = False) -> Advice | None:
    """Return the zombies' next action, or None while the human player must act.

    That includes the time to shoot or hold fire under attack, unless it is `waived` (R-8.1a).
    """
    position = sight.position
    match position.phase:
        case "hidden_appearance":
            return _appearance(position)
        case "berserk":
            return _berserk(position)
        case "reaction":
            return _reaction(position)
        case "free_movement":
            return _free_movement(position)
        case "attack" | "generation":
            return _attack(position, waived=waived)
        case _:
            return None


def choices(sight: ZombieSight, needs: Mapping[str, Missing]) -> dict[str, Any]:
    """Return the zombies' choices in the middle of a roll, if a ruling leaves them one.

    These are the `square` of a hidden zombie, the best for the characters (15.2), and which of two `doors`
    a unit enters by, the worst for them (R-13.0a). Dice, draws and values are not choices.
    """
    squares, doors = needs.get("square"), needs.get("doors")
    chosen: dict[str, Any] = {}
    if isinstance(squares, tuple):
        chosen["square"] = milder_square(sight, squares)
    if isinstance(doors, tuple):
        field, main_doors = Field(sight.position), sight.position.setting.board.main_doors
        chosen["doors"] = (min(doors, key=lambda d: field.rank(main_doors[d].square)),)
    return chosen


def milder_square(sight: ZombieSight, squares: Sequence[str]) -> str:
    """Return which of several equally near squares is best for the characters (15.2).

    A square out of their sight comes first, then the farthest by the walking measure, then the lowest number.
    """
    field = Field(sight.position)
    return min(squares, key=lambda s: (bool(field.seen_from(s)), -field.walk(s), s))


def _end(case: str, why: str) -> Advice:
    return Advice(NextPhase(), case, why)


def _appearance(position: Position) -> Advice:
    state = position.phase_state
    if isinstance(state, AppearanceState) and state.rolled:
        return _end("15.2", "the Hidden Zombie Table has been used")
    return Advice(RollHidden(), "15.2", "a hidden zombie may appear before anything else happens")


def _berserk(position: Position) -> Advice:
    state = position.phase_state
    assert isinstance(state, BerserkState)
    if state.due:
        return Advice(CheckBerserk(min(state.due)), "10.0", "every berserk unit is checked")
    if solitaire.check_due(position):
        nearest = tuple(CheckBerserk(s) for s in solitaire.berserk_candidates(position))
        among = nearest if len(nearest) > 1 else ()
        return Advice(nearest[0], "15.4", "it is the nearest to the characters who moved", among)
    return _end("4.0", "every check is made")


def _reaction(position: Position) -> Advice:
    state = position.phase_state
    assert isinstance(state, ReactionState)
    field = Field(position)
    # The nearest units go first, to make way for the units behind them.
    for square in sorted(state.pending, key=lambda s: (field.walk(s), s)):
        paths = () if position.supers_at(square) else reaction_paths(position, square)
        if paths:
            path = min(paths, key=lambda p: (field.rank(p[-1]), p))
            case = "10.2" if position.zombies[square].berserk else "7.0"
            return Advice(React(path, square), case, "it saw where the characters went")
    for smash in _smashes(position):
        return _strike_glass(smash)
    return _end("4.0", "all that saw where they went have reacted")


def _smashes(position: Position) -> Iterator[Smash]:
    """Yield the attempts on glass doors that may be made now, in order of the doors (10.4, 11.6)."""
    for smash in sorted(SMASH.options(position), key=lambda a: (a.between, a.source or "", a.super or "")):
        if SMASH.refusal(position, smash) is None:
            yield smash


def _strike_glass(smash: Smash) -> Advice:
    case = "11.6" if smash.super else "10.4"
    return Advice(smash, case, "a glass door stands between it and a character")


def _free_movement(position: Position) -> Advice:
    state = position.phase_state
    assert isinstance(state, FreeState)
    if state.die is None:
        return Advice(RollFreeMoves(), "15.5", "the die decides how many may move")
    if smash := _glass_in_the_way(position):
        return _strike_glass(smash)
    for proposal in lawful_moves(position):
        return Advice(proposal.action, proposal.case, proposal.why)
    return _end("15.5", "no unit left can carry out a priority")


def _glass_in_the_way(position: Position) -> Smash | None:
    """Return an attempt on glass by a unit with no other move to make, or None (10.4).

    The attempt replaces the unit's move, so a unit with a move by priority makes that instead.
    """
    return next((s for s in _smashes(position) if s.super is None and not move_due(position, s)), None)


def _attack(position: Position, *, waived: bool) -> Advice | None:
    state = attack_state(position)
    if state.attack is not None:
        return None if may_shoot(position) and not waived else _strike(state.attack)
    if state.pending:
        return Advice(OpenAttack(min(state.pending)), "8.0", "characters and zombies share the square")
    if position.phase == "generation":
        return _generation(position)
    return _end("4.0", "every attack is resolved")


def _strike(attack: Attack) -> Advice | None:
    """Return the next roll of an attack, or None while the human player has victims to name (8.0)."""
    if attack.victims:
        name = attack.victims[0]
        return Advice(RollAttack(name), "8.8", "roll for each character attacked")
    if attack.count is None:
        return Advice(DeclareAttack(), "15.6", "a die decides how many are attacked")
    return None


def _generation(position: Position) -> Advice:
    if entrance_due(position):
        return Advice(RollEntrance(), "13.0", "eliminated units may come back")
    for name in infected_due(position):
        return Advice(RollInfection(name), "11.0", f"{NAMES[name]} is infected")
    return _end("4.0", "the Game-Turn is over")
