"""The interface of games: what a game says, and what the rest of the referee asks of it.

All of it is generic in the game's own position and action, so the type checker follows both across the seam.
`Hooks` and `Rules` are a game at one table, `Game` is what the registry knows, `Screens` how it is shown. A
part that only some games have is None for all others.
"""

from referee.games.demo_states import DemoState, DemoTable
from referee.games.interface.basics import SPECTATOR, Action, ActionT, Json, Position, PositionT
from referee.games.interface.chance import ChanceRequest, DiceTotal, dice_in, results_by_kind
from referee.games.interface.game import INTERFACE, BoardPort, Documents, Game, Simulation
from referee.games.interface.hooks import Hooks
from referee.games.interface.odds import Crashed, Odds, OddsPort, Progress, Stop
from referee.games.interface.options import Option
from referee.games.interface.parts import (
    Batch,
    BatchPort,
    Corrected,
    PiecesPort,
    ReadEvent,
    Seen,
)
from referee.games.interface.players import SHARING, Advice, Adviser, Practice
from referee.games.interface.printing import PrintingPort
from referee.games.interface.record import Place, Replay, ReplayRecord, Step
from referee.games.interface.rules import (
    PLAYERS,
    Rules,
    asked_of_referee,
    asked_of_seat,
    given_at,
    people_roll,
    seats_of_referee,
)
from referee.games.interface.screens import (
    Context,
    FinishedGame,
    Introduction,
    RequestWords,
    Screens,
    TableWords,
)
from referee.games.surveying import Surveying
from referee.games.table_view import GameView, MappingView, TableView

__all__ = [
    "INTERFACE",
    "PLAYERS",
    "SHARING",
    "SPECTATOR",
    "Action",
    "ActionT",
    "Advice",
    "Adviser",
    "Batch",
    "BatchPort",
    "BoardPort",
    "ChanceRequest",
    "Context",
    "Corrected",
    "Crashed",
    "DemoState",
    "DemoTable",
    "DiceTotal",
    "Documents",
    "FinishedGame",
    "Game",
    "GameView",
    "Hooks",
    "Introduction",
    "Json",
    "MappingView",
    "Odds",
    "OddsPort",
    "Option",
    "PiecesPort",
    "Place",
    "Position",
    "PositionT",
    "Practice",
    "PrintingPort",
    "Progress",
    "ReadEvent",
    "Replay",
    "ReplayRecord",
    "RequestWords",
    "Rules",
    "Screens",
    "Seen",
    "Simulation",
    "Step",
    "Stop",
    "Surveying",
    "TableView",
    "TableWords",
    "asked_of_referee",
    "asked_of_seat",
    "dice_in",
    "given_at",
    "people_roll",
    "results_by_kind",
    "seats_of_referee",
]
