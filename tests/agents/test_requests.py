"""What becomes of a request: what is sent, in which conversation, and what is refused at once."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from seasoned import (
    BudgetError,
    Conduct,
    InvalidInput,
    Memory,
    MemoryAugmentedAgent,
    ModelError,
    Note,
    Options,
    Outcome,
    StoreError,
    StructuredMemory,
)
from seasoned.core.completions import Completion
from seasoned.core.redaction import redact
from seasoned.core.spending import Budget
from seasoned.core.window import WindowRules
from seasoned.memories.working import WorkingPolicy
from seasoned.testing import ManualClock, ScriptedLLM


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=False, options=Options(clock=ManualClock())) as opened:
        yield opened


def echo() -> ScriptedLLM:
    return ScriptedLLM(["Understood."] * 50)


def users(messages: Any) -> list[str]:
    return [message.text for message in messages if message.role == "user"]


def test_a_request_is_sent_once_as_it_was_kept() -> None:
    options = Options(redact=lambda text: redact(text)[0])
    with Memory.open("memory://", embedder=False, options=options) as memory:
        agent = MemoryAugmentedAgent(echo(), memory)
        said = agent.handle_request("ann", "my password=hunter2hunter2 what now?").trace.messages
        assert users(said) == ["my password=[redacted:secret] what now?"]


def test_a_request_beyond_the_budget_is_cut_and_named() -> None:
    options = Options(working=WorkingPolicy(WindowRules(max_tokens=200)))
    with Memory.open("memory://", embedder=False, options=options) as memory:
        agent = MemoryAugmentedAgent(echo(), memory, "session")
        agent.handle_request("ann", "Good morning.")
        reply = agent.handle_request("ann", "hello " * 2_000)
        (said,) = users(reply.trace.messages)
        assert 0 < len(said) < 1_200 and "budget, and is cut" in reply.trace.problems[0]


def test_what_others_say_meanwhile_is_not_answered_in_its_place(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = memory.for_user("ann").session("team")
    agent, context = MemoryAugmentedAgent(echo(), memory, "session"), type(talk).context

    def late(session: Any, *budget: int) -> Any:
        talk.add("And what of mine?")
        return context(session, *budget)

    monkeypatch.setattr(type(talk), "context", late)
    reply = agent.handle_request("ann", "What is two and two?", session="team")
    assert users(reply.trace.messages) == ["What is two and two?"]


def test_after_a_closed_standing_conversation_comes_the_next(memory: Memory) -> None:
    agent = MemoryAugmentedAgent(echo(), memory, "session")
    names = []
    for _ in range(3):
        reply = agent.handle_request("ann", "Good morning.")
        again = agent.handle_request("ann", "How are you?")
        assert again.trace.session == reply.trace.session and again.trace.problems == ()
        assert len(users(again.trace.messages)) == 2
        names.append(reply.trace.session)
        memory.for_user("ann").session(str(reply.trace.session)).close()
    assert names == ["standing ann", "standing ann 2", "standing ann 3"]


@pytest.mark.parametrize("session", ["", " ", 7])
def test_a_session_of_no_name_is_refused(memory: Memory, session: Any) -> None:
    with pytest.raises(InvalidInput, match="session must be"):
        MemoryAugmentedAgent(echo(), memory).handle_request("ann", "Hello", session=session)


@pytest.mark.parametrize(
    "given",
    [
        {"system": 7},
        {"context_tokens": 0},
        {"answer_tokens": 0},
        {"temperature": 9},
        {"category": ""},
    ],
)
def test_a_conduct_out_of_range_is_refused_at_once(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(InvalidInput, match=name):
        Conduct(**given)


@pytest.mark.parametrize(
    "said", ["Off the record: I have cancer.", "Don't remember this: I snore."]
)
def test_what_is_not_to_be_remembered_stays_in_the_conversation(memory: Memory, said: str) -> None:
    ann, agent = memory.for_user("ann"), MemoryAugmentedAgent(echo(), memory)
    trace = agent.handle_request("ann", said, session="s").trace
    assert (trace.attempt, trace.episode, trace.learned) == (None, None, None)
    assert (ann.episodes.count(), ann.facts.count(), ann.updater.exchanges()) == (0, 0, ())
    assert users(ann.session("s").messages()) == [said]
    assert agent.handle_request("ann", "Don't store the cache in git.").trace.episode is not None


def test_the_budget_of_a_memory_holds_for_the_model_of_an_agent() -> None:
    options = Options(clock=ManualClock(), budget=Budget(calls_per_day=2))
    with Memory.open("memory://", embedder=False, options=options) as memory:
        agent = MemoryAugmentedAgent(echo(), memory, "stateless")
        agent.handle_request("ann", "One?")
        agent.handle_request("bob", "Two?")
        with pytest.raises(BudgetError, match="2 are spent"):
            agent.handle_request("ann", "Three?")


class Odd:
    """A model that raises an error of its own."""

    model = "odd"

    def complete(self, messages: Sequence[Any], **more: Any) -> Completion:
        raise KeyError("choices")

    async def acomplete(self, messages: Sequence[Any], **more: Any) -> Completion:
        raise KeyError("choices")


def answer(agent: MemoryAugmentedAgent, how: str, said: str) -> Any:
    if how == "sync":
        return agent.handle_request("ann", said)
    return asyncio.run(agent.ahandle_request("ann", said))


@pytest.mark.parametrize("how", ["sync", "async"])
@pytest.mark.parametrize("llm", [None, Odd()])
def test_what_cannot_be_learned_breaks_no_answer(
    how: str, llm: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise StoreError("the disk is on fire")

    with Memory.open("memory://", embedder=False, llm=llm or echo()) as memory:
        if llm is None:
            monkeypatch.setattr(StructuredMemory, "recall_by_type", broken)
        trace = answer(MemoryAugmentedAgent(echo(), memory), how, "I live in Graz.").trace
    assert trace.answer == "Understood." and trace.episode is not None
    why = "on fire" if llm is None else "choices"
    assert any(why in problem for problem in trace.problems)


@pytest.mark.parametrize("how", ["sync", "async"])
def test_whatever_a_model_raises_is_named_and_recorded_as_a_failure(
    memory: Memory, how: str
) -> None:
    with pytest.raises(ModelError, match=r"'odd' failed: KeyError\('choices'\)"):
        answer(MemoryAugmentedAgent(Odd(), memory), how, "Who goes there?")
    (failed,) = memory.for_user("ann").episodes.page().episodes
    assert failed.outcome is Outcome.FAILURE and "choices" in failed.outcome_detail


def test_a_coroutine_function_hears_an_awaited_answer_only(memory: Memory) -> None:
    heard = []

    async def hear(piece: str) -> None:
        await asyncio.sleep(0)
        heard.append(piece)

    agent = MemoryAugmentedAgent(echo(), memory)
    with pytest.raises(InvalidInput, match="ahandle_request"):
        agent.handle_request("ann", "Hello", hear=hear)
    asyncio.run(agent.ahandle_request("ann", "Hello", hear=hear))
    assert "".join(heard) == "Understood."


def test_a_trace_is_json_and_told_in_a_line(memory: Memory) -> None:
    agent = MemoryAugmentedAgent(ScriptedLLM(["Noted.", "In Graz."]), memory)
    agent.handle_request("ann", "I live in Graz.")
    trace = agent.handle_request("ann", "Where do I live?").trace
    plain = json.loads(json.dumps(trace.to_dict()))
    assert (plain["pattern"], plain["user"], plain["answer"]) == ("full", "ann", "In Graz.")
    assert plain["recalled"][0]["memory"] == "facts" and plain["learned"]["at"].startswith("20")
    assert re.fullmatch(r"full for 'ann': [1-9]\d* recalled, [\d,]+ tokens", str(trace))


def test_what_an_agent_is_made_of_is_shown(memory: Memory) -> None:
    agent, ann = MemoryAugmentedAgent(ScriptedLLM("Hi."), memory, "session"), memory.for_user("ann")
    assert repr(ann).endswith("namespace='default' user='ann'>")
    assert repr(ann.session("monday")) == (
        "<WorkingMemory 'monday' namespace='default' user='ann'>"
    )
    assert repr(agent) == f"<MemoryAugmentedAgent scripted session over {memory!r}>"


def test_a_page_of_notes_is_gone_through(memory: Memory) -> None:
    memory.notes.remember_many([Note("one"), Note("two")])
    page = memory.notes.page(10)
    assert ([note.text for note in page], len(page)) == (["two", "one"], 2)


def test_an_answer_that_nobody_judged_does_not_come_back_as_experience(memory: Memory) -> None:
    agent = MemoryAugmentedAgent(echo(), memory)
    first = agent.handle_request("ann", "How many tulips fit into the park?").trace
    again = agent.handle_request("ann", "How many tulips fit into the park?").trace
    assert [item for item in again.recalled if item.memory == "episodes"] == []
    memory.for_user("ann").judge(str(first.episode), True)
    after = agent.handle_request("ann", "How many tulips fit into the park?").trace
    assert [item.id for item in after.recalled if item.memory == "episodes"] == [first.episode]
