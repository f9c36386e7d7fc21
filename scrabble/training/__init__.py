"""Practice with puzzles: the attempts that are kept, what is due, how an attempt is judged.  See README.md."""
