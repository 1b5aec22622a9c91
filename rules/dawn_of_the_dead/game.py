"""The one interface of the game: rule on an action, carry it out, list what is legal, end a phase.

Every tap, request and line of a record comes through here. Screens offer `legal_actions`, which makes the
same checks as `rule`.

That a phase ends by itself depends on open facts. Whether a phase waits never betrays a hidden zombie: it
waits whenever a reveal is possible as far as everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dawn_of_the_dead import sequence, setting_up, victory
from rules.dawn_of_the_dead.actions import (
    ACTIONS,
    ATTACKS,
    Action,
    FreeMove,
    NextPhase,
    Reveal,
    RollFreeMoves,
    kinds_where,
)
from rules.dawn_of_the_dead.actions.action import PoolName
from rules.dawn_of_the_dead.effects import PhaseBegun
from rules.dawn_of_the_dead.equipment import cardboard, counters_change
from rules.dawn_of_the_dead.equipment.units import still_shown, turn_down
from rules.dawn_of_the_dead.humans import doors, gunfire, human_movement
from rules.dawn_of_the_dead.position import EMPTY, PHASES, FreeState, Phase, Position
from rules.dawn_of_the_dead.procedure import Procedure, Verdict
from rules.dawn_of_the_dead.sequence import ZOMBIE_PHASES, phase_begins
from rules.dawn_of_the_dead.setting_up import set_up
from rules.dawn_of_the_dead.solitaire import priorities, solitaire
from rules.dawn_of_the_dead.solitaire.priorities import lawful_moves
from rules.dawn_of_the_dead.view import View, effects_for, redact
from rules.dawn_of_the_dead.zombies import (
    attacks,
    berserk,
    entrance,
    hidden_zombies,
    super_zombies,
    zombie_movement,
)
from rules.dawn_of_the_dead.zombies.hidden_zombies import reveal_thinkable
from rules.effects import Change, Effect
from rules.ruling import NOTHING, Ruling, refuse
from rules.sentences import either

PROCEDURES: Mapping[str, Procedure[Any]] = {
    procedure.action.do: procedure
    for procedure in (
        setting_up.PLACE_HIDDEN, setting_up.PLACE_CHARACTERS, human_movement.START_MOVE, human_movement.STEP,
        human_movement.PUT_DOWN, doors.OPEN_DOOR, doors.CLOSE_DOOR, doors.CLOSE_MAIN_DOOR, doors.TAKE_RIFLE,
        gunfire.SHOOT, sequence.END_TURN, solitaire.ROLL_HIDDEN, berserk.CHECK_BERSERK, zombie_movement.REACT,
        berserk.SMASH, hidden_zombies.REVEAL, zombie_movement.ROLL_FREE_MOVES, zombie_movement.FREE_MOVE,
        attacks.OPEN_ATTACK, attacks.DEFEND, attacks.HOLD_FIRE, attacks.DECLARE_ATTACK,
        attacks.CHOOSE_VICTIMS, attacks.ROLL_ATTACK, entrance.ROLL_ENTRANCE,
        super_zombies.ROLL_INFECTION, sequence.NEXT_PHASE, cardboard.READ_VALUE, counters_change.USE_SHEET,
    )
}  # fmt: skip
"""How to rule on each kind of action, in the order in which legal actions are listed."""

HUMAN_ACTIONS = kinds_where(lambda kind: kind.side == "human")
"""The human player's actions."""
STRIKES = kinds_where(lambda kind: kind.strikes)
"""The zombies' actions once the characters attacked have shot or held fire (8.0, R-8.1a)."""
SECRET_ACTIONS = kinds_where(lambda kind: kind.secret)
"""Actions that name a hidden square; no public screen may show them (3.1, 9.0)."""
POOLS: Mapping[str, PoolName] = {do: kind.draws_from for do, kind in ACTIONS.items() if kind.draws_from}
"""The actions that draw a unit, and the pool they draw from."""
_IN_PHASE: Mapping[Phase, Sequence[Procedure[Any]]] = {
    phase: [procedure for procedure in PROCEDURES.values() if phase in procedure.phases] for phase in PHASES
}
_SEATS: Mapping[str, frozenset[str]] = {
    "human": frozenset({"human", "table"}),
    "zombie": frozenset({"zombie", "table"}),
    "either": frozenset({"human", "zombie", "table"}),
}
"""The seats of a side; the tablet is everybody's."""


def check(position: Position, action: Action, *, waived: bool = False) -> Verdict:
    """Return whether an action may be done now, without carrying it out.

    The answer depends on open facts and on the fields of the action, never on the result of a roll. With
    `waived` a strike itself says that nobody shoots first, as in a record or for a program. Otherwise
    somebody under attack must shoot or hold fire first (R-8.1a).
    """
    if refused := cardboard.values_refusal(position, action) or attacks.part_refusal(position, action):
        return refused
    ruling = _check_recorded(position, action, waived=waived)
    if ruling.legal:
        return unneeded(position, action) or ruling
    return replace(ruling, firm=True) if sequence.skip_refusal(position, action) else ruling


def unneeded(position: Position, action: Action) -> Verdict | None:
    """Return why nothing wants a value of an action that may be done, or None without such a value (R-5.4b).

    A record may hold such values; they change nothing.
    """
    reads = PROCEDURES[action.do].reads(position, action)
    return cardboard.unneeded(action, reads, physical=position.physical)


def _check_recorded(position: Position, action: Action, *, waived: bool) -> Verdict:
    """Return as `check` does, with any values."""
    limits = _limits(position, action, waived=waived)
    if not isinstance(limits, tuple):
        return limits
    ruling = PROCEDURES[action.do].grant(position, action)
    return replace(ruling, cases=(*limits, *ruling.cases)) if limits and ruling.legal else ruling


def refusal(position: Position, action: Action) -> Verdict | None:
    """Return why an action may not be done, section 15 included, or None if it may."""
    limits = _limits(position, action)
    return None if isinstance(limits, tuple) else limits


def _limits(position: Position, action: Action, *, waived: bool = False) -> Verdict | tuple[str, ...]:
    """Return why an action may not be done; otherwise the cases of section 15 that it rests on."""
    refused = _out_of_phase(position, action) or PROCEDURES[action.do].refusal(position, action)
    if refused is None and action.strikes and not waived:
        refused = attacks.strike_refusal(position)
    if refused or not position.solitaire:
        return refused or ()
    return priorities.limits(position, action)


def rule(position: Position, action: Action, *, waived: bool = False) -> Verdict:
    """Return the ruling on an action, with the next position if it is legal and complete.

    `waived` is as in `check`.
    """
    ruling = check(position, action, waived=waived)
    if not ruling.legal or ruling.needs:
        return ruling
    return _carry_out(position, action, ruling)


def recorded(position: Position, action: Action) -> Verdict:
    """Return as `rule` does for a line of a record, with its values as they were read then."""
    ruling = _check_recorded(position, action, waived=True)
    return _carry_out(position, action, ruling) if ruling.legal and not ruling.needs else ruling


def follow(position: Position, action: Action) -> Verdict:
    """Return the ruling on an action advised for this position, without checking again that it is legal.

    This is for programs that play thousands of games; players' actions go through `rule`. The ruling leaves
    out the cases of section 15 that call for the action.
    """
    ruling = PROCEDURES[action.do].grant(position, action)
    if not ruling.legal or ruling.needs:
        return ruling
    return _carry_out(position, action, ruling)


def force(position: Position, action: Action) -> Verdict:
    """Return the ruling after players agreed to override a refusal.

    A firm refusal cannot be overridden: there would be nothing to carry out. The ruling has the cases of the
    refusal.
    """
    for firm in (cardboard.values_refusal, attacks.part_refusal, sequence.skip_refusal):
        if refused := firm(position, action):
            return refused
    ruling = force_recorded(position, action)
    return (unneeded(position, action) if ruling.legal else None) or ruling


def force_recorded(position: Position, action: Action) -> Verdict:
    """Return as `force` does for a line of a record, with its values as they were read then."""
    refused = _limits(position, action)
    if isinstance(refused, tuple):
        return recorded(position, action)
    if refused.firm:
        return refused
    ruling = PROCEDURES[action.do].grant(position, action)
    if not ruling.legal:
        return ruling
    ruling = replace(ruling, cases=refused.cases)
    return ruling if ruling.needs else _carry_out(position, action, ruling)


def _out_of_phase(position: Position, action: Action) -> Verdict | None:
    if position.phase in action.phases:
        return None
    if position.phase == "over":
        return refuse(("14.0",), "The game is over.", firm=True)
    now = f"This is {_spoken(position.phase)};"
    phases = action.phases - (solitaire.HIDING if position.solitaire else solitaire.APPEARANCE)
    if phases:
        when = either(_spoken(phase) for phase in sequence.PHASE_NAMES if phase in phases)
        return refuse(("4.0",), f"{now} that belongs to {when}.", firm=True)
    if position.solitaire:
        sentence = f"{now} no zombies are hidden in this game, they come by the Hidden Zombie Table."
        return refuse(("15.1", "4.0"), sentence, firm=True)
    sentence = f"{now} with two players nobody rolls on the Hidden Zombie Table."
    return refuse(("4.0", "15.2"), sentence, firm=True)


def _spoken(phase: Phase) -> str:
    """Return a phase in a sentence. Setting up has names with a colon."""
    name = sequence.PHASE_NAMES[phase]
    return f"“{name}”" if ":" in name else f"the {name}"


def _carry_out(position: Position, action: Action, ruling: Verdict) -> Verdict:
    outcome = PROCEDURES[action.do].carry_out(fresh(position), action)
    done = Change(turn_down(outcome.after), outcome.effects)
    if winner := victory.winner(position, done.after):
        done = done.then(victory.end_game, winner)
    if hidden_zombies.swept(position, done.after) != done.after.swept:
        done = done.then(hidden_zombies.change_swept)
    cases = tuple(dict.fromkeys((*ruling.cases, *outcome.cases, *victory.cases(done.after))))
    story = outcome.story or outcome.reason
    return Ruling(True, cases, outcome.reason, NOTHING, done.after, story, effects=done.effects)


def fresh(position: Position) -> Position:
    """Return the position without the values that the last action showed."""
    if not position.shown and not position.inspected:
        return position
    return replace(position, zombies=still_shown(position), shown=EMPTY, inspected=EMPTY)


def legal_actions(position: Position, *, waived: bool = False) -> list[Action]:
    """Return every action that may be done now, without dice and draws, in a fixed order.

    With `waived` (see `check`) the list has strikes even while characters may still shoot, and nobody holds
    fire for everybody: a program may go straight to the strike.
    """
    return [
        action
        for procedure in _procedures(position, waived=waived)
        for action in _options(position, procedure)
        if procedure.refusal(position, action) is None and not (waived and attacks.holds_for_all(action))
    ]


def _procedures(position: Position, *, waived: bool) -> Iterator[Procedure[Any]]:
    """Yield the kinds of actions for the list of this phase."""
    attacking = position.phase in ATTACKS
    withheld = not waived and attacking and bool(attacks.may_shoot(position))
    for procedure in in_phase(position.phase):
        if not (withheld and procedure.action.strikes):
            yield procedure


def in_phase(phase: Phase) -> Sequence[Procedure[Any]]:
    """Return how to rule on each kind of action of a phase, in the order of the list of legal actions."""
    return _IN_PHASE[phase]


def _options(position: Position, procedure: Procedure[Any]) -> Iterable[Action]:
    """Return the actions to check; if section 15 sets limits, only those within them."""
    options = procedure.options(position)
    if not position.solitaire:
        return options
    if procedure.action is FreeMove:
        return [proposal.action for proposal in lawful_moves(position)]
    return (a for a in options if priorities.refusal(position, a) is None)


def seats_for(name: str) -> frozenset[str]:
    """Return the seats that may do an action: its side, and the tablet unless the action is secret."""
    kind = ACTIONS[name]
    return frozenset({kind.side}) if kind.secret else _SEATS[kind.side]


def pool_for(name: str) -> PoolName | None:
    """Return the pool from which an action draws its units (9.0, 13.3)."""
    return ACTIONS[name].draws_from


__all__ = [
    "ACTIONS", "View", "check", "effects_for", "follow", "force", "force_recorded", "legal_actions",
    "pool_for", "recorded", "redact", "rule", "seats_for", "set_up",
]  # fmt: skip


_NOTHING: Mapping[Phase, str] = {
    "berserk": "no berserk checks",
    "reaction": "no reactions",
    "free_movement": "no free moves",
    "attack": "no attacks",
    "generation": "nobody enters",
}
"""The words for a phase that began and ended at once."""


def nothing_left(position: Position) -> bool:
    """Return whether a zombie phase may end with nothing left to do or choose, by open facts alone (4.0).

    A die for free moves does not count if no piece could use it. Under section 15 it is always rolled (15.5).
    """
    if position.phase not in ZOMBIE_PHASES or not check(position, NextPhase()).legal:
        return False
    if reveal_thinkable(position):
        return False
    ignored: set[type[Action]] = {NextPhase, Reveal}
    checked = position
    state = position.phase_state
    if position.solitaire:
        ignored.add(FreeMove)  # The phase cannot end while one is due (15.5).
    elif isinstance(state, FreeState) and state.die is None:
        ignored.add(RollFreeMoves)
        checked = replace(position, phase_state=replace(state, left=1))
    return not any(
        refusal(checked, action) is None
        for procedure in in_phase(checked.phase)
        if procedure.action not in ignored
        for action in procedure.options(checked)
    )


def ended_phases(effects: Iterable[Effect]) -> str:
    """Return one line about phases that ended by themselves.

    `effects` are those of the last action and of each end after it. The line names the phases that began and
    ended at once, and the one that begins now: "No reactions, no free moves. Zombie Attack Phase begins."
    """
    *passed, now = (effect for effect in effects if isinstance(effect, PhaseBegun))
    none = ", ".join(_NOTHING[begun.phase] for begun in passed if begun.phase in _NOTHING)
    begins = f"Game-Turn {now.turn} begins." if now.phase == "human" else phase_begins(now.phase)
    return f"{none[0].upper()}{none[1:]}. {begins}" if none else begins
