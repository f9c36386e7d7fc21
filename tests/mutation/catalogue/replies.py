"""Mutants of the bounds of moves by replies of the other side (scrabble/bounds/README.md, T4, T8 and T10)."""

from __future__ import annotations

from tests.mutation.mutant import Mutant, seen_by

GAMES = "tests/scrabble/solver/games"

REPLIES = (
    *seen_by(
        f"{GAMES}/test_reply_frames.py",
        Mutant(
            "scrabble.solver.games.reply_frames:can_refute",
            "rule",
            "state.rules[ZEROS_AFTER_PLAY] > 1",
            "state.rules[ZEROS_AFTER_PLAY] > 0",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:can_refute", "rule", "reply_score > 0", "reply_score >= 0"
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:make_frame", "rule", "np.uint32(other - reply.tiles)", "other"
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:bound_by_reply",
            "bound",
            "frames.squares[at, direction, line] & laid != 0",
            "False",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:bound_by_reply",
            "bound",
            "frames.out_squares[at, index, direction, line] & laid == 0",
            "True",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:bound_by_reply",
            "sign",
            "gain - frames.score[at] + most",
            "gain + frames.score[at] + most",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:bound_by_reply",
            "rule",
            "frames.rest[at])",
            "state.hands.racks[1 - side])",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:bound_by_reply",
            "rule",
            "max(most, _by_new_plays(game, at, asked, enough, target))",
            "max(most, -FAR)",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:_in_tables",
            "sign",
            "most -= asked.left",
            "most += asked.left",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:_in_tables",
            "key",
            "frames.masks[at, way] != mask",
            "frames.masks[at, way] == 0",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:_fill_most",
            "rule",
            "within[0] = -frames.out_score[at, first]",
            "within[0] = -INF",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:_fill_from_line",
            "rule",
            "worth = np.int64(INF)",
            "worth = np.int64(-INF)",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:_fill_from_line",
            "weight",
            "game.state.rules[OUT] * play.face",
            "play.face",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:_fill_from_line",
            "bound",
            "frames.out_squares[at, first, on.direction, on.line] == 0",
            "True",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:best_untouched",
            "bound",
            " and frames.out_squares[at, index, direction, line] & squares == 0",
            "",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:best_untouched", "bound", "(mask >> index) & 1 != 0 and ", ""
        ),
        Mutant("scrabble.solver.games.reply_ends:_cap_of_all", "bound", "most + left.bonus if", "most if"),
        Mutant("scrabble.solver.games.reply_ends:_cap_of_fewer", "bound", "most + left.fewer_bonus", "most"),
        Mutant(
            "scrabble.solver.games.reply_ends:tiles_left",
            "rule",
            "letters_of(rack_codes(state, side, tiles))",
            "rack_codes(state, side, tiles)",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:_look_at_sides",
            "bound",
            "word * board.cross_scores[direction, line, at]",
            "0",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:_cap",
            "bound",
            "one[LETTERS] + other[LETTERS] + letter - 1",
            "letter - 1",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:_most_through",
            "bound",
            "fewer if answer != NO_SCORE else np.int64(INF)",
            "fewer",
        ),
        Mutant("scrabble.solver.games.reply_ends:most_through_ends", "rule", "if laid == 0:", "if True:"),
        Mutant(
            "scrabble.solver.games.reply_ends:most_through_ends",
            "rule",
            "max(most, _most_through(game, at, asked, left, other, enough, target))",
            "max(most, -FAR)",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:_most_on_line",
            "rule",
            "if answer == NO_SCORE:\n                return np.int64(INF)",
            "if answer == NO_SCORE:\n                continue",
        ),
        Mutant(
            "scrabble.solver.games.reply_ends:_most_on_line",
            "rule",
            "play.score + asked.others",
            "play.score",
        ),
    ),
    *seen_by(
        f"{GAMES}/test_replies.py",
        Mutant(
            "scrabble.solver.games.reply_frames:make_frame",
            "key",
            "frames.masks[at, way] = 0",
            "frames.masks[at, way] |= 0",
        ),
        Mutant(
            "scrabble.solver.games.reply_frames:make_frame",
            "key",
            "frames.loaded[0] = -1",
            "frames.loaded[0] = at",
        ),
        Mutant(
            "scrabble.solver.games.replies:bound_by_replies",
            "key",
            "replies.position[ply] != key",
            "replies.position[ply] == 0",
        ),
        Mutant(
            "scrabble.solver.games.replies:_is_at_hand",
            "key",
            "frames.cleared[at] == game.cache.used[CLEARED]",
            "True",
        ),
    ),
    *seen_by(
        f"{GAMES}/test_lone_replies.py",
        Mutant("scrabble.solver.games.lone_replies:bound_by_lone_reply", "bound", "touched != 0", "False"),
        Mutant(
            "scrabble.solver.games.lone_replies:bound_by_lone_reply",
            "bound",
            "upper = gain - score + most",
            "upper = gain - 2 * score + most",
        ),
        Mutant(
            "scrabble.solver.games.lone_replies:bound_by_lone_reply",
            "key",
            "replies.position[ply] != key",
            "replies.position[ply] == 0",
        ),
    ),
    *seen_by(
        f"{GAMES}/test_fast.py",
        Mutant(
            "scrabble.solver.games.fast:_bound", "bound", "(racks.own_value - play.face)", "racks.own_value"
        ),
        Mutant(
            "scrabble.solver.games.fast:_bounds_of_pass",
            "rule",
            "if state.now[ZEROS_LEFT] == 2",
            "if state.now[ZEROS_LEFT] <= 3",
        ),
        Mutant("scrabble.solver.games.fast:_moves", "cut", "max(dropped, upper)", "dropped"),
        Mutant(
            "scrabble.solver.games.fast:_write_plays",
            "cut",
            "dropped = max(dropped, upper)",
            "dropped = upper",
        ),
        Mutant(
            "scrabble.solver.games.out_plays:reply_to",
            "bound",
            "outs.footprints[index, laid.direction, laid.line] & laid.squares == 0",
            "True",
        ),
        Mutant(
            "scrabble.movegen.generator:_longer",
            "rule",
            "frame.face + board.values[code]",
            "frame.face + board.values[code & (BLANK - 1)]",
        ),
    ),
)
