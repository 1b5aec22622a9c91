"""The rooms of the survival phase together: what always holds, and the cases that they cite."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from rules.fields import declared_fields
from rules.rulebook.rulebook import Rulebook
from rules.ruling import Ask, Options, Pool, Ruling, count_of
from rules.zombies_surviving.items import sold_by
from rules.zombies_surviving.position import Building, Figure, Item, Position, Status, Vehicle
from rules.zombies_surviving.survival import economy, rooms
from rules.zombies_surviving.survival.economy import ACTS, allowance
from tests import soak

SURVIVAL = Path(rooms.__file__).parent
_CASE = re.compile(r'"(\d{1,2}\.\d{1,2}|R-\d{1,2}\.\d{1,2}[a-f])"')


def test_each_case_that_a_room_cites_is_in_the_rulebook() -> None:
    book = Rulebook.load("rules.zombies_surviving", "ZoMbIeS!")
    known = {case.number for case in book.cases} | {*book.rulings}
    cited = {case for file in SURVIVAL.rglob("*.py") for case in _CASE.findall(file.read_text("utf-8"))}
    assert cited - known == set()
    assert {act.case for act in ACTS.values()} - known == set()


@pytest.mark.parametrize("section", ["5", "7"])
def test_each_case_of_a_section_is_cited(section: str) -> None:
    book = Rulebook.load("rules.zombies_surviving", "ZoMbIeS!")
    ours = {case.number for case in book.cases if case.number.split(".")[0] == section}
    text = "".join(file.read_text("utf-8") for file in SURVIVAL.rglob("*.py"))
    assert {number for number in ours if f"{number})" not in text and f'"{number}"' not in text} <= {"7.1"}


def start(rng: random.Random) -> Position:
    """Return a table on which nearly everything can be done."""
    traits = ("heroic", "clumsy", "leader", "panicky", "looter", "medic", "psychic", "climber", "handy")
    things = (
        "axe", "pump_gun", "pistol", "first_aid_kit", "stimulants", "alarm_clock", "mountain_bike", "siphon",
        "gasoline", "rope", "pistol_rounds", "toy_car", "battery",
    )  # fmt: skip

    def survivor(seat: str) -> Figure:
        carried = tuple(Item(name, loaded=rng.randint(0, 3)) for name in rng.sample(things, 5))
        return Figure(
            "survivor", seat, traits=tuple(rng.sample(traits, 3)), items=carried, supplies=rng.randint(0, 9)
        )

    figures = {
        "ana": survivor("p1"), "bo": survivor("p1"), "cy": survivor("p2"), "z1": Figure("shuffler"),
        "dog": Figure("feral_dog"), "dead": Figure("corpse", "p2", supplies=2, items=(Item("machete"),)),
        "i1": Figure("independent", group="party_1", attitude=rng.choice(["friendly", "wary"]), supplies=4),
    }  # fmt: skip
    figures["bo"] = replace(figures["bo"], wounds=1, zone=rng.choice(["street", "house", "car"]))
    car = Vehicle("car", points=3, fuel="half", keys=True, runs=True, checked=1, entered=True)
    return Position(
        phase="survival", turn=4, seats=("p1", "p2"), figures=figures,
        buildings={"house": Building(state="intact", floors=2, breaches=1), "shop": Building()},
        vehicles={"car": car, "van": Vehicle("van")}, tokens={"token_1": "", "token_2": "supplies"},
    )  # fmt: skip


def value(rng: random.Random, act: Any, name: str, need: Any) -> Any:
    """Return a value that fits a need of an action."""
    declared = declared_fields(type(act))[name]
    kind = next(str(one.type) for one in fields(act) if one.name == name)
    if isinstance(need, Options):
        chosen = {one: rng.choice(need.values) for one in need.each}
        return chosen if need.each else rng.choice(need.values)
    if isinstance(need, Pool):
        return rng.choice(need.values)
    if declared.how == "rolled":
        if isinstance(need, tuple):
            return {one: rng.randint(1, 6) for one in need}
        had = getattr(act, name) or ()
        return _dice(rng, had, count_of(need)) if "tuple" in kind else rng.randint(1, declared.sides)
    if isinstance(need, Ask) and need.each:
        return {one: rng.random() < 0.5 for one in need.each}
    return (
        rng.random() < 0.7
        if "bool" in kind
        else rng.randint(0, 6)
        if "obstacles" in name
        else rng.randint(1, 14)
    )


def _dice(rng: random.Random, had: tuple[int, ...], count: int) -> tuple[int, ...]:
    return (*had, *(rng.randint(1, 6) for _ in range(count - len(had))))


def rulings(rng: random.Random, position: Position, act: Any) -> Iterator[Ruling[Position]]:
    """Yield the ruling on an action, and one more each time that what it lacks was given by chance."""
    for _ in range(20):
        ruling = rooms.JUDGES[type(act)](position, act)
        yield ruling
        if not ruling.legal or ruling.after is not None:
            return
        assert ruling.needs, act
        act = replace(act, **{name: value(rng, act, name, need) for name, need in ruling.needs.items()})
    raise AssertionError(act)


def completed(rng: random.Random, position: Position, act: Any) -> Ruling[Position]:
    """Return the ruling on an action once everything that it lacks is there."""
    *_, last = rulings(rng, position, act)
    return last


def offers(position: Position) -> Iterator[Any]:
    for name in position.of_kind("survivor"):
        figure = position.figures[name]
        if figure.seat and figure.on_table and figure.seat not in position.played:
            yield from rooms.offered(position, name)


def wealth(position: Position) -> int:
    return sum(figure.supplies for figure in position.figures.values())


def belongings(position: Position) -> Counter[str]:
    """Return what all figures have, by kind; rounds together, loaded or loose."""
    found = Counter[str]()
    for figure in position.figures.values():
        for one in figure.items:
            loose = sold_by(one.item) > 1
            found["rounds" if loose else one.item] += one.count
            found["rounds"] += 0 if loose else one.loaded
    return found


TRADES = {"exchange", "drop", "buy", "sell"}
FINDS = {"search", "get", "tell_find", "barter", "choose"}


def play(seed: int) -> Mapping[str, int]:
    """Play two survival phases at random, and check after each action what always holds."""
    rng = random.Random(seed)
    p, done = start(rng), dict[str, int]()
    for turn in (4, 5):
        p = economy.begin(replace(p, turn=turn))
        p = p.push(*rooms.at_start(p))
        for _ in range(40):
            if p.tasks and p.tasks[0].kind in rooms.TASKS:
                acts = list(rooms.TASKS[p.tasks[0].kind](p, p.tasks[0]))
            else:
                p = replace(p, tasks=())
                acts = list(offers(p))
            if not acts:
                break
            act: Any = rng.choice(acts)
            ruling = completed(rng, p, act)
            assert ruling.cases
            assert ruling.reason.endswith((".", "?")), ruling.reason
            if ruling.after is None:
                continue
            holds(p, ruling.after, act)
            p, done[act.do] = ruling.after, done.get(act.do, 0) + 1
            if rng.random() < 0.2 and p.acting:
                p = replace(p, played=(*p.played, p.acting), acting="")
    return done


def holds(before: Position, after: Position, act: Any) -> None:
    for name, figure in after.figures.items():
        assert figure.supplies >= 0, act
        assert all(one.count > 0 and one.loaded >= 0 for one in figure.items), (act, figure.items)
        if name in before.figures and figure.spent > before.figures[name].spent:
            assert figure.spent <= allowance(before, name), act
    assert {*before.of_kind("survivor")} <= {*after.figures}
    if act.do not in FINDS and "find" not in act.do:
        assert wealth(after) == wealth(before), act
    if act.do in TRADES:
        assert belongings(after) == belongings(before), act
    assert all(one.breaches >= 0 for one in after.buildings.values())
    assert all(one.points >= -1 for one in after.vehicles.values())


def test_whatever_is_done_supplies_are_conserved_and_actions_within_their_number() -> None:
    done: dict[str, int] = {}
    for seed in range(20):
        for name, count in play(seed).items():
            done[name] = done.get(name, 0) + count
    assert len(done) > 25


SCORED = {
    "hit", "run", "hide", "enter", "spot", "search", "negotiate", "aid", "barricade", "rally", "start",
    "look", "quiet",
}  # fmt: skip
"""The fields with dice that have a number to reach, or something added to them."""


def test_every_die_against_a_number_comes_with_its_score_taken_apart() -> None:
    seen = set[str]()
    for seed in range(12):
        rng = random.Random(seed)
        position = start(rng)
        bo = replace(position.figures["bo"], statuses=(Status("panicked"),), zone="street")
        cy = replace(position.figures["cy"], zone="house", traits=("dishonest",), wounds=1)
        idle = {"car": replace(position.vehicles["car"], runs=False), "van": Vehicle("van")}
        position = replace(position.put("cy", cy).put("bo", bo), vehicles=idle)
        ready = position.put("ana", zone=rng.choice(["street", "house", "car"]))
        run = ready.put("ana", acts=("move",), spent=1)
        for act in (*offers(ready), *offers(run)):
            for ruling in rulings(rng, run if act.do == "run" else ready, act):
                dice = SCORED & {*ruling.needs}
                assert not dice or ruling.score is not None, act
                seen |= dice
    assert SCORED - seen == set()


@soak.ENGINES
def test_whatever_is_done_in_hundreds_of_phases() -> None:
    for seed in range(20, 320):
        play(seed)
