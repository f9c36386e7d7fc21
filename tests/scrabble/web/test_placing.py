"""Every tile of every language can be laid by the keyboard, as itself and as a blank."""

from __future__ import annotations

from scrabble.game.tiles import Alphabet

TYPED = """async ([letters, cases]) => {
  const { Placer, RackTiles } = await import("./static/placing.js");
  const board = { box: document.createElement("div"), size: 15, has: () => true }, nothing = () => {};
  return cases.map(([rack, keys]) => {
    const tiles = new RackTiles([], rack.map((letter) => [letter, letter === "?" ? null : 1]), letters);
    const page = { tiles: () => tiles, changed: nothing, moved: nothing, isIdle: () => false };
    const placer = new Placer(board, document.createElement("div"), page);
    for (const key of keys) {
      placer.key(new KeyboardEvent("keydown", { key, shiftKey: key !== key.toLowerCase() }));
    }
    return tiles.added.map(([, , letter]) => letter);
  });
}"""


CASES = [
    ("spanish", "[CH] O P E R A S", "[ch]o", "CH O"),
    ("spanish", "[CH] C H O R A S", "choh", "CH O H"),
    ("spanish", "[CH] C H O R A S", "coh", "C O H"),
    ("spanish", "L [LL] O R A S ?", "llo", "LL O"),
    ("spanish", "L [LL] O R A S ?", "LLo", "ll O"),
    ("spanish", "I [LL] L S T ?", "tils", "T I L S"),
    ("spanish", "I [LL] L S T ?", "tiLLs", "T I ll S"),
    ("spanish", "I [LL] L S T ?", "ti[LL]s", "T I ll S"),
    ("spanish", "I [LL] L S T ?", "tiLs", "T I l S"),
    ("spanish", "C I [LL] S T ?", "ti[ch]s", "T I ch S"),
    ("spanish", "C I [LL] S T ?", "tilxs", "T I l S"),
    ("catalan", "A E I [L·L] N R S", "l·la", "L·L A"),
    ("catalan", "A E I [L·L] L R S", "l.lal", "L·L A L"),
]


def test_every_tile_is_laid_by_its_letters(desktop):
    for language in Alphabet.names():
        alphabet = Alphabet.load(language)
        letters = [alphabet.decode([code]).strip("[]") for code in range(1, alphabet.size + 1)]
        blank = [letter.lower() for letter in letters]
        some = [(rack, keys, tiles) for each, rack, keys, tiles in CASES if each == language]
        for racks, keys, expected in (
            ([[each] for each in letters], blank, letters),
            ([[each, *letters[:6]] for each in letters], [f"[{each}]" for each in blank], letters),
            ([["?"] for _ in letters], letters, blank),
            ([["?", each] for each in letters], [f" {each}" for each in blank], blank),
            ([["?"] for _ in letters], [f"[{each}]" for each in blank], blank),
        ):
            cases = [[rack, list(text)] for rack, text in zip(racks, keys, strict=True)]
            assert desktop.evaluate(TYPED, [letters, cases]) == [[each] for each in expected], language
        cases = [[rack.replace("[", "").replace("]", "").split(), list(keys)] for rack, keys, _ in some]
        assert desktop.evaluate(TYPED, [letters, cases]) == [tiles.split() for *_, tiles in some]
