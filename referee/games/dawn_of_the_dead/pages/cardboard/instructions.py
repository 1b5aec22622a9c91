"""Instructions for laying out and moving pieces, one per pick-up.

The lines come in an order that a hand can follow: what goes off the map first, then what moves into free
squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from referee.games.dawn_of_the_dead.labels.wording import DOORS, NAMES
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import (
    OPEN,
    PILES,
    Facet,
    Look,
    Person,
    Tracker,
    changed,
)
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, UNITS, Setting
from rules.dawn_of_the_dead.position import SET_UP
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of counter: how many, where, by which case, and in which squares if they are known."""

    count: str
    says: str
    case: str
    squares: tuple[str, ...] = ()


def layout_list(view: View, setting: Setting) -> tuple[Row, ...]:
    """Return the counters to set out, in order; empty without cardboard counters and after set-up."""
    if view.counters != "physical" or view.phase not in SET_UP:
        return ()
    board, units = setting.board, setting.zombie_squares
    aside = "in the Hidden Zombie box" if view.mode == "two-player" else "with the eliminated units"
    people = listed(NAMES[name] for name in CHARACTERS)
    rows = [
        Row(
            str(len(units)),
            "zombie units, shuffled, face down, one on each Zombie Placement Symbol",
            "3.1",
            units,
        ),
        Row(str(UNITS - len(units)), f"zombie units left over: face down, {aside}", _aside_case(view)),
        Row(
            str(len(CHARACTERS)),
            f"characters ({people}), normal side up, on Character Placement Symbols, at most two in a square",
            "3.2",
            setting.character_squares,
        ),
    ]
    if board.rifle_square:
        rows.append(Row(str(board.rifle_count), f"Hunting Rifle markers in {board.rifle_square}", "3.2"))
    doors = len(board.doors) + len(board.main_doors)
    rows.append(Row("–", f"No Closed markers: all {doors} doors begin open", "3.3"))
    rows.append(Row("–", "Beside the map: all other markers and the characters’ other counters", "3.2"))
    return tuple(rows)


def _aside_case(view: View) -> str:
    return "3.1" if view.mode == "two-player" else "R-15.1a"


PILE_NAMES: Mapping[str, str] = {
    "hidden_box": "the Hidden Zombie box",
    "eliminated": "the eliminated units",
}
"""The piles of cardboard units off the map (3.1, 13.0)."""
FROM_PILE = "Put a unit from {} into {}, face {}."
COUNTERS = (("normal", "stunned"), ("infected", "super_zombie"))
"""The front and the back of a character's two counters (2.3, 8.3, 8.4, 11.0)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One grip: the sentence, the figures to read from a metre, a word or two beside them, and the case.

    `facets` are marked done with it. `zombie`: the zombie player's hand does it. `which` is read aloud after
    the sentence: which unit of a pile is meant.
    """

    text: str
    figures: str
    words: str
    facets: tuple[Facet, ...]
    case: str = ""
    zombie: bool = False
    which: str = ""


def lines_of(tracker: Tracker, *, physical: bool) -> list[Line]:
    """Return the moves by hand, in order, that bring the cardboard to its proper state.

    Where the cardboard bears no values that count, units of the same look that changed places are left alone;
    with cardboard values (`physical`) their undersides differ, and they are swapped.
    """
    moves = _moves(tracker)
    alike = frozenset() if physical else _alike(moves)
    for number in alike:
        del moves[number]
    texts = [
        *_taken_off(tracker),
        *_people(tracker),
        *_moved(moves),
        *_put(tracker, physical=physical),
        *_turned(tracker, alike | moves.keys()),
        *_markers(tracker, alike),
        *_doors(tracker),
    ]
    return [_explained(tracker, line) for line in texts]


def _explained(tracker: Tracker, line: Line) -> Line:
    why = [tracker.why[f] for f in line.facets if f in tracker.why]
    zombie = any(tracker.zombie.get(f, False) for f in line.facets)
    return replace(line, case=why[0] if why else "4.0", zombie=zombie)


Moves = dict[int, tuple[Look, Look]]


def _unit(number: int) -> tuple[Facet, ...]:
    return (("unit", number),)


def _taken_off(tracker: Tracker) -> Iterator[Line]:
    for number, look in sorted(tracker.lies.units.items(), key=lambda item: item[1].place):
        now = tracker.now.units[number]
        if now.place not in PILES or look.place == now.place:
            continue
        if look.place in PILES:
            text = f"Put a unit from {PILE_NAMES[look.place]} with {PILE_NAMES[now.place]}."
            yield Line(text, "Hidden box → eliminated", "one unit, don’t look", _unit(number))
        elif now.place == "eliminated":
            text = f"Take the unit in {look.place} off the map: eliminated."
            yield Line(text, f"{look.place} → off", "eliminated", _unit(number))
        else:
            text = f"Take the unit in {look.place} off the map, back to {PILE_NAMES[now.place]}."
            yield Line(text, f"{look.place} → off", "back to the Hidden Zombie box", _unit(number))


def _moves(tracker: Tracker) -> Moves:
    """Return the units that moved from square to square, each before and after."""
    return {
        number: (look, now)
        for number, look in tracker.lies.units.items()
        if (now := tracker.now.units[number]).place != look.place and not {now.place, look.place} & PILES
    }


def _moved(moves: Moves) -> Iterator[Line]:
    """Yield the moves, each into a free square. Units that moved in a ring are swapped."""
    waiting = dict(sorted(moves.items(), key=lambda item: item[1][0].place))
    while waiting:
        taken = {look.place for look, _ in waiting.values()}
        free = [n for n, (_, end) in waiting.items() if end.place not in taken]
        for number in free:
            start, end = waiting.pop(number)
            turned = f"face {'up' if end.up else 'down'}" if start.up != end.up else ""
            text = f"Move the unit from {start.place} to {end.place}{turned and f' and turn it {turned}'}."
            words = f"unit, turn it {turned}" if turned else "unit"
            yield Line(text, f"{start.place} → {end.place}", words, _unit(number))
        if not free:
            for ring in _rings(waiting):
                yield _swapped(waiting, ring)
            return


def _rings(moves: Moves) -> Iterator[list[int]]:
    """Yield the units that went round, each into the square of the next, ring by ring."""
    starts = {look.place: number for number, (look, _) in moves.items()}
    while starts:
        ring = [starts.pop(next(iter(starts)))]
        while (end := moves[ring[-1]][1].place) in starts:
            ring.append(starts.pop(end))
        if end == moves[ring[0]][0].place:
            yield ring


def _alike(moves: Moves) -> frozenset[int]:
    """Return the units that changed places unseen: each looks like the one that was there before."""
    lay = {look.place: look for look, _ in moves.values()}
    rings = [ring for ring in _rings(moves) if all(lay[moves[n][1].place] == moves[n][1] for n in ring)]
    return frozenset(n for ring in rings for n in ring)


def _swapped(moves: Moves, ring: list[int]) -> Line:
    squares = [moves[n][0].place for n in ring]
    facets: tuple[Facet, ...] = tuple(("unit", n) for n in ring)
    turned = [end for n in ring if moves[n][0].up != (end := moves[n][1]).up]
    turns = "".join(f" Turn the one then in {e.place} face {'up' if e.up else 'down'}." for e in turned)
    if len(ring) == 2:
        return Line(
            f"Swap the units in {squares[0]} and {squares[1]}.{turns}", " ⇄ ".join(squares), "swap", facets
        )
    way = " → ".join([*squares, squares[0]])
    return Line(f"Move the units round: {way}.{turns}", way, "all at once", facets)


def _put(tracker: Tracker, *, physical: bool) -> Iterator[Line]:
    """Yield the units to put on the map. One that a hand took off is that very unit, where values count."""
    for number, look in sorted(tracker.now.units.items(), key=lambda item: item[1].place):
        lies = tracker.lies.units[number]
        if lies.place in PILES and look.place not in PILES:
            turned, pile = "up" if look.up else "down", PILE_NAMES[lies.place]
            text, figures = FROM_PILE.format(pile, look.place, turned), f"+ {look.place}"
            square = tracker.off.get(number) if physical else None
            words = f"the one taken off {square}" if square else f"from {pile}"
            which = f"It is {words}." if square else ""
            yield Line(text, figures, f"{words}, face {turned}", _unit(number), which=which)


def _turned(tracker: Tracker, moved: AbstractSet[int]) -> Iterator[Line]:
    """Yield the units to turn over; one that moved, or comes from a pile, is turned with it."""
    for number, look in sorted(tracker.now.units.items(), key=lambda item: item[1].place):
        lies, square, turned = tracker.lies.units[number], look.place, "up" if look.up else "down"
        if look.up != lies.up and number not in moved and not {square, lies.place} & PILES:
            yield Line(
                f"Turn the unit in {square} face {turned}.", square, f"turn face {turned}", _unit(number)
            )


def _markers(tracker: Tracker, alike: AbstractSet[int]) -> Iterator[Line]:
    for number, look in sorted(tracker.now.units.items(), key=lambda item: item[1].place):
        if look.berserk == tracker.lies.units[number].berserk or look.place in PILES or number in alike:
            continue
        put = "Put a Berserk marker on" if look.berserk else "Take the Berserk marker off"
        words = f"Berserk marker {'on' if look.berserk else 'off'}"
        yield Line(f"{put} the unit in {look.place}.", look.place, words, (("marker", number),))


def _people(tracker: Tracker) -> Iterator[Line]:
    for name, now in tracker.now.people.items():
        yield from _person(name, tracker.lies.people[name], now)
    for name, now in tracker.now.people.items():
        if tracker.lies.people[name].rifle and not now.rifle:
            text = f"Take {NAMES[name]}’s hunting rifle off: it is out of play."
            yield Line(text, NAMES[name], "rifle off", (("rifle", name),))


def _other_side(called: str, lies: str, now: str, side: tuple[Facet, ...]) -> Line:
    """Return the grip from one status to another: turn the counter over, or put the other one there."""
    front, back = next(counter for counter in COUNTERS if now in counter)
    if lies in {front, back}:
        way = "back" if now == front else "over"
        return Line(f"Turn {called} {way} to the {_said(now)} side.", called, f"{_said(now)} side", side)
    over = f", {_said(back)} side up" if now == back else ""
    text = f"Put the {front} counter in place of {called}{over}."
    return Line(text, called, f"{_said(now)} side" if over else f"{front} counter", side)


def _said(status: str) -> str:
    return status.replace("_", " ")


def _person(name: str, lies: Person, now: Person) -> Iterator[Line]:
    called = NAMES[name]
    side: tuple[Facet, ...] = (("side", name),)
    where: tuple[Facet, ...] = (("square", name),)
    if now.status == "killed" != lies.status:
        yield Line(f"Take {called} off the map: killed.", called, "off the map: killed", (*side, *where))
        return
    if now.status != lies.status:
        yield _other_side(called, lies.status, now.status, side)
    if now.square and now.square != lies.square:
        if lies.square:
            text = f"Move {called} from {lies.square} to {now.square}."
            yield Line(text, f"{lies.square} → {now.square}", called, where)
        else:
            yield Line(f"Put {called} back into {now.square}.", f"+ {now.square}", called, where)
    if now.rifle and not lies.rifle:
        yield Line(f"Give {called} a hunting rifle.", called, "+ hunting rifle", (("rifle", name),))


def _doors(tracker: Tracker) -> Iterator[Line]:
    lies, now = tracker.lies.doors, tracker.now.doors
    for kind, door in changed(tracker.lies, tracker.now):
        if kind != "door":
            continue
        was, state, facets = lies.get(str(door), OPEN), now.get(str(door), OPEN), ((kind, door),)
        between = str(door).split("-")
        main = DOORS.get(str(door))
        name = f"the {main} door" if main else f"the door between {between[0]} and {between[1]}"
        text, words = _door(name, was, state)
        yield Line(text, f"{main} door" if main else " | ".join(between), words, facets)


def _door(name: str, was: str, state: str) -> tuple[str, str]:
    """Return the sentence and the words for the marker of a door."""
    if state == OPEN:
        return f"Take the {'Closed' if was == 'closed' else 'Destroyed'} marker off {name}.", "marker off"
    if state == "destroyed":
        if was == OPEN:
            return f"Put a Destroyed marker on {name}.", "Destroyed marker on"
        return f"Turn the Closed marker of {name} over: destroyed.", "turn marker: destroyed"
    if was == "destroyed":
        return f"Turn the marker of {name} back: closed.", "turn marker: closed"
    return f"Put a Closed marker on {name}.", "Closed marker on"
