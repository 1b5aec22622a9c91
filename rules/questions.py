"""What a position waits for, and who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

ActionT = TypeVar("ActionT")

TABLE, REFEREE = "table", "referee"
"""Those who may answer beside the seats of a game: the tablet, and the referee itself."""
ANYBODY = "anybody"
"""Among the seats that an action belongs to: whoever sits at the table when it is done."""


@dataclass(frozen=True)  # without slots: Python 3.11 could not make a `Question[Action](...)` with them
class Question(Generic[ActionT]):
    """Something that a position waits for. One action of one of those in `who` answers it.

    `name` is unique among the questions that are open at once. `answers` are what may be done: actions, with
    fields left open; one that is refused is shown with the reason. `accepts` are kinds of actions that are
    judged although none of them is listed: a walk, a point on a map.

    `held`: it waits under those above it in the stack. `optional`: the table does not wait for it. `beside`:
    it may be answered while another action is in progress. `private`: on one's own device, while that is
    here; secrets always are. `tells`: to be asked it tells a secret, so a device that sleeps keeps it. After
    `seconds` the referee does `otherwise`; the time stands while somebody answers.
    """

    name: str
    who: tuple[str, ...]
    answers: tuple[ActionT, ...] = ()
    accepts: tuple[type[ActionT], ...] = ()
    held: bool = False
    optional: bool = False
    beside: bool = False
    private: bool = False
    tells: bool = False
    seconds: int = 0
    otherwise: ActionT | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table, at this moment.

    Those of one `side` agree as one; by default each seat is one of its own. `votes`: its agreement counts
    when something is taken back or overruled. `clock`: it has a clock. `master`: it sees everything and may
    act for everybody. `device`: who plays it, on a device of its own or only on the tablet; a seat that the
    referee plays takes no device. `secret`: it may know what others do not, so the first device that takes it
    has it.
    """

    id: str
    title: str
    side: str = ""
    votes: bool = True
    clock: bool = True
    master: bool = False
    device: Literal["own", "tablet", "referee"] = "own"
    secret: bool = True
