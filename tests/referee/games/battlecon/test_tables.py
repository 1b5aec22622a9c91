"""BattleCON tables: made, played by two seats and the tablet, taken back, kept, recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.records.codec import seal
from tests.referee.any_table import AnyTable
from tests.referee.cli import Cli
from tests.referee.games.battlecon.duel_tables import Action, Duel, pair_of

STRIKE, SHOT = pair_of("battery", "strike"), pair_of("grapnel", "shot")
DRIVE, BURST = pair_of("volcanic", "drive"), pair_of("blazing", "burst")


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Duel]:
    """Give a table where Cadenza meets Kallistar."""
    table = Duel(tmp_path)
    yield table
    table.tables.close()


def test_a_table_has_the_options_of_its_game(tmp_path: Path) -> None:
    table = AnyTable(tmp_path, options={"system": "battlecon", "profile": "boxed", "duels": 2})
    assert set(table.tokens) == {"table", "a", "b"}
    view = table.get("a", "/view").get_json()
    assert (view["system"], view["profile"], view["mode"]) == ("battlecon", "boxed", "match")
    header = json.loads(table.get("a", "/record").get_data(as_text=True).splitlines()[0])
    assert (header["profile"], header["duels"], header["opponent"]) == ("boxed", 2, None)
    listed = table.client.get(
        "/api/tables", headers={"Cookie": f"seat-{table.code}={table.tokens['a']}"}
    ).get_json()["tables"]
    assert [(entry["system"], entry["phase"]) for entry in listed] == [("battlecon", "choose_fighters")]
    table.tables.close()


BAD_OPTIONS = [
    ({"profile": "third"}, 'profile: "third" is not one of preview, boxed.'),
    ({"profile": ["preview"]}, 'profile: ["preview"] is not a word.'),
    ({"profile": 0}, "profile: 0 is not a word."),
    ({"opponent": {}}, "opponent: "),
    ({"mode": []}, "mode: "),
    ({"opponent": "referee", "referee_seat": 0}, "referee_seat: 0 is not a word."),
    ({"referee_seat": "a"}, 'referee_seat: only a table with the opponent "referee" has this choice.'),
    ({"opponent": None, "first_fighter": "referee"}, "first_fighter: only a table with the opponent"),
    ({"duels": 0}, "duels: 0 is not a whole number from 1 to 99."),
    ({"duels": True}, "duels: true is not a whole number"),
    ({"duels": "2"}, 'duels: "2" is not a whole number'),
    ({"mode": "two-player"}, 'mode: "two-player" cannot be played here'),
    ({"mode": "match", "duels": 1}, "duels: 1 does not fit the mode match"),
    ({"opponent": "b"}, 'opponent: "b" is neither "referee" nor null.'),
    ({"starting_discards": "none"}, "starting_discards:"),
    ({"special_actions": "no"}, "special_actions:"),
    ({"map": "mall"}, 'map: "mall" is not a choice for a table of BattleCON.'),
    ({"system": "dawn-of-the-dead", "profile": "boxed"}, "profile:"),
    ({"system": "chess"}, "system:"),
    ({"cards": 3}, "cards"),
]


@pytest.mark.parametrize(("options", "says"), BAD_OPTIONS, ids=[says for _, says in BAD_OPTIONS])
def test_an_option_that_is_none(tmp_path: Path, options: Action, says: str) -> None:
    table = AnyTable(tmp_path)
    answer = table.client.post("/api/tables", json={"system": "battlecon", **options})
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert says in answer.get_json()["detail"]
    table.tables.close()


def test_a_whole_duel_over_the_api_and_its_record(duel: Duel, cli: Cli, tmp_path: Path) -> None:
    beats = 0
    while duel.seen("table")["phase"] != "over" and beats < 60:
        pairs = []
        for seat in "ab":
            actions = duel.get(seat, "/actions").get_json()["actions"]
            kinds = [
                a
                for a in actions
                if a["do"] in {"commit_pair", "commit_base"} and a.get("style") != "special"
            ]
            pairs.append(kinds[(7 * beats + len(kinds) // 2) % len(kinds)])
        duel.beat(*pairs)
        beats += 1
    if duel.seen("table")["phase"] != "over":
        duel.do("a", {"do": "concede"})
    path = tmp_path / "duel.jsonl"
    path.write_bytes(duel.get("a", "/record").data)
    assert cli("replay", path, "--json").json["legal"]
    checked = cli("verify", path)
    assert checked.status == 0, checked.out
    assert duel.record("a") == duel.record("b") == duel.record("table")


def test_choices_at_the_same_moment_are_never_stale(duel: Duel) -> None:
    """Both phones show the same version; whoever taps second is not too late."""
    version = duel.seen("a")["version"]
    assert duel.try_("b", DRIVE, version).status_code == 200
    assert duel.try_("a", STRIKE, version).status_code == 200
    assert duel.seen("a")["phase"] == "ante"


FIRST = {"do": "choose_fighter", "fighter": "cadenza"}
OTHER = {"do": "choose_fighter", "fighter": "kallistar"}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Duel]:
    """Give a table where nobody has a fighter."""
    table = Duel(tmp_path, fighters=())
    yield table
    table.tables.close()


@pytest.mark.parametrize("staged", [True, False])
def test_fighters_chosen_at_the_same_moment_are_never_stale(empty: Duel, staged: bool) -> None:
    """Both phones show the same screen; the second tap is not too late because the first was quicker."""
    seen = empty.seen("a")
    sent = {"version": seen["version"], **({"stage": seen["stage"]} if staged else {})}
    assert empty.post("b", "/do", action=OTHER, **sent).status_code == 200
    assert empty.post("a", "/do", action=FIRST, **sent).status_code == 200
    fighters = empty.seen("table")["fighters"]
    assert [fighters[seat]["fighter"] for seat in "ab"] == ["cadenza", "kallistar"]


def test_a_fighter_that_the_other_was_quicker_to_take(empty: Duel) -> None:
    """The rules refuse him, not the clock."""
    seen = empty.seen("a")
    sent = {"version": seen["version"], "stage": seen["stage"]}
    assert empty.post("b", "/do", action=FIRST, **sent).status_code == 200
    answer = empty.post("a", "/do", action=FIRST, **sent)
    assert (answer.status_code, answer.get_json()["ruling"]["cases"]) == (422, ["3.1"])
    assert "is taken" in answer.get_json()["ruling"]["reason"]
    taken = empty.get("table", "/record").get_data(as_text=True)
    assert "Cadenza is taken; player A chooses a fighter." in taken


def test_a_fighter_chosen_on_an_old_screen_is_stale(empty: Duel) -> None:
    """A second tap of one seat, a tap after a step taken back, and one in the next beat come too late."""
    seen = empty.seen("a")
    sent = {"version": seen["version"], "stage": seen["stage"]}
    assert empty.post("a", "/do", action=FIRST, **sent).status_code == 200
    assert empty.post("a", "/do", action=OTHER, **sent).status_code == 409
    assert empty.post("a", "/undo").get_json()["undo"] == "done"
    assert empty.post("a", "/do", action=FIRST, **sent).status_code == 409
    for seat, action in (("b", OTHER), ("a", FIRST)):
        empty.do(seat, action)
    assert empty.post("a", "/do", action=FIRST, **sent).status_code == 409


def test_a_choice_counts_for_its_own_stage_alone(duel: Duel) -> None:
    version, stage = duel.seen("a")["version"], duel.seen("a")["stage"]
    assert duel.post("table", "/name", seat="a", name="Ann").status_code == 200
    assert duel.try_("a", STRIKE, version).status_code == 409
    assert duel.post("a", "/do", action=STRIKE, version=version, stage=stage).status_code == 200
    duel.do("b", DRIVE)
    duel.do("a", {"do": "pass"})
    while duel.seen("table")["phase"] == "execute":
        seat = duel.seen("table")["pending"][0]["seat"]
        duel.do(
            seat, next(a for a in duel.get(seat, "/actions").get_json()["actions"] if a["do"] == "choose")
        )
    assert duel.seen("a")["beat"] == 2
    late = duel.post("a", "/do", action=SHOT, version=version, stage=stage)
    assert (late.status_code, late.get_json()["view"]["beat"]) == (409, 2)


def test_a_second_tap_is_harmless(duel: Duel) -> None:
    version = duel.seen("a")["version"]
    one, two = duel.try_("a", STRIKE, version), duel.try_("a", STRIKE, version)
    assert one.get_json() == two.get_json()
    duel.do("b", DRIVE)
    assert duel.try_("a", STRIKE, version).status_code == 200
    assert duel.try_("a", SHOT, version).status_code == 422
    assert len(duel.record("a")) == 5


def test_a_seat_may_change_its_mind_until_both_are_in(duel: Duel) -> None:
    duel.do("a", STRIKE)
    duel.do("a", SHOT)
    assert duel.seen("a")["committed"] == {"a": {"style": "grapnel", "base": "shot"}}
    assert [line["action"]["do"] for line in duel.record("a")[1:]].count("commit_pair") == 1
    duel.restart()
    assert duel.seen("a")["committed"] == {"a": {"style": "grapnel", "base": "shot"}}
    version = duel.seen("b")["version"]
    duel.do("b", DRIVE)
    assert duel.seen("b")["version"] == version + 1
    duel.do("a", {"do": "pass"})
    reveals = [e for e in duel.seen("b")["moment"]["effects"] if e["effect"] == "reveal"]
    assert (reveals[0]["style"], reveals[0]["base"]) == ("grapnel", "shot")


def test_a_seal_lies_in_the_record_from_the_choice_on_and_is_opened_at_the_reveal(duel: Duel) -> None:
    duel.do("a", STRIKE)
    (line,) = duel.record("b")[3:]
    assert line["action"] == {"do": "commit_pair", "seat": "a"}
    assert "nonce" not in line
    duel.do("b", DRIVE)
    assert "nonce" not in duel.record("b")[3]
    duel.do("a", {"do": "pass"})
    opened = duel.record("b")[3]
    assert opened["seal"] == line["seal"] == seal(opened["nonce"], opened["action"])
    assert opened["action"] == {**STRIKE, "seat": "a"}


def test_places_of_two_duels_have_different_names(tmp_path: Path) -> None:
    """1.2: after the border of two duels a beat of the duel before is told by its duel."""
    table = Duel(tmp_path, options={"duels": 2})
    table.beat(STRIKE, DRIVE)
    table.do("a", {"do": "concede"})
    names = [place["name"] for place in table.seen("a")["undo"]["places"]]
    assert names == ["the start of beat 1 of duel 1"]
    for seat, fighter in (("a", "cadenza"), ("b", "kallistar")):
        table.do(seat, {"do": "choose_fighter", "fighter": fighter})
    table.beat(STRIKE, DRIVE)
    names = [place["name"] for place in table.seen("a")["undo"]["places"]]
    assert names == ["the start of beat 1", "the start of beat 2 of duel 1"]
    table.tables.close()


def test_the_start_of_the_first_beat_comes_after_the_fighters(duel: Duel) -> None:
    assert duel.seen("a")["undo"]["places"] == []
    duel.do("a", STRIKE)
    assert duel.seen("a")["undo"]["places"] == []
    duel.do("b", DRIVE)
    duel.do("a", {"do": "pass"})
    (first,) = duel.seen("a")["undo"]["places"]
    assert (first["n"], first["name"]) == (3, "the start of beat 1")
    for seat in "ababab":
        chosen = [a for a in duel.get(seat, "/actions").get_json()["actions"] if a["do"] == "choose"]
        if chosen:
            duel.do(seat, chosen[-1])
    now = duel.seen("a")["fighters"]
    assert duel.post("a", "/undo", n=first["n"]).get_json()["undo"] == "asked"
    asked = duel.seen("b")["request"]
    assert asked["place"] == "the start of beat 1"
    assert duel.seen("a")["request"]["undone"] == asked["undone"]
    duel.post("b", "/undo")
    then = duel.seen("b")["fighters"]
    changed = [s for s in "ab" if (now[s]["life"], now[s]["space"]) != (then[s]["life"], then[s]["space"])]
    assert changed
    for seat in changed:
        for what in ("life", "space"):
            told = f"{what} {now[seat][what]} back to {then[seat][what]}"
            assert (told in asked["undone"]) == (now[seat][what] != then[seat][what])


def test_a_changed_mind_leaves_the_seal_that_others_see(duel: Duel) -> None:
    """With the seals that games are played with: the paired games compare everything but seals."""
    duel.do("a", STRIKE)
    seats = ("b", "table")
    before = {seat: duel.get(seat, "/record").data for seat in seats}
    mine = duel.record("a")[3]
    for choice in (SHOT, STRIKE, SHOT):
        duel.do("a", choice)
        assert {seat: duel.get(seat, "/record").data for seat in seats} == before
    assert duel.record("a")[3]["seal"] != mine["seal"]
    duel.restart()
    assert {seat: duel.get(seat, "/record").data for seat in seats} == before
    duel.do("b", DRIVE)
    duel.do("a", {"do": "pass"})
    opened = duel.record("b")[3]
    assert (opened["action"]["base"], opened["seal"]) == ("shot", seal(opened["nonce"], opened["action"]))


def test_a_reveal_is_taken_back_with_every_choice_that_it_opened(duel: Duel) -> None:
    duel.do("a", STRIKE)
    duel.do("b", DRIVE)
    duel.do("a", {"do": "pass"})
    assert duel.seen("a")["undo"]["n"] == 3
    assert duel.post("a", "/undo", version=duel.seen("a")["version"]).status_code == 202
    request = duel.seen("b")["request"]
    assert (request["n"], request["lines"]) == (3, [3, 4, 5])
    assert duel.post("b", "/undo", answer="agree", serial=request["serial"]).status_code == 200
    view = duel.seen("b")
    assert (view["phase"], view["committed"], len(view["pending"])) == ("select", {}, 2)
    taken = duel.record("a")[3:]
    assert [line["taken_back"] for line in taken] == [True, True, True]
    assert taken[1]["action"]["base"] == "drive"  # it had been open
    before = {seat: (duel.seen(seat), duel.record(seat)) for seat in ("table", "a", "b")}
    duel.restart()
    assert before == {seat: (duel.seen(seat), duel.record(seat)) for seat in ("table", "a", "b")}


def test_a_choice_taken_back_before_it_was_open_stays_with_its_owner(duel: Duel) -> None:
    duel.do("a", STRIKE)
    assert duel.post("b", "/undo").status_code == 202
    assert duel.post("a", "/undo", answer="agree").status_code == 200
    duel.do("a", SHOT)
    duel.do("b", DRIVE)
    duel.do("a", {"do": "pass"})
    assert duel.record("a")[3]["action"]["base"] == "strike"
    assert "base" not in duel.record("b")[3]["action"]
    duel.restart()
    assert "base" not in duel.record("b")[3]["action"]
    while duel.seen("table")["phase"] == "execute":
        seat = duel.seen("table")["pending"][0]["seat"]
        duel.do(seat, duel.get(seat, "/actions").get_json()["actions"][0])
    duel.do("a", {"do": "concede"})
    assert duel.record("b")[3]["action"]["base"] == "strike"


def test_the_last_blow_is_taken_back_too(duel: Duel) -> None:
    """The end opens every secret, and by agreement the game goes on all the same."""
    duel.do("a", STRIKE)
    duel.do("b", {"do": "concede"})
    assert duel.seen("a")["winner"] == "a"
    assert duel.post("b", "/undo").status_code == 202
    assert duel.post("a", "/undo", answer="agree").status_code == 200
    assert duel.seen("b")["phase"] == "select"
    assert duel.seen("b")["committed"] == {"a": None}


def test_the_tablet_alone(tmp_path: Path) -> None:
    """Both pairs are entered at the reveal; the tablet speaks for both seats, and names them."""
    table = Duel(tmp_path, fighters=())
    for seat, fighter in (("a", "cadenza"), ("b", "kallistar")):
        table.do("table", {"do": "choose_fighter", "seat": seat, "fighter": fighter})
    table.do("table", {**STRIKE, "seat": "a"})
    assert table.seen("table")["committed"] == {"a": None}
    assert "style" not in table.record("table")[3]["action"]
    table.do("table", {**SHOT, "seat": "a"})
    table.do("table", {**DRIVE, "seat": "b"})
    table.do("table", {"do": "pass", "seat": "a"})
    shown = [e for e in table.seen("table")["moment"]["effects"] if e["effect"] == "reveal"]
    assert [(e["style"], e["base"]) for e in shown] == [("grapnel", "shot"), ("volcanic", "drive")]
    table.refused("table", {"do": "pass"}, 422, "seat is missing")
    table.tables.close()


def test_the_tablet_leaves_a_player_who_is_there_alone(duel: Duel) -> None:
    duel.do("a", STRIKE)
    duel.refused("table", {**SHOT, "seat": "a"}, 403, "made on the player’s own device: change it there.")
    with duel.tables.events.open_stream(duel.code, "b"):
        duel.refused("table", {**DRIVE, "seat": "b"}, 403, "on the players’ own devices: by player B.")
        duel.refused(
            "table", {"do": "concede", "seat": "b"}, 403, "on the players’ own devices: by player B."
        )
        offered = duel.get("table", "/actions").get_json()["actions"]
        assert {action["seat"] for action in offered} <= {"a"}
        assert not [action for action in offered if action["do"] == "commit_pair"]


REFUSED: list[tuple[str, Any, int, str]] = [
    ("a", pair_of("hydraulic", "strike"), 422, "Hydraulic is not in your hand: it is in discard 1"),
    ("a", pair_of("flare", "strike"), 422, "Cadenza has no style “Flare”"),
    ("a", {"do": "ante", "token": "fire"}, 422, "now both players choose a pair."),
    ("a", {"do": "commit_base", "base": "strike"}, 422, "now both players choose a pair."),
    ("a", {**STRIKE, "seat": "b"}, 403, "commit_pair is for the seat table or b; this is the seat a."),
    ("a", {**STRIKE, "seat": "human"}, 422, 'seat is "human"'),
    ("a", {"do": "end_turn"}, 422, "do is"),
    ("a", {"do": "step", "to": "043"}, 422, "do is"),
    (
        "a",
        {**STRIKE, "token": "fire"},
        422,
        "token is not a field here; the fields are do, seat, style and base.",
    ),
    ("a", {"do": "pass"}, 422, "You can pass only in the ante; now both players choose a pair."),
    ("a", {"do": "commit_pair", "style": "battery"}, 422, "base is missing"),
    ("a", None, 422, "action"),
    ("table", STRIKE, 422, "seat is missing"),
]


@pytest.mark.parametrize(("seat", "action", "status", "words"), REFUSED, ids=[r[3] for r in REFUSED])
def test_bad_input_gets_a_sentence_and_changes_nothing(
    duel: Duel, seat: str, action: Any, status: int, words: str
) -> None:
    duel.refused(seat, action, status, words)


def test_a_second_special_action_and_an_ante_not_owned(duel: Duel) -> None:
    duel.do("a", pair_of("special", "shot"))
    duel.do("b", DRIVE)
    duel.refused("b", {"do": "ante", "token": "iron_body"}, 422, "It is Cadenza’s turn, not yours.")
    duel.refused("a", {"do": "ante", "token": "fire"}, 422, "Cadenza has no token “Fire”")
    duel.refused("a", SHOT, 422, "It is too late to change your pair:")
    duel.refused("a", SHOT, 422, "both players have chosen.")
    duel.do("a", {"do": "pass"})
    duel.do("a", STRIKE)
    while duel.seen("table")["phase"] == "execute":
        seat = duel.seen("table")["pending"][0]["seat"]
        duel.refused(seat, SHOT if seat == "a" else DRIVE, 422, "It is too late to change your pair:")
        duel.do(
            seat, next(a for a in duel.get(seat, "/actions").get_json()["actions"] if a["do"] == "choose")
        )
    duel.refused("a", pair_of("special", "strike"), 422, "You have used your special action:")


def test_a_token_of_another_game_opens_nothing(duel: Duel) -> None:
    other = duel.client.post("/api/tables", json={}).get_json()
    headers = {"Authorization": f"Bearer {other['seats']['human']['token']}"}
    for path in ("/view", "/actions", "/record"):
        answer = duel.client.get(f"/api/tables/{duel.code}{path}", headers=headers)
        assert answer.status_code == 401
    sent = {"action": STRIKE, "version": 2}
    assert duel.client.post(f"/api/tables/{duel.code}/do", headers=headers, json=sent).status_code == 401
    headers = duel.headers("a")
    answer = duel.client.post(f"/api/tables/{other['code']}/do", headers=headers, json=sent)
    assert answer.status_code == 401
    assert (
        duel.client.post("/api/join", json={"code": duel.code, "pin": "1", "seat": "human"}).status_code
        == 401
    )


def test_a_screen_has_all_it_needs_in_one_context(duel: Duel) -> None:
    duel.post("table", "/name", seat="b", name="Bob")
    duel.do("a", STRIKE)
    mine, theirs = duel.tables.context(duel.code, "a"), duel.tables.context(duel.code, "b", {"for": "b"})
    assert mine.view.to_json() == duel.seen("a")
    assert mine.stage == theirs.stage == mine.view.stage
    assert (mine.names, theirs.args) == ({"table": "", "a": "", "b": "Bob"}, {"for": "b"})
    assert mine.taken == {"a", "b", "table"}
    assert mine.actions == duel.get("a", "/actions").get_json()["actions"]
    assert [line["action"].get("base") for line in mine.log] == [None, None, "strike"]
    assert [line["action"].get("base") for line in theirs.log] == [None, None, None]
    assert [[e["effect"] for e in line["effects"]] for line in theirs.log][2] == ["chosen"]
    assert [(s["seat"], s["n"], s["opened"]) for s in theirs.seals] == [("a", 3, False)]
    assert duel.tables.finished_game(duel.code) is None
    duel.do("b", {"do": "concede"})
    finished = duel.tables.finished_game(duel.code)
    assert finished is not None
    assert [line["action"].get("base") for line in finished.lines] == [None, None, "strike", None]
    assert [[e["effect"] for e in line["effects"]] for line in finished.lines][3] == ["won"]
    assert finished.header["profile"] == "preview"


def test_what_is_done_is_told_to_each_seat_by_effects(duel: Duel) -> None:
    answer = duel.do("a", STRIKE)
    assert [e["effect"] for e in answer["ruling"]["effects"]] == ["chosen", "picked"]
    assert [e["effect"] for e in duel.seen("b")["moment"]["effects"]] == ["chosen"]
    assert [e["effect"] for e in duel.seen("a")["moment"]["effects"]] == ["chosen", "picked"]
    answer = duel.do("a", SHOT)
    assert answer["ruling"]["reason"] == "Cadenza has chosen."
    assert answer["ruling"]["effects"][1]["cards"] == ["grapnel", "shot"]
