"""Effects put on a position one after another, by this file's own reading of what each of them says.

The rules give only what a phase has to do when it begins (`begin_state`). All the rest comes from the fields
of the effects, so that an effect shows if it is missing or says too little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.dawn_of_the_dead import effects as fx
from rules.dawn_of_the_dead.position import (
    AppearanceState,
    Attack,
    AttackState,
    BerserkState,
    FreeState,
    GenerationState,
    Move,
    Position,
    ReactionState,
    Zombie,
    with_item,
    without,
)  # fmt: skip
from rules.dawn_of_the_dead.sequence import begin_state
from rules.effects import Effect


def applied(position: Position, effects: Iterable[Effect]) -> Position:
    """Return the position after these effects; what was shown for a moment before them is shown no more."""
    position = replace(position, shown={}, inspected={})
    for effect in effects:
        position = _APPLY[type(effect)](position, effect)
    return _forgotten(position)


def _forgotten(position: Position) -> Position:
    """Return the position without values of cardboard units that lie face down: nobody notes them (2.3)."""
    if not position.physical:
        return position
    units = position.zombies.items()
    return replace(position, zombies={s: u if position.at(s) else Zombie(None, u.berserk) for s, u in units})


def _character(position: Position, name: str, **changes: Any) -> Position:
    changed = replace(position.characters[name], **changes)
    return replace(position, characters=with_item(position.characters, name, changed))


def _unit(position: Position, square: str, **changes: Any) -> Position:
    changed = replace(position.zombies[square], **changes)
    return replace(position, zombies=with_item(position.zombies, square, changed))


def _state(position: Position, **changes: Any) -> Position:
    assert position.phase_state is not None
    return replace(position, phase_state=replace(position.phase_state, **changes))


def _on_the_move(position: Position, **changes: Any) -> Position:
    assert position.move is not None
    return replace(position, move=replace(position.move, **changes))


def _attack(position: Position) -> Attack:
    state = position.phase_state
    assert isinstance(state, AttackState)
    assert state.attack is not None
    return state.attack


def _in_attack(position: Position, **changes: Any) -> Position:
    return _state(position, attack=replace(_attack(position), **changes))


# --- the course -----------------------------------------------------------------------------------


def _hide(position: Position, e: fx.HiddenChosen) -> Position:
    return replace(position, hidden=e.squares)


def _place(position: Position, e: fx.CharacterPlaced) -> Position:
    return _character(position, e.whom, square=e.square, status="normal")


def _player_turn(position: Position, e: fx.PlayerTurnBegun) -> Position:
    return replace(position, turn=e.turn, move=None)


def _phase(position: Position, e: fx.PhaseBegun) -> Position:
    begun = replace(position, phase=e.phase, turn=e.turn)
    return replace(begun, phase_state=begin_state(begun))


def _rest(position: Position, e: fx.MustRest) -> Position:
    for name in position.characters:
        position = _character(position, name, moved_last_turn=name in e.characters)
    return position


def _won(position: Position, e: fx.GameWon) -> Position:
    return replace(position, phase="over", winner=e.side, phase_state=None)


def _start_move(position: Position, e: fx.MoveBegun) -> Position:
    carrying = (e.carry["by"], e.carry["whom"]) if e.carry else None
    earlier = tuple(sorted(position.move.moved)) if position.move else ()
    return replace(position, move=Move(e.characters, carrying, earlier=earlier))


def _put_down(position: Position, e: fx.SetDown) -> Position:
    assert position.move is not None
    assert position.move.carrying == (e.by, e.whom)
    return _on_the_move(position, carrying=None)


def _points(position: Position, e: fx.PointsSpent) -> Position:
    assert position.move is not None
    return _on_the_move(position, spent=position.move.spent + e.spent, acted=True)


def _trail(position: Position, e: fx.TrailLaid) -> Position:
    return replace(position, trail=e.squares)


def _rifle(position: Position, e: fx.RifleChanged) -> Position:
    if e.has:
        assert position.move is not None
        position = _on_the_move(position, rifles=(*position.move.rifles, e.whom))
    return replace(_character(position, e.whom, rifle=e.has), rifles=e.left)


# --- the pieces -----------------------------------------------------------------------------------


def _move(position: Position, e: fx.Moved) -> Position:
    assert e.path[-1] == e.end
    position = _had_its_move(position, e)
    if e.whom != fx.UNIT:
        assert position.characters[e.whom].square == e.start
        return _character(position, e.whom, square=e.end)
    rest = without(position.zombies, [e.start])
    return replace(position, zombies=with_item(rest, e.end, position.zombies[e.start]))


def _had_its_move(position: Position, e: fx.Moved) -> Position:
    """Return the position with a zombie piece counted as moved in its phase."""
    state = position.phase_state
    if not isinstance(state, ReactionState | FreeState):
        return position
    if e.whom != fx.UNIT:
        return _state(position, supers=state.supers | {e.whom})
    if isinstance(state, ReactionState):
        done = state.done if e.by else state.done - {e.start}
        return _state(position, pending=state.pending - {e.start}, done=done | {e.end})
    if e.by:
        return _state(position, spent=state.spent | {e.end}, along=state.along - {e.start})
    return _state(position, spent=state.spent - {e.start} | {e.end})


def _appear(position: Position, e: fx.Appeared) -> Position:
    position = replace(position, zombies=with_item(position.zombies, e.square, Zombie(None)))
    if e.pool != "hidden_box":
        return position
    hidden = tuple(s for s in position.hidden if s != e.square)
    position = replace(position, hidden=hidden, passed=position.passed - {e.square})
    state = position.phase_state
    if isinstance(state, ReactionState | FreeState):
        position = _state(position, paired=state.paired - set(position.supers_at(e.square)))
    return (
        _state(position, pending=state.pending | {e.square}) if isinstance(state, ReactionState) else position
    )


def _draw(position: Position, e: fx.Drawn) -> Position:
    held = position.hidden_box if e.pool == "hidden_box" else position.eliminated
    if held is not None:
        left = list(held)
        if position.physical:
            left = [None] * (len(left) - 1)  # drawn unseen
        elif e.value in left:
            left.remove(e.value)
        position = replace(position, **{e.pool: tuple(left)})  # type: ignore[arg-type]
    return _unit(position, e.square, value=e.value)


def _turn_up(position: Position, e: fx.TurnedUp) -> Position:
    assert position.at(e.square)
    assert position.physical or position.zombies[e.square].value == e.value
    return _unit(position, e.square, value=e.value)


def _turn_down(position: Position, e: fx.TurnedDown) -> Position:
    assert e.square in position.zombies
    assert not position.at(e.square)
    return position


def _show(position: Position, e: fx.Shown) -> Position:
    return replace(position, shown=with_item(position.shown, e.square, e.value))


def _look(position: Position, e: fx.Inspected) -> Position:
    return replace(position, inspected=with_item(position.inspected, e.square, e.value))


def _read(position: Position, e: fx.ValueRead) -> Position:
    return _unit(position, e.square, value=e.value)


def _passed(position: Position, e: fx.HiddenPassed) -> Position:
    return replace(position, passed=position.passed | {e.square})


def _eliminate(position: Position, e: fx.Eliminated) -> Position:
    assert position.zombies[e.square].berserk == e.berserk
    value = None if position.physical else position.zombies[e.square].value
    rest = without(position.zombies, [e.square])
    return replace(position, zombies=rest, eliminated=(*position.eliminated, value))


def _berserk(position: Position, e: fx.BerserkChanged) -> Position:
    assert position.zombies[e.square].berserk != e.berserk
    return _unit(position, e.square, berserk=e.berserk)


def _status(position: Position, e: fx.StatusChanged) -> Position:
    before = position.characters[e.whom]
    assert (before.square, before.status) == (e.square, e.was)
    position = _character(position, e.whom, status=e.status)
    if e.status == "killed":
        return _character(position, e.whom, square=None)
    return (
        _character(position, e.whom, infected_on_turn=position.turn) if e.status == "infected" else position
    )


def _swept(position: Position, e: fx.MapSwept) -> Position:
    return replace(position, swept=e.swept)


def _door(position: Position, e: fx.DoorChanged) -> Position:
    assert position.doors.get(e.between, "open") == e.was
    if e.state == "open":
        return replace(position, doors=without(position.doors, [e.between]))
    return replace(position, doors=with_item(position.doors, e.between, e.state))


def _main_door(position: Position, e: fx.MainDoorClosed) -> Position:
    return replace(position, main_doors=with_item(position.main_doors, e.door, e.state))


# --- dice and fights ------------------------------------------------------------------------------


def _roll(position: Position, e: fx.Rolled) -> Position:
    assert e.dice
    state = position.phase_state
    match e.what:
        case "hidden_zombies":
            return replace(position, phase_state=AppearanceState(rolled=True))
        case "free_moves":
            return _state(position, die=e.dice[0])
        case "entrance":
            return _state(position, entered=True)
        case "infection":
            assert isinstance(state, GenerationState)
            return _state(position, entered=True, rolled=state.rolled | set(e.whom))
        case _:
            return position


def _panic(position: Position, e: fx.Panicked) -> Position:
    if position.phase == "human":
        assert position.move is not None
        return _on_the_move(position, panicked=(*position.move.panicked, e.whom), acted=True)
    return _in_attack(position, panicked=_attack(position).panicked | {e.whom})


def _shot(position: Position, e: fx.ShotFired) -> Position:
    if position.phase == "human":
        assert position.move is not None
        shots = dict(position.move.shots)
        for name in e.by:
            shots[name] = shots.get(name, 0) + 1
        return _on_the_move(position, shots=shots, acted=True)
    return _in_attack(position, fired=_attack(position).fired | set(e.by))


def _berserk_check(position: Position, e: fx.BerserkChecked) -> Position:
    state = position.phase_state
    assert isinstance(state, BerserkState)
    if e.square not in state.due:
        return _state(position, tried=True)
    lapsed = state.lapsed if e.berserk else state.lapsed | {e.square}
    return _state(position, due=state.due - {e.square}, lapsed=lapsed)


def _smash(position: Position, e: fx.GlassStruck) -> Position:
    state = position.phase_state
    assert isinstance(state, ReactionState | FreeState)
    supers = state.supers | ({e.by} if e.by else set())
    if isinstance(state, FreeState):
        return _state(position, supers=supers, spent=state.spent | {e.square})
    pending, done = state.pending - {e.square}, state.done | {e.square}
    return _state(position, supers=supers, pending=pending, done=done)


def _free_moves(position: Position, e: fx.FreeMovesLeft) -> Position:
    return _state(position, left=e.left)


def _attack_due(position: Position, e: fx.AttackDue) -> Position:
    assert isinstance(position.phase_state, AttackState)
    return _state(position, pending=position.phase_state.pending | {e.square})


def _attack_opened(position: Position, e: fx.AttackOpened) -> Position:
    assert isinstance(position.phase_state, AttackState)
    assert e.characters == position.at(e.square)
    pending = position.phase_state.pending - {e.square}
    return _state(position, pending=pending, attack=Attack(e.square))


def _hold_fire(position: Position, e: fx.FireHeld) -> Position:
    waived = _attack(position).waived | set(e.characters)
    return _in_attack(position, waived=waived, held=e.everybody)


def _attack_declared(position: Position, e: fx.AttackDeclared) -> Position:
    assert _attack(position).square == e.square
    return _in_attack(position, count=e.count, strength=e.strength)


def _victims(position: Position, e: fx.VictimsNamed) -> Position:
    assert _attack(position).square == e.square
    return _in_attack(position, victims=e.characters)


def _attacked(position: Position, e: fx.Attacked) -> Position:
    attack = _attack(position)
    assert attack.square == e.square
    left = tuple(n for n in attack.victims or () if n != e.whom)
    return _in_attack(position, count=attack.count or 1, strength=e.strength, victims=left)


def _attack_over(position: Position, e: fx.AttackOver) -> Position:
    assert _attack(position).square == e.square
    return _state(position, attack=None)


def _same_board(position: Position, e: fx.SheetChanged) -> Position:
    assert len(e.sha256) == 64, e
    return position


_APPLY: dict[type[Effect], Callable[[Position, Any], Position]] = {
    fx.HiddenChosen: _hide, fx.CharacterPlaced: _place, fx.PlayerTurnBegun: _player_turn,
    fx.PhaseBegun: _phase, fx.MustRest: _rest, fx.GameWon: _won, fx.MoveBegun: _start_move,
    fx.SetDown: _put_down, fx.PointsSpent: _points, fx.TrailLaid: _trail, fx.RifleChanged: _rifle,
    fx.Moved: _move, fx.Appeared: _appear, fx.Drawn: _draw, fx.TurnedUp: _turn_up,
    fx.TurnedDown: _turn_down, fx.Shown: _show, fx.Inspected: _look, fx.ValueRead: _read,
    fx.HiddenPassed: _passed, fx.Eliminated: _eliminate, fx.BerserkChanged: _berserk,
    fx.StatusChanged: _status, fx.MapSwept: _swept, fx.DoorChanged: _door, fx.MainDoorClosed: _main_door,
    fx.Rolled: _roll, fx.Panicked: _panic, fx.ShotFired: _shot, fx.BerserkChecked: _berserk_check,
    fx.GlassStruck: _smash, fx.FreeMovesLeft: _free_moves, fx.AttackDue: _attack_due,
    fx.AttackOpened: _attack_opened, fx.FireHeld: _hold_fire, fx.AttackDeclared: _attack_declared,
    fx.VictimsNamed: _victims, fx.Attacked: _attacked, fx.AttackOver: _attack_over,
    fx.SheetChanged: _same_board,
}  # fmt: skip
APPLIED = frozenset(_APPLY)
