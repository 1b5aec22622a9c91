"""Turns: a few requests are worked on at a time, and one that waits for something lets others go on.

Python runs one thread at a time anyway. With many runnable at once each waits for its turn after every
question to the database, and all are late; one after the other, each is quick. But a request that waits for
the disk, for a lock or for another machine needs no processor, so it gives its turn up until it goes on.

To wake a thread costs as much as a small request. So the threads of a server take the next request
themselves, and go on one at a time for as long as each is quick.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.fair_queue import FairQueue
from referee.waited import answering, waiting

THREADS = 48
"""Threads that answer requests. A few work at a time; the others wait for the database."""
Work = Callable[[], None]


class _Mine(threading.local):
    """What this thread has: its turn, of which `turns`.

    `belongs` says that the thread is one of those that `Turns.submit` starts.
    """

    turns: Turns | None = None
    turn: _Turn | None = None
    belongs = False


_mine = _Mine()


def _closed_lock() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True, eq=False)
class _Turn:
    """A turn that is waited for, by work that no thread has begun or by a thread, whose lock it opens.

    A thread of a server is `patient`: it waits until nobody quick is at work. Once the turn is given, `seen`
    says that `relieve` has found it at work, and `slow` that it did so again.
    """

    patient: bool
    work: Work | None = None
    lock: threading.Lock = field(default_factory=_closed_lock)
    seen: bool = False
    slow: bool = False


@dataclass(slots=True, eq=False)
class _Idle:
    """A thread without work, and the turn that wakes it."""

    turn: _Turn | None = None
    wake: threading.Lock = field(default_factory=_closed_lock)


class Turns:
    """At most `at_once` threads have a turn, those that had one before first.

    The others have theirs in the order they came, but each network in its turn: a crowd from one address
    delays nobody else by more than one request.

    Up to `threads` threads do the work given to `submit`, one at a time beside those that are slow:
    `relieve`, called again and again, finds out which are. Any other thread goes on once a turn is free.
    """

    def __init__(self, at_once: int, threads: int = THREADS) -> None:
        self.threads = threads
        self._at_once = at_once
        self._guard = threading.Lock()
        self._given: set[_Turn] = set()
        self._returning, self._arrived = FairQueue[_Turn](), FairQueue[_Turn]()
        self._idle: list[_Idle] = []
        self._started = self._unfinished = 0
        self._closed = False

    def submit(self, work: Work, network: str = "") -> None:
        """Have a thread do work that raises nothing, as soon as the turn of its network comes."""
        with self._guard:
            self._closed = False
            self._unfinished += 1
            self._arrived.append(_Turn(patient=True, work=work), network)
            self._hand_out()

    def relieve(self) -> bool:
        """Take all that were at work at the last call for slow; return whether work is still unfinished."""
        with self._guard:
            for turn in self._given:
                turn.slow, turn.seen = turn.seen, True
            self._hand_out()
            return self._unfinished > 0

    def acquire(self, network: str = "") -> None:
        """Wait for a turn of this network."""
        self._wait_in(self._arrived, network)

    def come_back(self) -> None:
        """Wait for a turn before all those that have not had one yet."""
        self._wait_in(self._returning)

    def release(self) -> None:
        """Give this thread's turn up."""
        with self._guard:
            self._end_turn()
            self._hand_out()

    def close(self) -> None:
        """Let the threads end, each after its work; what none has begun is not done (one server an app)."""
        with self._guard:
            self._closed = True
            self._unfinished -= self._arrived.drop(lambda turn: turn.work is not None)
            for idle in self._idle:
                idle.wake.release()
            self._idle.clear()
            self._hand_out()

    def let_back(self, turn: _Turn) -> None:
        """Give a thread that gave its turn up another one, when it comes. Any thread may call this."""
        with self._guard:
            self._returning.append(turn)
            self._hand_out()

    def _wait_in(self, queue: FairQueue[_Turn], network: str = "") -> None:
        turn = _Turn(patient=_mine.belongs)
        with self._guard:
            queue.append(turn, network)
            self._hand_out()
        turn.lock.acquire()
        _mine.turn = turn

    def _end_turn(self) -> None:
        if _mine.turn is not None:
            self._given.discard(_mine.turn)
            _mine.turn = None

    def _hand_out(self) -> None:
        """Give free turns to those who may have one now. The guard must be held."""
        while queue := self._returning or self._arrived:
            turn = queue.first()
            if len(self._given) >= self._at_once:
                return
            if (turn.patient and not all(given.slow for given in self._given)) or not self._give(turn):
                return
            queue.popleft()
            self._given.add(turn)

    def _give(self, turn: _Turn) -> bool:
        """Let a turn begin; return whether a thread was there for it."""
        if turn.work is None:
            turn.lock.release()
        elif self._idle:
            idle = self._idle.pop()
            idle.turn = turn
            idle.wake.release()
        else:
            return self._started < self.threads and self._start_thread(turn)
        return True

    def _start_thread(self, turn: _Turn) -> bool:
        """Start a thread; False where the system has none to give."""
        try:
            threading.Thread(target=self._answer, args=(turn,), name="answers").start()
        except RuntimeError:
            return False
        self._started += 1
        return True

    def _answer(self, turn: _Turn | None) -> None:
        """Do work after work, each with the turn that was given to it."""
        _mine.belongs = True
        idle = _Idle()
        while turn is not None and turn.work is not None:
            _mine.turns, _mine.turn = self, turn
            turn.work()
            _mine.turns, idle.turn = None, None
            with self._guard:
                self._unfinished -= 1
                self._end_turn()
                if self._closed:
                    idle.wake.release()
                else:
                    # Last in, first out: where more work waits it is this thread that goes on.
                    self._idle.append(idle)
                self._hand_out()
            idle.wake.acquire()
            turn = idle.turn
        with self._guard:
            self._started -= 1
            self._hand_out()


class Gate:
    """Something that many threads wait for, each without its turn. It is opened once."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._opened = False
        self._waiting: list[tuple[Turns | None, _Turn]] = []

    def open(self) -> None:
        """Let all go on who wait, each as soon as it has a turn again."""
        with self._guard:
            self._opened = True
            all_waiting, self._waiting = self._waiting, []
        for turns, turn in all_waiting:
            if turns is None:
                turn.lock.release()
            else:
                turns.let_back(turn)

    def wait(self, seconds: float) -> bool:
        """Wait this long at most, and return whether it was opened. Then the thread has its turn again."""
        turns, turn = _mine.turns, _Turn(patient=_mine.belongs)
        entry = turns, turn
        with self._guard:
            if self._opened:
                return True
            self._waiting.append(entry)
        if turns is not None:
            turns.release()
        opened = turn.lock.acquire(timeout=seconds)
        if not opened:
            with self._guard:
                opened = entry not in self._waiting
                if not opened:
                    self._waiting.remove(entry)
            if opened:  # the turn is on its way
                turn.lock.acquire()
        if turns is not None and opened:
            _mine.turn = turn
        elif turns is not None:
            turns.come_back()
        return opened


@contextmanager
def taken(turns: Turns, network: str = "") -> Iterator[None]:
    """Wait for a turn, unless this thread has one, and hold it for a block that answers one request."""
    own = _mine.turns is None
    if own:
        turns.acquire(network)
        _mine.turns = turns
    try:
        with answering():
            yield
    finally:
        if own:
            _mine.turns = None
            turns.release()


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
        with waiting():
            yield
    finally:
        turns.come_back()
        _mine.turns = turns
