"""Dice typed in on a device: every die of an action is asked for, save those that stand (6.5, R-UNDO)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import Zombie
from tests.referee.seated import START, Seated

Json = dict[str, Any]
TYPED = {"Cookie": "dice=typed"}
HERE: Json = {"do": "shoot", "by": ["fran"], "at": "010"}
TWO: Json = {"do": "shoot", "by": ["fran", "steve"], "at": "010"}
MOVE: Json = {"do": "start_move", "characters": ["steve", "fran"]}


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Return a table with Steve and Fran on the move beside a berserk unit: a shooter may panic (10.6)."""
    table = Seated(tmp_path)
    table.set_up()
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "010": Zombie(11, berserk=True)})
    table.do("human", MOVE)
    yield table
    table.tables.close()


def post(table: Seated, fields: Json, *, typed: bool = False, path: str = "/do") -> str:
    """Send a form from the tablet, whose switch says that dice are `typed` in or not."""
    headers = {**table.headers("table"), "HX-Request": "true", **(TYPED if typed else {})}
    answer = table.client.post(f"/t/{table.code}{path}", data=fields, headers=headers)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def key(table: Seated, action: Json, *, small: bool = False) -> Json:
    """Return what a key of an action sends, or the small key beside it."""
    return {"other" if small else "action": json.dumps(action), "version": str(table.version)}


def hidden(shown: str) -> Json:
    """Return what the form for dice sends besides the dice that are tapped."""
    form = shown.split('<form id="complete"', 1)[1].split("</form>", 1)[0]
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: value.replace("&#34;", '"') for name, value in fields}


def asked(shown: str) -> list[str]:
    """Return the dice that are asked for, in order."""
    return list(dict.fromkeys(re.findall(r'<input type="radio" name="([^"]+)"', shown)))


def roll_and_take_back(table: Seated, action: Json) -> None:
    """Shoot with dice that are given, and take it back."""
    table.do("human", action)
    for seat in ("human", "zombie"):
        assert table.post(seat, "/undo").status_code in {200, 202}


def last(table: Seated) -> Json:
    """Return the last action on the record, with what the referee rolled of it."""
    line = table.record()[-1]
    done: Json = {**line["action"], "rolled": line.get("rolled")}
    return done


@pytest.mark.parametrize("typed", [True, False], ids=["by the switch", "by the small key"])
def test_6_5_who_types_in_the_panic_die_types_in_the_shot(seated: Seated, *, typed: bool) -> None:
    shown = post(seated, key(seated, HERE, small=not typed), typed=typed)
    assert asked(shown) == ["panic-fran"]
    shown = post(seated, {**hidden(shown), "panic-fran": "6"}, typed=typed)
    assert asked(shown) == ["die-1"]
    post(seated, {**hidden(shown), "die-1": "2"}, typed=typed)
    assert last(seated) == {**HERE, "panic": {"fran": 6}, "dice": [2], "rolled": None}


@pytest.mark.parametrize("typed", [True, False], ids=["by the switch", "by the small key"])
def test_6_5_who_panics_is_asked_for_no_more(seated: Seated, *, typed: bool) -> None:
    shown = post(seated, key(seated, HERE, small=not typed), typed=typed)
    post(seated, {**hidden(shown), "panic-fran": "1"}, typed=typed)
    assert last(seated) == {**HERE, "panic": {"fran": 1}, "rolled": None}


def test_the_small_key_on_a_device_that_types_lets_the_referee_roll_all(seated: Seated) -> None:
    shown = post(seated, key(seated, HERE, small=True), typed=True)
    assert not asked(shown)
    assert last(seated)["rolled"]["panic"] == 1


def test_the_referee_rolls_the_rest_for_who_asks_it_to(seated: Seated) -> None:
    shown = post(seated, key(seated, HERE, small=True))
    post(seated, {**hidden(shown), "roll": "1"})
    assert last(seated)["rolled"]["panic"] == 1


def test_r_undo_a_die_that_stands_is_told_and_only_the_other_is_asked_for(seated: Seated) -> None:
    roll_and_take_back(seated, {**HERE, "panic": {"fran": 6}, "dice": [5]})
    shown = post(seated, key(seated, TWO), typed=True)
    assert "Panic check for Fran: 6 was rolled before and taken back, so it stands." in shown
    assert asked(shown) == ["panic-steve"]
    shown = post(seated, {**hidden(shown), "panic-steve": "6"}, typed=True)
    assert "5 was rolled before and taken back, so it stands." in shown
    assert asked(shown) == ["die-2"]
    assert "Die 2 of 2" in shown
    post(seated, {**hidden(shown), "die-2": "3"}, typed=True)
    assert last(seated) == {**TWO, "panic": {"fran": 6, "steve": 6}, "dice": [5, 3], "rolled": None}


def test_r_undo_where_every_die_stands_none_is_asked_for(seated: Seated) -> None:
    roll_and_take_back(seated, {**TWO, "panic": {"fran": 6, "steve": 6}, "dice": [5, 3]})
    before = seated.version
    shown = post(seated, key(seated, TWO), typed=True)
    assert seated.version == before
    assert "5 and 3 were rolled before and taken back, so they stand." in shown
    assert not asked(shown)
    assert "Let the referee roll" not in shown
    post(seated, hidden(shown), typed=True)
    assert last(seated) == {**TWO, "panic": {"fran": 6, "steve": 6}, "dice": [5, 3], "rolled": None}


def test_r_undo_the_referee_rolls_what_does_not_stand(seated: Seated) -> None:
    roll_and_take_back(seated, {**HERE, "panic": {"fran": 6}, "dice": [5]})
    shown = post(seated, key(seated, TWO), typed=True)
    post(seated, {**hidden(shown), "roll": "1"}, typed=True)
    done = last(seated)
    assert done["panic"]["fran"] == 6
    assert done["dice"][0] == 5
    assert done["rolled"]["panic"] == 1


def test_r_undo_a_single_die_that_stands(seated: Seated) -> None:
    """10.0: the one die of a check."""
    check = {"do": "check_berserk", "square": "010"}
    seated.do("human", {"do": "end_turn"})
    seated.do("zombie", {**check, "die": 4})
    for seat in ("human", "zombie"):
        assert seated.post(seat, "/undo").status_code in {200, 202}
    shown = post(seated, key(seated, check), typed=True)
    assert "4 was rolled before and taken back, so it stands." in shown
    post(seated, hidden(shown), typed=True)
    assert last(seated) == {**check, "die": 4, "rolled": None}


def test_r_undo_a_die_that_stands_is_told_where_the_zombies_play_themselves(tmp_path: Path) -> None:
    """15.0: the referee proposes what the zombies do, and asks for its dice."""
    table = Seated(tmp_path, options={"mode": "solitaire"})
    table.do("table", START, {"do": "end_turn"})
    for _ in range(20):
        shown = post(table, {"version": str(table.version)}, typed=True, path="/advance")
        if asked(shown):
            break
    assert asked(shown) == ["die-1", "die-2"]
    post(table, {**hidden(shown), "die-1": "4", "die-2": "1"}, typed=True)
    assert last(table)["dice"] == [4, 1]
    assert table.post("table", "/undo").status_code == 200
    shown = post(table, {"version": str(table.version)}, typed=True, path="/advance")
    assert "4 and 1 were rolled before and taken back, so they stand." in shown
    assert not asked(shown)
    post(table, hidden(shown), typed=True)
    assert (last(table)["dice"], last(table)["rolled"]) == ([4, 1], None)
    table.tables.close()


def test_what_the_referee_will_roll_is_not_told(seated: Seated) -> None:
    """Only dice that everybody saw fall are told; the next of the stream is nobody's yet."""
    with seated.locked() as held:
        ruling = seated.tables.playing.remaining_needs(held, "table", TWO)
    assert ruling["kept"] == {}
    roll_and_take_back(seated, {**HERE, "panic": {"fran": 6}, "dice": [5]})
    with seated.locked() as held:
        ruling = seated.tables.playing.remaining_needs(held, "table", TWO)
    assert (ruling["kept"], ruling["needs"]) == ({"panic": {"fran": 6}}, {"panic": ["fran", "steve"]})


@pytest.fixture
def cardboard(tmp_path: Path) -> Iterator[Seated]:
    """Return a table with cardboard counters: Fran and Steve see a berserk unit that lies face down."""
    table = Seated(tmp_path, options={"counters": "physical"})
    table.set_up()
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "012": Zombie(None, berserk=True)})
    table.do("human", MOVE)
    yield table
    table.tables.close()


@pytest.mark.parametrize("by", [["fran"], ["fran", "steve"]], ids=["alone", "together"])
def test_6_5_a_cardboard_unit_is_turned_up_only_for_those_who_do_not_panic(
    cardboard: Seated, by: list[str]
) -> None:
    """6.0: its value comes last, on the form of the guns' dice. The panic dice have fallen by then."""
    shot = {"do": "shoot", "by": by, "at": "012"}
    before = cardboard.everything()
    shown = post(cardboard, key(cardboard, shot), typed=True)
    assert asked(shown) == [f"panic-{name}" for name in by]
    assert cardboard.everything() == before
    assert "face up" not in shown.split('<form id="complete"')[1].split("</form>")[0]
    calm = {f"panic-{name}": "6" if name == "fran" else "1" for name in by}
    shown = post(cardboard, {**hidden(shown), **calm}, typed=True)
    assert asked(shown) == ["die-1", "value-012"]
    post(cardboard, {**hidden(shown), "die-1": "2", "value-012": "9"}, typed=True)
    panic = {name: 6 if name == "fran" else 1 for name in by}
    assert last(cardboard) == {**shot, "panic": panic, "dice": [2], "rolled": None}
    with cardboard.opened() as loaded:
        assert loaded.lines[-1].action["values"] == {"012": 9}


def test_r_undo_panic_dice_stand_though_nobody_goes_on_with_the_shot(cardboard: Seated) -> None:
    """Everybody saw them: a player who goes back to the game finds the shot begun."""
    shot = {"do": "shoot", "by": ["fran", "steve"], "at": "012"}
    shown = post(cardboard, key(cardboard, shot), typed=True)
    post(cardboard, {**hidden(shown), "panic-fran": "1", "panic-steve": "6"}, typed=True)
    for seat in ("table", "human", "zombie"):
        begun = cardboard.view(seat)["underway"]
        assert begun["action"]["panic"] == {"fran": 1, "steve": 6}
        assert begun["needs"] == {"dice": 1, "value": ["012"]}
    again = cardboard.client.get(f"/t/{cardboard.code}/now", headers=cardboard.headers("table")).get_data(
        True
    )
    assert asked(again) == ["die-1", "value-012"]
    waits = cardboard.client.get(f"/t/{cardboard.code}/now", headers=cardboard.headers("zombie"))
    assert "to roll the dice" in waits.get_data(as_text=True)
    other = cardboard.try_("human", {"do": "end_turn"})
    assert other.get_json()["ruling"]["reason"].startswith("Finish the action in progress first")
    for seat in ("human", "zombie"):
        assert cardboard.post(seat, "/undo").status_code in {200, 202}
    shown = post(cardboard, key(cardboard, shot), typed=True)
    assert "Panic check for Fran: 1 was rolled before and taken back, so it stands." in shown


@pytest.mark.parametrize("typed", [True, False], ids=["by the switch", "by the small key"])
def test_6_0_the_key_of_a_shot_that_has_begun_asks_for_its_dice_again(
    cardboard: Seated, *, typed: bool
) -> None:
    """Who looks at the square meanwhile finds the shot there, and its dice are still rolled by hand."""
    shot = {"do": "shoot", "by": ["fran"], "at": "012"}
    shown = post(cardboard, key(cardboard, shot), typed=True)
    post(cardboard, {**hidden(shown), "panic-fran": "6"}, typed=True)
    looked = cardboard.client.get(
        f"/t/{cardboard.code}/square/012", headers={**cardboard.headers("table"), **(TYPED if typed else {})}
    ).get_data(as_text=True)
    assert "Fran shoots at 012" in looked
    before = cardboard.everything()
    shown = post(cardboard, key(cardboard, shot, small=not typed), typed=typed)
    assert asked(shown) == ["die-1", "value-012"]
    assert cardboard.everything() == before
    post(cardboard, {**hidden(shown), "die-1": "2", "value-012": "9"}, typed=typed)
    assert last(cardboard) == {**shot, "panic": {"fran": 6}, "dice": [2], "rolled": None}


def test_that_the_shot_comes_first_is_said_once_of_all_that_waits_for_it(cardboard: Seated) -> None:
    """Neither a step to a square nor its door may be used while the dice of a shot are still to fall."""
    shown = post(cardboard, key(cardboard, {"do": "shoot", "by": ["fran"], "at": "012"}), typed=True)
    post(cardboard, {**hidden(shown), "panic-fran": "6"}, typed=True)
    beside = f"/t/{cardboard.code}/square/011"
    looked = cardboard.client.get(beside, headers=cardboard.headers("table")).get_data(as_text=True)
    assert "to 010 (solid, open)" in looked
    assert looked.count("Finish the action in progress first") == 1


@pytest.mark.parametrize("path", ["square", "door", "ending", "complete"])
def test_6_8_a_shot_in_progress_takes_the_place_of_what_was_open_on_another_device(
    cardboard: Seated, path: str
) -> None:
    """Its dice can be typed there too, and nobody goes on with dice for another roll."""
    alone, together = ({"do": "shoot", "by": by, "at": "012"} for by in (["fran"], ["fran", "steve"]))
    here = {**cardboard.headers("human"), **TYPED}

    def look(address: str) -> str:
        return cardboard.client.get(address, headers=here).get_data(as_text=True)

    opened = {
        "square": f"/t/{cardboard.code}/square/012",
        "door": f"/t/{cardboard.code}/door/010-011",
        "ending": f"/t/{cardboard.code}/now?ending=ending",
        "complete": f"/t/{cardboard.code}/complete?action={json.dumps(alone)}",
    }[path]
    open_before = re.search(r'data-now="([^"]+)"', look(opened))
    assert open_before
    shown = post(cardboard, key(cardboard, together), typed=True)
    post(cardboard, {**hidden(shown), "panic-fran": "6", "panic-steve": "6"}, typed=True)
    now = look(unescape(open_before[1]))
    assert asked(now) == ["total", "value-012"]
    assert json.loads(hidden(now)["action"])["by"] == ["fran", "steve"]
    assert "no longer allowed" not in now


def test_6_8_who_looks_elsewhere_while_a_shot_is_in_progress_stays_there(cardboard: Seated) -> None:
    shown = post(cardboard, key(cardboard, {"do": "shoot", "by": ["fran"], "at": "012"}), typed=True)
    post(cardboard, {**hidden(shown), "panic-fran": "6"}, typed=True)
    here = cardboard.headers("zombie")
    looked = cardboard.client.get(f"/t/{cardboard.code}/square/011", headers=here).get_data(as_text=True)
    again = re.search(r'data-now="([^"]+)"', looked)
    assert again
    begun = key(cardboard, cardboard.view("table")["underway"]["action"])
    post(cardboard, {**begun, "die-1": "2", "value-012": "9"}, typed=True)
    assert cardboard.view("table")["underway"] is None
    looked = cardboard.client.get(unescape(again[1]), headers=here).get_data(as_text=True)
    assert "Square 011" in looked


def test_6_5_where_all_panic_no_cardboard_value_is_asked_for(cardboard: Seated) -> None:
    shot = {"do": "shoot", "by": ["fran"], "at": "012"}
    shown = post(cardboard, key(cardboard, shot), typed=True)
    shown = post(cardboard, {**hidden(shown), "panic-fran": "1"}, typed=True)
    assert not asked(shown)
    assert last(cardboard) == {**shot, "panic": {"fran": 1}, "rolled": None}


def test_6_5_the_form_says_which_numbers_are_panic(seated: Seated) -> None:
    """The sentence is the ruling's own: Fran panics at her level and what a berserk unit adds (10.6)."""
    shown = post(seated, key(seated, HERE), typed=True)
    assert "A panic check comes first: Fran panics on 1–4." in shown
    asked_again = post(seated, {**hidden(shown), "panic-fran": "6"}, typed=True)
    assert "panics on" not in asked_again


def test_10_0_the_form_says_which_numbers_are_berserk(seated: Seated) -> None:
    seated.do("human", {"do": "end_turn"})
    shown = post(seated, key(seated, {"do": "check_berserk", "square": "010"}), typed=True)
    assert asked(shown) == ["die-1"]
    assert "On 4 or less the unit in 010 stays berserk." in shown


def test_6_8_whoever_wants_to_types_in_each_die(seated: Seated) -> None:
    """It is kept on the device; the total is one tap."""
    at, headers = f"/t/{seated.code}/complete", {**seated.headers("table"), **TYPED}
    query = {"action": json.dumps({**TWO, "panic": {"fran": 6, "steve": 6}})}
    assert asked(seated.client.get(at, query_string=query, headers=headers).text) == ["total"]
    switched = seated.client.get(at, query_string={**query, "each": "die"}, headers=headers)
    assert asked(switched.text) == ["die-1", "die-2"]
    assert "each=die" in switched.headers["Set-Cookie"]
    kept = {**headers, "Cookie": "dice=typed; each=die"}
    assert asked(seated.client.get(at, query_string=query, headers=kept).text) == ["die-1", "die-2"]
    shown = post(seated, {**hidden(switched.text), "total": "7"}, typed=True)
    assert last(seated)["total"] == 7
    assert "rolled 7" in shown


def test_8_8_the_form_says_what_each_total_of_an_attack_does(seated: Seated) -> None:
    """The form tells it, with its cases, so no ruling above it says the same again."""
    seated.do("human", {"do": "end_turn"})
    seated.do("zombie", {"do": "check_berserk", "square": "010", "die": 1})
    while seated.view("table")["phase"] != "attack":
        seated.do("zombie", {"do": "next_phase"})
    seated.do("zombie", {"do": "open_attack", "square": "010"})
    seated.do("human", {"do": "hold_fire"})
    seated.do("zombie", {"do": "declare_attack", "count": 2})
    shown = post(seated, key(seated, {"do": "roll_attack", "character": "fran"}), typed=True)
    assert asked(shown) == ["total"]
    form = shown.split('<form id="complete"', 1)[1].split("</form>", 1)[0]
    assert "At strength 5: infected on 2, 3, 4 or 12; stunned on 5, 6 or 11." in form
    assert ">8.8</a>" in form
    assert ">Ruling<" not in shown
