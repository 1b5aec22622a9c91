"""The report after a game: how it ended, what became of everybody, turn by turn, and the luck of the dice.

It is made of the positions between the actions, and tells what is secret: it is shown once the game is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, cast

from referee.games.interface import FinishedGame, Json
from referee.games.interface.host import host
from referee.games.interface.screens import who_won
from referee.games.toolkit.http import format_day
from referee.printing import plots
from referee.printing.figures import Chart, Figure
from referee.printing.plots import Across, signed
from rules.fields import declared_fields, name_of
from rules.sentences import counted, listed, sentence
from rules.zombies_surviving import characters, goals
from rules.zombies_surviving.game import ACTIONS
from rules.zombies_surviving.position import OFF, ZOMBIES, Position, in_words
from rules.zombies_surviving.setting_up import player

PHASES = {"game": "Game phase", "menace": "Menace phase", "survival": "Survival phase", "over": "The end"}
FACES = 6
AVERAGE = 3.5
OTHERS = "The dead, dogs, strangers and chance"
_KINDS: Mapping[str, type] = {name_of(kind): kind for kind in ACTIONS}


@dataclass(frozen=True, slots=True)
class Step:
    """An action that stands, with its story, and the positions before and after it."""

    action: Json
    story: str
    before: Position
    after: Position


@dataclass(slots=True)
class Survivor:
    """What became of a survivor of a player."""

    name: str
    player: str
    fate: str = "alive"
    story: str = ""
    wounds: int = 0
    bites: int = 0
    killed: int = 0
    supplies: int = 0
    finds: list[str] = field(default_factory=list)

    @property
    def sums(self) -> str:
        """What he did and suffered: "2 zombies killed, 1 bite"."""
        parts = [f"{counted(self.killed, 'zombie')} killed"] if self.killed else []
        parts += [counted(self.wounds, "wound")] if self.wounds else []
        parts += [counted(self.bites, "bite")] if self.bites else []
        parts += [f"{self.supplies} supplies"] if self.supplies else []
        return sentence(", ".join(parts)) or "Unhurt, and nothing to tell of"


@dataclass(frozen=True, slots=True)
class Aim:
    """An objective: of all, or a secret one of a player."""

    text: str
    whose: str
    state: str
    met: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: in short, and told phase by phase."""

    title: str
    short: str
    phases: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice of a player, or of everything else."""

    who: str
    dice: int
    total: int

    @property
    def over(self) -> str:
        """How much more or less than the average all dice came to: "+3.5"."""
        return signed(self.total - AVERAGE * self.dice)


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report."""

    code: str
    title: str
    says: str
    aims: Sequence[Aim]
    survivors: Sequence[Survivor]
    course: Figure | None
    turns: Sequence[Turn]
    luck: Sequence[Luck]


def of_table(finished: FinishedGame) -> Report:
    """Return the report of a table, of the positions that it keeps."""
    whole = host().tables.finished(finished.code)
    assert whole is not None
    positions = cast("Sequence[Position]", whole.positions)
    told = [line for line in finished.lines if not line["back"]]
    steps = [
        Step(line["action"], line["story"], before, after)
        for line, (before, after) in zip(told, pairwise(positions), strict=True)
    ]
    day = format_day(told[-1]["at"]) if told[-1].get("at") else ""
    return report_of(finished.code, finished.names, steps, day)


def report_of(code: str, names: Mapping[str, str], steps: Sequence[Step], day: str = "") -> Report:
    """Return the report of a game that is over on a day. `names` are those of its players, by seat."""
    called = {seat: names.get(seat) or player(seat) for seat in steps[0].before.seats}
    end = steps[-1].after
    won = [called.get(seat, seat) for seat in end.won]
    why = [one.story for one in steps if one.action["do"] in {"turn_ends", "end_game"}][-1:]
    return Report(
        code,
        who_won(won) if won else "Nobody has won",
        " ".join([*why, f"That was in turn {end.turn}{f', on {day}' if day else ''}."]),
        tuple(_aims(end, called)),
        _survivors(steps, called),
        _course(steps),
        tuple(_turns(steps)),
        tuple(_luck(steps, called)),
    )


def _aims(end: Position, called: Mapping[str, str]) -> Iterator[Aim]:
    for goal in end.goals:
        done, needed = goals.progress(end, goal)
        met = done >= needed
        whose = "all, secondary" if goal.secondary else "all"
        yield Aim(goal.text, whose, "met" if met else f"{done} of {needed}", met)
    for seat, id_ in end.revealed.items():
        met = goals.personal_met(end, seat, id_)
        yield Aim(goals.personal().get(id_, id_), called.get(seat, seat), "met" if met else "not met", met)


def _survivors(steps: Sequence[Step], called: Mapping[str, str]) -> Sequence[Survivor]:
    """Return everybody whom a player had once the game had begun."""
    found: dict[str, Survivor] = {}
    for step in steps:
        if step.before.phase == "set_up" and step.after.phase == "set_up":
            continue
        for name in goals.living(step.after):
            one = step.after.figures[name]
            who = found.setdefault(name, Survivor(_name(step.after, name), ""))
            who.player = called.get(one.seat, one.seat)
            who.wounds, who.bites, who.supplies = one.wounds, max(who.bites, one.bites), one.supplies
            who.fate = "infected" if one.status(goals.INFECTED) else "left the table" * (one.zone == OFF)
            who.fate = who.fate or "alive"
        for name in {*goals.living(step.before)} - {*goals.living(step.after)}:
            if name in found:
                found[name].fate, found[name].story = f"died in turn {step.before.turn}", step.story
                body = step.after.figures.get(name)
                found[name].bites = max(found[name].bites, body.bites if body else 0)
        if (who_acts := found.get(str(step.action.get("figure", "")))) is not None:
            who_acts.killed += len(_killed(step))
            who_acts.finds += [thing for thing in _found(step) if thing not in who_acts.finds]
    return tuple(found.values())


def _killed(step: Step) -> list[str]:
    """Return the zombies that an action did away with."""
    gone = {*step.before.of_kind(*ZOMBIES)} - {*step.after.of_kind(*ZOMBIES)}
    return sorted(gone) if "weapon" in step.action or step.action["do"] in {"run_over", "ram"} else []


def _found(step: Step) -> list[str]:
    """Return the things that a figure found by an action."""
    if step.action["do"] not in {"search", "tell_find", "find_item", "choose"}:
        return []
    name = str(step.action["figure"])
    before, after = step.before.figures.get(name), step.after.figures.get(name)
    if before is None or after is None:
        return []
    had = {one.item for one in before.items}
    return [_thing(one.item) for one in after.items if one.item not in had]


def _thing(item: str) -> str:
    known = characters.items().get(item)
    return known[0].lower() if known else item.replace("_", " ")


def _course(steps: Sequence[Step]) -> Figure | None:
    """Return how many zombies, survivors and supplies there were at the end of each turn."""
    ends = {one.before.turn: one.after for one in steps if one.before.phase not in {"set_up", "over"}}
    if not ends:
        return None
    turns = sorted(ends)
    counts = {
        "Zombies": [len(ends[n].of_kind(*ZOMBIES)) for n in turns],
        "Survivors": [len(goals.living(ends[n])) for n in turns],
        "Supplies": [sum(ends[n].figures[name].supplies for name in goals.living(ends[n])) for n in turns],
    }
    most = max(counts["Zombies"])
    rows = tuple((str(turn), *(str(values[n]) for values in counts.values())) for n, turn in enumerate(turns))
    return Figure(
        "course", "lines", "The dead and the living",
        f"At the most {counted(most, 'zombie')} stood on the table at the end of a turn. At the end "
        f"{counted(counts['Survivors'][-1], 'survivor')} had {counted(counts['Supplies'][-1], 'supply')}."
        .replace("supplys", "supplies"),
        plots.lines(turns, [(name, [float(n) for n in values]) for name, values in counts.items()],
                    Across("Turn")),
        Chart("At the end of each turn", ("Turn", *counts), rows),
    )  # fmt: skip


def _turns(steps: Sequence[Step]) -> Iterator[Turn]:
    """Yield the game turn by turn."""
    for turn, several in groupby(steps, key=_turn):
        those = list(several)
        phases = [
            (PHASES.get(phase, ""), [one.story for one in some])
            for phase, some in groupby(those, key=lambda one: one.before.phase)
        ]
        yield Turn(f"Turn {turn}" if turn else "Before the game", _short(those) if turn else "", phases)


def _turn(step: Step) -> int:
    return 0 if step.before.phase == "set_up" else step.before.turn


def _short(steps: Sequence[Step]) -> str:
    """Return a turn in a few words: who died or was hurt, how many zombies came and went, what was found."""
    first, last = steps[0].before, steps[-1].after
    dead = [_name(first, name) for name in goals.living(first) if name not in goals.living(last)]
    bitten = [
        _name(last, name)
        for name in goals.living(last)
        if name in first.figures and last.figures[name].bites > first.figures[name].bites
    ]
    hurt = [
        _name(last, name)
        for name in goals.living(last)
        if name in first.figures and last.figures[name].wounds > first.figures[name].wounds
    ]
    killed = sum(len(_killed(one)) for one in steps)
    came = sum(len({*one.after.of_kind(*ZOMBIES)} - {*one.before.of_kind(*ZOMBIES)}) for one in steps)
    found = [thing for one in steps for thing in _found(one)]
    parts = [f"{listed(dead)} died" if dead else "", f"{listed(bitten)} bitten" if bitten else ""]
    parts += [f"{listed(hurt)} wounded" if hurt else ""]
    parts += [f"{counted(killed, 'zombie')} killed" if killed else ""]
    parts += [f"{counted(came, 'zombie')} came" if came else "", f"found: {listed(found)}" if found else ""]
    return sentence(" · ".join(filter(None, parts)))


def _luck(steps: Sequence[Step], called: Mapping[str, str]) -> Iterator[Luck]:
    """Yield the dice of each player, then all others."""
    dice, total = Counter[str](), Counter[str]()
    for step in steps:
        name = str(step.action.get("figure", ""))
        figure = step.before.figures.get(name)
        who = called.get(step.action.get("seat") or (figure.seat if figure else ""), OTHERS)
        for value in _dice(step.action):
            dice[who] += 1
            total[who] += value
    for who in (*called.values(), OTHERS):
        if dice[who]:
            yield Luck(who, dice[who], total[who])


def _dice(action: Json) -> Iterator[int]:
    """Yield every six-sided die of an action."""
    for name, told in declared_fields(_KINDS[action["do"]]).items():
        value: Any = action.get(name)
        if told.how != "rolled" or told.sides != FACES or value is None:
            continue
        yield from (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
        )


def _name(position: Position, name: str) -> str:
    return position.figures[name].name or sentence(in_words(name))
