"""The files of deploy/: every path, command, option and variable in them exists."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from referee.app import create_app

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
OWN = {"REFEREE_NAME", "REFEREE_APPS"}
"""Variables of the Caddyfile alone."""


def text(name: str) -> str:
    """Return the text of one of the files."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def test_the_image_takes_what_is_there_and_all_that_the_wheel_needs() -> None:
    copied = {
        name
        for line in re.findall(r"^COPY (.+)$", text("Dockerfile"), re.MULTILINE)
        for name in line.split()[:-1]
    }
    assert all((ROOT / name).exists() for name in copied)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    packages = re.search(r"^packages = (\[.+\])$", project, re.MULTILINE)
    assert packages
    assert copied >= {*json.loads(packages[1]), "templates", "static", "pyproject.toml", "README.md"}


def test_the_commands_start_a_hosts_server_with_its_settings() -> None:
    image = json.loads(text("Dockerfile").rsplit("CMD ", 1)[1])
    unit = re.search(r"^ExecStart=(.+)$", text("referee.service"), re.MULTILINE)
    web = (ROOT / "Procfile").read_text(encoding="utf-8").partition("web: ")[2]
    assert unit
    for command in (image, shlex.split(unit[1]), shlex.split(web)):
        assert Path(command[0]).name == "gunicorn"
        assert command[1:3] == ["-c", "python:referee.gunicorn_conf"]
        assert command[3:] in ([], ["--bind", "127.0.0.1:8000"])


@pytest.mark.parametrize("name", ["compose.yaml", "compose.two-apps.yaml", "Caddyfile", "referee.service"])
def test_every_variable_is_one_that_somebody_reads(name: str) -> None:
    config = (ROOT / "referee" / "config.py").read_text(encoding="utf-8")
    told = {*re.findall(r"REFEREE_[A-Z_]+", text(name))}
    assert all(variable in config for variable in told - OWN)
    assert not told & OWN or told & OWN <= {*re.findall(r"REFEREE_[A-Z_]+", text("Caddyfile"))}


def test_what_asks_whether_the_app_is_well_asks_where_it_answers(tmp_path: Path) -> None:
    app = create_app({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}"})
    asked = {*re.findall(r"/(?:ready|health)z", text("Dockerfile") + text("Caddyfile"))}
    assert asked
    assert asked <= {rule.rule for rule in app.url_map.iter_rules()}
    app.extensions["tables"].close()


def test_the_proxy_passes_requests_on_while_the_database_is_away() -> None:
    assert re.findall(r"health_uri (\S+)", text("Caddyfile")) == ["/healthz"]


def test_systemd_does_not_give_up_on_a_database_that_starts_later() -> None:
    wait = re.search(r"^RestartSec=(\d+)$", text("referee.service"), re.MULTILINE)
    assert wait
    assert int(wait[1]) * 4 > 10  # five starts within ten seconds are the most that it allows


def test_the_page_names_the_files_that_are_there() -> None:
    page = (ROOT / "docs" / "public-host.md").read_text(encoding="utf-8")
    named = {*re.findall(r"compose[.a-z-]*\.yaml|Caddyfile|referee\.service", page)}
    assert named == {"compose.yaml", "compose.two-apps.yaml", "Caddyfile", "referee.service"}
    assert all((DEPLOY / name).exists() for name in named)
