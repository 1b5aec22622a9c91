"""What `make audit` tells of the advisories on installed packages."""

from __future__ import annotations

import subprocess

import pytest

from tools import audit

CLEAN = {"name": "flask", "version": "3.1", "vulns": []}
BAD = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "ours", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("dependencies", "lines", "status"),
    [
        ([CLEAN], ["No advisory concerns the 1 packages that were audited."], 0),
        ([CLEAN, BAD], ["old 1.0: PYSEC-1, fixed in 1.1"], 1),
        ([UNKNOWN], ["NOT AUDITED: no advisory source knew 1 of 1 packages."], 0),
        ([BAD, UNKNOWN], ["old 1.0: PYSEC-1, fixed in 1.1",
                          "NOT AUDITED: no advisory source knew 1 of 2 packages."], 1),
    ],
)  # fmt: skip
def test_advisories_fail_and_what_nobody_could_be_asked_about_is_told(
    dependencies: list[audit.Json], lines: list[str], status: int
) -> None:
    assert audit.report(dependencies) == (lines, status)


def test_without_the_network_it_says_so_and_fails_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreached(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(subprocess, "run", unreached)
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("NOT AUDITED: pip-audit could not be installed or run")
