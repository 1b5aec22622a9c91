"""The whole game: what a position waits for, who rules on an action, the order of the phases (2.0), the end.

A room has its `ACTIONS`, its `JUDGES` by action, what a figure may do (`offered`), and `TASKS`: by kind, the
actions with which the referee answers one of its own tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.fields import action, rolled
from rules.questions import REFEREE, TABLE, Question, Seat
from rules.ruling import Ruling, allow, done
from rules.sentences import listed
from rules.zombies_surviving import goals, roster, setting_up, wounds
from rules.zombies_surviving.menace import bosses, game_phase, independents, tasks
from rules.zombies_surviving.position import Position, Task
from rules.zombies_surviving.setting_up import TITLE, Begin, player
from rules.zombies_surviving.survival import economy, rooms, things
from rules.zombies_surviving.survival.places import search

Judge = Callable[[Position, Any], Ruling[Position]]
Offers = Callable[[Position, str], Iterator[object]]
Work = Callable[[Position, Task], Sequence[object]]
GM = "gm"
TURN_ENDS, SURVIVAL, INFECTION, OVER = "turn_ends", "survival_begins", "infection", "over"
BOSSES = "bosses"


@action
class EndTurn:
    """Say that one's figures have acted in this turn (5.0)."""

    seat: str


@action
class EndGame:
    """End the game now, by agreement (1.4)."""


@action
class TurnEnds:
    """See whether the game is over, else begin the next turn (2.0)."""


@action
class SurvivalBegins:
    """Begin the survival phase (2.0)."""


@action
class Infection:
    """Roll at the end of the game for each bite of a survivor (8.6)."""

    figure: str
    dice: tuple[int, ...] | None = rolled("infection")


@action
class Over:
    """Say who has won (1.4)."""


def judge_begin(position: Position, action: Begin) -> Ruling[Position]:
    """Rule on the beginning of the first turn: rivals may quarrel, and the panicky panic (2.0, 5.17)."""
    ruling = setting_up.judge_begin(position, action)
    after = ruling.after
    return ruling if after is None else replace(ruling, after=after.push(*rooms.at_start(after)))


def judge_end_turn(position: Position, action: EndTurn) -> Ruling[Position]:
    """Rule on the end of a player's turn (5.0)."""
    p = replace(position, played=(*position.played, action.seat), acting="")
    return done(p, ("5.0",), f"{player(action.seat)} is done.")


def judge_end_game(position: Position, _action: EndGame) -> Ruling[Position]:
    """Rule on a game that the players end (1.4)."""
    return done(_ending(position), ("1.4",), "The players end the game.")


def judge_turn_ends(position: Position, _action: TurnEnds) -> Ruling[Position]:
    """Rule on the end of a turn (2.0)."""
    p = position.pop().count(goals.TURNS_OVER)
    if why := goals.must_end(p):
        return done(_ending(p), ("1.4", "2.0"), f"{why} The game is over.")
    p = replace(p, turn=p.turn + 1, phase="game", played=(), acting="")
    p = tasks.begin_turn(p.push(Task(SURVIVAL)))
    return done(p, ("2.0",), f"Turn {p.turn} begins with its game phase.")


def _ending(position: Position) -> Position:
    bitten = [n for n in goals.living(position) if position.figures[n].bites]
    p = replace(position, tasks=())
    return p.push(*(Task(INFECTION, name) for name in bitten), Task(OVER))


def judge_survival(position: Position, _action: SurvivalBegins) -> Ruling[Position]:
    """Rule on the beginning of a survival phase (2.0)."""
    p = economy.begin(replace(position.pop(), phase="survival"))
    return done(p.push(*rooms.at_start(p)), ("2.0",), "The survival phase begins.")


def misfits(position: Position) -> Iterator[str]:
    """Yield a sentence for each part of a position that does not fit the others, as somebody wrote it."""
    for task in position.tasks:
        if task.kind not in {**TASKS, **tasks.SETTLERS}:
            yield f"tasks: “{task.kind[:40]}” is nothing that the referee does."
        about_one = task.kind in tasks.OF_FIGURES or (task.kind == BOSSES and task.who)
        if about_one and task.who not in position.figures:
            yield f"tasks: “{task.who[:40]}” is no figure of this position."
    yield from search.misfits(position)


def begun(position: Position) -> Position:
    """Return the position with what the referee does in its phase, where it says nothing of that (2.0)."""
    parts = game_phase.PARTS.get(position.phase, ())
    if position.tasks or not parts:
        return position
    return tasks.settle(position.push(*map(Task, (*parts, SURVIVAL))))


def judge_infection(position: Position, action: Infection) -> Ruling[Position]:
    """Rule on the bites of a survivor at the end of the game (8.6)."""
    figure, score = position.figures[action.figure], wounds.infection_score(position, action.figure)
    if action.dice is None:
        return allow(("8.6",), "A die for each bite.", {"dice": figure.bites}, score)
    infected = any(wounds.is_infected(position, action.figure, die) for die in action.dice)
    p = position.pop()
    if infected:
        p = p.put(action.figure, figure.with_status(goals.INFECTED))
    what = "is infected" if infected else "is not infected"
    score = replace(score, rolled=action.dice, success=not infected)
    return done(p, ("8.6",), f"{economy.called(position, action.figure)} {what}.", score=score)


def judge_over(position: Position, _action: Over) -> Ruling[Position]:
    """Rule on who has won (1.4)."""
    p = replace(position.pop(), phase="over")
    won = goals.winners(p)
    opened = tuple(f"objectives.{seat}" for seat in p.objectives)
    own = [_objective(p, seat, id_) for seat, id_ in p.objectives.items()]
    says = f"{listed(map(player, won))} {'have' if won[1:] else 'has'} won." if won else "Nobody has won."
    after = replace(p, won=won, objectives={}, revealed=p.objectives)
    return done(after, ("1.4",), " ".join((says, *own)), opened)


def _objective(position: Position, seat: str, id_: str) -> str:
    met = "met" if goals.personal_met(position, seat, id_) else "not met"
    return f"{player(seat)}: “{goals.personal()[id_]}” ({met})."


_OWN: Mapping[type, Judge] = {
    Begin: judge_begin,
    EndTurn: judge_end_turn,
    EndGame: judge_end_game,
    TurnEnds: judge_turn_ends,
    SurvivalBegins: judge_survival,
    Infection: judge_infection,
    Over: judge_over,
}
_ROOMS: Sequence[Any] = (setting_up, roster, tasks, rooms)
JUDGES: Mapping[type, Judge] = {
    **{kind: judge for room in _ROOMS for kind, judge in room.JUDGES.items()},
    **_OWN,
}
ACTIONS: tuple[type, ...] = tuple(JUDGES)
OFFERS: Sequence[Offers] = (rooms.offered,)
TASKS: Mapping[str, Work] = {
    **tasks.TASKS,
    **rooms.TASKS,
    TURN_ENDS: lambda _position, _task: (TurnEnds(),),
    SURVIVAL: lambda _position, _task: (SurvivalBegins(),),
    INFECTION: lambda _position, task: (Infection(task.who),),
    OVER: lambda _position, _task: (Over(),),
}


def judge(position: Position, action: object) -> Ruling[Position]:
    """Rule on any action that the position waits for."""
    ruling = JUDGES[type(action)](position, action)
    if ruling.after is None:
        return ruling
    after = _noted(ruling.after, action)
    if getattr(action, "seat", ""):
        after = independents.avenged(position, after)
    return replace(ruling, after=_onward(tasks.settle(after)))


def _onward(position: Position) -> Position:
    """Return the position at the end of its turn where nobody is left to act in the survival phase (2.0)."""
    if position.phase != "survival" or position.tasks or to_play(position):
        return position
    return position.push(*rooms.at_end(position), Task(TURN_ENDS))


def _noted(position: Position, action: object) -> Position:
    """Return the position in which a building that somebody searched counts for objectives (1.4)."""
    name = getattr(action, "figure", "")
    place = position.figures[name].zone if name in position.figures else ""
    if getattr(action, "do", "") != "search" or place not in position.buildings:
        return position
    searched = replace(position.buildings[place], searched=True)
    return replace(position, buildings={**position.buildings, place: searched})


def to_play(position: Position) -> tuple[str, ...]:
    """Return the seats whose figures have yet to act in this survival phase, or act now."""
    if position.acting and position.acting not in position.played:
        return (position.acting,)
    waiting = (seat for seat in position.seats if seat not in position.played)
    return tuple(seat for seat in waiting if goals.on_table(position, seat))


def questions(position: Position) -> list[Question[object]]:
    """Return what the position waits for: what the referee does first of all, else what players may do."""
    if position.phase == "set_up":
        return list(setting_up.questions(position))
    beside = list(roster.questions(position))
    if told := tasks.beside(position):
        beside.append(Question("tell", (TABLE, *position.seats), told, optional=True))
    if position.tasks:
        return [*beside, _asked(position, position.tasks[0])]
    if position.turn == 1 and setting_up.untouched(position):
        kind = (setting_up.TellVehicle(),)
        beside.append(Question("the vehicles", (TABLE, *position.seats), kind, optional=True))
    beside.append(Question("end", (TABLE, *position.seats), (EndGame(),), optional=True))
    return [*beside, *_survival(position)]


def _asked(position: Position, task: Task) -> Question[object]:
    answers = tuple(TASKS[task.kind](position, task))
    if task.kind == BOSSES:
        acts = (act for offers in OFFERS for act in offers(position, task.who))
        answers = (*(act for act in acts if getattr(act, "do", "") in bosses.BOSS_ACTS), *answers)
    seat = getattr(answers[0], "seat", "") if answers else ""
    who = (str(seat),) if seat else (REFEREE,)
    return Question(f"{task.kind} {task.who}".strip(), who, answers)


def _survival(position: Position) -> Iterator[Question[object]]:
    for seat in to_play(position):
        for name in goals.on_table(position, seat):
            acts = tuple(act for offers in OFFERS for act in offers(position, name))
            private = tuple(act for act in acts if isinstance(act, rooms.PRIVATE))
            if private:
                yield Question(f"find {name}", (seat,), private, optional=True, private=True, tells=True)
            if acts := tuple(act for act in acts if act not in private):
                yield Question(f"act {name}", (seat,), acts, optional=True)
        yield Question(f"turn {seat}", (seat,), (EndTurn(seat),))


def seats(position: Position, *, master: bool = False) -> list[Seat]:
    """Return who sits at the table: those who have not left, and a game master if there is one."""
    players = [Seat(seat, TITLE[seat]) for seat in position.seats]
    gm = Seat(GM, "Game master", votes=False, clock=False, master=True)
    return [*players, gm] if master else players


def consent(position: Position, action: object) -> Collection[str]:
    """Return the seats whose yes an action needs first."""
    if isinstance(action, EndGame):
        return position.seats
    return things.consent(position, action) or roster.consent(position, action)


def winners(position: Position) -> tuple[str, ...] | None:
    """Return the seats that have won; None while the game goes on."""
    return position.won if position.phase == "over" else None
