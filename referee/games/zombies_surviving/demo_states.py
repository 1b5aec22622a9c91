"""The states of a table that `referee demo` offers for work on the screens."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.interface import DemoState, DemoTable, Json

PARTY = {"p1": "ana", "p2": "bruno", "p3": "dora"}
SECRETS = {"p1": "hoard", "p2": "unbitten", "p3": "special"}
TABLE = {"buildings": 4, "ruins": 2, "vehicles": 1, "edge": "south"}


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
            shots = [one for one in table.actions(seat) if one["do"] == "snap_shot"]
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
    table.do("table", {"do": "end_game"})


_OPTIONS = {"players": 3, "objectives": "secret"}
STATES: Mapping[str, DemoState] = {
    "zombies_characters": DemoState("Three players have a character each.", _characters, _OPTIONS),
    "zombies_first_turn": DemoState("The survivors of three players begin.", begun, _OPTIONS),
    "zombies_menace": DemoState("The zombies of the second turn move.", menace, _OPTIONS),
    "zombies_over": DemoState("The players have ended the game.", over, _OPTIONS),
    "zombies_fight": DemoState("Survivors are within the zombies’ reach.", fight, _OPTIONS),
}
