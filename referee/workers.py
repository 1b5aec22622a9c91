"""Several processes that serve together, for a host with more than one core.

They take connections from one socket that listens. Their parent begins a new one where one has died, and on
SIGHUP puts new ones in their place, one after the other: the program is renewed while it answers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from referee.config import whole_number
from referee.errors import InputError
from referee.places import Places

MOST = 64
"""The most workers of one parent."""
READY = b"ready\n"
"""What a worker writes to its standard output once it serves."""
_START_SECONDS = 60.0
"""How long a worker may take until it serves."""
_STOP_SECONDS = 15.0
"""How long a worker may take to stop; then it is killed."""
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 30.0
_MOST_UNTOLD = 4
"""Workers that begin unless somebody names more: each opens up to 22 of PostgreSQL's 100 connections."""
_SETTLED_SECONDS = 60.0
"""How long a worker must have served, for its death not to count as one of a row."""


def most_workers(wanted: int | None, *, shared: bool) -> int:
    """Return how many workers serve: as many as wanted; None is WEB_CONCURRENCY, or a core each up to 4.

    Only a database that several processes can share, PostgreSQL, lets more than one serve. Raises InputError
    for more on another, and for a WEB_CONCURRENCY that is not a number.
    """
    if wanted is None and shared:
        wanted = whole_number("WEB_CONCURRENCY", min(os.cpu_count() or 1, _MOST_UNTOLD), MOST)
    if wanted is not None and wanted > 1 and not shared:
        raise InputError(
            "--workers: several processes need a PostgreSQL database; a SQLite file allows only one."
        )
    return wanted or 1


class Workers:
    """The parent of `count` workers that serve on `places`: `command` with the number of a socket.

    `variables` go into their environment: an address with a password has no place in a command.
    `when_serving` is called once the first of them serves, `when_ended` with the number of a process that
    served and has ended.
    """

    def __init__(
        self,
        places: Places,
        count: int,
        command: Sequence[str],
        variables: Mapping[str, str],
        when_serving: Callable[[], None] = lambda: None,
        when_ended: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._when_serving, self._when_ended = when_serving, when_ended
        self._watching = set[asyncio.Task[None]]()
        self._places, self._count, self._command = places, count, tuple(command)
        self._variables = dict(variables)
        self._stopping = asyncio.Event()
        self._serving: dict[int, asyncio.subprocess.Process] = {}
        self._filling = [asyncio.Lock() for _ in range(count)]
        self._renewing: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT. Raises InputError when the first worker does not come to serve."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._renew)
        first = await self._begun(0)
        if first is None:
            raise InputError("None of the server's processes could start; see their messages above.")
        self._when_serving()
        places = [loop.create_task(self._kept(n, None if n else first)) for n in range(self._count)]
        await self._stopping.wait()
        if self._renewing is not None:
            self._renewing.cancel()
        await asyncio.gather(*places)

    async def _kept(self, place: int, worker: asyncio.subprocess.Process | None) -> None:
        """Keep a worker in a place until the end."""
        loop, wait = asyncio.get_running_loop(), _FIRST_WAIT
        while not self._stopping.is_set():
            since = loop.time()
            async with self._filling[place]:
                if not self._is_filled(place):  # a renewal may have been quicker
                    worker = worker or await self._begun(place)
                    if worker is not None:
                        self._serving[place] = worker
            if self._is_filled(place):
                await self._ended(place)
                if any(map(self._is_filled, self._serving)):
                    # Until another worker serves here, connections must not wait for it.
                    self._places.leave(place)
            worker = None
            wait = _FIRST_WAIT if loop.time() - since > _SETTLED_SECONDS else min(2 * wait, _LONGEST_WAIT)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._stopping.wait()
        if (last := self._serving.get(place)) is not None:
            await _stopped(last)

    def _is_filled(self, place: int) -> bool:
        worker = self._serving.get(place)
        return worker is not None and worker.returncode is None

    async def _ended(self, place: int) -> None:
        """Wait until the worker of a place has ended, and not because a new one took it; or for the end."""
        while not self._stopping.is_set():
            worker = self._serving[place]
            ended = asyncio.ensure_future(worker.wait())
            stopping = asyncio.ensure_future(self._stopping.wait())
            await asyncio.wait({ended, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not ended.done():
                ended.cancel()
            elif self._serving[place] is worker:
                return

    def _renew(self) -> None:
        """Put a new worker in each place, one after the other, unless that is being done."""
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.get_running_loop().create_task(self._renewed())

    async def _renewed(self) -> None:
        for place in range(self._count):
            async with self._filling[place]:
                fresh = await self._begun(place)
                if fresh is None:
                    sys.stderr.write("A new process could not start; the old ones go on.\n")
                    return
                old, self._serving[place] = self._serving.get(place), fresh
            if old is not None:
                await _stopped(old)

    async def _begun(self, place: int) -> asyncio.subprocess.Process | None:
        """Return a worker that serves in a place, or None if it did not come to that."""
        number = self._places.of(place).fileno()
        worker = await asyncio.create_subprocess_exec(
            *self._command,
            str(number),
            pass_fds=(number,),
            env={**os.environ, **self._variables},
            # It ends when its parent does, however that came about.
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # Ctrl+C reaches the parent alone, which stops them.
            start_new_session=True,
        )
        assert worker.stdout is not None
        said = b""
        with suppress(TimeoutError):
            async with asyncio.timeout(_START_SECONDS):
                said = await worker.stdout.readline()
        if said == READY:
            watch = asyncio.get_running_loop().create_task(self._watch(worker))
            self._watching.add(watch)
            watch.add_done_callback(self._watching.discard)
            return worker
        await _stopped(worker)
        return None

    async def _watch(self, worker: asyncio.subprocess.Process) -> None:
        await worker.wait()
        self._when_ended(worker.pid)


async def _stopped(worker: asyncio.subprocess.Process) -> None:
    """Stop a worker, after what it is answering."""
    with suppress(ProcessLookupError):
        worker.terminate()
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await worker.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
