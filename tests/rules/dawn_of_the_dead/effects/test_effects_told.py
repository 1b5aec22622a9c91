"""Effects of one action after another, as JSON: what each of them says, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.effects import KINDS
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import position_from_json, position_to_json
from rules.effects import to_json
from tests.rules.dawn_of_the_dead.applied import applied
from tests.rules.dawn_of_the_dead.small_mall import MAIN_DOORS, RIFLES
from tests.rules.dawn_of_the_dead.table import table


@dataclass(frozen=True)
class Told:
    """A position, an action in it, and the effects of the action: each its kind, then its fields."""

    case: str
    what: str
    position: Position
    action: Mapping[str, Any]
    effects: tuple[tuple[str, Mapping[str, Any]], ...]
    agreed: bool = False


def on_the_move(people: Mapping[str, str], zombies: Any = None, *, move: Any = None, **more: Any) -> Position:
    first = {"characters": [next(iter(people))], **(move or {})}
    return table("human", people, zombies, move=first, **more)


def free(people: Mapping[str, str], zombies: Any, *, paired: Any = (), **more: Any) -> Position:
    state = {"die": 3, "left": 3, "paired": list(paired)}
    return table("free_movement", people, zombies, phase_state=state, **more)


def attacked(people: Mapping[str, str], zombies: Any, *, attack: Any = None) -> Position:
    state = {"attack": {"square": "022", **(attack or {})}}
    return table("attack", people, zombies, phase_state=state)


BOTH = ["peter", "roger"]
PETER_CARRIES = {"by": "peter", "whom": "fran"}
ALL_CLOSED = dict.fromkeys(MAIN_DOORS, "closed")
PETER_STEPS = (
    ("points", {"spent": 1, "left": 7}),
    ("trail", {"squares": ["023"]}),
    ("move", {"whom": "peter", "from": "022", "to": "023", "path": ["023"], "by": None}),
)

EXAMPLES = [
    Told(
        "3.1", "the zombie player hides five",
        table("place_hidden", {}, {"044": 3}),
        {"do": "place_hidden", "squares": ["006", "004", "054", "000", "055"]},
        (
            ("hide", {"squares": ["000", "004", "006", "054", "055"]}),
            ("phase", {"phase": "place_characters", "turn": 1}),
        ),
    ),
    Told(
        "3.2", "the characters are set up, one of them beside a unit",
        table("place_characters", {}, {"024": 3}),
        {
            "do": "place_characters",
            "squares": {"peter": "022", "roger": "022", "steve": "023", "fran": "024"},
        },
        (
            ("place", {"whom": "peter", "square": "022"}),
            ("place", {"whom": "roger", "square": "022"}),
            ("place", {"whom": "steve", "square": "023"}),
            ("place", {"whom": "fran", "square": "024"}),
            ("turn_up", {"square": "024", "value": 3}),
            ("player_turn", {"side": "human", "turn": 1}),
            ("phase", {"phase": "human", "turn": 1}),
        ),
    ),
    Told(
        "5.6", "a move begins with somebody carried",
        table("human", {"peter": "022", "fran": "022 stunned"}),
        {"do": "start_move", "characters": ["peter"], "carry": {"by": "peter", "whom": "fran"}},
        (("start_move", {"characters": ["peter"], "carry": {"by": "peter", "whom": "fran"}, "points": 8}),),
    ),
    Told(
        "5.6", "who is carried comes along",
        on_the_move({"peter": "022", "fran": "022 stunned"}, move={"carrying": PETER_CARRIES}),
        {"do": "step", "to": "023"},
        (
            ("points", {"spent": 3, "left": 5}),
            *PETER_STEPS[1:],
            ("move", {"whom": "fran", "from": "022", "to": "023", "path": ["023"], "by": "peter"}),
        ),
    ),
    Told(
        "5.6", "and is put down",
        on_the_move({"peter": "022", "fran": "022 stunned"}, move={"carrying": PETER_CARRIES}),
        {"do": "put_down"},
        (("put_down", {"by": "peter", "whom": "fran", "square": "022"}),),
    ),
    Told(
        "5.4", "a step from one unit to another turns both over",
        on_the_move({"peter": "022"}, {"022": 2, "023": 5}),
        {"do": "step", "to": "023"},
        (
            ("points", {"spent": 3, "left": 5}),
            *PETER_STEPS[1:],
            ("turn_down", {"square": "022"}),
            ("turn_up", {"square": "023", "value": 5}),
        ),
    ),
    Told(
        "8.3", "a step helps somebody up, on a hidden zombie under a unit",
        on_the_move({"peter": "022", "fran": "023 stunned"}, {"023": 5}, hidden=["023"], hidden_box=[1]),
        {"do": "step", "to": "023"},
        (
            *PETER_STEPS,
            ("status", {"whom": "fran", "square": "023", "status": "normal", "was": "stunned"}),
            ("passed", {"square": "023"}),
        ),
    ),
    Told(
        "9.1", "a step meets a hidden zombie",
        on_the_move({"peter": "022"}, {"044": 1}, hidden=["023"], hidden_box=[6]),
        {"do": "step", "to": "023", "draw": [6]},
        (
            *PETER_STEPS,
            ("appear", {"square": "023", "pool": "hidden_box", "door": None}),
            ("draw", {"square": "023", "pool": "hidden_box", "value": 6}),
            ("turn_up", {"square": "023", "value": 6}),
        ),
    ),
    Told(
        "5.4", "cardboard is read where it is turned up",
        on_the_move({"peter": "022"}, {"023": None}, counters="physical"),
        {"do": "step", "to": "023", "values": {"023": 4}},
        (
            *PETER_STEPS,
            ("turn_up", {"square": "023", "value": None}),
            ("read", {"square": "023", "value": 4}),
        ),
    ),
    Told(
        "5.5", "a door is closed",
        on_the_move({"peter": "024"}),
        {"do": "close_door", "between": ["014", "024"]},
        (
            ("points", {"spent": 2, "left": 6}),
            ("trail", {"squares": ["024"]}),
            ("door", {"between": ["014", "024"], "state": "closed", "was": "open"}),
        ),
    ),
    Told(
        "5.5", "a main door is closed",
        on_the_move({"peter": MAIN_DOORS["north"][0]}),
        {"do": "close_main_door", "door": "north"},
        (
            ("points", {"spent": 8, "left": 0}),
            ("trail", {"squares": ["007"]}),
            ("main_door", {"door": "north", "state": "closed"}),
        ),
    ),
    Told(
        "12.0", "a rifle is taken",
        on_the_move({"fran": RIFLES}),
        {"do": "take_rifle", "character": "fran"},
        (
            ("points", {"spent": 5, "left": 0}),
            ("trail", {"squares": [RIFLES]}),
            ("rifle", {"whom": "fran", "has": True, "left": 1}),
        ),
    ),
    Told(
        "6.8", "of two who shoot at a unit one panics, and the other eliminates it",
        on_the_move({"peter": "022", "roger": "022"}, {"022": "5 berserk"}, move={"characters": BOTH}),
        {"do": "shoot", "by": BOTH, "at": "022", "panic": {"peter": 6, "roger": 1}, "dice": [2, 3]},
        (
            ("roll", {"what": "panic", "dice": [6], "whom": ["peter"]}),
            ("roll", {"what": "panic", "dice": [1], "whom": ["roger"]}),
            ("panic", {"whom": "roger"}),
            ("show", {"square": "022", "value": 5}),
            ("roll", {"what": "shot", "dice": [2, 3], "whom": ["peter"]}),
            ("shot", {"by": ["peter"], "from": "022", "at": "022", "minus": 0, "strength": 5, "hit": True}),
            ("eliminate", {"square": "022", "berserk": True}),
            ("points", {"spent": 7, "left": 0}),
            ("trail", {"squares": ["022"]}),
        ),
    ),
    Told(
        "10.5", "a shot at a super zombie goes through a glass door",
        on_the_move({"peter": "026", "steve": "016 super_zombie"}, closed=["016-026"]),
        {"do": "shoot", "by": ["peter"], "at": "016", "panic": {"peter": 6}, "dice": [6, 6]},
        (
            ("roll", {"what": "panic", "dice": [6], "whom": ["peter"]}),
            ("door", {"between": ["016", "026"], "state": "destroyed", "was": "closed"}),
            ("roll", {"what": "shot", "dice": [6, 6], "whom": ["peter"]}),
            ("shot", {"by": ["peter"], "from": "026", "at": "016", "minus": 4, "strength": 2, "hit": True}),
            ("status", {"whom": "steve", "square": "016", "status": "killed", "was": "super_zombie"}),
            ("trail", {"squares": ["026"]}),
        ),
    ),
    Told(
        "4.0", "the Human Player-Turn ends",
        on_the_move({"peter": "023"}, move={"spent": 1}, trail=["023"], turn=2),
        {"do": "end_turn"},
        (
            ("rest", {"characters": ["peter"]}),
            ("player_turn", {"side": "zombie", "turn": 2}),
            ("phase", {"phase": "berserk", "turn": 2}),
        ),
    ),
    Told(
        "4.0", "the next Game-Turn begins",
        table("generation", {"peter": "023"}, {"044": 1}, main_doors=ALL_CLOSED, trail=["023"]),
        {"do": "next_phase"},
        (
            ("trail", {"squares": []}),
            ("player_turn", {"side": "human", "turn": 2}),
            ("phase", {"phase": "human", "turn": 2}),
        ),
    ),
    Told(
        "10.0", "a unit goes berserk",
        table("berserk", zombies={"044": 3}),
        {"do": "check_berserk", "square": "044", "die": 4},
        (
            ("roll", {"what": "berserk", "dice": [4], "whom": ["044"]}),
            ("berserk_check", {"square": "044", "berserk": True}),
            ("berserk", {"square": "044", "berserk": True}),
        ),
    ),
    Told(
        "10.4", "a berserk unit breaks glass",
        free({"peter": "026"}, {"016": "7 berserk"}, closed=["016-026"]),
        {"do": "smash", "from": "016", "between": ["016", "026"], "dice": [1, 2]},
        (
            ("roll", {"what": "glass", "dice": [1, 2], "whom": ["016"]}),
            ("show", {"square": "016", "value": 7}),
            ("smash", {"square": "016", "between": ["016", "026"], "broken": True, "by": None}),
            ("door", {"between": ["016", "026"], "state": "destroyed", "was": "closed"}),
        ),
    ),
    Told(
        "7.0", "a free move ends on a character",
        free({"peter": "045"}, {"044": 3}),
        {"do": "free_move", "from": "044", "path": ["045"]},
        (
            ("move", {"whom": "unit", "from": "044", "to": "045", "path": ["045"], "by": None}),
            ("turn_up", {"square": "045", "value": 3}),
            ("free_moves", {"left": 2}),
        ),
    ),
    Told(
        "11.2", "a super zombie takes the unit along, past another one",
        free({"peter": "000", "roger": "044 super_zombie"}, {"044": 3, "045": 9}, paired=["roger"]),
        {"do": "free_move", "super": "roger", "path": ["045", "046"], "with_zombie": True},
        (
            ("move", {"whom": "roger", "from": "044", "to": "046", "path": ["045", "046"], "by": None}),
            ("move", {"whom": "unit", "from": "044", "to": "046", "path": ["045", "046"], "by": "roger"}),
            ("look", {"square": "045", "value": 9, "by": "roger"}),
        ),
    ),
    Told(
        "9.4", "the last hidden zombie comes onto an empty map",
        free({"peter": "000"}, {}, hidden=["050"], hidden_box=[2], swept=True),
        {"do": "reveal", "square": "050", "draw": [2]},
        (
            ("appear", {"square": "050", "pool": "hidden_box", "door": None}),
            ("draw", {"square": "050", "pool": "hidden_box", "value": 2}),
            ("swept", {"swept": False}),
        ),
    ),
    Told(
        "8.0", "an attack on one character is opened",
        table("attack", {"peter": "022"}, {"022": 3}),
        {"do": "open_attack", "square": "022"},
        (
            ("attack", {"square": "022", "characters": ["peter"]}),
            ("victims", {"square": "022", "characters": ["peter"]}),
        ),
    ),
    Told(
        "8.1", "those attacked hold fire",
        attacked({"peter": "022", "fran": "022 stunned"}, {"022": 3}),
        {"do": "hold_fire"},
        (("hold_fire", {"characters": ["peter"], "everybody": True}),),
    ),
    Told(
        "8.0", "both are attacked",
        attacked({"peter": "022", "fran": "022"}, {"022": 7}),
        {"do": "declare_attack", "count": 2},
        (
            ("attack_declared", {"square": "022", "count": 2, "strength": 3}),
            ("victims", {"square": "022", "characters": ["peter", "fran"]}),
        ),
    ),
    Told(
        "8.5", "the attack kills who has a rifle, and is over",
        attacked(
            {"steve": "022 infected rifle", "peter": "023", "fran": "024"}, {"022": 11},
            attack={"victims": ["steve"], "count": 1, "strength": 11},
        ),
        {"do": "roll_attack", "character": "steve", "dice": [1, 1]},
        (
            ("roll", {"what": "attack", "dice": [1, 1], "whom": ["steve"]}),
            ("attacked", {"whom": "steve", "square": "022", "strength": 11, "result": "killed"}),
            ("status", {"whom": "steve", "square": "022", "status": "killed", "was": "infected"}),
            ("rifle", {"whom": "steve", "has": False, "left": 2}),
            ("turn_down", {"square": "022"}),
            ("attack_over", {"square": "022"}),
        ),
    ),
    Told(
        "13.4", "a unit enters on a character",
        table("generation", {"peter": "007"}, {"044": 1, "020": 1}, eliminated=[4]),
        {"do": "roll_entrance", "dice": [1, 1], "draw": [4]},
        (
            ("roll", {"what": "entrance", "dice": [1, 1], "whom": []}),
            ("appear", {"square": "007", "pool": "eliminated", "door": "north"}),
            ("draw", {"square": "007", "pool": "eliminated", "value": 4}),
            ("turn_up", {"square": "007", "value": 4}),
            ("attack_due", {"square": "007"}),
        ),
    ),
    Told(
        "14.1", "the third character is lost",
        attacked(
            {"steve": "022 infected", "peter": "023"}, {"022": 11},
            attack={"victims": ["steve"], "count": 1, "strength": 11},
        ),
        {"do": "roll_attack", "character": "steve", "dice": [1, 1]},
        (
            ("roll", {"what": "attack", "dice": [1, 1], "whom": ["steve"]}),
            ("attacked", {"whom": "steve", "square": "022", "strength": 11, "result": "killed"}),
            ("status", {"whom": "steve", "square": "022", "status": "killed", "was": "infected"}),
            ("turn_down", {"square": "022"}),
            ("attack_over", {"square": "022"}),
            ("won", {"side": "zombie"}),
        ),
    ),
    Told(
        "R-2.3a", "other counters",
        on_the_move({"peter": "022"}, {"022": None}, counters="physical"),
        {"do": "use_sheet", "sheet": {**equipment.load_counters(), "name": "Ours"}, "sha256": "0" * 64},
        (("use_sheet", {"sheet": "Ours", "sha256": "0" * 64}),),
        agreed=True,
    ),
]  # fmt: skip


@pytest.mark.parametrize("told", EXAMPLES, ids=[f"{t.case} {t.what}" for t in EXAMPLES])
def test_what_is_told(told: Told) -> None:
    action = from_json(told.action)
    agreed = told.agreed and game.force(told.position, action)
    ruling = agreed or game.rule(told.position, action, waived=True)
    assert ruling.after is not None, (ruling.reason, ruling.needs)
    assert [to_json(e) for e in ruling.effects] == [{"effect": k, **given} for k, given in told.effects]
    assert applied(told.position, ruling.effects) == ruling.after


def test_the_examples_tell_every_kind() -> None:
    assert {kind for told in EXAMPLES for kind, _ in told.effects} == {kind.name for kind in KINDS}


def test_4_0_a_ruling_that_carries_nothing_out_has_no_effects() -> None:
    position = table("berserk", zombies={"044": 3})
    for action in (
        {"do": "check_berserk", "square": "044"},
        {"do": "check_berserk", "square": "045", "die": 1},
    ):
        assert game.rule(position, from_json(action)).effects == ()


def test_r_5_4b_a_corrected_value_changes_the_attack() -> None:
    attack = {"attack": {"square": "022", "count": 1, "strength": 3, "victims": ["peter"]}}
    position = table("attack", {"peter": "022"}, {"022": 3}, counters="physical", phase_state=attack)
    position = position_from_json(position_to_json(position), position.setting)
    ruling = game.force(position, from_json({"do": "read_value", "square": "022", "value": 5, "was": 3}))
    assert [to_json(e) for e in ruling.effects] == [
        {"effect": "read", "square": "022", "value": 5},
        {"effect": "attack_declared", "square": "022", "count": 1, "strength": 5},
    ]
