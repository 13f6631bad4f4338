"""Which slot a statement fills: one thing to a slot, and what is said against it in the same."""

from __future__ import annotations

from typing import Any

import pytest

from seasoned.core.extracting import Extracted, extract
from seasoned.core.refining import fact_key, hollow, refined


def slot(text: str) -> tuple[str, Any]:
    (item,) = extract(text)
    fine = refined(item)
    return fact_key(fine), fine.value


SLOTS = [
    ("My favourite colour is green", "favourite: colour", "green"),
    ("My favorite color is red", "favourite: colour", "red"),
    ("My favourite food is pizza", "favourite: food", "pizza"),
    ("Pizza is my favourite food", "favourite: food", "Pizza"),
    ("Meine Lieblingsfarbe ist Grün", "favourite: farbe", "Grün"),
    ("I don't like coffee", "taste: coffee", "dislikes"),
    ("I really love coffee", "taste: coffee", "likes"),
    ("Ich mag keinen Kaffee mehr", "taste: kaffee", "dislikes"),
    ("Ich mag Kaffee nicht", "taste: kaffee", "dislikes"),
    ("Ich liebe Kaffee", "taste: kaffee", "likes"),
    ("No me gusta el café", "taste: café", "dislikes"),
    ("I prefer tea over coffee", "taste: coffee or tea", "tea"),
    ("I now prefer coffee over tea", "taste: coffee or tea", "coffee"),
    ("Ich trinke lieber Tee als Kaffee", "taste: kaffee or tee", "tee"),
    ("I live in Graz", "home", "Graz"),
    ("I live in a small flat near Graz", "home", "Graz"),
    ("i live in graz", "home", "graz"),
    ("I live with my parents", "living_with", "with my parents"),
    ("Ich wohne bei meinen Eltern", "living_with", "meinen Eltern"),
    ("I work at Siemens", "employer", "Siemens"),
    ("I work as a nurse in Graz", "job", "nurse in Graz"),
    ("I work from home", "workplace", "I work from home"),
    ("Ich arbeite von zu Hause", "workplace", "von zu Hause"),
    ("I work nights", "worktime", "I work nights"),
    ("I work in Python", "tools: python", "Python"),
    ("I was born in Rome", "origin", "Rome"),
    ("I was born in 1990", "birth_year", 1990),
    ("I'm left-handed", "handedness", "left"),
    ("Ich bin Linkshänder", "handedness", "left"),
    ("I'm a vegetarian", "diet", "vegetarian"),
    ("Call me Annie", "called", "Annie"),
    ("I just adopted a cat called Mia", "pet: a cat called mia", "a cat called Mia"),
    ("I have two cats, Mia and Tom.", "pet: two cats, mia and tom", "two cats, Mia and Tom"),
    ("We have a dog, Rex.", "pet: a dog, rex", "a dog, Rex"),
    ("Wir haben einen Hund, Rex.", "pet: einen hund, rex", "einen Hund, Rex"),
]


@pytest.mark.parametrize(("text", "key", "value"), SLOTS)
def test_each_thing_has_its_slot(text: str, key: str, value: Any) -> None:
    assert slot(text) == (key, value)


def test_a_wish_for_answers_is_a_request_whatever_it_is_called() -> None:
    (item,) = extract("I prefer long answers.")
    fine = refined(item)
    assert (fine.kind, fine.key) == ("instruction", "answer_length")


REQUESTS = {
    "never use emojis": "answer_format: emoji",
    "Use tables in every answer": "answer_format: table",
    "Always answer in German": "answer_language",
    "Always write code comments in English": "answer_language: code",
    "Keep all recipes short": "answer_length: recipes",
    "Always be brief": "answer_length",
}


@pytest.mark.parametrize("text", REQUESTS)
def test_requests_meet_only_those_about_the_same(text: str) -> None:
    item = Extracted("instruction", text, key="answer_format", value=text)
    assert refined(item).key == REQUESTS[text]


def test_a_connective_at_the_front_is_no_part_of_it() -> None:
    for text in ("So keep your answers short", "And also keep your answers short"):
        said = refined(Extracted("instruction", text, value=text))
        assert said.text == said.value == "keep your answers short"
    whole = Extracted("instruction", "So kurz wie möglich antworten", value="x")
    assert refined(whole).text == whole.text


def test_what_is_no_longer_so_is_over_and_of_the_slot_that_it_was_of() -> None:
    (item,) = extract("I'm not vegetarian any more.")
    fine = refined(item)
    assert (fine.key, fine.value, fine.past) == ("diet", "vegetarian", True)


@pytest.mark.parametrize("text", ["I live here.", "Ich wohne hier.", "I prefer answers"])
def test_a_statement_that_says_nothing_is_told_as_such(text: str) -> None:
    (item,) = extract(text)
    assert hollow(refined(item))
    (home,) = extract("I live in Graz")
    assert hollow(refined(home)) == ""


def test_names_after_a_comma_are_not_thanks() -> None:
    (item,) = extract("Ich habe einen Hund, Danke.")
    assert item.text == "Ich habe einen Hund"
