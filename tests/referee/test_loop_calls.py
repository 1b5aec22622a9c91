"""Calls from threads to an event loop: none is lost, and many wake it once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from referee.loop_calls import LoopCalls

THREADS, EACH = 8, 500


def test_every_call_is_made_in_the_order_of_its_thread() -> None:
    made: dict[int, list[int]] = {thread: [] for thread in range(THREADS)}

    async def run() -> None:
        calls, all_made = LoopCalls(asyncio.get_running_loop()), asyncio.Event()

        def call(thread: int, number: int) -> None:
            made[thread].append(number)
            if all(len(numbers) == EACH for numbers in made.values()):
                all_made.set()

        def ask(thread: int) -> None:
            for number in range(EACH):
                calls.soon(call, thread, number)

        for thread in range(THREADS):
            threading.Thread(target=ask, args=(thread,)).start()
        async with asyncio.timeout(30):
            await all_made.wait()

    asyncio.run(run())
    assert set(map(tuple, made.values())) == {tuple(range(EACH))}


def test_calls_that_come_together_wake_the_loop_once() -> None:
    class Loop:
        woken = 0

        def call_soon_threadsafe(self, make: Any) -> None:
            self.woken += 1
            self.make = make

    loop: Any = Loop()
    calls, made = LoopCalls(loop), list[int]()
    for number in range(5):
        calls.soon(made.append, number)
    assert (loop.woken, made) == (1, [])
    loop.make()
    assert made == [0, 1, 2, 3, 4]
    calls.soon(made.append, 5)
    assert loop.woken == 2


def test_a_loop_that_has_ended_is_asked_in_vain() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    LoopCalls(loop).soon(lambda: None)
