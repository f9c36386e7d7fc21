"""Reasons for the evaluation of a move: sentences that follow from the proof."""
