"""Changes of meaning in the program, each of which some test has to see.

python -m tests.mutation                       all of them, one after the other; again: those without a result
python -m tests.mutation guard scoring         those whose place or package holds one of the words
python -m tests.mutation --minutes 30          no new one after that
python -m tests.mutation --list                what is changed where, and which tests should see it

A change is named by its function and by a piece of the source of it (`catalogue`), not by a line, so that it
outlives a move of code.  It is made in a copy of the repository, where the tests run that should see it.
"""
