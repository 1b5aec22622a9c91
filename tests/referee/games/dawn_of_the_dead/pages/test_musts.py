"""One tap does all that must be done, and what follows a tap without a choice of anybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.games.dawn_of_the_dead.pages.test_page_secrecy import look
from tests.referee.paired import pair
from tests.referee.seated import HIDDEN, Seated, ordered
from tests.referee.tables.test_secrecy import START, one_in_sight_and_one_out_of_it

MUSTS = '{"do":"musts"}'
AUTOMATIC = {"phases": "automatic"}
TWO = {"peter": "009", "roger": "009", "steve": "028", "fran": "028"}
HOLD = {"do": "hold_fire"}


def tap(
    table: Seated, seat: str, action: Any, *, typed: bool | None = None, version: int | None = None
) -> str:
    """Tap a key on a device, and return what it shows; `typed` where it does otherwise than the table."""
    form = {
        "version": str(table.version if version is None else version),
        "action": action if isinstance(action, str) else json.dumps(action),
    }
    cookie = {} if typed is None else {"Cookie": f"dice={'typed' if typed else 'rolled'}"}
    headers = {**table.headers(seat), "HX-Request": "true", **cookie}
    return unescape(
        table.client.post(f"/t/{table.code}/do", headers=headers, data=form).get_data(as_text=True)
    )


def kinds(table: Seated) -> list[str]:
    """Return what was done, without the phases that ended by themselves."""
    return [
        line["action"]["do"] for line in table.record()[1:] if "action" in line and not line.get("automatic")
    ]


@pytest.fixture
def idle(tmp_path: Path) -> Seated:
    """Return a table whose characters stayed where they were."""
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "end_turn"})
    return table


@pytest.fixture
def attacked(tmp_path: Path) -> Seated:
    """Return a table where Steve and Fran went into the square of a zombie of value 6, beside others."""
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    table.do("zombie", HIDDEN)
    table.do("human", {"do": "place_characters", "squares": TWO})
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(
            now, zombies={**now.zombies, "046": replace(now.zombies["046"], value=6)}
        )
    table.do("human", {"do": "start_move", "characters": ["steve", "fran"]})
    table.do("human", {"do": "step", "to": "047"}, {"do": "step", "to": "046"}, {"do": "end_turn"})
    return table


def test_4_0_a_turn_in_which_nothing_is_done_is_one_key(idle: Seated) -> None:
    shown = tap(idle, "zombie", MUSTS)
    assert idle.view()["turn"] == 2
    assert kinds(idle)[-3:] == ["next_phase", "next_phase", "roll_entrance"]
    assert "no eliminated unit is left to enter" in shown


def test_a_device_with_typed_dice_stops_at_the_roll(idle: Seated) -> None:
    tap(idle, "zombie", MUSTS, typed=True)
    assert idle.view()["phase"] == "generation"
    assert "roll_entrance" not in kinds(idle)


def test_typed_dice_are_asked_for_where_a_roll_comes_first(idle: Seated) -> None:
    """10.0: the key opens the form for a berserk unit's die, and does not say once more that it cannot."""
    with idle.opened() as loaded:
        now = loaded.positions[-1]
        zombies = {**now.zombies, "043": replace(now.zombies["043"], value=3, berserk=True)}
        loaded.positions[-1] = enter_phase(replace(now, zombies=zombies), "berserk")
        loaded.views.clear()
    before = idle.version
    shown = tap(idle, "zombie", MUSTS, typed=True)
    assert 'id="complete"' in shown
    assert "The next step is yours" not in shown
    assert idle.version == before


def test_typed_dice_are_asked_for_where_it_stops_at_a_roll(idle: Seated) -> None:
    """13.1: what comes before the die is done, and the same tap brings the form and tells it."""
    shown = tap(idle, "zombie", MUSTS, typed=True)
    assert idle.view()["phase"] == "generation"
    assert 'id="complete"' in shown
    assert "roll_entrance" in shown.split('id="complete"')[1]
    assert "Zombie Generation Phase" in shown
    other = tap(idle, "zombie", MUSTS)
    assert 'id="complete"' not in other


def test_8_0_typed_dice_are_asked_for_where_one_is_attacked_and_cannot_shoot(attacked: Seated) -> None:
    """R-8.1a: the strike comes with nobody's choice before it, so its dice are asked for at once."""
    with attacked.opened() as loaded:
        now = loaded.positions[-1]
        stunned = replace(now.characters["steve"], status="stunned")
        away = replace(now.characters["fran"], square="010")
        people = {**now.characters, "steve": stunned, "fran": away}
        loaded.positions[-1] = enter_phase(replace(now, characters=people), "free_movement")
        loaded.views.clear()
    shown = tap(attacked, "zombie", MUSTS, typed=True)
    assert attacked.view()["phase"] == "attack"
    assert "roll_attack" in shown.split('id="complete"')[1]


def test_a_stale_tap_does_nothing(idle: Seated) -> None:
    before = idle.version
    assert "came too late" in tap(idle, "zombie", MUSTS, version=before - 1)
    assert idle.version == before


def test_it_asks_first_and_says_what_it_leaves_out(idle: Seated) -> None:
    def page(path: str, seat: str = "zombie") -> str:
        return unescape(
            idle.client.get(f"/t/{idle.code}{path}", headers=idle.headers(seat)).get_data(as_text=True)
        )

    assert "ending=musts" in page("")
    assert MUSTS not in page("")
    asked = page("/now?ending=musts")
    assert MUSTS in asked
    assert "reveals, free moves, reactions of super zombies and smashing glass." in asked
    assert MUSTS not in page("/now?ending=musts", "human")
    assert MUSTS not in page("/now?ending=musts.1.reaction.zombie")
    idle.do("zombie", {"do": "next_phase"}, {"do": "roll_free_moves", "die": 3})
    assert "ending=musts" not in page("")


@pytest.mark.parametrize("options", [{}, {**AUTOMATIC, "mode": "solitaire"}], ids=["tapped", "alone"])
def test_no_such_key_where_phases_wait_for_a_tap_or_nobody_plays_the_zombies(
    tmp_path: Path, options: dict[str, str]
) -> None:
    table = Seated(tmp_path, options=options, sources=ordered({}))
    seat = "table" if options else "zombie"
    if not options:
        table.do("zombie", HIDDEN)
    table.do("table", START, {"do": "end_turn"})
    shown = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
    assert "ending=musts" not in shown


def test_7_0_units_with_one_possible_move_make_it_and_the_attack_waits_for_those_attacked(
    attacked: Seated,
) -> None:
    """R-8.1a: whether to shoot is theirs to say."""
    tap(attacked, "zombie", MUSTS)
    done = kinds(attacked)
    assert done.count("react") == 3
    assert done[-1] == "open_attack"
    assert not {"reveal", "check_berserk", "roll_free_moves", "free_move"} & set(done)
    assert "Steve and Fran" in tap(attacked, "human", HOLD)


def test_8_0_the_number_attacked_rolls_for_each_and_every_screen_tells_both(attacked: Seated) -> None:
    tap(attacked, "zombie", MUSTS)
    tap(attacked, "human", HOLD)
    assert kinds(attacked)[-1] == "hold_fire"
    tap(attacked, "zombie", {"do": "declare_attack", "count": 2})
    assert kinds(attacked)[-3:] == ["declare_attack", "roll_attack", "roll_attack"]
    for seat in ("table", "human", "zombie", "spectator"):
        if seat in attacked.tokens:
            shown = attacked.client.get(f"/t/{attacked.code}", headers=attacked.headers(seat))
            ruling = shown.get_data(as_text=True).split('id="ruling"')[1].split("</div>")[0]
            assert "Steve is attacked" in ruling
            assert "Fran is attacked" in ruling


def test_8_0_typed_dice_are_asked_for_one_attack_at_a_time(attacked: Seated) -> None:
    tap(attacked, "zombie", MUSTS)
    tap(attacked, "human", HOLD)
    tap(attacked, "zombie", {"do": "declare_attack", "count": 2}, typed=True)
    assert kinds(attacked)[-1] == "declare_attack"


def test_8_0_who_is_attacked_is_the_human_players_choice_and_the_zombies_strike(attacked: Seated) -> None:
    """The record names the zombies' side for the roll that follows from a human player's tap."""
    tap(attacked, "zombie", MUSTS)
    tap(attacked, "human", HOLD)
    tap(attacked, "zombie", {"do": "declare_attack", "count": 1})
    assert kinds(attacked)[-1] == "declare_attack"
    tap(attacked, "human", {"do": "choose_victims", "characters": ["fran"]})
    rolled = next(line for line in reversed(attacked.record()) if line["action"]["do"] == "roll_attack")
    assert (rolled["seat"], rolled["action"]["character"]) == ("zombie", "fran")


def steve_alone(table: Seated) -> dict[str, Any]:
    """Let the zombies attack Steve alone, and return his player's next tap."""
    table.do("zombie", HIDDEN)
    table.do("human", {"do": "place_characters", "squares": {**TWO, "fran": "010"}})
    table.do("human", {"do": "start_move", "characters": ["steve"]})
    table.do("human", {"do": "step", "to": "047"}, {"do": "step", "to": "046"}, {"do": "end_turn"})
    tap(table, "zombie", MUSTS)
    return HOLD


def one_of_two(table: Seated) -> dict[str, Any]:
    """Let the zombies attack one of two characters, and return the tap that says whom."""
    table.do("zombie", HIDDEN)
    table.do("human", {"do": "place_characters", "squares": TWO})
    table.do("human", {"do": "start_move", "characters": ["steve", "fran"]})
    table.do("human", {"do": "step", "to": "047"}, {"do": "step", "to": "046"}, {"do": "end_turn"})
    tap(table, "zombie", MUSTS)
    tap(table, "human", HOLD)
    if kinds(table)[-1] == "hold_fire":
        tap(table, "zombie", {"do": "declare_attack", "count": 1})
    return {"do": "choose_victims", "characters": ["fran"]}


@pytest.mark.parametrize("attack", [steve_alone, one_of_two])
@pytest.mark.parametrize(
    ("players", "dice", "rolled"),
    [
        (False, "as the table", True),
        (False, "typed", False),
        (False, "typed elsewhere", False),
        (False, "as the table again", True),
        (True, "as the table", False),
    ],
)
def test_no_strike_is_rolled_for_a_player_whose_own_device_may_type_the_dice(
    tmp_path: Path, attack: Callable[[Seated], dict[str, Any]], dice: str, *, players: bool, rolled: bool
) -> None:
    """The human player's tap on another device must not take his roll from the zombie player."""
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    last = attack(table)
    if players:
        table.post("human", "/settings", dice="players")
    at, zombies = f"/t/{table.code}", table.headers("zombie")
    typing = {**zombies, "Cookie": "dice=typed"}
    if dice != "as the table":
        table.client.get(at, headers=typing)
    if dice == "typed elsewhere":
        table.client.get(at, headers=zombies)
    if dice == "as the table again":
        table.client.post(f"{at}/dice", headers=typing)
    tap(table, "human", last, typed=False if players else None)
    rolls = ["roll_attack"] if rolled else []
    assert kinds(table)[-1 - len(rolls) :] == [last["do"], *rolls]


@pytest.mark.parametrize("seat", ["zombie", "table"])
def test_9_2_what_must_be_done_tells_nothing_of_who_is_hidden_where(tmp_path: Path, seat: str) -> None:
    """One hidden zombie could be revealed in the Reaction Phase, the other could not."""
    with pair(tmp_path, differ=frozenset({"hidden"}), seed=1, phases="automatic") as both:
        both.do("table", START)
        one_in_sight_and_one_out_of_it(both)
        path, form = f"/t/{both.a.code}/do", {"action": MUSTS, "version": str(both.a.version)}
        for twin in (both.a, both.b):
            assert twin.send(seat, "POST", path, data=form)[0] == 200
        look(both)
        assert both.a.position.turn == both.b.position.turn == 2


def test_no_unit_is_turned_up_by_it(idle: Seated) -> None:
    """2.3: the units that lie face down stay so."""
    before = idle.view()["zombies"]
    tap(idle, "zombie", MUSTS)
    assert [unit["value"] for unit in idle.view()["zombies"]] == [unit["value"] for unit in before]


def test_8_0_the_last_attack_opens_by_itself_and_the_strike_before_it_stays_told(tmp_path: Path) -> None:
    """Which of two comes first is a choice; after that there is none."""
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    table.do("zombie", HIDDEN)
    places = {"peter": "009", "roger": "010", "steve": "028", "fran": "029"}
    table.do("human", {"do": "place_characters", "squares": places})
    table.do("human", {"do": "start_move", "characters": ["steve"]})
    table.do("human", {"do": "step", "to": "047"}, {"do": "step", "to": "046"})
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "009": replace(now.zombies["046"])})
    table.do("human", {"do": "end_turn"})
    tap(table, "zombie", MUSTS)
    assert kinds(table)[-1] == "next_phase"
    tap(table, "zombie", {"do": "open_attack", "square": "046"})
    shown = tap(table, "human", HOLD)
    assert kinds(table)[-3:] == ["hold_fire", "roll_attack", "open_attack"]
    assert "Steve is attacked" in shown
    assert "The zombie in 009 attacks Peter." in shown
    tap(table, "human", HOLD)
    assert kinds(table)[-1] == "roll_attack"
