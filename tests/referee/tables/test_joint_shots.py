"""6.8, R-8.1a: each player fires only his own characters' guns, so each taps a joint shot."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.records.data import Request
from referee.storage import games
from tests.referee.games.dawn_of_the_dead.test_shots_under_attack import here, later, offered, under_attack
from tests.referee.seated import Seated

TOGETHER = {"do": "defend", "by": ["peter", "roger"]}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Give a table of four where a zombie attacks Peter and Roger in 009."""
    return under_attack(tmp_path, "cooperative")


def test_no_phone_fires_the_gun_of_another_player(table: Seated) -> None:
    assert table.try_("peter", {"do": "defend", "by": ["roger"]}).status_code == 403
    asked = table.do("peter", TOGETHER)
    assert (asked["ruling"]["legal"], asked["ruling"]["needs"]) == (True, {"agree": ["roger"]})
    request = asked["view"]["request"]
    assert (request["kind"], request["seat"], request["agreed"], request["wanted"]) == (
        "shot", "peter", ["peter"], ["roger"],
    )  # fmt: skip
    assert table.position.phase_state.attack.fired == frozenset()  # type: ignore[union-attr]
    assert table.record()[-1]["action"]["do"] == "open_attack"


def test_what_another_device_alone_may_do_is_not_called_legal(table: Seated) -> None:
    """`ask` and `do` answer alike (R-8.1a)."""
    theirs = {"do": "defend", "by": ["roger"]}
    asked = table.post("peter", "/ask", action=theirs)
    done = table.try_("peter", theirs)
    assert asked.status_code == done.status_code == 403
    assert asked.get_json()["detail"] == done.get_json()["detail"]
    assert table.post("roger", "/ask", action=theirs).get_json()["legal"]


def test_the_last_tap_fires(table: Seated) -> None:
    table.do("peter", TOGETHER)
    before = table.version
    table.do("peter", TOGETHER)
    assert table.version == before
    done = table.do("roger", {"do": "defend", "by": ["roger", "peter"]})
    assert (done["ruling"]["needs"], done["view"]["request"]) == ({}, None)
    line = table.record()[-1]
    assert (line["action"]["do"], set(line["action"]["panic"])) == ("defend", {"peter", "roger"})
    with table.tables.database.reading() as connection:
        assert games.read_request(connection, table.code) is None


def test_who_types_in_the_dice_is_asked_for_them_after_the_last_tap(table: Seated) -> None:
    table.do("peter", TOGETHER)
    tap = {"answer": "agree", "serial": str(table.view()["request"]["serial"])}
    headers = {**table.headers("roger"), "HX-Request": "true", "Cookie": "dice=typed"}
    answer = table.client.post(f"/t/{table.code}/shot", data=tap, headers=headers).get_data(as_text=True)
    assert 'id="complete"' in answer
    assert table.record()[-1]["action"]["do"] == "open_attack"


def test_an_answer_by_the_panel_counts_as_the_tap(table: Seated) -> None:
    table.do("peter", TOGETHER)
    with table.tables.database.reading() as connection:
        assert games.read_request(connection, table.code) == Request(
            "shot", "peter", ("peter",), None, TOGETHER
        )
    for other in ("fran", "steve"):
        assert table.post(other, "/shot", answer="agree").status_code == 403
        assert table.post(other, "/shot", answer="decline").status_code == 403
    assert table.post("roger", "/shot", answer="agree").get_json()["shot"] == "done"
    assert table.record()[-1]["action"]["do"] == "defend"


@pytest.mark.parametrize(
    ("seat", "answer", "told"), [("roger", "decline", "declined"), ("peter", "withdraw", "withdrawn")]
)
def test_a_no_ends_the_question_and_nobody_fires(table: Seated, seat: str, answer: str, told: str) -> None:
    table.do("peter", TOGETHER)
    assert table.post(seat, "/shot", answer=answer).get_json()["shot"] == told
    view = table.view("peter")
    assert (view["request"], view["declined"]) == (
        None, {"kind": "shot", "seat": "roger"} if told == "declined" else None,
    )  # fmt: skip
    assert table.record()[-1]["action"]["do"] == "open_attack"
    table.do("peter", {"do": "defend", "by": ["peter"]})


def test_the_tablet_taps_for_the_player_whose_phone_is_away_alone(table: Seated) -> None:
    with here(table, "peter"):
        assert table.try_("table", TOGETHER).status_code == 403
        table.do("peter", TOGETHER)
        with here(table, "roger"):
            refused = table.try_("table", TOGETHER)
            assert (refused.status_code, "Roger" in refused.get_json()["detail"]) == (403, True)
        later(table)
        assert TOGETHER in offered(table, "table")
        assert table.post("table", "/shot", answer="agree").get_json()["shot"] == "done"
    assert table.record()[-1]["seat"] == "table"


def test_with_no_phone_at_all_the_tablet_shoots_at_once(table: Seated) -> None:
    assert table.do("table", TOGETHER)["ruling"]["needs"] == {}


def test_who_plays_two_characters_shoots_with_both_by_one_tap(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative", players=3)
    with table.tables.store.locked(table.code) as loaded:
        seats = loaded.roster.seats
    assert "steve+fran" in seats
    asked = table.do("peter", TOGETHER)
    assert asked["ruling"]["needs"] == {"agree": ["roger"]}


def test_another_action_ends_the_question(table: Seated) -> None:
    table.do("peter", TOGETHER)
    table.do("roger", {"do": "hold_fire", "by": ["roger"]})
    assert table.view()["request"] is None


def test_typed_dice_are_asked_of_the_last_to_tap(table: Seated) -> None:
    """No dice lie on the table before everybody has agreed to shoot."""

    def needs(seat: str) -> object:
        with table.locked() as held:
            return table.tables.playing.remaining_needs(held, seat, TOGETHER)["needs"]

    assert needs("peter") == {"agree": ["roger"]}
    table.do("peter", TOGETHER | {"panic": {"peter": 6, "roger": 6}, "dice": [6, 6, 6]})
    assert table.view()["request"]["action"] == TOGETHER
    assert needs("roger") == {"panic": ["peter", "roger"]}


def screen(table: Seated, seat: str) -> str:
    return table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)


def test_every_screen_tells_who_wants_to_shoot_together(table: Seated) -> None:
    table.do("peter", TOGETHER)
    for seat in ("table", "peter", "roger", "fran"):
        assert "Shoot together?" in screen(table, seat)
    assert "Shoot too" in screen(table, "roger")
    assert "Roger shoots too" in screen(table, "table")
    assert "Withdraw" in screen(table, "peter")
    assert (
        'name="answer" value="' not in screen(table, "fran").split('id="agreement"')[1].split("</section>")[0]
    )
    answer = table.client.post(
        f"/t/{table.code}/shot", headers=table.headers("roger"), data={"answer": "agree"}
    )
    assert answer.status_code == 200
    assert table.view()["request"] is None


@pytest.mark.parametrize(("present", "told"), [(True, "declined"), (False, "withdrawn")])
def test_the_tablet_calls_a_shot_off_for_the_player_who_is_away(
    table: Seated, present: bool, told: str
) -> None:
    """One key says what it does; only a player who is there is told of a no."""
    with here(table, "peter"):
        table.do("peter", TOGETHER)
        if present:
            assert called_off(table) == told
            assert table.view("peter")["unread"] == {"kind": "shot", "seat": "table"}
    if not present:
        later(table)
        assert called_off(table) == told
        assert table.view("peter")["unread"] is None
    assert table.view()["request"] is None


def called_off(table: Seated) -> str:
    """Tap what the tablet offers, and return what became of the request."""
    assert "Call off this shot" in screen(table, "table")
    assert "Decline" not in screen(table, "table").split('id="agreement"')[1].split("</section>")[0]
    return str(table.post("table", "/shot", answer="withdraw").get_json()["shot"])


def test_dice_before_the_last_tap_are_refused_in_words(table: Seated) -> None:
    """6.8: they fall once everybody agreed, so those given before are never taken without a word."""
    rolled = table.do("peter", TOGETHER | {"panic": {"peter": 6, "roger": 6}, "dice": [6, 6, 6]})
    assert rolled["ruling"]["reason"].endswith("Your dice do not count yet: roll with the last tap.")
    assert "dice" not in table.do("peter", TOGETHER)["ruling"]["reason"]
