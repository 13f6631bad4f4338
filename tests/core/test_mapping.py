from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime

from seasoned import Episode, Feedback, Outcome, Step, Task
from seasoned.core.mapping import map_texts, texts_of
from seasoned.core.records import Verdict

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def full() -> Episode:
    """An episode with a text in every place that has one."""
    return Episode(
        Task("t", "debugging", 0.5, {"key": "t", "deep": {"list": ["t", 1, None, {"x": "t"}]}}),
        steps=(Step("t", "t", "t", "t", at=NOW, seconds=1.0),),
        solution="t",
        outcome=Outcome.FAILURE,
        outcome_detail="t",
        feedback=Feedback(0.5, "t", 1, 2),
        lessons=("t", "t"),
        tags=("t",),
        strategy="t",
        metadata={"key": ["t", True]},
        usage={"model": "t", "tokens": 3},
        key="name",
        user="name",
        agent="name",
        session="name",
        source="name",
        parent="name",
        attempt="name",
        task_key="t",
        environment="t",
        model="t",
        id="name",
        namespace="name",
        verdicts=(Verdict("name", Outcome.SUCCESS, Feedback(message="t"), "t", NOW, "name"),),
    )


def texts(value: object) -> list[str]:
    """All strings of a record, the names of its fields and keys left out."""
    if type(value) is str:
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    if isinstance(value, tuple | list):
        return [text for part in value for text in texts(part)]
    if hasattr(value, "__dataclass_fields__"):
        names = [f.name for f in fields(value)]  # type: ignore[arg-type]
        return [text for name in names for text in texts(getattr(value, name))]
    return []


def test_every_free_text_is_changed_and_no_name() -> None:
    before, after = texts(full()), texts(map_texts(full(), lambda text: text + "!"))
    assert [text + "!" if text == "t" else text for text in before] == after
    assert "t!" in after and "t" not in after


def test_what_is_no_text_stays() -> None:
    changed = map_texts(full(), lambda text: "")
    assert changed.outcome is Outcome.FAILURE and changed.verdicts[0].outcome is Outcome.SUCCESS
    assert changed.task.context == {"key": "", "deep": {"list": ["", 1, None, {"x": ""}]}}
    assert (changed.metadata, changed.usage["tokens"]) == ({"key": ["", True]}, 3)
    assert (changed.feedback.reward, changed.steps[0].at) == (0.5, NOW)


def test_no_change_gives_an_equal_record() -> None:
    assert map_texts(full(), lambda text: text) == full()


def test_the_original_is_left_alone() -> None:
    episode = full()
    map_texts(episode, lambda text: "gone")
    assert episode == full()


def test_the_texts_found_are_those_that_would_be_changed() -> None:
    changed = list[str]()
    map_texts(full(), lambda text: changed.append(text) or text)  # type: ignore[func-returns-value]
    assert list(texts_of(full())) == changed and set(changed) == {"t"}
