"""Say how many single faults the tests notice: `python -m tools.mutants --help`.

Three steps, each of which leaves its results in a folder for the next:

    python -m tools.mutants draw FOLDER           draws 100 faults from a seed
    python -m tools.mutants reach FOLDER          runs the tests once and keeps which of them reach each fault
    python -m tools.mutants judge FOLDER          runs those tests on each fault until one fails

To compare two states of the tests, draw once and give each its own folder with that `faults.json`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from tools.mutants.judge import judge
from tools.mutants.reach import FOLDER, plant_probes, reached
from tools.mutants.sites import PARTS, Fault, draw

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = "faults.json"
folder_argument = click.argument("folder", type=click.Path(path_type=Path))


@click.group()
def main() -> None:
    """Plant single faults, and ask which of them the tests notice."""


@main.command(name="draw")
@folder_argument
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--part", "parts", type=(str, int), multiple=True, help="So many from a folder; may be repeated."
)
def draw_faults(folder: Path, seed: int, parts: tuple[tuple[str, int], ...]) -> None:
    """Draw the faults: of the whole project, or of some folders, as `--part rules/battlecon 60`."""
    folder.mkdir(parents=True, exist_ok=True)
    faults = draw(ROOT, seed, dict(parts) or PARTS)
    (folder / KEPT).write_text(json.dumps([asdict(fault) for fault in faults], indent=1))
    for number, fault in enumerate(faults):
        print(f"{number:3} {fault.path}: {fault.old[:60]!r} -> {fault.new[:60]!r}")


@main.command()
@folder_argument
@click.argument("pytest_arguments", nargs=-1)
def reach(folder: Path, pytest_arguments: tuple[str, ...]) -> None:
    """Run the tests once in a copy with probes; tests that read the source fail there, which does no harm."""
    faults = kept(folder)
    with tempfile.TemporaryDirectory() as copy:
        tree = Path(copy) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "build"))
        plant_probes(tree, faults)
        command = [sys.executable, "-m", "pytest", "-p", "tools.mutants.reach", *pytest_arguments]
        env = os.environ | {"PYTHONPATH": str(tree), FOLDER: str(folder.resolve())}
        subprocess.run(command, cwd=tree, env=env, check=False)


@main.command(name="judge")
@folder_argument
@click.option("--at-once", default=2, show_default=True)
@click.argument("numbers", nargs=-1, type=int)
def judge_faults(folder: Path, at_once: int, numbers: tuple[int, ...]) -> None:
    """Plant each fault, all or those of some numbers, and run the tests that reach it."""
    faults = [(n, fault) for n, fault in enumerate(kept(folder)) if not numbers or n in numbers]
    seconds = json.loads((folder / "seconds.json").read_text())
    noticed, drawn = Counter[str](), Counter(fault.path.split("/")[0] for _, fault in faults)
    for verdict in judge(ROOT, faults, reached(folder), seconds, at_once):
        part = verdict.fault.path.split("/")[0]
        noticed[part] += verdict.noticed
        word = "noticed " if verdict.noticed else "SURVIVED"
        line = f"{verdict.number:3} {word} {verdict.fault.path}: {verdict.how}"
        print(line, flush=True)
    print(", ".join(f"{part}: {noticed[part]} of {count} noticed" for part, count in drawn.items()))


def kept(folder: Path) -> list[Fault]:
    """Return the faults that were drawn into a folder."""
    return [Fault(**fault) for fault in json.loads((folder / KEPT).read_text())]


if __name__ == "__main__":
    main()
