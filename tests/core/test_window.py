"""What stays in a context, and that no context is above its budget."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned.core.assembling import assemble
from seasoned.core.costs import Costs, cut, middle_cut
from seasoned.core.messages import Message
from seasoned.core.summaries import Note, Summary
from seasoned.core.units import answerable, units
from seasoned.core.window import Context, WindowRules, decide, weigh
from seasoned.errors import BudgetError, InvalidInput

WORDS = Costs(count=lambda text: len(text.split()), overhead=1, image=50, file=100)
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


def user(text: str, **more: Any) -> Message:
    return Message("user", text, **more)


def call(*ids: str, text: str = "") -> Message:
    calls = tuple(
        {"id": id, "type": "function", "function": {"name": "look", "arguments": '{"at": "a b c"}'}}
        for id in ids
    )
    return Message("assistant", text, tool_calls=calls)


def answer(id: str, text: str = "found") -> Message:
    return Message("tool", text, tool_call_id=id)


def use(*ids: str) -> Message:
    parts = [{"type": "tool_use", "id": id, "name": "look", "input": {"at": "x y z"}} for id in ids]
    return Message("assistant", tuple(parts))


def result(*ids: str, text: str = "found") -> Message:
    parts = [{"type": "tool_result", "tool_use_id": id, "content": text} for id in ids]
    return Message("user", tuple(parts))


def context(
    messages: Sequence[Message], budget: int, summary: Summary | None = None, **rules: Any
) -> Context:
    made = WindowRules(max_tokens=budget, **rules)
    return assemble(weigh(messages, WORDS), summary, made, WORDS)


# -- units


def test_a_call_and_its_answers_are_one_unit_in_both_forms() -> None:
    talk = [user("hi"), call("a", "b"), answer("b"), answer("a"), use("c", "d"), result("d", "c")]
    assert [unit.places for unit in units(talk)] == [(0,), (1, 2, 3), (4, 5)]
    assert not any(unit.waiting for unit in units(talk))


def test_an_answer_belongs_to_the_last_call_of_its_id() -> None:
    talk = [call("0"), answer("0"), user("more"), call("0"), answer("0")]
    assert [unit.places for unit in units(talk)] == [(0, 1), (2,), (3, 4)]


def test_a_message_that_answers_two_calls_joins_them() -> None:
    talk = [use("a"), use("b"), result("a", "b"), user("thanks")]
    assert [unit.places for unit in units(talk)] == [(0, 1, 2), (3,)]


def test_a_call_without_all_answers_waits() -> None:
    assert [unit.waiting for unit in units([call("a", "b"), answer("a")])] == [True]


def test_an_answer_without_a_call_becomes_text() -> None:
    mixed = Message(
        "user",
        (
            {"type": "tool_result", "tool_use_id": "gone", "content": "42"},
            {"type": "text", "text": "and now?"},
        ),
    )
    parts = Message("tool", ({"type": "text", "text": "43"}, IMAGE), tool_call_id="gone")
    lone, blank, seen, told = answerable([answer("gone"), answer("gone", " "), parts, mixed])
    assert lone is not None and (lone.role, lone.answers) == ("user", ())
    assert "call is gone" in lone.text and lone.text.endswith("found") and blank is None
    assert seen is not None and "43" in seen.text and seen.parts[-1] == IMAGE
    assert told is not None and told.answers == () and "42" in told.text and "now?" in told.text


# -- costs and cutting


def test_all_that_is_sent_costs() -> None:
    assert WORDS.of(user("one two")) == 3
    assert WORDS.of(user("one two", name="Ann")) == 4
    assert WORDS.of(Message("user", ({"type": "text", "text": "one two"}, IMAGE))) == 53
    assert WORDS.of(call("a")) > WORDS.of(Message("assistant", ""))
    assert WORDS.of(Message.of({"role": "user", "content": "a", "refusal": "b c"})) > 2
    nested = {"type": "tool_result", "tool_use_id": "a", "content": [dict(IMAGE)]}
    assert WORDS.of(Message("user", (nested,))) == 52


def test_a_long_text_is_cut_in_the_middle_and_says_how_much_is_missing() -> None:
    text = " ".join(str(i) for i in range(10_000))
    short = cut(user(text), 100, Costs())
    assert short is not None and Costs().of(short) <= 100
    assert short.text.startswith("0 1 2") and short.text.endswith("9999")
    assert f"of {len(text):,} characters left out" in short.text


@given(st.text(max_size=400), st.integers(0, 500))
def test_a_cut_never_makes_a_text_longer(text: str, longest: int) -> None:
    made = middle_cut(text, longest)
    assert len(made) <= max(len(text), 1)
    assert made == text or "…" in made


def test_arguments_of_a_call_are_cut_and_stay_json() -> None:
    given = json.dumps({"path": "a.txt", "text": "word " * 5_000})
    long = Message(
        "assistant", "", tool_calls=({"id": "a", "function": {"name": "w", "arguments": given}},)
    )
    short = cut(long, 200, Costs())
    assert short is not None and Costs().of(short) <= 200
    left = json.loads(short.tool_calls[0]["function"]["arguments"])
    assert left["path"] == "a.txt" and "left out" in left["text"]
    assert short.calls == ("a",)


def test_what_is_no_text_gives_way_to_a_line_that_names_it() -> None:
    file = {"type": "file", "file": {"filename": "plan.pdf", "file_data": "AAAA"}}
    short = cut(Message("user", ({"type": "text", "text": "see"}, IMAGE, file)), 40, WORDS)
    assert short is not None
    assert short.text.split("\n") == ["see", "[image_url left out]", "[file plan.pdf left out]"]


def test_an_image_stays_where_the_text_alone_can_give_way() -> None:
    short = cut(Message("user", ({"type": "text", "text": "w " * 500}, IMAGE)), 200, WORDS)
    assert short is not None and IMAGE in short.content and "left out" in short.text


def test_what_cannot_be_cut_is_refused() -> None:
    assert cut(user("one two three"), 0, WORDS) is None
    numbers = json.dumps({"n": list(range(500))})
    long = Message(
        "assistant", "", tool_calls=({"id": "a", "function": {"name": "w", "arguments": numbers}},)
    )
    assert cut(long, 100, Costs()) is None


# -- decide


def test_below_the_threshold_everything_stays() -> None:
    rules = WindowRules(max_tokens=100)
    assert rules.above == 80 and not rules.due(80, 500, 20)
    assert rules.due(81, 1) and rules.due(80, 1, 21)
    decision = decide(weigh([user("a b c")] * 20, WORDS), rules)
    assert decision.stays == tuple(range(20)) and decision.folded == decision.evicted == ()


def test_the_defaults_are_those_of_the_source() -> None:
    rules = WindowRules()
    assert (rules.max_tokens, rules.above, rules.newest, rules.protected) == (
        100_000,
        80_000,
        0.2,
        10,
    )


def test_a_fold_leaves_the_newest_fifth_and_at_least_ten() -> None:
    many = decide(weigh([user("w " * 9)] * 100, WORDS), WindowRules(max_tokens=1_000))
    assert many.stays == tuple(range(80, 100)) and many.folded == tuple(range(80))
    few = decide(weigh([user("w " * 9)] * 30, WORDS), WindowRules(max_tokens=300))
    assert few.stays == tuple(range(20, 30))
    none = WindowRules(max_tokens=300, protected=0)
    assert decide(weigh([user("w " * 9)] * 30, WORDS), none).stays == tuple(range(24, 30))


def test_after_a_fold_there_is_room_until_the_next() -> None:
    given = weigh([user("w " * 9)] * 100, WORDS)
    rules = WindowRules(max_tokens=1_000)
    decision = decide(given, rules, summary_tokens=100, overhead=1)
    kept = sum(given[place].tokens for place in decision.stays)
    assert decision.limit > 0 and not rules.full(kept + 90, decision.limit + 1)


def test_a_summary_has_room_beside_much_that_is_pinned() -> None:
    talk = [user("w " * 899, pinned=True), *[user("w " * 9)] * 30]
    decision = decide(weigh(talk, WORDS), WindowRules(max_tokens=1_000))
    kept = sum(WORDS.of(talk[place]) for place in decision.stays)
    assert decision.limit > 10 and kept + decision.limit < 1_000


def test_the_newest_are_folded_where_they_alone_fill_the_window() -> None:
    given = weigh([user("w " * 99)] * 20, WORDS)
    decision = decide(given, WindowRules(max_tokens=1_000))
    assert decision.stays == (16, 17, 18, 19)


def test_pinned_opening_and_waiting_messages_are_not_folded() -> None:
    talk = [Message("system", "rules"), user("w " * 30, pinned=True), *[user("w " * 30)] * 20]
    talk += [call("a", "b"), answer("a"), *[user("w " * 3)] * 3]
    decision = decide(weigh(talk, WORDS), WindowRules(max_tokens=300, protected=5))
    assert {0, 1, 22, 23} <= set(decision.stays)
    assert set(range(2, 20)) <= set(decision.folded)


def test_beyond_the_number_of_messages_the_least_important_go() -> None:
    talk = [user("fine day"), user("we decided it"), user("thanks"), user("again, fine")]
    talk += [user(f"message {i}") for i in range(10)]
    rules = WindowRules(max_messages=12)
    assert decide(weigh(talk, WORDS), rules).evicted == (0, 2)
    twins = decide(weigh([user("same")] * 14, WORDS), rules)
    assert twins.evicted == (0, 1)  # the oldest of equals
    protected = decide(weigh([user("ok")] * 12, WORDS), WindowRules(max_messages=5))
    assert protected.evicted == (0, 1)


def test_a_call_is_evicted_with_its_answers() -> None:
    talk = [call("a"), answer("a"), *[user(f"number {i}") for i in range(11)]]
    decision = decide(weigh(talk, WORDS), WindowRules(max_messages=12))
    assert decision.evicted == (0, 1)


def test_a_blank_answer_without_a_call_does_not_stay() -> None:
    decision = decide(weigh([answer("gone", ""), user("hello")], WORDS), WindowRules())
    assert decision.evicted == (0,) and decision.stays == (1,)


@pytest.mark.parametrize(
    "bad",
    [{"max_tokens": 10}, {"threshold": 200_000}, {"newest": 1.5}, {"protected": -1},
     {"max_messages": 0}, {"summary_share": 2}],
)  # fmt: skip
def test_rules_out_of_range_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        WindowRules(**bad)


# -- assemble


def test_a_context_that_fits_is_the_conversation() -> None:
    talk = [
        Message("system", "rules"),
        user("hi"),
        call("a"),
        answer("a"),
        Message("assistant", "x"),
    ]
    made = context(talk, 500)
    assert made.messages == tuple(talk) and made.cut == made.left_out == ()
    assert made.tokens == sum(map(WORDS.of, talk))


def test_the_summary_stands_behind_the_opening() -> None:
    summary = Summary((Note("we take the train", who="Ann"),), covers=3)
    made = context([Message("system", "rules"), user("hi")], 500, summary)
    assert [m.role for m in made.messages] == ["system", "user", "user"]
    assert "Ann: we take the train" in made.messages[1].text


def test_the_newest_message_is_cut_and_the_summary_keeps_its_room() -> None:
    summary = Summary((Note("we take the train"),), covers=3)
    made = context([user("old " * 50), user("w " * 1_000)], 120, summary)
    assert made.tokens <= 120 and made.cut == (1,) and made.left_out == (0,)
    assert "train" in made.messages[0].text and "left out" in made.messages[1].text


def test_a_summary_that_is_too_long_loses_its_least_notes() -> None:
    notes = tuple(Note(f"note {i} about the trip", weight=i / 100, place=i) for i in range(100))
    made = context([user("w " * 40)], 150, Summary(notes, covers=100))
    assert made.tokens <= 150
    assert made.summary is not None and 0 < len(made.summary.notes) < 100
    assert "note 99" in made.messages[0].text and "note 1 " not in made.messages[0].text


def test_the_least_important_is_left_out_first() -> None:
    talk = [user("we decided " + "w " * 20), user("fine " + "w " * 20), *[user("w")] * 10]
    assert context(talk, 50).left_out == (1,)


def test_pinned_messages_stay_whole_or_are_named() -> None:
    pinned = user("w " * 60, pinned=True, id="the-plan")
    made = context([pinned, *[user("w " * 30)] * 20], 100)
    assert pinned in made.messages and made.tokens <= 100
    with pytest.raises(BudgetError, match=r"the-plan \(61\).*pins less"):
        context([pinned, user("hi")], 50)
    with pytest.raises(BudgetError, match="the-plan"):
        context([user("w " * 49, pinned=True, id="the-plan"), user("hi there")], 50)


def test_a_waiting_call_stays_though_others_spoke() -> None:
    talk = [*[user("w " * 30)] * 5, call("a"), user("are you there?"), user("w " * 30)]
    made = context(talk, 60)
    assert call("a") in made.messages


def test_parallel_answers_are_cut_to_one_length() -> None:
    talk = [call("a", "b", "c"), answer("a", "short"), answer("b", "w " * 500)]
    talk.append(answer("c", "w " * 900))
    made = context(talk, 150)
    assert made.cut == (2, 3) and made.tokens <= 150
    assert [m.answers for m in made.messages] == [(), ("a",), ("b",), ("c",)]


# -- properties

TEXTS = st.one_of(
    st.text(alphabet="ab ,.\n漢", max_size=60),
    st.integers(0, 3_000).map(lambda n: "word " * n),
    st.integers(0, 2_000).map(lambda n: "x" * n),
)
IDS = st.sampled_from("abcdef")


@st.composite
def messages(draw: st.DrawFn) -> Message:
    text, ids = draw(TEXTS), draw(st.lists(IDS, min_size=1, max_size=3, unique=True))
    return draw(
        st.sampled_from(
            [
                user(text),
                user(text),
                Message("assistant", text),
                Message("system", text[:50]),
                call(*ids, text=text[:100]),
                answer(ids[0], text),
                use(*ids),
                result(*ids, text=text),
                Message("user", ({"type": "text", "text": text}, IMAGE)),
                user(text[:20], pinned=True),
            ]
        )
    )


SUMMARIES = st.integers(0, 40).map(
    lambda n: Summary(tuple(Note(f"note {i} of what was said", place=i) for i in range(n)), n)
)


@settings(deadline=None, max_examples=150)
@given(st.lists(messages(), max_size=25), st.integers(50, 600), SUMMARIES)
def test_no_context_is_above_its_budget(talk: list[Message], budget: int, summary: Summary) -> None:
    for costs in (WORDS, Costs()):
        given = weigh(talk, costs)
        try:
            made = assemble(given, summary, WindowRules(max_tokens=budget), costs)
        except BudgetError:
            # Never for talk alone: only pinned texts, names and ids cannot be cut.
            newest = talk[-1]
            assert (
                any(m.pinned or m.role == "system" for m in talk) or newest.calls + newest.answers
            )
            continue
        assert sum(map(costs.of, made.messages)) <= budget
        assert made.tokens == sum(map(costs.of, made.messages))
        check_calls(talk, made)


def check_calls(talk: list[Message], made: Context) -> None:
    """Pinned messages are there, and no call is parted from its answers."""
    assert all(message in made.messages for message in talk if message.pinned)
    known: set[str] = set()
    for message in made.messages:
        assert set(message.answers) <= known
        known |= set(message.calls)
    gone = set(made.left_out)
    for unit in units(talk):
        lost = {place for place in unit.places if answerable(talk)[place] is None}
        here = set(unit.places) - gone - lost
        assert not here or here == set(unit.places) - lost


@settings(deadline=None, max_examples=150)
@given(st.lists(messages(), max_size=40), st.integers(50, 3_000), st.integers(1, 20))
def test_a_decision_parts_all_messages_and_no_call(
    talk: list[Message], budget: int, most: int
) -> None:
    rules = WindowRules(max_tokens=budget, max_messages=most, protected=3)
    decision = decide(weigh(talk, WORDS), rules)
    parts = [decision.stays, decision.folded, decision.evicted]
    assert sorted(place for part in parts for place in part) == list(range(len(talk)))
    for unit in units(talk):
        lost = {place for place in unit.places if answerable(talk)[place] is None}
        together = set(unit.places) - lost
        assert any(together <= set(part) for part in parts)
    for place, message in enumerate(talk):
        assert not message.pinned or place in decision.stays
