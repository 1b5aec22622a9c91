"""Loading: magazines, shells, arrows; a jam cleared, a Molotov cocktail or a chainsaw made ready (5.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from rules.fields import action, picked
from rules.ruling import Options, Ruling, allow, done, refuse
from rules.sentences import counted
from rules.zombies_surviving import items
from rules.zombies_surviving.items import CHAINSAW, things
from rules.zombies_surviving.position import Figure, Item, Position
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.economy import called

How = Literal["magazine", "rounds", "fill", "clear", "ready", "launcher", "off"]
READY = ("molotov", "dynamite", CHAINSAW)
LAUNCHER_FITS = ("fragmentation_40mm", "smoke_40mm")


@action
class Reload:
    """Load a weapon or make it ready (5.14). `how`: change the magazine, load rounds, fill a spare one."""

    seat: str
    figure: str
    weapon: str
    how: How = "rounds"
    ammunition: str | None = picked("What do you load?")


ACTIONS: tuple[type, ...] = (Reload,)


def room(held: Item) -> int:
    """Return how many rounds a weapon holds."""
    each = held.holds or int(things().get(held.item, {}).get("rounds", 0))
    return each * held.count


def _free(held: Item) -> int:
    """Return how many rounds go into a weapon; of several, into the emptiest one."""
    each = _magazine_room(held)
    return each - max(0, held.loaded - each * (held.count - 1))


def cost(held: Item, how: How) -> int:
    """Return how many actions it takes (5.14)."""
    if how == "off":
        return 0
    if how in {"magazine", "ready", "launcher"}:
        return 1
    return int(things().get(held.item, {}).get("load", 1)) if how == "rounds" else 2


def kinds_for(figure: Figure, held: Item, how: How) -> tuple[str, ...]:
    """Return the kinds of loose ammunition that a figure has for a weapon."""
    fits = LAUNCHER_FITS if how == "launcher" else tuple(things().get(held.item, {}).get("fits", ()))
    return tuple(kind for kind in fits if figure.carries(kind))


def usual(held: Item) -> str:
    """Return the kind of ammunition that a weapon is loaded with."""
    fits = things().get(held.item, {}).get("fits", ())
    return held.ammo or (str(fits[0]) if fits else "")


def judge_reload(position: Position, act: Reload) -> Ruling[Position]:
    """Rule on loading (5.14)."""
    name, how = act.figure, act.how
    held = position.figures[name].item(act.weapon) if name in position.figures else None
    if why := economy.refusal(position, act.seat, name, "reload", cost(held, how) if held else 1):
        return why
    if held is None:
        return refuse(("5.14",), f"{called(position, name)} has no {items.called(act.weapon)}.", firm=True)
    me, thing = position.figures[name], items.called(act.weapon)
    if reason := _why_not(me, held, how):
        said = reason.format(name=called(position, name), weapon=thing, a=items.one_of(act.weapon))
        return refuse(("6.8" if held.jammed else "5.14",), said, firm=True)
    kinds = kinds_for(me, held, how) if how in {"rounds", "fill", "launcher"} else ()
    kind = act.ammunition or (kinds[0] if len(kinds) == 1 else None)
    if kinds and kind is None:
        return allow(("5.14",), f"For the {thing}.", {"ammunition": Options(kinds)})
    if kinds and kind not in kinds:
        return refuse(
            ("5.14",), f"{called(position, name)} has no {items.called(str(kind))} for it.", firm=True
        )
    after, did = _loaded(me, held, how, str(kind))
    p = position.put(name, after)
    p = p.noise(name) if act.weapon == CHAINSAW and how == "ready" else p
    p = economy.spend(p, name, "reload", cost(held, how)) if how != "off" else p
    return done(p, ("5.14",), f"{called(position, name)} {did.format(weapon=thing)}.")


def _why_not(me: Figure, held: Item, how: How) -> str:
    """Return why something cannot be loaded like this, or ""; {name}, {weapon} and {a} are left open."""
    if how == "clear":
        return "" if held.jammed else "The {weapon} of {name} is not jammed."
    if held.jammed:
        return "The {weapon} of {name} is jammed: clear it first."
    if how == "off":
        return "" if held.on and held.item == CHAINSAW else "There is nothing to switch off."
    if how == "ready":
        return _not_ready(held)
    if how in {"magazine", "fill"}:
        return _no_magazine(me, held, how)
    if how == "launcher":
        if not things().get(held.item, {}).get("grenades"):
            return "{a} has no launcher."
        return "Its launcher is loaded." if held.grenade else _none(kinds_for(me, held, how))
    return _no_rounds(me, held)


def _no_magazine(me: Figure, held: Item, how: How) -> str:
    spare = me.item(items.magazine_of(held.item))
    if not things().get(held.item, {}).get("magazine"):
        return "{a} takes no magazine."
    if how == "magazine":
        return "" if spare and spare.loaded else "{name} has no loaded magazine for the {weapon}."
    if spare is None:
        return "{name} has no spare magazine for the {weapon}."
    full = spare.loaded >= _magazine_room(held) * spare.count
    return "The spare magazines are full." if full else _none(kinds_for(me, held, how))


def _no_rounds(me: Figure, held: Item) -> str:
    if not things().get(held.item, {}).get("fits") or not room(held):
        return "{a} needs no loading." if held.item == "bow" else "{a} cannot be loaded."
    kinds = kinds_for(me, held, "rounds")
    full = held.loaded >= room(held) and not [kind for kind in kinds if kind != usual(held)]
    return "The {weapon} of {name} is full." if full else _none(kinds)


def _not_ready(held: Item) -> str:
    if held.item not in READY:
        return "{a} needs no action to be made ready."
    if held.on:
        return "The {weapon} of {name} is ready."
    return "The {weapon} of {name} has no gasoline." if held.item == CHAINSAW and not held.loaded else ""


def _none(kinds: tuple[str, ...]) -> str:
    return "" if kinds else "{name} has nothing to load into the {weapon}."


def _magazine_room(held: Item) -> int:
    return held.holds or int(things().get(held.item, {}).get("rounds", 0))


def _loaded(me: Figure, held: Item, how: How, kind: str) -> tuple[Figure, str]:
    """Return the figure after loading, and what it did, with {weapon} to be filled in."""
    match how:
        case "clear":
            return me.with_item(replace(held, jammed=False)), "clears the {weapon}"
        case "off":
            return me.with_item(replace(held, on=False)), "switches the {weapon} off"
        case "ready":
            return me.with_item(replace(held, on=True)), "makes the {weapon} ready"
        case "launcher":
            loaded = items.taken(me, kind).with_item(replace(held, grenade=kind))
            return loaded, f"loads {items.called(kind)} into the launcher"
        case "magazine":
            return _changed(me, held)
        case "fill":
            return _filled(me, held, kind)
    me, held = _emptied(me, held, kind)
    loose = me.item(kind)
    count = min(_free(held), loose.count if loose else 0)
    me = items.taken(me, kind, count).with_item(
        replace(held, loaded=held.loaded + count, ammo=_ammo(held, kind))
    )
    return me, f"loads {counted(count, 'round')} into the {{weapon}}"


def _ammo(held: Item, kind: str) -> str:
    """Return what is remembered of a kind that is loaded: nothing for the usual one."""
    return "" if kind == usual(replace(held, ammo="")) else kind


def _emptied(me: Figure, held: Item, kind: str) -> tuple[Figure, Item]:
    """Return the weapon without rounds of another kind, which come out first (R-11.4b)."""
    if not held.loaded or usual(held) == kind:
        return me, held
    return items.given(me, usual(held), held.loaded), replace(held, loaded=0)


def _changed(me: Figure, held: Item) -> tuple[Figure, str]:
    """Return the figure with the fullest spare magazine in the weapon, and the old one among the spares."""
    spare = me.item(items.magazine_of(held.item))
    if spare is None:
        return me, "has no magazine"
    count = min(_magazine_room(held), spare.loaded)
    same = usual(held) == (spare.ammo or usual(replace(held, ammo="")))
    back = _magazine_room(held) - _free(held) if same else 0
    kept = held.loaded - back if same else 0
    me = me if same else items.given(me, usual(held), held.loaded)
    me = me.with_item(replace(spare, loaded=spare.loaded - count + back))
    me = me.with_item(replace(held, loaded=kept + count, ammo=spare.ammo))
    return me, f"changes the magazine of the {{weapon}}: {counted(count, 'round')}"


def _filled(me: Figure, held: Item, kind: str) -> tuple[Figure, str]:
    """Return the figure with one spare magazine filled with loose rounds."""
    name = items.magazine_of(held.item)
    spare = me.item(name)
    if spare is None:
        return me, "has no magazine"
    if spare.loaded and (spare.ammo or usual(replace(held, ammo=""))) != kind:
        me = items.given(me, spare.ammo or usual(replace(held, ammo="")), spare.loaded)
        spare = replace(spare, loaded=0)
    loose = me.item(kind)
    free = _magazine_room(held) * spare.count - spare.loaded
    count = min(_magazine_room(held), free, loose.count if loose else 0)
    me = items.taken(me, kind, count).with_item(
        replace(spare, loaded=spare.loaded + count, ammo=_ammo(held, kind))
    )
    return me, f"fills a magazine of the {{weapon}} with {counted(count, 'round')}"


JUDGES: Mapping[type, Callable[[Position, Any], Ruling[Position]]] = {Reload: judge_reload}


def offered(position: Position, name: str) -> Iterator[Reload]:
    """Yield what a figure can load or make ready now."""
    me = position.figures[name]
    ways: tuple[How, ...] = ("magazine", "rounds", "fill", "clear", "ready", "launcher", "off")
    for held in me.items:
        for how in ways:
            if held.item in {*READY, *_weapons()} and not _why_not(me, held, how):
                yield Reload(me.seat, name, held.item, how)


@cache
def _weapons() -> frozenset[str]:
    return frozenset(name for name, one in things().items() if "weapon" in one)
