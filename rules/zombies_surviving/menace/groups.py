"""Groups of zombies, dogs and independents: who belongs together, who is at whom, what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from rules.dice import Dice
from rules.sentences import listed, sentence
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.position import (
    HUMANS,
    STREET,
    ZOMBIES,
    Building,
    Figure,
    Kind,
    Position,
    in_words,
    moved,
    remember,
)

ACTED = "acted"
"""The state of a figure that the referee has moved in this turn."""
NOBODY = "nobody"
FRIENDLY = "friendly"
MELEE, GAP = 0.5, 2
"""How near is in melee, and how near to each other zombies move as a group (4.1)."""
WORDS: Mapping[Kind, tuple[str, str]] = {
    "ankle_biter": ("ankle-biter", "ankle-biters"),
    "shuffler": ("shuffler", "shufflers"),
    "runner": ("runner", "runners"),
    "boss": ("boss", "bosses"),
    "feral_dog": ("dog", "dogs"),
    "independent": ("independent survivor", "independent survivors"),
    "survivor": ("survivor", "survivors"),
    "corpse": ("corpse", "corpses"),
}
CLOCK = 12
"""A direction is an hour of a clock that lies on the table with its twelve away from the starting edge."""


@cache
def quick_dice(kind: Kind) -> Dice:
    """Return the dice of a quick move of a zombie (4.1)."""
    return Dice.read(_cells(kind)["Quick move"])


@cache
def random_inches(kind: Kind) -> int:
    """Return how far a zombie moves at random (4.1)."""
    return int(_cells(kind)["Random move"])


def _cells(kind: Kind) -> Mapping[str, str]:
    return charts()["4.1"].named(sentence(WORDS[kind][0])).cells


def called(position: Position, name: str) -> str:
    """Return the name of a figure or a place in a sentence: its own, or "Shuffler 3"."""
    for things in (position.figures, position.buildings, position.vehicles):
        if (one := things.get(name)) is not None and one.name:
            return one.name
    numbered = name in position.figures and name[-1:].isdigit()
    return sentence(in_words(name)) if numbered else in_words(name)


def everybody(position: Position, names: Iterable[str]) -> str:
    """Return several names in a sentence: "ana and Shuffler 3"."""
    return listed(called(position, name) for name in names)


def on_table(figure: Figure) -> bool:
    """Whether a figure still stands on the table, alive or whatever zombies are."""
    return figure.on_table


def group_of(position: Position, name: str) -> str:
    """Return the group of a figure: its letter, or the figure's own name where it is alone."""
    return position.figures[name].group or name


def groups(position: Position, *kinds: Kind) -> dict[str, tuple[str, ...]]:
    """Return the groups of figures of these kinds, played by the referee, each with its names."""
    found: dict[str, list[str]] = {}
    for name, figure in position.figures.items():
        if figure.kind in kinds and figure.on_table and not figure.seat:
            found.setdefault(figure.group or name, []).append(name)
    return {group: tuple(names) for group, names in found.items()}


def wild_packs(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the packs of feral dogs; one that somebody befriended is in none (4.4)."""
    found = groups(position, "feral_dog")
    return {
        pack: names
        for pack, names in found.items()
        if not any(position.figures[name].attitude == FRIENDLY for name in names)
    }


def title(position: Position, group: str) -> str:
    """Return what a group is called in a sentence: "Group A (3 shufflers)", "Runner 2"."""
    names = [n for n, one in position.figures.items() if (one.group or n) == group and on_table(one)]
    if len(names) < 2:
        return sentence(called(position, names[0] if names else group))
    kinds = [position.figures[name].kind for name in names]
    parts = [
        f"{(count := kinds.count(kind))} {WORDS[kind][count > 1]}" for kind in WORDS if kinds.count(kind)
    ]
    return f"Group {group} ({listed(parts)})"


def joined(position: Position, names: Sequence[str]) -> Position:
    """Return the position in which these figures are a group of their own; one alone has none."""
    if len(names) < 2:
        return position.put(names[0], group="") if names else position
    number = position.made.get("group", 0) + 1
    position = replace(position, made={**position.made, "group": number})
    figures = {**position.figures, **{n: replace(position.figures[n], group=_letters(number)) for n in names}}
    return replace(position, figures=figures)


def _letters(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def clustered(position: Position, ways: Mapping[str, float]) -> Position:
    """Return the position with groups of those whose ways along one line end within 2 inches (4.1)."""
    ordered = sorted(ways, key=lambda name: -ways[name])
    clusters: list[list[str]] = []
    for name in ordered:
        if clusters and ways[clusters[-1][-1]] - ways[name] <= GAP:
            clusters[-1].append(name)
        else:
            clusters.append([name])
    groups_before = {position.figures[name].group for name in ways}
    if len(clusters) == 1 and len(groups_before) == 1 and len(ways) > 1 and groups_before != {""}:
        return position  # they stay the group that they are
    for cluster in clusters:
        position = joined(position, cluster)
    return position


def acted(position: Position, names: Iterable[str]) -> Position:
    """Return the position in which the referee has moved these figures in this turn."""
    figures = {n: position.figures[n].with_status(ACTED, position.turn) for n in names}
    return replace(position, figures={**position.figures, **figures})


def has_acted(position: Position, name: str) -> bool:
    """Whether the referee has moved a figure in this turn."""
    for one in position.figures[name].statuses:  # noqa: SIM110 - a phase asks it of each figure, often
        if one.until == position.turn and one.name == ACTED:
            return True
    return False


def contacts(position: Position) -> dict[str, tuple[str, ...]]:
    """Return who stands within melee range of whom, by name, as told or as they moved."""
    found: dict[str, list[str]] = {}
    for fact, value in position.facts.items():
        if value <= MELEE and fact.startswith("inches "):
            _, one, other = fact.split()
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    for name, figure in position.figures.items():
        for by in figure.grabbed_by:
            if by not in found.get(name, ()):
                found.setdefault(name, []).append(by)
                found.setdefault(by, []).append(name)
    here = position.figures
    return {name: tuple(o for o in others if o in here) for name, others in found.items() if name in here}


def at_hand(
    position: Position, name: str, kinds: Sequence[Kind], near: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return those of some kinds within melee range of a figure, given the `contacts`."""
    return tuple(
        one
        for one in near.get(name, ())
        if position.figures[one].kind in kinds and on_table(position.figures[one])
    )


def go(position: Position, ways: Mapping[str, float], at: Mapping[str, str]) -> Position:
    """Return the position after figures have moved: `at` says at whom some of them now stand.

    Whom they held, and have left, is free (8.2).
    """
    position = moved(position, *ways)
    for name, figure in position.figures.items():
        if held := tuple(one for one in figure.grabbed_by if one not in ways or at.get(one) == name):
            position = position if held == figure.grabbed_by else position.put(name, grabbed_by=held)
        elif figure.grabbed_by:
            position = position.put(name, grabbed_by=())
    for name, target in at.items():
        zone = position.figures[target].zone
        if zone in position.vehicles and position.figures[name].zone != zone:
            zone = STREET  # nobody gets into a vehicle by coming near
        position = remember(position.put(name, zone=zone), "inches", name, target, 0)
    return position


def humans(position: Position) -> tuple[str, ...]:
    """Return the humans on the table."""
    return tuple(n for n, one in position.figures.items() if one.kind in HUMANS and on_table(one))


def zombies(position: Position) -> tuple[str, ...]:
    """Return the zombies on the table."""
    return tuple(n for n, one in position.figures.items() if one.kind in ZOMBIES and on_table(one))


def in_building(position: Position, name: str) -> Building | None:
    """Return the building that a figure is in, or None."""
    return position.buildings.get(position.figures[name].zone)


def inches(number: float) -> str:
    """Return a distance in a sentence: "1 inch", "7.5 inches"."""
    return f"{number:g} inch{'' if number == 1 else 'es'}"


def numbers(values: Iterable[float]) -> str:
    """Return distances in a sentence: "5, 7 and 9 inches"."""
    texts = [f"{value:g}" for value in values]
    return f"{listed(texts)} inch{'' if texts == ['1'] else 'es'}"


def clock(hour: int) -> str:
    """Return a direction in a sentence."""
    return f"towards {hour} o’clock"
