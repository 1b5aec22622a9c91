"""4.0 Sequence of Play: the Human Player-Turn and the phases of the Zombie Player-Turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.dawn_of_the_dead.actions import Action, EndTurn, NextPhase
from rules.dawn_of_the_dead.effects import MustRest, PhaseBegun, PlayerTurnBegun
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.humans.human_movement import trail_laid, trail_so_far
from rules.dawn_of_the_dead.position import (
    AppearanceState,
    AttackState,
    BerserkState,
    GenerationState,
    Phase,
    PhaseState,
    Position,
    ReactionState,
)  # fmt: skip
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, people
from rules.dawn_of_the_dead.zombies.attacks import at_once_cases, begin_attacks
from rules.dawn_of_the_dead.zombies.berserk import begin_berserk
from rules.dawn_of_the_dead.zombies.entrance import entrance_due
from rules.dawn_of_the_dead.zombies.hidden_zombies import must_be_revealed
from rules.dawn_of_the_dead.zombies.super_zombies import infected_due
from rules.dawn_of_the_dead.zombies.zombie_movement import begin_free, begin_reaction, must_react
from rules.ruling import allow, refuse
from rules.sentences import listed

HUMAN_PHASES: frozenset[Phase] = frozenset({"place_characters", "human"})
"""The phases when the human player acts; in an attack he may act too (8.1)."""
ZOMBIE_PHASES: tuple[Phase, ...] = (
    "hidden_appearance",
    "berserk",
    "reaction",
    "free_movement",
    "attack",
    "generation",
)
PHASE_NAMES: Mapping[Phase, str] = {
    "place_hidden": "Set-up: hidden zombies",
    "place_characters": "Set-up: characters",
    "human": "Human Player-Turn",
    "hidden_appearance": "Hidden Zombie Table",
    "berserk": "Berserk Zombie Phase",
    "reaction": "Zombie Reaction Movement Phase",
    "free_movement": "Zombie Free Movement Phase",
    "attack": "Zombie Attack Phase",
    "generation": "Zombie Generation Phase",
    "over": "The game is over",
}


def phase_begins(phase: Phase) -> str:
    """Return the sentence that a phase begins; a table is used and does not begin."""
    name = PHASE_NAMES[phase]
    return f"Now the {name}." if phase == "hidden_appearance" else f"{name} begins."


def begin_state(position: Position) -> PhaseState:
    """Return the state of a phase that begins in this position."""
    match position.phase:
        case "hidden_appearance":
            return AppearanceState()
        case "berserk":
            return begin_berserk(position)
        case "reaction":
            return begin_reaction(position)
        case "free_movement":
            state = position.phase_state
            return begin_free(position, state if isinstance(state, ReactionState) else None)
        case "attack":
            return begin_attacks(position)
        case "generation":
            return GenerationState()
        case _:
            return None


def enter_phase(position: Position, phase: Phase) -> Position:
    """Return the position at the start of a phase."""
    entered = replace(position, phase=phase)
    return replace(entered, phase_state=begin_state(entered))


# --- the end of the Human Player-Turn -------------------------------------------------------------


def _refuse_end(position: Position, action: EndTurn) -> Verdict | None:
    return None


def _grant_end(position: Position, action: EndTurn) -> Verdict:
    return allow(("4.0",), "The Human Player-Turn may end.")


def _end_turn(position: Position, action: EndTurn) -> Outcome:
    moved = position.move.moved if position.move else frozenset()
    characters = {
        n: c if c.moved_last_turn == (n in moved) else replace(c, moved_last_turn=n in moved)
        for n, c in position.characters.items()
    }
    first: Phase = "hidden_appearance" if position.solitaire else "berserk"
    trail = trail_so_far(position)
    after = enter_phase(replace(position, characters=characters, move=None, trail=trail), first)
    effects = (
        MustRest(tuple(n for n in position.characters if n in moved)),
        *trail_laid(position, trail),
        PlayerTurnBegun("zombie", position.turn),
        PhaseBegun(first, position.turn),
    )
    return Outcome(after, f"The Human Player-Turn ends. {phase_begins(first)}", effects=effects)


# --- the end of a zombie phase --------------------------------------------------------------------


def _refuse_next(position: Position, action: NextPhase) -> Verdict | None:
    state = position.phase_state
    match position.phase:
        case "berserk" if isinstance(state, BerserkState) and state.due:
            squares = ", ".join(sorted(state.due))
            return refuse(("10.0", "4.0"), f"Check the berserk units first: {squares}.")
        case "reaction" if waiting := must_react(position):
            units = "A unit" if len(waiting) == 1 else "Units"
            return refuse(("7.0", "R-7.2a"), f"{units} must still react: {listed(waiting)}.")
        case "free_movement" if must_be_revealed(position):
            return refuse(
                ("9.4", "R-9.4a"),
                "No zombie was left on the map, so reveal all the hidden zombies first.",
            )
        case "attack" | "generation" if isinstance(state, AttackState) and (state.attack or state.pending):
            where = [state.attack.square] if state.attack else sorted(state.pending)
            cases: tuple[str, ...] = ("8.0", "4.0")
            if position.phase == "generation":
                cases = tuple(dict.fromkeys(c for square in where for c in at_once_cases(position, square)))
            return refuse(cases, f"Resolve the attacks first: {', '.join(where)}.")
        case "generation":
            return _refuse_generation(position)
        case "hidden_appearance" if isinstance(state, AppearanceState) and not state.rolled:
            return refuse(("15.2",), "The Hidden Zombie Table comes first.")
    return None


def _refuse_generation(position: Position) -> Verdict | None:
    if entrance_due(position):
        return refuse(("13.0", "4.0"), "Roll on the Zombie Entrance Table first.")
    if due := infected_due(position):
        return refuse(("11.0", "4.0"), f"First roll for {NAMES[due[0]]}, who is infected.")
    return None


def attacks_left(position: Position) -> tuple[str, ...]:
    """Return the squares of attacks that are not resolved, the open one first (8.0)."""
    state = position.phase_state
    if not isinstance(state, AttackState):
        return ()
    return (*([state.attack.square] if state.attack else ()), *sorted(state.pending))


def skip_refusal(position: Position, action: Action) -> Verdict | None:
    """Return why no agreement may skip the attacks that are left, or None (R-4.0b).

    It takes both sides. Where nobody plays the zombies, nobody can agree for them.
    """
    squares = attacks_left(position)
    if not isinstance(action, NextPhase) or not position.solitaire or not squares:
        return None
    what = "The attack in" if len(squares) == 1 else "The attacks in"
    reason = (
        f"{what} {listed(squares)} cannot be skipped: nobody here plays the zombies and could agree to it."
    )
    return refuse(("R-4.0b", "8.0"), reason, firm=True)


def _left_undone(position: Position) -> str:
    """Return what an agreement to end the phase now skips, by open facts; "" for nothing (R-4.0b)."""
    state = position.phase_state
    if squares := attacks_left(position):
        one = len(squares) == 1
        return f"The attack{'' if one else 's'} in {listed(squares)} {'is' if one else 'are'} not made."
    if isinstance(state, BerserkState) and state.due:
        return f"No berserk check in {listed(sorted(state.due))}."
    if isinstance(state, ReactionState) and (waiting := must_react(position)):
        return f"No reaction from {listed(waiting)}."
    if isinstance(state, AppearanceState) and not state.rolled:
        return "No roll on the Hidden Zombie Table."
    if not isinstance(state, GenerationState):
        return ""
    rolls = ["No roll on the Zombie Entrance Table."] if entrance_due(position) else []
    rolls += [f"No roll for {people(infected)}."] if (infected := infected_due(position)) else []
    return " ".join(rolls)


def _grant_next(position: Position, action: NextPhase) -> Verdict:
    return allow(("4.0",), f"The {PHASE_NAMES[position.phase]} may end.")


def _next_phase(position: Position, action: NextPhase) -> Outcome:
    skipped = f"{undone} " if (undone := _left_undone(position)) else ""
    if position.phase == "generation":
        turn = position.turn + 1
        after = enter_phase(replace(position, turn=turn, trail=(), move=None), "human")
        begun = (PlayerTurnBegun("human", turn), PhaseBegun("human", turn))
        story = f"{skipped}Game-Turn {turn} begins: Human Player-Turn."
        return Outcome(after, story, effects=(*trail_laid(position, ()), *begun))
    phase = ZOMBIE_PHASES[ZOMBIE_PHASES.index(position.phase) + 1]
    begins = (PhaseBegun(phase, position.turn),)
    story = f"{skipped}{phase_begins(phase)}"
    return Outcome(enter_phase(position, phase), story, effects=begins)


def _end_options(position: Position) -> Iterator[EndTurn]:
    yield EndTurn()


def _next_options(position: Position) -> Iterator[NextPhase]:
    yield NextPhase()


END_TURN = Procedure(EndTurn, _refuse_end, _grant_end, _end_turn, _end_options)
NEXT_PHASE = Procedure(NextPhase, _refuse_next, _grant_next, _next_phase, _next_options)
