"""An action that asks for more dice or draws of the same kind once the first have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.games.interface import ChanceRequest, DiceTotal, Game, Json, dice_in, results_by_kind
from referee.games.interface.rules import Rules
from referee.games.toolkit.recording import recorded
from referee.records import codec
from referee.records.seals import Attempt, Chance, attempt
from referee.records.text import dump_line
from referee.tables.record import replay_record
from rules.fields import action, drawn, position, rolled, total_of
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Pool, Ruling, allow, done
from tests.referee.menace import install
from tests.rows import each_row

CARDS = (1, 2, 3, 4)


@action
class Storm:
    """Roll a die, then as many as it shows; draw a card and, last, another one."""

    seat: str
    dice: tuple[int, ...] | None = rolled("storm")
    total: int | None = total_of("dice")
    first: int | None = drawn("cards")
    second: int | None = drawn("cards")


@position
class Position:
    """What the storm did."""

    dice: tuple[int, ...] = ()


class Storms(Rules[Position, Storm]):
    """The rules."""

    position, action = Position, Storm
    system = "storms"

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat("a", "A")]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return ("a",) if position.dice else None

    def questions(self, position: Position) -> Sequence[Question[Storm]]:
        return [Question("storm", ("a",), (Storm("a"),))]

    def judge(self, position: Position, action: Storm) -> Ruling[Position]:
        case, dice = ("1.1",), action.dice
        if dice is None and action.total is None:
            return allow(case, "How strong is it?", {"dice": 1})
        if dice is not None and len(dice) <= dice[0]:
            return allow(case, "What does it do?", {"dice": 1 + dice[0]})
        if action.first is None:
            return allow(case, "A card.", {"first": Pool(CARDS)})
        if action.second is None:
            return allow(
                case, "Another card.", {"second": Pool(tuple(c for c in CARDS if c != action.first))}
            )
        return done(replace(position, dice=dice or ()), case, "It storms.")


class StormGame(Game[Position, Storm]):
    """The game."""

    interface = 2
    id = title = "storms"
    rules = Storms

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.1", "Storms", ())])


GAME = StormGame()
MATCH = Storms({})
START = MATCH.start(())


def tried(chance: Chance, storm: Storm, before: dict[str, int] | None = None) -> Attempt[Position, Storm]:
    """Return an action with all that it needs, after the results that it had when it was begun."""
    return attempt(MATCH, chance, START, storm, MATCH.rule, before or {})


def stream(chance: Chance, count: int) -> tuple[int, ...]:
    """Return the first dice of the stream."""
    return tuple(chance.stream("storm", n, 6) + 1 for n in range(count))


def strong() -> Chance:
    """Return dice whose first shows 3 or more."""
    return next(c for seed in range(99) if stream(c := Chance(str(seed)), 1)[0] > 2)


def test_more_dice_follow_the_first_in_their_stream() -> None:
    chance = strong()
    whole = tried(chance, Storm("a"))
    count = 1 + stream(chance, 1)[0]
    assert whole.action.dice == stream(chance, count)
    assert whole.rolled == {"storm": count, "cards": 2}
    assert whole.ruling.after == Position(stream(chance, count))


def test_a_storm_is_carried_out_again_as_it_was() -> None:
    whole = tried(strong(), Storm("a")).action
    assert MATCH.read(MATCH.write(whole)) == whole
    assert whole.dice is not None
    assert MATCH.rule(START, whole).after == Position(whole.dice)
    assert MATCH.rule(START, replace(whole, dice=(*whole.dice, 1))).reason.endswith(
        f"not {len(whole.dice) + 1}."
    )


def test_a_second_card_is_drawn_from_the_stream_after_the_first() -> None:
    whole = tried(strong(), Storm("a"))
    chance = strong()
    pool = [*CARDS]
    first = pool.pop(chance.stream("cards", 0, 4))
    assert (whole.action.first, whole.action.second) == (first, pool[chance.stream("cards", 1, 3)])


def test_dice_that_a_player_typed_take_none_of_the_stream() -> None:
    chance = strong()
    whole = tried(chance, Storm("a", dice=(2,)))
    assert whole.action.dice == (2, *stream(chance, 2))
    assert whole.rolled["storm"] == 2
    chance.spend(MATCH.given(whole.action), whole.rolled)
    assert chance.used["storm"] == 2


def test_what_was_taken_back_comes_up_again_and_then_new_dice() -> None:
    chance = strong()
    whole = tried(chance, Storm("a"))
    chance.spend(MATCH.given(whole.action), whole.rolled)
    chance.take_back(MATCH.given(whole.action))
    again = tried(chance, Storm("a"))
    assert again.action == whole.action
    assert again.rolled == {}
    begun = replace(Storm("a"), dice=whole.action.dice[:1] if whole.action.dice else None)
    assert tried(chance, begun).action == whole.action


def test_an_action_that_was_begun_goes_on_where_its_dice_ended() -> None:
    chance = strong()
    begun = Storm("a", dice=stream(chance, 1))
    assert tried(chance, begun, {"storm": 1}).action == tried(chance, Storm("a")).action


def test_a_total_that_was_taken_back_is_not_split_by_dice_that_are_held() -> None:
    chance = Chance("any", kept={"storm": (DiceTotal(9, 2), 5)})
    (request,) = MATCH.wants(START, Storm("a"), {"dice": 1})
    assert chance.next(request, {"storm": 2}, {}) == ((5,), 0)


@each_row("typed, dice", [(None, ()), ((2,), (2,))])
def test_the_seed_gives_the_dice_that_nobody_typed(
    typed: tuple[int, ...] | None, dice: tuple[int, ...]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, GAME)
        seed = strong().seed
        whole = tried(Chance(seed), Storm("a", dice=typed))
        header, line, end = recorded(MATCH, [whole.action], seed)
        line["rolled"] = whole.rolled
        assert faults(header, line, end) == []
        assert line["action"]["dice"][: len(dice)] == list(dice)
        line["action"]["dice"][-1] = line["action"]["dice"][-1] % 6 + 1
        assert faults(header, line, end) == [OTHER_DICE]


OTHER_DICE = "Action 1: its dice or draws are not those that the sealed seed gives."


def faults(*lines: Json) -> list[str]:
    """Return what is wrong with a record of these lines."""
    return GAME.records.problems(codec.parse(map(dump_line, lines)), replay_record)


def test_dice_are_counted_as_the_ruling_without_them_says() -> None:
    assert MATCH.dice_of_total(START, Storm("a", total=4)) == 1
    assert MATCH.dice_of_total(START, Storm("a")) == 0
    assert dice_in(results_by_kind(MATCH.given(Storm("a", dice=(1, 2))))["storm"]) == 2


def test_a_total_of_other_dice_may_go_on_as_high_as_they_do() -> None:
    chance = Chance("any", kept={"aim": (20,)})
    typed = [(ChanceRequest("aim", "total", 1, sides=20, total="total"), (DiceTotal(39, 2),))]
    assert chance.contradiction(typed) is None
    typed = [(ChanceRequest("aim", "total", 1, sides=6, total="total"), (DiceTotal(39, 2),))]
    assert chance.contradiction(typed) == (
        "The roll stands, for it was made before and taken back: 20 comes up again. "
        "Enter that, or let the referee roll."
    )
