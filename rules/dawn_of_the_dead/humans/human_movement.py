"""5.0 Human Movement: who moves together, square by square, and whom they carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules.board.board import Side
from rules.dawn_of_the_dead.actions import PutDown, StartMove, Step
from rules.dawn_of_the_dead.effects import MoveBegun, Moved, PointsSpent, SetDown, StatusChanged, TrailLaid
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.equipment.units import (
    draw_needed,
    draw_refusal,
    learn,
    strength_in,
    supers_strength,
    turned,
    values_needed,
)
from rules.dawn_of_the_dead.position import ACTIVE, Move, Position
from rules.dawn_of_the_dead.procedure import (
    Outcome,
    Procedure,
    Verdict,
    granted,
    people,
    points,
    points_or_none,
)
from rules.dawn_of_the_dead.zombies.hidden_zombies import meets_hidden, note_passing, turn_up_hidden
from rules.effects import Change, Effect
from rules.ruling import allow, refuse
from rules.sentences import sentence


@dataclass(frozen=True, slots=True)
class Walk:
    """Characters who went together. `met`: a hidden zombie stopped them. `recovered` are people they met."""

    who: Sequence[str]
    start: str
    end: str
    carried: Sequence[str] = ()
    met: bool = False
    recovered: Sequence[str] = ()

    @property
    def story(self) -> str:
        """The sentence for the log: "Peter and Fran go from 008 to 009 with Roger."."""
        one = len(self.who) == 1
        along = f" with {people(self.carried)}" if self.carried else ""
        met = f" and meet{'s' if one else ''} a hidden zombie there" if self.met else ""
        well = f"; {people(self.recovered)} recovered" if self.recovered else ""
        verb = "goes" if one else "go"
        return f"{people(self.who)} {verb} from {self.start} to {self.end}{along}{met}{well}."

    def notice(self, left: int) -> str:
        """Return the story, and how many Movement Points are left (5.1)."""
        return f"{self.story} {sentence(points_or_none(left))} left."


def ineligible(position: Position, name: str) -> Verdict | None:
    """Return why a character may not be moved in this Human Player-Turn (5.0), or None if he may."""
    character = position.characters[name]
    if not character.in_play:
        state = "has become a super zombie" if character.status == "super_zombie" else "is out of play"
        return refuse(("5.0",), f"{NAMES[name]} {state}.", firm=True)
    if character.status == "stunned":
        return refuse(
            ("8.3", "5.0"), f"{NAMES[name]} is stunned until another character moves into {character.square}."
        )
    if character.moved_last_turn:
        return refuse(
            ("5.0", "R-5.0a"),
            f"{NAMES[name]} moved in the last Human Player-Turn and must rest in this one.",
        )
    return None


def no_move(position: Position) -> Verdict | None:
    """Return a refusal if nobody is on the move, otherwise None."""
    if position.move is None:
        return refuse(("5.0",), "First choose who moves.", firm=True)
    return None


def hands_full(position: Position) -> Verdict | None:
    """Return a refusal if the only character on the move carries another and can only walk (5.6)."""
    move = position.move
    if move and move.carrying and set(move.characters) == {move.carrying[0]}:
        by, whom = move.carrying
        return refuse(("5.6",), f"{NAMES[by]} is carrying {NAMES[whom]} and can only walk.")
    return None


def free_hands(move: Move) -> tuple[str, ...]:
    """Return the characters on the move who can do more than walk: all but the carrier (5.6)."""
    return tuple(name for name in move.characters if not move.carrying or name != move.carrying[0])


def panic_refusal(move: Move, cases: tuple[str, ...]) -> Verdict | None:
    """Return a refusal if somebody in the stack panicked and so no Movement Points are left (6.5)."""
    if move.panicked:
        return refuse(("6.5", *cases), f"{people(move.panicked)} panicked, so no Movement Points are left.")
    return None


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
    carry = equipment.carry_cost(move.carrying[0]) if move.carrying else 0
    return equipment.enter_cost(), carry, strength_in(position, stack_square(position, move), values)


def least_cost(position: Position, move: Move, values: Mapping[str, int] | None = None) -> int:
    """Return the known part of a step's Movement Points: all but a Zombie Value that is unknown yet.

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
        door = points(equipment.door_cost())
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

    The refusal gave the price of the whole way, so one point for the last square would contradict it.
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
        extra = points(equipment.carry_cost(by))
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
