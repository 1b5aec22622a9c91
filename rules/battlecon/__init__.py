"""BattleCON: the rules of its preview, with figures from public sources.

Where to look, by section of its rulebook (data/rulebook):

- 1 duel and match: `ending`; 2 cards and 21 figures: `cards`, `figures`, `pairs`, `sums`
- 3 setting up: `setting_up`; 4 the beat: `sequence`; 5 selecting: `selecting`; 6 ante: `antes`, `tokens`
- 7 reveal: `reveal`, `showing`; 8 clash: `clashes`; 9, 10 Start of Beat and attacks: `execution`
- 11 Recycle: `recycling`; 12 effects: `primitives`; 13 movement: `movement`; 14 specials: `special_actions`
- 15 triggers: `triggers`; 16 to 20 cards: data/bases.json, data/fighters; 20.1 the trap: `trap`

`game` is the one interface: `rule`, `legal_actions`, `view`, `set_up`. `formats` reads and writes JSON.
`trial` is for programs that look ahead.
"""
