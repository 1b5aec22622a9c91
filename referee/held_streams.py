"""Event streams held on the event loop: one costs no thread, and all ask the database together."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from referee import events
from referee.events import TICK, Begun, Latest, Stream
from referee.hub import Hub
from referee.loop_calls import LoopCalls
from referee.problems import Problem
from referee.stream_places import Place

_LOOKERS = 4
"""Threads that ask the database for all streams together."""
_LINKED_LOOK = 30.0
"""Seconds between two looks at the database where the other processes tell what they change."""
Send = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Held:
    """A stream that the app has granted, for the server to hold: what the device saw, and where it begins."""

    stream: Stream
    seen: int | None
    begun: Begun | None


@dataclass(slots=True, eq=False)
class _Follower:
    """One open stream on the event loop."""

    held: Held
    place: Place
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    left: bool = False


class HeldStreams:
    """All streams of one server. Made on the event loop; everything but `_heard` runs there."""

    def __init__(self, hub: Hub, calls: LoopCalls) -> None:
        self._hub, self._loop, self._calls = hub, asyncio.get_running_loop(), calls
        self._lookers = ThreadPoolExecutor(_LOOKERS, "streams")
        self._rooms: defaultdict[str, set[_Follower]] = defaultdict(set)
        self._ticks: dict[str, int] = {}
        self._gone: set[str] = set()
        hub.listeners.append(self._heard)
        self._looking = self._loop.create_task(self._look_again_and_again())

    def close(self) -> None:
        """Stop looking for news."""
        self._hub.listeners.remove(self._heard)
        self._looking.cancel()
        self._lookers.shutdown(wait=False, cancel_futures=True)

    async def follow(
        self, held: Held, send: Send, hung_up: Callable[[], Coroutine[None, None, None]]
    ) -> None:
        """Send a stream until it ends by itself, the server stops, or the device hangs up."""
        stream = held.stream
        with self._hub.stream(stream.code, stream.seat, stream.address) as place:
            present = self._hub.present(stream.code, stream.seats)
            first = stream.first(held.begun, held.seen, present)
            await send(events.retry(place) + "".join(first))
            if not place.granted or held.begun is None:
                return
            follower = _Follower(held, place)
            ends = self._loop.create_task(hung_up())
            ends.add_done_callback(lambda _: self._leave(follower))
            self._rooms[stream.code].add(follower)
            try:
                with suppress(Problem):
                    await self._follow(follower, held.begun, present, send)
            finally:
                ends.cancel()
                self._forget(follower)

    async def _follow(self, follower: _Follower, begun: Begun, present: dict[str, bool], send: Send) -> None:
        stream, code, hub = follower.held.stream, follower.held.stream.code, self._hub
        version, told, ticks = begun.version, begun.told, begun.ticks
        warnings = stream.warnings()
        end = time.monotonic() + stream.seconds
        heartbeat_at = time.monotonic() + stream.heartbeat
        while (now := time.monotonic()) < end and not (hub.closed or follower.left):
            follower.wake.clear()
            # A stream that has to go tells first what its device has not heard yet.
            end = now if follower.place.ended else end
            said = ""
            if code in self._gone:
                await send(events.gone())
                return
            if (newest := hub.newest(code)) > version:
                version = newest
                now_told = version if stream.known is int else await self._in_thread(stream.known, version)
                if now_told != told:
                    told = now_told
                    said += events.new_version(told)
            if (ticked := self._ticks.get(code, ticks)) > ticks:
                ticks = ticked
                said += events.new_ticks(ticks)
            if (warned := stream.warnings()) != warnings:
                warnings = warned
                said += events.new_guesses()
            if (now_present := hub.present(code, stream.seats)) != present:
                present = now_present
                said += events.presence(present)
            if now >= heartbeat_at:
                heartbeat_at = now + stream.heartbeat
                said += events.HEARTBEAT
            if said:
                await send(said)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.01, min(TICK, end - now, heartbeat_at - now))):
                    await follower.wake.wait()

    async def _in_thread(self, ask: Callable[[int], int], version: int) -> int:
        return await self._loop.run_in_executor(self._lookers, ask, version)

    def _leave(self, follower: _Follower) -> None:
        follower.left = True
        follower.wake.set()

    def _forget(self, follower: _Follower) -> None:
        code = follower.held.stream.code
        self._rooms[code].discard(follower)
        if not self._rooms[code]:
            del self._rooms[code]
            self._ticks.pop(code, None)
            self._gone.discard(code)

    def _heard(self, code: str, ask: bool) -> None:
        """Pass news of a table on to the event loop. Any thread may call this."""
        self._calls.soon(self._wake, code, ask)

    def _wake(self, code: str, ask: bool) -> None:
        rooms = {code} & self._rooms.keys() if code else set(self._rooms)
        if rooms and ask:
            self._loop.create_task(self._look(rooms))
        for room in rooms:
            for follower in self._rooms[room]:
                follower.wake.set()

    async def _look_again_and_again(self) -> None:
        looked = self._loop.time()
        while True:
            await asyncio.sleep(TICK)
            if self._rooms and self._loop.time() - looked >= look_after(self._hub):
                looked = self._loop.time()
                await self._look(set(self._rooms))

    async def _look(self, codes: set[str]) -> None:
        """Look for what other processes have changed at these tables: one question for each kind of table."""
        kinds: defaultdict[Latest, set[str]] = defaultdict(set)
        for code in codes:
            for follower in self._rooms.get(code, ()):
                stream = follower.held.stream
                kinds[stream.latest or _alone(stream)].add(code)
                break
        for latest, asked in kinds.items():
            with suppress(Problem):
                self._note(asked, await self._loop.run_in_executor(self._lookers, latest, asked))

    def _note(self, asked: set[str], told: object) -> None:
        assert isinstance(told, dict)
        for code in asked & self._rooms.keys():
            if code not in told:
                self._gone.add(code)
                self._wake(code, ask=False)
                continue
            version, ticks = told[code]
            if ticks != self._ticks.get(code):
                self._ticks[code] = ticks
                self._wake(code, ask=False)
            if version > self._hub.newest(code):
                # It came from elsewhere: whoever made it has told the other processes.
                self._hub.announce_here(code, version)


def look_after(hub: Hub) -> float:
    """Return after how many seconds the database is asked again for news of other processes."""
    return _LINKED_LOOK if hub.elsewhere.linked else 0.0


def _alone(stream: Stream) -> Latest:
    """Return a question for the one table of a stream."""

    def latest(_codes: Collection[str]) -> dict[str, tuple[int, int]]:
        begun = stream.begun()
        return {} if begun is None else {stream.code: (begun.version, begun.ticks)}

    return latest
