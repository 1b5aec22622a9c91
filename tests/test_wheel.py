"""The wheel: installed in an empty environment it serves pages, static files, rules and maps of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 60.0
CLEAN = {
    k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_TARGET", "VIRTUAL_ENV", "COV"))
}


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside the checkout and return what it printed."""
    ran = subprocess.run(command, cwd=cwd, env=CLEAN, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an empty environment with the built wheel installed."""
    place = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", place, ROOT, cwd=place)
    (wheel,) = place.glob("*.whl")
    venv.create(place / "empty", with_pip=True)
    programs = place / "empty" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "--disable-pip-version-check", "install", wheel, cwd=place)
    return programs


@pytest.fixture(scope="module")
def address(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve from the installed wheel on a free port."""
    place = tmp_path_factory.mktemp("serving")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command: list[str | Path] = [installed / "referee", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--database", f"sqlite:///{place / 'tables.sqlite3'}"]
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=place, env=CLEAN, stdout=log, stderr=subprocess.STDOUT)
    try:
        url = f"http://127.0.0.1:{port}/"
        until = time.monotonic() + PATIENCE_S
        while not answering(url):
            assert process.poll() is None, (place / "log").read_text()
            assert time.monotonic() < until, (place / "log").read_text()
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=10)


def answering(url: str) -> bool:
    """Whether something answers at an address, whatever it says."""
    try:
        with urlopen(url, timeout=5):
            return True
    except HTTPError:
        return True
    except (URLError, OSError):
        return False


def body(url: str) -> bytes:
    with urlopen(url, timeout=20) as answer:
        content: bytes = answer.read()
        return content


def fetched(url: str) -> str:
    return body(url).decode("utf-8")


def test_the_front_page_and_its_static_files_are_served(address: str) -> None:
    page = fetched(address)
    assert "<html" in page
    linked = re.findall(r'(?:href|src)="([^"]*static[^"]*)"', page)
    assert any(".css" in link for link in linked)
    assert any(".js" in link for link in linked)
    for link in linked:
        assert body(urljoin(address, link))


def test_a_rule_is_served(address: str) -> None:
    assert "8.8" in fetched(f"{address}rules/dawn-of-the-dead/8.8")


def test_a_map_is_served(address: str) -> None:
    assert json.loads(fetched(f"{address}api/maps/mall"))["format"] == "referee-map/1"


def test_the_command_line_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "referee", "case", "6.4", cwd=tmp_path).startswith("6.4")
    assert "clear" in run(installed / "referee", "sight", "024", "062", cwd=tmp_path)
    (tmp_path / "mall.json").write_text(run(installed / "referee", "map", "export", cwd=tmp_path))
    assert run(installed / "referee", "map", "draw", "mall.json", cwd=tmp_path).startswith("<svg")


def test_the_examples_work_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert "143 actions judged" in run(installed / "referee", "replay", "examples/game.jsonl", cwd=tmp_path)
    assert "give or take" in run(
        installed / "referee", "odds", "examples/solitaire.json", "--games", "2", cwd=tmp_path
    )


def test_without_options_it_keeps_its_tables_in_the_users_own_folder(installed: Path, tmp_path: Path) -> None:
    """What `pipx install .` and `referee serve` come to, but for the port."""
    env = CLEAN | {"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    env.pop("DATABASE_URL", None)
    command: list[str | Path] = [installed / "referee", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = next(m for line in process.stdout if (m := re.search(r"http://\S+:(\d+)/", line)))
        assert "<html" in fetched(f"http://127.0.0.1:{address[1]}/")
        process.terminate()
    assert (tmp_path / "data" / "referee" / "tables.sqlite3").exists()


@pytest.mark.parametrize("package", ["referee", "rules"])
def test_a_type_checker_may_read_the_installed_packages(installed: Path, package: str) -> None:
    """Else a game of one's own would be checked against nothing (PEP 561)."""
    asked = f"from importlib.resources import files; print(files({package!r}).joinpath('py.typed').is_file())"
    assert run(installed / "python", "-c", asked, cwd=installed).strip() == "True"
