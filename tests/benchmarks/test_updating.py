"""The exchanges that an updater is measured on, and the scorer, on items of our own."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.updating import material
from benchmarks.updating.material import Exchange, Expected, Extracted, Score, Split, judge, score
from seasoned.errors import InvalidInput

SPLITS: tuple[Split, ...] = ("dev", "more", "test")
LANGUAGES = {"en", "de", "zh", "es"}
LEAST = {"dev": 65, "more": 60, "test": 65}
SHARE = {"dev": 0.5, "more": 0.55, "test": 0.5}  # of exchanges with something to keep
LIVES = Expected("fact", "lives in Oslo", ("oslo",), "home")
TEA = Expected("preference", "likes tea, not coffee", ("tea|tee", "not|n't"))


def exchange(*expected: Expected, **changes: object) -> Exchange:
    values: dict[str, object] = {
        "id": "en-dev-01",
        "lang": "en",
        "split": "dev",
        "topic": "home",
        "kind": "fact",
        "user": "I live in Oslo and drink tea, not coffee. The code is 9931.",
        "assistant": "Nice.",
        "expected": expected,
        "note": "made for a test",
    }
    return Exchange(**{**values, **changes})  # type: ignore[arg-type]


def count(exchange: Exchange, *items: Extracted) -> Score:
    return score(lambda user, assistant: items, [exchange])[exchange.lang]


@pytest.mark.parametrize("split", SPLITS)
def test_there_is_enough_in_each_language_and_about_half_is_to_be_kept(split: Split) -> None:
    exchanges = material.load(split)
    assert Counter(each.lang for each in exchanges).keys() == LANGUAGES
    for lang in LANGUAGES:
        of_it = [each for each in exchanges if each.lang == lang]
        assert len(of_it) >= LEAST[split]
        assert 0.4 <= sum(bool(each.required) for each in of_it) / len(of_it) <= SHARE[split]
        assert {e.kind for each in of_it for e in each.required} == {
            "fact",
            "preference",
            "instruction",
        }


@pytest.mark.parametrize("split", SPLITS)
def test_each_language_has_every_trap(split: Split) -> None:
    traps = {"hypothetical", "quote", "question", "temporary", "third-person", "past", "chat"}
    traps |= {"secret", "pasted", "injected", "assistant", "sarcasm", "negation", "correction"}
    traps |= {"uncertain", "private"}
    for lang in LANGUAGES:
        assert traps | {"mixed", "long"} <= {e.kind for e in material.load(split) if e.lang == lang}


@pytest.mark.parametrize(("one", "other"), [("dev", "test"), ("more", "test"), ("dev", "more")])
def test_no_two_splits_share_a_topic_or_a_phrase(one: Split, other: Split) -> None:
    known, new = material.load(one), material.load(other)
    assert not {each.topic for each in known} & {each.topic for each in new}
    # Six words or ten characters in a row are a phrase, not grammar.
    for lang in LANGUAGES:
        seen = {p for each in known if each.lang == lang for p in phrases(each)}
        assert not {p for each in new if each.lang == lang for p in phrases(each)} & seen


def phrases(exchange: Exchange) -> set[str]:
    text = material.fold(exchange.user)
    parts, length = (list(text), 10) if exchange.lang == "zh" else (text.split(), 6)
    return {" ".join(parts[i : i + length]) for i in range(len(parts) - length + 1)}


@pytest.mark.parametrize("split", SPLITS)
def test_the_right_answers_have_a_full_score(split: Split) -> None:
    exchanges = material.load(split)
    answers = {(e.user, e.assistant): [(x.kind, x.about) for x in e.expected] for e in exchanges}
    for result in score(lambda user, assistant: answers[user, assistant], exchanges).values():
        assert result.strict_precision == result.strict_recall == 1
        assert result.leaked == 0
        assert result.matched == result.extracted == result.expected > 0


@pytest.mark.parametrize("split", SPLITS)
def test_copying_what_the_user_says_is_no_way_to_pass(split: Split) -> None:
    for result in score(lambda user, _: [("fact", user)], material.load(split)).values():
        assert result.precision < 0.6 and result.leaked > 0


def test_nothing_said_is_nothing_wrong_and_nothing_found() -> None:
    result = count(exchange(LIVES, TEA))
    assert (result.precision, result.recall, result.expected) == (1, 0, 2)


def test_an_item_counts_if_all_its_words_are_there_whatever_their_case() -> None:
    result = count(exchange(LIVES, TEA), ("fact", "Lives in OSLO"), ("preference", "likes tea"))
    assert (result.matched, result.extracted) == (1, 2)
    assert count(exchange(TEA), ("preference", "Doesn’t like coffee but Tee")).matched == 1


def test_another_kind_is_a_match_that_is_told_apart() -> None:
    result = count(exchange(LIVES), ("preference", "in Oslo"))
    assert result.precision == result.recall == 1
    assert result.strict_precision == result.strict_recall == 0
    assert result.confusion == {("fact", "preference"): 1}


def test_each_expected_item_is_matched_once_and_by_its_own_kind_if_there_is_one() -> None:
    judged = judge(exchange(LIVES), [("preference", "Oslo"), ("fact", "in Oslo")])
    assert judged.matched == ((LIVES, ("fact", "in Oslo")),)
    assert judged.invented == (("preference", "Oslo"),)


def test_as_many_as_possible_are_matched_in_whatever_order_they_come() -> None:
    both, oslo = ("fact", "in Oslo, tea, not coffee"), ("fact", "in Oslo")
    tea = Expected("fact", TEA.about, TEA.must)
    for items in ([both, oslo], [oslo, both]):
        for expected in ([LIVES, tea], [tea, LIVES]):
            assert not judge(exchange(*expected), items).missed


def test_an_optional_item_counts_for_nobody_and_against_nobody() -> None:
    optional = Expected("fact", "lives in Oslo", ("oslo",), optional=True)
    assert count(exchange(optional)) == count(exchange(optional), ("fact", "Oslo"))
    assert count(exchange(optional), ("fact", "Oslo"), ("fact", "Oslo")).extracted == 1


def test_what_must_never_be_kept_matches_nothing_and_is_counted() -> None:
    result = count(exchange(LIVES, never=("9931",)), ("fact", "Oslo, code 9931"))
    assert (result.matched, result.leaked, result.extracted) == (0, 1, 1)


def test_a_whole_long_message_is_no_item() -> None:
    assert count(exchange(LIVES), ("fact", "Oslo " + "x" * material.LONGEST)).matched == 0
    assert material.columns("住在奥斯陆") == 10


def test_languages_are_counted_apart_and_together() -> None:
    other = exchange(LIVES, id="es-dev-01", lang="es")
    scores = score(lambda user, assistant: [("fact", "Oslo")], [exchange(), other])
    assert (scores["en"].precision, scores["es"].precision) == (0, 1)
    together = material.total(scores.values())
    assert (together.exchanges, together.precision, together.recall) == (2, 0.5, 1)


GOOD = {
    "id": "en-dev-01",
    "lang": "en",
    "split": "dev",
    "topic": "home",
    "kind": "fact",
    "user": "in Oslo",
    "assistant": "ok",
    "expected": [{"kind": "fact", "about": "in Oslo", "must": ["oslo"]}],
    "note": "why",
}


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"lang": "fr"}, "fr"),
        ({"id": "de-dev-01"}, "de-dev-01"),
        ({"user": "in Rome"}, "oslo"),
        ({"note": " "}, "en-dev-01"),
        ({"never": ["bergen"]}, "bergen"),
        ({"never": ["Oslo"]}, "in Oslo"),
        ({"extra": 1}, "extra"),
        ({"expected": [{"kind": "wish", "about": "x", "must": ["x"]}]}, "wish"),
        ({"expected": [{"kind": "fact", "about": "x", "must": []}]}, "'x'"),
        ({"expected": [{"kind": "fact", "about": "in Rome", "must": ["oslo"]}]}, "in Rome"),
    ],
)
def test_a_wrong_line_is_refused_by_its_place(
    tmp_path: Path, changes: dict[str, object], named: str
) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(GOOD) + "\n" + json.dumps({**GOOD, **changes}) + "\n")
    with pytest.raises(InvalidInput, match=r"some\.jsonl:2") as caught:
        material.read(path)
    assert named in str(caught.value)


def test_an_id_stands_for_one_exchange(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text((json.dumps(GOOD) + "\n") * 2)
    with pytest.raises(InvalidInput, match="en-dev-01"):
        material.read(path)
