"""The seats that a game names consent before the dice of an action fall: by a simple yes, in any order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.events import GRACE_SECONDS
from referee.records import codec
from referee.records.text import dump_line
from rules.fields import action, asked, rolled
from rules.questions import Question
from rules.ruling import Ask, Ruling, allow
from tests.referee.any_table import AnyTable, Clock, steady
from tests.referee.standoff import GAME, Action, Position, Shoot, Standoff, StandoffRules, installed

SHOOT = {"do": "shoot", "helper": "2A"}
WAIT = {"do": "wait"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyTable]:
    """Give a table of four players and a game master."""
    with installed(monkeypatch):
        options = {"system": "standoff", "mode": "with a master", "players": 4}
        made = AnyTable(tmp_path, options=options, sources=replace(steady(), clock=Clock()))
        yield made
        made.tables.close()


@pytest.fixture
def all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all others consent, with the game master among them as far as the game is concerned."""

    def consent(self: StandoffRules, position: Position, action: Action) -> Collection[str]:
        return {*self.players, "gm"} if isinstance(action, Shoot) else ()

    monkeypatch.setattr(StandoffRules, "consent", consent)


def say(table: AnyTable, seat: str, answer: str = "agree", **more: Any) -> tuple[int, str]:
    told = table.post(seat, "/consent", answer=answer, **more)
    body = told.get_json()
    return told.status_code, body.get("consent") or body["detail"]


def last(table: AnyTable) -> dict[str, Any]:
    return table.record()[-1]


def test_the_first_tap_asks_and_the_yes_rolls(table: AnyTable) -> None:
    asked = table.do("p1", SHOOT | {"die": 6})
    assert asked["ruling"]["needs"] == {"agree": ["p2"]}
    assert asked["ruling"]["reason"].endswith("Your dice do not count yet: roll with the last tap.")
    request = asked["view"]["request"]
    assert (request["kind"], request["seat"], request["agreed"], request["wanted"]) == (
        "consent", "p1", ["p1"], ["p2"],
    )  # fmt: skip
    assert request["action"] == SHOOT | {"seat": "p1"}
    waiting = [w for w in table.view("p3")["waits_for"] if w["kind"] == "consent"]
    assert [(w["question"], w["who"]) for w in waiting] == [("turn p1", ["p2"])]
    before = table.version
    table.do("p1", SHOOT)
    assert table.version == before
    table.restart()
    assert say(table, "p3")[0] == say(table, "gm")[0] == say(table, "p1")[0] == 403
    serial = request["serial"]
    assert say(table, "p2", serial=serial + 1)[0] == 409
    assert len(table.record()) == 1
    assert say(table, "p2", serial=serial) == (200, "done")
    line = last(table)
    assert (line["seat"], line["agreed"], line["rolled"]) == ("p1", ["p1", "p2"], {"shot": 1})
    assert "answered_for" not in line
    assert table.view()["request"] is None
    assert say(table, "p2")[0] == 422
    before_restart = table.everything()
    table.restart()
    assert table.everything() == before_restart


@pytest.mark.usefixtures("all_others")
def test_all_must_say_yes_and_who_sees_all_is_not_asked(table: AnyTable) -> None:
    table.do("p3", SHOOT)
    for seat, left in (("p4", ["p1", "p2"]), ("p1", ["p2"])):
        assert say(table, seat) == (202, "asked")
        assert say(table, seat)[0] == 403  # once is enough
        assert table.view("p3")["request"]["wanted"] == left
    assert say(table, "p2") == (200, "done")
    assert last(table)["agreed"] == ["p3", "p4", "p1", "p2"]


def test_ones_own_helper_needs_nobody_and_nothing_is_noted(table: AnyTable) -> None:
    assert table.do("p1", SHOOT | {"helper": "1B"})["ruling"]["needs"] == {}
    assert "agreed" not in last(table)


@pytest.mark.parametrize(
    ("seat", "answer", "told"), [("p2", "decline", "declined"), ("p1", "withdraw", "withdrawn")]
)
def test_a_no_ends_it(table: AnyTable, seat: str, answer: str, told: str) -> None:
    table.do("p1", SHOOT)
    assert say(table, "p3", "decline")[0] == 403
    assert say(table, seat, answer) == (200, told)
    assert table.view("p1")["request"] is None
    assert table.view("p1")["declined"] == ({"kind": "consent", "seat": "p2"} if told == "declined" else None)
    assert len(table.record()) == 1


@pytest.mark.parametrize(
    ("seat", "action", "waits"),
    [
        ("p3", WAIT, True),
        ("p2", WAIT, False),
        ("p1", WAIT, False),
        ("p2", {"do": "shoot", "helper": "1A"}, False),
        ("p4", {"do": "shoot", "helper": "4A"}, True),
    ],
    ids=["another seat", "who is asked", "who asks", "another shot", "another seat’s shot"],
)
def test_another_choice_of_one_of_them_lets_it_lapse(
    table: AnyTable, seat: str, action: dict[str, Any], waits: bool
) -> None:
    table.do("p1", SHOOT)
    table.do(seat, action)
    asked = table.view("p2")["request"]
    assert (asked is not None and asked["seat"] == "p1") is waits
    if seat == "p2":
        assert table.view("p1")["unread"]["lapsed"]


def test_it_lapses_where_others_would_have_to_consent(table: AnyTable) -> None:
    """The helper belongs to somebody else now, who was never asked."""
    table.do("p1", SHOOT)
    table.do("table", {"do": "hand", "seat": "p2", "figure": "2A", "to": "p3"})
    assert table.view("p1")["request"] is None
    assert say(table, "p3")[0] == 422


def test_the_tablet_consents_for_those_whose_devices_are_away(table: AnyTable) -> None:
    with table.tables.events.open_stream(table.code, "p2"):
        asked = table.do("table", SHOOT | {"seat": "p1"})
        assert asked["ruling"]["needs"] == {"agree": ["p2"]}
        assert say(table, "table")[0] == 403
        assert say(table, "p2") == (200, "done")
        assert (last(table)["seat"], last(table)["agreed"]) == ("table", ["p1", "p2"])
        table.do("p1", SHOOT)
    table.settings["sources"].clock.seconds += GRACE_SECONDS  # type: ignore[attr-defined]
    assert say(table, "table") == (200, "done")
    line = last(table)
    assert (line["seat"], line["agreed"], line["answered_for"]) == ("p1", ["p1", "p2"], ["p2"])


def test_at_a_tablet_alone_one_tap_is_enough(table: AnyTable) -> None:
    assert table.do("table", SHOOT | {"seat": "p1"})["ruling"]["needs"] == {}
    assert last(table)["agreed"] == ["p1", "p2"]
    assert "answered_for" not in last(table)


def test_who_consented_is_asked_before_it_is_taken_back_and_redone_without_a_question(
    table: AnyTable,
) -> None:
    table.do("p1", SHOOT)
    say(table, "p2")
    die = last(table)["action"]["die"]
    assert table.post("p1", "/undo", answer="ask", version=table.view("p1")["version"]).status_code == 202
    for seat in ("p2", "p3", "p4"):
        table.post(seat, "/undo", answer="agree")
    assert last(table)["taken_back"]
    assert table.post("p1", "/redo", version=table.view("p1")["version"]).status_code == 200
    assert (last(table)["agreed"], last(table)["action"]["die"]) == (["p1", "p2"], die)


def test_its_record_is_judged_again(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    say(table, "p2")
    record = codec.parse([dump_line(line) for line in table.record()])
    assert GAME.records.replayed(record)["legal"]


def test_where_people_roll_the_last_yes_asks_for_the_die(table: AnyTable) -> None:
    assert table.post("table", "/settings", dice="players").status_code == 200
    table.do("p1", SHOOT)
    told = table.post("p2", "/consent", answer="agree").get_json()
    assert told["ruling"]["needs"] == {"die": 1}
    assert len(table.record()) == 1
    table.restart()
    assert table.try_("p2", {"do": "shoot", "seat": "p1", "helper": "2A", "die": 4}).status_code == 403
    table.do("p1", SHOOT | {"die": 4})
    line = last(table)
    assert (line["seat"], line["agreed"], line["action"]["die"]) == ("p1", ["p1", "p2"], 4)


def test_the_panel_asks_those_who_must_say_yes_alone(table: AnyTable) -> None:
    table.do("p1", SHOOT)

    def panel(seat: str) -> str:
        page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
        return page.split('id="agreement"')[1].split("</section>")[0]

    assert f'action="/t/{table.code}/consent"' in panel("p2")
    assert 'value="agree"' in panel("p2")
    assert 'value="withdraw"' in panel("p1")
    assert "<button" not in panel("p3")
    said = table.client.post(
        f"/t/{table.code}/consent", headers=table.headers("p2"), data={"answer": "agree"}
    )
    assert said.status_code == 303
    assert last(table)["agreed"] == ["p1", "p2"]


@action
class Snipe:
    """Shoot from afar with a figure of another seat: people see how far it is."""

    seat: str
    helper: str
    inches: int | None = asked("How far?", most=30)
    die: int | None = rolled("shot")


class SnipeRules(StandoffRules):
    """The rules with a fact that is asked, beside the die."""

    action = Action | Snipe

    def questions(self, position: Position) -> Sequence[Question[Any]]:
        others = [Question[Any](f"snipe {s}", (s,), (Snipe(s, "2A"),), optional=True) for s in self.players]
        return [*super().questions(position), *others]

    def consent(self, position: Position, action: Any) -> Collection[str]:
        return {"p2"} if isinstance(action, Snipe) else super().consent(position, action)

    def judge(self, position: Position, action: Any) -> Ruling[Position]:
        if not isinstance(action, Snipe):
            return super().judge(position, action)
        if action.inches is None:
            return allow(("8.0",), "How far is it?", {"inches": Ask()})
        if action.die is None:
            return allow(("8.0",), "Roll a die.", {"die": 1})
        after = replace(position, waited=position.waited + action.inches)
        return Ruling(True, ("8.0",), "Sniped.", after=after, story="Sniped.")


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of the game with a fact."""
    monkeypatch.setattr(Standoff, "rules", SnipeRules)
    with installed(monkeypatch):
        made = AnyTable(tmp_path, options={"system": "standoff", "players": 3})
        yield made
        made.tables.close()


def test_a_fact_that_was_told_with_the_first_tap_stays_and_the_die_does_not(far: AnyTable) -> None:
    snipe = {"do": "snipe", "helper": "2A"}
    asked = far.do("p1", snipe | {"inches": 8, "die": 6})
    assert asked["view"]["request"]["action"] == snipe | {"seat": "p1", "inches": 8}
    far.do("p1", snipe | {"inches": 9})  # another shot, which p2 has not agreed to
    assert far.view("p2")["request"]["action"]["inches"] == 9
    assert say(far, "p2") == (200, "done")
    line = last(far)
    assert (line["seat"], line["told"], line["agreed"], line["rolled"]) == (
        "p1", {"inches": "p1"}, ["p1", "p2"], {"shot": 1},
    )  # fmt: skip


def test_a_fact_that_is_missing_is_asked_after_the_last_yes(far: AnyTable) -> None:
    far.do("p1", {"do": "snipe", "helper": "2A"})
    said = far.post("p2", "/consent", answer="agree").get_json()
    assert [*said["ruling"]["needs"]] == ["inches"]
    assert len(far.record()) == 1
    far.restart()
    assert far.view("p1")["request"] is None
    far.do("table", {"do": "snipe", "seat": "p1", "helper": "2A", "inches": 12})
    line = last(far)
    assert (line["seat"], line["told"], line["agreed"], line["rolled"]) == (
        "p1", {"inches": "table"}, ["p1", "p2"], {"shot": 1},
    )  # fmt: skip
    before = far.everything()
    far.restart()
    assert far.everything() == before


@pytest.mark.parametrize("inches", [-3, 9999, True, "near"])
def test_a_wrong_fact_is_refused_before_anybody_is_asked(far: AnyTable, inches: object) -> None:
    refused = far.try_("p1", {"do": "snipe", "helper": "2A", "inches": inches})
    assert refused.status_code == 422
    assert far.view("p1")["request"] is None
