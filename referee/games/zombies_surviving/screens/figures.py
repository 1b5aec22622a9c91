"""What stands on the table, as cards and lines: survivors, those after them, noise, tokens, places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.games.interface import Json
from referee.games.zombies_surviving.screens import words
from rules.sentences import counted, listed, sentence
from rules.zombies_surviving import characters
from rules.zombies_surviving.position import HUMANS, OFF, STREET

TOUCHING = 0.5
_STATES: Mapping[str, str] = {
    "prone": "prone",
    "hidden": "hidden",
    "hidden_from_humans": "hidden from humans",
    "panicked": "panics",
    "unconscious": "unconscious",
    "incapacitated": "out of action",
    "stunned": "stunned",
    "partner": "+1 in melee",
    "infected": "infected",
    "extra_action": "1 more action",
    "lost_action": "1 action lost",
    "one_action": "1 action at most",
    "no_action": "no action",
    "tear_gas": "tear gas: 1 action lost",
    "no_talks": "no more talks",
    "may_choose": "may choose a thing",
}
"""The states that a card shows; the others are notes of the referee's own."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a figure carries: its name, how much is in it, and the needed numbers of a weapon.

    `parts` are what its owner adds to these numbers.
    """

    name: str
    loaded: int | None = None
    room: int = 0
    jammed: bool = False
    ranges: Sequence[Json] = ()
    parts: Sequence[Json] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A survivor, or a boss that somebody plays, as a card: actions left, wounds, things, states."""

    id: str
    name: str
    seat: str
    mine: bool
    dead: bool
    left: int
    allowed: int
    wounds: int
    wounds_to_die: int
    bites: int
    supplies: int
    where: str
    states: Sequence[str]
    traits: Sequence[tuple[str, str]]
    things: Sequence[Thing]
    melee: int | None = None
    melee_parts: Sequence[Json] = ()
    boss: Json | None = None
    """What a boss goes, needs and does; None for a survivor."""

    @property
    def pips(self) -> Sequence[bool]:
        """The actions of this turn, True for each that is left."""
        return [n < self.left for n in range(max(self.allowed, self.left))]


@dataclass(frozen=True, slots=True)
class Threat:
    """Figures that the referee runs, as one line: a group of zombies, a pack, a party of strangers.

    `moved`: they have moved in this turn.
    """

    title: str
    kinds: str
    where: str
    near: str = ""
    attitude: str = ""
    played_by: str = ""
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A building or a vehicle as one line."""

    name: str
    state: str
    notes: Sequence[str]


def zone(zone: str, view: Json) -> str:
    """Return what a rough zone is called."""
    return "street" if zone == STREET else words.called(zone, view) if zone else ""


def sheets(view: Json, seat: str) -> list[Sheet]:
    """Return the figures that players have, those of a seat first and the dead last."""
    found = [
        _sheet(name, one, view, seat)
        for name, one in view["figures"].items()
        if one["seat"] and one["kind"] in {"survivor", "corpse", "boss"}
    ]
    order = [seat, *view["seats"]]
    return sorted(found, key=lambda one: (one.dead, order.index(one.seat) if one.seat in order else 99))


def _sheet(name: str, one: Json, view: Json, seat: str) -> Sheet:
    told = view.get("sheets", {}).get(name, {})
    known = characters.traits()
    return Sheet(
        name,
        words.called(name, view),
        one["seat"],
        one["seat"] == seat,
        one["kind"] == "corpse",
        int(told.get("left", 0)),
        int(told.get("allowed", 2)),
        one["wounds"],
        int(told.get("dies_at", 3)),
        one["bites"],
        one["supplies"],
        zone(one["zone"], view),
        tuple(_states(one, view)),
        tuple((known[t][0], known[t][2]) for t in one["traits"] if t in known),
        tuple(_things(one, told)),
        told.get("melee"),
        told.get("parts", {}).get("melee", ()),
        told if one["kind"] == "boss" else None,
    )


def _states(one: Json, view: Json) -> Iterator[str]:
    if one["kind"] == "corpse":
        yield "dead"
        return
    if one["grabbed_by"]:
        yield f"grabbed by {listed(words.called(name, view) for name in one['grabbed_by'])}"
    if one["wounds"] > 1 and one["kind"] != "boss":
        yield "serious wound"
    found = ((_STATES.get(status["name"].split()[0]), status["until"]) for status in one["statuses"])
    yield from (f"{word}{_until(until, view['turn'])}" for word, until in found if word)


def _until(until: int, turn: int) -> str:
    """Return when a state ends, or "" where something else has to end it."""
    if not until:
        return ""
    return " in this turn" if until <= turn else f" until the end of turn {until}"


def _things(one: Json, told: Json) -> Iterator[Thing]:
    scores = told.get("weapons", {})
    for item in one["items"]:
        room = characters.rounds(item["item"]) or item.get("holds", 0)
        name = words.thing(item["item"])
        said = f"{item['count']} {name}" if item["count"] > 1 else name
        yield Thing(
            sentence(said),
            item["loaded"] if room else None,
            room,
            item["jammed"],
            scores.get(item["item"], ()),
            told.get("parts", {}).get(item["item"], ()),
        )


def threats(view: Json) -> list[Threat]:
    """Return the zombies, dogs and strangers on the table, group by group; those that moved come last."""
    groups: dict[str, list[tuple[str, Json]]] = {}
    for name, one in view["figures"].items():
        if one["kind"] in words.KINDS and one["zone"] != OFF:
            groups.setdefault(one["group"] or name, []).append((name, one))
    return sorted(
        (_threat(group, members, view) for group, members in groups.items()), key=lambda one: one.moved
    )


def _threat(group: str, members: Sequence[tuple[str, Json]], view: Json) -> Threat:
    counts = Counter(one["kind"] for _, one in members)
    alone = len(members) == 1
    first = members[0][1]
    statuses = first["statuses"] if view["phase"] == "menace" else ()
    return Threat(
        words.called(members[0][0], view) if alone else f"Group {group}",
        "" if alone and members[0][0].startswith(first["kind"]) else words.of_kinds(counts),
        zone(first["zone"], view),
        _nearest([name for name, _ in members], view),
        first["attitude"],
        first["seat"],
        any(one["name"] == "acted" and one["until"] == view["turn"] for one in statuses),
    )


def _nearest(names: Sequence[str], view: Json) -> str:
    """Return the nearest human that was told: "3″ from Ana"."""
    figures, best = view["figures"], ("", 999.0)
    for fact, value in view["facts"].items():
        kind, *pair = fact.split()
        if kind != "inches" or len(pair) < 2 or value >= best[1]:
            continue
        others = [one for one in pair if one not in names]
        if len(others) == 1 and others[0] in figures and figures[others[0]]["kind"] in HUMANS:
            best = (others[0], value)
    if best[0] and best[1] <= TOUCHING:
        return f"at {words.called(best[0], view)}"
    return f"{best[1]:g}″ from {words.called(best[0], view)}" if best[0] else ""


def noises(view: Json) -> Sequence[tuple[str, int]]:
    """Return the places with markers of noise, and how many."""
    return tuple(Counter(words.called(one["where"], view) for one in view["noises"]).items())


def tokens(view: Json) -> list[tuple[str, str]]:
    """Return the incident tokens, with what was said of each last; those that stand alike are one line."""
    alike: dict[str, list[str]] = {}
    for name, where in view["tokens"].items():
        alike.setdefault(where, []).append(name.removeprefix("token_").replace("_", " "))
    return [
        (f"Token {names[0]}" if len(names) == 1 else f"Tokens {listed(names)}", zone(where, view))
        for where, names in alike.items()
    ]


def places(view: Json) -> list[Place]:
    """Return the buildings and vehicles."""
    inside: dict[str, list[str]] = {}
    for name, one in view["figures"].items():
        inside.setdefault(one["zone"], []).append(words.called(name, view))
    return [*_buildings(view, inside), *_vehicles(view, inside)]


def _buildings(view: Json, inside: Mapping[str, Sequence[str]]) -> Iterator[Place]:
    for id_, one in view["buildings"].items():
        notes = [counted(one["breaches"], "breach").replace("breachs", "breaches")] * bool(one["breaches"])
        notes += ["searched"] * one["searched"] + ["empty"] * one["empty"] + ["burning"] * one["burning"]
        notes += [", ".join(inside[id_])] if id_ in inside else []
        yield Place(one["name"], "not yet known" if one["state"] == "unknown" else one["state"], notes)


def _vehicles(view: Json, inside: Mapping[str, Sequence[str]]) -> Iterator[Place]:
    for id_, one in view["vehicles"].items():
        notes = ["runs"] * one["runs"] + ["crashed"] * one["crashed"] + ["burning"] * one["burning"]
        notes += [f"{one['points']} points left"] if one["points"] >= 0 else []
        notes += [", ".join(inside[id_])] if id_ in inside else []
        yield Place(one["name"], one["kind"].replace("_", " "), notes)
