"""Turns: a few requests are worked on at a time, and one that waits for something lets others go on.

Python runs one thread at a time anyway. With many runnable at once each waits for its turn after every
question to the database, and all are late; one after the other, each is quick. But a request that waits for
the disk, for a lock or for another machine needs no processor, so it gives its turn up until it goes on.

To wake a thread costs as much as a small request. So the threads of a server take the next request
themselves, and go on one at a time for as long as each is quick.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

PATIENCE_SECONDS = 3.5
"""How long a request waits in all until it may change something, before it is told that it cannot."""
_LEAST_SECONDS = 1.0
_THREADS = 40
Work = Callable[[], None]


class _Mine(threading.local):
    """The turn that this thread has, if any, and when its request began.

    `belongs` says that the thread is one of those that `Turns.submit` starts.
    """

    turns: Turns | None = None
    began: float | None = None
    unanswered = False
    belongs = False


_mine = _Mine()


def _closed_lock() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True, eq=False)
class _Waiting:
    """Work that no thread has begun, or a thread that waits for a turn: its lock is opened then.

    A thread of a server is `patient`: it waits until nobody else is at work.
    """

    patient: bool
    work: Work | None = None
    lock: threading.Lock = field(default_factory=_closed_lock)


@dataclass(slots=True, eq=False)
class _Idle:
    """A thread without work."""

    work: Work | None = None
    wake: threading.Lock = field(default_factory=_closed_lock)


class Turns:
    """At most `at_once` threads have a turn, those that had one before first, then in the order they came.

    Work given to `submit` is done by up to `threads` threads, which get a second turn only when `relieve`
    finds that none has changed hands since it was last called. Any other thread gets a free turn at once.
    """

    def __init__(self, at_once: int, threads: int = _THREADS) -> None:
        self.threads = threads
        self._at_once = self._free = at_once
        self._guard = threading.Lock()
        self._returning, self._arrived = deque[_Waiting](), deque[_Waiting]()
        self._idle: list[_Idle] = []
        self._started = self._unfinished = 0
        self._handed_out = self._seen = 0
        self._closed = False

    def submit(self, work: Work) -> None:
        """Have a thread do work that raises nothing, as soon as its turn comes."""
        with self._guard:
            self._closed = False
            self._unfinished += 1
            self._arrived.append(_Waiting(patient=True, work=work))
            self._hand_out()

    def relieve(self) -> bool:
        """Give one more turn where those at work are slow; return whether work is still to be finished."""
        with self._guard:
            slow, self._seen = self._handed_out == self._seen, self._handed_out
            if slow and self._free:
                self._give_next()
                self._seen = self._handed_out
            return self._unfinished > 0

    def acquire(self) -> None:
        """Wait for a turn."""
        self._wait_in(self._arrived)

    def come_back(self) -> None:
        """Wait for a turn before all those that have not had one yet."""
        self._wait_in(self._returning)

    def release(self) -> None:
        """Give this thread's turn up."""
        with self._guard:
            self._free += 1
            self._hand_out()

    def close(self) -> None:
        """Let the threads end, each when it has done its work; what none has begun is not done."""
        with self._guard:
            self._closed = True
            waiting = [one for one in self._arrived if one.work is None]
            self._unfinished -= len(self._arrived) - len(waiting)
            self._arrived = deque(waiting)
            for idle in self._idle:
                idle.wake.release()
            self._idle.clear()

    def let_back(self, waiting: _Waiting) -> None:
        """Give a thread that gave its turn up another one, when it comes. Any thread may call this."""
        with self._guard:
            self._returning.append(waiting)
            self._hand_out()

    def _wait_in(self, queue: deque[_Waiting]) -> None:
        waiting = _Waiting(patient=_mine.belongs)
        with self._guard:
            queue.append(waiting)
            self._hand_out()
        waiting.lock.acquire()

    def _hand_out(self) -> None:
        """Give free turns to those who may have one now."""
        while self._free:
            queue = self._returning or self._arrived
            if not queue or (queue[0].patient and self._free < self._at_once) or not self._give_next():
                return

    def _give_next(self) -> bool:
        """Give a free turn to whoever is first; return whether somebody could take it."""
        queue = self._returning or self._arrived
        if not queue or not self._taken(queue[0]):
            return False
        queue.popleft()
        self._free -= 1
        self._handed_out += 1
        return True

    def _taken(self, waiting: _Waiting) -> bool:
        if waiting.work is None:
            waiting.lock.release()
        elif self._idle:
            idle = self._idle.pop()
            idle.work = waiting.work
            idle.wake.release()
        else:
            return self._started < self.threads and self._begun(waiting.work)
        return True

    def _begun(self, work: Work) -> bool:
        """Begin a thread; False where the system has none to give."""
        try:
            threading.Thread(target=self._answer, args=(work,), name="answers").start()
        except RuntimeError:
            return False
        self._started += 1
        return True

    def _answer(self, work: Work | None) -> None:
        """Do work after work, each with a turn that was given to it."""
        _mine.belongs = True
        idle = _Idle()
        while work is not None:
            _mine.turns = self
            work()
            _mine.turns, idle.work = None, None
            with self._guard:
                self._unfinished -= 1
                self._free += 1
                if self._closed:
                    idle.wake.release()
                else:
                    # Last in, first out: where more work waits it is this thread that goes on.
                    self._idle.append(idle)
                self._hand_out()
            idle.wake.acquire()
            work = idle.work
        with self._guard:
            self._started -= 1


class Gate:
    """Something that many threads wait for, each without its turn. It is opened once."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._opened = False
        self._waiting: list[tuple[Turns | None, _Waiting]] = []

    def open(self) -> None:
        """Let all go on who wait, each as soon as it has a turn again."""
        with self._guard:
            self._opened = True
            all_waiting, self._waiting = self._waiting, []
        for turns, waiting in all_waiting:
            if turns is None:
                waiting.lock.release()
            else:
                turns.let_back(waiting)

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; return whether it was opened. The thread has its turn again then."""
        turns, waiting = _mine.turns, _Waiting(patient=_mine.belongs)
        entry = turns, waiting
        with self._guard:
            if self._opened:
                return True
            self._waiting.append(entry)
        if turns is not None:
            turns.release()
        if waiting.lock.acquire(timeout=seconds):
            return True
        with self._guard:
            late = entry in self._waiting
            if late:
                self._waiting.remove(entry)
        if not late:
            waiting.lock.acquire()
        elif turns is not None:
            turns.come_back()
        return not late


@contextmanager
def taken(turns: Turns) -> Iterator[None]:
    """Wait for a turn, unless this thread has one, and hold it for a block that answers one request."""
    own = _mine.turns is None
    if own:
        turns.acquire()
        _mine.turns = turns
    _mine.began, _mine.unanswered = time.monotonic(), False
    try:
        yield
    finally:
        _mine.began, _mine.unanswered = None, False
        if own:
            _mine.turns = None
            turns.release()


def in_a_request() -> bool:
    """Return whether this thread answers a request."""
    return _mine.began is not None


def unanswered() -> bool:
    """Return whether this thread's request has waited in vain for the database once."""
    return _mine.unanswered


def note_unanswered() -> None:
    """Note that this thread's request waited in vain for the database. It does not wait for it again."""
    _mine.unanswered = in_a_request()


def patience() -> float:
    """Return for how many seconds the request of this thread goes on waiting for others.

    What it has waited already counts, so that nobody waits for one thing after another.
    """
    if _mine.began is None:
        return PATIENCE_SECONDS
    return max(_LEAST_SECONDS, PATIENCE_SECONDS - (time.monotonic() - _mine.began))


@contextmanager
def given_up() -> Iterator[None]:
    """Give this thread's turn up for a block that only waits; wait for another one at its end."""
    turns = _mine.turns
    if turns is None:
        yield
        return
    _mine.turns = None
    turns.release()
    try:
        yield
    finally:
        turns.come_back()
        _mine.turns = turns
