"""13.0 Random Zombie Entrance: eliminated units come back by the main doors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dawn_of_the_dead.actions import RollEntrance
from rules.dawn_of_the_dead.effects import Rolled
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.units import bring_in, draw_needed, draw_refusal, units_available
from rules.dawn_of_the_dead.position import GenerationState, Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, rolled_for, wrong_roll
from rules.dawn_of_the_dead.zombies.attacks import at_once_cases, attack_at_once, on_whom
from rules.effects import Change
from rules.ruling import allow, refuse
from rules.sentences import either, listed, sentence


def generation_state(position: Position) -> GenerationState:
    """Return the state of the Zombie Generation Phase."""
    state = position.phase_state
    assert isinstance(state, GenerationState)
    return state


def attack_first(position: Position) -> Verdict | None:
    """Return a refusal while an attack must be made at once, otherwise None (8.7)."""
    state = generation_state(position)
    if state.attack or state.pending:
        where = state.attack.square if state.attack else min(state.pending)
        return refuse(at_once_cases(position, where), f"The attack in {where} comes first.", firm=True)
    return None


def table_in_use(position: Position) -> bool:
    """Return whether the Zombie Entrance Table is in use: not if every door is closed or occupied (13.2)."""
    doors = position.setting.board.main_doors.values()
    return any(position.main_doors.get(d.name) != "closed" for d in doors) and any(
        not position.zombie_occupied(d.square) for d in doors
    )


def entrance_due(position: Position) -> bool:
    """Return whether the roll on the Zombie Entrance Table is due; it comes before the infected (4.0)."""
    return not generation_state(position).entered and table_in_use(position)


def open_entrances(position: Position, total: int) -> tuple[str, ...]:
    """Return the doors of a result by which a unit can enter (13.1, 13.2)."""
    doors = position.setting.board.main_doors
    return tuple(
        name
        for name in equipment.entrance_doors(total)
        if name in doors
        and position.main_doors.get(name) != "closed"
        and not position.zombie_occupied(doors[name].square)
    )


def _fell(action: RollEntrance) -> bool:
    """Return whether the dice have fallen."""
    return action.dice is not None or action.total is not None


def _roll(action: RollEntrance) -> Rolled:
    return rolled_for("entrance", action.dice, action.total, 2)


def _called(position: Position, action: RollEntrance) -> tuple[tuple[str, ...], bool]:
    """Return the doors by which units can enter, and whether the zombie player must choose one (R-13.0a)."""
    called = open_entrances(position, _roll(action).fell[1])
    available = units_available(position)
    if not available:
        return (), False
    return called, available < len(called)


def _entering(position: Position, action: RollEntrance) -> tuple[str, ...]:
    called, choice = _called(position, action)
    return (action.doors or ()) if choice else called


def _refuse(position: Position, action: RollEntrance) -> Verdict | None:
    if refused := attack_first(position):
        return refused
    if generation_state(position).entered:
        return refuse(
            ("13.2", "13.0"), "The Zombie Entrance Table was already used in this phase.", firm=True
        )
    if not table_in_use(position):
        return refuse(
            ("13.2",), "No main door lets a unit in, so the Zombie Entrance Table is not used.", firm=True
        )
    return None


def _grant(position: Position, action: RollEntrance) -> Verdict:
    reason = "Roll two dice to see whether units enter, and where."
    if wrong := wrong_roll(action.dice, action.total, 2):
        return refuse(("13.0",), wrong, firm=True)
    if not _fell(action):
        return allow(("13.0", "13.5"), reason, {"dice": 2})
    called, choice = _called(position, action)
    if choice and action.doors is None:
        doors = either(called)
        who = "Choose its door" if position.solitaire else "The zombie player chooses its door"
        reason = f"Only one unit is left to enter. {who}: {doors}."
        return allow(("R-13.0a", "13.3"), reason, {"doors": called})
    if not choice and action.doors is not None:
        return refuse(("R-13.0a",), "There is no door to choose here.", firm=True)
    if choice and (len(entering := action.doors or ()) != 1 or entering[0] not in called):
        return refuse(("R-13.0a",), f"Choose one of these doors: {', '.join(called)}.", firm=True)
    return _grant_draw(position, action, reason)


def _grant_draw(position: Position, action: RollEntrance, reason: str) -> Verdict:
    entering = _entering(position, action)
    count = len(entering)
    if refused := draw_refusal(position, "eliminated", count, action.draw, "13.3"):
        return refused
    needs = draw_needed(position, count, action.draw)
    if entering:
        who = (
            "An eliminated unit is drawn and enters"
            if count == 1
            else "Two eliminated units are drawn and enter"
        )
        reason = f"{who} by the {listed(entering)} door{'' if count == 1 else 's'}."
    return granted(
        ("13.0", "13.5"), reason, dice=action.dice, total=action.total, rolled=2, needs=needs, case="13.0"
    )


def _enter(position: Position, action: RollEntrance) -> Outcome:
    total = _roll(action).fell[1]
    entering = _entering(position, action)
    after = replace(position, phase_state=replace(generation_state(position), entered=True))
    change = Change(after, (_roll(action),))
    squares = [position.setting.board.main_doors[d].square for d in entering]
    for n, (door, square) in enumerate(zip(entering, squares, strict=True)):
        draw = None if action.draw is None else action.draw[n : n + 1]
        change = change.then(bring_in, square, "eliminated", draw, action.values, door)
        change = change.then(attack_at_once, square)
    prey = [s for s in squares if position.at(s)]
    attacks = "".join(f" The unit in {s} attacks{on_whom(position.at(s), ' at once')}." for s in prey)
    cases = (*(("13.4", "8.7") if prey else ()), *_kept_out(position, total, entering))
    story = f"Rolled {total}: {_words(position, total, entering)}{attacks}"
    return Outcome(change.after, story, cases=cases, effects=change.effects)


def _kept_out(position: Position, total: int, entering: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cases that keep out units of the result (13.2, R-13.2a, 13.3)."""
    called, result = open_entrances(position, total), equipment.entrance_doors(total)
    _, held = _barred(position, result)
    alone = any(square not in position.zombies for square in held)
    holds = {"13.2": len(called) < len(result), "R-13.2a": alone, "13.3": len(entering) < len(called)}
    return tuple(case for case, so in holds.items() if so)


def _barred(position: Position, result: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the closed doors of a result, and the squares of the others that a zombie keeps (13.2)."""
    doors = position.setting.board.main_doors
    there = [door for door in result if door in doors]
    shut = [door for door in there if position.main_doors.get(door) == "closed"]
    squares = [doors[door].square for door in there if door not in shut]
    return shut, [square for square in squares if position.zombie_occupied(square)]


def _words(position: Position, total: int, entering: tuple[str, ...]) -> str:
    if entering:
        board = position.setting.board
        where = [f"by the {d} door ({board.main_doors[d].square})" for d in entering]
        if len(where) == 1:
            return f"a zombie unit enters {where[0]}.{_why_one(position, total, entering)}"
        return f"two zombie units enter, one {' and one '.join(where)}."
    if not equipment.entrance_doors(total):
        return "no zombie unit enters."
    if not open_entrances(position, total):
        return _nothing_enters(position, equipment.entrance_doors(total))
    return "no eliminated unit is left to enter."


def _nothing_enters(position: Position, result: tuple[str, ...]) -> str:
    """Return that none of the doors of a result lets a unit in, and why (13.2, R-13.2a)."""
    shut, held = _barred(position, result)
    why = [f"the {door} door is closed" for door in shut] + [f"a zombie is in {square}" for square in held]
    told = f" {sentence(' and '.join(why))}." if why else ""
    return f"nothing can enter by the {either(result)} door.{told}"


def _why_one(position: Position, total: int, entering: tuple[str, ...]) -> str:
    """Return why one unit alone enters where the result names two doors, or "" (13.2, 13.3)."""
    doors = position.setting.board.main_doors
    others = [d for d in equipment.entrance_doors(total) if d not in entering and d in doors]
    if not others:
        return ""
    other = others[0]
    shut, held = _barred(position, [other])
    if shut:
        return f" The {other} door is closed, so none enters there."
    if held:
        return f" A zombie is in {held[0]}, so none enters by the {other} door."
    return f" No other eliminated unit is left for the {other} door."


def _options(position: Position) -> Iterator[RollEntrance]:
    yield RollEntrance()


def _reads(position: Position, action: RollEntrance) -> Iterator[str]:
    """Yield the squares where a unit enters on a character and so is face up (5.4, 13.4)."""
    for door in _entering(position, action) if _fell(action) else ():
        square = position.setting.board.main_doors[door].square
        if position.at(square):
            yield square


ROLL_ENTRANCE = Procedure(RollEntrance, _refuse, _grant, _enter, _options, _reads)
