"""5.2 and 5.6: choosing who moves together, and who carries whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.dawn_of_the_dead import tables
from rules.dawn_of_the_dead.actions import PutDown, StartMove
from rules.dawn_of_the_dead.effects import MoveBegun, SetDown
from rules.dawn_of_the_dead.eligibility import ineligible
from rules.dawn_of_the_dead.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.human_movement import allowance, stack_square
from rules.dawn_of_the_dead.position import ACTIVE, Move, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people, points
from rules.ruling import allow, refuse


def _refuse_start(position: Position, action: StartMove) -> Verdict | None:
    if refused := _no_stack(position, action.characters) or _nobody_to_carry(position, action):
        return refused
    if position.move and position.move.acted:
        who = people(position.move.characters)
        if action.carry and set(action.characters) == set(position.move.characters):
            reason = f"{who} already moved or acted; carrying begins with the move, before anything else."
            return refuse(("5.6", "R-5.6c"), reason)
        return refuse(
            ("5.0", "4.0"), f"{who} already moved or acted, so nobody else may move in this Player-Turn."
        )
    for name in action.characters:
        if refused := ineligible(position, name):
            return refused
    if action.carry and position.characters[by := action.carry["by"]].status == "infected":
        return refuse(("5.9", "5.6"), f"{NAMES[by]} is infected and cannot carry anybody.")
    return None


def _no_stack(position: Position, names: tuple[str, ...]) -> Verdict | None:
    """Return why these characters cannot form a stack, even by agreement: absent, or apart (5.2)."""
    if not names or len(set(names)) != len(names) or any(n not in position.characters for n in names):
        return refuse(("5.0",), "Name one character, or several different ones.", firm=True)
    for name in names:
        if not position.characters[name].in_play and (refused := ineligible(position, name)):
            return refused
    if len({position.characters[n].square for n in names}) > 1:
        return refuse(
            ("5.2",), f"{people(names)} begin in different squares, so they cannot move together.", firm=True
        )
    return None


def _nobody_to_carry(position: Position, action: StartMove) -> Verdict | None:
    if action.carry is None:
        return None
    by, whom = action.carry.get("by", ""), action.carry.get("whom", "")
    if by not in action.characters:
        return refuse(("5.6",), "The carrier must be one of the characters on the move.", firm=True)
    if whom not in position.characters or whom in action.characters:
        return refuse(("5.6",), "A character who is carried cannot walk too.", firm=True)
    carrier, carried = position.characters[by], position.characters[whom]
    if not carried.in_play and (refused := ineligible(position, whom)):
        return refuse(("5.6",), refused.reason, firm=True)
    if carried.square != carrier.square:
        return refuse(("5.6",), f"{NAMES[whom]} is not in {carrier.square} to be carried.", firm=True)
    return None


def _grant_start(position: Position, action: StartMove) -> Verdict:
    left = allowance(position, Move(action.characters))
    if action.carry:
        by, whom = action.carry["by"], action.carry["whom"]
        extra = points(tables.carry_cost(by))
        return allow(
            ("5.6", "5.9"),
            f"{NAMES[by]} may carry {NAMES[whom]} for {extra} more a square; {points(left)} in all.",
        )
    case = "5.2" if len(action.characters) > 1 else "5.0"
    return allow((case,), f"{people(action.characters)} may move: {points(left)}.")


def _start(position: Position, action: StartMove) -> Outcome:
    carrying = (action.carry["by"], action.carry["whom"]) if action.carry else None
    earlier = tuple(sorted(position.move.moved)) if position.move else ()
    after = replace(position, move=Move(action.characters, carrying, earlier=earlier))
    who = people(action.characters)
    verb = "moves" if len(action.characters) == 1 else "move"
    load = f", carrying {NAMES[carrying[1]]}" if carrying else ""
    story, able = f"{who} {verb}{load}", allowance(position, Move(action.characters))
    effects = (MoveBegun(action.characters, action.carry, able),)
    return Outcome(after, f"{story}: {points(able)}.", f"{story}.", effects=effects)


def _start_options(position: Position) -> Iterator[StartMove]:
    squares: dict[str, list[str]] = {}
    for name in CHARACTERS:
        character = position.characters.get(name)
        if character and character.square and character.status in ACTIVE and not character.moved_last_turn:
            squares.setdefault(character.square, []).append(name)
    for square, names in squares.items():
        here = position.at(square)
        for size in range(1, len(names) + 1):
            for chosen in combinations(names, size):
                yield StartMove(chosen)
                for by in chosen:
                    for whom in here:
                        if whom not in chosen:
                            yield StartMove(chosen, {"by": by, "whom": whom})


def _refuse_put_down(position: Position, action: PutDown) -> Verdict | None:
    if position.move is None or position.move.carrying is None:
        return refuse(("5.6",), "Nobody is being carried.", firm=True)
    return None


def _grant_put_down(position: Position, action: PutDown) -> Verdict:
    assert position.move is not None and position.move.carrying is not None
    by, whom = position.move.carrying
    return allow(("5.6", "R-5.6a"), f"{NAMES[by]} may put {NAMES[whom]} down and go on.")


def _put_down(position: Position, action: PutDown) -> Outcome:
    move = position.move
    assert move is not None and move.carrying is not None
    by, whom = move.carrying
    where = stack_square(position, move)
    after = replace(position, move=replace(move, carrying=None))
    story = f"{NAMES[by]} puts {NAMES[whom]} down in {where}."
    return Outcome(after, story, effects=(SetDown(by, whom, where),))


def _put_down_options(position: Position) -> Iterator[PutDown]:
    if position.move and position.move.carrying:
        yield PutDown()


START_MOVE = Procedure(StartMove, _refuse_start, _grant_start, _start, _start_options)
PUT_DOWN = Procedure(PutDown, _refuse_put_down, _grant_put_down, _put_down, _put_down_options)
