"""Random events (12.0): what each does, and what it asks of those who can see the table.

An event that lasts leaves a state: on figures fewer or more actions, `partner`, `panicked`; for the whole
table `rain`, `no_run_in_armour` and `fit` in `Position.events`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.fields import action, asked, drawn, rolled
from rules.ruling import Ask, Missing, Options, Pool, Ruling, allow, done
from rules.sentences import counted, sentence
from rules.zombies_surviving import items, wounds
from rules.zombies_surviving.menace.groups import FRIENDLY, called, everybody, joined, title, wild_packs
from rules.zombies_surviving.menace.zombies import RAIN, incident_tokens, newest_token, with_token
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import Item, Position, Status, Task, moved, remember
from rules.zombies_surviving.setting_up import CITY
from rules.zombies_surviving.survival.economy import EXTRA, HIDING, LOST, NONE, ONE, PANICKED, change
from rules.zombies_surviving.survival.finds import supplies
from rules.zombies_surviving.traits import SENSE_GAINED, total

NOBODY = "nobody"
NO_RUN_IN_ARMOUR, FIT = "no_run_in_armour", "fit"
PARTNER, SNIPER = "partner", "sniper"
FIRED, EXPLODED, ON_AUTOMATIC = "fired", "exploded", "automatic"
MANY_SHOTS, MANY_BUILDINGS = 3, 3
LEADERS_APART = 6
NUMBER = "12.0"


@action
class EventHappens:
    """Carry out a random event (12.0)."""

    event: str
    foremost: str | None = asked("Which survivor is farthest from the starting edge?")
    lot: int | None = drawn("event lot")
    which: str | None = asked("Which one?")
    yes: bool | None = asked("Is there room?")
    near: Mapping[str, bool] | None = asked("Who?")
    die: int | None = rolled("event die")


ACTIONS: tuple[type, ...] = (EventHappens,)
Handler = Callable[[Position, EventHappens], Ruling[Position]]


def judge_happens(position: Position, act: EventHappens) -> Ruling[Position]:
    """Rule on a random event (12.0)."""
    return EVENTS[act.event](position.pop(), act)


def survivors(position: Position) -> tuple[str, ...]:
    """Return the survivors whom players play, on the table."""
    return position.standing("survivor")


def _say(after: Position, story: str) -> Ruling[Position]:
    return done(after, (NUMBER,), f"{sentence(story)}.")


def _nothing(position: Position, why: str) -> Ruling[Position]:
    return done(position, (NUMBER,), f"Nothing happens: {why}.")


def _need(**needs: Missing) -> Ruling[Position]:
    return allow((NUMBER,), "The event.", needs)


def _lot(position: Position, act: EventHappens, whom: Sequence[str]) -> str | Ruling[Position]:
    """Return one of some names drawn by lot, or what is needed for it."""
    if len(whom) == 1:
        return whom[0]
    return whom[act.lot] if act.lot is not None else _need(lot=Pool(tuple(range(len(whom)))))


def _foremost(position: Position, act: EventHappens) -> str | Ruling[Position]:
    """Return the survivor farthest from the starting edge, or the question for him."""
    whom = survivors(position)
    if len(whom) == 1:
        return whom[0]
    return act.foremost or _need(foremost=Options(whom))


def _which(act: EventHappens, whom: Sequence[str], text: str) -> str | Ruling[Position]:
    if len(whom) == 1:
        return whom[0]
    return act.which or _need(which=Options(tuple(whom), (), text))


def _near(act: EventHappens, whom: Sequence[str], text: str) -> tuple[str, ...] | Ruling[Position]:
    """Return those of some figures of whom something is true, or the question for all of them."""
    if not whom:
        return ()
    if act.near is None:
        return _need(near=Ask(text, "yes_no", each=tuple(whom)))
    return tuple(name for name in whom if act.near[name])


def _state(position: Position, names: Sequence[str], state: str, until: int | None = None) -> Position:
    turn = position.turn if until is None else until
    figures = {name: position.figures[name].with_status(state, turn) for name in names}
    return replace(position, figures={**position.figures, **figures})


def _without(position: Position, *states: str) -> tuple[Position, tuple[str, ...]]:
    names = tuple(n for n in survivors(position) if any(map(position.figures[n].status, states)))
    figures = {}
    for name in names:
        kept = tuple(one for one in position.figures[name].statuses if one.name not in states)
        figures[name] = replace(position.figures[name], statuses=kept)
    return replace(position, figures={**position.figures, **figures}), names


def _horror(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _lot(position, act, survivors(position))
    if isinstance(who, Ruling):
        return who
    figure, called_ = position.figures[who], called(position, who)
    if figure.has("fearless"):
        return _nothing(position, f"{called_} is fearless")
    if figure.has("panicky"):
        after = _state(position, (who,), PANICKED, 0).noise(who)
        return _say(after, f"{called_} screams and panics: a noise")
    return _say(change(position, who, NONE, "event"), f"{called_} has no action in this turn")


def fired(position: Position, *states: str) -> tuple[str, ...]:
    """Return who fired a gun last turn; with states, who fired so, or used explosives."""
    ways = states or (FIRED,)
    return tuple(name for name, one in position.figures.items() if any(map(one.status, ways)))


def _players_fired(position: Position, *states: str) -> tuple[str, ...]:
    """Return the players’ survivors who fired a gun last turn, or used explosives."""
    return tuple(name for name in fired(position, *states) if position.figures[name].kind == "survivor")


def _misfire(position: Position, act: EventHappens) -> Ruling[Position]:
    shooters = _players_fired(position)
    if not shooters:
        return _nothing(position, "nobody fired a gun last turn")
    who = _lot(position, act, shooters)
    if isinstance(who, Ruling):
        return who
    guns = tuple(one.item for one in position.figures[who].items if _firearm(one.item))
    if not guns:
        return _nothing(position, f"{called(position, who)} has no gun any more")
    gun = _which(act, guns, f"Which gun did {called(position, who)} fire last turn?")
    if isinstance(gun, Ruling):
        return gun
    if not items.can_jam(gun):
        return _nothing(position, f"the {items.called(gun)} of {called(position, who)} cannot jam")
    held = position.figures[who].item(gun)
    assert held is not None
    jammed = position.figures[who].with_item(replace(held, jammed=True))
    return _say(position.put(who, jammed), f"the {items.called(gun)} of {called(position, who)} jams")


def _firearm(item: str) -> bool:
    of = items.class_of(item, None)
    return of is not None and items.classes()[of]["kind"] == "firearm"


def _ankle_biter_ahead(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _foremost(position, act)
    if isinstance(who, Ruling):
        return who
    after, (new,) = position.add("ankle_biter")
    after = remember(remember(after, "inches", new, who, 5), "in_sight", new, who, 1)
    return _say(after, f"an ankle-biter lies 5 inches in front of {called(position, who)}")


def _cut_off(position: Position, act: EventHappens) -> Ruling[Position]:
    count = len(survivors(position))
    if act.yes is None:
        text = "Is there room 3 inches from the starting edge and at least 12 inches from every survivor?"
        return _need(yes=Ask(text))
    if not act.yes:
        return _nothing(position, "there is no room for them")
    after, names = position.add("shuffler", count)
    return _say(joined(after, names), f"{counted(count, 'shuffler')}, 3 inches from the starting edge")


def _rain(position: Position, act: EventHappens) -> Ruling[Position]:
    left = tuple(one for one in position.events if one.name != RAIN)
    if len(left) < len(position.events):
        return _say(replace(position, events=left), "the rain stops")
    after = replace(position, events=(*left, Status(RAIN)))
    return _say(after, "it rains: a die less to spot and observe, and zombies see 18 inches")


def _sniper(position: Position, act: EventHappens) -> Ruling[Position]:
    where = _lot_or_none(position, act, _unknown(position))
    if isinstance(where, Ruling):
        return where
    building = replace(position.buildings[where], state="barricaded")
    after = replace(position, buildings={**position.buildings, where: building})
    rifle = (Item("rifle", loaded=8),)
    after, (new,) = after.add("independent", zone=where, attitude="hostile", items=rifle)
    after = _state(after, (new,), SNIPER, 0)
    return _say(after, f"{_place(position, where)} is barricaded, and somebody shoots from it with a rifle")


def _unknown(position: Position) -> tuple[str, ...]:
    return tuple(name for name, one in position.buildings.items() if one.state == "unknown")


def _place(position: Position, where: str) -> str:
    building = position.buildings.get(where)
    return (building.name if building else "") or where.replace("_", " ")


def _lot_or_none(position: Position, act: EventHappens, whom: Sequence[str]) -> str | Ruling[Position]:
    return _lot(position, act, whom) if whom else _nothing(position, "there is none")


def _token_corner(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _foremost(position, act)
    if isinstance(who, Ruling):
        return who
    near = f"the corner nearest to {called(position, who)}"
    after = with_token(position, near)
    if len(_unknown(position)) > MANY_BUILDINGS or position.counts.get(CITY):
        more = with_token(after, "the next corner")
        return _say(
            more, f"{newest_token(after)} lies in {near}, and {newest_token(more)} in the next corner"
        )
    return _say(after, f"{newest_token(after)} lies in {near}")


def _dogs(position: Position, act: EventHappens) -> Ruling[Position]:
    packs = wild_packs(position)
    pack = _lot_or_none(position, act, tuple(packs))
    if isinstance(pack, Ruling):
        return pack
    after, names = position.add("feral_dog", 3)
    return _say(joined(after, (*packs[pack], *names)), "three more dogs in the pack")


def occupied(position: Position) -> tuple[str, ...]:
    """Return the buildings with survivors in them."""
    zones = (position.figures[name].zone for name in survivors(position))
    return tuple(dict.fromkeys(zone for zone in zones if zone in position.buildings))


def _shuffler_inside(position: Position, act: EventHappens) -> Ruling[Position]:
    where = _lot_or_none(position, act, occupied(position))
    if isinstance(where, Ruling):
        return where
    after, _ = position.add("shuffler", zone=where)
    return _say(after, f"a shuffler in {_place(position, where)}, with those who are there")


def _no_run(position: Position, act: EventHappens) -> Ruling[Position]:
    after = replace(position, events=(*position.events, Status(NO_RUN_IN_ARMOUR, position.turn)))
    return _say(after, "nobody in body armour runs in this turn")


def _back_seat(position: Position, act: EventHappens) -> Ruling[Position]:
    cars = tuple(name for name, one in position.vehicles.items() if one.kind == "car")
    if not cars:
        return _nothing(position, "there is no car")
    car = _which(act, cars, "Which car is nearest to a survivor?")
    if isinstance(car, Ruling):
        return car
    after, _ = position.add("ankle_biter")
    return _say(after, f"an ankle-biter beside {position.vehicles[car].name or car.replace('_', ' ')}")


def _moan(position: Position, act: EventHappens) -> Ruling[Position]:
    panicky = tuple(
        name
        for name in survivors(position)
        if position.figures[name].has("panicky") and not position.figures[name].has("fearless")
    )
    calm: tuple[str, ...] = ()
    if panicky and any(position.figures[n].has("leader") for n in survivors(position)):
        far = reading(position, "leader_range")
        told = _near(act, panicky, f"Who has a leader within {far} inches?")
        if isinstance(told, Ruling):
            return told
        calm = told
    if act.lot is None:
        return _need(lot=Pool((0, 1, 2, 3)))
    corner = ("left corner of the starting edge", "right corner of the starting edge", "far left corner",
              "far right corner")[act.lot]  # fmt: skip
    after = with_token(position, f"the {corner}")
    scared = tuple(name for name in panicky if name not in calm)
    after = _state(after, scared, PANICKED, 0)
    panic = f"; {everybody(position, scared)} in panic" if scared else ""
    return _say(after, f"{newest_token(after)} lies in the {corner}{panic}")


def _heard(position: Position, act: EventHappens) -> Ruling[Position]:
    shooters = _players_fired(position, FIRED, EXPLODED)
    if not shooters:
        return _nothing(position, "no gun and no explosive was used last turn")
    who = _lot(position, act, shooters)
    if isinstance(who, Ruling):
        return who
    where = f"the edge nearest to {called(position, who)}"
    after = with_token(position, where)
    return _say(after, f"{newest_token(after)} lies at {where}")


def _automatic(position: Position, act: EventHappens) -> Ruling[Position]:
    if not fired(position, ON_AUTOMATIC):
        return _nothing(position, "nobody fired on automatic last turn")
    if incident_tokens(position):
        where = "2 inches behind the token that is nearest to the weapon"
    else:
        where = "in the middle of the edge farthest from a survivor"
    after = with_token(position, where)
    return _say(after, f"{newest_token(after)} lies {where}")


def _shots(position: Position, act: EventHappens) -> Ruling[Position]:
    shooters = fired(position)
    if not shooters:
        return _nothing(position, "no shot was fired last turn")
    shots = position.counts.get(f"shots {position.turn - 1}", 0)
    where = "in the middle of the edge farthest from a survivor"
    after = with_token(position, where)
    if shots > MANY_SHOTS:
        more = with_token(after, where)
        return _say(more, f"{shots} shots: {newest_token(after)} and {newest_token(more)} lie {where}")
    return _say(after, f"{newest_token(after)} lies {where}")


def _booby_trap(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _foremost(position, act)
    if isinstance(who, Ruling):
        return who
    figure = position.figures[who]
    if items.is_nimble(figure):
        return _nothing(position, f"{called(position, who)} is nimble")
    if figure.has("sensible") or figure.has("very_sensible"):
        return _nothing(position, f"{called(position, who)} is sensible")
    after, what = wounds.wound(position, who, 1)
    return _say(after, f"a booby trap: {what}")


def _scream(position: Position, act: EventHappens) -> Ruling[Position]:
    names = tuple(name for name in survivors(position) if not position.figures[name].has("fearless"))
    if not names:
        return _nothing(position, "all are fearless")
    for name in names:
        position = change(position, name, ONE, "event")
    return _say(position, f"one action for {everybody(position, names)}")


def _lose(position: Position, names: Sequence[str]) -> Ruling[Position]:
    if not names:
        return _nothing(position, "nobody is near enough")
    for name in names:
        position = change(position, name, LOST, "event")
    return _say(position, f"an action less for {everybody(position, names)}")


def _two_leaders(position: Position, act: EventHappens) -> Ruling[Position]:
    leaders = tuple(n for n in survivors(position) if position.figures[n].has("leader"))
    if len(leaders) < 2:
        return _nothing(position, "there are no two leaders")
    if leaders[2:]:
        told = _near(act, leaders, f"Which leaders are within {LEADERS_APART} inches of another leader?")
        return told if isinstance(told, Ruling) else _lose(position, told)
    if act.yes is None:
        return _need(
            yes=Ask(f"Are {everybody(position, leaders)} within {LEADERS_APART} inches of each other?")
        )
    return _lose(position, leaders if act.yes else ())


def _token_building(position: Position, act: EventHappens) -> Ruling[Position]:
    if not position.buildings:
        return _nothing(position, "there is no building")
    where = "outside the building farthest from a survivor"
    after = with_token(position, where)
    return _say(after, f"{newest_token(after)} lies {where}")


def _squabble(position: Position, act: EventHappens) -> Ruling[Position]:
    abrasive = tuple(name for name in survivors(position) if position.figures[name].has("abrasive"))
    if not abrasive:
        return _nothing(position, "nobody is abrasive")
    others = tuple(name for name in survivors(position) if name not in abrasive)
    told = _near(act, others, f"Who is within 3 inches of {everybody(position, abrasive)}?")
    return told if isinstance(told, Ruling) else _lose(position, (*abrasive, *told))


def _no_hiding(position: Position, act: EventHappens) -> Ruling[Position]:
    after, names = _without(position, *HIDING)
    return (
        _say(after, f"{everybody(position, names)} can be seen")
        if names
        else _nothing(position, "nobody hides")
    )


def _courage(position: Position, act: EventHappens) -> Ruling[Position]:
    after, names = _without(position, PANICKED)
    return (
        _say(after, f"{everybody(position, names)}: rallied")
        if names
        else _nothing(position, "nobody panics")
    )


def _sense(position: Position, act: EventHappens) -> Ruling[Position]:
    wise = ("sensible", "very_sensible")
    names = tuple(n for n in survivors(position) if any(position.figures[n].has(trait) for trait in wise))
    if not names:
        return _nothing(position, "nobody is sensible")
    for name in names:
        position = position.put(name, used=(*position.figures[name].used, SENSE_GAINED))
    return _say(position, f"one more +1 for {everybody(position, names)}")


def _skillet(position: Position, act: EventHappens) -> Ruling[Position]:
    names = tuple(n for n in survivors(position) if position.figures[n].zone in position.buildings)
    if not names:
        return _nothing(position, "nobody is in a house")
    for name in names:
        position = position.put(name, items.given(position.figures[name], "skillet"))
    return _say(position, f"a skillet for {everybody(position, names)}")


def _no_corpses(position: Position, act: EventHappens) -> Ruling[Position]:
    names = position.of_kind("corpse")
    if not names:
        return _nothing(position, "there is no corpse")
    for name in names:
        position = wounds.lay_to_rest(position, name)
    return _say(position, "no corpse rises any more")


def _supplies(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _foremost(position, act)
    if isinstance(who, Ruling):
        return who
    if act.die is None:
        return _need(die=1)
    figure = position.figures[who]
    found = max(0, act.die + total(figure, "found_supplies"))
    after = position.put(who, supplies=figure.supplies + found)
    return _say(after, f"{called(position, who)} finds {supplies(found)}")


def _pack_leaves(position: Position, act: EventHappens) -> Ruling[Position]:
    packs = wild_packs(position)
    pack = _lot_or_none(position, act, tuple(packs))
    if isinstance(pack, Ruling):
        return pack
    return _say(position.without(*packs[pack]), f"{title(position, pack)} leaves the table")


def _way_out(position: Position, act: EventHappens) -> Ruling[Position]:
    inside = tuple(n for n in survivors(position) if position.figures[n].zone in position.buildings)
    if not inside:
        return _nothing(position, "nobody is in a building")
    told = _near(act, inside, "Who is put outside, within 6 inches?")
    if isinstance(told, Ruling):
        return told
    if not told:
        return _nothing(position, "all stay inside")
    for name in told:
        position = position.put(name, zone="street", grabbed_by=())
    return _say(moved(position, *told), f"{everybody(position, told)} outside, within 6 inches")


def _partner(position: Position, act: EventHappens) -> Ruling[Position]:
    whom = survivors(position)
    if len(whom) < 2:
        return _nothing(position, "there is nobody beside")
    told = _near(act, whom, "Who is within 1 inch of another character?")
    if isinstance(told, Ruling):
        return told
    if not told:
        return _nothing(position, "nobody is beside another")
    return _say(_state(position, told, PARTNER), f"+1 in melee in this turn for {everybody(position, told)}")


def _fit(position: Position, act: EventHappens) -> Ruling[Position]:
    after = replace(position, events=(*position.events, Status(FIT, position.turn)))
    return _say(after, "1 inch more to move and 2 to run, in this turn")


def _quiet(position: Position, act: EventHappens) -> Ruling[Position]:
    if _players_fired(position, FIRED, EXPLODED):
        return _nothing(position, "shots were fired last turn")
    token = _lot_or_none(position, act, incident_tokens(position))
    if isinstance(token, Ruling):
        return token
    after = replace(position, tokens={k: v for k, v in position.tokens.items() if k != token})
    return _say(after, f"{called(position, token)} is removed")


def _find(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _lot(position, act, survivors(position))
    if isinstance(who, Ruling):
        return who
    return _say(
        position.push(Task("find", who, "special_item")), f"{called(position, who)} finds a special item"
    )


def _dog(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _foremost(position, act)
    if isinstance(who, Ruling):
        return who
    zone = position.figures[who].zone
    after, (new,) = position.add("feral_dog", attitude="friendly", group=who, zone=zone)
    after = remember(_state(after, (new,), FRIENDLY), "inches", new, who, 1)
    return _say(
        after, f"a friendly dog beside {called(position, who)}, whom it joins for a negotiation in this turn"
    )


def _clue(position: Position, act: EventHappens) -> Ruling[Position]:
    who = _lot(position, act, survivors(position))
    if isinstance(who, Ruling):
        return who
    after = position.put(who, used=(*position.figures[who].used, "clue")).count("clues")
    return _say(after, f"{called(position, who)} finds a clue to a quest")


def _aeroplane(position: Position, act: EventHappens) -> Ruling[Position]:
    for name in survivors(position):
        position = change(position, name, EXTRA, "event")
    return _say(position, "one more action for every character in this turn")


def _needs_somebody(handler: Handler) -> Handler:
    """Return an event that happens only while a player has a survivor on the table."""

    def happens(position: Position, act: EventHappens) -> Ruling[Position]:
        if not survivors(position):
            return _nothing(position, "no survivor is on the table")
        return handler(position, act)

    return happens


EVENTS: Mapping[str, Handler] = {
    "horror": _needs_somebody(_horror),
    "misfire": _misfire,
    "ankle_biter_ahead": _needs_somebody(_ankle_biter_ahead),
    "cut_off": _needs_somebody(_cut_off),
    "rain": _rain,
    "sniper": _sniper,
    "token_corner": _needs_somebody(_token_corner),
    "dogs_3": _dogs,
    "shuffler_inside": _shuffler_inside,
    "no_run_in_armour": _no_run,
    "back_seat": _back_seat,
    "moan": _moan,
    "heard": _heard,
    "automatic": _automatic,
    "shots": _shots,
    "booby_trap": _needs_somebody(_booby_trap),
    "scream": _scream,
    "leaders": _two_leaders,
    "token_building": _token_building,
    "squabble": _squabble,
    "no_hiding": _no_hiding,
    "courage": _courage,
    "sense": _sense,
    "skillet": _skillet,
    "no_corpses": _no_corpses,
    "supplies": _needs_somebody(_supplies),
    "pack_leaves": _pack_leaves,
    "way_out": _way_out,
    "partner": _partner,
    "fit": _fit,
    "quiet": _quiet,
    "find": _needs_somebody(_find),
    "dog": _needs_somebody(_dog),
    "clue": _needs_somebody(_clue),
    "aeroplane": _needs_somebody(_aeroplane),
}
"""What each event of the chart does (12.0)."""
