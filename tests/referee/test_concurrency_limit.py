"""What is dear to answer goes one at a time, and leaves a turn for whoever plays."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from referee.asgi import NETWORK, REFUSED
from referee.concurrency_limit import ConcurrencyLimit

AT_ONCE, PATIENCE_S, MANY = 3, 30.0, 16
REPORTS = (
    "/t/ABCDEF/report", "/t/ABCDEF/report/file", "/t/ABCDEF/report.html", "/t/ABCDEF/report/7",
    "/t/ABCDEF/replay/7", "/api/tables/ABCDEF/record", "/statistics", "/demo/1/7", "/api/openapi.json",
)  # fmt: skip
BROUGHT = ("/api/maps", "/api/surveys/7/gestures", "/print/board", "/sight")
PLAYED = (
    "/api/tables/GHJKLM/view",
    "/api/tables/GHJKLM/do",
    "/t/GHJKLM",
    "/t/GHJKLM/now",
    "/rules/7",
    "/reports",
)


class Slow:
    """An app whose dear answers wait until they are let go; `came` says in which order, and from where."""

    def __init__(self) -> None:
        self.let_go, self.inside, self.most, self.refused = threading.Event(), 0, 0, list[str]()
        self._guard = threading.Lock()
        self.came = list[str]()
        self.limited = ConcurrencyLimit(self, AT_ONCE)
        self._threads = ThreadPoolExecutor(3 * MANY)

    def __call__(self, environ: dict[str, Any], _start: Any) -> Iterable[bytes]:
        if refused := environ.get(REFUSED):
            self.refused.append(refused.detail)
        elif environ["PATH_INFO"] not in PLAYED:
            with self._guard:
                self.inside += 1
                self.most = max(self.most, self.inside)
                self.came.append(environ["REMOTE_ADDR"])
            assert self.let_go.wait(PATIENCE_S)
            with self._guard:
                self.inside -= 1
        return [environ["PATH_INFO"].encode()]

    def ask(self, path: str, network: str = "192.0.2.1", **laid: str) -> Future[list[bytes]]:
        """Ask for an address on a thread. `laid` is what the server laid into the environment."""
        environ: dict[str, Any] = {"PATH_INFO": path, "REMOTE_ADDR": network, **laid}
        unused: Any = None
        return self._threads.submit(lambda: list(self.limited(environ, unused)))

    def close(self) -> None:
        """Let all go."""
        self.let_go.set()
        self._threads.shutdown()


@pytest.fixture
def slow() -> Iterator[Slow]:
    app = Slow()
    yield app
    app.close()


@pytest.mark.parametrize("report", REPORTS)
def test_whoever_plays_is_answered_while_many_ask_for_what_is_dear(slow: Slow, report: str) -> None:
    asked = [slow.ask(path) for path in (report, BROUGHT[0]) * AT_ONCE]
    for path in PLAYED:
        assert slow.ask(path).result(PATIENCE_S) == [path.encode()]
    slow.let_go.set()
    assert [one.result(PATIENCE_S)[0].decode() for one in asked] == [report, BROUGHT[0]] * AT_ONCE
    assert slow.most <= 2


@pytest.mark.parametrize(
    ("path", "sentence"), [(REPORTS[0], "reading reports"), (BROUGHT[0], "uploading or printing")]
)
def test_where_a_dozen_wait_the_next_one_is_told_so(slow: Slow, path: str, sentence: str) -> None:
    asked = [slow.ask(path) for _ in range(MANY)]
    while len(slow.refused) < MANY - 12:
        assert not asked[0].done()
    slow.let_go.set()
    assert all(one.result(PATIENCE_S) for one in asked)
    assert len(slow.refused) == MANY - 12
    assert all(sentence in told for told in slow.refused)


@pytest.mark.parametrize("path", [REPORTS[0], BROUGHT[0]])
def test_a_dozen_of_one_network_leave_room_for_another_one_which_comes_next(slow: Slow, path: str) -> None:
    crowd = [slow.ask(path) for _ in range(MANY)]
    while len(slow.refused) < MANY - 12:
        assert not crowd[0].done()
    others = [slow.ask(path, f"192.0.2.{number}") for number in range(2, 2 + MANY)]
    while len(slow.refused) < MANY - 12 + MANY - 6:
        assert not crowd[0].done()
    slow.let_go.set()
    assert all(one.result(PATIENCE_S) for one in (*crowd, *others))
    assert len(slow.came) == 12 + 6
    assert slow.came[0] == slow.came[1] == "192.0.2.1"
    assert "192.0.2.1" not in slow.came[2:8]


def test_the_network_that_the_server_has_worked_out_counts(slow: Slow) -> None:
    """Behind a proxy all requests come from one address."""
    asked = [slow.ask(BROUGHT[0], **{NETWORK: f"198.51.100.{number % 2}"}) for number in range(MANY)]
    while slow.inside < 1:
        assert not slow.refused
    slow.let_go.set()
    assert all(one.result(PATIENCE_S) for one in asked)
    assert not slow.refused
