"""The agent: four patterns, every step in its trace, and memory that never breaks an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Episode, InvalidInput, Memory, ModelError, Options, Outcome, Task
from seasoned.agents.agent import MemoryAugmentedAgent
from seasoned.agents.reply import Pattern
from seasoned.agents.turns import Conduct
from seasoned.core.assembled import MARK
from seasoned.errors import StoreError
from seasoned.testing import ManualClock, ScriptedLLM


@pytest.fixture
def memory() -> Iterator[Memory]:
    options = Options(clock=ManualClock(), seed=1)
    with Memory.open("memory://", embedder=False, options=options) as opened:
        yield opened


def echo(said: str = "Understood.") -> ScriptedLLM:
    return ScriptedLLM([said] * 50)


def sent(llm: ScriptedLLM) -> str:
    """What the model was last sent, as text."""
    return llm.asked[-1].text


def test_stateless_knows_and_keeps_nothing(memory: Memory) -> None:
    memory.for_user("ann").remember("Ann prefers tea")
    llm = echo()
    agent = MemoryAugmentedAgent(llm, memory, "stateless", conduct=Conduct(system="Be kind."))
    agent.handle_request("ann", "My name is Ann.")
    reply = agent.handle_request("ann", "What tea do I prefer?")
    assert (str(reply), reply.trace.session, reply.trace.episode) == ("Understood.", None, None)
    assert [m.role for m in reply.trace.messages] == ["system", "user"]
    assert "Ann prefers" not in sent(llm) and "My name is" not in sent(llm)
    assert memory.for_user("ann").episodes.count() == 0


def test_session_remembers_the_conversation_only(memory: Memory) -> None:
    llm = echo()
    agent = MemoryAugmentedAgent(llm, memory, Pattern.SESSION)
    agent.handle_request("ann", "My name is Ann.", session="s1")
    reply = agent.handle_request("ann", "What is my name?", session="s1")
    assert "My name is Ann." in sent(llm)
    assert [m.text for m in reply.trace.messages] == [
        "My name is Ann.",
        "Understood.",
        "What is my name?",
    ]
    other = agent.handle_request("ann", "What is my name?", session="s2")
    assert len(other.trace.messages) == 1
    assert memory.for_user("ann").facts.count() == 0


def test_personalised_learns_and_recalls_facts_over_sessions(memory: Memory) -> None:
    llm = echo()
    agent = MemoryAugmentedAgent(llm, memory, "personalised")
    first = agent.handle_request("ann", "My name is Ann and I live in Graz.", session="s1")
    assert first.trace.learned is not None
    assert {item.action for item in first.trace.learned.kept} == {"add"}
    reply = agent.handle_request("ann", "Where do I live?", session="s2")
    assert "Graz" in sent(llm)
    assert any("Graz" in item.text for item in reply.trace.recalled)
    assert reply.trace.attempt is None
    assert memory.for_user("ann").episodes.count() == 0
    bobs = agent.handle_request("bob", "Where do I live?", session="s2")
    assert "Graz" not in sent(llm) and bobs.trace.recalled == ()


def test_full_records_attempts_and_recalls_what_worked(memory: Memory) -> None:
    ann = memory.for_user("ann")
    task = Task("prune the old roses")
    ann.record(
        Episode(task, outcome=Outcome.SUCCESS, solution="cut low", lessons=("Cut above a bud.",))
    )
    llm = echo("Cut them above a bud.")
    conduct = Conduct(judge=lambda request, answer: "bud" in answer)
    agent = MemoryAugmentedAgent(llm, memory, conduct=conduct)
    reply = agent.handle_request("ann", "How do I prune the old roses?")
    trace = reply.trace
    assert "Cut above a bud." in sent(llm) and "Cut above a bud." in trace.lessons
    assert trace.context is not None and trace.problems == ()
    assert trace.attempt is not None and trace.episode is not None
    episode = ann.get(trace.episode)
    assert (episode.solution, episode.outcome) == ("Cut them above a bud.", Outcome.SUCCESS)
    assert f"<{MARK}>" not in "".join(m.text for m in ann.session(trace.session or "").messages())


def test_held_out_requests_read_nothing_and_lift_covers_them() -> None:
    options = Options(clock=ManualClock(), seed=3, holdout=0.5)
    with Memory.open("memory://", embedder=False, options=options) as memory:
        for i in range(5):
            memory.record(Episode(Task(f"prune rose number {i}"), outcome=Outcome.SUCCESS))
        memory.facts.remember("user", "instruction", "answers", "in French")
        llm = echo()
        agent = MemoryAugmentedAgent(llm, memory, conduct=Conduct(judge=lambda *_: True))
        held = set()
        for i in range(16):
            reply = agent.handle_request(None, f"prune rose number {i} of the park", session=f"{i}")
            held.add(reply.trace.held_out)
            assert ("French" in sent(llm)) is not reply.trace.held_out
        assert held == {True, False}
        lift = memory.learning.lift()
        assert lift.memory.attempts + lift.control.attempts == 16


@pytest.mark.parametrize("step", ["context", "session", "begin", "updater"])
def test_a_failing_memory_never_breaks_the_answer(
    memory: Memory, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise StoreError("the disk is on fire")

    value: Any = property(broken) if step == "updater" else broken
    monkeypatch.setattr(Memory, step, value)
    agent = MemoryAugmentedAgent(echo(), memory)
    reply = agent.handle_request("ann", "My name is Ann.")
    assert reply.text == "Understood."
    assert any("the disk is on fire" in problem for problem in reply.trace.problems)


def test_a_judge_that_fails_leaves_the_outcome_unknown(memory: Memory) -> None:
    def judge(request: str, answer: str) -> bool:
        raise ZeroDivisionError

    agent = MemoryAugmentedAgent(echo(), memory, conduct=Conduct(judge=judge))
    reply = agent.handle_request(None, "prune the roses")
    assert "judge: ZeroDivisionError()" in reply.trace.problems
    assert memory.get(reply.trace.episode or "").outcome is Outcome.UNKNOWN


def test_without_an_answer_the_attempt_is_a_failure(memory: Memory) -> None:
    agent = MemoryAugmentedAgent(ScriptedLLM([ModelError("no power")]), memory)
    with pytest.raises(ModelError, match="no power"):
        agent.handle_request("ann", "prune the roses")
    (episode,) = memory.for_user("ann").episodes.page().episodes
    assert (episode.outcome, "no power" in episode.outcome_detail) == (Outcome.FAILURE, True)


def test_the_async_twin_does_the_same(memory: Memory) -> None:
    heard: list[str] = []

    async def main() -> None:
        agent = MemoryAugmentedAgent(echo(), memory)
        first = await agent.ahandle_request("ann", "My name is Ann and I live in Graz.")
        assert first.trace.learned is not None and first.trace.learned.kept
        again = await agent.ahandle_request("ann", "Where do I live?", hear=heard.append)
        assert any("Graz" in item.text for item in again.trace.recalled)
        assert again.trace.episode is not None and again.trace.problems == ()
        assert "".join(heard) == again.text == "Understood."

    asyncio.run(main())


def test_bad_input_is_refused_with_a_remedy(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="needs a model"):
        MemoryAugmentedAgent(None, memory)
    with pytest.raises(InvalidInput, match="stateless, session, personalised, full"):
        MemoryAugmentedAgent(echo(), memory, "total")
    with pytest.raises(InvalidInput, match=r"Memory\.open"):
        MemoryAugmentedAgent(echo(), "agent.db")  # type: ignore[arg-type]
    agent = MemoryAugmentedAgent(echo(), memory)
    with pytest.raises(InvalidInput, match="request is blank"):
        agent.handle_request("ann", "  ")


SAID = st.lists(
    st.tuples(
        st.sampled_from(["ann", "bob", None]),
        st.sampled_from(
            [
                "My name is {}.",
                "I live in {}town.",
                "I like {}berries.",
                "Always answer with {}.",
                "How do I plant {} roses?",
                "What is my name?",
            ]
        ),
    ),
    max_size=10,
)


@settings(max_examples=25)
@given(said=SAID, pattern=st.sampled_from(["session", "personalised", "full"]))
def test_users_never_see_each_others_memories(
    said: list[tuple[str | None, str]], pattern: str
) -> None:
    secrets = {"ann": "zebra", "bob": "walrus"}
    with Memory.open("memory://", embedder=False) as memory:
        llm = echo("fine")
        agent = MemoryAugmentedAgent(llm, memory, pattern)
        for user, text in said:
            agent.handle_request(user, text.format(secrets.get(user or "", "commons")))
            for other, secret in secrets.items():
                assert other == user or secret not in sent(llm)


class Breaking(ScriptedLLM):
    """Says a word and then no more."""

    closed = False

    def stream(self, *args: Any, **more: Any) -> Iterator[str]:
        try:
            yield next(iter(super().stream(*args, **more)))
            raise ModelError("no power")
        finally:
            self.closed = True

    async def astream(self, *args: Any, **more: Any) -> AsyncIterator[str]:
        for piece in self.stream(*args, **more):
            yield piece


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("error", [ModelError("no power"), ZeroDivisionError("heard enough")])
def test_an_answer_that_breaks_off_leaves_the_request(
    memory: Memory, error: Exception, is_async: bool
) -> None:
    llm, heard = Breaking("Cut them low."), list[str]()

    def hear(piece: str) -> None:
        heard.append(piece)
        if not isinstance(error, ModelError):
            raise error

    def handle() -> None:
        agent, said = MemoryAugmentedAgent(llm, memory), ("ann", "prune the roses")
        if is_async:
            asyncio.run(agent.ahandle_request(*said, session="s", hear=hear))
        else:
            agent.handle_request(*said, session="s", hear=hear)

    with pytest.raises(type(error)):
        handle()
    ann = memory.for_user("ann")
    assert (heard, llm.closed) == (["Cut"], True)
    assert [m.text for m in ann.session("s").messages()] == ["prune the roses"]
    assert ann.episodes.count() == (1 if isinstance(error, ModelError) else 0)


def test_what_a_streamed_answer_cost_is_in_its_trace(memory: Memory) -> None:
    reply = MemoryAugmentedAgent(echo(), memory).handle_request("ann", "Hi.", hear=lambda _: None)
    assert reply.trace.usage.output_tokens > 0 and reply.trace.usage.calls == 1
