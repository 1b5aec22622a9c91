"""Games are found by entry points; a bad one is left out with a sentence, and the others go on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import click
import pytest

from referee.cli.main import add_commands_of
from referee.errors import InputError
from referee.games import registry
from referee.games.interface import INTERFACE
from referee.games.registry import GROUP, OURS, Found, shelved
from referee.web.pages import rulebook
from rules.sentences import listed
from tests import example_game
from tests.referee.cli import Cli

MODULE = "a_strangers_games"


def stranger(id_: str = "pebbles", **changes: Any) -> Any:
    """Return what looks like a whole game."""
    parts = dict.fromkeys(registry._NEEDED, "x")
    return SimpleNamespace(**(parts | {"id": id_, "interface": INTERFACE} | changes))


@pytest.fixture
def strangers() -> Iterator[ModuleType]:
    """Give an empty module that entry points may lead to."""
    module = ModuleType(MODULE)
    sys.modules[MODULE] = module
    yield module
    del sys.modules[MODULE]


def found(name: str, place: str, project: str = "pebbles-for-referee") -> Found:
    return Found(EntryPoint(name, f"{MODULE}:{place}", GROUP), project)


def bundled() -> list[Found]:
    return [one for one in registry.found() if one.project == OURS]


def test_the_bundled_games_are_entry_points_like_any_other() -> None:
    assert "dawn-of-the-dead" in [one.point.name for one in bundled()]
    assert {one.point.group for one in bundled()} == {GROUP}
    assert next(iter(registry.games())) == registry.DEFAULT == "dawn-of-the-dead"
    assert registry.shelf().faults == ()


def test_a_game_of_another_package_is_at_hand(strangers: ModuleType) -> None:
    strangers.GAME = stranger()  # type: ignore[attr-defined]
    shelf = shelved([*bundled(), found("pebbles", "GAME")])
    assert "pebbles" in shelf.games
    assert "dawn-of-the-dead" in shelf.games
    assert shelf.faults == ()


class Raising(SimpleNamespace):
    """What fails as soon as somebody asks who plays it."""

    id, title, interface = "pebbles", "Pebbles", INTERFACE

    @property
    def modes(self) -> tuple[str, ...]:
        raise RuntimeError("the seats fell over")


BAD = [
    (None, "cannot be loaded (AttributeError"),
    (SimpleNamespace(id="pebbles"), "does not say which version of the referee's interface"),
    (stranger(interface=INTERFACE + 1), f"is made for version {INTERFACE + 1} of the referee's interface"),
    (SimpleNamespace(id="pebbles", interface=INTERFACE), "is incomplete: it has no title, modes"),
    (stranger(""), "has no name"),
    (stranger("Weird/Game ../x"), 'has the id "Weird/Game ../x"; it stands in addresses'),
    (stranger("pebbles\n"), "takes small letters, digits and single hyphens between them"),
    (stranger("stones"), 'has the id "stones"; its entry point must have the same name'),
    (
        Raising,
        "is a class; its entry point must lead to an instance of it, like GAME = Raising()",
    ),
    (stranger(title=5), "has the title 5, which is not text"),
    (stranger(modes=None), "has the modes null; at least one word belongs there"),
    (stranger(player_seats=()), "has the player_seats []; at least one word belongs there"),
    (Raising(), "cannot be loaded (RuntimeError: the seats fell over)"),
]


@pytest.mark.parametrize(("made", "says"), BAD, ids=[says for _, says in BAD])
def test_a_broken_game_is_left_out_with_a_sentence(strangers: ModuleType, made: object, says: str) -> None:
    if made is not None:
        strangers.GAME = made  # type: ignore[attr-defined]
    shelf = shelved([*bundled(), found("pebbles", "GAME")])
    (fault,) = shelf.faults
    assert fault.name == "pebbles"
    assert fault.sentence.startswith('The game "pebbles" of the package "pebbles-for-referee" ')
    assert says in fault.sentence
    assert fault.sentence.endswith("It is left out.")
    assert list(shelf.games) == list(shelved(bundled()).games)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder of packages beside the referee."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "pure_strategy":
            del sys.modules[name]


def old_game(site: Path) -> None:
    """Put Pure Strategy as it was for version 1 of the interface into a folder, as pip installs it."""
    (site / "pure_strategy").mkdir()
    for file in (Path(__file__).parent / "version_1").glob("*.txt"):
        (site / "pure_strategy" / file.stem).write_text(file.read_text(encoding="utf-8"))
    info = site / "pure_strategy_for_referee-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pure-strategy-for-referee\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\npure-strategy = pure_strategy.game:GAME\n")


def test_a_game_of_the_version_before_is_left_out_with_its_own_sentence(packages: Path) -> None:
    """It imports what is gone, and says nothing of a version itself."""
    old_game(packages)
    points = [one for one in registry.found() if one.point.name == "pure-strategy"]
    shelf = shelved([*bundled(), *points])
    assert [fault.sentence for fault in shelf.faults] == [
        (
            'The game "pure-strategy" of the package "pure-strategy-for-referee" is made for version 1 of the'
            f" referee's interface; this is version {INTERFACE}. It is left out."
        )
    ]
    assert list(shelf.games) == list(shelved(bundled()).games)
    ran = example_game.referee(packages, "games")
    assert ran.returncode == 0
    assert "is made for version 1 of the referee's interface; this is version 2" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "dawn-of-the-dead  Dawn of the Dead" in ran.stdout


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            "from referee.games.interface import Desk",
            "is made for another version of the referee's interface",
        ),
        ("import referee.games.no_such_module", "is made for another version of the referee's interface"),
        ("import no_such_library", "cannot be loaded (ModuleNotFoundError: No module named 'no_such_lib"),
        (
            "from referee.games.interface import Game\nclass Quiet(Game):\n    id = 'quiet'\nGAME = Quiet()",
            "does not say which version of the referee's interface it is made for, like interface = 2",
        ),
    ],
)
def test_a_game_that_imports_what_is_not_there_or_says_nothing_is_left_out(
    packages: Path, source: str, says: str
) -> None:
    (packages / "pure_strategy.py").write_text(f"{source}\n")
    point = EntryPoint("quiet", "pure_strategy:GAME", GROUP)
    (fault,) = shelved([*bundled(), Found(point, "quiet-for-referee")]).faults
    assert says in fault.sentence
    assert fault.sentence.endswith("It is left out.")


def test_a_package_that_is_not_there_is_a_fault_too() -> None:
    gone = Found(EntryPoint("gone", "no_such_package_anywhere:GAME", GROUP), "gone")
    shelf = shelved([*bundled(), gone])
    assert "No module named" in shelf.faults[0].sentence
    assert list(shelf.games) == list(shelved(bundled()).games)


def test_a_package_that_would_end_the_referee_is_a_fault_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaves_at_once.py").write_text("import sys\nsys.exit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    shelf = shelved([*bundled(), Found(EntryPoint("leaving", "leaves_at_once:GAME", GROUP), "leaving")])
    assert "cannot be loaded (SystemExit: 3)" in shelf.faults[0].sentence
    assert list(shelf.games) == list(shelved(bundled()).games)


def test_of_two_games_with_one_name_neither_is_taken_but_a_bundled_one_stays(strangers: ModuleType) -> None:
    strangers.ONE, strangers.TWO = stranger(), stranger()  # type: ignore[attr-defined]
    strangers.THREE = stranger("dawn-of-the-dead")  # type: ignore[attr-defined]
    points = [found("pebbles", "ONE"), found("pebbles", "TWO", "other-pebbles"), found("dawn", "THREE")]
    shelf = shelved([*bundled(), *points])
    assert list(shelf.games) == list(shelved(bundled()).games)
    assert shelf.games["dawn-of-the-dead"] is registry.games()["dawn-of-the-dead"]
    assert sorted(fault.name for fault in shelf.faults) == ["dawn", "pebbles", "pebbles"]
    assert all("has the same name as another game" in fault.sentence for fault in shelf.faults)


def test_a_game_gives_commands_of_its_own_and_takes_none_from_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def failing() -> list[click.Command]:
        raise RuntimeError("no commands")

    group = click.Group(commands=[mine := click.Command("serve")])
    own = [theirs := click.Command("pebble"), click.Command("serve")]
    add_commands_of([stranger("stones", commands=failing), stranger(commands=lambda: own)], group)
    assert group.commands == {"serve": mine, "pebble": theirs}
    assert capsys.readouterr().err.splitlines() == [
        'The commands of the game "stones" cannot be used (RuntimeError).',
        'The game "pebbles" has a command "serve"; there is one already.',
    ]


def test_a_rulebook_that_cannot_be_read_leaves_those_of_the_others_on_every_device(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing() -> None:
        raise RuntimeError("the book fell over")

    games = {**registry.games(), "pebbles": stranger(rulebook=failing)}
    with monkeypatch.context() as patched:
        patched.setattr(registry, "games", lambda: games)
        books = rulebook._cases_by_game()
    assert list(books) == list(registry.games())


def test_the_command_lists_games_and_tells_faults_apart(
    cli: Cli, strangers: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = shelved([*bundled(), found("pebbles", "GAME")])
    monkeypatch.setattr(registry, "shelf", lambda: shelf)
    ran = cli("games", "--json")
    assert ran.status == 0
    first = ran.json[0]
    modes = ["two-player", "solitaire", "cooperative"]
    assert first == {"id": "dawn-of-the-dead", "title": "Dawn of the Dead", "modes": modes}
    assert 'The game "pebbles"' in ran.err
    assert "dawn-of-the-dead  Dawn of the Dead (two-player" in cli("games").out


def test_a_server_says_at_its_start_which_games_cannot_be_used(
    cli: Cli, strangers: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = shelved([*bundled(), found("pebbles", "GAME")])
    monkeypatch.setattr(registry, "shelf", lambda: shelf)
    monkeypatch.setattr("referee.cli.serve.serve", lambda **_: None)
    ran = cli("serve")
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert 'The game "pebbles"' in ran.err


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(InputError, match='system: there are no rules for "chess"'):
        registry.game("chess")


def test_who_names_an_unknown_game_is_told_all_that_are_at_hand() -> None:
    with pytest.raises(InputError) as refused:
        registry.game("chess")
    at_hand = listed(registry.games())
    assert str(refused.value) == f'system: there are no rules for "chess" here, only for {at_hand}.'


@pytest.mark.parametrize(
    "command",
    [
        ("case", "6.4"), ("search", "door"), ("simulate",), ("map", "list"), ("map", "export"),
        ("counters", "list"), ("judge",), ("actions",),
    ],
)  # fmt: skip
def test_every_command_takes_the_game_by_name(cli: Cli, command: tuple[str, ...]) -> None:
    assert '--system: "chess" is not a game here' in cli.refused(*command, "--system", "chess")
    assert cli(*command, "--system", "dawn-of-the-dead").status == 0
