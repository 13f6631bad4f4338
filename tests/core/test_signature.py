"""Signatures of errors: what stays when the same goes wrong again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Episode, Feedback, Outcome, Step, Task
from seasoned.core.signature import LONGEST, error_signature, signature_of

TRACEBACK = """Traceback (most recent call last):
  File "/srv/app/run.py", line 12, in <module>
    main()
    ^^^^^^
  File "/srv/app/run.py", line 7, in main
    raise KeyError(name)
KeyError: 'user_17'
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("KeyError: 'a'", "KeyError: 'some other key'"),
        ("no space on /var/lib/x/1.db", "no space on /srv/data/2.db"),
        ("segfault at 0x7ffe12", "segfault at 0x00ab"),
        ("commit deadbeef12 not found", "commit 0a1b2c3d4e not found"),
        ("expected 3, got 4.5", "expected 10, got -2"),
        ("at 2026-01-02T10:20:30Z it ended", "at 2025-12-31 23:59:01 it ended"),
        ("GET https://a.example/x?y=1 failed", "GET http://b.example:80/ failed"),
        ("mail to ann@example.org bounced", "mail to bob.b@mail.example.com bounced"),
        ("no column named `a` here", "no column named `b_c` here"),
        (TRACEBACK, "KeyError: 'x'"),
    ],
)
def test_same_thing_with_other_names_has_one_signature(one: str, other: str) -> None:
    assert error_signature(one) == error_signature(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("KeyError: 'a'", "ValueError: 'a'"),
        ("error TS2304", "error TS2345"),
        ("can't open it", "can't close it"),
        ("permission denied", "disk full"),
    ],
)
def test_other_things_have_other_signatures(one: str, other: str) -> None:
    assert error_signature(one) != error_signature(other)


@given(st.text(max_size=300))
def test_a_signature_is_short_one_line_and_its_own(text: str) -> None:
    found = error_signature(text)
    assert len(found) <= LONGEST
    assert len(found.splitlines()) <= 1
    assert found == found.strip()


def test_where_an_episode_says_what_went_wrong() -> None:
    task = Task("a")
    step = Step("run", error="OSError: 5")
    assert signature_of(Episode(task, (step,), outcome=Outcome.FAILURE)) == "OSError: N"
    detail = Episode(task, outcome=Outcome.FAILURE, outcome_detail="timed out after 3 s")
    assert signature_of(detail) == "timed out after N s"
    said = Episode(task, outcome=Outcome.FAILURE, feedback=Feedback(message="E: 2 tests fail"))
    assert signature_of(said) == "E: N tests fail"
    verdict = Episode(task, outcome=Outcome.FAILURE, feedback=Feedback(message="Answer is WRONG"))
    assert signature_of(verdict) == ""
    assert signature_of(Episode(task, (step,), outcome=Outcome.SUCCESS)) == ""
