"""The plain install needs no compiler: it is done here with compilers that always fail.

An Android tablet has no ready-made wheels with C parts. There pip takes a package's pure Python wheel, or
builds it from its source.
"""

from __future__ import annotations

import json
import os
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-gcc")
PIP = ("-m", "pip", "--disable-pip-version-check")
PYTHON = Path("Scripts" if os.name == "nt" else "bin") / "python"


@pytest.fixture(scope="module")
def without_compiler(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Give an environment in which every compiler fails at once."""
    folder = tmp_path_factory.mktemp("compilers")
    for name in COMPILERS:
        (folder / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / name).chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV", "COV"))}
    path = f"{folder}{os.pathsep}{kept['PATH']}"
    return kept | {"CC": str(folder / "cc"), "CXX": str(folder / "c++"), "PATH": path}


def run(*command: str | Path, cwd: Path, env: dict[str, str]) -> str:
    ran = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def chosen(python: Path, place: Path, env: dict[str, str]) -> dict[str, str]:
    """Return the file that pip would take for each package of a plain install, by the package's name."""
    report = place / "report.json"
    asked = ("install", "--dry-run", "--ignore-installed", "--report", report)
    ran = subprocess.run(
        [python, *PIP, *asked, ROOT], cwd=place, env=env, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing(f"THE PACKAGE INDEX CANNOT BE REACHED, so nothing was installed: {ran.stderr[-300:]}")
    packages = json.loads(report.read_text())["install"]
    return {each["metadata"]["name"]: each["download_info"]["url"] for each in packages}


def test_the_plain_install_needs_no_compiler(tmp_path: Path, without_compiler: dict[str, str]) -> None:
    """Packages with a C part in their wheel are built from source here, without it, and work."""
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / PYTHON
    files = chosen(python, tmp_path, without_compiler)
    assert len(files) > 10
    not_pure = [name for name, url in files.items() if url.endswith(".whl") and "-none-any" not in url]
    assert {"MarkupSafe", "SQLAlchemy"} >= set(not_pure), "A new package with C parts: can it do without?"
    assert "greenlet" not in files
    options = ("--no-cache-dir", "--no-binary", ",".join(not_pure) or ":none:")
    run(python, *PIP, "install", *options, ROOT, cwd=tmp_path, env=without_compiler)
    assert not list((tmp_path / "empty").rglob("*.so"))
    sight = run(python, "-m", "referee", "sight", "024", "062", cwd=tmp_path, env=without_compiler)
    assert sight.startswith("024 to 062: clear")
    made = "import sys; from referee.app import create_app; create_app({'database_url': sys.argv[1]})"
    run(python, "-c", made, f"sqlite:///{tmp_path / 'tables.sqlite3'}", cwd=tmp_path, env=without_compiler)
    assert (tmp_path / "tables.sqlite3").exists()
