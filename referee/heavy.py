"""Worker processes for work that takes long, so that the server keeps serving.

`run(kind, function, *arguments)` waits for the result, or raises what the function raises. The function is
pure, defined at the top of a module, and takes and returns what can be pickled. Waiting blocks the calling
thread, or greenlet under gevent: these are ordinary pipes and locks. (The standard library's
`ProcessPoolExecutor` blocks gevent's whole loop when its queue outgrows a pipe.)

A process starts when it is needed and ends after a minute without work. Where none can start, the function
runs in the caller. A process that dies takes only its own work with it.
"""

from __future__ import annotations

import atexit
import copyreg
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from queue import SimpleQueue
from types import MappingProxyType
from typing import Any, TypeVar

from referee.errors import Problem

ResultT = TypeVar("ResultT")
MAX_PROCESSES = 4
"""The most processes of this program, however many cores there are: each takes some 70 MB."""
IDLE_SECONDS = 60.0
_FIRST = "import sys; sys.path[:] = {!r}; from referee import heavy; heavy.serve()"
_READY = pickle.dumps((int, ()))
"""The first work: one that answers it has begun."""

network: ContextVar[str] = ContextVar("network", default="")
"""The network that asks for the work: networks take turns. "" is the server itself."""


class WorkerDied(Problem):
    """A worker process ended unexpectedly."""

    def __init__(self) -> None:
        super().__init__(503, "Something ended the process that worked on this. Try again in a moment.")


@dataclass(frozen=True, slots=True, eq=False)
class WorkKind:
    """A kind of work. `full` is the sentence of the refusal if too much of it is queued.

    `most` jobs may be asked for at the same time, `of_a_network` by one network. Jobs of guests leave one
    process free for the others. `urgent` jobs go first.
    """

    full: str
    most: int = 18
    of_a_network: int = 12
    guest: bool = True
    urgent: bool = False


UPLOADS = WorkKind("Many people are uploading or printing maps right now. Try again in a moment.")
"""Checking, drawing and printing maps, counters and surveys."""
REPORTS = WorkKind("Many people are reading reports right now. Try again in a moment.")
"""Work that goes through whole games."""
ODDS = WorkKind("Too many tables are asking for their odds. Ask again in a minute.", 100, 100, guest=False)
OPPONENT = WorkKind("Too many tables wait for the referee.", 1000, 1000, guest=False, urgent=True)
"""The referee's choices for a seat that it plays."""


@dataclass(slots=True, eq=False)
class _Job:
    """A piece of work that waits in the queue or is being done."""

    kind: WorkKind
    network: str


class Pool:
    """Up to `size` worker processes. Each ends after `idle_seconds` without work."""

    def __init__(self, size: int, idle_seconds: float = IDLE_SECONDS) -> None:
        self.size, self._idle_seconds = size, idle_seconds
        self._changed = threading.Condition()
        self._waiting: list[_Job] = []
        self._working: list[_Job] = []
        self._turns: dict[tuple[WorkKind, str], int] = {}
        """The last turn of each network that asks for work now, as a growing number."""
        self._processes: set[_Process] = set()
        self._idle: dict[_Process, threading.Timer] = {}

    def run(self, kind: WorkKind, function: Callable[..., ResultT], *arguments: Any) -> ResultT:
        """Return what a function returns, or raise what it raises.

        Raises Problem (503) if too much of this kind is queued, and WorkerDied.
        """
        asked = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        with self._turn(_Job(kind, network.get())):
            process = self._acquire()
            if process is None:
                return function(*arguments)
            try:
                answer = process.ask(asked)
            except BaseException:  # also what ends a greenlet: its answer must not go to the next caller
                self._end(process)
                raise
            self._release(process)
        result: ResultT = _unpacked(answer)
        return result

    def numbers(self) -> list[int]:
        """Return the process IDs."""
        with self._changed:
            return [process.number for process in self._processes]

    def close(self) -> None:
        """End all processes, busy ones too."""
        with self._changed:
            ending = list(self._processes)
        for process in ending:
            self._end(process)

    @contextmanager
    def _turn(self, job: _Job) -> Iterator[None]:
        """Wait for the turn of this job, and hold it until the block ends."""
        with self._changed:
            there = [p.network for p in self._waiting + self._working if p.kind is job.kind]
            if len(there) >= job.kind.most or there.count(job.network) >= job.kind.of_a_network:
                raise Problem(503, job.kind.full, {"Retry-After": "5"})
            self._waiting.append(job)
            try:
                self._changed.wait_for(lambda: self._next() is job)
            finally:
                self._waiting.remove(job)
                self._changed.notify_all()
            self._working.append(job)
            last = max(self._turns.values(), default=0)
            here = {(p.kind, p.network) for p in self._waiting + self._working}
            self._turns = {key: turn for key, turn in self._turns.items() if key in here}
            self._turns[job.kind, job.network] = last + 1
        try:
            yield
        finally:
            with self._changed:
                self._working.remove(job)
                self._changed.notify_all()

    def _next(self) -> _Job | None:
        """Return the next job: the first one of the network whose last turn was longest ago."""
        if len(self._working) >= self.size:
            return None
        guests = sum(job.kind.guest for job in self._working)
        able = [p for p in self._waiting if not p.kind.guest or guests < max(1, self.size - 1)]
        order = {p: (not p.kind.urgent, self._turns.get((p.kind, p.network), 0)) for p in able}
        return min(able, key=order.__getitem__, default=None)

    def _acquire(self) -> _Process | None:
        """Return a process to work in; None if none can start."""
        with self._changed:
            if self._idle:
                process, timer = self._idle.popitem()
                timer.cancel()
                return process
        try:
            process = _Process()
        except OSError:
            return None
        with self._changed:
            self._processes.add(process)
        return process

    def _release(self, process: _Process) -> None:
        timer = threading.Timer(self._idle_seconds, self._end_idle, (process,))
        timer.daemon = True
        with self._changed:
            self._idle[process] = timer
            timer.start()

    def _end_idle(self, process: _Process) -> None:
        with self._changed:
            if self._idle.pop(process, None) is None:
                return
        self._end(process)

    def _end(self, process: _Process) -> None:
        with self._changed:
            self._processes.discard(process)
            if (timer := self._idle.pop(process, None)) is not None:
                timer.cancel()
        process.end()


class _Process:
    """A worker process. It ends when its parent does. Raises OSError if it cannot start."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [sys.executable or "", "-c", _FIRST.format(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C reaches the parent alone
        )
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self.number, self._asked, self._answers = self._child.pid, self._child.stdin, self._child.stdout
        try:
            self.ask(_READY)
        except WorkerDied:
            self.end()
            raise OSError("A process could not begin.") from None

    def ask(self, asked: bytes) -> bytes:
        """Return the pickled answer to a pickled job. Raises WorkerDied."""
        try:
            _send(asked, self._asked)
            answer: bytes = pickle.load(self._answers)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise WorkerDied from None
        return answer

    def end(self) -> None:
        """End it, whatever it does."""
        self._child.kill()
        for pipe in (self._asked, self._answers):
            with suppress(OSError):
                pipe.close()
        self._child.wait()


def _unpacked(answer: bytes) -> Any:
    """Return a result, or raise the error that came instead; its `places` say where it was raised."""
    result, failure = pickle.loads(answer)
    if failure is None:
        return result
    kind, arguments, members, places = failure
    error: Exception = kind.__new__(kind, *arguments)
    error.__dict__.update(members, places=places)
    raise error


copyreg.pickle(MappingProxyType, lambda proxy: (dict, (dict(proxy),)))  # type: ignore[arg-type, return-value]


# --- in a process that works ------------------------------------------------------------------------


def serve() -> None:
    """Do one job after another, as they come through standard input, until the parent is gone."""
    if hasattr(os, "nice"):
        os.nice(10)  # the server comes first
    asked = SimpleQueue[bytes]()
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what a function prints is no answer
        threading.Thread(target=_listen, args=(asked,), daemon=True).start()
        while True:
            _send(_answer(asked.get()), out)


def _send(data: bytes, pipe: Any) -> None:
    pickle.dump(data, pipe)
    pipe.flush()


def _listen(asked: SimpleQueue[bytes]) -> None:
    """Read jobs. Once the parent is gone this process ends, even in the middle of a job."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            asked.put(pickle.load(sys.stdin.buffer))
    os._exit(0)


def _answer(asked: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(asked)
        return pickle.dumps((function(*arguments), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        places = "".join(f"\n  {f.filename}:{f.lineno} in {f.name}" for f in frames)
        try:
            return pickle.dumps((None, (type(error), error.args, error.__dict__, places)))
        except Exception:
            return pickle.dumps((None, (RuntimeError, (type(error).__name__,), {}, places)))


def cores() -> int:
    """Return how many cores this program may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


POOL = Pool(min(MAX_PROCESSES, cores()))
run = POOL.run
atexit.register(POOL.close)
