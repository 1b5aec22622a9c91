"""5.0: both players choose at the same moment, or the server dies between one choice and the other."""

from __future__ import annotations

import json
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import soak
from tests.referee.games.battlecon.duel_tables import DRIVE, STRIKE, Duel
from tools.served import FORKS


def dies(folder: Path, chosen: str) -> None:
    """Make a table, let these seats choose, and end before the last choice is answered."""
    duel = Duel(folder)
    (folder / "made").write_text(json.dumps({"code": duel.code, "tokens": duel.tokens}))
    events, choices = type(duel.tables.events), {"a": STRIKE, "b": DRIVE}
    for seat in chosen:
        if seat == chosen[-1]:
            events.announce = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
        duel.do(seat, choices[seat])


def after_a_kill(folder: Path, chosen: str) -> Duel:
    """Return the table of a server that was killed after these seats chose, before it answered the last."""
    server = FORKS.Process(target=dies, args=(folder, chosen))
    server.start()
    server.join()
    assert server.exitcode == -signal.SIGKILL
    duel = Duel.__new__(Duel)
    duel.settings = {"database_url": f"sqlite:///{folder / 'tables.sqlite3'}", "testing": True}
    made = json.loads((folder / "made").read_text())
    duel.code, duel.tokens = made["code"], made["tokens"]
    duel.open()
    return duel


@soak.PROCESSES
def test_a_choice_that_lay_face_down_when_the_server_was_killed_lies_there_still(tmp_path: Path) -> None:
    duel = after_a_kill(tmp_path, "a")
    own = {"style": "battery", "base": "strike"}
    assert [duel.seen(seat)["committed"] for seat in ("a", "b", "table")] == [
        {"a": own}, {"a": None}, {"a": None},
    ]  # fmt: skip
    assert "battery" not in json.dumps(duel.record("b"))
    duel.do("b", DRIVE)
    assert duel.seen("table")["phase"] == "ante"
    duel.do("a", {"do": "pass"})
    assert "Cadenza shows Battery Strike" in duel.seen("b")["moment"]["reason"]
    duel.tables.close()


def test_both_choices_stand_where_the_server_was_killed_before_it_answered_the_second(
    tmp_path: Path,
) -> None:
    duel = after_a_kill(tmp_path, "ab")
    seen = duel.seen("b")
    assert (seen["phase"], seen["committed"]) == (
        "ante",
        {"a": None, "b": {"style": "volcanic", "base": "drive"}},
    )
    assert len([line for line in duel.record() if line.get("action", {}).get("do") == "commit_pair"]) == 2
    duel.do("a", {"do": "pass"})
    assert "Kallistar shows Volcanic Drive" in duel.seen("a")["moment"]["reason"]
    duel.tables.close()


@pytest.mark.parametrize("changes", [0, 1])
def test_two_threads_choose_at_the_same_moment(tmp_path: Path, changes: int) -> None:
    """Both saw the same version; neither is stale by the other, also where one changes his mind meanwhile."""
    duel = Duel(tmp_path)
    version, start = duel.seen("b")["version"], threading.Barrier(2)
    for _ in range(changes):
        duel.do("a", DRIVE | {"style": "battery"})
    versions = {"a": duel.seen("a")["version"], "b": version}

    def choose(seat: str) -> int:
        start.wait()
        return duel.try_(seat, {"a": STRIKE, "b": DRIVE}[seat], versions[seat]).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(choose, "ab"))
    assert answers[1] == 200
    assert answers[0] in ({200, 422} if changes else {200})
    laid = [line for line in duel.record("a") if line.get("action", {}).get("do") == "commit_pair"]
    assert len(laid) == 2
    assert duel.seen("table")["phase"] == "ante"
    duel.tables.close()
