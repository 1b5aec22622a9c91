"""What holds of every fight: no round below none, the dead stay dead, nothing is lost, no action too many."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fields import declared_fields
from rules.ruling import Ask, Options, Pool, Ruling, count_of
from rules.zombies_surviving.items import KNIFE, LARGE_KNIFE, SPEAR, things
from rules.zombies_surviving.position import Building, Figure, Item, Kind, Position
from rules.zombies_surviving.survival import economy, explosives, melee, reload, shooting
from rules.zombies_surviving.traits import traits
from tests.rules.zombies_surviving.fights import JUDGES

ROOMS = (shooting, melee, reload, explosives)
THINGS = sorted({*things(), KNIFE, SPEAR, LARGE_KNIFE, "pistol_magazine", "rifle_magazine", "battery"})
KINDS: tuple[Kind, ...] = ("ankle_biter", "shuffler", "runner", "boss", "feral_dog", "independent", "corpse")

items = st.builds(
    Item, st.sampled_from(THINGS), st.integers(1, 3), st.integers(0, 6), on=st.booleans(),
    jammed=st.sampled_from([False] * 5 + [True])
)  # fmt: skip
survivors = st.builds(
    Figure,
    st.just("survivor"),
    st.just("p1"),
    traits=st.lists(st.sampled_from(sorted(traits())), max_size=4, unique=True).map(tuple),
    items=st.lists(items, max_size=5, unique_by=lambda one: one.item).map(tuple),
    wounds=st.integers(0, 1),
    supplies=st.integers(0, 30),
)
others = st.builds(
    Figure, st.sampled_from(KINDS), items=st.lists(items, max_size=1).map(tuple), supplies=st.integers(0, 3)
)


def start(me: Figure, met: list[Figure]) -> Position:
    figures = {"ana": me, "bob": Figure("survivor", "p2")} | {f"x{n}": one for n, one in enumerate(met)}
    houses = {"house": Building("house", "intact")}
    return Position(phase="survival", turn=2, seats=("p1", "p2"), figures=figures, buildings=houses)


def answered(position: Position, action: Any, choose: st.DataObject) -> Ruling[Position]:
    """Return the ruling once every fact, die and choice that it asks for was given by chance."""
    begun = action
    while (ruling := JUDGES[type(action)](position, action)).needs:
        given = {name: value_for(action, name, need, choose) for name, need in ruling.needs.items()}
        action = replace(action, **given)
    told = [name for name, one in declared_fields(type(action)).items() if one.how == "asked"]
    assert ruling.legal or action == begun or any(getattr(action, name) is not None for name in told), action
    return ruling


def value_for(action: Any, name: str, need: Any, choose: st.DataObject) -> Any:
    declared = declared_fields(type(action))[name]
    if isinstance(need, Options):
        one = st.sampled_from(need.values)
        return {each: choose.draw(one) for each in need.each} if need.each else choose.draw(one)
    assert not isinstance(need, Pool)
    if declared.how == "rolled":
        given = getattr(action, name)
        if isinstance(need, tuple):
            return {each: choose.draw(st.integers(1, 6)) for each in need}
        kind = next(field.type for field in fields(action) if field.name == name)
        rolled = tuple(given or ())
        more = tuple(choose.draw(st.integers(1, 6)) for _ in range(count_of(need) - len(rolled)))
        return (*rolled, *more) if "tuple" in str(kind) else more[0]
    if declared.unit or (isinstance(need, Ask) and need.kind == "number"):
        return choose.draw(st.integers(0, 40)) / 2
    return choose.draw(st.booleans())


def held(position: Position) -> Counter[str]:
    """Return what all figures have, in rounds and things; a magazine and what it holds are counted apart."""
    found: Counter[str] = Counter()
    for one in position.figures.values():
        found["supplies"] += one.supplies
        for item in one.items:
            found[item.item] += item.count
            found["loaded"] += item.loaded
    return found


def check(before: Position, after: Position, ruling: Ruling[Position]) -> None:
    for name, figure in after.figures.items():
        assert all(item.count >= 1 and item.loaded >= 0 for item in figure.items)
        assert 0 <= figure.spent <= economy.ACTIONS
        assert figure.wounds >= figure.non_lethal >= 0
        assert not [by for by in figure.grabbed_by if by not in after.figures]
        if before.figures[name].kind == "corpse":
            assert figure.kind == "corpse"
    assert {*after.figures} <= {*before.figures}
    assert held(after)["supplies"] == held(before)["supplies"]
    more = held(after) - held(before)
    assert not [name for name in more if name != "loaded" and not name.endswith(LOOSE)]
    assert rounds(held(after)) <= rounds(held(before))
    assert ruling.story
    assert "None" not in ruling.story


LOOSE = ("rounds", "power", "shot", "slugs", "40mm")
"""How the names of ammunition end; what is loaded may become loose, and the other way round."""


def rounds(have: Counter[str]) -> int:
    """Return how many rounds there are, loaded or loose."""
    return have["loaded"] + sum(count for name, count in have.items() if name.endswith(LOOSE))


@settings(max_examples=150, deadline=None)
@given(me=survivors, met=st.lists(others, min_size=1, max_size=3), choose=st.data())
def test_whatever_is_offered_keeps_the_rules(me: Figure, met: list[Figure], choose: st.DataObject) -> None:
    position = start(me, met)
    for _ in range(4):
        if position.figures["ana"].kind == "corpse":
            return
        open_: list[Any] = [one for room in ROOMS for one in room.offered(position, "ana")]
        if not open_:
            return
        ruling = answered(position, choose.draw(st.sampled_from(open_)), choose)
        if ruling.after is None:
            assert not ruling.legal
            assert ruling.reason.endswith(".")
            assert ruling.cases
            continue
        check(position, ruling.after, ruling)
        position = ruling.after
