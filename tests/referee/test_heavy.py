"""Work in processes of its own: its results, its refusals, and what becomes of the processes."""

from __future__ import annotations

import operator
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any

import pytest

from referee import heavy
from referee.errors import Full, InputError, Problem
from referee.heavy import Pool, WorkKind

KIND = WorkKind("Too many are waiting.", most=3, of_a_network=2)
URGENT = WorkKind("Too many are waiting.", guest=False, urgent=True)
PATIENCE_S = 60.0
"""So long a test waits at the most for what has to come; nothing in a passing test takes nearly as long."""


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(1)
    yield made
    made.close()


class Held:
    """Work that begins, and ends when it is told to: what `ends` returns has begun."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE_S)
        self.address = self._listening.getsockname()

    def begun(self) -> tuple[str, socket.socket]:
        """Wait until some work has begun; return its name, and what lets it end when it is closed."""
        there = self._listening.accept()[0]
        there.settimeout(PATIENCE_S)
        return there.recv(100).decode(), there

    def close(self) -> None:
        self._listening.close()


def hold(address: tuple[str, int], name: str) -> str:
    """Say that this work has begun, and wait until it may end."""
    with socket.create_connection(address) as there:
        there.sendall(name.encode())
        there.recv(1)
    return name


@pytest.fixture
def held() -> Iterator[Held]:
    made = Held()
    yield made
    made.close()


@contextmanager
def asking() -> Iterator[Any]:
    """Give what has a thread ask for work, for a network, and returns what comes of it."""
    with ThreadPoolExecutor(20) as threads:

        def ask(network: str, *asked: Any) -> Future[Any]:
            context = copy_context()
            context.run(heavy.network.set, network)
            run: Callable[..., Any] = context.run
            return threads.submit(run, *asked)

        yield ask


def wrong(most: int) -> None:
    raise Full(most, "map") if most else InputError(["One mistake.", "Another."])


def not_to_be_sent() -> None:
    error = ValueError("a secret")
    error.lock = threading.Lock()  # type: ignore[attr-defined]
    raise error


def waiting(pool: Pool, count: int) -> None:
    """Wait until so much work waits for its turn."""
    until = time.monotonic() + PATIENCE_S
    while len(pool._waiting) != count:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_the_result_comes_back_from_another_process(pool: Pool) -> None:
    assert pool.run(KIND, operator.add, b"x" * 300_000, b"y") == b"x" * 300_000 + b"y"
    number = pool.run(KIND, os.getpid)
    assert pool.numbers() == [number]
    assert number != os.getpid()


def test_what_a_function_prints_is_no_answer(pool: Pool) -> None:
    assert pool.run(KIND, print, "printed") is None
    assert pool.run(KIND, operator.add, 1, 2) == 3


def test_what_a_function_raises_is_raised_with_all_its_members(pool: Pool) -> None:
    with pytest.raises(Full, match="at most 4 maps") as full:
        pool.run(KIND, wrong, 4)
    assert (full.value.status, full.value.heading, full.value.headers) == (409, "No room", {})
    assert "test_heavy.py:" in vars(full.value)["places"]
    with pytest.raises(InputError) as bad:
        pool.run(KIND, wrong, 0)
    assert bad.value.problems == ("One mistake.", "Another.")
    with pytest.raises(KeyError, match="missing"):
        pool.run(KIND, operator.getitem, {}, "missing")
    assert len(pool.numbers()) == 1


def test_an_error_that_cannot_be_sent_is_told_by_its_kind_alone(pool: Pool) -> None:
    with pytest.raises(RuntimeError) as told:
        pool.run(KIND, not_to_be_sent)
    assert str(told.value) == "ValueError"


def test_a_process_that_is_killed_is_told_once_and_another_goes_on(pool: Pool) -> None:
    before = pool.run(KIND, os.getpid)
    with pytest.raises(heavy.WorkerDied, match="Try again in a moment") as died:
        pool.run(KIND, os._exit, 1)
    assert died.value.status == 503
    assert before not in pool.numbers()
    assert pool.run(KIND, os.getpid) != before


def test_one_that_is_killed_takes_only_its_own_work_with_it(held: Held) -> None:
    pool = Pool(2)
    with asking() as ask:
        other = ask("a", pool.run, URGENT, hold, held.address, "other")
        _, end = held.begun()
        with pytest.raises(heavy.WorkerDied):
            pool.run(URGENT, os._exit, 1)
        end.close()
        assert other.result(PATIENCE_S) == "other"
    pool.close()


def test_where_too_much_waits_it_says_so(pool: Pool, held: Held) -> None:
    with asking() as ask:
        first = ask("a", pool.run, KIND, hold, held.address, "first")
        _, end = held.begun()
        second = ask("a", pool.run, KIND, operator.add, 1, 2)
        waiting(pool, 1)
        with pytest.raises(Problem, match=KIND.full) as full:
            ask("a", pool.run, KIND, os.getpid).result(PATIENCE_S)
        assert (full.value.status, full.value.headers) == (503, {"Retry-After": "5"})
        third = ask("b", pool.run, KIND, operator.add, 3, 4)
        waiting(pool, 2)
        with pytest.raises(Problem, match=KIND.full):
            ask("c", pool.run, KIND, os.getpid).result(PATIENCE_S)
        end.close()
        assert [work.result(PATIENCE_S) for work in (first, second, third)] == ["first", 3, 7]


def test_each_network_has_its_turn_and_what_is_urgent_goes_first(pool: Pool, held: Held) -> None:
    kind = WorkKind("", 9, 9)
    order = (("a", kind, "1"), ("a", kind, "2"), ("a", kind, "3"), ("b", kind, "4"), ("", URGENT, "5"))
    with asking() as ask:
        for count, (network, of, name) in enumerate(order):
            ask(network, pool.run, of, hold, held.address, name)
            if count == 0:
                first, end = held.begun()
            waiting(pool, count)
        came = [first]
        while len(came) < len(order):
            end.close()
            name, end = held.begun()
            came.append(name)
        end.close()
    assert came == ["1", "5", "4", "2", "3"]


def test_a_guest_leaves_a_process_to_the_others(held: Held) -> None:
    pool = Pool(2)
    with asking() as ask:
        guests = [ask("a", pool.run, KIND, hold, held.address, "guest") for _ in range(2)]
        _, end = held.begun()
        waiting(pool, 1)
        assert pool.run(URGENT, operator.add, 1, 2) == 3
        waiting(pool, 1)
        end.close()
        held.begun()[1].close()
        assert [guest.result(PATIENCE_S) for guest in guests] == ["guest", "guest"]
    pool.close()


def test_a_process_ends_once_it_has_been_idle() -> None:
    ended = threading.Event()

    class Watched(Pool):
        def _end(self, process: Any) -> None:
            super()._end(process)
            ended.set()

    pool = Watched(1, idle_seconds=0.01)
    number = pool.run(KIND, os.getpid)
    assert ended.wait(PATIENCE_S)
    assert pool.numbers() == []
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    assert pool.run(KIND, os.getpid) != number


@pytest.mark.parametrize("program", ["/nowhere/python", "", None, "/bin/false"])
def test_without_processes_it_runs_in_the_caller(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    assert pool.run(KIND, os.getpid) == os.getpid()
    with pytest.raises(InputError):
        pool.run(KIND, wrong, 0)
    assert pool.numbers() == []


def test_no_process_outlives_a_program_that_is_killed(held: Held) -> None:
    """Not even in the middle of its work: its end of the connection closes."""
    program = (
        f"from tests.referee import test_heavy as t; t.Pool(1).run(t.KIND, t.hold, {held.address}, 'mine')"
    )
    with subprocess.Popen([sys.executable, "-c", program]) as parent:
        _, there = held.begun()
        parent.send_signal(signal.SIGKILL)
        assert there.recv(1) == b""
        there.close()


def test_under_gevent_the_loop_goes_on_meanwhile() -> None:
    """More than a pipe holds waits there for a process that ends only when the loop lets it."""
    pytest.importorskip("gevent")
    program = """if True:
        from gevent import monkey; monkey.patch_all()
        import gevent, operator
        from tests.referee.test_heavy import KIND, Held, Pool, hold
        pool, held, long = Pool(1), Held(), b"x" * 1_000_000
        first = gevent.spawn(pool.run, KIND, hold, held.address, "first")
        _, end = held.begun()
        second = gevent.spawn(pool.run, KIND, operator.add, long, long)
        gevent.sleep(0)
        end.close()
        print(first.get(timeout=60), len(second.get(timeout=60)))
        pool.close()
    """
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("first 2000000\n", "")
