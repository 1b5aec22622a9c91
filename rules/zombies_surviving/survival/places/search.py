"""Searching buildings and vehicles, and what comes to light there (5.2, 11.0).

A dishonest figure searches face down, in two steps: others see that it searched, and what it owns up to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.fields import action, asked, picked, rolled
from rules.ruling import Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import sentence
from rules.zombies_surviving import scores
from rules.zombies_surviving.charts import charts, charts_of
from rules.zombies_surviving.items import called as thing
from rules.zombies_surviving.items import effect
from rules.zombies_surviving.position import Position, Task, moved
from rules.zombies_surviving.survival.economy import called, refusal, said, spend
from rules.zombies_surviving.survival.finds import (
    Find,
    Lacks,
    Stream,
    acquire,
    find,
    made,
    receive,
)
from rules.zombies_surviving.survival.places.vehicles import changed
from rules.zombies_surviving.survival.rolls import Outcome, on_chart, settle
from rules.zombies_surviving.traits import adds, total

COLUMNS = {"ransacked": 0, "ruin": 0, "intact": 1, "barricaded": 2}
VEHICLE = 3
SHIRT = "smiley_shirt"
ITEM, KEEPS, D6 = "item", 2, 6
"""A special item; and up to which die the dishonest keep one (10.0)."""
_COUNT = re.compile(r"-?\d{1,2}")
SEARCHED, FOUND, MAY_CHOOSE = "searched ", "found", "may_choose "
"""States: a place that was searched face down, or something found without a search, of which nothing is said
yet; a list to choose from."""


@action
class Search:
    """Search the place where the figure is, or a vehicle beside it (5.2)."""

    seat: str
    figure: str
    place: str | None = picked("Where do you search?")
    science: bool | None = asked("Is it a hospital, a laboratory, or the like?")
    quiet: Mapping[str, int] | None = rolled("search face down", secret="finds")
    search: tuple[int, ...] | None = rolled("search")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    found: tuple[int, ...] | None = rolled("found")


@action
class TellFind:
    """Own up to what was found face down (5.2)."""

    seat: str
    figure: str
    found: tuple[int, ...] | None = rolled("found")


@action
class SayNothing:
    """Say that there was nothing (5.2)."""

    seat: str
    figure: str


@action
class Choose:
    """Choose a household item, as a find allows (11.1)."""

    seat: str
    figure: str
    item: str | None = picked("Which one?")


@action
class FindItem:
    """Roll for a special item that somebody has found (11.0)."""

    figure: str
    found: tuple[int, ...] | None = rolled("found")


@action
class FindQuietly:
    """Look alone at a special item that a dishonest figure has found without a search (5.2)."""

    seat: str
    figure: str
    quiet: Mapping[str, int] | None = rolled("search face down", secret="finds")


ACTIONS: tuple[type, ...] = (Search, TellFind, SayNothing, Choose, FindItem, FindQuietly)


def places(position: Position, name: str) -> tuple[str, ...]:
    """Return where a figure may search: the building that it is in, or else the vehicles on the table."""
    zone = position.figures[name].zone
    return (zone,) if zone in position.buildings or zone in position.vehicles else tuple(position.vehicles)


def column(position: Position, place: str) -> int:
    """Return the column of table 5.2 for a place."""
    return COLUMNS.get(position.buildings[place].state, 0) if place in position.buildings else VEHICLE


def result(position: Position, place: str, value: int) -> str:
    """Return what a total on table 5.2 means for a place: "end", "on", "bite", "bite_end", dice or "item"."""
    return str(charts_of(position)["5.2"].row(value).value[column(position, place)])


def is_empty(position: Position, place: str) -> bool:
    """Whether nobody finds anything in a place any more (5.2)."""
    return position.buildings[place].empty if place in position.buildings else position.vehicles[place].empty


def search_score(position: Position, act: Search) -> Score:
    """Return what is added to the die of a search (5.2)."""
    figure = position.figures[act.figure]
    parts = (
        *adds(figure, "search"),
        Part("smiley face shirt", effect(SHIRT, "search") * figure.carries(SHIRT), "11.10", "roll"),
        Part("a scientist among science", int(bool(act.science)), "10.0", "roll"),
        *scores.weaker(figure),
    )
    return Score("d6", tuple(part for part in parts if part.value))


def judge_search(position: Position, act: Search) -> Ruling[Position]:
    """Rule on a search (5.2)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "search"):
        return no
    if owes_word(position, name):
        return refuse(("5.2",), f"{who} has still to say what was found last.", firm=True)
    where = places(position, name)
    if not where:
        return refuse(("5.2",), f"{who} is in no building, and no vehicle is on the table.", firm=True)
    left = tuple(place for place in where if not is_empty(position, place))
    place = act.place or (where[0] if len(where) == 1 else None)
    if place is None and left:
        return allow(("5.2",), "After up to 3 inches, one beside the figure.", {"place": Options(left)})
    if place is not None and place not in where:
        return refuse(("5.2",), f"{who} is not in {said(place)}.", firm=True)
    if place is None or place not in left:
        what = "Every vehicle" if place is None else sentence(said(place))
        return refuse(("5.2",), f"{what} is empty: nothing more is found there.")
    return _searched_for(position, act, place)


def _searched_for(position: Position, act: Search, place: str) -> Ruling[Position]:
    figure = position.figures[act.figure]
    if figure.has("scientist") and place in position.buildings and act.science is None:
        return allow(("10.0",), "A scientist has +1 there.", {"science": 1})
    if figure.has("dishonest"):
        return _quietly(position, act, place)
    score = search_score(position, act)
    outcome = on_chart(
        position, act, "search", "search", score, lambda n: result(position, place, n), "5.2",
        f"{sentence(said(place))}: a die on the chart.",
    )  # fmt: skip
    return outcome if isinstance(outcome, Ruling) else _brought(position, act, place, outcome)


def _brought(position: Position, act: Search, place: str, outcome: Outcome) -> Ruling[Position]:
    what = result(position, place, outcome.total)
    found = _found(position, act.figure, place, what, act.found or ())
    if isinstance(found, int):
        reason = "A special item: what is it?" if what == ITEM else "How many supplies?"
        return allow(("5.2", "11.0"), reason, {"found": found}, outcome.score)
    after, more = settle(_spent(position, act.figure), act, sense=outcome.sense)
    after, story = _bring(after, act.figure, place, what, found)
    return done(after, ("5.2", *_lists(found)), f"{story}{more}", score=outcome.score)


def _spent(position: Position, name: str) -> Position:
    """Return the position after the actions of a search: whoever sits in no vehicle may have moved."""
    after = spend(position, name, "search")
    return after if position.figures[name].zone in position.vehicles else moved(after, name)


def _found(position: Position, name: str, place: str, what: str, dice: tuple[int, ...]) -> Find | int:
    """Return what a result brings, or how many dice it takes by now."""
    if what in {"end", "on", "bite", "bite_end"}:
        return Find()
    figure = position.figures[name]
    if what == ITEM:
        barricaded = place in position.buildings and position.buildings[place].state == "barricaded"
        return find(figure, dice, barricaded=barricaded, book=charts_of(position))
    try:
        count = Stream(dice).roll(what)
    except Lacks as lacks:
        return lacks.count
    return Find(max(0, count + total(figure, "found_supplies")))


def _lists(found: Find) -> tuple[str, ...]:
    """Return the cases of the lists that were rolled on."""
    return tuple(dict.fromkeys(charts()[chart].case for chart, _ in found.rows))


def _bring(position: Position, name: str, place: str, what: str, found: Find) -> tuple[Position, str]:
    """Return the position after a search, and what to say of it."""
    who = f"{called(position, name)} searches {said(place)}" if place else f"{called(position, name)} looks"
    position = _searched_vehicle(position, place)
    if what in {"end", "bite_end"}:
        position = _emptied(position, place)
    if what in {"bite", "bite_end"}:
        zone = place if place in position.buildings else position.figures[name].zone
        position, _ = position.add("ankle_biter", zone=zone)
        rest = "it may be searched again" if what == "bite" else "it is empty now"
        return position, f"{who}: an ankle-biter; {rest}."
    if what in {"end", "on"}:
        rest = "it is empty for good" if what == "end" else "nothing; it may be searched again"
        return position, f"{who}: {rest}."
    position = position.put(name, receive(position.figures[name], found))
    return position, f"{who} and finds {found.told}."


def _searched_vehicle(position: Position, place: str) -> Position:
    """Return the position in which nobody hides in a vehicle any more that was searched (R-9.2a)."""
    return changed(position, place, searched=True) if place in position.vehicles else position


def _emptied(position: Position, place: str) -> Position:
    if place in position.buildings:
        empty = replace(position.buildings[place], empty=True)
        return replace(position, buildings={**position.buildings, place: empty})
    return changed(position, place, empty=True)


def _keys(name: str) -> tuple[str, str]:
    """Return under which names the dice of a search lie face down."""
    return f"{name} search", f"{name} honesty"


def _quietly(position: Position, act: Search, place: str) -> Ruling[Position]:
    """Rule on a search whose dice its player alone sees (5.2): for the place, and for the honesty."""
    keys = _keys(act.figure)
    if act.quiet is None:
        reason = f"{sentence(said(place))}: two dice, for one phone alone."
        return allow(("5.2", "R-5.2c"), reason, {"quiet": keys}, search_score(position, act))
    after = _searched_vehicle(_spent(position, act.figure), place)
    after = replace(after, finds={**after.finds, **act.quiet})
    added = sum(part.value for part in search_score(position, act).parts)
    state = f"{SEARCHED}{place} {added}"
    after = after.put(act.figure, after.figures[act.figure].with_status(state))
    story = f"{called(position, act.figure)} searches {said(place)}, and will say what is there."
    return done(after, ("5.2", "R-5.2c"), story)


def owes_word(position: Position, name: str) -> bool:
    """Whether a figure has found something face down of which its player has said nothing yet."""
    statuses = position.figures[name].statuses
    return any(one.name == FOUND or one.name.startswith(SEARCHED) for one in statuses)


def misfits(position: Position) -> Iterator[str]:
    """Yield a sentence for each state of a find that does not fit the rest of a position."""
    for name, figure in position.figures.items():
        for one in figure.statuses:
            kind, _, rest = f"{one.name} ".partition(" ")
            where, _, number = rest.strip().rpartition(" ")
            known = {
                SEARCHED.strip(): {*position.buildings, *position.vehicles}, MAY_CHOOSE.strip(): {*charts()},
            }.get(kind)  # fmt: skip
            if known is not None and not (where in known and _COUNT.fullmatch(number)):
                yield f"figures.{name}.statuses: “{one.name[:40]}” names nothing of this table."
        if owes_word(position, name):
            dice = {key: position.finds.get(key, 0) for key in _keys(name)}
            yield from (f"finds: “{key}” is no die." for key, die in dice.items() if not 1 <= die <= D6)


def _searched(position: Position, name: str) -> tuple[str, str, str] | None:
    """Return the state of a search face down, its place and its result; or None."""
    figure = position.figures.get(name)
    for one in figure.statuses if figure else ():
        if one.name == FOUND:
            return FOUND, "", ITEM
        if one.name.startswith(SEARCHED):
            place, added = one.name.removeprefix(SEARCHED).rsplit(" ", 1)
            die = position.finds[_keys(name)[0]]
            return one.name, place, result(position, place, die + int(added))
    return None


def _silent(position: Position, name: str, what: str) -> bool:
    """Whether the player of a dishonest figure says that there was nothing."""
    return what == "on" or (what == ITEM and position.finds[_keys(name)[1]] <= KEEPS)


def _not_his(position: Position, seat: str, name: str) -> Ruling[Position] | None:
    figure = position.figures.get(name)
    if figure is None or figure.seat != seat:
        return refuse(
            ("5.0",), f"{called(position, name[:40])} is another player’s figure, or none.", firm=True
        )
    return None


def judge_tell_find(position: Position, act: TellFind) -> Ruling[Position]:
    """Rule on owning up to a find (5.2)."""
    name, searched = act.figure, _searched(position, act.figure)
    if no := _not_his(position, act.seat, name):
        return no
    if searched is None:
        return refuse(("5.2",), f"{called(position, name)} has nothing to own up to.", firm=True)
    state, place, what = searched
    if _silent(position, name, what):
        reason = "There was nothing." if what == "on" else "It is kept: say that there was nothing."
        return refuse(("5.2", "R-5.2c"), reason, firm=True)
    found = _found(position, name, place, what, act.found or ())
    if isinstance(found, int):
        return allow(("5.2", "11.0"), "What is it?", {"found": found})
    opened = tuple(f"finds.{key}" for key in _keys(name) if key in position.finds)
    after, story = _bring(_told(position, name, state), name, place, what, found)
    return done(after, ("5.2", *_lists(found)), story, opened)


def judge_say_nothing(position: Position, act: SayNothing) -> Ruling[Position]:
    """Rule on saying that there was nothing (5.2)."""
    name, searched = act.figure, _searched(position, act.figure)
    if no := _not_his(position, act.seat, name):
        return no
    if searched is None:
        return refuse(("5.2",), f"{called(position, name)} has nothing to say.", firm=True)
    state, place, what = searched
    if not _silent(position, name, what):
        return refuse(("5.2", "R-5.2c"), "This has to be told.", firm=True)
    nothing = f"in {said(place)}; it may be searched again" if place else "of use"
    story = f"{called(position, name)} says that there was nothing {nothing}."
    return done(_told(position, name, state), ("5.2", "R-5.2c"), story)


def _told(position: Position, name: str, state: str) -> Position:
    """Return the position in which the dice of a search are no longer face down."""
    finds = {key: die for key, die in position.finds.items() if key not in _keys(name)}
    return replace(position.put(name, position.figures[name].without_status(state)), finds=finds)


def choices_of(position: Position, name: str) -> tuple[str, ...]:
    """Return the states of a figure that let it choose from a list (11.1)."""
    return tuple(one.name for one in position.figures[name].statuses if one.name.startswith(MAY_CHOOSE))


def judge_choose(position: Position, act: Choose) -> Ruling[Position]:
    """Rule on choosing a thing from a list (11.1)."""
    if no := _not_his(position, act.seat, act.figure):
        return no
    open_ = choices_of(position, act.figure)
    if not open_:
        return refuse(("11.1",), f"{called(position, act.figure)} has nothing to choose.", firm=True)
    chart = open_[0].split()[1]
    listed = tuple(
        str(row.value["item"]) for row in charts_of(position)[chart].entries if "item" in row.value
    )
    if act.item is None:
        return allow(("11.1",), "Any thing of this list.", {"item": Options(listed)})
    figure = acquire(position.figures[act.figure].without_status(open_[0]), made(act.item))
    story = f"{called(position, act.figure)} takes: {thing(act.item)}."
    return done(position.put(act.figure, figure), ("11.1",), story)


def judge_find_item(position: Position, act: FindItem) -> Ruling[Position]:
    """Rule on a special item that an event has somebody find (11.0, 12.0)."""
    figure = position.figures[act.figure]
    found = find(figure, act.found or (), book=charts_of(position))
    if isinstance(found, int):
        return allow(("11.0",), "A special item: what is it?", {"found": found})
    after = position.pop().put(act.figure, receive(figure, found))
    return done(after, ("11.0", *_lists(found)), f"{called(position, act.figure)} finds {found.told}.")


def judge_find_quietly(position: Position, act: FindQuietly) -> Ruling[Position]:
    """Rule on a special item that a dishonest figure has found, by an event or as a marker (5.2)."""
    if no := _not_his(position, act.seat, act.figure):
        return no
    if not position.tasks or position.tasks[0] != Task("find", act.figure, position.tasks[0].other):
        return refuse(("5.2",), f"{called(position, act.figure)} has found nothing.", firm=True)
    if act.quiet is None:
        return allow(("5.2", "R-5.2c"), "A die, for one phone alone.", {"quiet": _keys(act.figure)[1:]})
    after = replace(position.pop(), finds={**position.finds, **act.quiet})
    after = after.put(act.figure, after.figures[act.figure].with_status(FOUND))
    return done(
        after, ("5.2", "R-5.2c"), f"{called(position, act.figure)} looks at it, and will say what it is."
    )


def _find_task(position: Position, task: Task) -> tuple[Any, ...]:
    figure = position.figures[task.who]
    if figure.has("dishonest") and figure.seat and not owes_word(position, task.who):
        return (FindQuietly(figure.seat, task.who),)
    return (FindItem(task.who),)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do to find something, and about what it has found."""
    figure = position.figures[name]
    if figure.kind != "survivor":
        return
    if owes_word(position, name):
        yield TellFind(figure.seat, name)
        yield SayNothing(figure.seat, name)
    elif where := places(position, name):
        yield Search(figure.seat, name, where[0] if len(where) == 1 else None)
    if choices_of(position, name):
        yield Choose(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    Search: judge_search,
    TellFind: judge_tell_find,
    SayNothing: judge_say_nothing,
    Choose: judge_choose,
    FindItem: judge_find_item,
    FindQuietly: judge_find_quietly,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Any, ...]]] = {"find": _find_task}
