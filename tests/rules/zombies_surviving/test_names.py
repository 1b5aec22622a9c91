"""Figures and places are called in stories and instructions as people call them, never by their ids."""

from __future__ import annotations

from dataclasses import replace

from rules.zombies_surviving import game as whole
from rules.zombies_surviving.menace import groups
from rules.zombies_surviving.position import Building, Figure, Position
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.shooting import SnapShot
from tests.rules.zombies_surviving.menaces import PISTOL, at, does, doing, game

OLD_ANA = Figure("survivor", "p1", "Old Ana", items=PISTOL)


def table() -> Position:
    p = game(buildings={"the_last_shop": Building("The Last Shop", "intact")})
    return replace(p, seats=("p1",), figures={"old_ana": OLD_ANA}).add("shuffler")[0]


def test_a_name_is_said_as_its_player_wrote_it() -> None:
    for called in (economy.called, groups.called):
        assert called(table(), "old_ana") == "Old Ana"
        assert called(table(), "the_last_shop") == "The Last Shop"
    assert economy.called(table(), "shuffler_1") == "Shuffler 1"
    assert groups.called(table(), "shuffler_1") == "Shuffler 1"
    assert groups.called(table().add("ankle_biter")[0], "ankle_biter_1") == "Ankle-biter 1"


def test_an_attack_names_whom_it_wounds() -> None:
    p = doing(at(table(), "shuffler_1", "old_ana"), "attacks", "done")
    assert (
        does(p, hit=(4,), damage=(3,))[1] == "Shuffler 1 hits Old Ana with 4: damage 3, Old Ana has 1 wound."
    )


def test_a_shot_names_who_shoots_and_a_refusal_whom_it_refuses() -> None:
    p = replace(table(), phase="survival")
    shot = SnapShot("p1", "old_ana", "pistol", target="shuffler_1", inches=2, in_cover=False, hit=(1,))
    assert whole.judge(p, shot).story.startswith("Old Ana shoots at Shuffler 1")
    stranger = whole.judge(p, SnapShot("p2", "old_ana", "pistol"))
    assert stranger.reason == "Old Ana is another player’s figure."
