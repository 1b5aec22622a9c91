"""10.0 Berserk Zombies: which units go or stay berserk, and the glass they break."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.board.board import Pair
from rules.dawn_of_the_dead.actions import CheckBerserk, Smash
from rules.dawn_of_the_dead.effects import (
    BerserkChanged,
    BerserkChecked,
    DoorChanged,
    GlassStruck,
    Rolled,
    Shown,
)
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.equipment.units import learn, value_of, values_needed
from rules.dawn_of_the_dead.position import BerserkState, FreeState, Position, ReactionState, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, as_dice, granted, rolled_for
from rules.dawn_of_the_dead.zombies import super_zombies
from rules.dawn_of_the_dead.zombies.zombie_paths import no_move_left, reaction_paths, towards
from rules.effects import Change, Effect
from rules.ruling import refuse

HIGHEST_BERSERK_DIE = 4


def begin_berserk(position: Position) -> BerserkState:
    """Return the state of a new Berserk Zombie Phase: every berserk unit is due a check (10.0)."""
    return BerserkState(due=frozenset(s for s, u in position.zombies.items() if u.berserk))


# --- the check ------------------------------------------------------------------------------------


def _refuse_check(position: Position, action: CheckBerserk) -> Verdict | None:
    state, square = position.phase_state, action.square
    assert isinstance(state, BerserkState)
    if square not in position.zombies:
        if position.supers_at(square):
            return refuse(("11.7",), f"The super zombie in {square} cannot go berserk.", firm=True)
        return refuse(("10.0",), f"There is no zombie unit in {square} to check.", firm=True)
    if square in state.due:
        return None
    if square in state.lapsed:
        return refuse(("10.1",), f"The unit in {square} calmed down in this phase and is not checked again.")
    if position.zombies[square].berserk:
        return refuse(("10.0",), f"The berserk unit in {square} was already checked.", firm=True)
    if state.due:
        first = ", ".join(sorted(state.due))
        return refuse(("10.0", "4.0"), f"Check the berserk units first: {first}.")
    if state.tried:
        return refuse(
            ("10.0", "4.0"), "Only one unit that is not berserk is checked in a phase, and that is done."
        )
    return None


def _grant_check(position: Position, action: CheckBerserk) -> Verdict:
    stays = "stays" if position.zombies[action.square].berserk else "goes"
    reason = f"On 4 or less the unit in {action.square} {stays} berserk."
    return granted(("10.0",), reason, dice=as_dice(action.die), rolled=1, case="10.0")


def _check(position: Position, action: CheckBerserk) -> Outcome:
    state, square = position.phase_state, action.square
    assert isinstance(state, BerserkState) and action.die is not None
    unit = position.zombies[square]
    goes = action.die <= HIGHEST_BERSERK_DIE
    if square in state.due:
        lapsed = state.lapsed if goes else state.lapsed | {square}
        state = replace(state, due=state.due - {square}, lapsed=lapsed)
        what = "stays berserk" if goes else "calms down"
    else:
        state = replace(state, tried=True)
        what = "goes berserk" if goes else "does not go berserk"
    zombies = with_item(position.zombies, square, replace(unit, berserk=goes))
    after = replace(position, zombies=zombies, phase_state=state)
    changed = (BerserkChanged(square, goes),) if goes != unit.berserk else ()
    effects = (Rolled("berserk", (action.die,), (square,)), BerserkChecked(square, goes), *changed)
    return Outcome(after, f"Rolled {action.die}: the unit in {square} {what}.", effects=effects)


def _check_options(position: Position) -> Iterator[CheckBerserk]:
    for square in sorted(position.zombies):
        yield CheckBerserk(square)


# --- breaking glass -------------------------------------------------------------------------------


def _smasher(position: Position, action: Smash) -> str:
    if action.super:
        return super_zombies.super_square(position, action.super) or ""
    return action.source or ""


def _refuse_smash(position: Position, action: Smash) -> Verdict | None:
    who = _super_refusal if action.super else _unit_refusal
    return (
        _no_smash(position, action)
        or _glass_refusal(position, action.between)
        or who(position, action)
        or _blocked_refusal(position, action)
    )


def _no_smash(position: Position, action: Smash) -> Verdict | None:
    """Return why nothing can be struck, even by agreement: no closed door, or no zombie to strike it."""
    a, b = action.between
    if position.setting.board.doors.get(action.between) is None:
        return refuse(("10.4",), f"There is no door between {a} and {b}.", firm=True)
    state = position.doors.get(action.between)
    if state != "closed":
        condition = "already destroyed" if state == "destroyed" else "open"
        return refuse(("10.4",), f"The door between {a} and {b} is {condition}.", firm=True)
    if action.super:
        if super_zombies.super_square(position, action.super) is None:
            who = NAMES.get(action.super, action.super)
            return refuse(("11.6",), f"{who} is not a super zombie.", firm=True)
    elif (action.source or "") not in position.zombies:
        where = action.source or "that square"
        return refuse(("10.4",), f"There is no zombie unit in {where}.", firm=True)
    return None


def _glass_refusal(position: Position, between: Pair) -> Verdict | None:
    if position.setting.board.doors[between].kind != "glass_door":
        return refuse(
            ("10.4",), f"The door between {between[0]} and {between[1]} is solid; only glass breaks."
        )
    return None


def _unit_refusal(position: Position, action: Smash) -> Verdict | None:
    square, state = action.source or "", position.phase_state
    if not position.zombies[square].berserk:
        return refuse(("10.4",), f"The unit in {square} is not berserk.")
    if square not in action.between:
        return refuse(("10.4",), f"That door is not on a side of {square}, where the unit begins.")
    if position.at(square):
        return refuse(("7.6", "10.4"), f"A character is in {square}, so the unit there stays.")
    if isinstance(state, ReactionState | FreeState) and state.moved(square):
        return refuse(("10.4", "7.4"), no_move_left(position, square))
    if not sees_character_through(position, square, action.between):
        return refuse(("10.4", "R-10.4a"), f"No character is in sight from {square} through that door.")
    return None


def _super_refusal(position: Position, action: Smash) -> Verdict | None:
    name = action.super or ""
    square = super_zombies.super_square(position, name) or ""
    if square not in position.zombies:
        return refuse(("11.6",), f"{NAMES[name]} needs a zombie unit in {square} to break glass.")
    if square not in action.between:
        return refuse(("11.6", "10.4"), f"That door is not on a side of {square}.")
    if position.at(square):
        return refuse(("7.6", "11.6"), f"A character is in {square}, so the zombies there stay.")
    if super_zombies.has_moved(position, name):
        return refuse(("11.4", "R-11.6a"), f"{NAMES[name]} has already been moved in this Player-Turn.")
    state = position.phase_state
    if isinstance(state, ReactionState | FreeState) and not state.moves_along(square):
        return refuse(("7.4", "R-11.6a"), no_move_left(position, square))
    return None


def _blocked_refusal(position: Position, action: Smash) -> Verdict | None:
    """Return why a piece may not strike glass in reaction, or None: the glass must block its move (10.4)."""
    state = position.phase_state
    if not isinstance(state, ReactionState):
        return None
    square = _smasher(position, action)
    saw = action.super in state.watching if action.super else square in state.pending
    if not saw:
        return refuse(
            ("7.1", "10.4"), f"Nothing in {square} saw where the characters went, so nothing there reacts."
        )
    beyond = action.between[0] if action.between[1] == square else action.between[1]
    if _can_react(position, action) or beyond not in towards(position, square):
        return refuse(("10.4", "R-10.4b"), f"That door does not block the reaction move from {square}.")
    return None


def _can_react(position: Position, action: Smash) -> bool:
    """Return whether the piece at the glass can react without breaking it; a pair goes farther (11.2)."""
    if action.super:
        return super_zombies.pair_can_react(position, action.super)
    return bool(reaction_paths(position, action.source or ""))


def sees_character_through(position: Position, square: str, between: Pair) -> bool:
    """Return whether a sight line from a square to some character passes this glass door (10.4, R-10.4a)."""
    sight, doors = position.setting.sight, position.doors
    return any(
        sight.door_on(square, there) == between and sight.sees(square, there, doors)
        for there in position.occupied()
        if there != square
    )


def _grant_smash(position: Position, action: Smash) -> Verdict:
    if action.super:
        reason = "A super zombie with a unit breaks the glass without a roll."
        return granted(("11.6",), reason, dice=action.dice, total=action.total, case="11.6")
    square = action.source or ""
    needs = values_needed(position, (square,), action.values)
    reason = f"The berserk unit in {square} breaks the glass with less than its Zombie Value on two dice."
    return granted(
        ("10.4", "10.5"), reason, dice=action.dice, total=action.total, rolled=2, needs=needs, case="10.5"
    )


def _smash(position: Position, action: Smash) -> Outcome:
    a, b = action.between
    square = _smasher(position, action)
    broken, words, shown = True, f"The glass door between {a} and {b} is destroyed.", {}
    change, told = Change(position), list[Effect]()
    if not action.super:
        change = learn(position, square, action.values)
        roll = rolled_for("glass", action.dice, action.total, 2, (square,))
        (_, total), value = roll.fell, value_of(change.after, square, action.values) or 0
        broken = total < value
        shown = {square: value}
        what = "the glass breaks" if broken else "the glass holds"
        words = (
            f"The berserk unit in {square} strikes the glass door between {a} and {b}: "
            f"rolled {total}, {what}."
        )
        told += [roll, Shown(square, value)]
    told.append(GlassStruck(square, action.between, broken, action.super))
    doors = change.after.doors
    if broken:
        doors = with_item(doors, action.between, "destroyed")
        told.append(DoorChanged(action.between, "destroyed", "closed"))
    after = replace(change.after, doors=doors, shown=shown, phase_state=_spent(position, action))
    return Outcome(after, words, effects=(*change.effects, *told))


def _spent(position: Position, action: Smash) -> ReactionState | FreeState:
    """Return the state of the phase with the attempt counted as a move (10.4, R-11.6a)."""
    state, square = position.phase_state, _smasher(position, action)
    assert isinstance(state, ReactionState | FreeState)
    supers = state.supers | {action.super} if action.super else state.supers
    if isinstance(state, ReactionState):
        return replace(state, supers=supers, pending=state.pending - {square}, done=state.done | {square})
    return replace(state, supers=supers, spent=state.spent | {square})


def _smash_options(position: Position) -> Iterator[Smash]:
    supers = list(super_zombies.supers_to_move(position))
    for between, state in position.doors.items():
        if state == "closed":
            for square in between:
                if square in position.zombies:
                    yield Smash(between, source=square)
            for name in supers:
                if super_zombies.super_square(position, name) in between:
                    yield Smash(between, super=name)


def _smash_reads(_position: Position, action: Smash) -> Iterator[str]:
    """Yield the square of the berserk unit that strikes; with a super zombie no value counts (10.5, 11.6)."""
    if not action.super:
        yield action.source or ""


CHECK_BERSERK = Procedure(CheckBerserk, _refuse_check, _grant_check, _check, _check_options)
SMASH = Procedure(
    Smash,
    _refuse_smash,
    _grant_smash,
    _smash,
    _smash_options,
    _smash_reads,
)
