"""9.0 Hidden Zombies: a character meets one, or the zombie player reveals one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.dawn_of_the_dead.actions import Reveal
from rules.dawn_of_the_dead.effects import HiddenPassed, MapSwept
from rules.dawn_of_the_dead.equipment.units import bring_in, draw_needed, draw_refusal
from rules.dawn_of_the_dead.position import FreeState, Position, ReactionState
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from rules.dawn_of_the_dead.zombies.zombie_paths import reaction_paths, sees_trail
from rules.effects import Change
from rules.ruling import refuse


def meets_hidden(position: Position, square: str) -> bool:
    """Return whether a character who enters the square meets a hidden zombie (9.1, 9.3, R-9.3a)."""
    return square in position.hidden and square not in position.zombies and square not in position.passed


def note_passing(position: Position, square: str) -> Change[Position]:
    """Return the position after a character entered a square; a hidden one under a unit is noted (R-9.3a)."""
    if square in position.hidden and square not in position.passed:
        after = replace(position, passed=position.passed | {square})
        return Change(after, (HiddenPassed(square),))
    return Change(position)


def turn_up_hidden(
    position: Position, square: str, draw: Sequence[int] | None, values: Mapping[str, int] | None
) -> Change[Position]:
    """Return the position with a hidden zombie on the map and its square off the list (9.0, 9.3)."""
    came = bring_in(position, square, "hidden_box", draw, values)
    hidden = tuple(s for s in position.hidden if s != square)
    after = replace(came.after, hidden=hidden, passed=position.passed - {square})
    return Change(after, came.effects)


def swept(before: Position, after: Position) -> bool:
    """Return whether the map was empty once while zombies that are hidden still were (9.4)."""
    return bool(after.hidden) and (before.swept or before.no_zombies_on_map() or after.no_zombies_on_map())


def change_swept(position: Position) -> Change[Position]:
    """Return the position with `swept` the other way."""
    return Change(replace(position, swept=not position.swept), (MapSwept(not position.swept),))


def must_all_come(position: Position) -> bool:
    """Return whether all the hidden zombies must be revealed now (9.4); everybody can see it."""
    if position.phase != "free_movement" or not position.hidden or position.hidden_box == ():
        return False
    return position.swept or position.no_zombies_on_map()


def must_be_revealed(position: Position) -> tuple[str, ...]:
    """Return the hidden squares that must be revealed before free movement ends (9.4, R-9.4a).

    Not while a unit is in the square (9.3).
    """
    if not must_all_come(position):
        return ()
    return tuple(s for s in position.hidden if s not in position.zombies)


def _refuse(position: Position, action: Reveal) -> Verdict | None:
    square = action.square
    if not position.hidden:
        return refuse(("9.0",), "All the hidden zombies have been revealed already.", firm=True)
    if square not in position.hidden:  # None was put there, or it was revealed, and no second one comes.
        return refuse(("9.0", "9.3"), f"No zombie is hidden in {square} now.", firm=True)
    if square in position.zombies:
        return refuse(
            ("9.3",),
            f"A zombie unit is in {square}, so no hidden zombie can be revealed there now.",
            firm=True,
        )
    if position.phase == "reaction":
        return _refuse_reacting(position, square)
    return None


def revealable(position: Position) -> tuple[str, ...]:
    """Return the hidden squares that may be revealed now (9.2, 9.3); only the zombie player may know."""
    if position.phase not in REVEAL.phases:
        return ()
    return tuple(s for s in position.hidden if _refuse(position, Reveal(s)) is None)


def reveal_thinkable(position: Position) -> bool:
    """Return whether a reveal is possible now for all that players without the secret squares know (9.2).

    Any lawful square may hide a zombie, as long as one is left.
    """
    if position.phase not in REVEAL.phases or not position.hidden or position.hidden_box == ():
        return False
    open_squares = (s for s in lawful_hidden_squares(position.setting.board) if s not in position.zombies)
    if position.phase == "reaction":
        return any(_refuse_reacting(position, square) is None for square in open_squares)
    return any(open_squares)


def _refuse_reacting(position: Position, square: str) -> Verdict | None:
    cases = ("9.2", "R-9.2a")
    if not sees_trail(position, square):
        return refuse(
            cases, f"A zombie in {square} would not see where the characters went, so it would not react."
        )
    if position.supers_at(square):
        reason = f"A super zombie is in {square}, so a unit there need not react and none may be revealed."
        return refuse((*cases, "7.2"), reason)
    if position.at(square):
        return refuse((*cases, "7.2"), f"A character is in {square}, so a unit there does not react.")
    if not reaction_paths(position, square):
        return refuse((*cases, "7.2"), f"A unit in {square} could not move towards the characters now.")
    return None


def _grant(position: Position, action: Reveal) -> Verdict:
    if refused := draw_refusal(position, "hidden_box", 1, action.draw, "9.0"):
        return refused
    needs = draw_needed(position, 1, action.draw)
    if position.physical and position.at(action.square) and not (action.values or {}).get(action.square):
        needs["value"] = (action.square,)
    cases = ("9.2", "R-9.2a") if position.phase == "reaction" else ("9.2",)
    return granted(cases, f"The hidden zombie in {action.square} may be revealed.", needs=needs)


def _reveal(position: Position, action: Reveal) -> Outcome:
    came = turn_up_hidden(position, action.square, action.draw, action.values)
    after = came.after
    state = after.phase_state
    if isinstance(state, ReactionState | FreeState):
        # A super zombie there did not begin the Player-Turn with this unit (11.2).
        state = replace(state, paired=state.paired - frozenset(after.supers_at(action.square)))
        after = replace(after, phase_state=state)
    story = f"A hidden zombie appears in {action.square}."
    if isinstance(state, ReactionState):
        after = replace(after, phase_state=replace(state, pending=state.pending | {action.square}))
        story = f"{story[:-1]} and must react."
    return Outcome(after, story, effects=came.effects)


def _options(position: Position) -> Iterator[Reveal]:
    for square in position.hidden:
        yield Reveal(square)


def _reads(position: Position, action: Reveal) -> Iterator[str]:
    """Yield the square if a character is there; the unit is then face up (5.4)."""
    if position.at(action.square):
        yield action.square


REVEAL = Procedure(Reveal, _refuse, _grant, _reveal, _options, _reads)
