"""What is loaded, whether a weapon can be fired, and what is spent when it is (6.5 to 6.10, 6.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from rules.ruling import Ruling, refuse
from rules.sentences import counted
from rules.zombies_surviving import items
from rules.zombies_surviving.items import Gun
from rules.zombies_surviving.position import Figure, Item, Position
from rules.zombies_surviving.survival.economy import called

FIRED, AUTOMATIC, EXPLODED = "fired", "automatic", "exploded"
"""States until the end of the next turn, for the events (12)."""
Way = Literal["single", "both", "burst", "automatic"]
ROUNDS: Mapping[Way, int] = {"single": 1, "both": 2, "burst": 3, "automatic": 5}
SHOTS: Mapping[Way, int] = {"single": 1, "both": 2, "burst": 2, "automatic": 3}
LAUNCHED, SHOT_RIFLE = "launched", "shot_rifle"
"""States of this turn: a rifle with a launcher fires as the one or the other (6.19)."""


def rounds_left(figure: Figure, gun: Gun) -> int:
    """Return how many rounds can be fired before loading; for what is thrown, how many there are."""
    held = figure.item(gun.item)
    if gun.item == items.ROCK:
        return 1
    if gun.of == "bow" and not gun.room:
        arrows = figure.item("arrows")
        return arrows.count if arrows else 0
    if held is None:
        return 0
    return held.loaded if gun.room else held.count


def weapon_fault(
    position: Position, name: str, gun: Gun | None, item: str, way: Way = "single", *, aimed: bool = True
) -> Ruling[Position] | None:
    """Return why a weapon cannot be fired like this, or None if it can."""
    me, thing = position.figures[name], items.called(item)
    held = me.item(item)
    if gun is None or gun.of in {"grenade", "launcher"}:
        return refuse(("5.10",), f"{items.one_of(item)} does not shoot.", firm=True)
    if held is None and item != items.ROCK:
        return refuse(("5.10",), f"{called(position, name)} has no {thing}.", firm=True)
    if held is not None and held.jammed:
        return refuse(("6.8",), f"The {thing} of {called(position, name)} is jammed.", firm=True)
    if why := _way_fault(me, called(position, name), gun, way, aimed=aimed):
        return why
    if gun.data.get("grenades") and any(
        one.name == LAUNCHED and one.until == position.turn for one in me.statuses
    ):
        return refuse(("6.19",), "Its launcher has been fired in this turn: one or the other.", firm=True)
    return _empty(me, called(position, name), gun, way)


def _way_fault(me: Figure, who: str, gun: Gun, way: Way, *, aimed: bool) -> Ruling[Position] | None:
    """Return why a weapon does not fire in this way, or None if it does."""
    item, held = gun.item, me.item(gun.item)
    bicycle = me.item("mountain_bike")
    if bicycle is not None and bicycle.on and aimed:
        return refuse(("11.2",), "Nobody aims from a bicycle.", firm=True)
    if bicycle is not None and bicycle.on and not _one_handed(gun, held):
        return refuse(("11.2",), f"{items.one_of(item)} is not for use on a bicycle.", firm=True)
    if gun.data.get("aimed_only") and not aimed:
        return refuse(("6.10",), f"{items.one_of(item)} is fired with aimed shots only.", firm=True)
    if gun.data.get("automatic_only") and way != "automatic":
        return refuse(("6.10",), f"{items.one_of(item)} fires on automatic only.", firm=True)
    if way == "automatic" and not gun.automatic:
        return refuse(("6.7",), f"{items.one_of(item)} cannot fire on automatic.", firm=True)
    if way == "burst" and not gun.data.get("burst"):
        return refuse(("6.6",), f"{items.one_of(item)} cannot fire bursts.", firm=True)
    if way == "both" and item != "double_barrel" and not two_pistols(me, gun):
        return refuse(("6.9",), f"{who} cannot fire two of it at once.", firm=True)
    return None


def _one_handed(gun: Gun, held: Item | None) -> bool:
    """Whether a weapon can be fired from a bicycle: a pistol, or a gun that is sawn off (11.2)."""
    return gun.of == "pistol" or bool(held and items.SAWN_OFF in held.fitted)


def _empty(me: Figure, who: str, gun: Gun, way: Way) -> Ruling[Position] | None:
    have, need, thing = rounds_left(me, gun), ROUNDS[way], items.called(gun.item)
    if way == "both" and (other := _second(me, gun)) is not None and other.item != gun.item:
        need = 1
        if not other.loaded:
            return refuse(("6.5",), f"The {items.called(other.item)} of {who} is empty.", firm=True)
    if have >= need:
        return None
    if gun.of == "bow" and not gun.room:
        return refuse(("6.5",), f"{who} has no arrow.", firm=True)
    if not have:
        return refuse(("6.5",), f"The {thing} of {who} is empty.", firm=True)
    return refuse(
        ("6.5",),
        f"The {thing} of {who} has {counted(have, 'round')}; this takes {need}.",
        firm=True,
    )


def ways(me: Figure, gun: Gun) -> tuple[Way, ...]:
    """Return how a weapon fires in the hands of a figure (6.6 to 6.10)."""
    if gun.data.get("automatic_only"):
        return ("automatic",)
    both = gun.item == "double_barrel" or two_pistols(me, gun)
    known: Mapping[Way, object] = {
        "single": True, "both": both, "burst": gun.data.get("burst"), "automatic": gun.automatic,
    }  # fmt: skip
    return tuple(way for way, can in known.items() if can)


def two_pistols(me: Figure, gun: Gun) -> bool:
    return me.has("ambidextrous") and gun.of == "pistol" and bool(_second(me, gun))


def other_gun(position: Position, name: str, gun: Gun) -> Gun | None:
    """Return the pistol in the other hand as it shoots, where it is another weapon (6.9); or None."""
    me = position.figures[name]
    held = _second(me, gun)
    return None if held is None or held.item == gun.item else items.gun(position, me, held.item)


def _second(me: Figure, gun: Gun) -> Item | None:
    """Return the pistol in the other hand, of the same kind or of another; None for what is no pistol."""
    if gun.of != "pistol":
        return None
    held = me.item(gun.item)
    if held is not None and held.count > 1:
        return held
    others = (one for one in me.items if one.item != gun.item and items.class_of(one.item, one) == "pistol")
    return next((one for one in others if not one.jammed), None)


def fired(position: Position, name: str, gun: Gun, way: Way) -> Position:
    """Return the position after the rounds have left the weapon: what is spent, and the noise (6.5, 6.12)."""
    if way == "both" and (other := other_gun(position, name, gun)) is not None:
        return fired(fired(position, name, gun, "single"), name, other, "single")
    p, me, held, rounds = position, position.figures[name], position.figures[name].item(gun.item), ROUNDS[way]
    if gun.of == "bow":
        p = p.count(f"arrows_fired {name}")
    if gun.of == "bow" and not gun.room:
        me = items.taken(me, "arrows")
    elif gun.room and held is not None:
        me = me.with_item(replace(held, loaded=max(0, held.loaded - rounds)))
    elif held is not None:
        me = items.taken(me, gun.item)
    if gun.kind != "firearm":
        return p.put(name, me)
    quiet = held is not None and items.SILENCER in held.fitted
    until = p.turn + 1
    me = me if quiet else me.with_status(FIRED, until)
    me = me.with_status(SHOT_RIFLE, p.turn) if gun.data.get("grenades") else me
    me = me.with_status(AUTOMATIC, until) if way == "automatic" else me
    p = p.put(name, me)
    return p if quiet else p.count(f"shots {p.turn}", SHOTS[way]).noise(name, rounds)


def saws(position: Position, name: str, weapon: str) -> Position:
    """Return the position with the noise of a weapon in the hand: that of a chainsaw that runs (11.5)."""
    held = position.figures[name].item(weapon)
    return position.noise(name) if weapon == items.CHAINSAW and held and held.on else position


def battery(position: Position, name: str, gun: Gun, dice: Sequence[int]) -> Position:
    """Return the position with a laser aim that goes out after two 1s in a row (11.5)."""
    p, me = position, position.figures[name]
    held, state = me.item(gun.item), "laser_one"
    if held is None or items.LASER not in held.fitted:
        return p
    ones = [me.status(state), *(die == 1 for die in dice)]
    if any(one and two for one, two in pairwise(ones)):
        fitted = tuple(part for part in held.fitted if part != items.LASER)
        return p.put(name, me.without_status(state).with_item(replace(held, fitted=fitted)))
    return p.put(name, me.with_status(state) if ones[-1] else me.without_status(state))


def arrows_back(position: Position, name: str) -> int:
    """Return how many of the arrows that a figure has shot it keeps, if it wins: half of them (6.20)."""
    return position.counts.get(f"arrows_fired {name}", 0) // 2
