"""5.5: opening and closing doors, and closing main doors for good; 12.0: the rifles in square 177."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.board.board import Pair
from rules.dawn_of_the_dead.actions import CloseDoor, CloseMainDoor, OpenDoor, TakeRifle
from rules.dawn_of_the_dead.effects import DoorChanged, MainDoorClosed, RifleChanged, SideDoorState
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.humans.human_movement import (
    allowance,
    free_hands,
    hands_full,
    no_move,
    panic_refusal,
    points_left,
    spend_here,
    stack_square,
)
from rules.dawn_of_the_dead.position import Move, Position, with_item, without
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people, points
from rules.ruling import allow, refuse


def zombies_in_the_way(position: Position, cases: tuple[str, ...]) -> Verdict | None:
    """Return a refusal if zombies are in the square of the stack, otherwise None (5.5, 12.2)."""
    assert position.move is not None
    here = stack_square(position, position.move)
    if position.zombie_occupied(here):
        alone = () if here in position.zombies else ("R-11.1c",)
        return refuse((*cases, *alone), f"There are zombies in {here}, so nobody has time for that.")
    return None


def whole_allowance_refusal(position: Position, cases: tuple[str, ...], what: str) -> Verdict | None:
    """Return why the whole Movement Allowance cannot be spent, or None if it can (5.5, R-5.5a)."""
    move = position.move
    assert move is not None
    if refused := panic_refusal(move, cases):
        return refused
    if move.spent:
        left = points_left(position, move)
        return refuse(
            (*cases, "R-5.5a"),
            f"{what} takes the whole Movement Allowance,"
            f" and only {left} of {allowance(position, move)} are left.",
        )
    return None


def _door_name(between: Pair) -> str:
    return f"the door between {between[0]} and {between[1]}"


def _refuse_door(position: Position, between: Pair) -> Verdict | None:
    if refused := no_move(position):
        return refused
    # Firm refusals come first: no agreement overrides them.
    if between not in position.setting.board.doors:
        return refuse(("5.5",), f"There is no door between {between[0]} and {between[1]}.", firm=True)
    if refused := hands_full(position):
        return refused
    move = position.move
    assert move is not None
    here = stack_square(position, move)
    if here not in between:
        return refuse(("5.5", "R-5.5b"), f"{_door_name(between).capitalize()} is not on a side of {here}.")
    if refused := zombies_in_the_way(position, ("5.5",)):
        return refused
    cost, left = equipment.door_cost(), points_left(position, move)
    if cost > left:
        if refused := panic_refusal(move, ("5.1", "5.5")):
            return refused
        return refuse(("5.1", "5.5"), f"A door costs {points(cost)}; {left or 'none'} left.")
    return None


def _refuse_open(position: Position, action: OpenDoor) -> Verdict | None:
    if action.between in position.setting.board.doors and position.doors.get(action.between) != "closed":
        return refuse(("5.5",), f"{_door_name(action.between).capitalize()} is open.", firm=True)
    return _refuse_door(position, action.between)


def _refuse_close(position: Position, action: CloseDoor) -> Verdict | None:
    if refused := no_move(position):
        return refused
    state = position.doors.get(action.between)
    if state == "destroyed":
        return refuse(
            ("10.5", "5.5"), f"{_door_name(action.between).capitalize()} is destroyed and stays open."
        )
    if state == "closed":
        return refuse(("5.5",), f"{_door_name(action.between).capitalize()} is already closed.", firm=True)
    return _refuse_door(position, action.between)


def _grant_door(position: Position, action: OpenDoor | CloseDoor) -> Verdict:
    assert position.move is not None
    cost = equipment.door_cost()
    left = points_left(position, position.move) - cost
    return allow(("5.5", "5.9"), f"That costs {points(cost)} and leaves {left or 'none'}.")


def _work_door(position: Position, action: OpenDoor | CloseDoor) -> Outcome:
    assert position.move is not None
    closing = isinstance(action, CloseDoor)
    doors = (
        with_item(position.doors, action.between, "closed")
        if closing
        else without(position.doors, [action.between])
    )
    spent = spend_here(position, equipment.door_cost())
    after = replace(spent.after, doors=doors)
    was: SideDoorState = position.doors.get(action.between, "open")
    effects = (*spent.effects, DoorChanged(action.between, "closed" if closing else "open", was))
    hands = _workers(position.move)
    verb = ("close" if closing else "open") + ("" if len(hands) > 1 else "s")
    story = f"{people(hands)} {verb} {_door_name(action.between)}."
    return Outcome(after, story, cases=_carrying(position), effects=effects)


def _open_options(position: Position) -> Iterator[OpenDoor]:
    for between in _doors_here(position):
        if position.doors.get(between) == "closed":
            yield OpenDoor(between)


def _close_options(position: Position) -> Iterator[CloseDoor]:
    for between in _doors_here(position):
        if between not in position.doors:
            yield CloseDoor(between)


def _doors_here(position: Position) -> list[Pair]:
    if position.move is None:
        return []
    near = position.setting.board.neighbours[stack_square(position, position.move)]
    return [side.between for side in near.values() if side.is_door]


def _refuse_main(position: Position, action: CloseMainDoor) -> Verdict | None:
    if refused := no_move(position):
        return refused
    door = position.setting.board.main_doors.get(action.door)
    if door is None:
        return refuse(("5.5",), f"There is no main door {action.door!r}.", firm=True)
    name = f"The {door.name} main door"
    if position.main_doors.get(door.name) == "closed":
        return refuse(("5.5",), f"{name} is already closed.", firm=True)
    if refused := hands_full(position):
        return refused
    move = position.move
    assert move is not None
    here = stack_square(position, move)
    if here != door.square:
        return refuse(
            ("5.5",),
            f"{name} can only be closed from {door.square}, by a character who began the Player-Turn there.",
        )
    if refused := zombies_in_the_way(position, ("5.5",)):
        return refused
    return whole_allowance_refusal(position, ("5.5",), "Closing a main door")


def _grant_main(position: Position, action: CloseMainDoor) -> Verdict:
    return allow(
        ("5.5", "R-5.5a"), f"The {action.door} main door may be closed, for the whole Movement Allowance."
    )


def _close_main(position: Position, action: CloseMainDoor) -> Outcome:
    move = position.move
    assert move is not None
    closed = with_item(position.main_doors, action.door, "closed")
    spent = spend_here(position, allowance(position, move))
    after = replace(spent.after, main_doors=closed)
    effects = (*spent.effects, MainDoorClosed(action.door))
    hands = _workers(move)
    verb = "close" if len(hands) > 1 else "closes"
    story = f"{people(hands)} {verb} the {action.door} main door for good."
    return Outcome(after, story, cases=_carrying(position), effects=effects)


def _workers(move: Move) -> tuple[str, ...]:
    """Return who works the door: those with free hands, or by agreement even the carrier (5.6)."""
    return free_hands(move) or move.characters


def _carrying(position: Position) -> tuple[str, ...]:
    """Return case 5.6 if a character in the stack carries another and so cannot work the door."""
    return ("5.6",) if position.move and position.move.carrying else ()


def _main_options(position: Position) -> Iterator[CloseMainDoor]:
    if position.move is None:
        return
    here = stack_square(position, position.move)
    for door in position.setting.board.main_doors.values():
        if door.square == here:
            yield CloseMainDoor(door.name)


OPEN_DOOR = Procedure(OpenDoor, _refuse_open, _grant_door, _work_door, _open_options)
CLOSE_DOOR = Procedure(CloseDoor, _refuse_close, _grant_door, _work_door, _close_options)
CLOSE_MAIN_DOOR = Procedure(CloseMainDoor, _refuse_main, _grant_main, _close_main, _main_options)


RIFLE_BEARERS = frozenset({"steve", "fran"})
"""The characters who may take a rifle (12.1), and need one to win (14.2)."""


def _refuse(position: Position, action: TakeRifle) -> Verdict | None:
    if refused := no_move(position):
        return refused
    move = position.move
    assert move is not None
    if action.character not in NAMES:
        return refuse(("12.0",), f"There is no character {action.character!r}.", firm=True)
    if refused := _refuse_person(position, move, action.character):
        return refused
    here, shop = stack_square(position, move), position.setting.board.rifle_square
    if here != shop:
        return refuse(
            ("12.2", "12.0"),
            f"The rifles are in {shop}; only a character who begins the turn there takes one.",
        )
    if position.rifles < 1:
        return refuse(("12.0",), "Both rifles are taken.", firm=True)
    if refused := zombies_in_the_way(position, ("12.2",)):
        return refused
    if move.rifles and not move.panicked:
        return None
    return whole_allowance_refusal(position, ("12.2", "12.0"), "Taking a rifle")


def _refuse_person(position: Position, move: Move, name: str) -> Verdict | None:
    if name not in move.characters:
        return refuse(("12.2",), f"{NAMES[name]} is not being moved.", firm=True)
    if name not in RIFLE_BEARERS:
        return refuse(("12.1",), f"{NAMES[name]} keeps his M-16; only Steve and Fran take rifles.")
    if position.characters[name].rifle:
        return refuse(("12.1",), f"{NAMES[name]} already has a rifle.")
    if move.carrying and name in move.carrying:
        return refuse(("5.6",), f"{NAMES[name]} is carrying somebody and can only walk.")
    return None


def _grant(position: Position, action: TakeRifle) -> Verdict:
    cases = ("12.2", "12.0", "R-12.0a") if position.move and position.move.rifles else ("12.2", "12.0")
    return allow(cases, f"{NAMES[action.character]} may take a rifle, for the whole Movement Allowance.")


def _take(position: Position, action: TakeRifle) -> Outcome:
    move = position.move
    assert move is not None
    name = action.character
    armed = with_item(position.characters, name, replace(position.characters[name], rifle=True))
    spent, left = spend_here(position, allowance(position, move)), max(0, position.rifles - 1)
    assert spent.after.move is not None
    moved = replace(spent.after.move, rifles=(*move.rifles, name))
    after = replace(spent.after, characters=armed, rifles=left, move=moved)
    effects = (*spent.effects, RifleChanged(name, True, left))
    return Outcome(after, f"{NAMES[name]} takes a hunting rifle.", effects=effects)


def _options(position: Position) -> Iterator[TakeRifle]:
    move = position.move
    if move and stack_square(position, move) == position.setting.board.rifle_square:
        for name in move.characters:
            yield TakeRifle(name)


TAKE_RIFLE = Procedure(TakeRifle, _refuse, _grant, _take, _options)
