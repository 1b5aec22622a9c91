"""Ask the advisory databases about the packages that are installed here (`make audit`).

`python -m tools.audit` puts pip-audit into an environment of its own, so that its packages are not ours, and
asks. Exit status 1 says that there are advisories; a package that could not be checked is named loudly, and
is not a failure, for a machine without the network has done nothing wrong.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_ENVIRONMENT = Path("build/audit")
_PATIENCE_S = 300
Json = Mapping[str, Any]


def report(dependencies: Sequence[Json]) -> tuple[list[str], int]:
    """Return the lines to print about what pip-audit found, and the exit status."""
    lines = [
        f"{package['name']} {package['version']}: {advisory['id']}"
        f"{', fixed in ' + ', '.join(advisory['fix_versions']) if advisory.get('fix_versions') else ''}"
        for package in dependencies
        for advisory in package.get("vulns", ())
    ]
    unasked = [package["name"] for package in dependencies if "skip_reason" in package]
    status = 1 if lines else 0
    if unasked:
        lines.append(f"NOT AUDITED: no advisory source knew {len(unasked)} of {len(dependencies)} packages.")
    if not status and len(unasked) < len(dependencies):
        lines.append(
            f"No advisory concerns the {len(dependencies) - len(unasked)} packages that were audited."
        )
    return lines, status


def main() -> int:
    """Run pip-audit, print what it found, and return the exit status."""
    try:
        lines, status = report(_asked())
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as error:
        lines, status = [f"NOT AUDITED: pip-audit could not be installed or run ({type(error).__name__})."], 0
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return status


def _asked() -> list[Json]:
    python = _ENVIRONMENT / "bin" / "python"
    if not (_ENVIRONMENT / "ready").exists():
        _run(sys.executable, "-m", "venv", str(_ENVIRONMENT))
        _run(str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "pip-audit>=2.9,<3")
        (_ENVIRONMENT / "ready").touch()
    packages = sysconfig.get_paths()["purelib"]
    asks = ("-m", "pip_audit", "--path", packages, "--progress-spinner", "off", "--format", "json")
    dependencies: list[Json] = json.loads(_run(str(python), *asks, fails=True))["dependencies"]
    return dependencies


def _run(*command: str, fails: bool = False) -> str:
    """Return what a command prints. `fails`: its exit status is an answer, not a failure."""
    return subprocess.run(
        command, check=not fails, timeout=_PATIENCE_S, stdout=subprocess.PIPE, text=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main())
