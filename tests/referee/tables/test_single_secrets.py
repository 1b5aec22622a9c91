"""Each secret of a choice lies for itself: it is opened, kept and taken back one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.errors import InputError
from referee.games import registry
from referee.records.codec import parse
from referee.tables.record import replay_record
from referee.tables.table import SecretChoices
from rules.ruling import Ruling, refuse
from tests.referee.any_table import AnyTable
from tests.referee.standoff import SEATS, Action, Plot, Position, StandoffRules, installed, plot

SWEEP = {"do": "sweep", "whose": "p1"}


@pytest.fixture(params=[3, 6])
def table(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AnyTable]:
    """Give a table of three, and of six."""
    with installed(monkeypatch):
        made = AnyTable(tmp_path, options={"system": "standoff", "players": request.param})
        yield made
        made.tables.close()


def act(figure: str) -> dict[str, Any]:
    return {"do": "act", "figure": figure}


def rates(table: AnyTable, seat: str, n: int) -> Any:
    """Return the rates of line `n` in the record as a seat may see it."""
    return next(line["action"]["rates"] for line in table.record(seat) if line.get("n") == n)


def others(table: AnyTable, *seats: str) -> list[str]:
    """Return all seats but these, the tablet and spectators among them."""
    return [seat for seat in table.tokens if seat not in seats]


def back(table: AnyTable, seat: str, n: int) -> int:
    """Ask to take back from line `n` on, and return the line that the request goes back to."""
    asked = table.post(seat, "/undo", answer="ask", n=n, version=table.view(seat)["version"])
    assert asked.status_code == 202
    first: int = table.view(seat)["request"]["n"]
    assert table.post(seat, "/undo", answer="withdraw").status_code == 200
    return first


def same_after_restart(table: AnyTable) -> None:
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_each_rate_is_shown_once_its_own_figure_has_acted(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    for seat in others(table, "p1"):
        assert rates(table, seat, 1) == {"1A": None, "1B": None}
    table.do("p1", act("1A"))
    for seat in others(table, "p1"):
        assert rates(table, seat, 1) == {"1A": "run", "1B": None}
        assert "nonce" not in table.record(seat)[1]
    assert rates(table, "p1", 1) == {"1A": "run", "1B": "walk"}
    same_after_restart(table)
    table.do("p1", act("1B"))
    for seat in table.tokens:
        assert rates(table, seat, 1) == {"1A": "run", "1B": "walk"}
        assert "nonce" in table.record(seat)[1]
    same_after_restart(table)


def test_ones_own_rate_goes_back_alone_and_that_of_others_to_where_it_was_laid(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p2", plot(A2="run", B2="run"))
    table.do("p3", plot(A3="stand", B3="run"))
    table.do("p2", act("2A"))
    assert back(table, "p2", 4) == 4  # p2 knew it
    assert back(table, "p1", 4) == 4
    assert back(table, "p3", 3) == 2  # p3 has seen 2A, and would choose again
    assert back(table, "p2", 2) == 2
    table.do("p1", act("1B"))
    assert back(table, "p1", 5) == 5
    assert back(table, "p2", 4) == 1  # p2 has seen 1B since, so p1 chooses again, too
    same_after_restart(table)


def test_what_is_taken_back_lies_face_down_again_where_it_still_lies(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p1", act("1A"))
    table.post("p1", "/undo", answer="ask", version=table.view("p1")["version"])
    for seat in others(table, "p1", "table"):
        if seat in SEATS:
            table.post(seat, "/undo", answer="agree")
    assert table.view("p2")["request"] is None
    assert table.view("p2")["rates"] == {"1A": None, "1B": None}
    assert rates(table, "p2", 1) == {"1A": None, "1B": None}
    same_after_restart(table)
    table.do("p1", plot(A1="stand", B1="walk"))
    assert len(table.record("p1")) == 3  # in the line where it lay
    table.do("p1", act("1A"))
    assert rates(table, "p2", 1) == {"1A": "stand", "1B": None}
    same_after_restart(table)


def test_what_a_rule_discards_stays_secret(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p2", SWEEP)
    for seat in others(table, "p1"):
        assert rates(table, seat, 1) == {"1A": None, "1B": None}
    table.do("p1", plot(A1="walk", B1="walk"))
    table.do("p1", act("1A"))
    for seat in others(table, "p1"):
        assert rates(table, seat, 1) == {"1A": None, "1B": None}
        assert rates(table, seat, 3) == {"1A": "walk", "1B": None}
    assert back(table, "p3", 2) == 2
    same_after_restart(table)


def test_a_change_that_others_would_see_is_a_line_of_its_own(table: AnyTable) -> None:
    """p1 has said how many of his figures run: another number cannot go where the first choice lies."""
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p1", {"do": "count"})
    told, version = table.everything(), table.view("p2")["version"]
    table.do("p1", plot(A1="walk", B1="run"))  # as many run: nobody learns of it
    assert len(table.record("p1")) == 3
    now = table.everything()
    assert all(now[key] == told[key] for key in told if not key.startswith("p1"))
    assert table.view("p2")["version"] == version
    table.do("p1", plot(A1="walk", B1="walk"))
    assert len(table.record("p1")) == 4
    assert table.view("p2")["counted"] == {"p1": 1}
    assert table.view("p2")["version"] == version + 1
    table.do("p1", act("1B"))
    for seat in others(table, "p1"):
        assert rates(table, seat, 1) == {"1A": None, "1B": None}  # it was covered, never opened
        assert rates(table, seat, 3) == {"1A": None, "1B": "walk"}
    same_after_restart(table)


def test_a_figure_that_was_handed_over_is_seen_by_its_new_player_and_chosen_for_anew(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p3", plot(A3="stand", B3="run"))
    assert rates(table, "p1", 2) == {"3A": None, "3B": None}
    table.do("p3", {"do": "hand", "figure": "3A", "to": "p1"})
    assert rates(table, "p1", 2) == {"3A": "stand", "3B": None}
    assert rates(table, "p2", 2) == {"3A": None, "3B": None}
    new = plot(A1="run", B1="run", A3="walk")
    table.do("p1", new)  # 3A was not p1's when p1 chose
    assert len(table.record("p1")) == 5
    version = table.view("p2")["version"]
    table.do("p1", {**new, "rates": {**new["rates"], "3A": "run"}})
    assert len(table.record("p1")) == 5
    assert table.view("p2")["version"] == version
    assert table.try_("p3", plot(A3="walk"), table.view("p3")["version"]).status_code == 422
    table.do("p1", act("3A"))
    assert rates(table, "p2", 2) == {"3A": None, "3B": None}
    assert rates(table, "p2", 4) == {"1A": None, "1B": None, "3A": "run"}
    same_after_restart(table)


def test_an_open_action_between_two_choices_changes_what_may_be_chosen(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody runs any more once somebody has waited; what was chosen before stands."""
    judge = StandoffRules.judge

    def strict(self: StandoffRules, position: Position, action: Action) -> Ruling[Position]:
        if isinstance(action, Plot) and position.waited and "run" in (action.rates or {}).values():
            return refuse(("1.0",), "Nobody runs any more.")
        return judge(self, position, action)

    monkeypatch.setattr(StandoffRules, "judge", strict)
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p2", {"do": "wait"})
    before = table.everything()
    refused = table.try_("p1", plot(A1="run", B1="run"))
    assert (refused.status_code, refused.get_json()["ruling"]["reason"]) == (422, "Nobody runs any more.")
    assert table.everything() == before
    table.do("p1", plot(A1="stand", B1="walk"))
    assert len(table.record("p1")) == 3
    assert table.view("p2")["version"] == 2
    same_after_restart(table)


def test_a_choice_counts_although_others_have_chosen_since_but_not_once_something_was_opened(
    table: AnyTable,
) -> None:
    early = {seat: table.view(seat) for seat in ("p1", "p2", "p3")}

    def late(seat: str, **rates: Any) -> int:
        seen = {name: early[seat][name] for name in ("version", "stage")}
        return table.post(seat, "/do", action=plot(**rates), **seen).status_code

    assert late("p1", A1="run", B1="run") == 200
    assert late("p1", A1="run", B1="walk") == 200
    assert late("p2", A2="run", B2="run") == 200
    table.do("p1", act("1A"))
    assert late("p3", A3="run", B3="run") == 409
    early["p3"] = table.view("p3")
    table.try_("p2", plot(A2="run", B2="stand"), table.view("p2")["version"])
    assert late("p3", A3="run", B3="run") == 200
    same_after_restart(table)


def test_a_change_that_no_rule_allows_now_changes_nothing(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p1", act("1A"))
    before = table.everything()
    assert table.try_("p1", plot(A1="walk", B1="walk")).status_code == 422
    assert table.everything() == before
    table.do("p1", plot(B1="stand"))  # the line was opened in part: its rest is chosen in a line of its own
    assert len(table.record("p1")) == 4
    assert rates(table, "p2", 1) == {"1A": "run", "1B": None}
    same_after_restart(table)


def test_a_record_is_not_judged_past_what_still_lies_face_down(table: AnyTable) -> None:
    """The sentence is not that the choice is wrong: its seal has not been opened yet."""
    table.do("p1", plot(A1="run", B1="walk"))
    record = parse(table.get("p2", "/record").data.splitlines())
    records = registry.game("standoff").records
    assert records.problems(record, replay_record) == [
        "The seals have not been opened: the game was not over when this record was made."
    ]
    with pytest.raises(InputError, match="Action 1 still lies face down: judge this record"):
        records.replayed(record)


def test_who_learns_of_a_secret_later_is_told_of_no_change_before_and_of_each_after() -> None:
    """A change is counted for those who knew the choice at first, as it is when the record is read again."""
    secrets = SecretChoices()
    secrets.note(1, "p1", ["rates.1A"], {"rates.1A": ["p1"]}, ())
    assert secrets.knowers(1) == frozenset({"p1"})
    secrets.changed(1)
    secrets.note(2, "p1", [], {"rates.1A": ["p1", "p2"]}, ())
    assert secrets.knowers(1) is None  # another choice becomes a line of its own, which p2 sees
    assert (secrets.unknown_to("p1"), secrets.unknown_to("p2")) == (0, 1)
    assert not secrets.hidden_from(1, "p2")
