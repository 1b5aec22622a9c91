"""The small ports that a game offers; the rest of the referee uses a game only through these.

They are generic in the game's own position and action, so the type checker follows both across the seam. A
`Match` is a game at one table: rules, seats, secrecy, chance and record. A feature of only some games is a
port of its own on the match, or None: an opponent, odds, secret choices and more. `screens` has how
a game is shown, and `registry` finds the games.
"""

from referee.games.demo_states import DemoState, DemoTable
from referee.games.interface.basics import SPECTATOR, Action, ActionT, Json, Position, PositionT
from referee.games.interface.chance import ChanceRequest, DiceTotal, dice_in, results_by_kind
from referee.games.interface.game import INTERFACE, BoardPort, Documents, Game, Simulation
from referee.games.interface.match import (
    Batch,
    BatchPort,
    ChancePort,
    Corrected,
    Match,
    OptionalPorts,
    PiecesPort,
    QuestionsPort,
    ReadEvent,
    Rules,
    RulesPort,
    SeatsPort,
    SecrecyPort,
    SecretChoicesPort,
    Seen,
    asked_of_referee,
    asked_of_seat,
    given_at,
    seats_of_referee,
)
from referee.games.interface.odds import Crashed, Odds, OddsPort, Progress, Stop
from referee.games.interface.options import Option
from referee.games.interface.players import SHARING, Advice, Adviser, Practice
from referee.games.interface.printing import PrintingPort
from referee.games.interface.record import Place, RecordPort, Replay, ReplayRecord, Step
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
    "SHARING",
    "SPECTATOR",
    "Action",
    "ActionT",
    "Advice",
    "Adviser",
    "Batch",
    "BatchPort",
    "BoardPort",
    "ChancePort",
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
    "Introduction",
    "Json",
    "MappingView",
    "Match",
    "Odds",
    "OddsPort",
    "Option",
    "OptionalPorts",
    "PiecesPort",
    "Place",
    "Position",
    "PositionT",
    "Practice",
    "PrintingPort",
    "Progress",
    "QuestionsPort",
    "ReadEvent",
    "RecordPort",
    "Replay",
    "ReplayRecord",
    "RequestWords",
    "Rules",
    "RulesPort",
    "Screens",
    "SeatsPort",
    "SecrecyPort",
    "SecretChoicesPort",
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
    "results_by_kind",
    "seats_of_referee",
]
