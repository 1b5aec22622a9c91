"""Start a PostgreSQL for the tests that need one, and stop it when they are done.

`python -m tools.postgresql COMMAND...` runs a command with `REFEREE_TEST_POSTGRESQL` set to an empty database
of its own, and exits with the command's status. Where that variable is set already, or where no PostgreSQL
can be started, the command still runs; its tests then say that they were skipped.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.browser import install_packages, version
from tools.served import free_port

VARIABLE = "REFEREE_TEST_POSTGRESQL"
"""The environment variable that names the database."""
PACKAGES = ("postgresql",)
_DEBIANS = "usr/lib/postgresql/*/bin/pg_ctl"
"""Where Debian keeps the programs of a server, which are not on the PATH."""
_USER = "postgres"
_PATIENCE_S = 60


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's server programs, the newest version first, or None."""
    if there := shutil.which("pg_ctl"):
        return Path(there).resolve().parent
    debians = sorted(Path("/").glob(_DEBIANS), key=lambda path: path.parent.parent.name.zfill(4))
    return debians[-1].parent if debians else None


@contextmanager
def started(programs: Path) -> Iterator[str]:
    """Run a server on a new folder, and give the address of its database.

    Raises subprocess.SubprocessError or OSError if it does not start.
    """
    port, root = free_port(), hasattr(os, "geteuid") and os.geteuid() == 0
    owner: dict[str, Any] = {"user": _USER, "group": _USER, "extra_groups": []} if root else {}
    folder = Path(tempfile.mkdtemp(prefix="referee-postgresql-"))
    try:
        if root:  # PostgreSQL refuses to run as root.
            shutil.chown(folder, _USER, _USER)

        def run(program: str, *arguments: str) -> None:
            # A file takes the output: the server keeps what it is given, and a pipe would never end.
            with (folder.parent / f"{folder.name}.log").open("ab") as log:
                subprocess.run(
                    [str(programs / program), "-D", str(folder / "data"), *arguments],
                    check=True,
                    timeout=_PATIENCE_S,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd=folder,
                    **owner,
                )

        run("initdb", "--auth=trust", f"--username={_USER}", "--encoding=UTF8", "--no-locale", "--no-sync")
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-w", "-t", str(_PATIENCE_S), "-o", settings, "start")
        try:
            yield f"postgresql://{_USER}@127.0.0.1:{port}/{_USER}"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        (folder.parent / f"{folder.name}.log").unlink(missing_ok=True)


def main(command: Sequence[str]) -> int:
    """Run a command beside a PostgreSQL server where that can be done, and return its status."""
    if os.environ.get(VARIABLE):
        return subprocess.run(command, check=False).returncode
    if find_programs() is None and os.environ.get("CI") == "true":
        print("No PostgreSQL on this machine; trying to install it.", flush=True)
        install_packages(PACKAGES)
    programs, address = find_programs(), ""
    try:
        if programs is not None:
            with started(programs) as address:
                print(version(str(programs / "postgres")), flush=True)
                return subprocess.run(command, env={**os.environ, VARIABLE: address}, check=False).returncode
    except (OSError, LookupError, subprocess.SubprocessError) as problem:
        if address:  # It started, so this is not a reason to run the command again.
            raise
        print(f"PostgreSQL does not start: {problem}", flush=True)
    print("NO POSTGRESQL: its tests are skipped.", flush=True)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # stop the server first
    sys.exit(main(sys.argv[1:]))
