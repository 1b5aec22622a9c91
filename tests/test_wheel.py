"""The wheel: installed in an empty environment it serves pages, static files, rules and maps of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import soak

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 120.0
CLEAN = {
    k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_TARGET", "VIRTUAL_ENV", "COV"))
}
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def run(*command: str | Path, cwd: Path, env: dict[str, str] = CLEAN) -> str:
    """Run a command outside the checkout and return what it printed."""
    ran = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an empty environment; it has no pip either, ours works on it."""
    place = tmp_path_factory.mktemp("wheel") / "empty"
    venv.create(place)
    return place / ("Scripts" if os.name == "nt" else "bin")


@pytest.fixture(scope="module")
def taken(empty: Path) -> dict[str, str]:
    """Return the file that pip would take for each package of a plain install, by the package's name."""
    return chosen(empty, CLEAN)


@pytest.fixture(scope="module")
def installed(empty: Path) -> Path:
    """Return the folder of programs of the environment with the built wheel and what it says that it needs.

    That is linked from where the tests run; `test_no_compiler` fetches it as a user does.
    """
    place = empty.parent.parent
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", place, ROOT, cwd=place)
    (wheel,) = place.glob("*.whl")
    pip = (*PIP, "--python", empty / "python", "install", "--no-compile", "--no-deps", "--no-index")
    run(*pip, wheel, cwd=place)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(empty.parent)}))
    (ours,) = distributions(name="tabletop-referee", path=[str(site)])
    for name in needed(ours):
        link(distribution(name), site)
    return empty


def needed(package: Distribution) -> set[str]:
    """Return the names of what a package needs, and of what that needs in its turn."""
    names: set[str] = set()
    left = [package]
    while left:
        requirements = map(Requirement, left.pop().requires or ())
        wanted = {
            canonicalize_name(one.name)
            for one in requirements
            if one.marker is None or one.marker.evaluate({"extra": ""})
        }
        left += [distribution(name) for name in wanted - names]
        names |= wanted
    return names


def link(package: Distribution, site: Path) -> None:
    """Make a package of this environment one of another too."""
    for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        (site / top).symlink_to(str(package.locate_file(top)))


def from_index(*command: str | Path, cwd: Path, env: dict[str, str]) -> None:
    """Run a command that asks the package index; where that cannot be reached, nothing can be tested."""
    ran = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if ran.returncode:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing(f"THE PACKAGE INDEX CANNOT BE REACHED, so nothing was installed: {ran.stderr[-300:]}")


def chosen(programs: Path, env: dict[str, str]) -> dict[str, str]:
    """Return the file that pip would take for each package of `pip install .`, by the package's name."""
    report = programs.parent / "report.json"
    pip = (*PIP, "--python", programs / "python")
    asked = ("install", "--dry-run", "--ignore-installed", "--report", report, ROOT)
    from_index(*pip, *asked, cwd=programs, env=env)
    packages = json.loads(report.read_text())["install"]
    return {each["metadata"]["name"]: each["download_info"]["url"] for each in packages}


def with_c_parts(files: dict[str, str]) -> list[str]:
    """Return the packages of which pip takes a wheel with C parts on this machine."""
    return [name for name, url in files.items() if url.endswith(".whl") and "-none-any" not in url]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder in which the user's programs keep their data."""
    return tmp_path_factory.mktemp("serving") / "data"


@pytest.fixture(scope="module")
def address(installed: Path, data: Path) -> Iterator[str]:
    """Serve without options but for the port: what `pipx install .` and `referee serve` come to."""
    env = CLEAN | {"XDG_DATA_HOME": str(data), "PYTHONUNBUFFERED": "1"}
    env.pop("DATABASE_URL", None)
    place = data.parent
    with (place / "log").open("wb") as log:
        command: list[str | Path] = [installed / "referee", "serve", "--port", "0"]
        process = subprocess.Popen(command, cwd=place, env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        until = time.monotonic() + PATIENCE_S
        while not (told := re.search(r"http://\S+:(\d+)/", (place / "log").read_text())):
            assert process.poll() is None, (place / "log").read_text()
            assert time.monotonic() < until, (place / "log").read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{told[1]}/"
    finally:
        process.terminate()
        process.wait(timeout=30)


def body(url: str) -> bytes:
    with urlopen(url, timeout=PATIENCE_S) as answer:
        content: bytes = answer.read()
        return content


def fetched(url: str) -> str:
    return body(url).decode("utf-8")


@soak.PROCESSES
def test_the_plain_install_has_c_parts_only_where_it_can_do_without(taken: dict[str, str]) -> None:
    """An Android tablet has no ready-made wheels with them; `test_no_compiler` installs without."""
    assert len(taken) > 10
    assert {"MarkupSafe", "SQLAlchemy"} >= {*with_c_parts(taken)}, "New C parts: can it do without?"
    assert "greenlet" not in taken


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


def test_without_options_it_keeps_its_tables_in_the_users_own_folder(address: str, data: Path) -> None:
    assert "<html" in fetched(address)
    assert (data / "referee" / "tables.sqlite3").exists()


@soak.PROCESSES
def test_the_command_line_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "referee", "case", "6.4", cwd=tmp_path).startswith("6.4")
    assert "clear" in run(installed / "referee", "sight", "024", "062", cwd=tmp_path)
    (tmp_path / "mall.json").write_text(run(installed / "referee", "map", "export", cwd=tmp_path))
    assert run(installed / "referee", "map", "draw", "mall.json", cwd=tmp_path).startswith("<svg")


@soak.PROCESSES
def test_the_examples_work_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert "143 actions judged" in run(installed / "referee", "replay", "examples/game.jsonl", cwd=tmp_path)
    assert "give or take" in run(
        installed / "referee", "odds", "examples/solitaire.json", "--games", "2", cwd=tmp_path
    )


def test_a_type_checker_may_read_the_installed_packages(installed: Path) -> None:
    """Else a game of one's own would be checked against nothing (PEP 561)."""
    asked = (
        "from importlib.resources import files; print([files(p).joinpath('py.typed').is_file() for p in {}])"
    )
    packages = ["referee", "rules"]
    assert run(installed / "python", "-c", asked.format(packages), cwd=installed).strip() == "[True, True]"
