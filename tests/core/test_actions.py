"""When two actions are the same, and when they are alike."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Step
from seasoned.core.actions import action_at_hand, parsed, signatures_of
from seasoned.core.deeds import failed_steps


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Search[Paris]", "search[ paris ]"),
        ("search(Paris)", "Search[Paris]"),
        ("git  push\n--force", "git push --force"),
        ('f({"a": 1, "b": "X  y"})', 'f({"b":"x y","a":1});'),
        ('f({"a": {"c": 1, "b": 2}})', 'f({"a": {"b": 2, "c": 1}})'),
        ("f({})", "f()"),
        ("edit: a.py", "edit a.py"),
    ],
)
def test_the_same_action_in_other_clothes(one: str, other: str) -> None:
    assert parsed(one).whole == parsed(other).whole


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Search[Paris]", "Lookup[Paris]"),
        ("cp a b", "cp b a"),
        ('f({"a": 1})', 'f({"a": 2})'),
        ('f({"a": ["x", "y"]})', 'f({"a": ["y", "x"]})'),
        ("go 1", "go 2"),
    ],
)
def test_other_actions(one: str, other: str) -> None:
    assert parsed(one).whole != parsed(other).whole


def test_parts_are_arguments_with_their_numbers_left_out() -> None:
    found = parsed('book({"seat": 12, "pay": "card_77", "legs": [1, 2], "note": null})')
    assert found.name == "book"
    assert found.parts == ("note=none", "pay=card_#", "seat=#")
    assert parsed("git push origin v1.2").parts == ("push", "origin", "v#.#")


def test_talk_is_compared_whole_and_has_no_parts() -> None:
    (found,) = signatures_of("llm_response", "The answer is  Paris")
    assert (found.name, found.whole, found.parts) == ("llm_response", "the answer is paris", ())
    assert parsed("the answer is Paris").whole == found.whole


def test_a_step_is_asked_for_by_name_and_detail_or_by_detail_alone() -> None:
    assert [each.whole for each in signatures_of("run", "git push")] == ["run git push", "git push"]
    assert [each.whole for each in signatures_of("tool_call", "git push")] == ["git push"]
    assert [each.whole for each in signatures_of("reboot", "")] == ["reboot"]


WHOLE = st.integers(-(1 << 53), 1 << 53)
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


@given(st.dictionaries(TEXTS, st.none() | st.booleans() | WHOLE | TEXTS | st.lists(WHOLE)))
def test_a_mapping_is_the_call_with_the_same_json(arguments: dict[str, object]) -> None:
    written = f"f({json.dumps(arguments)})"
    (found,) = action_at_hand({"name": "f", "arguments": arguments})
    assert found == action_at_hand(written)[0] == signatures_of("tool_call", written)[0]


@given(st.text(), st.text())
def test_any_step_has_signatures(action: str, detail: str) -> None:
    assert all(each.whole == each.whole.casefold() for each in signatures_of(action, detail))


@pytest.mark.parametrize(
    ("kinds", "outcome", "failed"),
    [
        (["tool_call", "tool_call"], "failure", {1}),
        (["tool_call", "tool_call"], "success", set()),
        (["tool_call", "tool_call"], "partial", set()),
        (["tool_call", "llm_response", "reasoning"], "failure", {0}),
        (["reasoning", "llm_response"], "failure", {1}),
        (["tool_call", "user_input", "check"], "failure", {0}),
        (["user_input", "check"], "failure", set()),
        ([], "failure", set()),
    ],
)
def test_the_last_call_of_a_failure_failed(
    kinds: list[str], outcome: str, failed: set[int]
) -> None:
    assert failed_steps([Step(kind) for kind in kinds], outcome) == failed


def test_a_step_with_an_error_failed_however_it_ended() -> None:
    steps = [Step("a", error="no"), Step("check", error="1 failed"), Step("b")]
    assert failed_steps(steps, "success") == {0}
    assert failed_steps(steps, "failure") == {0, 2}
