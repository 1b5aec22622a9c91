"""*Dawn of the Dead* (SPI, 1978). The rulebook is the floor plan.

- 2 equipment, the map, counters, cardboard: `equipment/`; 3 setting up: `setting_up`; 4 `sequence`
- 5 human movement, doors, 6 gunfire, 12 rifles: `humans/`
- 7 zombie movement, 8 attacks, 9 hidden, 10 berserk, 11 super zombies, 13 entrance: `zombies/`
- 14 `victory`; 15 `solitaire/`

`game` is the one interface; `view` is the only form in which a position leaves the referee.
"""
