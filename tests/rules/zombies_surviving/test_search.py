"""Searches, all lists of things, dishonest finds (5.2, 11.0 to 11.8), and a second engine for them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.position import (
    Building,
    Figure,
    Item,
    Position,
    State,
    Task,
    Vehicle,
    known,
    remember,
)
from rules.zombies_surviving.survival.finds import Find, acquire, find, find_on, part, price
from rules.zombies_surviving.survival.places.search import (
    TASKS,
    Choose,
    FindItem,
    FindQuietly,
    SayNothing,
    Search,
    TellFind,
    offered,
    search_score,
)
from rules.zombies_surviving.survival.rooms import PRIVATE
from rules.zombies_surviving.survival.things import Get
from tests import soak
from tests.rules.zombies_surviving.deeds import after, again, needs, refused, ruled, story, table
from tests.rules.zombies_surviving.slow_search import TABLE, Slow

QUIET = {"ana search": 5, "ana honesty": 6}
STATES: tuple[State, ...] = ("ransacked", "intact", "barricaded")


def place_of(place: str, **ana: Any) -> Position:
    if place == "vehicle":
        return table(vehicles={"car": Vehicle("car", checked=1)}, zone="car", **ana)
    state: Any = place
    return table(buildings={"house": Building(state=state, entered=True)}, zone="house", **ana)


def empty(position: Position) -> bool:
    buildings, vehicles = position.buildings.values(), position.vehicles.values()
    return all(one.empty for one in buildings) and all(one.empty for one in vehicles)


ROWS = [(place, total, what) for place, column in TABLE.items() for total, what in enumerate(column)]


@pytest.mark.parametrize(("place", "total", "what"), ROWS)
def test_5_2_each_row_of_each_column(place: str, total: int, what: str) -> None:
    traits = ("careless",) if total == 0 else ("looter",) if total > 6 else ()
    die = min(6, max(1, total))
    items = (Item("smiley_shirt"),) if total == 8 else ()
    p = place_of(place, traits=traits, items=items)
    act = Search("p1", "ana", search=(die,))
    supplies = {"1": (4,), "2": (4, 3), "3": (4, 3, 2), "half": (4,)}
    found = supplies.get(what, (1, 3, 3, 1)) if what in supplies or what == "item" else None
    if found is not None:
        assert "found" in needs(p, act)
    p = after(p, replace(act, found=found))
    ana = p.figures["ana"]
    gained = {"1": 4, "2": 7, "3": 9, "half": 2}.get(what, 0)
    assert (ana.supplies, ana.spent) == (gained, 2)
    assert empty(p) == (what in {"end", "last bite"})
    assert bool(p.of_kind("ankle_biter")) == (what in {"bite", "last bite"})
    assert len(ana.items) - len(items) == int(what == "item")


@pytest.mark.parametrize(
    ("ana", "science", "added"),
    [
        ({}, None, 0),
        ({"traits": ("looter",)}, None, 1),
        ({"traits": ("careless",)}, None, -1),
        ({"wounds": 2}, None, -1),
        ({"items": (Item("smiley_shirt"),)}, None, 1),
        ({"traits": ("scientist",)}, True, 1),
        ({"traits": ("scientist",)}, False, 0),
    ],
)
def test_5_2_what_changes_the_die(ana: dict[str, Any], science: bool | None, added: int) -> None:
    act = Search("p1", "ana", science=science)
    assert sum(part_.value for part_ in search_score(place_of("intact", **ana), act).parts) == added


def test_5_2_nobody_searches_an_empty_place_and_no_building_from_outside() -> None:
    p = again(after(place_of("intact"), Search("p1", "ana", search=(2,))))
    assert refused(p, Search("p1", "ana")) == ("5.2", "House is empty: nothing more is found there.")
    assert refused(table(buildings={"house": Building()}), Search("p1", "ana"))[0] == "5.2"


def test_5_2_a_vehicle_beside_a_figure_is_searched_from_outside() -> None:
    p = table(vehicles={"car": Vehicle("car"), "van": Vehicle("van")})
    assert set(needs(p, Search("p1", "ana"))) == {"place"}
    assert after(p, Search("p1", "ana", place="van", search=(2,))).vehicles["van"].empty
    assert after(p, Search("p1", "ana", place="van", search=(5,))).vehicles["van"].searched
    quiet = after(p.put("ana", traits=("dishonest",)), Search("p1", "ana", place="van", quiet=QUIET))
    assert quiet.vehicles["van"].searched


def test_10_1_good_sense_is_asked_for_where_1_more_finds_another_row() -> None:
    p = place_of("ransacked", traits=("sensible",))
    assert set(needs(p, Search("p1", "ana", search=(5,)))) == {"sensible"}
    assert after(p, Search("p1", "ana", search=(5,), sensible=True, found=(3,))).figures["ana"].supplies == 3
    same = place_of("vehicle", traits=("sensible",))
    assert empty(after(same, Search("p1", "ana", search=(2,))))


def test_10_3_the_insane_find_nothing_on_a_1() -> None:
    assert "wanders 2 inches" in story(
        place_of("intact", traits=("insane",)), Search("p1", "ana", search=(1,))
    )


LISTS = ["11.1", "11.2", "11.3", "11.4", "11.5", "11.7", "11.8"]


@pytest.mark.parametrize("name", LISTS)
def test_11_each_row_of_each_list_is_found_by_its_total(name: str) -> None:
    chart = charts()[name]
    assert chart.dice is not None
    for total in chart.dice.totals:
        dice = spread(total, chart.dice.count)
        found = find_on(name, (*dice, *(3,) * 12))
        assert isinstance(found, Find)
        row = chart.row(total)
        assert found.rows[0] == (name, row.label)
        if "item" in row.value:
            assert found.things[0].item == row.value["item"]


def spread(total: int, count: int) -> tuple[int, ...]:
    """Return so many dice with a total."""
    dice = [1] * count
    for n in range(count):
        dice[n] += min(5, total - sum(dice))
    return tuple(dice)


@pytest.mark.parametrize(
    ("die", "traits", "barricaded", "kind"),
    [
        (1, (), False, "11.1"),
        (2, (), False, "11.1"),
        (3, (), False, "11.2"),
        (4, (), False, "11.3"),
        (5, (), False, "11.4"),
        (6, (), False, "11.5"),
        (6, (), True, "11.6"),
        (6, ("looter",), False, "11.6"),
        (3, ("careless",), False, "11.1"),
        (2, ("looter",), True, "11.3"),
    ],
)
def test_11_0_what_kind_it_is(die: int, traits: tuple[str, ...], barricaded: bool, kind: str) -> None:
    found = find(Figure("survivor", traits=traits), (die, *(3,) * 40), barricaded=barricaded)
    assert isinstance(found, Find)
    assert found.rows[1][0] == kind


CACHES = {2: 1, 5: 1, 6: 3, 8: 3, 9: 4, 10: 4, 11: 6, 12: 7}


@pytest.mark.parametrize(("total", "count"), CACHES.items())
def test_11_6_what_is_in_a_cache(total: int, count: int) -> None:
    found = find(Figure("survivor", traits=("looter",)), (6, *spread(total, 2), *(3,) * 60))
    assert isinstance(found, Find)
    lists = [chart for chart, _ in found.rows[2:]]
    assert len(lists) == count
    assert bool(found.supplies) == (total < 12)


@pytest.mark.parametrize(
    ("load", "loaded", "more"), [(1, 0, 0), (2, 0, 0), (3, 6, 0), (4, 6, 0), (5, 12, 0), (6, 12, 12)]
)
def test_11_3_how_much_is_loaded(load: int, loaded: int, more: int) -> None:
    found = find_on("11.3", (*spread(6, 3), load))
    assert isinstance(found, Find)
    assert found.things[0] == Item("pistol", loaded=loaded)
    assert sum(one.loaded for one in found.things[1:]) == more


def test_11_1_a_choice_from_the_list() -> None:
    p = place_of("intact")
    p = after(p, Search("p1", "ana", search=(6,), found=(1, 6, 5, 5, 3)))
    assert p.figures["ana"].supplies == 2
    p = again(p)
    choices = needs(p, Choose("p1", "ana"))["item"].values
    assert {"axe", "crowbar", "first_aid_kit"} <= {*choices}
    assert "pistol" not in choices
    p = after(p, Choose("p1", "ana", item="first_aid_kit"))
    assert p.figures["ana"].item("first_aid_kit") == Item("first_aid_kit", loaded=3)
    assert refused(p, Choose("p1", "ana"))[0] == "11.1"


def test_12_0_an_event_lets_somebody_find_an_item() -> None:
    p = table().push(Task("find", "ana", "special_item"))
    assert needs(p, FindItem("ana")) == {"found": 1}
    p = after(p, FindItem("ana", found=(6, 4, 3)))
    assert (p.tasks, p.figures["ana"].items) == ((), (Item("machete"),))


class TestDishonestFinds:
    """What a dishonest figure finds without a search its player alone sees first (R-5.2c)."""

    @staticmethod
    def looked(honesty: int) -> Position:
        p = table(traits=("dishonest",)).push(Task("find", "ana"))
        assert TASKS["find"](p, p.tasks[0]) == (FindQuietly("p1", "ana"),)
        assert needs(p, FindQuietly("p1", "ana")) == {"quiet": ("ana honesty",)}
        return after(p, FindQuietly("p1", "ana", quiet={"ana honesty": honesty}))

    @pytest.mark.parametrize("honesty", [1, 2])
    def test_10_0_it_is_kept_without_a_word(self, honesty: int) -> None:
        p = self.looked(honesty)
        assert PRIVATE[0] in {type(act) for act in offered(p, "ana")}
        assert refused(p, TellFind("p1", "ana"))[0] == "5.2"
        nothing = ruled(p, SayNothing("p1", "ana"))
        assert nothing.story == "Ana says that there was nothing of use."
        assert nothing.opened == ()
        assert nothing.after is not None
        assert (nothing.after.finds, nothing.after.figures["ana"].items) == ({}, ())

    @pytest.mark.parametrize("honesty", [3, 6])
    def test_10_0_or_it_is_told(self, honesty: int) -> None:
        p = self.looked(honesty)
        assert refused(p, SayNothing("p1", "ana"))[0] == "5.2"
        told = ruled(p, TellFind("p1", "ana", found=(2, 3, 4, 5)))
        assert told.opened == ("finds.ana honesty",)
        assert told.story.startswith("Ana looks and finds ")
        assert told.after is not None
        assert told.after.figures["ana"].items

    def test_5_2_nobody_else_looks_and_nothing_is_searched_meanwhile(self) -> None:
        p = table(traits=("dishonest",)).push(Task("find", "ana"))
        assert refused(p, FindQuietly("p2", "ana"))[0] == "5.0"
        assert refused(table(traits=("dishonest",)), FindQuietly("p1", "ana"))[0] == "5.2"
        house = place_of("barricaded", traits=("dishonest",)).push(Task("find", "ana"))
        house = after(house, FindQuietly("p1", "ana", quiet={"ana honesty": 1}))
        assert refused(house, Search("p1", "ana"))[0] == "5.2"

    def test_3_5_a_marker_is_looked_at_alone_and_supplies_are_one_less(self) -> None:
        p = table(tokens=("token_1", "token_2"), traits=("dishonest",))
        p = replace(p, tokens={"token_1": "special_item", "token_2": "supplies"})
        item = after(p, Get("p1", "ana", "token_1", near=True))
        assert (item.tasks, list(item.tokens)) == ((Task("find", "ana"),), ["token_2"])
        supplies = after(p, Get("p1", "ana", "token_2", near=True, found=(4,)))
        assert supplies.figures["ana"].supplies == 3


class TestDishonest:
    """A dishonest figure searches face down, and its player alone sees what it finds (R-5.2c)."""

    @staticmethod
    def searched(die: int, honesty: int) -> Position:
        p = place_of("barricaded", traits=("dishonest",))
        assert needs(p, Search("p1", "ana")) == {"quiet": ("ana search", "ana honesty")}
        return after(p, Search("p1", "ana", quiet={"ana search": die, "ana honesty": honesty}))

    def test_others_see_the_same_whatever_was_found(self) -> None:
        p = place_of("barricaded", traits=("dishonest",))
        acts = [
            Search("p1", "ana", quiet={"ana search": a, "ana honesty": b}) for a in (1, 6) for b in (1, 6)
        ]
        assert {story(p, act) for act in acts} == {"Ana searches house, and will say what is there."}
        assert {ruled(p, act).score for act in acts} == {None}

    @pytest.mark.parametrize("honesty", [1, 2])
    def test_10_0_an_item_is_kept_and_out_of_the_game(self, honesty: int) -> None:
        p = self.searched(6, honesty)
        assert refused(p, TellFind("p1", "ana"))[0] == "5.2"
        kept = ruled(p, SayNothing("p1", "ana"))
        assert kept.opened == ()
        nothing = ruled(self.searched(1, honesty), SayNothing("p1", "ana"))
        assert kept.story == nothing.story
        assert kept.after is not None
        assert kept.after.figures["ana"].items == ()
        assert kept.after.finds == {}

    def test_10_0_an_item_is_told_otherwise(self) -> None:
        p = self.searched(6, 3)
        assert refused(p, SayNothing("p1", "ana"))[0] == "5.2"
        told = ruled(p, TellFind("p1", "ana", found=(2, 3, 4)))
        assert told.opened == ("finds.ana search", "finds.ana honesty")
        assert told.after is not None
        assert told.after.figures["ana"].carries("siphon")

    def test_10_0_one_supply_less(self) -> None:
        assert after(self.searched(4, 1), TellFind("p1", "ana", found=(4,))).figures["ana"].supplies == 3
        assert after(self.searched(4, 1), TellFind("p1", "ana", found=(1,))).figures["ana"].supplies == 0

    def test_the_find_is_said_before_the_next_search_and_by_its_player(self) -> None:
        p = again(self.searched(6, 1))
        assert refused(p, Search("p1", "ana"))[0] == "5.2"
        assert refused(p, TellFind("p2", "ana"))[0] == "5.0"
        assert [type(one) for one in offered(p, "ana")] == list(PRIVATE)
        assert refused(table(), TellFind("p1", "ana"))[0] == "5.2"


def test_two_of_a_kind_are_counted_together_and_nothing_is_lost() -> None:
    rng = random.Random(35)
    for _ in range(300):
        me = Figure("survivor")
        total: Counter[str] = Counter()
        for _ in range(6):
            found = find_on(rng.choice(LISTS), [rng.randint(1, 6) for _ in range(30)])
            assert isinstance(found, Find)
            for one in found.things:
                me = acquire(me, one)
                total[one.item] += one.count
        for name, count in total.items():
            held = me.item(name)
            assert held is not None
            assert held.count >= count
            split = part(me, name)
            assert split is not None
            rest, gone = split
            left = rest.item(name)
            assert gone.count + (left.count if left else 0) == held.count
            assert gone.loaded + (left.loaded if left else 0) == held.loaded
            assert acquire(rest, gone).item(name) is not None


@pytest.mark.parametrize(
    ("one", "cost"),
    [
        (Item("arrows", 5), 2),
        (Item("arrows", 6), 4),
        (Item("rifle_rounds", 12), 27),
        (Item("gasoline", 3), 15),
        (Item("machete"), 2),
        (Item("smoke_grenade", 2), 10),
    ],
)
def test_r_5_3e_a_price_is_for_five_rounds_or_for_each(one: Item, cost: int) -> None:
    assert price(one) == cost


def agree(seed: int) -> None:
    """Compare both engines on a random search."""
    rng = random.Random(seed)
    place = rng.choice([*TABLE])
    trait = rng.choice(["", "looter", "careless"])
    better = {"": 0, "looter": 1, "careless": -1}[trait]
    wounds = rng.choice([0, 0, 0, 2])
    p = place_of(place, traits=(trait,) if trait else (), wounds=wounds)
    dice = [rng.randint(1, 6) for _ in range(90)]
    if rng.random() < 0.6:
        dice[0] = rng.choice([5, 6])
    slow = Slow(dice)
    what = slow.search(place, better - (wounds > 1), kind=better, barricaded=place == "barricaded")
    act = Search("p1", "ana", search=(dice[0],))
    ruling = ruled(p, act)
    while ruling.after is None:
        count = ruling.needs["found"]
        assert isinstance(count, int)
        act = replace(act, found=tuple(dice[1 : 1 + count]))
        ruling = ruled(p, act)
    ana = ruling.after.figures["ana"]
    assert 1 + len(act.found or ()) == slow.used, seed
    assert ana.supplies == slow.supplies, seed
    assert empty(ruling.after) == (what in {"end", "last bite"}), seed
    assert bool(ruling.after.of_kind("ankle_biter")) == (what in {"bite", "last bite"}), seed
    assert sum(one.name.startswith("may_choose") for one in ana.statuses) == slow.choices, seed
    if what == "item":
        found = find(p.figures["ana"], dice[1:], barricaded=place == "barricaded")
        assert isinstance(found, Find)
        assert counted(found, "count") == +slow.things, seed
        assert counted(found, "loaded") == +slow.loaded, seed


def counted(found: Find, field: str) -> Mapping[str, int]:
    total: Counter[str] = Counter()
    for one in found.things:
        total[one.item] += getattr(one, field)
    return +total


def test_two_engines_agree_on_searches() -> None:
    for seed in range(1500):
        agree(seed)


@soak.ENGINES
def test_two_engines_agree_on_ten_thousand_searches() -> None:
    for seed in range(1500, 11500):
        agree(seed)


def test_5_2_what_is_offered_names_the_place_and_its_score_takes_the_die_apart() -> None:
    p = table(vehicles={"car": Vehicle("car")}, wounds=2)
    (only,) = [one for one in offered(p, "ana") if isinstance(one, Search)]
    assert only == Search("p1", "ana", place="car")
    assert ruled(p, only).reason == "Car: a die on the chart."
    two = table(vehicles={"car": Vehicle("car"), "van": Vehicle("van")})
    assert Search("p1", "ana") in list(offered(two, "ana"))
    quiet = ruled(p.put("ana", traits=("dishonest",)), only).score
    assert quiet is not None
    assert [part.name for part in quiet.parts] == ["serious wound"]


def test_5_2_whoever_searches_may_have_moved_up_to_3_inches_so_distances_are_forgotten() -> None:
    p = table(vehicles={"car": Vehicle("car")}, others={"z1": Figure("shuffler")})
    p = after(remember(p, "inches", "ana", "z1", 8), Search("p1", "ana", "car", search=(3,)))
    assert known(p, "inches", "ana", "z1") is None
    p = table(vehicles={"car": Vehicle("car")}, zone="car", others={"z1": Figure("shuffler")})
    p = after(remember(p, "inches", "ana", "z1", 8), Search("p1", "ana", "car", search=(3,)))
    assert known(p, "inches", "ana", "z1") == 8


@pytest.mark.parametrize(("dice", "lost"), [((4, 1, 1, 1, 1), True), ((3, 4, 5), True), ((3, 4, 4), False)])
def test_11_0_a_row_that_the_print_has_lost_says_so_where_it_is_found(dice: Any, lost: bool) -> None:
    p = place_of("barricaded").push(Task("find", "ana"))
    assert ("lost in print" in story(p, FindItem("ana", dice))) == lost
