"""The guided first turn: a weak unit in sight, an ordinary record, and hints that cite cases."""

from __future__ import annotations

from pathlib import Path

from referee.games.dawn_of_the_dead import seats
from referee.games.dawn_of_the_dead.pages.action_panel.guide import COOKIE, hint
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from tests.referee.dawn_views import view_of
from tests.referee.seated import Seated
from tests.rows import each_row


def test_the_units_are_all_there_and_a_weak_one_is_in_sight() -> None:
    units = equipment.setting().sheet.units
    order = seats.draw(units)
    assert sorted(order) == sorted(units)
    here = equipment.setting().zombie_squares.index(seats.TARGET)
    assert order[here] == min(units)
    assert seats.draw(units) == order


def test_it_starts_a_solitaire_table_with_the_characters_set_up(tmp_path: Path) -> None:
    client = Seated(tmp_path).app.test_client()
    answer = client.post("/guided")
    code = answer.headers["Location"].rsplit("/", 1)[1]
    view = client.get(f"/api/tables/{code}/view").get_json()
    assert (view["mode"], view["phase"], view["turn"]) == ("solitaire", "human", 1)
    assert {n: c["square"] for n, c in view["characters"].items()} == seats.FIRST["squares"]
    assert client.get_cookie(COOKIE) is not None
    assert 'id="guide"' in client.get(f"/t/{code}").text
    assert client.post(f"/t/{code}/guide").status_code == 303
    assert 'id="guide"' not in client.get(f"/t/{code}").text


def test_6_7_the_first_shot_that_it_asks_for_has_a_good_chance_with_any_dice() -> None:
    """A newcomer sees a success: the unit is weak and near, and nobody has loaded the dice."""
    setting = equipment.setting()
    unit = seats.draw(setting.sheet.units)[setting.zombie_squares.index(seats.TARGET)]
    modifier = setting.sight.modifier(seats.CLOSER, seats.TARGET, {})
    assert modifier is not None
    rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert sum(roll + modifier >= unit for roll in rolls) / len(rolls) > 0.9
    start = seats.FIRST["squares"]["peter"]
    assert seats.CLOSER in setting.board.passages[start]


def test_who_has_no_seat_ends_nothing(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    answer = table.client.post(f"/t/{table.code}/guide")
    assert answer.status_code == 401
    assert "Set-Cookie" not in answer.headers


def test_6_0_the_hint_of_a_shot_names_its_key() -> None:
    view = {"phase": "human", "turn": 1, "move": {"shots": {"peter": 0}, "spent": 0}, "trail": ["009"]}
    shown = hint(view_of(view), [{"do": "shoot", "by": ["peter"], "at": "025"}])
    assert shown is not None
    assert "press the key “Peter shoots at 025”" in shown.says
    assert "walk" not in shown.says, "nor does a second tap"


def test_its_words_are_about_whoever_moves() -> None:
    """A newcomer may let others go than Peter: the hint quotes the key that is there, and names them."""
    move = {"shots": {"steve": 0, "fran": 0}, "spent": 0, "characters": ["steve", "fran"]}
    view = {"phase": "human", "turn": 1, "move": move, "trail": ["029"]}
    step = {"do": "step", "to": "010"}
    shown = hint(view_of(view), [step, {"do": "shoot", "by": ["steve"], "at": "012"}])
    assert shown is not None
    assert shown.title == "A zombie in sight"
    assert "press the key “Steve shoots at 012”" in shown.says
    assert shown.asks == "Tap square 012, then “Steve shoots at 012”."
    shown = hint(view_of(view | {"move": move | {"shots": {"steve": 1, "fran": 0}}}), [step])
    assert shown is not None
    assert shown.asks == "When Steve and Fran are done, end the Human Player-Turn."


@each_row(
    "phase",
    ["human", "hidden_appearance", "berserk", "reaction", "free_movement", "attack", "generation", "over"],
)
def test_every_phase_has_a_hint_that_rests_on_a_case(phase: str) -> None:
    view = {
        "phase": phase, "turn": 1, "move": None, "trail": [], "zombies": [],
        "characters": {"peter": {"square": "009"}},
    }  # fmt: skip
    shown = hint(view_of(view), [])
    assert shown is not None
    assert rulebook().unknown(shown.case) is None
    assert 1 <= shown.part <= shown.parts
    assert shown.over == (phase == "over")


def test_no_number_is_left_out() -> None:
    """The guided turn runs from 1 to the last hint; a strike that needs a tap of its own goes on at 10."""
    attack = {"phase": "attack", "turn": 1, "phase_state": {"attack": {"square": "009"}}}
    zombies = ["hidden_appearance", "berserk", "reaction", "free_movement", "attack"]
    shown = [hint(view_of({"phase": phase, "turn": 1}), []) for phase in zombies]
    shown += [hint(view_of(attack), [{"do": "defend", "by": ["peter"]}])]
    shown += [hint(view_of({"phase": phase, "turn": 1}), []) for phase in ("generation", "over")]
    assert [one and one.part for one in shown] == [5, 6, 7, 8, 9, 10, 11, 12]
    assert all(one and one.parts == 12 for one in shown)
