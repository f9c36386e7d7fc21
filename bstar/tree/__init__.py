"""B* with a tree of intervals, as Berliner describes it, and Maven's widening."""
