"""BattleCON: the rules of its preview, with figures from public sources.

Where to look, by section of its rulebook (data/rulebook):

- 1 duel and match: `beat`; 2 cards and 21 figures: `cards`, `view`; 3 setting up: `setting_up`
- 4 the beat: `sequence`; 5 selecting, 6 ante, 8 clash: `attack_pairs`
- 7 reveal, 9 Start of Beat, 10 attacks, 11 Recycle, 14 special actions: `execution`
- 12 effects, 13 movement, 15 triggers, 17 tokens, 20.1 the trap: `card_effects`
- 16 to 20 cards: data/bases.json, data/fighters

`game` is the one interface: `rule`, `legal_actions`, `redact`, `set_up`; its `Trial` is for searches.
`formats` reads and writes JSON, and `reasons` has the sentences of rulings.
"""
