"""The list of what test files cost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import soak
from tools.served import ROOT


@soak.PROCESSES
@pytest.mark.slow
def test_a_file_that_costs_is_named_with_its_seconds_and_a_cheap_one_is_not(tmp_path: Path) -> None:
    dear = "from time import process_time\ndef test_dear():\n    until = process_time() + 0.6\n"
    (tmp_path / "test_dear.py").write_text(dear + "    while process_time() < until: pass\n")
    (tmp_path / "test_cheap.py").write_text("def test_cheap(): pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "tools.seconds_of_tests", "-n", "1", "-c", "/dev/null"]
    result = subprocess.run(
        [*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    listed = result.stdout.split("processor seconds of each test file")[1]
    assert "test_dear.py" in listed
    assert "test_cheap.py" not in listed
