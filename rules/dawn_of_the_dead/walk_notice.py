"""5.0: a walk in words, of one square or of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dawn_of_the_dead.procedure import people, points_or_none
from rules.sentences import sentence


@dataclass(frozen=True, slots=True)
class Walk:
    """Characters who went together. `met`: a hidden zombie stopped them. `recovered` are people they met."""

    who: Sequence[str]
    start: str
    end: str
    carried: Sequence[str] = ()
    met: bool = False
    recovered: Sequence[str] = ()

    @property
    def story(self) -> str:
        """The sentence for the log: "Peter and Fran go from 008 to 009 with Roger."."""
        one = len(self.who) == 1
        along = f" with {people(self.carried)}" if self.carried else ""
        met = f" and meet{'s' if one else ''} a hidden zombie there" if self.met else ""
        well = f"; {people(self.recovered)} recovered" if self.recovered else ""
        verb = "goes" if one else "go"
        return f"{people(self.who)} {verb} from {self.start} to {self.end}{along}{met}{well}."

    def notice(self, left: int) -> str:
        """Return the story, and how many Movement Points are left (5.1)."""
        return f"{self.story} {sentence(points_or_none(left))} left."
