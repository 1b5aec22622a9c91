"""The agenda: which side must or may do what now, the answer to "whose turn is it?"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypedDict

from rules.dawn_of_the_dead.actions import FreeMove, React
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.humans.gunfire import shots_left
from rules.dawn_of_the_dead.humans.human_movement import ineligible, points_left
from rules.dawn_of_the_dead.position import (
    AppearanceState,
    AttackState,
    BerserkState,
    FreeState,
    GenerationState,
    Move,
    Position,
    ReactionState,
)  # fmt: skip
from rules.dawn_of_the_dead.procedure import people, points_or_none
from rules.dawn_of_the_dead.solitaire.priorities import Proposal, lawful_moves
from rules.dawn_of_the_dead.solitaire.solitaire import berserk_candidates, check_due
from rules.dawn_of_the_dead.victory import winner_sentence
from rules.dawn_of_the_dead.zombies.attacks import attack_in_progress, may_shoot
from rules.dawn_of_the_dead.zombies.berserk import SMASH
from rules.dawn_of_the_dead.zombies.entrance import entrance_due
from rules.dawn_of_the_dead.zombies.hidden_zombies import must_all_come, must_be_revealed, revealable
from rules.dawn_of_the_dead.zombies.super_zombies import infected_due, super_square
from rules.dawn_of_the_dead.zombies.zombie_movement import FREE_MOVE, REACT, must_react
from rules.dawn_of_the_dead.zombies.zombie_paths import BERSERK_STEPS, SUPER_STEPS, free_paths

Kind = Literal["must", "may", "left", "over"]
Seat = Literal["human", "zombie"]


class Item(TypedDict):
    """One line of the agenda: something to do, how much of it is `left`, or that the game is `over`."""

    kind: Kind
    seat: Seat
    text: str
    case: str
    squares: list[str]


def _item(kind: Kind, seat: Seat, text: str, case: str, squares: tuple[str, ...] = ()) -> Item:
    return {"kind": kind, "seat": seat, "text": text, "case": case, "squares": list(squares)}


def agenda(position: Position, role: str) -> list[Item]:
    """Return what there is to do, in order. Only the zombie player's list has what only he may know."""
    items = list(_public(position))
    if role == "zombie" and must_all_come(position) and not must_be_revealed(position):
        items = [i for i in items if i["case"] != "9.4"] + [_end_phase()]
    if role == "zombie" and (squares := revealable(position)):
        items.append(_item("may", "zombie", "You may reveal hidden zombies.", "9.2", squares))
    return items


def _public(position: Position) -> Iterator[Item]:
    match position.phase:
        case "place_hidden":
            yield _item("must", "zombie", "Choose five secret squares for the hidden zombies.", "3.1")
        case "place_characters":
            yield _item("must", "human", "Set up the four characters, two to a square at most.", "3.2")
        case "human":
            yield from _human(position)
        case "hidden_appearance":
            yield from _appearance(position)
        case "berserk":
            yield from _berserk(position)
        case "reaction":
            yield from _reaction(position)
        case "free_movement":
            yield from _free(position)
        case "attack" | "generation":
            yield from _attacks(position)
        case "over":
            side: Seat = "zombie" if position.winner == "zombie" else "human"
            case = "14.1" if side == "zombie" else "14.2"
            yield _item("over", side, f"{winner_sentence(position.mode, side)}.", case)


def _human(position: Position) -> Iterator[Item]:
    move = position.move
    if move is None:
        ready = [n for n in position.characters if ineligible(position, n) is None]
        if ready:
            yield _item("may", "human", f"Choose who moves: {people(ready)}.", "5.0")
        else:
            yield _item("left", "human", "Nobody can move in this Player-Turn.", "5.0")
    else:
        yield _points(position, move)
        shots = ", ".join(f"{NAMES[n]} {_shots(position, move, n)}" for n in move.characters)
        yield _item("left", "human", f"Shots left: {shots}.", "5.6" if move.carrying else "6.1")
    yield _item("may", "human", "End the Human Player-Turn.", "4.0")


def _points(position: Position, move: Move) -> Item:
    """Return how many Movement Points a move has left; a panic that took them is mentioned (5.1, 6.5)."""
    left, who = points_left(position, move), people(move.characters)
    if left or not move.panicked:
        return _item("left", "human", f"{who}: {points_or_none(left)} left.", "5.1")
    scared = people(move.panicked)
    text = f"{who}: no Movement Points left, since {scared} panicked."
    if scared == who:
        text = f"{who} panicked, so no Movement Points are left."
    return _item("left", "human", text, "6.5")


def _shots(position: Position, move: Move, name: str) -> str:
    """Return in words how many shots a character has left; none while he carries another (5.6, 6.1)."""
    if move.carrying and name == move.carrying[0]:
        return "none while carrying"
    return str(shots_left(position, move, name))


def _appearance(position: Position) -> Iterator[Item]:
    state = position.phase_state
    if isinstance(state, AppearanceState) and not state.rolled:
        yield _item("must", "zombie", "Roll on the Hidden Zombie Table.", "15.2")
    else:
        yield _end_phase()


def _berserk(position: Position) -> Iterator[Item]:
    state = position.phase_state
    assert isinstance(state, BerserkState)
    if state.due:
        yield _item("must", "zombie", "Check every berserk unit.", "10.0", tuple(sorted(state.due)))
    elif position.solitaire:
        if check_due(position):
            yield _item("must", "zombie", "Check the nearest unit.", "15.4", berserk_candidates(position))
            return
    elif not state.tried and any(not u.berserk for s, u in position.zombies.items() if s not in state.lapsed):
        yield _item("may", "zombie", "Check one unit to see whether it goes berserk.", "10.0")
    if not state.due:
        yield _end_phase()


def _reaction(position: Position) -> Iterator[Item]:
    state = position.phase_state
    assert isinstance(state, ReactionState)
    waiting = must_react(position)
    if waiting:
        count = f"{len(waiting)} unit{'' if len(waiting) == 1 else 's'}"
        yield _item("must", "zombie", f"{count} must react.", "7.0", waiting)
    else:
        yield _end_phase()
    if free := [n for n in sorted(state.watching) if _super_goes(position, n)]:
        yield _item("may", "zombie", f"Super zombies may react: {people(free)}.", "11.4")
    yield from _glass(position)


def _free(position: Position) -> Iterator[Item]:
    state = position.phase_state
    assert isinstance(state, FreeState)
    alone = position.solitaire
    if state.die is None:
        kind: Kind = "must" if alone else "may"
        yield _item(kind, "zombie", "Roll for the number of free moves.", "15.5" if alone else "7.0")
    else:
        yield _item(
            "left", "zombie", f"{state.left or 'No'} free move{'' if state.left == 1 else 's'} left.", "7.0"
        )
    if alone:
        if moves := lawful_moves(position):
            text = f"Move by priority {moves[0].priority}."
            yield _item("must", "zombie", text, "15.5", _starts(position, moves))
        elif state.die is not None:
            yield _end_phase()
        return
    if any(_berserk_goes(position, s) for s in position.zombies if not state.moved(s)):
        yield _item("may", "zombie", "Berserk units may still move; they use no free moves.", "10.3")
    if free := [n for n in CHARACTERS if _super_goes(position, n)]:
        yield _item(
            "may", "zombie", f"Super zombies may still move, using no free moves: {people(free)}.", "11.4"
        )
    yield from _glass(position)
    if must_all_come(position):
        yield _item(
            "must", "zombie", "Reveal all the hidden zombies: no other zombie was left on the map.", "9.4"
        )
    else:
        yield _end_phase()


def _berserk_goes(position: Position, square: str) -> bool:
    """Return whether the unit in a square is berserk and has a free move left (7.6, 10.3)."""
    paths = free_paths(position, square, BERSERK_STEPS) if position.zombies[square].berserk else ()
    return any(path[-1] not in position.zombies for path in paths)


def _super_goes(position: Position, name: str) -> bool:
    """Return whether a character is a super zombie that can still move, nearer if in reaction (11.4)."""
    square = super_square(position, name)
    paths = free_paths(position, square, SUPER_STEPS, back=True) if square else ()
    if position.phase == "reaction":
        return any(not REACT.refusal(position, React(path, None, name)) for path in paths)
    return any(not FREE_MOVE.refusal(position, FreeMove(path, None, name)) for path in paths)


def _glass(position: Position) -> Iterator[Item]:
    """Yield the item for zombies that may strike a closed glass door, if there are any (10.4, 11.6)."""
    strikes = [a for a in SMASH.options(position) if not SMASH.refusal(position, a)]
    at = {a.source or super_square(position, a.super or "") or "" for a in strikes}
    if at:
        yield _item(
            "may", "zombie", "A zombie may try to smash a closed glass door.", "10.4", tuple(sorted(at))
        )


def _starts(position: Position, moves: list[Proposal]) -> tuple[str, ...]:
    """Return the squares of the pieces that may move, in order."""
    starts = {m.action.source or super_square(position, m.action.super or "") or "" for m in moves}
    return tuple(sorted(starts))


def _attacks(position: Position) -> Iterator[Item]:
    state = position.phase_state
    assert isinstance(state, AttackState)
    if state.attack:
        yield from _attack(position)
    elif state.pending:
        squares = tuple(sorted(state.pending))
        case = "8.7" if isinstance(state, GenerationState) else "8.0"
        yield _item("must", "zombie", "Resolve the attacks.", case, squares)
    elif isinstance(state, GenerationState):
        yield from _generation(position)
    else:
        yield _end_phase()


def _attack(position: Position) -> Iterator[Item]:
    attack = attack_in_progress(position)
    assert attack is not None
    here = (attack.square,)
    there = position.at(attack.square)
    if attack.count is None:
        if ready := may_shoot(position):
            yield _item("may", "human", f"{people(ready)} may shoot first, or hold fire.", "8.1", here)
            return
        if len(there) > 1 and position.solitaire:
            yield _item("must", "zombie", "Roll for how many characters are attacked.", "15.6", here)
            return
        if len(there) > 1:
            yield _item("must", "zombie", "Say how many characters are attacked.", "8.0", here)
            return
    if attack.victims is None:
        yield _item("must", "human", f"Name who is attacked: {attack.count} of {len(there)}.", "8.0", here)
        return
    yield _item("must", "zombie", f"Roll the attack on {people(attack.victims)}.", "8.8", here)


def _generation(position: Position) -> Iterator[Item]:
    entrance = entrance_due(position)
    due = infected_due(position)
    if entrance:
        yield _item("must", "zombie", "Roll on the Zombie Entrance Table.", "13.0")
    elif due:
        yield _item("must", "zombie", f"Roll for the infected: {people(due)}.", "11.0")
    if not entrance and not due:
        yield _end_phase()


def _end_phase() -> Item:
    return _item("may", "zombie", "End the phase.", "4.0")
