"""The report: a finished game step by step, its shots, its luck, its course, every secret opened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from fractions import Fraction

from referee.games.dawn_of_the_dead.records import OwnFinished
from referee.games.dawn_of_the_dead.seats import seats
from rules.dawn_of_the_dead import effects as fx
from rules.dawn_of_the_dead import game, odds
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.effects import MoveBegun, PlayerTurnBegun
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.dawn_of_the_dead.position import SET_UP, Position
from rules.dice import MEAN, at_least
from rules.effects import Effect


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the record that was not taken back. `n` is its number there, `turn` its Game-Turn.

    `start` is the position before the first step of the game, the same for all of them.
    """

    n: int
    turn: int
    action: Action
    effects: tuple[Effect, ...] = field(repr=False)
    start: Position = field(repr=False)

    @property
    def side(self) -> str:
        """The player whose action it was, on any screen: "human" or "zombie"."""
        return "human" if "human" in game.seats_for(self.action.do) else "zombie"


def steps_of(finished: OwnFinished) -> tuple[Step, ...]:
    """Return the steps of a finished game."""
    read, start = finished.match.read, finished.positions[0]
    return tuple(
        Step(line.n, line.turn, read(line.action), finished.effects[line.n], start)
        for line in finished.standing
    )


def moments(steps: Sequence[Step]) -> Iterator[tuple[Step, float]]:
    """Yield each step after set-up with the time of its end, in Game-Turns from the start of play.

    A Game-Turn is one long, however many steps it has; the third turn ends at 3.0.
    """
    played = [s for s in steps if s.action.do not in SET_UP]
    counts: dict[int, int] = {}
    for step in played:
        counts[step.turn] = counts.get(step.turn, 0) + 1
    seen: dict[int, int] = {}
    for step in played:
        seen[step.turn] = seen.get(step.turn, 0) + 1
        yield step, step.turn - 1 + seen[step.turn] / counts[step.turn]


def with_movers(steps: Sequence[Step]) -> Iterator[tuple[Step, tuple[str, ...]]]:
    """Yield each step with the characters on the move when it began."""
    movers: tuple[str, ...] = ()
    for step in steps:
        yield step, movers
        for effect in step.effects:
            if isinstance(effect, MoveBegun):
                movers = effect.characters
            elif isinstance(effect, PlayerTurnBegun):
                movers = ()


SIDES = ("human", "zombie")


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """One side's dice up to the end of a Game-Turn: their number, their sum, and the sum less 3.5 a die."""

    turn: int
    side: str
    dice: int
    total: int

    @property
    def over(self) -> Fraction:
        """How far the sum is above (or below) its expectation."""
        return self.total - self.dice * MEAN


@dataclass(frozen=True, slots=True)
class Attacked:
    """One roll on the Attack Table (8.8): against whom, its chance of an effect, and whether it had one."""

    n: int
    turn: int
    character: str
    strength: int
    chance: Fraction
    effect: bool


def chance_of_effect(strength: int) -> Fraction:
    """Return the chance that two dice on the Attack Table do anything at a strength (8.8, R-8.0a)."""
    return 1 - odds.attack({strength: Fraction(1)})["-"]


def dice_luck(steps: Sequence[Step]) -> list[DiceLuck]:
    """Return each side's dice at the end of each Game-Turn, from 0, added up from the start of play."""
    count, total = Counter[str](), Counter[str]()
    by_side = {(0, side): DiceLuck(0, side, 0, 0) for side in SIDES}
    for step in steps:
        if step.action.do in SET_UP:
            continue
        for dice, came_to in (e.fell for e in step.effects if isinstance(e, fx.Rolled)):
            count[step.side] += dice
            total[step.side] += came_to
        for side in SIDES:
            by_side[step.turn, side] = DiceLuck(step.turn, side, count[side], total[side])
    return [by_side[key] for key in sorted(by_side)]


def attacks(steps: Sequence[Step]) -> list[Attacked]:
    """Return every roll on the Attack Table."""
    return [
        Attacked(step.n, step.turn, e.whom, e.strength, chance_of_effect(e.strength), e.result != "none")
        for step in steps
        for e in step.effects
        if isinstance(e, fx.Attacked)
    ]


@dataclass(frozen=True, slots=True)
class Fired:
    """One shot, alone or joint. `by` fired; `panicked` failed their checks.

    `strength` is what the dice less `minus` had to reach; None, like `chance`, where the value is unknown. If
    all of them panicked, no shot was fired.
    """

    n: int
    turn: int
    by: tuple[str, ...]
    panicked: tuple[str, ...]
    at: str
    dice: int
    minus: int
    strength: int | None
    chance: Fraction | None
    hit: bool


@dataclass(frozen=True, slots=True)
class Marksman:
    """A character's shooting. A joint shot counts for everybody who fired.

    `alone` and `joint` count kills; `expected` is the sum of the chances of all shots, `panics` the failed
    checks.
    """

    character: str
    shots: int
    alone: int
    joint: int
    panics: int
    expected: Fraction

    @property
    def kills(self) -> int:
        return self.alone + self.joint


def shots_of(steps: Sequence[Step]) -> list[Fired]:
    """Return every shot of a game, with those not fired because all panicked."""
    return [fired for step in steps if (fired := _fired(step))]


def marksmen(shots: Iterable[Fired]) -> list[Marksman]:
    """Return each character's shooting, in the order of the counters."""
    shots = list(shots)
    return [_marksman(name, shots) for name in CHARACTERS]


def expected_hits(shots: Iterable[Fired]) -> tuple[int, int, Fraction]:
    """Return shots, hits and expected hits, where the chance is known. A joint shot counts once."""
    known = [s for s in shots if s.by and s.chance is not None]
    return len(known), sum(s.hit for s in known), sum((s.chance or Fraction(0) for s in known), Fraction(0))


def _marksman(name: str, shots: Sequence[Fired]) -> Marksman:
    own = [s for s in shots if name in s.by]
    return Marksman(
        character=name,
        shots=len(own),
        alone=sum(s.hit and len(s.by) == 1 for s in own),
        joint=sum(s.hit and len(s.by) > 1 for s in own),
        panics=sum(name in s.panicked for s in shots),
        expected=sum((s.chance or Fraction(0) for s in own), Fraction(0)),
    )


def _fired(step: Step) -> Fired | None:
    panicked = tuple(e.whom for e in step.effects if isinstance(e, fx.Panicked))
    shot = next((e for e in step.effects if isinstance(e, fx.ShotFired)), None)
    if shot is None:
        return Fired(step.n, step.turn, (), panicked, "", 0, 0, None, None, False) if panicked else None
    rolled = next(e for e in step.effects if isinstance(e, fx.Rolled) and e.what == "shot")
    (dice, _), strength = rolled.fell, shot.strength or None
    chance = at_least(dice, strength + shot.minus) if strength is not None else None
    return Fired(
        step.n, step.turn, shot.by, panicked, shot.at, dice, shot.minus, strength, chance, shot.hit
    )  # fmt: skip


LOST = ("infected", "super_zombie", "killed")
"""The statuses in which a character counts as lost at the end (6.5, 8.5, 11.0)."""


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game.

    `winner` is "human" or "zombie". `turns` counts Game-Turns, `minutes` the time from the first line of the
    record to the last (None where it is not known). `luck` gives for each side the sum of its dice less 3.5
    for each die. `fates` gives the condition in which each character ended, `names` those of the players by
    seat.
    """

    code: str
    mode: str
    winner: str
    date: str
    turns: int
    minutes: int | None
    luck: dict[str, Fraction]
    fates: dict[str, str]
    names: Mapping[str, str] = field(default_factory=dict)


def result(code: str, game: OwnFinished) -> Result:
    """Return the result of a finished game."""
    last = {entry.side: entry.over for entry in dice_luck(steps_of(game))}
    position = game.positions[-1]
    return Result(
        code=code,
        mode=position.mode,
        winner=position.winner or "",
        date=game.standing[-1].at[:10],
        turns=game.standing[-1].turn,
        minutes=minutes_between(game.lines[0].at, game.standing[-1].at),
        luck={side: last.get(side, Fraction(0)) for side in SIDES},
        fates={name: character.status for name, character in position.characters.items()},
        names={seat: game.names[seat] for seat in seats(game.match.options) if seat in game.names},
    )


def minutes_between(first: str, last: str) -> int | None:
    """Return the whole minutes between two times of a record, at least 1; None if one is unreadable."""
    try:
        seconds = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()
    except ValueError:
        return None
    return max(1, round(seconds / 60))


def duration(minutes: int) -> str:
    """Return a number of minutes in words: "2 h 5 min"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def losses(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    """Return how often each character ended infected, as a super zombie, or killed."""
    count = {name: dict.fromkeys(LOST, 0) for name in CHARACTERS}
    for one in results:
        for name, status in one.fates.items():
            if status in LOST:
                count[name][status] += 1
    return count


def wins(results: Sequence[Result]) -> dict[str, tuple[int, int]]:
    """Return for each mode that was played how often the characters won, and how often the zombies did."""
    modes = dict.fromkeys(one.mode for one in results)
    return {
        mode: (
            sum(one.mode == mode and one.winner == "human" for one in results),
            sum(one.mode == mode and one.winner == "zombie" for one in results),
        )
        for mode in modes
    }


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The table at the end of a Game-Turn; `turn` 0 is the end of set-up.

    `units` are zombie units on the map, `berserk` those of them that were berserk, `eliminated` those in the
    pool, `hidden` the squares not yet revealed. `main_doors` and `side_doors` are closed, `destroyed` glass
    doors. `kills` counts the units eliminated since set-up, `entered` those that came from the pool: a unit
    may do both more than once.
    """

    turn: int
    units: int
    berserk: int
    supers: int
    eliminated: int
    hidden: int
    main_doors: int
    side_doors: int
    destroyed: int
    kills: int
    entered: int


@dataclass(frozen=True, slots=True)
class Spell:
    """A time that a character spent in one status. `start` and `end` are Game-Turns since the start.

    `turn` and `n` are the Game-Turn and the line of the record where it began (`n` 0: set-up).
    """

    character: str
    status: str
    start: float
    end: float
    turn: int
    n: int


@dataclass(frozen=True, slots=True)
class Closing:
    """A main door that was closed for good (5.5): in which Game-Turn, with which line, and by whom."""

    door: str
    turn: int
    n: int
    by: tuple[str, ...]


def turn_ends(steps: Sequence[Step]) -> list[TurnEnd]:
    """Return the table after set-up and at the end of each Game-Turn. The last one may be incomplete."""
    count = _start(steps[0].start)
    ends: dict[int, TurnEnd] = {}
    for step in steps:
        for effect in step.effects:
            _count(count, effect)
        turn = 0 if step.action.do in SET_UP else step.turn
        ends[turn] = TurnEnd(turn, **{name: count[name] for name in _COUNTED})
    return [ends[turn] for turn in sorted(ends)]


def spells(steps: Sequence[Step]) -> list[Spell]:
    """Return each character's statuses in order, from the start of play to the end."""
    status = dict.fromkeys(CHARACTERS, "normal")
    began: dict[str, tuple[float, int, int]] = dict.fromkeys(CHARACTERS, (0.0, 1, 0))
    finished: list[Spell] = []
    end = 0.0
    for step, time in moments(steps):
        end = time
        changed = {e.whom: e.status for e in step.effects if isinstance(e, fx.StatusChanged)}
        for name, now in changed.items():
            finished.append(_spell(name, status[name], began[name], time))
            status[name], began[name] = now, (time, step.turn, step.n)
    finished += [_spell(name, status[name], began[name], end) for name in CHARACTERS]
    return sorted(finished, key=lambda s: (CHARACTERS.index(s.character), s.start, s.n))


def closings(steps: Sequence[Step]) -> list[Closing]:
    """Return the main doors in the order in which they were closed."""
    closed: list[Closing] = []
    for step, movers in with_movers(steps):
        shut = (e for e in step.effects if isinstance(e, fx.MainDoorClosed))
        closed += [Closing(effect.door, step.turn, step.n, movers) for effect in shut]
    return closed


def _spell(name: str, status: str, began: tuple[float, int, int], end: float) -> Spell:
    return Spell(name, status, began[0], end, began[1], began[2])


_COUNTED = tuple(f.name for f in fields(TurnEnd) if f.name != "turn")


def _start(position: Position) -> Counter[str]:
    """Return what of the table is counted, as it was before the first step."""
    doors = list(position.doors.values())
    return Counter(
        units=len(position.zombies),
        berserk=sum(unit.berserk for unit in position.zombies.values()),
        supers=sum(c.status == "super_zombie" for c in position.characters.values()),
        eliminated=len(position.eliminated),
        hidden=len(position.hidden),
        main_doors=sum(state == "closed" for state in position.main_doors.values()),
        side_doors=doors.count("closed"),
        destroyed=doors.count("destroyed"),
    )


def _count(count: Counter[str], effect: Effect) -> None:
    """Count what an effect did."""
    match effect:
        case fx.HiddenChosen(squares):
            count["hidden"] = len(squares)
        case fx.Appeared():
            count["units"] += 1
            if effect.pool == "hidden_box":
                count["hidden"] -= 1
            else:
                count["eliminated"] -= 1
                count["entered"] += 1
        case fx.Eliminated():
            count["units"] -= 1
            count["eliminated"] += 1
            count["kills"] += 1
            count["berserk"] -= effect.berserk
        case fx.BerserkChanged():
            count["berserk"] += 1 if effect.berserk else -1
        case fx.StatusChanged():
            count["supers"] += (effect.status == "super_zombie") - (effect.was == "super_zombie")
        case fx.MainDoorClosed():
            count["main_doors"] += 1
        case fx.DoorChanged():
            count[_DOORS[effect.was]] -= 1
            count[_DOORS[effect.state]] += 1


_DOORS = {"closed": "side_doors", "destroyed": "destroyed", "open": "side doors open"}


UNKNOWN = 99
"""Sorts units of unknown value behind all others."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """An event in a unit's life: `what` is "began", "boxed", "appeared", "entered" or "eliminated".

    "boxed": it began in the Hidden Zombie box, or in solitaire play among the eliminated (R-15.1a).
    """

    what: str
    square: str
    turn: int
    n: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One zombie unit. `value` is None for cardboard that was never turned up.

    `square` is where it ended, None off the map.
    """

    value: int | None
    square: str | None
    chapters: tuple[Chapter, ...]

    @property
    def fate(self) -> str:
        """Where it ended: "map", "eliminated" or "boxed" (never drawn)."""
        return "map" if self.square else "boxed" if self.chapters[-1].what == "boxed" else "eliminated"


@dataclass(frozen=True, slots=True)
class Hiding:
    """A hidden zombie: its square, and how it appeared. `how` is "met", "revealed" or "" (never).

    `value` is None if it was never drawn, or for unread cardboard.
    """

    square: str
    how: str = ""
    turn: int = 0
    n: int = 0
    value: int | None = None
    by: tuple[str, ...] = ()


@dataclass(slots=True)
class _Counters:
    """The units, followed from effect to effect."""

    on_map: dict[str, Unit]
    boxed: list[Unit]
    off: list[Unit]

    def learn(self, square: str, value: int | None) -> None:
        """Note a value that was read or turned up."""
        unit = self.on_map.get(square)
        if unit is not None and unit.value is None and value is not None:
            self.on_map[square] = replace(unit, value=value)


def units_of(start: Position, steps: Sequence[Step]) -> list[Unit]:
    """Return every unit of a game, by value and then by number of the square where it began.

    A unit that came back through a door is the one of its value that was eliminated last; cardboard drawn
    unseen is unknown, so it counts as another one.
    """
    counters = _Counters(
        {s: Unit(z.value, s, (Chapter("began", s, 1, 0),)) for s, z in sorted(start.zombies.items())},
        [Unit(v, None, (Chapter("boxed", "", 1, 0),)) for v in start.hidden_box or ()],
        [Unit(v, None, (Chapter("boxed", "", 1, 0),)) for v in start.eliminated],
    )
    for step in steps:
        for effect in step.effects:
            _follow(counters, effect, step)
    units = [*counters.on_map.values(), *counters.off, *counters.boxed]
    return sorted(units, key=lambda u: (u.value or UNKNOWN, u.chapters[0].square or "~", u.chapters[0].n))


def hidings(steps: Sequence[Step]) -> list[Hiding]:
    """Return the five secret squares in order, with when and how each zombie appeared (9.0)."""
    by_square: dict[str, Hiding] = {}
    for step, movers in with_movers(steps):
        for effect in step.effects:
            if isinstance(effect, fx.HiddenChosen):
                by_square = {s: Hiding(s) for s in sorted(effect.squares)}
            elif isinstance(effect, fx.Appeared) and effect.pool == "hidden_box":
                met = step.action.do == "step"
                value, by = _value(effect.square, step), movers if met else ()
                how = "met" if met else "revealed"
                by_square[effect.square] = Hiding(effect.square, how, step.turn, step.n, value, by)
    return [by_square[square] for square in sorted(by_square)]


def _follow(counters: _Counters, effect: Effect, step: Step) -> None:
    """Move, remove and add units as one effect did."""
    match effect:
        case fx.Moved(whom=fx.UNIT):
            counters.on_map[effect.end] = replace(counters.on_map.pop(effect.start), square=effect.end)
        case fx.Eliminated(square):
            counters.off.append(_next(counters.on_map.pop(square), "eliminated", square, step))
        case fx.Appeared(square, pool):
            hid = pool == "hidden_box"
            what = "appeared" if hid else "entered"
            unit = _taken(counters.boxed if hid else counters.off, _value(square, step), what)
            counters.on_map[square] = _next(unit, what, square, step)
        case fx.TurnedUp() | fx.Shown() | fx.ValueRead():
            counters.learn(effect.square, effect.value)


def _value(square: str, step: Step) -> int | None:
    """Return the value of the unit that came to a square, if it is known after a step."""
    told = (e for e in step.effects if isinstance(e, fx.Drawn | fx.TurnedUp | fx.ValueRead))
    return next((e.value for e in told if e.square == square and e.value is not None), None)


def _taken(pool: list[Unit], value: int | None, what: str) -> Unit:
    """Return the latest unit of a value, taken from a pool. One of unknown value is always a new unit."""
    for index in range(len(pool) - 1, -1, -1):
        if pool[index].value == value and (value is not None or what == "appeared"):
            return pool.pop(index)
    return Unit(value, None, ())


def _next(unit: Unit, what: str, square: str, step: Step) -> Unit:
    on_map = None if what == "eliminated" else square
    return Unit(unit.value, on_map, (*unit.chapters, Chapter(what, square, step.turn, step.n)))
