"""Game records: GCG read and written, games replayed by the rules."""
