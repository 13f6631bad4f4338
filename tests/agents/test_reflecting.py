"""An agent that reflects: lessons of its attempts, and answers that do not depend on them."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from seasoned import Memory, ModelError, Options, Outcome
from seasoned.agents.agent import MemoryAugmentedAgent
from seasoned.agents.reply import Reply
from seasoned.agents.turns import Conduct
from seasoned.core.spending import Budget
from seasoned.errors import BudgetError, StoreError
from seasoned.memories.reflecting import Reflector
from seasoned.testing import Asked, ManualClock, ScriptedLLM

REQUEST = "How do I prune the old roses?"
SAID = "Prune the old roses in March, above a bud."
GOOD = "Prune old roses in March and above a bud."
LESSONS = {"lessons": [{"text": GOOD, "steps": [1]}]}

Handled = Callable[[MemoryAugmentedAgent, str], Reply]


def blocking(agent: MemoryAugmentedAgent, request: str) -> Reply:
    return agent.handle_request("ann", request)


def awaiting(agent: MemoryAugmentedAgent, request: str) -> Reply:
    return asyncio.run(agent.ahandle_request("ann", request))


both = pytest.mark.parametrize("handled", [blocking, awaiting])


def reflective(lessons: Any) -> ScriptedLLM:
    """A model that leaves plans and extraction to the rules and knows lessons."""

    def answer(asked: Asked) -> Any:
        is_asked = asked.schema is not None and "lessons" in asked.schema.get("properties", {})
        return lessons if is_asked else ModelError("ask the rules")

    return ScriptedLLM(answer)


def opened(llm: Any, **more: Any) -> Memory:
    options = Options(clock=ManualClock(), seed=1, **more)
    return Memory.open("memory://", embedder=False, llm=llm, options=options)


def agent_of(memory: Memory, **more: Any) -> MemoryAugmentedAgent:
    conduct = Conduct(reflect=True, judge=lambda *_: True, learn=False, **more)
    return MemoryAugmentedAgent(ScriptedLLM(SAID), memory, conduct=conduct)


@both
def test_an_answered_attempt_teaches_the_next_one(handled: Handled) -> None:
    with opened(reflective(LESSONS)) as memory:
        agent = agent_of(memory)
        reply = handled(agent, REQUEST)
        told = reply.trace.reflection
        assert told is not None and told.episodes == (reply.trace.episode,)
        (lesson,) = memory.for_user("ann").learning.lessons()
        assert (lesson.text, told.lessons) == (f"{GOOD} (answer)", (lesson.id,))
        assert not any("reflection" in problem for problem in reply.trace.problems)
        again = handled(agent, REQUEST)
        assert any(GOOD in text for text in again.trace.lessons)
        assert memory.for_user("bob").learning.lessons() == ()


@both
def test_nothing_is_asked_unless_it_is_wanted(handled: Handled) -> None:
    with opened(reflective(LESSONS)) as memory:
        plain = MemoryAugmentedAgent(ScriptedLLM(SAID), memory)
        knowing = MemoryAugmentedAgent(
            ScriptedLLM(SAID), memory, "personalised", conduct=Conduct(reflect=True)
        )
        for agent in (plain, knowing):
            assert handled(agent, REQUEST).trace.reflection is None
        assert memory.for_user("ann").learning.reflections() == ()


@both
@pytest.mark.parametrize(
    ("lessons", "problem"),
    [
        (ModelError("no power"), "ModelError: no power"),
        (BudgetError("the day is spent"), "BudgetError: the day is spent"),
        ("I would rather not.", "gave no JSON that fits the schema"),
    ],
)
def test_an_answer_of_no_use_is_told_and_breaks_nothing(
    handled: Handled, lessons: Any, problem: str
) -> None:
    with opened(reflective(lessons)) as memory, warnings.catch_warnings():
        warnings.simplefilter("error")  # it is said in the trace, and nowhere else
        reply = handled(agent_of(memory), REQUEST)
        ann = memory.for_user("ann")
        assert str(reply) == SAID
        assert ann.get(reply.trace.episode or "").outcome is Outcome.SUCCESS
        assert any("reflection: " in one and problem in one for one in reply.trace.problems)
        assert reply.trace.reflection is not None and reply.trace.reflection.lessons == ()
        assert ann.learning.lessons() == ()


@both
def test_a_lesson_that_is_not_borne_out_is_left_out(handled: Handled) -> None:
    invented = {"lessons": [{"text": "Water the orchids with cold milk at night.", "steps": [1]}]}
    with opened(reflective(invented)) as memory:
        told = handled(agent_of(memory), REQUEST).trace.reflection
        assert told is not None and told.lessons == ()
        assert "orchids" in told.left_out[0].text


@both
def test_a_spent_budget_leaves_the_answer(handled: Handled) -> None:
    with opened(reflective(LESSONS), budget=Budget(calls_per_day=1)) as memory:
        reply = handled(agent_of(memory), REQUEST)
        assert (str(reply), reply.trace.episode is not None) == (SAID, True)
        assert any("reflection: BudgetError" in one for one in reply.trace.problems)


@both
def test_without_a_model_the_trace_says_so(handled: Handled) -> None:
    with opened(None) as memory:
        trace = handled(agent_of(memory), REQUEST).trace
        assert any("reflection: " in one and "llm=" in one for one in trace.problems)
        assert trace.reflection is None and trace.episode is not None


@both
def test_lessons_that_cannot_be_kept_are_told(
    handled: Handled, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Any:
        raise StoreError("the disk is on fire")

    monkeypatch.setattr(Reflector, "take", broken)
    with opened(reflective(LESSONS)) as memory:
        reply = handled(agent_of(memory), REQUEST)
        assert (str(reply), reply.trace.episode is not None) == (SAID, True)
        assert "reflection: the disk is on fire" in reply.trace.problems


@both
def test_an_attempt_without_an_answer_is_not_reflected_on(handled: Handled) -> None:
    with opened(reflective(LESSONS)) as memory:
        conduct = Conduct(reflect=True)
        agent = MemoryAugmentedAgent(ScriptedLLM(ModelError("no power")), memory, conduct=conduct)
        with pytest.raises(ModelError, match="no power"):
            handled(agent, REQUEST)
        ann = memory.for_user("ann")
        assert (ann.episodes.count(), ann.learning.reflections()) == (1, ())


@both
def test_an_attempt_that_is_held_out_teaches_as_any_other(handled: Handled) -> None:
    with opened(reflective(LESSONS), holdout=1.0) as memory:
        agent = agent_of(memory)
        handled(agent, REQUEST)
        reply = handled(agent, REQUEST)
        assert reply.trace.held_out and reply.trace.lessons == ()
        assert reply.trace.reflection is not None and reply.trace.reflection.lessons
        sent = "".join(message.text for message in reply.trace.messages)
        assert GOOD not in sent
