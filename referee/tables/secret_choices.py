"""Choices that several seats make in secret at the same moment: which lines hold them, and which are open.

A choice lies face down in its line of the record until the game opens it. Taken back before that, it stays
secret until the game is over. Choices that were opened together are taken back together: else one player
would choose again and know what the other has chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from referee.tables.lines import Lines


@dataclass(slots=True)
class SecretChoices:
    """The secret choices of one table, by line.

    `lying`: the owner of each choice that lies face down. `unopened`: the same for choices that were taken
    back or given up before. `reached`: for each line up to the one that opened choices, the first line of
    those choices. `changes`: how often the choice of each owner was changed, which no other seat may know;
    it does not matter which device changed it.
    """

    lying: dict[int, str] = field(default_factory=dict)
    unopened: dict[int, str] = field(default_factory=dict)
    reached: dict[int, int] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)

    def laid(self, n: int, owner: str) -> None:
        """Note that line `n` lays a choice face down."""
        self.lying[n] = owner

    def moved_on(self, n: int, still: frozenset[str], opened: frozenset[str]) -> Collection[int]:
        """Note what line `n` opened; of the owners in `still` the choices lie face down yet.

        Returns the lines whose choices no longer lie face down.
        """
        gone = {line: owner for line, owner in self.lying.items() if owner not in still}
        for line, owner in gone.items():
            del self.lying[line]
            if owner not in opened:
                self.unopened[line] = owner
        shown = [line for line, owner in gone.items() if owner in opened]
        if shown:
            self.reached |= dict.fromkeys(range(min(shown), n + 1), min(shown))
        return gone

    def withdrawn(self, lines: Iterable[int]) -> None:
        """Note that lines were taken back."""
        for n in lines:
            if n in self.lying:
                self.unopened[n] = self.lying.pop(n)

    def hidden_from(self, n: int, seat: str) -> bool:
        """Whether line `n` holds a choice of another seat that was never opened."""
        owner = self.lying.get(n) or self.unopened.get(n)
        return owner is not None and owner != seat

    def open(self, n: int) -> bool:
        """Whether everybody may know the choice of line `n`."""
        return n not in self.lying and n not in self.unopened

    def first_with(self, n: int) -> int:
        """Return the first line that is taken back with line `n`."""
        return self.reached.get(n, n)

    def changed(self, owner: str, times: int = 1) -> None:
        """Note that an owner's choice was changed."""
        if times:
            self.changes[owner] = self.changes.get(owner, 0) + times

    @property
    def all_changes(self) -> int:
        """How often choices were changed."""
        return sum(self.changes.values())

    def unknown_to(self, seat: str) -> int:
        """Return how many versions of the table a seat must not learn of: others changed their minds."""
        return self.all_changes - self.changes.get(seat, 0)

    def stage(self, lines: int, taken_back: int) -> str:
        """Return a mark of all that was opened or taken back at a table; a choice face down is neither.

        `lines` is how many lines the record has, and `taken_back` how many of them were taken back.
        """
        return f"{lines - len(self.lying)}.{taken_back}"

    def lately(self, seat: str, lines: Lines) -> int:
        """Return how many versions a seat knows of came from the choices that lie face down now."""
        lying = lines.numbered(*self.lying)
        return sum(1 + (line.changed if self.lying[line.n] == seat else 0) for line in lying)
