"""Mutants of the rules of the game, and of what reads records and lexicons."""

from __future__ import annotations

from tests.mutation.mutant import Mutant, seen_by

GAME = "tests/scrabble/game"
RECORDS = "tests/scrabble/records"
LEXICON = "tests/scrabble/lexicon"

RULES = (
    *seen_by(
        f"{GAME}/test_position.py {GAME}/test_unseen.py {GAME}/test_move.py",
        Mutant(
            "scrabble.game.position:Position.score", "bound", "len(move.placed) >= ", "len(move.placed) > "
        ),
        Mutant(
            "scrabble.game.position:Position.score",
            "rule",
            "self.layout.letter_multiplier.item(row, col) if is_new else 1",
            "self.layout.letter_multiplier.item(row, col)",
        ),
        Mutant(
            "scrabble.game.position:Position.play",
            "rule",
            "move.is_pass or self.rules.pass_limit is None",
            "True",
        ),
        Mutant(
            "scrabble.game.position:Position.play",
            "rule",
            "self.scoreless_turns + 1 if is_scoreless else 0",
            "self.scoreless_turns + is_scoreless",
        ),
        Mutant(
            "scrabble.game.position:Position.final_scores",
            "sign",
            "- loss * theirs\n        return",
            "+ loss * theirs\n        return",
        ),
        Mutant("scrabble.game.position:Position._objection", "bound", "there >= least", "there > least"),
    ),
    *seen_by(
        f"{GAME}/test_problems.py",
        Mutant(
            "scrabble.game.position:odd_scoreless_turns",
            "bound",
            "turns <= limit",
            "turns < limit",
        ),
    ),
    *seen_by(
        f"{GAME}/test_unseen.py",
        Mutant("scrabble.game.unseen:choices", "weight", "ways * math.comb(there, taken)", "ways"),
        Mutant(
            "scrabble.game.unseen:UnseenTiles.first_drawn",
            "weight",
            "ways * math.factorial(count) * more * later",
            "ways * more * later",
        ),
        Mutant("scrabble.game.unseen:may_exchange", "bound", "<= tiles_in_bag", "< tiles_in_bag"),
    ),
)

READING = (
    *seen_by(
        f"{RECORDS}/test_replay.py {RECORDS}/test_places.py {RECORDS}/test_gcg.py {RECORDS}/test_cases.py",
        Mutant(
            "scrabble.records.walk:GameWalker._turn",
            "rule",
            "score == 0 and (event.kind is not EventKind.PLAY or self.rules.zero_play_is_scoreless)",
            "score == 0",
        ),
        Mutant(
            "scrabble.records.walk:GameWalker._turn",
            "rule",
            "event.kind is EventKind.EXCHANGE and self.rules.pass_limit is not None",
            "False",
        ),
        Mutant(
            "scrabble.records.walk:GameWalker._take_back",
            "rule",
            "turn.position.scoreless_turns + 1",
            "turn.position.scoreless_turns",
        ),
        Mutant(
            "scrabble.records.walk:GameWalker._take_back",
            "sign",
            "self.totals[turn.player] -= gained",
            "self.totals[turn.player] += gained",
        ),
        Mutant("scrabble.records.walk:GameWalker._points", "rule", "bonus=turn.bonus + gain", "bonus=gain"),
        Mutant(
            "scrabble.records.walk:GameWalker._end_value",
            "sign",
            "-self.rules.scoreless_loss * value",
            "self.rules.scoreless_loss * value",
        ),
        Mutant(
            "scrabble.records.walk:GameWalker.is_over", "bound", "self.zeros >= limit", "self.zeros > limit"
        ),
        Mutant(
            "scrabble.records.walk:GameWalker._exchanged",
            "bound",
            "self.bag < max(number, self.rules.exchange_limit)",
            "self.bag <= max(number, self.rules.exchange_limit)",
        ),
        Mutant(
            "scrabble.records.walk:_after_going_out",
            "rule",
            "-value if walk.held[event.player] else value\n",
            "-value if walk.held[event.player] else walk.rules.out_gain * value\n",
        ),
        Mutant(
            "scrabble.records.replay:_alphabet",
            "bound",
            "_weight(oddities[english]) < FEWER",
            "_weight(oddities[english]) <= FEWER",
        ),
        Mutant(
            "scrabble.records.replay:_alphabet",
            "bound",
            "_weight(oddities[english]) - FEWER)",
            "_weight(oddities[english]) - 1)",
        ),
        Mutant(
            "scrabble.records.replay:positions",
            "rule",
            "numbers[-1] if is_open else numbers[0]",
            "numbers[0]",
        ),
        Mutant(
            "scrabble.records.replay:positions",
            "rule",
            "if is_open and (not replayed.bag or not is_every):",
            "if is_open:",
        ),
    ),
    *seen_by(
        f"{LEXICON}/test_word_list.py {LEXICON}/test_dialect.py {LEXICON}/test_build.py",
        Mutant(
            "scrabble.lexicon.word_list:classify", "bound", "len(codes) < shortest", "len(codes) <= shortest"
        ),
        Mutant(
            "scrabble.lexicon.word_list:classify", "bound", "len(codes) > longest", "len(codes) >= longest"
        ),
        Mutant("scrabble.lexicon.word_list:read", "rule", 'line.partition("#")[0].strip()', "line.strip()"),
        Mutant("scrabble.lexicon.word_list:speller", "rule", "normal_form(word).upper()", "word.upper()"),
        Mutant(
            "scrabble.lexicon.word_list:_wide",
            "sign",
            '"utf-16-be" if data[0:1000:2].count(0) >',
            '"utf-16-be" if data[0:1000:2].count(0) <',
        ),
    ),
    *seen_by(
        f"{LEXICON}/test_formats.py {LEXICON}/test_languages.py {LEXICON}/test_dawg.py",
        Mutant(
            "scrabble.lexicon.formats:ParsedLexicon.refusal",
            "bound",
            "MOST_FOREIGN * read",
            "10 * MOST_FOREIGN * read",
        ),
        Mutant(
            "scrabble.lexicon.formats:_are_alphagrams",
            "cut",
            "len(codes) >= LEAST_LONG and bool(is_ordered.all())",
            "bool(is_ordered.all())",
        ),
        Mutant("scrabble.lexicon.formats:_read_quackle", "rule", "counted != stated", "counted < stated"),
        Mutant("scrabble.lexicon.dawg:validate", "bound", "len(words) > LONGEST", "len(words) >= LONGEST"),
    ),
)
