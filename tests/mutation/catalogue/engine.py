"""Mutants of searches, bounds and certificates, and last those of kernels."""

from __future__ import annotations

from tests.mutation.mutant import Mutant, seen_by

SOLVER = "tests/scrabble/solver"
BOUNDS = "tests/scrabble/bounds"
MOVEGEN = "tests/scrabble/movegen"
CERTIFICATE = "tests/scrabble/certificate"
BSTAR = "tests/bstar"
PREENDGAME = "tests/scrabble/solver/preendgame"

PROOFS = (
    *seen_by(
        CERTIFICATE,
        Mutant(
            "scrabble.certificate.check:_Checker._demand",
            "bound",
            "min(bound, known.bound) if is_most else max(bound, known.bound)",
            "max(bound, known.bound) if is_most else min(bound, known.bound)",
        ),
        Mutant(
            "scrabble.certificate.check:_Checker._demand",
            "rule",
            "not self._number < number <=",
            "not 0 < number <=",
        ),
        Mutant(
            "scrabble.certificate.check:_Checker._check_one",
            "bound",
            "found.gain < node.bound",
            "found.gain < node.bound - 1",
        ),
        Mutant("scrabble.certificate.check:_Checker._check_all", "bound", "needed > 0:", "needed > 1:"),
        Mutant("scrabble.certificate.check:_Checker._check_all", "bound", "<= -needed:", "<= 1 - needed:"),
        Mutant(
            "scrabble.certificate.check:check",
            "key",
            "(words, lexicon.text_sha256) != (header.words, header.text_sha256)",
            "words != header.words",
        ),
        Mutant("scrabble.certificate.game:turn", "bound", "zeros >= rules", "zeros > rules"),
        Mutant(
            "scrabble.certificate.game:score_of", "rule", "elif game.start not in squares:", "elif False:"
        ),
        Mutant(
            "scrabble.certificate.game:footprint",
            "bound",
            "(word[-1] % size < size - 1)",
            "(word[-1] % size < size - 2)",
        ),
        Mutant(
            "scrabble.certificate.rulebook:PassBound.most",
            "bound",
            "rules.loss * (others - self.game.value(rack))",
            "-rules.loss * self.game.value(rack)",
        ),
        Mutant(
            "scrabble.certificate.rulebook:Rulebook.answers",
            "rule",
            "score + out >= needed",
            "reply.gain + out >= needed",
        ),
    ),
    *seen_by(
        f"{BOUNDS}/test_score_caps.py {SOLVER}/test_move_bounds.py",
        Mutant(
            "scrabble.bounds.score_caps:_end",
            "bound",
            "max(out * others, loss * others, loss * (others - left))",
            "max(out * others, loss * (others - left))",
        ),
        Mutant(
            "scrabble.bounds.score_caps:ScoreCaps.of",
            "sign",
            "_end(self.rules, theirs, left)",
            "_end(self.rules, left, theirs)",
        ),
        Mutant("scrabble.bounds.score_caps:_plays", "bound", "laid >= rules.bingo", "laid > rules.bingo"),
        Mutant("scrabble.bounds.score_caps:_runs", "bound", "(empty <= most)", "(empty < most)"),
    ),
    *seen_by(
        f"{BOUNDS}/test_line_replies.py",
        Mutant(
            "scrabble.bounds.line_replies:upper_bounds",
            "rule",
            "fitting and not ends_game(position, play)",
            "fitting",
        ),
        Mutant(
            "scrabble.bounds.line_replies:most_of_pass",
            "bound",
            "max(most_of_plays, position.rules.scoreless_loss * (theirs - mine))",
            "most_of_plays",
        ),
        Mutant("scrabble.bounds.line_replies:footprint", "bound", "in (False, True)", "in (False,)"),
    ),
    *seen_by(
        f"{BSTAR}/test_root.py {BSTAR}/test_root_proof.py {BSTAR}/test_mtdf.py {BSTAR}/test_oracles.py",
        Mutant("bstar.root:Root.narrow", "bound", "value > alpha", "value >= alpha"),
        Mutant("bstar.root:Root.narrow", "bound", "value < beta", "value <= beta"),
        Mutant("bstar.root:Root.is_proven", "bound", "move.upper <= best.lower", "move.upper < best.lower"),
        Mutant("bstar.root:Root.best_lower", "bound", "lowers[top - 1]", "lowers[0]"),
        Mutant("bstar.mtdf:null_window_test", "bound", "if g < gamma:", "if g <= gamma:"),
        Mutant(
            "bstar.root_proof:RootProof.prove_best",
            "bound",
            "move.upper > bound and",
            "move.upper > bound + 1 and",
        ),
        Mutant(
            "bstar.regret:regret",
            "cut",
            "max(0, max(others, default=lower) - lower)",
            "max(others, default=lower) - lower",
        ),
    ),
    *seen_by(
        f"{BSTAR}/chance",
        Mutant(
            "bstar.chance.interval_sum:IntervalSum.add_up",
            "weight",
            "term.weight * term.upper[at]",
            "term.upper[at]",
        ),
        Mutant(
            "bstar.chance.interval_sum:Term.refresh",
            "bound",
            "map(min, self.upper, most)",
            "most",
        ),
        Mutant(
            "bstar.chance.interval_sum:Term.update",
            "bound",
            "_replaced(self.least_upper, objective, query.gamma)",
            "_replaced(self.least_upper, objective, query.gamma + 1)",
        ),
        Mutant(
            "bstar.chance.single_best:separate",
            "bound",
            "if moves[at].upper[0] >= value]",
            "if moves[at].upper[0] > value]",
        ),
        Mutant(
            "bstar.chance.choose:ChanceSearch.may_beat",
            "bound",
            ".upper[:count] > ",
            ".upper[:count] >= ",
        ),
        Mutant("bstar.chance.choose:ChanceSearch.other_upper", "rule", "at != best", "at > best"),
        Mutant("bstar.chance.choose:ChanceSearch._rank_again", "key", "pop(number, None)", "pop(-1, None)"),
    ),
    *seen_by(
        f"{BSTAR}/test_parallel.py {SOLVER}/test_threads.py",
        Mutant("bstar.parallel:ParallelEngine._share", "bound", "(limit - self.nodes) //", "limit //"),
        Mutant(
            "bstar.parallel:ParallelEngine._gather",
            "rule",
            "(NODES, EXPANSIONS, LEAVES)",
            "(EXPANSIONS, LEAVES)",
        ),
    ),
    *seen_by(
        f"{PREENDGAME}/test_results.py {PREENDGAME}/test_oracle.py",
        Mutant(
            "scrabble.solver.preendgame.results:MoveResults._scenarios",
            "weight",
            "(draw.weight if draws.are_sums else 1) * (2 if objective is Objective.WIN else 1)",
            "draw.weight if draws.are_sums else 1",
        ),
        Mutant(
            "scrabble.solver.preendgame.results:MoveResults._scenarios",
            "weight",
            "_fraction(draw.weight, unseen.total)",
            "_fraction(1, len(draws.each))",
        ),
    ),
    *seen_by(
        f"{PREENDGAME}/test_policies.py",
        Mutant(
            "scrabble.solver.preendgame.policies:BestPolicy._refresh",
            "bound",
            "{*self._asked, self._last}",
            "[self._last]",
        ),
        Mutant(
            "scrabble.solver.preendgame.policies:BestPolicy._refresh",
            "bound",
            "for option in options if changed else ():",
            "for option in ():",
        ),
    ),
    *seen_by(
        f"{PREENDGAME}/test_exchanges.py",
        Mutant(
            "scrabble.solver.preendgame.emptying_replies:ScorelessLeft.after_exchange",
            "rule",
            "ScorelessLeft(_limit(rules.pass_limit), self.turns - 1)",
            "self.after_pass()",
        ),
        Mutant(
            "scrabble.solver.preendgame.exchanges:OpponentToMove._search",
            "cut",
            "for after in (state.passed(), state.after_opponents_exchange(game.rules)):",
            "for after in (state.passed(),):",
        ),
        Mutant(
            "scrabble.solver.preendgame.exchanges:TileState.after_own_exchange",
            "rule",
            "TileState(own, others, back, left)",
            "TileState(own, others, self.bag, left)",
        ),
    ),
    *seen_by(
        f"{SOLVER}/test_claims.py",
        Mutant(
            "scrabble.solver.move_bounds:move_results", "bound", "bounds.upper < best", "bounds.upper <= best"
        ),
        Mutant(
            "scrabble.solver.move_bounds:move_results",
            "bound",
            "is_proven and bounds.lower >= best.upper",
            "is_proven and bounds.upper >= best.upper",
        ),
    ),
    *seen_by(
        f"{SOLVER}/test_proof.py",
        Mutant("scrabble.solver.move_bounds:move_results", "sign", "bounds.upper + lead", "bounds.upper"),
    ),
    *seen_by(
        f"{PREENDGAME}/test_first_bounds.py",
        Mutant(
            "scrabble.solver.preendgame.first_bounds:most_by_draw", "sign", "endgames.ahead + upper", "upper"
        ),
        Mutant(
            "scrabble.solver.preendgame.first_bounds:most_by_draw",
            "rule",
            "[without(play.laid, laid) for play in group]",
            '[b"" for play in group]',
        ),
        Mutant(
            "scrabble.solver.preendgame.first_bounds:most_by_draw",
            "rule",
            "without(tiles, draw.tiles)",
            "tiles[count:]",
        ),
        Mutant(
            "scrabble.solver.preendgame.dealer:Dealer.bounds_by_replies",
            "key",
            "np.zeros(len(moves), np.int64), None",
            "np.zeros(len(moves), np.int64), self._dealt",
        ),
        Mutant(
            "scrabble.solver.preendgame.estimates:SpreadEstimates._first_bounds",
            "weight",
            "sum(weights) * np.array",
            "len(weights) * np.array",
        ),
        Mutant("scrabble.solver.preendgame.values:in_each", "rule", "DRAWN + np.sign", "np.sign"),
        Mutant("scrabble.solver.preendgame.first_bounds:most_by_draw", "cut", "if is_over():", "if False:"),
        Mutant("scrabble.solver.preendgame.first_bounds:grouped", "sign", "-len(item[1])", "len(item[1])"),
        Mutant(
            "scrabble.solver.games.deals:bound_deal",
            "cut",
            "if is_half_full(game.cache):",
            "if is_half_full(game.cache) and replies == 0:",
        ),
    ),
)

KERNELS = (
    *seen_by(
        f"{MOVEGEN}/test_generator.py {MOVEGEN}/test_scoring.py {MOVEGEN}/test_state.py",
        Mutant(
            "scrabble.movegen.generator:_write",
            "bound",
            "word.laid >= state.rules[BINGO_LENGTH]",
            "word.laid > state.rules[BINGO_LENGTH]",
        ),
        Mutant("scrabble.movegen.generator:_longer", "rule", "frame.multiplier * times", "times"),
        Mutant("scrabble.movegen.generator:_longer", "rule", "count_of(frame.rack, kind) == 1", "True"),
        Mutant("scrabble.movegen.generator:_is_one_across", "cut", "word.laid == 1", "word.laid == 0"),
        Mutant(
            "scrabble.movegen.generator:line_plays",
            "cut",
            "touch - start + (letters[touch] == 0) > tiles",
            "touch - start + 1 > tiles",
        ),
        Mutant(
            "scrabble.movegen.scoring:score_of",
            "bound",
            "tiles_of(move) >= state.rules[BINGO_LENGTH]",
            "tiles_of(move) > state.rules[BINGO_LENGTH]",
        ),
    ),
    *seen_by(
        f"{MOVEGEN}/test_state.py {MOVEGEN}/test_keys.py {MOVEGEN}/test_features.py",
        Mutant("scrabble.movegen.state:least_equal_zeros", "rule", "2 + zeros_left % 2", "2"),
        Mutant(
            "scrabble.movegen.state:play_state",
            "rule",
            "state.rules[ZERO_IS_SCORELESS] != 0 and score_of(state, move) == 0",
            "state.rules[ZERO_IS_SCORELESS] != 0",
        ),
        Mutant(
            "scrabble.movegen.state:final_state",
            "sign",
            "state.rules[LOSS] * (other - own)",
            "state.rules[LOSS] * (own - other)",
        ),
        Mutant(
            "scrabble.movegen.state:state_key", "key", "now[TURN] * 64 + now[ZEROS_LEFT]", "now[TURN] * 64"
        ),
        Mutant(
            "scrabble.movegen.cross_sets:refresh",
            "cut",
            "cross_set == old_set and cross_score == old_score",
            "cross_set == old_set",
        ),
    ),
    *seen_by(
        f"{MOVEGEN}/test_redeal.py",
        Mutant(
            "scrabble.solver.preendgame.dealer:_hands", "key", "_digest(side, types[side])", "_digest(side)"
        ),
    ),
    *seen_by(
        f"{BOUNDS}/test_reach.py {BOUNDS}/test_footprint.py",
        Mutant("scrabble.bounds.reach:_mark_rings", "bound", "if end < n:", "if end < n - 1:"),
        Mutant(
            "scrabble.bounds.footprint:footprint",
            "bound",
            "ends_around(board.occupied[direction, line], last)",
            "ends_around(board.occupied[direction, line], first)",
        ),
    ),
    *seen_by(
        f"{BOUNDS}/test_solo_definitions.py {BOUNDS}/test_solo.py {BOUNDS}/test_static_bounds.py",
        Mutant(
            "scrabble.bounds.solo:_bound.climb",
            "bound",
            "max(most, home.stop, joined if",
            "max(most, joined if",
        ),
        Mutant("scrabble.bounds.solo_game:query_after", "bound", "asked.target - gain", "asked.target"),
        Mutant("scrabble.bounds.solo_game:tiles_key", "key", "np.uint32(asked.other)", "0"),
        Mutant(
            "scrabble.bounds.solo:_choose",
            "bound",
            "reach[tiles - play.laid, direction, line] != 0",
            "reach[0, direction, line] != 0",
        ),
        Mutant(
            "scrabble.bounds.solo:_bound.best_after_singles",
            "bound",
            "np.uint32(leave + play.tiles), laid[count]",
            "np.uint32(leave + play.tiles), known",
        ),
        Mutant(
            "scrabble.bounds.reach:joins",
            "bound",
            "!= 0:\n                return True",
            "!= 0:\n                return False",
        ),
        Mutant(
            "scrabble.bounds.reach:joins",
            "bound",
            "direction_of(play.move) != direction",
            "direction_of(play.move) == direction",
        ),
        Mutant(
            "scrabble.bounds.solo:_lines_to_join",
            "bound",
            "across | (along & solo.runs[tiles, each])",
            "along & solo.runs[tiles, each]",
        ),
        Mutant(
            "scrabble.bounds.solo:_lines_to_join",
            "bound",
            "across | (along & solo.runs[tiles, each])",
            "across",
        ),
        Mutant(
            "scrabble.bounds.reach:lines_joining",
            "bound",
            "if not is_alone:",
            "if is_alone:",
        ),
    ),
    *seen_by(
        f"{MOVEGEN}/test_play_cache.py",
        Mutant(
            "scrabble.movegen.play_cache:_short_superset",
            "key",
            "is_subrack(rack, entry.rack) and (best",
            "(best",
        ),
        Mutant(
            "scrabble.movegen.play_cache:_filter", "key", "is_subrack(plays[index].tiles, rack)", "index >= 0"
        ),
        Mutant("scrabble.movegen.play_cache:_side_key", "key", " + state.hands.type_keys[on.side]", ""),
    ),
    *seen_by(
        f"{BOUNDS}/test_line_fitting.py",
        Mutant("scrabble.bounds.line_fitting:_is_needed", "cut", "[pair, tiles - size]", "[pair, 0]"),
        Mutant("scrabble.bounds.line_fitting:_is_needed", "cut", "tiles + 1 - size", "tiles - size"),
        Mutant(
            "scrabble.bounds.line_fitting:_add_line", "bound", "line.shape[0] - 1, -1, -1", "line.shape[0]"
        ),
    ),
    *seen_by(
        f"{BOUNDS}/test_line_totals.py {BOUNDS}/test_line_definitions.py",
        Mutant("scrabble.bounds.line_packing:_share_out", "bound", "other[first, second]", "other[first, 0]"),
        Mutant("scrabble.bounds.line_packing:_line_totals", "bound", "min(left, 1) + 1", "1"),
        Mutant(
            "scrabble.bounds.line_packing:_best_with", "bound", "words[there] + extra if", "words[there] if"
        ),
    ),
    *seen_by(
        f"{BOUNDS}/test_solo_table.py",
        Mutant("scrabble.bounds.solo_table:_slot", "key", "2 if tiles == 3 else 3", "3"),
        Mutant("scrabble.bounds.solo_table:_slot", "key", "if tiles < 3", "if tiles < 4"),
    ),
    *seen_by(
        f"{BOUNDS}/test_solo_joined.py",
        Mutant(
            "scrabble.bounds.solo_joined:local_key",
            "key",
            "np.uint64(state.hands.kinds[side, joined.kinds[index]])",
            "np.uint64(joined.kinds[index])",
        ),
        Mutant(
            "scrabble.bounds.solo_joined:_two_after",
            "bound",
            "own[0, row] &= ends[0, row]",
            "own[0, row] = np.uint32(0)",
        ),
        Mutant(
            "scrabble.bounds.solo_joined:_mark_lines",
            "bound",
            "squares = beside << np.uint64(1) | beside >> np.uint64(1)",
            "squares = beside << np.uint64(1)",
        ),
    ),
    *seen_by(
        f"{BSTAR}/depth_first {BSTAR}/test_oracles.py {SOLVER}/test_solvers.py",
        Mutant(
            "bstar.depth_first.alphabeta:store_bounds",
            "bound",
            "row.best if row.best > row.alpha",
            "row.best if row.best >= row.alpha",
        ),
        Mutant(
            "bstar.depth_first.alphabeta:store_bounds",
            "bound",
            "row.best if row.best < row.beta",
            "row.best if row.best <= row.beta",
        ),
        Mutant("bstar.depth_first.alphabeta:enter_node", "cut", "lower >= row.beta", "lower > row.beta"),
        Mutant("bstar.depth_first.alphabeta:bound", "rule", "and row.searched > 1", "and row.searched > 0"),
        Mutant(
            "bstar.depth_first.alphabeta:bound", "rule", "_is_reply(control, depth) and row.best", "row.best"
        ),
        Mutant("bstar.depth_first.alphabeta:_is_reply", "rule", "depth == 1 and ", ""),
        Mutant("bstar.depth_first.alphabeta:_note_refutation", "rule", "known[place - 1]", "known[0]"),
        Mutant(
            "bstar.depth_first.alphabeta:_step",
            "cut",
            "row.gain - max(row.alpha, row.best)",
            "row.gain - row.alpha",
        ),
    ),
    *seen_by(
        f"{BSTAR}/tree {BSTAR}/test_berliner.py {BSTAR}/test_playthrough.py",
        Mutant(
            "bstar.tree.bstar:separated_move",
            "bound",
            "> tree.links[best].pessimistic:",
            "> tree.links[best].pessimistic + 1:",
        ),
        Mutant("bstar.tree.strategies:choose", "sign", "step.left < step.right", "step.left > step.right"),
        Mutant("bstar.tree.strategies:_precedes", "rule", "one < other", "one > other"),
    ),
)
