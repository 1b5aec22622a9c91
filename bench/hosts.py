"""The two servers that the README names, each as it is run, and what their processes cost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.served import ROOT, answers, free_port

_PATIENCE_S = 30.0
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PLAIN = "import sys; sys.modules['PIL'] = None; from referee.__main__ import main; main()"
"""The program as a plain install has it: with Pillow, which the tests bring, qrcode would load 4 MB more."""


@dataclass(frozen=True, slots=True)
class Host:
    """A server that runs: its first process, and its port."""

    process: int
    port: int

    def megabytes(self) -> float:
        """Return the memory in MB of the first process and its workers, without those for heavy work."""
        command = ["ps", "-o", "pid=", "--ppid", str(self.process)]
        told = subprocess.run(command, capture_output=True, check=False).stdout.split()
        return sum(memory_mb(process) for process in (self.process, *map(int, told)))


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Host]:
    """Run gunicorn on a database until the end of the block, as the Procfile does."""
    # When it stops it tells of each connection that is cut.
    arguments = ["-m", "gunicorn", "-c", "python:referee.gunicorn_conf", "--log-level", "critical"]
    port = free_port()
    environment = {"DATABASE_URL": database, "WEB_CONCURRENCY": str(workers), "PORT": str(port)}
    with running(arguments, port, environment) as host:
        yield host


@contextmanager
def served_alone(database: str) -> Iterator[Host]:
    """Run `referee serve`, which is waitress, on a database until the end of the block."""
    port = free_port()
    arguments = ["-c", _PLAIN, "serve", "--host", "127.0.0.1", "--port", str(port), "--database", database]
    with running(arguments, port) as host:
        yield host


SERVERS: dict[str, Callable[[str], AbstractContextManager[Host]]] = {
    "gunicorn": served,
    "waitress": served_alone,
}


@contextmanager
def on_sqlite(server: str) -> Iterator[Host]:
    """Run one of the `SERVERS` on a new SQLite file until the end of the block."""
    with (
        tempfile.TemporaryDirectory() as folder,
        SERVERS[server](f"sqlite:///{folder}/tables.sqlite3") as host,
    ):
        yield host


@contextmanager
def running(
    arguments: Sequence[str], port: int, environment: Mapping[str, str] | None = None
) -> Iterator[Host]:
    """Run a server in Python with these arguments until the end of the block. It answers at `/readyz`."""
    server = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | dict(environment or {}),
        stdout=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + _PATIENCE_S
        while not answers(f"http://127.0.0.1:{port}/readyz"):
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.1)
        yield Host(server.pid, port)
    finally:
        server.terminate()
        server.wait(timeout=_PATIENCE_S)


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory_mb(process: int) -> float:
    """Return the memory of a process in MB (a million bytes)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
