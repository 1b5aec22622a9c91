"""The states of a table that `referee demo` offers for work on the screens."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.interface import DemoState, DemoTable, Json

PARTY = {"p1": "ana", "p2": "bruno", "p3": "dora"}
SECRETS = {"p1": "hoard", "p2": "unbitten", "p3": "special"}
SIX = ("p1", "p2", "p3", "p4", "p5", "p6")
CROWD = ("Ada", "Benjamin", "Carla", "Dmitri", "Elena", "Franz")
GROUPS = (
    ("shuffler", 3), ("shuffler", 2), ("runner", 1), ("runner", 2), ("shuffler", 4), ("ankle_biter", 1),
    ("boss", 1), ("ankle_biter", 2),
)  # fmt: skip
TABLE = {"buildings": 4, "ruins": 2, "vehicles": 1, "edge": "south"}
STORES = {
    "name": "The stores",
    "events": "cards",
    "turns": 3,
    "buildings": [
        {"name": "Depot", "state": "intact", "floors": 2, "breaches": 1},
        {"name": "Clinic", "state": "barricaded"},
        {"name": "Garage"},
    ],
    "vehicles": [
        {"kind": "van", "name": "Van", "points": 4, "fuel": "half", "keys": True, "runs": True, "checked": 1},
        {"kind": "car", "name": "Wreck", "points": 1, "fuel": "none", "battery": False, "checked": 1},
        {"kind": "motorcycle", "name": "Bike", "points": 2, "fuel": "full", "keys": True, "checked": 1},
        {"kind": "truck"},
    ],
    "goals": [{"text": "Ten supplies", "measure": "supplies", "needed": 10}, {"text": "Wake the sleeper"}],
    "characters": [
        {"name": "Nils", "traits": ["dishonest", "climber", "scientist"], "supplies": 6,
         "items": [{"item": "assault_rifle"}, {"item": "rifle_rounds", "count": 24}, {"item": "scope"},
                   {"item": "mountain_bike"}, {"item": "silencer"}]},
        {"name": "Mara", "traits": ["psychic", "leader", "heroic", "rivals"], "supplies": 4,
         "items": [{"item": "submachine_gun", "loaded": 8}, {"item": "pistol_rounds", "count": 24},
                   {"item": "stimulants"}, {"item": "gasoline"}, {"item": "alarm_clock"}]},
        {"name": "Oona", "traits": ["good_throwing_arm", "panicky", "insane"], "supplies": 3,
         "items": [{"item": "dynamite", "count": 3}, {"item": "fragmentation_grenade", "count": 3},
                   {"item": "toy_car"}, {"item": "siphon"}, {"item": "chainsaw"}]},
        {"name": "Piet", "traits": ["skilled_driver", "handy", "clumsy", "rivals"], "supplies": 5,
         "items": [{"item": "pump_gun", "loaded": 2}, {"item": "slugs", "count": 12}, {"item": "tools"},
                   {"item": "grenade_launcher"}, {"item": "fragmentation_40mm", "count": 2}]},
        {"name": "Runa", "traits": ["medic", "charismatic", "sensible"], "supplies": 8,
         "items": [{"item": "first_aid_kit", "loaded": 3}, {"item": "bow"}, {"item": "arrows", "count": 12},
                   {"item": "molotov", "count": 2}, {"item": "tear_gas_grenade"}]},
        {"name": "Sven", "traits": ["ambidextrous", "strong", "panicky"], "supplies": 2,
         "items": [{"item": "automatic_pistol", "loaded": 9, "count": 2}, {"item": "pistol_rounds"},
                   {"item": "machete"}, {"item": "gas_mask"}, {"item": "body_armour"}]},
    ],
    "figures": [
        {"kind": "independent", "count": 2, "attitude": "friendly",
         "items": [{"item": "pistol", "loaded": 12}, {"item": "axe"}]},
        {"kind": "independent"}, {"kind": "shuffler", "count": 2}, {"kind": "feral_dog"}, {"kind": "boss"},
    ],
}  # fmt: skip
"""Six characters with nearly all that can be carried, and vehicles that run: what games seldom get to."""


def _characters(table: DemoTable) -> None:
    for seat, name in PARTY.items():
        table.do(seat, {"do": "recruit", "character": name})


def begun(table: DemoTable) -> None:
    """Play a table to its first survival phase."""
    _characters(table)
    table.do("table", {"do": "lay_out", **TABLE})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat, objective in SECRETS.items():
        table.do(seat, {"do": "choose_objective", "objective": objective})
    for seat in PARTY:
        table.do(seat, {"do": "ready"})


def _answered(table: DemoTable) -> bool:
    """Answer what the referee asks of people: with the first option, the least, or no. False if nothing."""
    underway = table.view()["underway"]
    if underway is None:
        return False
    name, need = next((n, one) for n, one in underway["needs"].items() if isinstance(one, dict))
    action = {field: value for field, value in underway["action"].items() if value is not None}
    table.do("table", {**action, name: _answer(need)})
    return True


def _answer(need: Json) -> object:
    one: object = False
    if need["kind"] == "choice":
        one = need["options"][0]
    elif need["kind"] == "number":
        one = (need.get("limits") or [need.get("least") or 0])[0]
    return dict.fromkeys(need["each"], one) if need.get("each") else one


def menace(table: DemoTable) -> None:
    """Play a table to the zombies of its second turn."""
    begun(table)
    for kind, count in (("shuffler", 3), ("runner", 1), ("feral_dog", 2)):
        table.do("table", {"do": "add_figures", "kind": kind, "count": count, "zone": "street"})
    for seat in PARTY:
        table.do(seat, {"do": "end_turn"})
    while table.view()["phase"] == "game":
        _answered(table)


def fight(table: DemoTable) -> None:
    """Play a table to the survivors of its second turn, whom the zombies have reached."""
    menace(table)
    while _answered(table):
        pass


def _survivors_fight(table: DemoTable) -> None:
    """Let each survivor shoot twice, where he can, and end the turn."""
    for seat in PARTY:
        for _ in range(2):
            may = [one for one in table.actions(seat) if "why_not" not in one]
            shots = [one for one in may if one["do"] == "snap_shot"]
            if not shots or shots[0]["weapon"] == "rock":
                break
            table.do(seat, shots[0])
            while _answered(table):
                pass
        if any(one["do"] == "end_turn" for one in table.actions(seat)):
            table.do(seat, {"do": "end_turn"})
        while _answered(table):
            pass


def over(table: DemoTable) -> None:
    """Play a table to its end, which the players agree on after a fight."""
    fight(table)
    _survivors_fight(table)
    _survivors_fight(table)
    if table.view()["phase"] != "over":
        table.do("table", {"do": "end_game"})


def stores(table: DemoTable) -> None:
    """Play a table to the first turn of six characters who have nearly everything, among others."""
    table.do("table", {"do": "use_scenario", "scenario": STORES})
    for seat in ("p1", "p2"):
        table.do(seat, {"do": "choose_objective", "objective": SECRETS[seat]})
    for seat, action in ACTS:
        while _answered(table):
            pass
        table.do(seat, action)


ACTS: tuple[tuple[str, Json], ...] = (
    ("p2", {"do": "place", "figure": "mara", "zone": "depot"}),
    ("p1", {"do": "place", "figure": "nils", "zone": "clinic"}),
    ("p2", {"do": "place", "figure": "piet", "zone": "van"}),
    ("p2", {"do": "place", "figure": "sven", "zone": "bike"}),
    *(
        ("table", {"do": "correct", "figure": one, "what": "wounds", "value": "1"})
        for one in ("runa", "sven")
    ),
    ("p2", {"do": "set_alarm", "figure": "mara", "turns": 1}),
    ("p2", {"do": "end_turn"}),
    ("p1", {"do": "reload", "figure": "oona", "weapon": "dynamite", "how": "ready"}),
    ("p1", {"do": "place_dynamite", "figure": "oona"}),
    ("p1", {"do": "barter", "figure": "runa", "party": "A", "near": True}),
    ("p1", {"do": "search", "figure": "nils", "science": False}),
)


def crowd(table: DemoTable) -> None:
    """Play a table of six players to its second turn, in which eight groups of zombies move."""
    for name, seat in zip(CROWD, SIX, strict=True):
        things = ["pistol", "machete", "first_aid_kit"]
        table.do(seat, {"do": "create_character", "seat": seat, "name": name, "items": things})
    table.do("table", {"do": "lay_out", "buildings": 6, "ruins": 2, "vehicles": 2, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat in SIX:
        table.do(seat, {"do": "ready"})
    for kind, count in GROUPS:
        table.do("table", {"do": "add_figures", "kind": kind, "count": count, "zone": "street"})
    for seat in SIX:
        table.do(seat, {"do": "end_turn"})
    while table.view()["phase"] == "game":
        _answered(table)


_OPTIONS = {"players": 3, "objectives": "secret"}
STATES: Mapping[str, DemoState] = {
    "zombies_characters": DemoState("Three players have a character each.", _characters, _OPTIONS),
    "zombies_first_turn": DemoState("The survivors of three players begin.", begun, _OPTIONS),
    "zombies_menace": DemoState("The zombies of the second turn move.", menace, _OPTIONS),
    "zombies_crowd": DemoState("Eight groups of zombies go at six survivors.", crowd, {"players": 6}),
    "zombies_over": DemoState("The players have ended the game.", over, _OPTIONS),
    "zombies_fight": DemoState("Survivors are within the zombies’ reach.", fight, _OPTIONS),
    "zombies_stores": DemoState("Six characters have nearly everything.", stores, {**_OPTIONS, "players": 2}),
}
