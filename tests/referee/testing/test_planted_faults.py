"""`prove` finds faults that are planted in the rules of Dust-Up, and names them in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.errors import InputError
from referee.games.interface import DemoState, Simulation
from referee.games.interface.rules import Rules
from referee.games.toolkit.random_play import simulate
from referee.testing import proving
from referee.testing.table_play import play_at_tables
from rules.fields import action, name_of, picked
from rules.questions import Question
from rules.ruling import Ruling, refuse
from tests.example_game import DUST_UP, PACKAGES


@pytest.fixture
def dust_up() -> Iterator[Any]:
    """Give the module of the game."""
    sys.path.insert(0, str(DUST_UP))
    from dust_up import game  # noqa: PLC0415 - it stands where no test looks for modules

    yield game
    sys.path.remove(str(DUST_UP))
    for name in [name for name in sys.modules if name.split(".")[0] in PACKAGES]:
        del sys.modules[name]


def fault_of(dust_up: Any, wrong: type[Any], **options: Any) -> str:
    """Return what `prove` says of the game with other rules."""
    made = type("Planted", (dust_up.DustUpGame,), {"rules": wrong})()
    with pytest.raises(AssertionError) as found:
        proving.prove(made, games=4, tables=0, options=[options])
    return str(found.value)


def test_a_secret_that_was_not_said_to_be_opened(dust_up: Any) -> None:
    class Forgetful(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            ruling: Ruling[Any] = super().judge(position, action)
            return replace(ruling, opened=())

    assert "which lies face down or was never opened" in fault_of(dust_up, Forgetful)


def test_a_demo_state_that_is_not_reached(dust_up: Any) -> None:
    lost = DemoState(
        "Nobody is left.", lambda table: table.do("1", {"do": "wait", "seat": "1", "figure": "1A"})
    )
    made = type("Planted", (dust_up.DustUpGame,), {"demo_states": {"lost": lost}})()
    with pytest.raises(AssertionError, match=r"“Nobody is left\.” is not reached: Nobody is asked"):
        proving.prove(made, games=1, tables=0)


def with_rates(dust_up: Any, knows: Any) -> type[Rules[Any, Any]]:
    """Return the rules with other words on who knows a rate."""

    class Knowing(dust_up.DustUp):  # type: ignore[misc]
        def secrets(self, position: Any) -> Any:
            return {f"rates.{name}": knows(position, name) for name in position.rates}

        def view(self, position: Any, seat: str) -> Any:
            shown = super().view(position, seat)
            rates = {name: v if seat in knows(position, name) else None for name, v in position.rates.items()}
            return {**shown, "rates": rates}

    return Knowing


def test_somebody_knows_too_much(dust_up: Any) -> None:
    everybody = with_rates(dust_up, lambda position, _: position.seats)
    assert "knows it, who has not chosen it" in fault_of(dust_up, everybody)


def test_the_owner_knows_too_little(dust_up: Any) -> None:
    nobody = with_rates(dust_up, lambda *_: ())
    assert "who has chosen it" in fault_of(dust_up, nobody)


def test_a_view_that_tells_a_secret(dust_up: Any) -> None:
    class Telling(dust_up.DustUp):  # type: ignore[misc]
        def view(self, position: Any, seat: str) -> Any:
            runs = sum(rate == "run" for rate in position.rates.values())
            return {**super().view(position, seat), "runners": runs}

    assert '"runners"' in fault_of(dust_up, Telling)


def test_a_story_that_tells_a_secret(dust_up: Any) -> None:
    class Telling(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            ruling: Ruling[Any] = super().judge(position, action)
            rates = getattr(action, "rates", None)
            return replace(ruling, story=f"{ruling.story} {rates}") if rates else ruling

    assert "the log says" in fault_of(dust_up, Telling)


def test_a_refusal_that_rests_on_a_secret(dust_up: Any) -> None:
    class Perverse(dust_up.DustUp):  # type: ignore[misc]
        def questions(self, position: Any) -> Sequence[Question[Any]]:
            runs = "run" in position.rates.values()
            return [replace(q, private=q.private or runs) for q in super().questions(position)]

    assert "what is open says" in fault_of(dust_up, Perverse)


def test_a_score_in_progress_that_tells_a_secret(dust_up: Any) -> None:
    class Early(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            ruling: Ruling[Any] = super().judge(position, action)
            if action.do == "leave" and ruling.needs:
                return replace(ruling, reason=f"{sorted(position.rates.values())} lie here.")
            return ruling

    assert "in progress its reason" in fault_of(dust_up, Early, players=6)


def test_a_rule_that_raises_is_named_with_the_action(dust_up: Any) -> None:
    class Raising(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            if action.do == "wait":
                raise KeyError("5.1")
            return super().judge(position, action)  # type: ignore[no-any-return]

    assert fault_of(dust_up, Raising).startswith('judge raises KeyError: \'5.1\'\nfor {"do": "wait"')


def test_two_open_questions_of_one_name(dust_up: Any) -> None:
    class Twice(dust_up.DustUp):  # type: ignore[misc]
        def questions(self, position: Any) -> Sequence[Question[Any]]:
            return [replace(q, name=q.name.split()[0]) for q in super().questions(position)]

    assert fault_of(dust_up, Twice) == "Two open questions are called 'band'."


def test_an_action_that_no_question_lists(dust_up: Any) -> None:
    class Forgotten(dust_up.DustUp):  # type: ignore[misc]
        def questions(self, position: Any) -> Sequence[Question[Any]]:
            return [q for q in super().questions(position) if not q.name.startswith("leave")]

    assert fault_of(dust_up, Forgotten) == "No question lists leave in 20 games: is it forgotten?"


def test_a_case_that_is_not_in_the_rulebook(dust_up: Any) -> None:
    class Citing(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            return replace(super().judge(position, action), cases=("7.7",))

    assert "rests on 7.7, which is not in the rulebook" in fault_of(dust_up, Citing)


def test_a_need_that_no_field_declares(dust_up: Any) -> None:
    class Asking(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            ruling: Ruling[Any] = super().judge(position, action)
            return replace(ruling, needs={f"{name}s": need for name, need in ruling.needs.items()})

    assert "needs bands, and no field declares that" in fault_of(dust_up, Asking)


def test_a_question_that_nobody_can_answer(dust_up: Any) -> None:
    class Stuck(dust_up.DustUp):  # type: ignore[misc]
        def questions(self, position: Any) -> Sequence[Question[Any]]:
            return [replace(q, optional=True) for q in super().questions(position)]

    assert fault_of(dust_up, Stuck).startswith("Nobody can go on")


def test_a_question_for_somebody_who_is_not_there(dust_up: Any) -> None:
    class Absent(dust_up.DustUp):  # type: ignore[misc]
        def questions(self, position: Any) -> Sequence[Question[Any]]:
            return [replace(q, who=("9",)) for q in super().questions(position)]

    assert fault_of(dust_up, Absent) == "The question 'band 1' is for 9, who is not in the roster."


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"otherwise": None}, "has seconds, and no otherwise: nothing happens in time."),
        ({"seconds": 0}, "has otherwise, and no seconds: nothing happens in time."),
        ({"otherwise": "hire"}, 'does what it does not list: {"do": "hire", "seat": "2"}.'),
    ],
)
def test_a_time_that_is_over_and_nothing_can_be_done(
    dust_up: Any, changes: dict[str, Any], says: str
) -> None:
    class Late(dust_up.DustUp):  # type: ignore[misc]
        def questions(self, position: Any) -> Sequence[Question[Any]]:
            def late(question: Question[Any]) -> Question[Any]:
                hire = sys.modules["dust_up.rules"].Hire("2")
                new = {name: hire if value == "hire" else value for name, value in changes.items()}
                return replace(question, **new) if question.seconds else question

            return [late(q) for q in super().questions(position)]

    assert fault_of(dust_up, Late).endswith(says)


def test_a_choice_that_is_needed_as_a_list(dust_up: Any) -> None:
    class Listing(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            ruling: Ruling[Any] = super().judge(position, action)
            needs: Any = dict(ruling.needs)
            if "band" in needs:
                needs["band"] = list(needs["band"].values)
            return replace(ruling, needs=needs)

    assert "Hire.band: a choice needs Options((...)), not list." in fault_of(dust_up, Listing)


def test_a_secret_that_goes_into_no_hidden_field(dust_up: Any) -> None:
    @action
    class Plot:
        seat: str
        rates: Mapping[str, str] | None = picked("How?", secret="rate")

    with pytest.raises(TypeError, match=r"Plot.rates: its secret goes into rate, and the position has no"):
        type("Astray", (dust_up.DustUp,), {"action": Plot})


def test_an_action_that_is_refused_once_it_was_begun(dust_up: Any) -> None:
    class Perverse(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            band = getattr(action, "band", None)
            return refuse(("1.1",), "Not this one.") if band else super().judge(position, action)

    assert fault_of(dust_up, Perverse).endswith("was begun, and is then refused: Not this one.")
    with pytest.raises(InputError, match=r'^dust-up: {"do": "hire".* cannot be done: Not this one.$'):
        simulate(Perverse(dust_up.GAME.read_options({}), "dust-up"), Simulation(1, "0", ""))


def test_a_fact_may_prove_that_an_action_is_impossible(dust_up: Any) -> None:
    class Strict(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            far = (getattr(action, "inches", None) or 0) > 24
            return refuse(("4.2",), "Out of range.") if far else super().judge(position, action)

    proving.prove(type("Planted", (dust_up.DustUpGame,), {"rules": Strict})(), games=4, tables=1)
    simulate(Strict(dust_up.GAME.read_options({}), "dust-up"), Simulation(1, "0", ""))


def test_a_fact_that_is_refused_whatever_it_is(dust_up: Any) -> None:
    class Blind(dust_up.DustUp):  # type: ignore[misc]
        def judge(self, position: Any, action: Any) -> Ruling[Any]:
            told = getattr(action, "inches", None) is not None
            return refuse(("4.2",), "Never.") if told else super().judge(position, action)

        def questions(self, position: Any) -> Any:
            shots = (q for q in super().questions(position) if not q.name.startswith("leave"))
            return [
                replace(q, answers=tuple(a for a in q.answers if name_of(type(a)) != "wait")) for q in shots
            ]

    assert fault_of(dust_up, Blind).endswith("is refused whatever is told.")


def test_a_view_that_tells_a_secret_at_a_table(dust_up: Any) -> None:
    class Telling(dust_up.DustUp):  # type: ignore[misc]
        def view(self, position: Any, seat: str) -> Any:
            runs = sum(rate == "run" for rate in position.rates.values())
            return {**super().view(position, seat), "runners": runs}

    made = type("Planted", (dust_up.DustUpGame,), {"rules": Telling})()
    with proving.installed(made), pytest.raises(AssertionError, match=r"lies face down, and .* tells it"):
        play_at_tables(made, [{}], tables=4, moves=30, seed="0")


def test_a_screen_that_cannot_be_shown(dust_up: Any) -> None:
    made = type(
        "Planted", (dust_up.DustUpGame,), {"screens": dust_up.DustUpScreens("dust-up/nowhere.html")}
    )()
    with proving.installed(made), pytest.raises(AssertionError, match=r"^/t/ABCDEF cannot be shown to table"):
        play_at_tables(made, [{}], tables=1, moves=1, seed="0")


def test_an_honest_game_holds_at_a_table(dust_up: Any) -> None:
    with proving.installed(dust_up.GAME):
        play_at_tables(dust_up.GAME, [{"master": True}], tables=1, moves=25, seed="0")
