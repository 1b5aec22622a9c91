"""Ask the API what nobody would: requests that fit its description and requests that do not (`make fuzz`).

Schemathesis makes them up from `/api/openapi.json` and holds the answers against it: no 5xx, every answer as
described, nothing accepted that the description forbids. It asks a server of its own, from nobody's place and
from that of each seat of each game. `python -m tools.fuzz 300` gives each of these 300 seconds.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from referee.games import registry
from tools.served import serving

CONFIGURATION = Path(__file__).with_name("fuzz.toml")
SECONDS = 60
NOBODY = ""


def post(url: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the server made."""
    data = json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        made: dict[str, Any] = json.load(answer)
        return made


def get(url: str) -> dict[str, Any]:
    """Return what the server keeps."""
    with urlopen(url) as answer:
        kept: dict[str, Any] = json.load(answer)
        return kept


def configuration(url: str, system: str, code: str, survey: str) -> str:
    """Return the configuration, with the addresses of what is there."""
    sheet = get(f"{url}/api/counters")["counters"][0]["id"]
    map_ = get(f"{url}/api/maps")["maps"][0]["id"]
    operations = "".join(
        f'\n[[operations]]\ninclude-path-regex = "^/api/{kind}/"\nparameters = {{"path.id_" = "{id_}"}}\n'
        for kind, id_ in (("maps", map_), ("counters", sheet), ("surveys", survey))
    )
    parameters = {"path.code": code, "path.system": system, "path.ending": "geojson", "path.wait": "0"}
    lines = "".join(f'"{name}" = "{value}"\n' for name, value in parameters.items())
    return f"{CONFIGURATION.read_text()}{operations}\n[parameters]\n{lines}"


def runs(url: str) -> Iterator[tuple[str, str, str]]:
    """Yield who asks about which table: what to call it, a seat's token, the configuration."""
    survey = post(f"{url}/api/surveys", {})["id"]
    for system in registry.games():
        made = post(f"{url}/api/tables", {"system": system})
        told = configuration(url, system, made["code"], survey)
        yield f"{system}, nobody", NOBODY, told
        for seat, given in made["seats"].items():
            yield f"{system}, {seat}", given["token"], told


def ask(program: str, url: str, token: str, settings: Path, seconds: int) -> int:
    """Have schemathesis ask for so many seconds. Returns its status, 0 if nothing was found."""
    command = [program, "--config-file", str(settings), "run", f"{url}/api/openapi.json"]
    command += ["--max-time", str(seconds), "--phases", "examples,coverage,fuzzing"]
    command += ["-H", f"Authorization: Bearer {token}"] if token else []
    return subprocess.run(command, check=False).returncode


def main(seconds: int) -> int:
    """Ask from every place; return 1 if something was found."""
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    if program is None:
        sys.exit("schemathesis is not installed; `make fuzz` installs it.")
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        with serving(folder) as url:
            statuses = []
            for name, token, told in runs(url):
                print(f"\n{name}\n", flush=True)
                settings = folder / "schemathesis.toml"
                settings.write_text(told)
                statuses.append(ask(program, url, token, settings, seconds))
    return int(any(statuses))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
