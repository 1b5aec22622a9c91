"""The states of a table of *Dawn of the Dead* for `referee demo`, the pictures and the tests.

A table is played on by the first legal action that leads on, so a state is the same each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

from referee.games.demo_states import DemoState, DemoTable
from referee.records.text import Json

Action = dict[str, Any]
_OFTEN = 0.85
_SHOOTERS = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}


def play_to(table: DemoTable, phase: str) -> None:
    """Play until a phase begins; "moving" is a human move in progress."""
    chance, seen, seat = Random(phase), table.view("table"), "human"
    while not _has_reached(seen, phase):
        seat, action = _at_random(table, chance, seat) if phase == "over" else _onward(table, seen)
        seen = do(table, seat, action, seen["version"])["view"]


def go_on(table: DemoTable) -> None:
    """Carry out the first legal action that leads on."""
    seen = table.view("table")
    do(table, *_onward(table, seen), seen["version"])


def do(table: DemoTable, seat: str, action: Json, version: int | None = None) -> dict[str, Any]:
    """Carry out an action and return the answer; of several doors the first one is taken (R-13.0a)."""
    answer = table.do(seat, action, version)
    if doors := answer["ruling"]["needs"].get("doors"):
        return do(table, seat, {**action, "doors": doors[:1]}, version)
    return answer


def _onward(table: DemoTable, seen: Json) -> tuple[str, Action]:
    """Return the next action: a step or two, then the phase's end. Characters under attack hold fire."""
    seat = "human" if seen["phase"] in {"place_characters", "human"} else "zombie"
    seat = seat if seat in table.seats else "table"
    offered = table.actions(seat)
    if not offered:  # The strike waits for the characters under attack (8.1).
        seat = "human" if "human" in table.seats else "table"
        everything = table.actions(seat)
        offered = [a for a in everything if a["do"] == "hold_fire"] or everything
    spent = (seen["move"] or {"spent": 0})["spent"]
    steps = [a for a in offered if a["do"] == "step"] if spent < 2 else []
    starts = [a for a in offered if a["do"] == "start_move"] if not seen["move"] else []
    ends = [a for a in offered if a["do"] in {"end_turn", "next_phase"}]
    return seat, (steps or starts or ends or offered)[0]


def _at_random(table: DemoTable, chance: Random, last: str) -> tuple[str, Action]:
    """Return a random legal action; it seldom ends a phase with something left to do.

    Only one of two sides has any at a time: mostly the one that acted last, so it is asked first.
    """
    sides = sorted(("human", "zombie"), key=lambda side: side != last)
    offered = next([(side, a) for a in all_] for side in sides if (all_ := table.actions(side)))
    ends = {"end_turn", "next_phase", "start_move", "put_down", "open_door", "close_door"}
    rest = [choice for choice in offered if choice[1]["do"] not in ends]
    return chance.choice(rest if rest and chance.random() < _OFTEN else offered)


def _has_reached(seen: Json, phase: str) -> bool:
    if phase == "moving":
        return bool(seen["move"] and seen["move"]["spent"])
    return bool(seen["phase"] == phase)


def _at(phase: str, says: str, **options: Any) -> DemoState:
    return DemoState(says, partial(play_to, phase=phase), options)


def _attacked(table: DemoTable) -> None:
    play_to(table, "attack")
    do(table, "zombie", next(a for a in table.actions("zombie") if a["do"] == "open_attack"))


def _shooting(table: DemoTable) -> None:
    play_to(table, "place_characters")
    do(table, "human", {"do": "place_characters", "squares": _SHOOTERS})
    do(table, "human", {"do": "start_move", "characters": ["peter", "roger"]})
    do(table, "human", {"do": "step", "to": "010"})


def _proposed(table: DemoTable) -> None:
    play_to(table, "human")
    do(table, "table", {"do": "end_turn"})


PHASES: Mapping[str, DemoState] = {
    "place_hidden": _at("place_hidden", "The zombie player chooses the five hidden squares."),
    "place_characters": _at("place_characters", "The characters are placed."),
    "human": _at("human", "The Human Player-Turn begins."),
    "moving": _at("moving", "A character is moving."),
    "berserk": _at("berserk", "The zombies check who goes berserk."),
    "reaction": _at("reaction", "The zombies in sight react."),
    "free_movement": _at("free_movement", "The zombie player rolls for free moves."),
    "attack": _at("attack", "The zombies may attack."),
    "generation": _at("generation", "New zombies enter."),
}
STATES: Mapping[str, DemoState] = {
    **PHASES,
    "attacked": DemoState("The characters under attack may shoot first.", _attacked),
    "over": _at("over", "The game is over; it has a report and a replay."),
    "shooters": DemoState(
        "Four characters in one square may shoot together; the counters are cardboard.",
        _shooting,
        {"counters": "physical", "phases": "automatic"},
    ),
    "solitaire": _at("human", "Solitaire: the player's turn begins.", mode="solitaire"),
    "solitaire_proposal": DemoState(
        "Solitaire: the referee proposes what the zombies do.", _proposed, {"mode": "solitaire"}
    ),
    "solitaire_hidden": _at("hidden_appearance", "Solitaire: hidden zombies appear.", mode="solitaire"),
    "practice": _at("human", "Solitaire with practice moves.", mode="solitaire", practice=True),
    "cooperative": _at("moving", "Four players together: a character is moving.", mode="cooperative"),
}
