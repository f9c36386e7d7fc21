"""Print the number of plays on each turn of a game, most of them with tiles in the bag."""

import scrabble

print(len(scrabble.legal_moves("preendgame:1")), "expected 546 (endgame positions preendgame:1 --moves)")
for turn in scrabble.Game.load("c00-base.gcg"):
    print(turn.number, turn.bag, len(turn.position.legal_moves("ENABLE")))
