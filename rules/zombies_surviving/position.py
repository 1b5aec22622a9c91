"""A game between two actions: its figures, what stands on the table, and what the referee has yet to do.

The referee knows no coordinates. A figure is in a rough `zone`: the street, an edge, a building, a vehicle.
Distances and sight are facts that people tell; they are remembered while nobody concerned has moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal

from rules.fields import hidden, position

SYSTEM = "zombies-surviving"
Kind = Literal[
    "survivor",
    "independent",
    "shuffler",
    "ankle_biter",
    "runner",
    "boss",
    "feral_dog",
    "corpse",
]
Phase = Literal["set_up", "game", "menace", "survival", "over"]
Attitude = Literal["", "hostile", "fearful", "wary", "friendly"]
State = Literal["unknown", "ransacked", "intact", "barricaded", "ruin"]
ZOMBIES: tuple[Kind, ...] = ("ankle_biter", "shuffler", "runner", "boss")
HUMANS: tuple[Kind, ...] = ("survivor", "independent")
STREET = "street"
CANADIAN, AMERICAN = "canadian", "american"
"""In Canada, the state of each survivor: where he comes from (13.0)."""
OFF = "off the table"
"""The zone of a survivor that has left the table (1.5)."""


@position
class Item:
    """A thing that somebody has: how many, what is `loaded` or left in it, and whether it is `on`.

    `ammo` is the kind of what is loaded, "" for the usual kind. `holds` is how much fits, where that is not
    what the chart says. `fitted` are a scope, a silencer, a laser aim; and "sawn_off". `grenade` is what is
    in the launcher under a rifle.
    """

    item: str
    count: int = 1
    loaded: int = 0
    on: bool = False
    jammed: bool = False
    ammo: str = ""
    holds: int = 0
    fitted: tuple[str, ...] = ()
    grenade: str = ""


@position
class Status:
    """A state of a figure or of the whole table, until the end of a turn; 0 is until something ends it."""

    name: str
    until: int = 0


@position
class Figure:
    """A figure on the table.

    `seat` is who plays it, "" for the referee. `non_lethal` says how many of the `wounds` were meant to
    stun (8.3). `healed`: first aid has removed a wound in this game. `bites` count for infection (8.6).
    `grabbed_by` are the figures that hold it (8.2). `group` joins zombies, dogs or a party of independents.
    `acts` are the names of the actions of this turn, in order, and `spent` how
    many single actions they were. `used` are the feats that it may use only so often in a game, once for
    each use.
    """

    kind: Kind
    seat: str = ""
    name: str = ""
    traits: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    supplies: int = 0
    wounds: int = 0
    non_lethal: int = 0
    healed: bool = False
    bites: int = 0
    grabbed_by: tuple[str, ...] = ()
    zone: str = STREET
    group: str = ""
    attitude: Attitude = ""
    statuses: tuple[Status, ...] = ()
    acts: tuple[str, ...] = ()
    spent: int = 0
    used: tuple[str, ...] = ()
    died_on: int = 0

    @property
    def on_table(self) -> bool:
        """Whether the figure still stands on the table: it is no corpse, and has not left (1.5)."""
        return self.kind != "corpse" and self.zone != OFF

    def has(self, trait: str) -> bool:
        """Whether the figure has a trait."""
        return trait in self.traits

    def carries(self, item: str) -> bool:
        """Whether the figure has a thing."""
        return any(one.item == item for one in self.items)

    def item(self, item: str) -> Item | None:
        """Return a thing that the figure has, or None."""
        return next((one for one in self.items if one.item == item), None)

    def with_item(self, new: Item) -> Figure:
        """Return the figure with a thing in place of the one of its name, or beside the others."""
        others = [one for one in self.items if one.item != new.item]
        kept = [new if one.item == new.item else one for one in self.items]
        return replace(self, items=tuple(kept if len(others) < len(self.items) else [*self.items, new]))

    def without_item(self, item: str) -> Figure:
        """Return the figure without a thing."""
        return replace(self, items=tuple(one for one in self.items if one.item != item))

    def status(self, name: str) -> bool:
        """Whether a state applies to the figure."""
        return any(one.name == name for one in self.statuses)

    def with_status(self, name: str, until: int = 0) -> Figure:
        """Return the figure with a state."""
        return replace(self.without_status(name), statuses=(*self.statuses, Status(name, until)))

    def without_status(self, name: str) -> Figure:
        """Return the figure without a state."""
        return replace(self, statuses=tuple(one for one in self.statuses if one.name != name))


@position
class Building:
    """A building or a ruin (9.0): its state, once known, and what has been done to it."""

    name: str = ""
    state: State = "unknown"
    floors: int = 1
    breaches: int = 0
    entered: bool = False
    empty: bool = False
    searched: bool = False
    burning: bool = False


@position
class Vehicle:
    """A vehicle (7.0). `points` are its damage points left, -1 while nobody has looked.

    `top` is whether it is open at the top, once that was told (7.8).
    """

    kind: str
    name: str = ""
    points: int = -1
    fuel: Literal["", "none", "half", "full"] = ""
    keys: bool = False
    battery: bool = True
    runs: bool = False
    checked: int = 0
    entered: bool = False
    empty: bool = False
    crashed: bool = False
    searched: bool = False
    burning: bool = False
    driver: str = ""
    top: Literal["", "open", "closed"] = ""
    stuck: bool = False


@position
class Noise:
    """A marker of a loud noise (3.1): where, and the turn and phase in which it was laid."""

    where: str
    turn: int
    phase: Phase
    on_vehicle: bool = False


@position
class Goal:
    """An objective of all (1.4): how it is measured, and how much is needed; without a measure people say."""

    text: str
    secondary: bool = False
    measure: Literal["", "supplies", "buildings", "item", "tokens", "turns", "away"] = ""
    needed: int = 1
    item: str = ""


@position
class Task:
    """Something that the referee has to do: its kind, whom it is about, and what it remembers."""

    kind: str
    who: str = ""
    other: str = ""
    number: int = 0


def in_words(id_: str) -> str:
    """Return an id as people say it: "ankle-biter 1"."""
    return id_.replace("ankle_biter", "ankle-biter").replace("_", " ").strip()


def _finder(position: Any, key: str) -> tuple[str, ...]:
    """Return the seat that sees a die of a search face down: whoever plays the figure that it begins with."""
    figure = position.figures.get(key.split(maxsplit=1)[0])
    return (figure.seat,) if figure else ()


@position
class Position:
    """The game between two actions.

    `tasks` are what the referee has to do, the next one first. `acting` is the seat that plays its figures
    now, in the survival phase, and `played` those that have. `facts` are distances and sights as people told
    them, by name. `objectives` are secret ones, by seat; `goals` open ones. `deck` are the event cards left,
    and `next_event` what a psychic saw of it, by seat. `finds` are the dice of a dishonest figure’s search:
    "bo search" and "bo honesty" (5.2). `made` counts the figures of each kind ever made, for
    their names. `counts` are small numbers of the whole game, by name. `options` are what the table has
    chosen at set-up, by name; what is not in it has its usual value (options.py). `edge` is the starting
    edge, and `limit` the last turn, 0 without one. `met` are the texts of goals that are met by what people
    say, and `revealed` the secret objectives once they are turned up, at the end.
    """

    phase: Phase = "set_up"
    turn: int = 1
    seats: tuple[str, ...] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    buildings: Mapping[str, Building] = field(default_factory=dict)
    vehicles: Mapping[str, Vehicle] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    noises: tuple[Noise, ...] = ()
    tasks: tuple[Task, ...] = ()
    acting: str = ""
    played: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    events: tuple[Status, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    goals: tuple[Goal, ...] = ()
    met: tuple[str, ...] = ()
    objectives: Mapping[str, str] = hidden()
    deck: tuple[int, ...] = ()
    next_event: Mapping[str, int] = hidden()
    finds: Mapping[str, int] = hidden(_finder)
    made: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    won: tuple[str, ...] = ()
    edge: str = ""
    limit: int = 0
    revealed: Mapping[str, str] = field(default_factory=dict)

    @property
    def night(self) -> bool:
        """Whether the game is played at night."""
        return bool(self.counts.get("night"))

    @property
    def canada(self) -> bool:
        """Whether the game is played in Canada (13.0)."""
        return self.options.get("country") == "canada"

    def put(self, name: str, figure: Figure | None = None, **changes: Any) -> Position:
        """Return the position with a figure changed, or a new one."""
        made = replace(figure or self.figures[name], **changes)
        return replace(self, figures={**self.figures, name: made})

    def without(self, *names: str) -> Position:
        """Return the position without some figures: they hold nobody, and nothing is known about them."""
        left = {
            name: replace(figure, grabbed_by=tuple(one for one in figure.grabbed_by if one not in names))
            for name, figure in self.figures.items()
            if name not in names
        }
        return moved(replace(self, figures=left), *names)

    def of_kind(self, *kinds: Kind) -> tuple[str, ...]:
        """Return the names of the figures of these kinds."""
        return tuple(name for name, figure in self.figures.items() if figure.kind in kinds)

    def standing(self, *kinds: Kind) -> tuple[str, ...]:
        """Return the names of the figures of these kinds that are on the table; of all kinds without any."""
        return tuple(
            n for n, one in self.figures.items() if one.on_table and (not kinds or one.kind in kinds)
        )

    def of_seat(self, seat: str) -> tuple[str, ...]:
        """Return the names of the survivors that a seat plays."""
        return tuple(n for n, f in self.figures.items() if f.seat == seat and f.kind == "survivor")

    def add(self, kind: Kind, count: int = 1, **known: Any) -> tuple[Position, tuple[str, ...]]:
        """Return the position with more figures of a kind, and their names: "shuffler_3"."""
        first = self.made.get(kind, 0) + 1
        names = tuple(f"{kind}_{n}" for n in range(first, first + count))
        figures = {**self.figures, **{name: Figure(kind, **known) for name in names}}
        return replace(self, figures=figures, made={**self.made, kind: first + count - 1}), names

    def noise(self, where: str, count: int = 1, *, on_vehicle: bool = False) -> Position:
        """Return the position with markers of a loud noise (3.1)."""
        made = (Noise(where, self.turn, self.phase, on_vehicle),) * count
        return replace(self, noises=(*self.noises, *made))

    def push(self, *tasks: Task) -> Position:
        """Return the position with more for the referee to do, before everything else."""
        return replace(self, tasks=(*tasks, *self.tasks))

    def pop(self) -> Position:
        """Return the position without the task that the referee has just done."""
        return replace(self, tasks=self.tasks[1:])

    def count(self, name: str, by: int = 1) -> Position:
        """Return the position with one of its numbers changed."""
        return replace(self, counts={**self.counts, name: self.counts.get(name, 0) + by})


def remember(position: Position, kind: str, one: str, other: str, value: float) -> Position:
    """Return the position with a fact about two figures: "inches", or 1 and 0 for "in_sight", "in_cover".

    "way" is what one has still to go to the other; "edge" whether a boss, named twice, is near an edge.
    """
    return replace(position, facts={**position.facts, _named(kind, one, other): float(value)})


def known(position: Position, kind: str, one: str, other: str) -> float | None:
    """Return a fact that was told about two figures, neither of which has moved since; or None."""
    return position.facts.get(_named(kind, one, other))


def moved(position: Position, *names: str) -> Position:
    """Return the position without the facts about some figures, which have moved."""
    gone = {fact for fact in position.facts if set(fact.split()[1:]) & {*names}}
    return (
        replace(position, facts={k: v for k, v in position.facts.items() if k not in gone})
        if gone
        else position
    )


def _named(kind: str, one: str, other: str) -> str:
    pair = sorted((one, other)) if kind in {"inches", "in_sight"} else (one, other)
    return " ".join((kind, *pair))
