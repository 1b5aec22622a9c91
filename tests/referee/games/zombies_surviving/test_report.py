"""The report after a game: the end, the objectives, what became of everybody, turn by turn, the dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import chain
from pathlib import Path

import pytest

from referee.games.toolkit.random_play import followed
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.report import OTHERS, Step, report_of
from rules.zombies_surviving import goals
from rules.zombies_surviving.position import Figure, Goal, Item, Position
from tests.referee.any_table import AnyTable

ANA = Figure("survivor", "p1", "Ana", items=(Item("pistol", 1, 12),))
BO = Figure("survivor", "p2", "Bo", wounds=2)
START = Position(
    phase="survival", turn=2, seats=("p1", "p2"), figures={"ana": ANA, "bo": BO, "z1": Figure("shuffler"),
    "z2": Figure("ankle_biter")}, goals=(Goal("Hold out", measure="turns", needed=1),),
)  # fmt: skip
SHOT = {"do": "aimed_shot", "seat": "p1", "figure": "ana", "weapon": "pistol", "hit": [6], "damage": [5]}
SEARCH = {"do": "search", "seat": "p1", "figure": "ana", "search": [6], "found": [3, 4]}
BITE = {"do": "zombie_attack", "figure": "z2", "target": "bo", "hit": [6], "damage": [6]}


def steps() -> Sequence[Step]:
    """Return a turn in which Ana shoots a zombie and finds a scope, and Bo is bitten and dies."""
    shot = START.without("z1")
    found = shot.put("ana", ANA.with_item(Item("scope")), supplies=3)
    bitten = found.put("bo", bites=1)
    dead = bitten.put("bo", kind="corpse")
    over = dead.put("ana", wounds=1)
    end = Position(
        **{
            **{name: getattr(over, name) for name in over.__dataclass_fields__},
            "phase": "over",
            "won": ("p1",),
            "counts": {goals.TURNS_OVER: 1},
            "revealed": {"p2": "unbitten"},
        }
    )
    told = ("Ana shoots Shuffler 1.", "Ana finds a scope.", "Bo is bitten.", "Bo dies.", "Ana is hit.")
    acts = (SHOT, SEARCH, BITE, BITE, {**BITE, "target": "ana"})
    positions = (START, shot, found, bitten, dead, over)
    last = Step({"do": "turn_ends"}, "All primary objectives are met. The game is over.", over, end)
    pairs = zip(acts, told, positions[:-1], positions[1:], strict=True)
    return [*(Step(*one) for one in pairs), last]  # fmt: skip


def test_the_report_says_who_won_why_and_what_was_played_for() -> None:
    report = report_of("ABCDEF", {"p1": "Ann"}, steps(), "1 May 2026")
    assert report.title == "Ann wins"
    assert report.says == (
        "All primary objectives are met. The game is over. That was in turn 2, on 1 May 2026."
    )
    assert [(aim.text, aim.whose, aim.state) for aim in report.aims] == [
        ("Hold out", "all", "met"), ("None of your figures is bitten or dead", "Player 2", "not met"),
    ]  # fmt: skip


def test_the_report_says_what_became_of_everybody() -> None:
    ana, bo = report_of("ABCDEF", {"p1": "Ann"}, steps()).survivors
    assert (ana.name, ana.player, ana.fate, ana.finds) == ("Ana", "Ann", "alive", ["rifle scope"])
    assert ana.sums == "1 zombie killed, 1 wound, 3 supplies"
    assert (bo.player, bo.fate, bo.story, bo.bites) == ("Player 2", "died in turn 2", "Bo dies.", 1)


def test_a_turn_is_told_in_short_and_phase_by_phase() -> None:
    (turn,) = report_of("ABCDEF", {}, steps()).turns
    assert turn.title == "Turn 2"
    assert turn.short == "Bo died · Ana wounded · 1 zombie killed · found: rifle scope"
    ((phase, stories),) = turn.phases
    assert phase == "Survival phase"
    assert stories[3] == "Bo dies."


def test_the_luck_of_the_dice_is_told_by_player() -> None:
    luck = report_of("ABCDEF", {"p1": "Ann"}, steps()).luck
    assert [(one.who, one.dice, one.total, one.over) for one in luck] == [
        ("Ann", 5, 24, "+6.5"), (OTHERS, 6, 36, "+15"),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_reported_and_every_story_is_told_once(seed: int) -> None:
    match = GAME.table(GAME.read_options({"players": 3, "turns": 6, "objectives": "secret"}))
    before, told = match.start(()), list[Step]()
    for action, after in followed(match, f"report/{seed}", 50, GAME.simulated_players(f"report/{seed}")):
        told.append(Step(match.write(action), str(len(told)), before, after))
        before = after
    report = report_of("ABCDEF", {}, told)
    stories = chain.from_iterable(some for turn in report.turns for _, some in turn.phases)
    assert list(stories) == [one.story for one in told]
    fates = {one.name: one.fate for one in report.survivors}
    alive = {before.figures[name].name for name in goals.living(before)}
    assert {name for name, fate in fates.items() if not fate.startswith("died")} == alive
    assert report.course is not None
    assert [row[0] for row in report.course.chart.rows] == [str(n + 1) for n in range(before.turn)]


def test_the_page_opens_when_the_game_is_over_and_is_a_file_too(tmp_path: Path) -> None:
    options = {"system": "zombies-surviving", "players": 1, "objectives": "secret"}
    table = AnyTable(tmp_path, options=options)
    table.call("p1", "Ann")
    table.do("p1", {"do": "recruit", "character": "ana"})
    table.do("p1", {"do": "choose_objective", "objective": "unhurt"})
    table.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    table.do("p1", {"do": "ready"})
    address = f"/t/{table.code}/report"
    early = table.client.get(address, headers=table.headers("p1")).text
    assert "Not yet" in early
    assert "None of your figures has a wound" not in early
    table.do("p1", {"do": "end_game"})
    for page in (address, f"{address}.html"):
        shown = unescape(table.client.get(page, headers=table.headers("p1")).text)
        assert "Nobody has won" in shown
        assert "None of your figures has a wound" in shown
        assert re.search(r"Ana <small>Ann</small>", shown)
        assert "Ann plays Ana" in shown
    table.tables.close()
