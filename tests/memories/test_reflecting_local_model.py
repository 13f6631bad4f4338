"""Lessons asked of a real model of 135 million parameters: the plumbing, not the wit."""

from __future__ import annotations

import warnings

import pytest

from seasoned import Memory
from seasoned.llms.openai import OpenAILLM
from tests.llms.local_model import address as address
from tests.llms.local_model import llm as llm
from tests.memories.test_reflecting import TASK, finished

pytestmark = pytest.mark.slow


def test_what_a_weak_model_says_is_kept_only_where_steps_bear_it_out(llm: OpenAILLM) -> None:
    with Memory.open("memory://", embedder=False, llm=llm) as memory:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it may well give no answer of use
            id = finished(memory)
        with memory.attempt(TASK) as attempt:
            attempt.step("tool_call", 'refund(to="card")', error="PolicyError: 60 days")
            attempt.finish("", outcome=False)
        report = memory.learning.consolidate(apply=True, model=True)
        assert report.asked == 1
        one, two = memory.learning.reflections()
        assert {len(one.episodes), len(two.episodes)} == {1, 2}
        assert all(id in told.episodes and told.answered for told in (one, two))
        assert all(
            "step" in each.text for each in memory.learning.lessons() if each.kind == "model"
        )
