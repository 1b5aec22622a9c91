"""A server as a host runs it, gunicorn, and what its processes cost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bench.idle import memory_mb
from tools.served import ROOT, answers, free_port

_PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class Host:
    """A server that runs: its first process, and its port."""

    process: int
    port: int

    def megabytes(self) -> float:
        """Return the memory of all its processes in MB."""
        command = ["ps", "-o", "pid=", "--ppid", str(self.process)]
        told = subprocess.run(command, capture_output=True, check=False).stdout.split()
        return sum(memory_mb(process) for process in (self.process, *map(int, told)))


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Host]:
    """Run a host's server on a database until the end of the block."""
    port = free_port()
    set_there = {"DATABASE_URL": database, "WEB_CONCURRENCY": str(workers), "PORT": str(port)}
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "python:referee.gunicorn_conf", "--log-level", "warning"],
        cwd=ROOT,
        env=os.environ | set_there | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + _PATIENCE_S
        while not answers(f"http://127.0.0.1:{port}/readyz"):
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.1)
        yield Host(server.pid, port)
    finally:
        server.terminate()
        server.wait(timeout=_PATIENCE_S)
