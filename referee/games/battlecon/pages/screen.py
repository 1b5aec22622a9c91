"""The screen of a seat, made from its view, its actions and the log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.games.battlecon.match import DuelContext
from referee.games.battlecon.narration.beat_view import BeatView, ShownSheet, beat_view
from referee.games.battlecon.narration.checklist import Task, rewind_tasks, set_up
from referee.games.battlecon.narration.narrator import Narrator, story_of
from referee.games.battlecon.narration.scoreboard import Ended, duel_before, ended, player_names, points_line
from referee.games.battlecon.pages import hand
from referee.games.battlecon.pages.beat_clock import BeatClock, ClockKey, beat_clock, clock_keys
from referee.games.battlecon.pages.board import Plate, Space, lamp, lets_choose_first, plate, spaces_in
from referee.games.battlecon.pages.lessons import ShownLesson, shown_lesson
from referee.games.battlecon.pages.questions import (
    Concession,
    Question,
    SecretKey,
    alone,
    concessions_here,
    handed_tablet,
    own_concession,
    questions,
    seat_name,
    secret_keys,
)
from rules.battlecon.actions import SEATS
from rules.battlecon.view import View

STEPS = (
    ("Choose", ("select",)), ("Ante", ("ante",)), ("Reveal", ("special",)), ("Clash", ("clash",)),
    ("Attack", ("execute",)),
)  # fmt: skip
SET_UP = {"choose_fighters": "Choose fighters", "choose_discards": "First discards"}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the beat: its name, and whether it is past, now or ahead."""

    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Lamp:
    """Whether a seat has chosen, before it has a plate."""

    seat: str
    name: str
    lamp: str
    says: str


@dataclass(frozen=True, slots=True)
class DuelScreen:
    """Everything that the templates of a table show.

    `mine` is the plate of a player's own fighter; the tablet and spectators have none. `chosen` is the pair
    that lies face down for its owner. `covered` asks the others to look away before a hand is shown.
    `facing` is the opponent's face-up attack. `give_up` is the action that gives up, `concessions` are the
    tablet's keys for it. `lesson` is the trainer's, where it is on. `duel_before` says who won
    the last duel, while the next one is set up. `then` leads from one pair entered face up to the other.
    `alone`: one person plays against the referee. `at_once`: that person's hand is open without a tap,
    below the last beat. `asks`: this screen has a question to answer. `face_down`: each pair of this
    beat was chosen on its player's own phone; one entered here may lie face up on the table. `tasks` are the
    checklist, under a title. `draft` is sent along when the screen is fetched again. `clock` is that of the
    beat, where the table has one, and `clock_keys` set it.
    """

    seat: str
    title: str
    beat: int
    duel: str
    steps: tuple[Step, ...]
    plates: tuple[Plate, ...]
    mine: Plate | None
    theirs: Plate | None
    lamps: tuple[Lamp, ...]
    spaces: tuple[Space, ...]
    distance: int | None
    questions: tuple[Question, ...]
    secret_keys: tuple[SecretKey, ...]
    covered: SecretKey | None
    chosen: hand.Sum | None
    waiting: str
    beat_view: BeatView | None
    tasks: tuple[Task, ...]
    tasks_title: str
    facing: ShownSheet | None
    over: bool
    winner: str
    profile: str
    base: str
    version: int
    stage: str
    now_url: str
    draft: str
    back: bool
    give_up: str
    concessions: tuple[Concession, ...]
    duel_before: str
    ended: Ended | None
    lesson: ShownLesson | None
    alone: bool
    at_once: bool
    asks: bool
    then: str
    face_down: bool
    clock: BeatClock | None
    clock_keys: tuple[ClockKey, ...]


def screen(context: DuelContext) -> DuelScreen:
    """Return the screen of a seat."""
    context = replace(context, names=player_names(context))
    view, cards = context.view.game, context.view.game.figures
    fighters = view.fighters
    both = len(fighters) == len(SEATS)
    plates = tuple(plate(view, s, context.names.get(s, "")) for s in SEATS if s in fighters)
    own = next((p for p in plates if p.seat == context.seat), None)
    handed = handed_tablet(context)
    story = story_of(cards, context.log)
    shown_beat = beat_view(cards, story)
    put_back = rewind_tasks(view, context.log)
    asked = questions(context, handed.shown, story)
    keys = () if handed.key else secret_keys(context)
    return DuelScreen(
        seat=context.seat,
        title=_title(view),
        beat=view.beat,
        duel=points_line(context),
        steps=_steps(view),
        plates=plates,
        mine=own,
        theirs=next((p for p in plates if own and p.seat != own.seat), None),
        lamps=tuple(Lamp(s, seat_name(context, s), *lamp(context, s)) for s in SEATS),
        spaces=spaces_in(view) if both else (),
        distance=view.distance if both else None,
        questions=asked,
        secret_keys=keys,
        covered=handed.key if not handed.shown else None,
        chosen=hand.chosen_sum(view, context.seat) if context.seat in SEATS else None,
        waiting=_waiting(context),
        beat_view=shown_beat,
        tasks=put_back or _tasks(view, story, shown_beat),
        tasks_title=_tasks_title(view, put_back, story, shown_beat),
        facing=_facing(shown_beat, handed.shown or context.seat),
        over=view.phase == "over",
        winner=view.winner or "",
        profile=f"Figures at this table: {cards.title}.",
        base=context.base,
        version=context.version,
        stage=context.stage,
        now_url=_now_url(context),
        draft=next((one.discards.draft for one in asked if one.discards), ""),
        back=bool(context.args or context.draft),
        duel_before=duel_before(context, story) if view.phase in SET_UP else "",
        ended=ended(context, story),
        give_up=own_concession(context),
        concessions=concessions_here(context),
        lesson=shown_lesson(context),
        alone=alone(context),
        at_once=handed.at_once,
        asks=bool(keys) or any(not question.here for question in asked),
        then=_then(context),
        face_down=context.taken.issuperset(view.face_down),
        clock=beat_clock(context),
        clock_keys=clock_keys(context),
    )


def _tasks(view: View, story: Narrator, shown_beat: BeatView | None) -> tuple[Task, ...]:
    """Return the checklist after the last beat or, before the first beat of a duel, for its set-up."""
    if _shows_last_beat(view, story, shown_beat):
        return shown_beat.tasks if shown_beat is not None else ()
    return set_up(view) if view.phase not in SET_UP else ()


def _shows_last_beat(view: View, story: Narrator, shown_beat: BeatView | None) -> bool:
    """Return whether the checklist is that of the last beat, not of a set-up."""
    return view.phase == "over" or (shown_beat is not None and shown_beat.duel == story.duel)


def _tasks_title(view: View, put_back: tuple[Task, ...], story: Narrator, shown_beat: BeatView | None) -> str:
    """Return the heading of the checklist: after a beat, before a duel, or after an undo."""
    if put_back:
        return "Put back on the table"
    return "On the table now" if _shows_last_beat(view, story, shown_beat) else "Lay out for this duel"


def _then(context: DuelContext) -> str:
    """Return the query that shows the next hand once this one is laid: both lie face up on the table."""
    if "up" not in context.args:
        return ""
    left = [key.seat for key in secret_keys(context) if not key.changes]
    return next((f"?for={seat}&look=1&up=1" for seat in left if seat != context.args.get("for")), "")


def _now_url(context: DuelContext) -> str:
    query = "&".join(f"{name}={value}" for name, value in context.args.items())
    return f"{context.base}/now?{query}" if query else f"{context.base}/now"


def _waiting(context: DuelContext) -> str:
    """Return the names of the others who have to choose, "" for none."""
    names = [
        seat_name(context, pending.seat)
        for pending in context.view.game.pending
        if pending.seat != context.seat and not lets_choose_first(context, pending.seat)
    ]
    return " and ".join(names)


def _facing(beat: BeatView | None, seat: str) -> ShownSheet | None:
    """Return the attack that a seat's opponent shows in the beat in progress; None while none is open."""
    if beat is None or beat.over or seat not in SEATS:
        return None
    return next((sheet for sheet in beat.sheets if sheet.seat != seat and sheet.rows), None)


def _title(view: View) -> str:
    phase = view.phase
    if phase in SET_UP:
        return SET_UP[phase]
    if phase == "over":
        return "The match is over" if view.mode == "match" else "The duel is over"
    return {"select": "Choose pairs", "ante": "Ante", "special": "Special actions", "clash": "Clash",
            "execute": "Attacks"}[phase]  # fmt: skip


def _steps(view: View) -> tuple[Step, ...]:
    phase = view.phase
    if phase in SET_UP or phase == "over":
        return ()
    steps = [step for step in STEPS if step[0] != "Clash" or phase == "clash"]
    now = next((n for n, (_, phases) in enumerate(steps) if phase in phases), -1)
    return tuple(
        Step(name, "now" if n == now else "past" if n < now else "ahead") for n, (name, _) in enumerate(steps)
    )
