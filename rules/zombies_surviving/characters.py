"""Characters by points (1.1): what one costs, taken apart, and what is wrong with a roster."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from rules.fields import position
from rules.ruling import Part
from rules.sentences import listed
from rules.zombies_surviving.charts import PACKAGE, charts
from rules.zombies_surviving.items import SILENCER, sold_by, things
from rules.zombies_surviving.position import Figure, Item

BASE = 20
NAME_LENGTH = 20
MOST_CHARACTERS, MOST_TRAITS, MOST_ITEMS, MOST_COUNT = 6, 8, 12, 100
MOST_KEPT_ITEMS, MOST_KEPT_COUNT = 60, 9999
"""The most of what somebody brings from an earlier game."""
FOUND = ("battery", "rock", "spear")
"""What nobody buys, and anybody may have picked up."""
RIFLE, RIFLE_HOLDS = "rifle", (8, 12, 20)
"""A weapon that is made in several sizes (R-11.3a)."""
USES = {"first_aid_kit": 3, "chainsaw": 1}
"""How often other things than weapons may be used, or whether there is gasoline in them."""
SILENCED, LAUNCHED = ("pistol", "automatic_pistol", "submachine_gun"), ("fragmentation_40mm", "smoke_40mm")
"""The weapons for which a silencer may be made (11.5), and what the launcher under a rifle takes (6.19)."""
HEROIC, NIMBLE, SHARPSHOOTER = "heroic", "nimble", "sharpshooter"
_HOW_MANY = re.compile(r"d[36](?: times d6)*")
HEAVY = ("padded_clothes", "heavy_clothes", "body_armour")
_LISTS = ("11.1", "11.2", "11.3", "11.4", "11.5", "11.7", "11.8", "11.10")
_OPPOSITES = (
    {"fast", "very_fast", "slow"}, {"strong", "weakling"}, {"charismatic", "abrasive"},
    {"keen_sighted", "near_sighted"}, {"looter", "careless"}, {"stealthy", "noisy"},
    {"skilled_driver", "bad_driver"}, {"resistant_female", "resistant_male", "vulnerable"},
    {"sensible", "very_sensible"}, {"fearless", "panicky"}, {"leader", "argumentative"},
    {"tough", "feeble"},
)  # fmt: skip
"""Traits of which nobody has two (R-10.0a)."""
_OWN_KINDS = (
    "ankle_biter", "shuffler", "runner", "boss", "feral_dog", "independent", "corpse", "token", "building",
    "ruin",
)  # fmt: skip
_OWN_NAMES = ("street", "off_the_table", "nobody", "none")
"""What the referee calls what has no name: a figure or a place of that name would be taken for it."""


@position
class Character:
    """Somebody on a roster: a name, traits, and what he carries. `empty` are his weapons without a round."""

    name: str
    traits: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    supplies: int = 0
    empty: tuple[str, ...] = ()


@cache
def traits() -> Mapping[str, tuple[str, int, str]]:
    """Return each trait by its id: its name, its cost, and what it does."""
    return {
        row.value["id"]: (row.label, int(row.value["cost"]), row.cells["What it does"])
        for row in charts()["10"].entries
    }


@cache
def items() -> Mapping[str, tuple[str, int, str]]:
    """Return each thing that can be bought, by its id: its name, its cost, and what it does."""
    rows = (row for name in _LISTS for row in charts()[name].entries)
    return {
        row.value["item"]: (
            row.cells.get("What", row.label),
            int(row.value.get("cost", 0)),
            _does(row.cells["What it does"]),
        )
        for row in rows
        if "item" in row.value
    }


def _does(text: str) -> str:
    """Return what a thing does: of ammunition the charts also say how many of it one finds."""
    return "; ".join(part for part in text.split("; ") if not _HOW_MANY.fullmatch(part))


@cache
def by_list() -> Mapping[str, Sequence[str]]:
    """Return the ids of what can be bought, by the title of the list in which it stands."""
    listed_ = {
        charts()[name].title: tuple(
            row.value["item"] for row in charts()[name].entries if "item" in row.value
        )
        for name in _LISTS
    }
    return {title: ids for title, ids in listed_.items() if ids}


@cache
def rounds(item: str) -> int:
    """Return how many rounds a weapon holds; 0 for one that holds none, and for all else."""
    rows = (row for name in _LISTS for row in charts()[name].entries)
    return next((int(r.value.get("rounds", 0)) for r in rows if r.value.get("item") == item), 0)


def cost(character: Character) -> tuple[Part, ...]:
    """Return what a character costs, taken apart; the parts add up to the sum."""
    known = [one for one in character.items if one.item in items()]
    bought = [(one, items()[one.item]) for one in known]
    return (
        Part("a character", BASE, "1.1"),
        *(Part(traits()[one][0], traits()[one][1], "10.0") for one in character.traits if one in traits()),
        *(
            Part(name if one.count == 1 else f"{one.count} × {name}", points * priced(one), "11.0")
            for one, (name, points, _) in bought
        ),
        *((Part("supplies", character.supplies, "5.3"),) if character.supplies > 0 else ()),
    )


def priced(item: Item) -> int:
    """Return how many times a thing is paid for."""
    return -(-item.count // sold_by(item.item))


def total(character: Character) -> int:
    """Return what a character costs."""
    return sum(part.value for part in cost(character))


def faults(
    characters: Sequence[Character], points: int = 0, taken: Sequence[str] = (), *, earlier: bool = False
) -> list[str]:
    """Return a sentence for each fault of a roster. `points` is what may be spent, 0 for no limit.

    `taken` are the ids of figures that are on the table already. From an `earlier` game somebody may bring
    whatever he had found there (R-1.1c).
    """
    found = [fault for one in characters for fault in _faults(one, earlier=earlier)]
    ids = [figure_id(one.name) for one in characters]
    found += [reserved(one.name) for one in characters if is_reserved(one.name)]
    twice = sorted({one for one in ids if one and (ids.count(one) > 1 or one in taken)})
    found += [f"{one.replace('_', ' ').capitalize()} is the name of two figures." for one in twice]
    if not characters:
        found.append("A roster has at least one character.")
    if len(characters) > MOST_CHARACTERS:
        found.append(f"A roster has at most {MOST_CHARACTERS} characters, not {len(characters)}.")
    spent = sum(map(total, characters))
    if points and spent > points:
        found.append(f"The roster costs {spent} points, and {points} may be spent.")
    return found


def _faults(one: Character, *, earlier: bool) -> Iterator[str]:
    name = one.name.strip()
    who = name[:NAME_LENGTH] or "A character"
    if not figure_id(name):
        yield "A character needs a name with a letter in it."
    elif len(name) > NAME_LENGTH:
        yield f"{who} …: a name has at most {NAME_LENGTH} characters."
    yield from unseen(name, "The name of a character")
    yield from _trait_faults(one, who)
    yield from item_faults(one.items, who, earlier=earlier)
    if not earlier and NIMBLE in one.traits and any(thing.item in HEAVY for thing in one.items):
        yield f"{who} is nimble, which nobody is in heavy or padded clothes or armour."
    most = MOST_KEPT_COUNT if earlier else MOST_COUNT
    if not 0 <= one.supplies <= most:
        yield f"{who} carries 0 to {most} supplies, not {one.supplies}.".replace("-", "−")


def _trait_faults(one: Character, who: str) -> Iterator[str]:
    for trait in dict.fromkeys(one.traits):
        if trait not in traits():
            yield f"{who}: there is no trait “{trait[:NAME_LENGTH]}”."
        elif one.traits.count(trait) > 1:
            yield f"{who} has {traits()[trait][0].lower()} twice."
    for group in _OPPOSITES:
        both = [traits()[trait][0].lower() for trait in dict.fromkeys(one.traits) if trait in group]
        if len(both) > 1:
            yield f"{who} cannot be {listed(both)}: one of them at most."
    if len(one.traits) > MOST_TRAITS:
        yield f"{who} has {len(one.traits)} traits; {MOST_TRAITS} are the most."
    if SHARPSHOOTER in one.traits and not {"archer", "marksman"} & {*one.traits}:
        yield f"{who} is a sharpshooter, and must be an archer or a marksman too."
    if HEROIC in one.traits and not any(traits().get(t, ("", 0, ""))[1] < 0 for t in one.traits):
        yield f"{who} is heroic, and needs a foible: a trait that costs less than nothing."


def item_faults(carried: Sequence[Item], who: str, *, earlier: bool = False) -> Iterator[str]:
    """Yield a sentence for each fault of what somebody carries, from an `earlier` game too."""
    names = [thing.item for thing in carried]
    most, kinds = (MOST_KEPT_COUNT, MOST_KEPT_ITEMS) if earlier else (MOST_COUNT, MOST_ITEMS)
    for thing in carried:
        if thing.item not in items() and not (earlier and _is_found(thing.item)):
            yield f"{who}: nothing is called “{thing.item[:NAME_LENGTH]}”."
            continue
        name = items()[thing.item][0].lower() if thing.item in items() else thing.item.replace("_", " ")
        room = _room(thing)
        if not 1 <= thing.count <= most:
            yield f"{who}: {name}: 1 to {most} of them, not {thing.count}.".replace("-", "−")
        elif not 0 <= thing.loaded <= room:
            what = f"0 to {room} {'uses' if thing.item in USES else 'rounds'} are" if room else "nothing is"
            yield f"{who}: {name}: {what} in it, not {thing.loaded}.".replace("-", "−")
        yield from (f"{who}: {name}: {wrong}." for wrong in _misfits(thing))
    for twice in sorted({name for name in names if names.count(name) > 1 and name in items()}):
        yield f"{who}: {items()[twice][0].lower()} is listed twice; give its count."
    if len(names) > kinds:
        yield f"{who} carries {len(names)} kinds of things; {kinds} are the most."


def _room(thing: Item) -> int:
    """Return how many rounds, uses or tanks may be in things of a kind that somebody carries."""
    weapon = thing.item.removesuffix("_magazine")
    each = thing.holds or rounds(weapon)
    if weapon == RIFLE and weapon != thing.item:
        each = max(RIFLE_HOLDS)
    return thing.count * (each or USES.get(thing.item, 0))


def _misfits(thing: Item) -> Iterator[str]:
    """Yield what is wrong with how a thing is made, and with what is in it and on it."""
    about = things().get(thing.item.removesuffix("_magazine"), {})
    if thing.holds and (thing.item != RIFLE or thing.holds not in RIFLE_HOLDS):
        yield f"it does not hold {thing.holds} rounds".replace("-", "−")
    if thing.ammo and thing.ammo not in about.get("fits", ()):
        yield f"no “{thing.ammo[:NAME_LENGTH]}” goes into it"
    fits = SILENCED if thing.item == SILENCER else about.get("parts", ())
    yield from (f"no “{part[:NAME_LENGTH]}” goes onto it" for part in thing.fitted if part not in fits)
    if thing.grenade and not (about.get("grenades") and thing.grenade in LAUNCHED):
        yield f"no “{thing.grenade[:NAME_LENGTH]}” goes into it"


def _is_found(item: str) -> bool:
    """Whether there is a thing that is found and never bought: a battery, spare magazines of a weapon."""
    return item in FOUND or (item.endswith("_magazine") and bool(rounds(item.removesuffix("_magazine"))))


def figure_id(name: str) -> str:
    """Return the id of a figure by its name: "Old Ana" is "old_ana"; "" for a name without a letter."""
    words = "".join(char if char.isalnum() else " " for char in name.strip().lower()).split()
    return "_".join(words) if any(char.isalpha() for char in name) else ""


def unseen(text: str, what: str) -> Iterator[str]:
    """Yield what is wrong with a text that holds something that cannot be seen, or that turns it round."""
    if letter := next((one for one in text.strip() if not one.isprintable()), ""):
        yield f"{what} cannot show the character U+{ord(letter):04X}; leave it out."


def is_reserved(name: str) -> bool:
    """Whether the referee calls something else by a name."""
    id_ = figure_id(name)
    kind = id_.rstrip("0123456789").rstrip("_")
    vehicles = (str(row.value["kind"]) for row in charts()["7.4"].entries)
    numbered = kind != id_ and (kind in {*_OWN_KINDS, *vehicles} or kind.endswith("_floor"))
    return id_ in _OWN_NAMES or id_.endswith("_edge") or numbered


def reserved(name: str) -> str:
    """Return what is wrong with a name that the referee gives itself."""
    return f"“{name.strip()[:NAME_LENGTH]}” is what the referee calls something else."


def figure_of(character: Character, seat: str) -> Figure:
    """Return the figure of a character, which its player puts on the table."""
    carried = tuple(
        replace(thing, loaded=thing.loaded or (0 if thing.item in character.empty else rounds(thing.item)))
        for thing in character.items
    )
    return Figure("survivor", seat, character.name.strip(), character.traits, carried, character.supplies)


def character_of(figure: Figure, name: str) -> Character:
    """Return a figure as somebody on a roster, for another game (1.1)."""
    empty = tuple(one.item for one in figure.items if rounds(one.item) and not one.loaded)
    return Character(figure.name or name, figure.traits, figure.items, figure.supplies, empty)


@cache
def ready() -> Mapping[str, Character]:
    """Return the characters that come with the game, by their ids."""
    data = json.loads((files(PACKAGE) / "data" / "characters.json").read_text("utf-8"))
    made = [
        Character(one["name"], tuple(one["traits"]), tuple(Item(**thing) for thing in one["items"]))
        for one in data["characters"]
    ]
    return {figure_id(one.name): one for one in made}
