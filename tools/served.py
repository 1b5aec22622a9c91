"""A real server for a test or a picture, and the arguments of Chromium beside it.

It is `referee serve` with fixed chance: every table has the same dice and the same order of units. The same
taps always lead to the same game.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

from referee.cli.serve import serve
from referee.config import Sources
from referee.games.demo_states import SEED, shuffled

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

ROOT = Path(__file__).resolve().parent.parent
POLICY = "Content Security Policy"
"""What the browser says where it had to stop something for it."""
SWITCHED_OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
"""The first two draw hidden windows of the address bar for every context.

On two cores that takes more than half the time of a test. Playwright switches off the rest too, but of two
lists Chromium reads only the last.
"""
ARGUMENTS = (
    f"--disable-features={','.join(SWITCHED_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
FORKS: ForkServerContext | SpawnContext = (
    multiprocessing.get_context("forkserver")
    if "forkserver" in multiprocessing.get_all_start_methods()
    else multiprocessing.get_context("spawn")
)
FORKS.set_forkserver_preload(["tools.served"])
DATABASES: dict[str, Path] = {}
"""The file of the tables of each server that runs here, by its address."""
_LATER = "later"
"""The file beside it, with the seconds by which the server's clock is ahead."""
PATIENCE_S = 120.0
"""How long a server may take to start. A test waits this long only if something is broken."""


def listen_for_errors(context: BrowserContext, errors: list[str]) -> None:
    """Add to `errors` what goes wrong in scripts of a device's pages, and what its policy had to stop."""
    context.on("weberror", lambda error: errors.append(f"{error.page and error.page.url}: {error.error}"))
    context.on("console", lambda line: errors.append(line.text) if POLICY in line.text else None)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(url: str) -> bool:
    """Return whether a server answers at an address."""
    try:
        with urlopen(url, timeout=2):
            return True
    except (URLError, OSError):
        return False


@contextmanager
def serving(folder: Path, packages: Path | None = None, *, parts: bool = False) -> Iterator[str]:
    """Start the server on a free port, with a database in a folder; yield its address.

    `packages` is a folder of more packages, where a game that is not part of this project may stand.
    With `parts` devices add to the dice, which are other ones then every time.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    database = folder / "tables.sqlite3"
    started = Served(port, f"sqlite:///{database}", folder / "log", parts)
    is_there, stop = started.beside(packages) if packages else started.forked()
    try:
        until = time.monotonic() + PATIENCE_S
        while not answers(url):
            assert is_there(), (folder / "log").read_text()
            assert time.monotonic() < until, f"The server did not start: {(folder / 'log').read_text()}"
            time.sleep(0.05)
        DATABASES[url] = database
        yield url
    finally:
        DATABASES.pop(url, None)
        stop()


def skip(url: str, seconds: float) -> None:
    """Move the clock of a server that runs here on: whoever is away, or asked, has been so much longer."""
    later = DATABASES[url].with_name(_LATER)
    new = later.with_suffix(".new")
    new.write_text(str(_ahead(later) + seconds))
    new.replace(later)  # Nobody reads half of it.


def _ahead(later: Path) -> float:
    try:
        return float(later.read_text())
    except FileNotFoundError:
        return 0.0


@dataclass(frozen=True, slots=True)
class Served:
    """What a server is started with.

    `forked` and `beside` start it; each returns how to ask whether it runs, and how to stop it.
    """

    port: int
    database: str
    log: Path
    parts: bool
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def forked(self) -> tuple[Callable[[], bool], Callable[[], None]]:
        """Start it from a process that has imported the referee already, which takes a tenth of the time.

        That process may have begun with other variables, so they are handed on.
        """
        process = FORKS.Process(target=self.run)
        process.start()

        def stop() -> None:
            process.terminate()
            process.join(timeout=PATIENCE_S)

        return process.is_alive, stop

    def beside(self, packages: Path) -> tuple[Callable[[], bool], Callable[[], None]]:
        """Start it from nothing, with a folder of more packages."""
        command = [sys.executable, "-m", "tools.served", str(self.port), self.database]
        command += ["parts"] if self.parts else []
        with self.log.open("wb") as log:
            env = os.environ | {"PYTHONPATH": str(packages)}
            process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=subprocess.STDOUT)

        def stop() -> None:
            process.terminate()
            process.wait(timeout=PATIENCE_S)

        return lambda: process.poll() is None, stop

    def run(self) -> None:
        """Serve until terminated; what is printed goes into the log."""
        os.environ.update(self.environment)
        with self.log.open("wb") as log:
            for stream in (sys.stdout, sys.stderr):
                os.dup2(log.fileno(), stream.fileno())
        serve("127.0.0.1", self.port, self.database, movable(self.database, parts=self.parts))


def movable(database: str, *, parts: bool) -> Sources:
    """Return the same luck for everybody, and clocks that `skip` moves on."""
    ahead = partial(_ahead, Path(database.removeprefix("sqlite:///")).with_name(_LATER))
    luck = same_luck(parts=parts)
    return replace(luck, clock=lambda: time.monotonic() + ahead(), time=lambda: time.time() + ahead())


def same_luck(*, parts: bool = False) -> Sources:
    """Return sources that give every table the same dice and the same order of units."""
    return Sources(seed=lambda: SEED, shuffled=shuffled, seed_contributions=parts)


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), sys.argv[2], movable(sys.argv[2], parts="parts" in sys.argv[3:]))
