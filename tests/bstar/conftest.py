"""Limits on every search of these tests: one that never separates ends at a limit and fails its test."""

from __future__ import annotations

from typing import Any

import pytest

from bstar.engine import Engine
from bstar.root_proof import RootProof, Target
from bstar.tree.rounds import TreeBStar, TreeVerdict

TREE_NODES = 200_000  # of one run of B* with a tree of its own, where a test sets no limit
ENGINE_NODES = 5_000_000  # of an engine
PROOF_STEPS = 5_000  # of one test: decisions of B* by null windows, which need not search


@pytest.fixture(autouse=True)
def bounded_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give searches limits that nothing but a fault reaches."""
    run, begin, candidates = TreeBStar.run, Engine.__init__, RootProof._candidates
    steps: dict[int, int] = {}

    def bounded_run(
        search: TreeBStar, expansions: int | None = None, nodes: int | None = None
    ) -> TreeVerdict:
        limit = TREE_NODES if nodes is None and search._owns_control else nodes
        return run(search, expansions, limit)

    def bounded_engine(engine: Engine, *given: Any, **named: Any) -> None:
        begin(engine, *given, **named)
        engine.limit_nodes(ENGINE_NODES)

    def bounded_candidates(proof: RootProof) -> tuple[Target, Target | None]:
        steps[id(proof)] = steps.get(id(proof), 0) + 1
        assert steps[id(proof)] <= PROOF_STEPS, "a proof without end"
        return candidates(proof)

    monkeypatch.setattr(RootProof, "_candidates", bounded_candidates)
    monkeypatch.setattr(TreeBStar, "run", bounded_run)
    monkeypatch.setattr(Engine, "__init__", bounded_engine)
