"""What a memory learned, on a loop."""

from __future__ import annotations

from seasoned import AsyncMemory, Options
from tests.aio.loop import on_loop


@on_loop
async def test_an_attempt_chooses_and_the_facet_tells_what_came_of_it() -> None:
    async with AsyncMemory.open("memory://", embedder=False, options=Options(seed=1)) as memory:
        async with memory.attempt("parse the export", category="parsing") as attempt:
            choice = await attempt.choose_strategy({"ask": "Ask first.", "guess": "Guess."})
            await attempt.finish("done", outcome=True)
        (skill,) = await memory.learning.skills()
        assert skill.best_strategy is not None
        assert skill.best_strategy.name == choice.name
        assert await memory.learning.weak_skills() == ()
        again = await memory.learning.choose_strategy("parse the export", ["ask", "guess"])
        assert {one.name: one.n for one in again.evidence}[choice.name] == 1
        assert len((await memory.learning.curve()).curve.snapshots) == 1
