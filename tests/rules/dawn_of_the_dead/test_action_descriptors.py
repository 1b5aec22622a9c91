"""The class of a kind of action says everything that is true of it, and each kind has its procedure."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import ACTIONS, Action
from rules.dawn_of_the_dead.actions.action import PlayedBy
from rules.dawn_of_the_dead.position import PHASES
from rules.dawn_of_the_dead.sequence import ZOMBIE_PHASES
from rules.fields import declared_fields

KINDS = list(ACTIONS.values())


def subclasses(kind: type[Action]) -> set[type[Action]]:
    """Return every class below one."""
    below = {one for one in kind.__subclasses__() if one.__dict__.get("__slots__") is not None}
    return below.union(*(subclasses(one) for one in below))


def test_every_class_of_an_action_is_a_kind_or_the_base_of_some() -> None:
    named = {one for one in subclasses(Action) if one.__dict__.get("do")}
    assert {one.do for one in named} == set(ACTIONS)
    assert {one.__name__ for one in named} == {kind.__name__ for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.do))
def test_a_descriptor_says_who_when_and_what_chance(kind: type[Action]) -> None:
    names = {field.name for field in fields(kind)}
    assert kind.__doc__
    assert kind.side in get_args(PlayedBy)
    assert kind.phases
    assert kind.phases <= set(PHASES)
    assert bool(kind.rolls) == bool(names & {"dice", "die"})
    assert bool(kind.draws_from) == ("draw" in names)
    assert kind.own_fields | kind.unseen_fields <= names
    assert kind.led_by in {"", "move"} | names
    assert not kind.led_by or kind.side == "human"


STREAMS = {
    "step": {"draw": "draw from hidden_box"},
    "reveal": {"draw": "draw from hidden_box"},
    "shoot": {"panic": "panic", "dice": "shot"},
    "defend": {"panic": "panic", "dice": "shot"},
    "smash": {"dice": "smash"},
    "check_berserk": {"dice": "berserk"},
    "declare_attack": {"dice": "number attacked"},
    "roll_attack": {"dice": "attack"},
    "roll_hidden": {"dice": "hidden zombie table", "draw": "draw from eliminated"},
    "roll_free_moves": {"dice": "free moves"},
    "roll_entrance": {"dice": "entrance", "draw": "draw from eliminated"},
    "roll_infection": {"dice": "infection"},
}
"""The streams of dice and draws of each kind, by what it needs: records hold these names (R-UNDO)."""


def test_the_fields_declare_the_streams_that_records_hold() -> None:
    declared = {
        do: {
            one.need or name: one.text
            for name, one in declared_fields(kind).items()
            if one.how in {"rolled", "drawn"} and not one.total_of
        }
        for do, kind in ACTIONS.items()
    }
    assert {do: streams for do, streams in declared.items() if streams} == STREAMS


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.do))
def test_every_field_of_chance_and_every_later_choice_declares_itself(kind: type[Action]) -> None:
    names = {field.name for field in fields(kind)}
    later = {"roll_entrance": {"doors"}, "roll_hidden": {"square"}}.get(kind.do, set())
    chance = {"dice", "die", "total", "panic", "draw", "values"}
    assert {*declared_fields(kind)} == (names & chance) | later


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.do))
def test_the_type_of_every_field_has_its_limits(kind: type[Action]) -> None:
    types = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        given = [one for one in get_args(types[field.name]) or (types[field.name],) if one is not type(None)]
        assert (
            types[field.name] is bool
            or hasattr(types[field.name], "__metadata__")
            or (len(given) == 1 and hasattr(given[0], "__metadata__"))
        ), field.name


def test_every_kind_has_one_procedure() -> None:
    assert set(game.PROCEDURES) == set(ACTIONS)
    assert all(game.PROCEDURES[do].action is kind for do, kind in ACTIONS.items())


def test_4_0_the_zombies_end_each_of_their_phases() -> None:
    assert ACTIONS["next_phase"].phases == set(ZOMBIE_PHASES)
