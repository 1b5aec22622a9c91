"""Ask what nobody would: hand odd files to every reader, odd requests to the API (`make fuzz`).

Hypothesis spoils the files: `tests/referee/cli/test_damaged_files.py`. Schemathesis makes requests up from
`/api/openapi.json`, those that fit it and those that do not, and holds the answers against it: no 5xx, every
answer as described, nothing accepted that the description forbids. It asks a server of its own, from nobody's
place and from that of each seat of each game. `python -m tools.fuzz 300` gives 300 seconds to each of these,
and to the files together; what has begun by then is finished.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from referee.games import registry
from tools.api_table import ApiTable, send
from tools.served import serving

CONFIGURATION = Path(__file__).with_name("fuzz.toml")
SECONDS = 60
NOBODY = ""
ROOT = Path(__file__).resolve().parent.parent
READERS = "tests/referee/cli/test_damaged_files.py"


def configuration(url: str, system: str, code: str, survey: str) -> str:
    """Return the configuration, with the addresses of what is there."""
    sheet = send(f"{url}/api/counters")["counters"][0]["id"]
    map_ = send(f"{url}/api/maps")["maps"][0]["id"]
    operations = "".join(
        f'\n[[operations]]\ninclude-path-regex = "^/api/{kind}/"\nparameters = {{"path.id_" = "{id_}"}}\n'
        for kind, id_ in (("maps", map_), ("counters", sheet), ("surveys", survey))
    )
    parameters = {"path.code": code, "path.system": system, "path.ending": "geojson", "path.wait": "0"}
    lines = "".join(f'"{name}" = "{value}"\n' for name, value in parameters.items())
    return f"{CONFIGURATION.read_text()}{operations}\n[parameters]\n{lines}"


def runs(url: str) -> Iterator[tuple[str, str, str]]:
    """Yield who asks about which table: what to call it, a seat's token, the configuration."""
    survey = send(f"{url}/api/surveys", {})["id"]
    for system in registry.games():
        table = ApiTable.new(url, {"system": system})
        told = configuration(url, system, table.code, survey)
        yield f"{system}, nobody", NOBODY, told
        for seat, token in table.tokens.items():
            yield f"{system}, {seat}", token, told


def ask(program: str, url: str, token: str, settings: Path, seconds: int) -> int:
    """Have schemathesis ask for so many seconds. Returns its status, 0 if nothing was found.

    What it keeps of a run goes beside its settings, into a folder that is gone afterwards.
    """
    command = [program, "--config-file", str(settings), "run", f"{url}/api/openapi.json"]
    command += ["--max-time", str(seconds), "--phases", "examples,coverage,fuzzing"]
    command += ["-H", f"Authorization: Bearer {token}"] if token else []
    return subprocess.run(command, check=False, cwd=settings.parent).returncode


def read(seconds: int) -> int:
    """Spoil files for every reader, a few for each at a time, until so many seconds are over.

    Returns a status, 0 if nothing was found.
    """
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-n", "auto", "--dist", "worksteal"]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        tried = subprocess.run([*command, "--hypothesis-profile=fuzz", READERS], check=False, cwd=ROOT)
        if tried.returncode:
            return tried.returncode
    return 0


def main(seconds: int) -> int:
    """Try every reader, and ask from every place; return 1 if something was found."""
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    if program is None:
        sys.exit("schemathesis is not installed; `make fuzz` installs it.")
    statuses = [read(seconds)]
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        with serving(folder) as url:
            for name, token, told in runs(url):
                print(f"\n{name}\n", flush=True)
                settings = folder / "schemathesis.toml"
                settings.write_text(told)
                statuses.append(ask(program, url, token, settings, seconds))
    return int(any(statuses))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
