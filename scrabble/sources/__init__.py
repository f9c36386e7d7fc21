"""Where positions come from: files, standard input, a text on the command line.

    # a comment                                         comments and blank lines are skipped
    15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;   a position in CGP; `id NAME;` names it
    {"id": "g12t20", "cgp": "15/7CAT5/... 0"}           the same as JSON, further keys are not looked at

    late:17                                             what comes along, by name (`scrabble.bundle.corpus`)

One position a line, in any mixture.  A line that cannot be read is an entry of its own with the reason, so
that the others go on.  Standard input that begins with such a line is read line by line: each is answered
before the next one is there.  What a text is shows in the text itself: it may also be

    a recorded game (GCG)     `Turns` says which of its positions are asked for; g10.gcg:26 is before turn 26
    boards as printed         the drawing of `solve`, or a grid of letters with racks (`scrabble.printed`)

Read, an entry is a position with its lexicon.
"""

from scrabble.sources.finding import STANDARD_INPUT, Turns, entries
from scrabble.sources.position_lines import MOST_BYTES, Entry, SourceError, is_text
from scrabble.sources.reading import (
    Reading,
    lexicon_of,
    load_lexicon,
    read,
    read_position,
    with_both_racks,
)

__all__ = ["Entry", "Reading", "SourceError", "Turns", "entries", "is_text", "read", "read_position"]
__all__ += ["MOST_BYTES", "STANDARD_INPUT", "lexicon_of", "load_lexicon", "with_both_racks"]
