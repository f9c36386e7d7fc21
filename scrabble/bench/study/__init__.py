"""The study of B* against alpha-beta: what runs, its results, its text."""
