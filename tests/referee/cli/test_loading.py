"""What answers one question loads neither a web framework nor a database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
HEAVY = ("flask", "werkzeug", "jinja2", "sqlalchemy", "asyncio", "multiprocessing")
PROBE = f"""
import sys
HEAVY = {HEAVY}
from referee.cli.main import run
status = run(sys.argv[1:])
assert status == 0, status
sys.exit(", ".join(set(HEAVY) & set(sys.modules)) or 0)
"""


@pytest.mark.parametrize(
    "words",
    [
        ("case", "6.4"),
        ("charts",),
        ("chart", "8.8"),
        ("search", "shoot"),
        ("sight", "012", "015"),
        ("judge",),
        ("actions",),
        ("--help",),
    ],
    ids=lambda words: words[0],
)
def test_a_question_is_answered_without_flask_and_sqlalchemy(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", PROBE, *words]
    file = EXAMPLES / f"{words[0]}.jsonl"
    asked = file.read_text(encoding="utf-8").partition("\n")[0] if file.is_file() else ""
    ran = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
