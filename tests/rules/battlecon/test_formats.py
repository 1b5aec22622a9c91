"""Positions and actions as JSON, as the interfaces fix them, and what is wrong with bad input."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.battlecon.actions import (
    DECLINE,
    USE,
    Choose,
    ChooseDiscards,
    ChooseFighter,
    CommitPair,
    Concede,
    FirstOption,
    GoOption,
    MoveOption,
    Option,
    TokenOption,
    TrapOption,
)
from rules.battlecon.formats.actions import action_from_json, action_to_json
from rules.battlecon.formats.figures import figures_from_json
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.formats.reading import Unreadable
from rules.battlecon.game import legal_actions, rule, set_up
from rules.battlecon.position import Position
from rules.battlecon.view import redact
from rules.effects import to_json
from tests.rules.battlecon.table import after, do, duel, lay, pair, refused

WHOLE: dict[str, Any] = {
    "format": "referee-position/1",
    "system": "battlecon",
    "profile": "preview",
    "mode": "duel",
    "beat": 1,
    "phase": "select",
    "active": None,
    "fighters": {
        "a": {
            "fighter": "cadenza", "space": 2, "life": 20, "special": True, "tokens": {"iron_body": 3},
            "discards": [["hydraulic", "dash"], ["clockwork", "grasp"]], "next_beat": {},
        },
        "b": {
            "fighter": "kallistar", "space": 6, "life": 20, "special": True, "form": "human",
            "discards": [["flare", "dash"], ["caustic", "grasp"]], "next_beat": {},
        },
    },
    "trap": None,
    "committed": {},
    "pending": [{"seat": "a", "kind": "pair"}, {"seat": "b", "kind": "pair"}],
}  # fmt: skip
BRIEF = {"system": "battlecon", "fighters": {"a": {"fighter": "cadenza"}, "b": {"fighter": "kallistar"}}}


def test_the_position_of_the_interfaces_is_the_start_of_a_duel() -> None:
    """3.3, 3.5: a position that leaves everything out means the same."""
    whole = position_from_json(WHOLE)
    assert position_from_json(BRIEF) == whole
    chosen = set_up()
    for action in (ChooseFighter("a", "cadenza"), ChooseFighter("b", "kallistar")):
        chosen = after(rule(chosen, action))
    assert chosen == whole
    written = position_to_json(whole)
    for name in set(WHOLE) - {"fighters", "pending"}:
        assert written[name] == WHOLE[name], name
    for seat in ("a", "b"):
        assert {k: written["fighters"][seat][k] for k in WHOLE["fighters"][seat]} == WHOLE["fighters"][seat]
    assert written["pending"] == [{"seat": s, "kind": "pair", "case": "5.0"} for s in ("a", "b")]


def test_what_waits_for_the_next_beat_keeps_its_origin() -> None:
    """17.3, 19.6: the sum as the interfaces have it, the parts beside it."""
    sides = {"a": {"fighter": "cadenza", "next_beat": {"priority": 4}}, "b": {"fighter": "kallistar"}}
    position = position_from_json({"system": "battlecon", "fighters": sides})
    written = position_to_json(position)["fighters"]["a"]
    assert written["next_beat"] == {"priority": 4}
    assert written["modifiers"] == [
        {"figure": "priority", "amount": 4, "origin": "next_beat", "lasts": "next_beat"}
    ]


def broken(**changes: Any) -> dict[str, Any]:
    """Return the whole position with some fields changed; "a.life" names a field of a fighter."""
    data: dict[str, Any] = json.loads(json.dumps(WHOLE))
    for name, value in changes.items():
        *path, last = name.split("__")
        place = data
        for part in path:
            place = data["fighters"][part] if part in ("a", "b") else place[part]
        place[last] = value
    return data


BAD_POSITIONS = [
    ({"system": "dawn-of-the-dead"}, 'system is "dawn-of-the-dead"; it must be "battlecon".'),
    ({"format": "referee-position/2"}, "format is "),
    ({"profile": "deluxe"}, 'profile is "deluxe"; it must be one of preview, boxed.'),
    ({"phase": "berserk"}, 'phase is "berserk"'),
    ({"phase": ["select"]}, 'phase is ["select"]'),
    ({"beat": 0}, "beat is 0"),
    ({"beat": True}, "beat is true"),
    ({"turn": 3}, "turn is not a field here"),
    ({"fighters": []}, "fighters is "),
    ({"fighters": {"a": {"fighter": "cadenza"}}}, "fighters has no b"),
    ({"a__fighter": "lixis"}, 'fighters.a.fighter is "lixis"'),
    ({"a__fighter": "kallistar", "a__tokens": {}, "a__discards": [[], []]}, "each takes a different fighter"),
    ({"a__space": 6}, "two fighters never share a space"),
    ({"a__space": 8}, "fighters.a.space is 8; it must be a whole number from 1 to 7."),
    ({"a__life": 21}, "fighters.a.life is 21"),
    ({"a__life": 0}, "fighters.a.life is 0"),
    ({"a__discards": [["flare"], []]}, 'fighters.a.discards.1 has "flare"'),
    ({"a__discards": [["dash"], ["dash"]]}, "dash twice"),
    ({"a__discards": [["dash", "grasp"], []]}, "two cards of a kind"),
    ({"a__discards": [["dash"]]}, "two lists of cards"),
    ({"a__tokens": {"fire": 1}}, "fire is not a token of Cadenza's"),
    ({"a__tokens": {"iron_body": 4}}, "iron_body is 4"),
    ({"a__form": "human"}, "Cadenza has no forms"),
    ({"b__form": "astral"}, 'fighters.b.form is "astral"'),
    ({"a__finish": "supernova"}, 'fighters.a.finish is "supernova"'),
    ({"a__next_beat": {"luck": 3}}, "luck is not a field here"),
    ({"a__modifiers": [{"figure": "power", "amount": 1, "origin": "moon", "lasts": "next_beat"}]}, "origin"),
    (
        {"a__modifiers": [{"figure": "power", "amount": 1, "origin": "battery", "lasts": "next_beat"}]},
        "add up",
    ),
    ({"trap": 4}, "only Khadath has one"),
    ({"committed": {"a": {"style": "flare", "base": "strike"}}}, "committed.a cannot be"),
    ({"committed": {"a": {"style": "battery", "base": "dash"}}}, "is in discard 1"),
    ({"committed": {"c": {}}}, "committed.c is not a field"),
    ({"phase": "ante"}, "beat_state is missing"),
    ({"phase": "execute", "beat_state": {"queue": []}}, "beat_state.queue"),
    ({"phase": "execute", "beat_state": {"queue": [{"do": "dance", "seat": "a", "what": []}]}}, "dance"),
    ({"match": {"to": 0}}, "match.to is 0"),
    ({"mode": "match", "match": {"to": 1}}, 'mode is "match"'),
    ({"match": {"to": 1, "points": {"a": 1, "b": 0}}}, "match.points has 1, which wins the match"),
    ({"match": {"special_actions": False}}, "fighters.a.special is true; it must be false"),
    ({"pending": 7}, "pending is 7"),
    ({"pending": [None]}, "pending[0] is null"),
    ({"pending": [{"seat": "a", "kind": "card"}]}, 'pending[0].kind is "card"'),
]


@pytest.mark.parametrize(("changes", "words"), BAD_POSITIONS)
def test_a_bad_position_gets_one_sentence(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        position_from_json(broken(**changes))
    assert words in str(caught.value)
    assert str(caught.value).count("\n") == 0
    assert str(caught.value).endswith(".")


def test_14_0_a_duel_without_special_actions_says_so_once() -> None:
    position = position_from_json({**BRIEF, "match": {"special_actions": False}})
    assert not any(fighter.special for fighter in position.fighters.values())


@pytest.mark.parametrize("data", [None, 3, "duel", [], {}, {"system": "battlecon"}])
def test_what_is_no_position_at_all(data: object) -> None:
    with pytest.raises(Unreadable):
        position_from_json(data)


JUNK: tuple[Any, ...] = (None, True, -1, 10**20, "x", [], [[]], {}, {"a": 1}, [None], ["a", "a"])


def read(data: Any) -> str:
    """Return "read", or the sentence that says what is wrong."""
    try:
        position_from_json(data)
    except Unreadable as refused:
        return str(refused)
    return "read"


def test_every_field_may_be_anything_and_nothing_breaks() -> None:
    """Whatever stands in a field, the answer is a position or one sentence."""
    asked = after(lay(duel(), "battery drive", "caustic burst"))
    answers = set()
    for source in (WHOLE, position_to_json(asked)):
        for path in paths(source):
            for junk in JUNK:
                data = json.loads(json.dumps(source))
                place = data
                for part in path[:-1]:
                    place = place[part]
                place[path[-1]] = junk
                answers.add(read(data))
    assert len(answers) > 100
    assert all(answer == "read" or answer.endswith(".") for answer in answers)


def paths(data: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every field in JSON data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path for key, value in items for path in ((*before, key), *paths(value, (*before, key)))]


BAD_ACTIONS = [
    ({"do": "shoot", "seat": "a"}, 'do is "shoot"; it must be one of choose_fighter, '),
    ({"seat": "a"}, "do is missing"),
    ({"do": "pass"}, "seat is missing"),
    ({"do": "pass", "seat": "zombie"}, 'seat is "zombie"'),
    ({"do": "commit_pair", "seat": "a", "style": "battery"}, "base is missing"),
    ({"do": "commit_pair", "seat": "a", "style": 3, "base": "strike"}, "style is 3"),
    ({"do": "pass", "seat": "a", "dice": [3]}, "dice is not a field here"),
    ({"do": "choose", "seat": "a", "option": "use"}, 'option is "use"; it must be an object.'),
    ({"do": "choose", "seat": "a", "option": {"what": "fly"}}, "option.what"),
    ({"do": "choose", "seat": "a", "option": {"what": "go", "whom": "a", "space": 9}}, "option.space is 9"),
    ({"do": "choose_discards", "seat": "a", "discards": [["battery", "dash"]]}, "two lists of cards"),
    ([], "must be an object"),
]


@pytest.mark.parametrize(("data", "words"), BAD_ACTIONS)
def test_a_bad_action_gets_one_sentence(data: object, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        action_from_json(data)
    assert words in str(caught.value)


def test_the_seat_may_come_from_who_asks() -> None:
    asked = action_from_json({"do": "commit_pair", "style": "battery", "base": "strike"}, "a")
    assert asked == CommitPair("a", "battery", "strike")
    with pytest.raises(Unreadable, match="you sit at b"):
        action_from_json({"do": "pass", "seat": "a"}, "b")


OPTIONS: list[tuple[Option, dict[str, Any]]] = [
    (MoveOption("a", "advance", 2), {"what": "move", "whom": "a", "direction": "advance", "spaces": 2}),
    (GoOption("a", 5), {"what": "go", "whom": "a", "space": 5}),
    (TrapOption(3), {"what": "trap", "space": 3}),
    (TokenOption("fire"), {"what": "token", "token": "fire"}),
    (USE, {"what": "use"}),
    (DECLINE, {"what": "decline"}),
    (FirstOption("advancing.start_of_beat"), {"what": "first", "effect": "advancing.start_of_beat"}),
]


@pytest.mark.parametrize(("option", "data"), OPTIONS)
def test_options_are_as_the_interfaces_have_them(option: Option, data: dict[str, Any]) -> None:
    written = action_to_json(Choose("b", option))
    assert written == {"do": "choose", "seat": "b", "option": data}
    assert action_from_json(written) == Choose("b", option)


def test_effects_have_the_names_and_fields_of_the_interfaces() -> None:
    ruling = lay(duel(a_space=3, b_space=4, a_tokens={"iron_body": 0}), "battery drive", "caustic strike")
    shown = [to_json(effect) for effect in ruling.effects]
    assert shown[-1]["effect"] in ("active", "recycle", "life", "stunned", "move", "miss", "modified")
    (mine,) = (e for e in shown if e["effect"] == "reveal" and e["seat"] == "a")
    fields = {
        "style": "battery",
        "base": "drive",
        "range": [1, 1],
        "power": 4,
        "priority": 3,
        "stun_guard": 0,
    }
    assert {name: mine[name] for name in fields} == fields
    assert {"effect": "active", "seat": "a", "case": "10.1"} in shown


@pytest.mark.parametrize("action", [pair("a", "flare strike"), pair("a", "special strike")])
def test_a_refusal_changes_nothing(action: CommitPair) -> None:
    position = duel(a_special=False)
    before = json.dumps(position_to_json(position))
    ruling = rule(position, action)
    assert (ruling.legal, ruling.after, ruling.effects) == (False, None, ())
    assert json.dumps(position_to_json(position)) == before
    assert do(position, legal_actions(position, "a")[0]).legal


def round_trip(position: Position) -> None:
    data = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(data) == position


def test_positions_before_and_after_a_duel() -> None:
    """3.5, 1.1: free discards that one seat has chosen, a duel that is over, a fighter that is taken."""
    free = set_up(starting_discards="free")
    round_trip(free)
    for action in (ChooseFighter("b", "cadenza"), ChooseFighter("a", "kallistar")):
        free = after(do(free, action))
        round_trip(free)
    chosen = after(do(free, ChooseDiscards("b", (("battery", "press"), ("grapnel", "strike")))))
    round_trip(chosen)
    round_trip(after(do(chosen, Concede("a"))))
    data = position_to_json(chosen)
    data["committed"]["b"]["discards"][1][0] = "battery"
    with pytest.raises(Unreadable, match=r"committed\.b cannot be: Choose four different cards"):
        position_from_json(data)


def mid_beat(**changes: Any) -> dict[str, Any]:
    """Return the position of a Cancel, where seat a chooses anew, with some fields of its state changed."""
    data = position_to_json(after(lay(duel(), "special shot", "caustic strike")))
    data.update(changes)
    return data


BAD_BEATS = [
    ({"committed": {"b": {"style": "flare", "base": "drive"}}}, "committed.b is given; nobody waits for it"),
    ({"committed": {"a": {"style": "battery", "base": "drive"}}}, "everybody's choice"),
    ({"phase": "execute"}, "beat_state.queue[0].do"),
    ({"beat_state": {}}, "beat_state is missing"),
]


@pytest.mark.parametrize(("changes", "words"), BAD_BEATS)
def test_a_bad_beat_gets_one_sentence(changes: dict[str, Any], words: str) -> None:
    assert words in read(mid_beat(**changes))


def test_a_queue_that_turns_up_what_nobody_is_asked_for() -> None:
    data = mid_beat()
    data["beat_state"]["queue"][-1]["what"] = ["a", "b"]
    assert "turns up cards that nobody is asked for" in read(data)
    data["beat_state"]["queue"][-1]["what"] = ["a", "a"]
    assert "without anything twice" in read(data)
    lost = mid_beat()
    lost["beat_state"]["attacks"]["b"]["under"] = ["strike"]
    assert "strike, which lies elsewhere" in read(lost)


def test_an_ante_needs_both_pairs() -> None:
    laid = after(do(after(do(duel(), pair("a", "battery strike"))), pair("b", "flare strike")))
    data = position_to_json(laid)
    del data["committed"]["b"]
    assert read(data) == "committed is not whole; at the ante both pairs lie face down."


def test_what_is_waited_for_is_named_in_a_refusal() -> None:
    """14.2, 13.2: in the same phase, but another kind of choice."""
    cancelled = after(lay(duel(), "special shot", "caustic strike"))
    refused(cancelled, Choose("a", USE), "12.1", "Cadenza must choose a pair first.")
    pulsed = after(lay(duel(), "special dash", "caustic strike"))
    refused(pulsed, pair("a", "battery strike"), "5.0", "Cadenza must make a choice first.")


def test_names_of_all_that_an_amount_can_come_from() -> None:
    cards = duel().figures
    assert [cards.name(origin) for origin in ("hunters", "iron_body", "khadath", "next_beat")] == [
        "Hunter’s", "Iron Body", "Khadath Ahemusei", "Next beat",
    ]  # fmt: skip


def test_nobody_else_has_a_view() -> None:
    with pytest.raises(ValueError, match="no seat 'zombie'"):
        redact(duel(), "zombie")


OWN: dict[str, Any] = {
    "format": "referee-battlecon-figures/1",
    "id": "kitchen",
    "title": "Kitchen table",
    "provenance": "our own cards",
    "changes": {"strike": {"power": 5, "range": [1, 2]}, "flare": {"without": ["flare.reveal"]}},
}


def test_21_4_figures_of_ones_own() -> None:
    own = figures_from_json(OWN)
    assert (own.cards["strike"].power, own.cards["strike"].range) == (5, (1, 2))
    assert [effect.id for effect in own.cards["flare"].effects] == ["flare.end_of_beat"]
    position = position_from_json({**BRIEF, "profile": "kitchen"}, {"kitchen": own})
    assert position.profile == "kitchen"
    assert position_to_json(position)["profile"] == "kitchen"
    with pytest.raises(Unreadable, match="one of preview, boxed"):
        position_from_json({**BRIEF, "profile": "kitchen"})


BAD_FIGURES = [
    ({"format": "referee-map/1"}, "format is"),
    ({"id": "preview"}, "comes with the game"),
    ({"title": 3}, "title is 3"),
    ({"changes": {"fireball": {}}}, "changes.fireball is not a field here"),
    ({"changes": {"strike": {"power": "much"}}}, 'changes.strike.power is "much"'),
    ({"changes": {"strike": {"speed": 3}}}, "changes.strike.speed is not a field here"),
    ({"changes": {"strike": {"range": [3, 1]}}}, "changes.strike.range is [3, 1]"),
    ({"changes": {"flare": {"without": ["drive.before_activating"]}}}, "changes.flare.without"),
    ({"changes": {"iron_body": {"power": 3}}}, "changes.iron_body.power is not a field here"),
    ({"changes": {"iron_body": {"says": 3}}}, "changes.iron_body.says is 3"),
    ({"changes": {"strike": {"range": "far"}}}, 'changes.strike.range is "far"'),
]


@pytest.mark.parametrize(("changes", "words"), BAD_FIGURES)
def test_21_4_bad_figures_get_one_sentence(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        figures_from_json({**OWN, **changes})
    assert words in str(caught.value)
