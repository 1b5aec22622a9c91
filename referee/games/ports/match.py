"""Everything that a table needs of its game: the small ports together."""

from __future__ import annotations

from typing import Protocol

from referee.games.ports.basics import ActionT, Json, PositionT
from referee.games.ports.batches import BatchPort
from referee.games.ports.chance import ChancePort
from referee.games.ports.odds import OddsPort
from referee.games.ports.phase_ends import PhaseEndsPort
from referee.games.ports.pieces import PiecesPort
from referee.games.ports.players import Adviser, Opponent, Practice
from referee.games.ports.record import RecordPort
from referee.games.ports.rules import RulesPort
from referee.games.ports.seats import SeatsPort
from referee.games.ports.secrecy import SecrecyPort, SecretChoicesPort


class OptionalPorts(Protocol[PositionT, ActionT]):
    """Ports that only some games have. Each is None where a table has no use for it."""

    @property
    def secret_choices(self) -> SecretChoicesPort[PositionT, ActionT] | None:
        """The choices that several seats make at the same moment, each face down."""

    @property
    def opponent(self) -> Opponent[PositionT, ActionT] | None:
        """The referee as the player of one seat, which no device takes."""

    @property
    def adviser(self) -> Adviser[PositionT, ActionT] | None:
        """The referee as the player of a side without one."""

    @property
    def practice(self) -> Practice[PositionT, ActionT] | None:
        """The referee's proposals for players who practise."""

    @property
    def players_side(self) -> str | None:
        """The side that `practice` may act for, by the API's name; None in a game without practice."""

    @property
    def odds(self) -> OddsPort[PositionT] | None:
        """The chances of winning, where the referee can play the game on by itself."""

    @property
    def pieces(self) -> PiecesPort[PositionT, ActionT] | None:
        """Pieces whose values lie face down, or are read off by the players."""

    @property
    def phase_ends(self) -> PhaseEndsPort[PositionT, ActionT] | None:
        """Phases that end by themselves."""

    @property
    def batches(self) -> BatchPort | None:
        """Several actions in one tap."""


class Match(
    RulesPort[PositionT, ActionT],
    SeatsPort[PositionT, ActionT],
    SecrecyPort[PositionT, ActionT],
    ChancePort[PositionT, ActionT],
    RecordPort[PositionT],
    OptionalPorts[PositionT, ActionT],
    Protocol[PositionT, ActionT],
):
    """The rules of one game, bound to the fixed parts of one table.

    Nothing here assumes a board, two sides or turns that alternate.
    """

    @property
    def settings(self) -> Json:
        """The options that players may change in play, with their values. No ruling depends on them."""

    def with_settings(self, wanted: Json) -> Match[PositionT, ActionT]:
        """Return the match with other settings. Raises InputError."""

    @property
    def no_chances(self) -> str:
        """The sentence where no odds are worked out, because the referee plays no side."""
