"""Turns: who works when, and that nobody who gave his turn up is left waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from referee.turns import Gate, Turns, given_up, taken

AT_ONCE, PATIENCE_S, MANY = 3, 30.0, 200


class Slow:
    """A piece of work that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.ended = threading.Event(), threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        assert self.let_go.wait(PATIENCE_S)
        self.ended.set()


@pytest.fixture
def turns() -> Iterator[Turns]:
    made = Turns(AT_ONCE)
    yield made
    made.close()


def finished(turns: Turns) -> None:
    """Wait until all work that was submitted is done."""
    done = threading.Event()
    turns.submit(done.set)
    assert done.wait(PATIENCE_S)


def test_work_goes_one_at_a_time_and_in_its_order(turns: Turns) -> None:
    at_work, most, order = [0], [0], list[int]()

    def work(number: int) -> Callable[[], None]:
        def one() -> None:
            at_work[0] += 1
            most[0] = max(most[0], at_work[0])
            order.append(number)
            at_work[0] -= 1

        return one

    for number in range(MANY):
        turns.submit(work(number))
    finished(turns)
    assert order == list(range(MANY))
    assert most == [1]


def test_each_network_has_its_turn_however_much_another_one_asks_for() -> None:
    turns, slow, order = Turns(1), Slow(), list[str]()
    turns.submit(slow)
    assert slow.begun.wait(PATIENCE_S)
    for number in range(MANY):
        turns.submit(partial(order.append, f"crowd {number}"), "crowd")
    for number in range(3):
        turns.submit(partial(order.append, f"alone {number}"), "alone")
    slow.let_go.set()
    finished(turns)
    turns.close()
    crowd = [f"crowd {number}" for number in range(MANY)]
    assert order[:6] == ["crowd 0", "alone 0", "crowd 1", "alone 1", "crowd 2", "alone 2"]
    assert [name for name in order if name.startswith("crowd")] == crowd[: len(order) - 3]


def test_slow_work_gets_company_up_to_all_turns(turns: Turns) -> None:
    works = [Slow() for _ in range(AT_ONCE + 1)]
    for work in works:
        turns.submit(work)
    assert works[0].begun.wait(PATIENCE_S)
    assert not works[1].begun.is_set()
    for number in range(1, AT_ONCE):
        # The first call sees that a turn was given since the last one.
        turns.relieve()
        turns.relieve()
        assert works[number].begun.wait(PATIENCE_S)
        assert not works[number + 1].begun.is_set()
    assert turns.relieve()
    assert turns.relieve()
    assert not works[AT_ONCE].begun.is_set()
    works[0].let_go.set()
    works[1].let_go.set()
    works[2].let_go.set()
    assert works[AT_ONCE].begun.wait(PATIENCE_S)
    works[AT_ONCE].let_go.set()
    finished(turns)
    while turns.relieve():
        pass


def test_quick_work_goes_on_beside_slow_work(turns: Turns) -> None:
    """Each gives its turn up in between, and none waits for another look at who is slow."""
    slow, done = Slow(), threading.Semaphore(0)

    def quick() -> None:
        with given_up():
            pass
        done.release()

    turns.submit(slow)
    assert slow.begun.wait(PATIENCE_S)
    turns.relieve()
    turns.relieve()
    for _ in range(MANY):
        turns.submit(quick)
    for _ in range(MANY):
        assert done.acquire(timeout=PATIENCE_S)
    slow.let_go.set()
    finished(turns)


def test_who_is_none_of_its_threads_gets_his_turn_though_it_is_closed_meanwhile() -> None:
    turns, slow, here, came = Turns(1), Slow(), threading.Event(), threading.Event()

    def outside() -> None:
        here.set()
        with taken(turns):
            came.set()

    turns.submit(slow)
    assert slow.begun.wait(PATIENCE_S)
    turns.submit(lambda: None)
    waits = threading.Thread(target=outside)
    waits.start()
    assert here.wait(PATIENCE_S)
    while len(turns._arrived) < 2:
        pass
    turns.close()
    slow.let_go.set()
    assert came.wait(PATIENCE_S)
    waits.join(PATIENCE_S)


def test_work_that_waits_lets_others_go_on_and_comes_back_before_those_who_came_later(turns: Turns) -> None:
    order, waiting, go_on = list[str](), threading.Event(), threading.Event()

    def waits() -> None:
        with given_up():
            waiting.set()
            assert go_on.wait(PATIENCE_S)
        order.append("back")

    def second() -> None:
        assert waiting.wait(PATIENCE_S)
        order.append("second")
        turns.submit(lambda: order.append("later"))
        go_on.set()
        while not turns._returning:
            pass

    turns.submit(waits)
    turns.submit(second)
    while len(order) < 3:
        assert waiting.wait(PATIENCE_S)
    assert order == ["second", "back", "later"]


def test_all_who_wait_at_a_gate_go_on_once_it_is_open(turns: Turns) -> None:
    gate, came, here = Gate(), list[bool](), threading.Semaphore(0)

    def waits() -> None:
        here.release()
        came.append(gate.wait(PATIENCE_S))

    outside = threading.Thread(target=waits)
    outside.start()
    for _ in range(8):
        turns.submit(waits)
    for _ in range(9):
        assert here.acquire(timeout=PATIENCE_S)
    assert not came
    gate.open()
    outside.join(PATIENCE_S)
    finished(turns)
    while len(came) < 9:
        finished(turns)
    assert came == [True] * 9
    assert gate.wait(0)


def test_a_gate_that_stays_shut_gives_the_turn_back(turns: Turns) -> None:
    gate, came = Gate(), list[bool]()
    turns.submit(lambda: came.append(gate.wait(0.01)))
    while not came:
        finished(turns)
    gate.open()
    finished(turns)
    assert came == [False]
    while turns.relieve():
        pass
    assert not turns._given


@pytest.mark.parametrize("threads", [1, 4, 40])
def test_many_that_wait_in_every_way_all_end(threads: int) -> None:
    turns, lock, done = Turns(AT_ONCE, threads), threading.Lock(), threading.Semaphore(0)

    def waits(gate: Gate, *, opens: bool) -> Callable[[], None]:
        def work() -> None:
            with given_up():
                lock.acquire()
            lock.release()
            if opens:
                gate.open()
            while not gate.wait(0.001):
                pass
            done.release()

        return work

    def of_another_server(gate: Gate) -> None:
        with taken(turns):
            waits(gate, opens=False)()

    for _ in range(MANY):
        gate = Gate()
        turns.submit(waits(gate, opens=True))
        turns.submit(waits(gate, opens=False))
        outside = threading.Thread(target=of_another_server, args=(gate,))
        outside.start()
        for _ in range(3):
            while not done.acquire(timeout=0.05):
                turns.relieve()
        outside.join(PATIENCE_S)
    turns.close()
    assert not turns._returning
    assert not turns._arrived


def test_its_threads_end_when_it_is_closed_and_begin_again(turns: Turns) -> None:
    work = Slow()
    turns.submit(work)
    assert work.begun.wait(PATIENCE_S)
    never = threading.Event()
    turns.submit(never.set)
    turns.close()
    work.let_go.set()
    assert work.ended.wait(PATIENCE_S)
    while turns._started:
        pass
    finished(turns)
    assert not never.is_set()
