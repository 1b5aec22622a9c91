"""The plain install needs no compiler: it is done here with compilers that always fail.

An Android tablet has no ready-made wheels with C parts. There pip takes a package's pure Python wheel, or
builds it from its source. `test_wheel` holds which packages these are.
"""

from __future__ import annotations

import os
import venv
from pathlib import Path

from tests import soak
from tests.test_wheel import CLEAN, PIP, ROOT, chosen, run, with_c_parts

COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-gcc")


def without_compiler(folder: Path) -> dict[str, str]:
    """Return an environment in which every compiler fails at once."""
    folder.mkdir()
    for name in COMPILERS:
        (folder / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / name).chmod(0o755)
    path = f"{folder}{os.pathsep}{CLEAN['PATH']}"
    return CLEAN | {"CC": str(folder / "cc"), "CXX": str(folder / "c++"), "PATH": path}


@soak.SEVERAL
def test_the_plain_install_needs_no_compiler(tmp_path: Path) -> None:
    """Packages with a C part in their wheel are built from source here, without it, and work."""
    env = without_compiler(tmp_path / "compilers")
    venv.create(tmp_path / "empty")
    programs = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    not_pure = with_c_parts(chosen(programs, env))
    options = ("--no-cache-dir", "--no-binary", ",".join(not_pure) or ":none:")
    run(*PIP, "--python", programs / "python", "install", *options, ROOT, cwd=tmp_path, env=env)
    assert not list((tmp_path / "empty").rglob("*.so"))
    sight = run(programs / "python", "-m", "referee", "sight", "024", "062", cwd=tmp_path, env=env)
    assert sight.startswith("024 to 062: clear")
    made = "import sys; from referee.app import create_app; create_app({'database_url': sys.argv[1]})"
    run(programs / "python", "-c", made, f"sqlite:///{tmp_path / 'tables.sqlite3'}", cwd=tmp_path, env=env)
    assert (tmp_path / "tables.sqlite3").exists()
