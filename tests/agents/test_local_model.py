"""The agent over a real small model: its form is judged, and not its wit."""

from __future__ import annotations

import asyncio

import pytest

from seasoned import Memory
from seasoned.agents.agent import MemoryAugmentedAgent
from seasoned.agents.turns import Conduct
from seasoned.core.window import WindowRules
from seasoned.llms.openai import OpenAILLM
from seasoned.memories.working import WorkingPolicy
from tests.llms.local_model import address as address
from tests.llms.local_model import llm as llm

pytestmark = pytest.mark.slow
CONDUCT = Conduct(system="You are brief.", answer_tokens=24, context_tokens=300)


def test_a_request_goes_through_every_memory(llm: OpenAILLM) -> None:
    with Memory.open("memory://", embedder=False, llm=llm) as memory:
        agent = MemoryAugmentedAgent(None, memory, conduct=CONDUCT)
        first = agent.handle_request("ann", "My name is Ann and I live in Graz.")
        assert first.text.strip() and first.trace.episode is not None
        assert first.trace.usage.output_tokens >= 1
        # Whether the model's extraction could be used or not, the exchange is kept and says so.
        assert first.trace.learned is not None
        assert first.trace.learned.state in ("learned", "nothing", "unusable")
        second = agent.handle_request("ann", "Where do I live?")
        assert len(second.trace.messages) >= 3
        assert [
            m.role for m in memory.for_user("ann").session(second.trace.session or "").messages()
        ] == [
            "user",
            "assistant",
            "user",
            "assistant",
        ]


def test_streaming_and_the_async_twin(llm: OpenAILLM) -> None:
    heard: list[str] = []

    async def main() -> None:
        with Memory.open("memory://", embedder=False) as memory:
            agent = MemoryAugmentedAgent(llm, memory, "session", conduct=CONDUCT)
            reply = await agent.ahandle_request("ann", "Say hello.", hear=heard.append)
            assert reply.text == "".join(heard) and heard

    asyncio.run(main())


def test_a_summary_is_the_models_or_the_rules(llm: OpenAILLM) -> None:
    policy = WorkingPolicy(WindowRules(max_tokens=300, protected=2), written=80)
    with Memory.open("memory://", embedder=False, llm=llm) as memory:
        session = memory.session("chat", policy=policy)
        session.add("We decided to meet Berta in Graz on 17 May.")
        for i in range(14):
            session.add(f"Message {i} tells of the weather in the mountains and of nothing else.")
        assert session.summary is not None and session.context().tokens <= 300
