"""5.0 Human Movement: who moves, square by square, and whom they carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.board.board import Side
from rules.dawn_of_the_dead import tables
from rules.dawn_of_the_dead.actions import Step
from rules.dawn_of_the_dead.effects import Moved, PointsSpent, StatusChanged, TrailLaid
from rules.dawn_of_the_dead.eligibility import no_move, panic_refusal
from rules.dawn_of_the_dead.hidden_zombies import meets_hidden, note_passing, turn_up_hidden
from rules.dawn_of_the_dead.position import Move, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, points
from rules.dawn_of_the_dead.units import (
    draw_needed,
    draw_refusal,
    learn,
    strength_in,
    supers_strength,
    turned,
    values_needed,
)
from rules.dawn_of_the_dead.walk_notice import Walk
from rules.effects import Change, Effect
from rules.ruling import refuse


def allowance(position: Position, move: Move) -> int:
    """Return the Movement Allowance of a move: the lowest of its characters (5.2)."""
    return min([position.rating(n).movement_allowance for n in move.characters])


def points_left(position: Position, move: Move) -> int:
    """Return the Movement Points left for this move (5.1); none after a panic, whatever was spent (6.5)."""
    return 0 if move.panicked else max(0, allowance(position, move) - move.spent)


def stack_square(position: Position, move: Move) -> str:
    """Return the square of the characters on the move."""
    square = position.characters[move.characters[0]].square
    assert square is not None
    return square


def spend(position: Position, cost: int, trail: tuple[str, ...]) -> Change[Position]:
    """Return the position with this trail and `cost` Movement Points spent, or all that are left."""
    move = position.move
    assert move is not None
    spent = min(move.spent + cost, max(move.spent, allowance(position, move)))
    moved = replace(move, spent=spent, acted=True)
    points = PointsSpent(spent - move.spent, points_left(position, moved))
    after = replace(position, move=moved, trail=trail)
    return Change(after, (points, *trail_laid(position, trail)))


def spend_here(position: Position, cost: int) -> Change[Position]:
    """Return the position with Movement Points spent in the stack's square, now on the trail (5.7)."""
    assert position.move is not None
    return spend(position, cost, trail_with(position, stack_square(position, position.move)))


def trail_so_far(position: Position) -> tuple[str, ...]:
    """Return the trail of this Human Player-Turn; it is empty before the first action (R-7.0a)."""
    move = position.move
    return position.trail if move and (move.acted or move.earlier) else ()


def trail_with(position: Position, square: str) -> tuple[str, ...]:
    """Return the trail once the stack acted in a square (R-7.0a)."""
    trail = trail_so_far(position)
    return trail if trail and trail[-1] == square else (*trail, square)


def trail_laid(position: Position, trail: tuple[str, ...]) -> tuple[Effect, ...]:
    """Return the effect of a new trail, nothing if it is the trail as it was."""
    return () if trail == position.trail else (TrailLaid(trail),)


def step_cost(
    position: Position, move: Move, values: Mapping[str, int] | None = None
) -> tuple[int, int, int | None]:
    """Return the Movement Points of one step: to enter, to carry, to leave (5.4, 5.6, 5.9).

    To leave costs the Zombie Values in the square; None until they are read off the cardboard.
    """
    carry = tables.carry_cost(move.carrying[0]) if move.carrying else 0
    return tables.enter_cost(), carry, strength_in(position, stack_square(position, move), values)


def least_cost(position: Position, move: Move, values: Mapping[str, int] | None = None) -> int:
    """Return the known part of a step's Movement Points: all but a Zombie Value that nobody has read yet.

    A super zombie with the unit counts 2 (11.3, R-5.4a).
    """
    enter, carry, leave = step_cost(position, move, values)
    here = stack_square(position, move)
    return enter + carry + (supers_strength(position, here) if leave is None else leave)


def way_refusal(position: Position, here: str, to: str) -> Verdict | None:
    """Return why a character cannot pass from one square to another (2.1, 5.3), or None if he can."""
    board = position.setting.board
    if to not in board.squares:
        return refuse(("2.1", "5.3"), f"There is no square {to} on this map.", firm=True)
    side = board.neighbours[here].get(to)
    if side is None:
        return refuse(("2.1",), f"{to} is not adjacent to {here}, so it is not one step away.")
    return _side_refusal(position, side, here, to)


def _side_refusal(position: Position, side: Side, here: str, to: str) -> Verdict | None:
    if side.kind == "wall":
        return refuse(("5.3",), f"There is a wall between {here} and {to}.")
    if position.doors.get(side.between) == "closed":
        door = points(tables.door_cost())
        return refuse(("5.3", "5.5"), f"The door between {here} and {to} is closed; opening it costs {door}.")
    return None


def _refuse_step(position: Position, action: Step) -> Verdict | None:
    move = position.move
    if move is None:
        return no_move(position)
    if refused := way_refusal(position, stack_square(position, move), action.to):
        return refused
    return _refuse_cost(position, move, action)


def _refuse_cost(position: Position, move: Move, action: Step) -> Verdict | None:
    cost, left = least_cost(position, move, action.values), points_left(position, move)
    if cost <= left:
        return None
    enter, carry, read = step_cost(position, move, action.values)
    here = stack_square(position, move)
    if refused := panic_refusal(move, ("5.1",)):
        return refused
    parts = [f"{enter} to enter {action.to}"]
    cases = ["5.1"]
    if leave := cost - enter - carry:
        parts.append(f"{leave} to get away from the zombies in {here}")
        cases += leaving_cases(position, here)
    if carry:
        parts.append(f"{carry} for carrying")
        cases.append("5.6")
    costs = points(cost) + (f" ({', '.join(parts)})" if len(parts) > 1 else "")
    if read is None:
        costs = f"at least {costs}"
    return refuse(tuple(cases), f"Going from {here} to {action.to} costs {costs}; {left or 'none'} left.")


def leaving_cases(position: Position, here: str) -> list[str]:
    """Return the cases for the cost of leaving zombies.

    A super zombie and a unit cost the sum of their values (R-5.4a), a super zombie alone its own (R-11.1c).
    """
    if not position.supers_at(here):
        return ["5.4"]
    return ["5.4", "R-5.4a" if here in position.zombies else "R-11.1c"]


def _grant_step(position: Position, action: Step) -> Verdict:
    move = position.move
    assert move is not None
    # Ask for a hidden zombie's value later, when it counts: asking now would give the zombie away.
    needs = values_needed(position, (stack_square(position, move), action.to), action.values)
    count = int(meets_hidden(position, action.to))
    if refused := draw_refusal(position, "hidden_box", count, action.draw, "9.0"):
        return refused
    needs |= draw_needed(position, count, action.draw)
    _, carry, leave = step_cost(position, move, action.values)
    leaving = leaving_cases(position, stack_square(position, move)) if leave or leave is None else []
    open_zombies = ["5.4"] if position.zombie_occupied(action.to) else []
    cases = list(dict.fromkeys(["5.0", *leaving, *open_zombies, *(["5.6"] if carry else [])]))
    cost = least_cost(position, move, action.values)
    left = points_left(position, move) - cost
    rest = f"and leaves {left or 'none'}"
    if leave is None:
        rest = f"plus the Zombie Value in {stack_square(position, move)}"
    reason = f"Entering {action.to} costs {points(cost)} {rest}."
    return granted(tuple(cases), reason, needs=needs)


def _step(position: Position, action: Step) -> Outcome:
    move = position.move
    assert move is not None
    here, to = stack_square(position, move), action.to
    met = meets_hidden(position, to)
    change = stepped(position, move, action)
    carried = move.carrying[1:] if move.carrying else ()
    recovered = [e.whom for e in change.effects if isinstance(e, StatusChanged)]
    walk = Walk(move.characters, here, to, carried, met, recovered)
    told = walk.notice(points_left(position, change.after.move or move))
    far = ["5.1", "R-5.1a"] if _far(position, move, action) else []
    cases = (*far, *(["9.1"] if met else []), *(["8.3", "R-8.3a"] if recovered else []))
    return Outcome(change.after, told, walk.story, cases, change.effects)


def stepped(position: Position, move: Move, action: Step) -> Change[Position]:
    """Return the position after a step, whether or not it is lawful, without a word about it."""
    cost = _cost(position, move, action)
    return spend(position, cost, (*trail_so_far(position), action.to)).then(_enter, move, action)


def _far(position: Position, move: Move, action: Step) -> bool:
    """Return whether a step leads farther than one square, which only an agreement allows (R-5.1a)."""
    return action.to not in position.setting.board.neighbours[stack_square(position, move)]


def _cost(position: Position, move: Move, action: Step) -> int:
    """Return the Movement Points that a step spends; to a square farther off, all that are left (R-5.1a).

    The refusal told the price of the whole way, so one point for the last square would contradict it.
    """
    costs = step_cost(position, move, action.values)
    return points_left(position, move) if _far(position, move, action) else sum(filter(None, costs))


def _enter(position: Position, move: Move, action: Step) -> Change[Position]:
    """Return the position with the stack in the square.

    Stunned characters there recover (8.3), and units there are turned face up, hidden ones too (5.4, 9.1).
    """
    here, to = stack_square(position, move), action.to
    carrier, carried = move.carrying or (None, None)
    effects: list[Effect] = []
    characters = dict(position.characters)
    for name in (*move.characters, *([carried] if carried else [])):
        characters[name] = replace(characters[name], square=to)
        effects.append(Moved(name, here, to, (to,), carrier if name == carried else None))
    for name, character in position.characters.items():
        if character.square == to and character.status == "stunned":
            characters[name] = replace(character, status="normal")
            effects.append(StatusChanged(name, to, "normal", "stunned"))
    after = replace(position, characters=characters)
    already_up = to in position.zombies and bool(position.at(to))
    effects += turned(after, here, up=True) + turned(after, to, up=already_up)
    entered = Change(after, tuple(effects))
    if meets_hidden(position, to):
        return entered.then(turn_up_hidden, to, action.draw, action.values)
    if to in position.hidden:
        entered = entered.then(note_passing, to)
    return entered.then(learn, to, action.values) if action.values else entered


def _step_reads(position: Position, action: Step) -> Iterator[str]:
    """Yield the square left and the square entered, each if it has a unit (5.4, 9.1)."""
    assert position.move is not None
    for square in (stack_square(position, position.move), action.to):
        if square in position.zombies:
            yield square
    if meets_hidden(position, action.to):
        yield action.to


def _step_options(position: Position) -> Iterator[Step]:
    move = position.move
    if move is not None:
        for near in position.setting.board.passages[stack_square(position, move)]:
            yield Step(near)


STEP = Procedure(Step, _refuse_step, _grant_step, _step, _step_options, _step_reads)
