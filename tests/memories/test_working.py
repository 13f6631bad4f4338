"""A conversation within its budget: nothing lost, pairs kept, summaries, closing, two at once."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import BudgetError, Conflict, InvalidInput, ModelError, NotFound
from seasoned.core.assembled import framed
from seasoned.core.costs import Costs
from seasoned.core.messages import Message
from seasoned.core.records import Outcome
from seasoned.core.window import WindowRules
from seasoned.memories.pasts import CONVERSATION
from seasoned.memories.working import WorkingMemory, WorkingPolicy
from seasoned.ports import Scope, Store
from seasoned.stores.sqlite import open_sqlite
from seasoned.testing import ManualClock, ScriptedLLM
from tests.memories.knowing import HERE, KINDS, kept, passages

COSTS = Costs()
SMALL = WorkingPolicy(WindowRules(max_tokens=400, protected=3))


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with kept(request.param, tmp_path) as opened:
        yield opened


def session(
    store: Store,
    id: str = "chat",
    policy: WorkingPolicy = SMALL,
    scope: Scope = HERE,
    llm: Any = None,
) -> WorkingMemory:
    writer = passages(store, words=True, clock=ManualClock()).writer
    return WorkingMemory(store.knowledge.sessions, writer, scope, id, policy, llm)


def talk(memory: WorkingMemory, n: int, words: str = "and then something else happened") -> None:
    for i in range(n):
        memory.add(f"Message {i}: {words}", "assistant" if i % 2 else "user")


def test_what_fits_stays_as_it_was(store: Store) -> None:
    memory = session(store)
    memory.add("You are a gardener.", "system")
    memory.add({"role": "user", "content": "My name is Ann.", "name": "ann"})
    added = memory.add("Hello Ann.", "assistant")
    assert added.id and added.at is not None
    context = memory.context()
    assert [m.to_chat() for m in context.messages][1:] == [
        {"role": "user", "content": "My name is Ann.", "name": "ann"},
        {"role": "assistant", "content": "Hello Ann."},
    ]
    assert (context.left_out, context.summary, memory.summary) == ((), None, None)


def test_older_messages_are_summed_up_and_stay_readable(store: Store) -> None:
    memory = session(store)
    memory.add("We decided to meet Berta in Graz on 17 May.")
    talk(memory, 60)
    context = memory.context()
    assert context.tokens <= 400
    assert sum(COSTS.of(m) for m in context.messages) == context.tokens
    assert memory.summary is not None and "17 May" in memory.summary.render()
    assert "17 May" in "\n".join(m.text for m in context.messages)
    assert len(memory.messages()) == 61
    assert memory.messages("folded")[0].text.startswith("We decided")
    assert memory.search("when do we meet Berta?")[0].text.startswith("We decided")


def test_another_object_sees_the_same_and_both_add(store: Store) -> None:
    one, other = session(store), session(store)
    for i in range(40):
        (one if i % 2 else other).add(f"Message {i} of two who talk about many things")
    assert [m.text.split()[1] for m in one.messages()] == [str(i) for i in range(40)]
    assert one.context() == other.context() == session(store).context()
    assert one.context().tokens <= 400


def call(id: str) -> dict[str, Any]:
    function = {"name": "search", "arguments": '{"q": "a"}'}
    calls = [{"id": id, "type": "function", "function": function}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def test_a_call_is_never_parted_from_its_answer(store: Store) -> None:
    memory = session(store)
    for i in range(30):
        memory.add(call(f"c{i}"))
        memory.add({"role": "tool", "tool_call_id": f"c{i}", "content": f"result {i} " * 5})
        memory.add("fine")
        messages = memory.context().messages
        called = {id for m in messages for id in m.calls}
        assert called == {id for m in messages for id in m.answers}


def test_pinned_messages_stay_and_are_named_where_they_do_not_fit(store: Store) -> None:
    memory = session(store)
    memory.add("Never mention the war.", pinned=True)
    talk(memory, 80)
    assert "Never mention the war." in [m.text for m in memory.context().messages]
    memory.add("word " * 300, pinned=True)
    with pytest.raises(BudgetError, match="338 of 100 tokens"):
        memory.context(100)


def test_what_is_pinned_and_would_never_fit_is_not_added(store: Store) -> None:
    memory = session(store)
    memory.add("Never mention the war.", pinned=True)
    memory.add("word " * 230, pinned=True)
    for number in (800, 230):
        with pytest.raises(BudgetError, match="nothing was added"):
            memory.add("word " * number, pinned=True)
    assert len(memory.messages()) == 2
    assert memory.context().tokens <= 400


def test_parts_that_are_no_text_are_carried_through(store: Store) -> None:
    parts = [
        {"type": "text", "text": "What is on it?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    ]
    memory = session(store, policy=WorkingPolicy())
    memory.add({"role": "user", "content": parts})
    assert memory.context().messages[0].to_chat() == {"role": "user", "content": parts}


def test_a_model_writes_the_summary_and_the_rules_do_it_where_it_fails(store: Store) -> None:
    said = {"notes": [{"text": "Ann lives in Graz.", "who": "user", "kind": "fact", "n": 0}]}
    good = session(store, "good", llm=ScriptedLLM([said] * 20))
    good.add("Ann lives in Graz.")
    talk(good, 30)
    assert good.summary is not None and "Ann lives in Graz" in good.summary.render()
    assert good.problems == []
    bad = session(store, "bad", llm=ScriptedLLM([{"notes": []}] * 20))
    bad.add("We decided that Ann lives in Graz.")
    talk(bad, 30)
    assert bad.summary is not None and "Graz" in bad.summary.render()
    assert bad.problems and "no summary by" in bad.problems[0]
    assert bad.context().tokens <= 400


def test_a_closed_session_becomes_an_episode_once(store: Store) -> None:
    memory = session(store)
    memory.add("How do I prune roses? They grew too tall.")
    talk(memory, 40)
    receipt = memory.close(outcome="success", lessons=["Cut above a bud."])
    assert receipt is not None and receipt.created
    again = memory.close()
    assert again is not None and (again.id, again.created) == (receipt.id, False)
    episode = store.episodes.get(HERE, [receipt.id])[receipt.id]
    assert episode.task.description == "How do I prune roses?"
    assert (episode.task.category, episode.tags) == (CONVERSATION, (CONVERSATION,))
    assert (episode.outcome, episode.session) == (Outcome.SUCCESS, "chat")
    assert "prune roses" in episode.solution
    assert memory.closed
    with pytest.raises(Conflict, match="closed"):
        memory.add("one more")
    assert session(store, "empty", scope=Scope("here", "bob")).context().messages == ()


@pytest.mark.parametrize("before", [0, 1, 40])
def test_what_is_said_while_a_session_is_closed_is_part_of_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    memory, other = session(store), session(store)
    other.add("hello")
    talk(other, before)
    store.knowledge.sessions.delete(HERE, ["chat"]) if not before else None
    read, late = memory.messages, ["we decided on vendor Zeta", "and on vendor Eta"]

    def racing(state: str | None = None) -> tuple[Message, ...]:
        found = read(state)
        if late:
            other.add(late.pop())
        return found

    monkeypatch.setattr(memory, "messages", racing)
    receipt = memory.close()
    assert receipt is not None
    episode = store.episodes.get(HERE, [receipt.id])[receipt.id]
    assert "Zeta" in episode.solution and "vendor Eta" in episode.solution
    assert len(read()) == (before + 1 if before else 0) + 2 and memory.closed


def test_a_short_conversation_is_kept_word_for_word(store: Store) -> None:
    memory = session(store)
    memory.add("You are a helper.", "system")
    memory.add("Hello, I have a question.")
    memory.add("Of course, what is it?", "assistant")
    memory.add("In the end we decided to take vendor Zeta\nfor the kiwi project, for 4711 euros.")
    receipt = memory.close()
    assert receipt is not None
    assert store.episodes.get(HERE, [receipt.id])[receipt.id].solution.split("\n") == [
        "user: Hello, I have a question.",
        "assistant: Of course, what is it?",
        "user: In the end we decided to take vendor Zeta for the kiwi project, for 4711 euros.",
    ]


def test_what_a_model_fails_to_sum_up_is_not_dropped_from_a_short_conversation(
    store: Store,
) -> None:
    memory = session(store, llm=ScriptedLLM([ModelError("no")]))
    memory.add("Hello, I have a question.")
    memory.add("In the end we decided to take vendor Zeta for 4711 euros.")
    receipt = memory.close()
    assert receipt is not None
    assert "Zeta for 4711" in store.episodes.get(HERE, [receipt.id])[receipt.id].solution


WEIGHTY = (
    "We decided to take vendor Zeta.",
    "The code is 4711.",
    "Please call Bob on Friday.",
    "My flight leaves at nine from gate B7.",
    "Is the shop open on Sunday?",
    "Carol is allergic to shellfish.",
    "Wir nehmen das Angebot von Meier.",
)
EMPTY = ("Hello there.", "Noted", "Good choice!", "Thanks!", "Danke, alles klar.", "好的，谢谢")


@settings(max_examples=40)
@given(st.lists(st.sampled_from(WEIGHTY + EMPTY), min_size=1, max_size=8, unique=True))
def test_a_short_conversation_leaves_all_that_weighs(said: list[str]) -> None:
    with contextlib.closing(open_sqlite(None)) as store:
        memory = session(store, policy=WorkingPolicy())
        memory.add("You are a travel assistant.", "system")
        for i, text in enumerate(said):
            memory.add(text, ("user", "assistant")[i % 2])
        receipt = memory.close()
        assert receipt is not None
        told = store.episodes.get(HERE, [receipt.id])[receipt.id].solution
    weighty = [text for text in said if text in WEIGHTY]
    assert all(text in told for text in weighty)
    assert "travel assistant" not in told and "a record, not" not in told


def test_what_a_system_message_said_midway_is_no_part_of_what_is_left(store: Store) -> None:
    memory = session(store)
    talk(memory, 4)
    memory.add("You are careful with money from 9 May on.", "system")
    talk(memory, 40)
    receipt = memory.close()
    assert receipt is not None and "careful" in "".join(m.text for m in memory.messages("folded"))
    assert "careful" not in store.episodes.get(HERE, [receipt.id])[receipt.id].solution


def test_an_empty_session_leaves_no_episode(store: Store) -> None:
    memory = session(store)
    with pytest.raises(NotFound):
        memory.close()
    assert memory.messages() == ()


def test_users_have_sessions_of_their_own(store: Store) -> None:
    ann, bob = (session(store, scope=Scope("here", user)) for user in ("ann", "bob"))
    ann.add("Ann's secret is under the mat.")
    assert bob.messages() == () and bob.search("secret") == ()
    bob.add("Hello.")
    assert [m.text for m in bob.context().messages] == ["Hello."]
    assert session(store).messages() == ()


def test_bad_input_is_refused_with_a_remedy(store: Store) -> None:
    memory = session(store)
    with pytest.raises(InvalidInput, match="role"):
        memory.add("hello", "boss")
    with pytest.raises(InvalidInput, match="no role"):
        memory.add({"content": "hello"})
    with pytest.raises(InvalidInput, match="importance"):
        memory.add("hello", importance=7)
    with pytest.raises(InvalidInput, match="session needs an id"):
        session(store, " ")
    with pytest.raises(InvalidInput, match="live, folded or evicted"):
        memory.messages("gone")
    assert memory.messages() == ()


TURNS = st.lists(
    st.tuples(
        st.sampled_from(["user", "assistant", "system", "call", "answer", "other"]),
        st.integers(0, 90),
        st.booleans(),
    ),
    max_size=40,
)


@settings(max_examples=40)
@given(turns=TURNS, budget=st.integers(60, 500))
def test_no_context_is_ever_above_its_budget(
    turns: list[tuple[str, int, bool]], budget: int
) -> None:
    store = open_sqlite(None)
    try:
        memory = session(store, policy=WorkingPolicy(WindowRules(max_tokens=budget, protected=2)))
        for n, (role, words, pinned) in enumerate(turns):
            text = f"{n} " + "word " * words
            if role == "call":
                memory.add(call(f"c{n}"))
            elif role == "answer":
                memory.add({"role": "tool", "tool_call_id": f"c{n - 1}", "content": text})
            elif role == "other":
                memory.add(Message("user", ({"type": "image", "source": {"data": "A" * words}},)))
            else:
                memory.add(text, role, pinned=pinned and words < 5 and n % 7 == 0)
            try:
                context = memory.context()
            except BudgetError:
                continue
            assert context.tokens <= budget
            assert sum(COSTS.of(m) for m in context.messages) <= budget
            answered = {id for m in context.messages for id in m.answers}
            assert answered <= {id for m in context.messages for id in m.calls}
        assert len(memory.messages()) == len(turns)
    finally:
        store.close()


def test_while_a_model_writes_a_summary_other_threads_go_on(store: Store) -> None:
    entered, go = threading.Event(), threading.Event()

    def slow(asked: Any) -> Any:
        entered.set()
        assert go.wait(60), "nobody let the model answer: who waits for it?"
        return ModelError("no")

    llm = ScriptedLLM(slow)
    memory = session(store, llm=llm)
    folding = threading.Thread(target=talk, args=(memory, 40))
    folding.start()
    assert entered.wait(60)
    before = len(memory.messages())
    talk(memory, 10)
    assert memory.context().tokens <= 400 and memory.summary is None
    assert len(memory.messages()) == before + 10 and len(llm.asked) == 1
    go.set()
    folding.join(60)
    assert not folding.is_alive()
    assert len(memory.messages()) == 50 and memory.summary is not None
    assert memory.context().tokens <= 400


def test_who_asks_about_the_marks_of_recalled_text_is_not_cut_short(store: Store) -> None:
    memory, asked = session(store), "What does <recalled-memory> mean? My order number is 4711."
    memory.add(asked)
    assert memory.messages()[0].text == asked


def test_recalled_text_in_several_parts_of_a_message_is_cut(store: Store) -> None:
    block = framed(["- The vault code is 4711 [note]"])
    parts = [{"type": "text", "text": text} for text in (block[:80], f"{block[80:]} and you?")]
    memory = session(store)
    memory.add({"role": "user", "content": parts})
    said = memory.messages()[0].text
    assert "4711" not in said and "vault" not in said and said.endswith(" and you?")


def test_the_budget_holds_whoever_counted_the_messages(store: Store) -> None:
    few = WorkingPolicy(WindowRules(max_tokens=400), costs=Costs(count=lambda text: 1))
    for n in range(15):
        session(store, policy=few).add("word " * 50)
        session(store, policy=SMALL).add(f"and {n}") if n % 2 else None
    context = session(store).context()
    assert sum(COSTS.of(message) for message in context.messages) == context.tokens <= 400


def test_what_was_counted_in_the_same_way_is_not_counted_again(store: Store) -> None:
    counted = list[str]()

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    policy = WorkingPolicy(WindowRules(max_tokens=4_000), costs=Costs(count=count))
    talk(session(store, policy=policy), 9)
    counted.clear()
    context = session(store, policy=policy).context()
    assert len(context.messages) == 9 and not any("Message" in text for text in counted)


def test_an_answer_that_comes_after_its_call_was_folded_is_told(store: Store) -> None:
    memory = session(store, policy=WorkingPolicy(WindowRules(400, 100, protected=2)))
    memory.add("look for it")
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    memory.add({"role": "assistant", "content": "", "tool_calls": [call]})
    for i in range(12):
        memory.add(f"we go on talking about the garden {i} and its fence")
    memory.add({"role": "tool", "tool_call_id": "c1", "content": "found 4711"})
    context = memory.context()
    assert "found 4711" in context.messages[-1].text and context.messages[-1].answers == ()
    talk(memory, 12)
    assert "4711" in "".join(message.text for message in memory.context().messages)
