"""Why a move is the best one, or loses: sentences that follow from the proof."""
