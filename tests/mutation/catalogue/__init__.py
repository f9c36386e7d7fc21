"""The mutants: those of plain Python first, those of kernels last, as these have to be compiled again."""

from __future__ import annotations

from tests.mutation.catalogue.engine import KERNELS, PROOFS
from tests.mutation.catalogue.practice import PRACTICE, SERVER
from tests.mutation.catalogue.reading import READING, RULES
from tests.mutation.catalogue.replies import REPLIES
from tests.mutation.catalogue.review import REVIEW
from tests.mutation.mutant import Mutant

MUTANTS: tuple[Mutant, ...] = (*RULES, *READING, *REVIEW, *PRACTICE, *SERVER, *PROOFS, *KERNELS, *REPLIES)
