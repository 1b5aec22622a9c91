"""What `make` would do, read without doing it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.conftest import LEFT_OUT, pytest_ignore_collect

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="There is no make on this machine.")


def would_run(*words: str) -> list[str]:
    """Return the commands that make would run for some words on its command line."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    ran = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=alone,
    )
    return [line.strip() for line in ran.stdout.splitlines()]


def test_make_run_serves_on_the_usual_port() -> None:
    assert would_run("run")[-1] == ".venv/bin/referee serve"


def test_make_run_takes_a_port() -> None:
    assert would_run("run", "PORT=8010")[-1] == ".venv/bin/referee serve --port 8010"


def test_make_fuzz_gives_all_its_parts_the_same_time() -> None:
    fuzzing = would_run("fuzz", "SECONDS=7")
    assert fuzzing[-1] == ".venv/bin/python -m tools.fuzz 7"
    assert not any("pytest" in line for line in fuzzing)


def test_make_lets_python_keep_what_it_has_compiled() -> None:
    """Without that each process of the tests, and each server they start, compiles the project for itself."""
    rule = 'told: ; @printf "[%s]" "$$PYTHONDONTWRITEBYTECODE"'
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        ["make", "--silent", f"--eval={rule}", "told"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "[]"


def test_pre_commit_runs_the_same_checks_as_make_lint() -> None:
    """Each command that `make lint` ends with is a hook, and no hook runs anything else."""
    hooks = re.findall(r"^ +entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE)
    lint = [line for line in would_run("lint") if re.match(r"\.venv/bin/(?!python)", line)]
    assert len(lint) > 2
    assert hooks == lint


def test_make_check_is_lint_and_the_fast_tests_and_make_soak_runs_what_make_test_leaves_out() -> None:
    *lint, fast = would_run("check")
    assert lint == would_run("lint")
    assert fast.endswith(" --fast")
    whole = [line for line in would_run("test") if "-m pytest" in line]
    assert whole
    assert not [line for line in whole if '-m "' in line]
    assert would_run("soak")[-1].endswith(" -m soak")
    assert not [line for line in whole if "--fast" in line]


def test_make_check_tries_every_rule() -> None:
    names = [name for names in LEFT_OUT.values() for name in names]
    assert [name for name in names if name.startswith("rules")] == []


def test_what_make_check_leaves_out_is_there() -> None:
    names = [name for names in LEFT_OUT.values() for name in names]
    assert [name for name in names if not (ROOT / "tests" / name).exists()] == []


@pytest.mark.parametrize("name", ["bench", "browser", "referee/tables/test_secrecy.py"])
def test_make_check_does_not_read_what_it_leaves_out(name: str, pytestconfig: pytest.Config) -> None:
    asked = SimpleNamespace(getoption=lambda option: option == "fast")
    ignored = partial(pytest_ignore_collect, ROOT / "tests" / name)
    assert ignored(cast("pytest.Config", asked)) is True
    assert ignored(pytestconfig) is (True if pytestconfig.getoption("fast") else None)
