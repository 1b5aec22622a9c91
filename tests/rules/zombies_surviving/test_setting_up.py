"""Before the first turn (1.0): from an empty table to the first survival phase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.ruling import Options
from rules.zombies_surviving import game
from rules.zombies_surviving.characters import Character
from rules.zombies_surviving.position import Building, Figure, Goal, Item, Position, Vehicle
from rules.zombies_surviving.setting_up import (
    Begin,
    ChooseGoal,
    ChooseObjective,
    CreateCharacter,
    Dismiss,
    LayOut,
    Placed,
    Ready,
    Recruit,
    Scenario,
    TellVehicle,
    UseRoster,
    UseScenario,
    start,
    tokens,
)


def after(position: Position, *actions: object) -> Position:
    """Return the position after actions that must be allowed and whole."""
    for action in actions:
        ruling = game.judge(position, action)
        assert ruling.after is not None, ruling
        position = ruling.after
    return position


def refused(position: Position, action: object) -> str:
    """Return the sentence with which an action is refused."""
    ruling = game.judge(position, action)
    assert not ruling.legal, ruling
    return ruling.reason


def set_up(**options: object) -> Position:
    """Return a table of two, each with a character and ready, four buildings and a ruin on it."""
    empty = start({"players": 2, **options})
    people = (Recruit("p1", "ana"), Recruit("p2", "bruno"), Ready("p1"), Ready("p2"))
    return after(empty, LayOut(4, 1, 2, "south"), ChooseGoal("supplies"), *people)


def asked(position: Position) -> list[str]:
    """Return the names of the questions that the table waits for."""
    return [question.name for question in game.questions(position) if not question.optional]


def test_1_0_an_empty_table_waits_for_everything_at_once() -> None:
    empty = start({"players": 2, "objectives": "secret"})
    assert asked(empty) == [
        "the table", "the objective", "secret objective p1", "secret objective p2", "characters p1",
        "characters p2",
    ]  # fmt: skip


def test_1_2_a_token_for_each_character_and_each_two_buildings_or_ruins() -> None:
    ready = set_up()
    assert tokens(ready) == 2 + 5 // 2
    begun = game.judge(ready, Begin())
    assert begun.after is not None
    assert len(begun.after.tokens) == 4
    assert (
        "4 incident tokens at random, numbered 1 to 4, at least 6 inches from the south edge" in begun.story
    )


def test_2_0_the_first_turn_is_a_survival_phase() -> None:
    begun = after(set_up(), Begin())
    assert (begun.phase, begun.turn) == ("survival", 1)
    assert "turn p1" in asked(begun)


def test_5_17_rivals_may_quarrel_in_the_first_turn_already() -> None:
    p = set_up()
    first, second = list(p.figures)[:2]
    p = p.put(first, traits=("rivals",)).put(second, traits=("rivals",))
    assert [one.kind for one in after(p, Begin()).tasks] == ["rivals"]


def test_1_3_cards_are_all_events_once() -> None:
    assert len(after(set_up(events="cards"), Begin()).deck) == 36
    assert after(set_up(), Begin()).deck == ()


def test_1_1_points_are_spent_once() -> None:
    one = after(start({"players": 2, "points": 60}), Recruit("p1", "ana"))
    offered = game.judge(one, Recruit("p2")).needs["character"]
    assert isinstance(offered, Options)
    assert "ana" not in offered.values
    says = refused(one, CreateCharacter("p1", "Zed", ("medic",)))
    assert says == "That costs 26 points, and 7 points may still be spent."
    assert after(one, Dismiss("p1", "ana")).figures == {}


def test_1_1_a_character_is_made_by_points() -> None:
    made = after(start({"players": 1}), CreateCharacter("p1", "Old Ana", ("medic",), ("pistol",)))
    figure = made.figures["old_ana"]
    assert (figure.name, figure.seat, figure.items) == ("Old Ana", "p1", (Item("pistol", 1, 12),))
    assert refused(made, CreateCharacter("p1", "old ana")) == "Old ana is the name of two figures."


def test_1_1_a_roster_of_a_file_is_checked_whole() -> None:
    says = refused(start({"players": 1}), UseRoster("p1", (Character("A", ("x",)), Character("?"))))
    assert says == "A: there is no trait “x”. A character needs a name with a letter in it."


def test_1_1_who_gets_another_character_is_no_longer_ready() -> None:
    assert after(set_up(), CreateCharacter("p1", "Zed")).ready == ("p2",)


def test_1_4_a_secret_objective_is_told_to_nobody() -> None:
    ruling = game.judge(start({"players": 2, "objectives": "secret"}), ChooseObjective("p1", "hoard"))
    assert ruling.story == "Player 1 has chosen a secret objective."
    assert ruling.after is not None
    assert ruling.after.objectives == {"p1": "hoard"}


SCENARIO = Scenario(
    "The clinic",
    edge="north",
    turns=8,
    events="cards",
    buildings=(Building("Clinic", "barricaded", 2), Building(state="ruin")),
    vehicles=(Vehicle("van"),),
    goals=(Goal("Find the vaccine", measure="item", item="vaccine"),),
    characters=(Character("Ana"), Character("Ben")),
)


def test_1_0_a_scenario_sets_the_table_up() -> None:
    p = after(start({"players": 2}), UseScenario(SCENARIO))
    assert list(p.buildings) == ["clinic", "ruin_1"]
    assert list(p.vehicles) == ["van_1"]
    assert (p.edge, p.limit, p.goals) == ("north", 8, SCENARIO.goals)
    assert (p.figures["ana"].seat, p.figures["ben"].seat) == ("p1", "p2")
    assert asked(p) == ["begin"]
    assert len(after(p, Begin()).deck) == 36


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": " "}, "A scenario needs a name."),
        ({"turns": -3}, "A scenario has 1 to 50 turns, or 0 for no last one, not −3."),
        ({"turns": 9999}, "A scenario has 1 to 50 turns, or 0 for no last one, not 9999."),
        ({"buildings": (Building("A"), Building("a"))}, "A is the name of two places."),
        ({"buildings": (Building("A", floors=0),)}, "A has 1 to 20 floors, not 0."),
        ({"vehicles": (Vehicle("tank"),)}, "No vehicle is called “tank”."),
        ({"goals": (Goal(""),)}, "An objective is a sentence of at most 120 characters."),
        ({"goals": (Goal("Run", needed=0),)}, "Run: at least 1 is needed, not 0."),
        ({"buildings": (Building("9"),)}, "“9”: the name of a place has a letter in it."),
        ({"buildings": (Building("Building 1"),)}, "“Building 1” is what the referee calls something else."),
        ({"buildings": (Building("Street"),)}, "“Street” is what the referee calls something else."),
        ({"name": "Inn\n" * 2}, "The name of a scenario cannot show the character U+000A; leave it out."),
        (
            {"vehicles": (Vehicle("van", "V\u202ean"),)},
            "The name of a place cannot show the character U+202E; leave it out.",
        ),
        ({"goals": (Goal("R\x00n"),)}, "An objective cannot show the character U+0000; leave it out."),
        ({"goals": (Goal("Go", measure="item"),)}, "Go: say which item."),
        ({"buildings": (Building("ANA"),)}, "ANA is the name of a figure, and of a place."),
        (
            {"buildings": (Building("x" * 121),)},
            f"{'x' * 40} …: the name of a place has at most 120 characters.",
        ),
        ({"vehicles": (Vehicle("van", points=9999),)}, "A vehicle has 0 to 20 damage points, not 9999."),
        ({"vehicles": (Vehicle("van", driver="bo"),)}, "Nobody drives before the game: bo."),
        ({"goals": (Goal("Go", measure="item", item="crown"),)}, "Go: nothing is called “crown”."),
        ({"figures": (Placed("shuffler", -3),)}, "At least 1 shuffler stands there, not −3."),
        ({"buildings": (Building(),) * 25}, "A table has at most 24 buildings and 12 vehicles."),
        ({"vehicles": (Vehicle("car"),) * 13}, "A table has at most 24 buildings and 12 vehicles."),
        ({"figures": (Placed("shuffler", 61),)}, "A scenario has at most 60 figures besides its characters."),
        ({"figures": (Placed("runner", place="Inn"),)}, "No building is called “Inn”."),
        (
            {"figures": (Placed("survivor"),)},
            "A scenario places no survivor; its characters are on their own list.",
        ),
        (
            {"figures": (Placed("runner", attitude="hostile"),)},
            "Only independent survivors have an attitude, things and a round, and no runner.",
        ),
        (
            {"figures": (Placed("independent", items=(Item("crown"),)),)},
            "An independent survivor: nothing is called “crown”.",
        ),
        ({"characters": (Character("Ana"),)}, "2 players need as many characters; the scenario has 1."),
        ({"characters": (Character("Ana"), Character("B", ("x",)))}, "B: there is no trait “x”."),
    ],
)
def test_1_0_each_fault_of_a_scenario_is_one_sentence(changes: dict[str, object], says: str) -> None:
    wrong = replace(SCENARIO, **changes)  # type: ignore[arg-type]
    assert refused(start({"players": 2}), UseScenario(wrong)) == says


def test_1_4_a_table_that_is_told_of_no_last_turn_has_none() -> None:
    assert start({"players": 2}).limit == 0
    assert start({"players": 2, "turns": 6}).limit == 6


def test_1_0_a_scenario_may_place_figures_and_say_that_it_is_night_in_a_city() -> None:
    guards = Placed("independent", 2, "Clinic", "hostile", sentry=True, items=(Item("pistol"),))
    more = replace(SCENARIO, figures=(guards, Placed("shuffler", 3)), night=True, city=True)
    p = after(start({"players": 2}), UseScenario(more))
    guard = p.figures["independent_2"]
    assert (guard.zone, guard.attitude, guard.status("sentry")) == ("clinic", "hostile", True)
    assert guard.items == (Item("pistol", loaded=12),)
    assert len({p.figures[name].group for name in p.of_kind("shuffler")}) == 1
    assert (p.counts["night"], p.counts["city"]) == (1, 1)


def test_1_0_the_table_may_play_at_night() -> None:
    assert [start({"players": 1, "night": at}).counts["night"] for at in (False, True)] == [0, 1]


@pytest.mark.parametrize("name", ["Shuffler 1", "Nobody", "street", "token-3", "north edge"])
def test_1_1_nobody_is_called_what_the_referee_calls_something_else(name: str) -> None:
    says = refused(start({"players": 1}), CreateCharacter("p1", name))
    assert says == f"“{name}” is what the referee calls something else."


def test_1_1_a_figure_and_a_place_or_two_figures_never_share_a_name() -> None:
    p = after(start({"players": 2}), UseScenario(replace(SCENARIO, characters=())))
    assert refused(p, CreateCharacter("p1", "Clinic")) == "Clinic is the name of a figure, and of a place."
    p = after(start({"players": 2}), Recruit("p1", "ana"))
    assert refused(p, UseScenario(SCENARIO)) == "Ana is the name of two figures."


def test_1_0_unnamed_places_have_ids_of_their_own() -> None:
    three = (Building(), Building("Inn"), Building())
    p = after(start({"players": 2}), UseScenario(replace(SCENARIO, buildings=three)))
    assert list(p.buildings) == ["building_1", "inn", "building_2"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "referee-map/1"}, "The format of the file is “referee-map/1”, not “referee-roster/1”."),
        ({"system": "battlecon"}, "The file is for another game: “battlecon”."),
        ({"characters": ()}, "A roster has at least one character."),
    ],
)
def test_1_1_a_file_for_something_else_is_no_roster(changes: dict[str, object], says: str) -> None:
    roster = replace(UseRoster("p1", (Character("Ana"),)), **changes)  # type: ignore[arg-type]
    assert refused(start({"players": 1}), roster) == says


def test_1_1_the_last_characters_are_kept_for_those_who_have_none() -> None:
    p = start({"players": 6, "points": 0})
    for name in ("ana", "bruno", "chen"):
        p = after(p, Recruit("p1", name))
    answers = {q.name: [type(one) for one in q.answers] for q in game.questions(p)}
    assert Recruit not in answers["characters p1"], "five are left, and five players have nobody"
    assert Recruit in answers["characters p2"]


def test_1_1_the_price_of_rounds_buys_five() -> None:
    p = after(start({"players": 1}), CreateCharacter("p1", "Zed", (), ("rifle", "rifle_rounds", "rope")))
    assert [(one.item, one.count) for one in p.figures["zed"].items] == [
        ("rifle", 1), ("rifle_rounds", 5), ("rope", 1),
    ]  # fmt: skip


def test_7_1_people_say_what_kind_a_vehicle_is() -> None:
    p = after(start({"players": 1}), LayOut(1, 0, 3, "south"))
    (question,) = (one for one in game.questions(p) if TellVehicle() in one.answers)
    assert (question.optional, question.beside) == (True, True)
    need = game.judge(p, TellVehicle("car_2")).needs["kind"]
    assert isinstance(need, Options)
    assert {"motorcycle", "bus", "military_truck", "bulldozer"} <= {*need.values}
    p = after(p, TellVehicle("car_1", "van"), TellVehicle("car_2", "van"))
    kinds = {id_: one.kind for id_, one in p.vehicles.items()}
    assert kinds == {"van_1": "van", "van_2": "van", "car_3": "car"}
    assert p.vehicles["van_2"].name == "Van 2"
    back = after(p, TellVehicle("van_1", "car"))
    assert {*back.vehicles} == {"car_1", "van_2", "car_3"}
    assert {*after(back, TellVehicle("car_3", "van")).vehicles} == {"car_1", "van_2", "van_1"}
    assert refused(p, TellVehicle("car_3", "tank")) == "No vehicle is called “tank”."
    assert refused(p, TellVehicle("bus", "car")) == "There is no vehicle “bus” on the table."


def test_7_1_the_kind_of_a_vehicle_may_be_said_in_the_first_turn_too() -> None:
    p = after(start({"players": 1}), LayOut(1, 0, 2, "south"))
    p = replace(p, phase="survival", figures={"ana": Figure("survivor", "p1", "Ana", zone="car_1")})
    assert "the vehicles" in {one.name for one in game.questions(p)}
    assert "the vehicles" not in {one.name for one in game.questions(replace(p, turn=2))}
    assert {*after(p, TellVehicle("car_2", "van")).vehicles} == {"car_1", "van_1"}
    assert refused(p, TellVehicle("car_1", "van")) == "Somebody has been at Car 1: it stays what it is."


def test_7_1_a_vehicle_with_a_name_of_its_own_keeps_it() -> None:
    yard = Scenario("The yard", vehicles=(Vehicle("car", name="Big Red"),))
    p = after(start({"players": 1}), UseScenario(yard), TellVehicle("big_red", "truck"))
    assert (p.vehicles["big_red"].kind, p.vehicles["big_red"].name) == ("truck", "Big Red")


def test_11_10_a_loyal_dog_stands_beside_its_owner_from_the_first_turn() -> None:
    p = set_up()
    p = p.put("ana", items=(*p.figures["ana"].items, Item("loyal_dog", 2), Item("smiley_shirt")))
    p = after(p, Begin())
    dogs = {name: p.figures[name] for name in p.of_kind("feral_dog")}
    assert [(one.seat, one.group, one.attitude) for one in dogs.values()] == [("p1", "ana", "friendly")] * 2
    assert not p.figures["ana"].carries("loyal_dog")
    assert p.figures["ana"].carries("smiley_shirt")
