"""Reading JUnit reports of several runners."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from itertools import pairwise

import pytest

from seasoned.core.junit import read_junit
from seasoned.core.records import Outcome
from seasoned.errors import InvalidInput

PYTEST = """<?xml version="1.0"?><testsuites><testsuite tests="4">
<testcase name="test_a"/>
<testcase name="test_b"><failure message="assert 1 == 2">long</failure></testcase>
<testcase name="test_c"><skipped/></testcase><testcase name="test_d"><error>boom</error></testcase>
</testsuite></testsuites>"""


def test_counts_and_messages() -> None:
    feedback = read_junit(PYTEST)
    assert (feedback.tests_passed, feedback.tests_total) == (1, 3)
    assert feedback.message == "test_b: assert 1 == 2\ntest_d: boom"
    assert feedback.outcome is Outcome.PARTIAL and feedback.reward == pytest.approx(1 / 3)


def test_a_single_suite_at_the_root_is_a_report_too() -> None:
    assert read_junit('<testsuite><testcase name="x"/></testsuite>').outcome is Outcome.SUCCESS


def test_only_skipped_tests_say_nothing() -> None:
    xml = '<testsuite><testcase name="x"><skipped/></testcase></testsuite>'
    assert read_junit(xml).outcome is Outcome.UNKNOWN


def test_a_namespace_and_nested_suites_change_nothing() -> None:
    inner = PYTEST.split("?>")[1].replace("<testsuites>", "<testsuite>")
    inner = inner.replace("</testsuites>", "</testsuite>")
    xml = (
        f'<testsuites xmlns="https://example.org/junit"><testsuite>{inner}</testsuite></testsuites>'
    )
    assert read_junit(xml) == read_junit(PYTEST)
    prefixed = '<j:testsuite xmlns:j="urn:j"><j:testcase><j:failure/></j:testcase></j:testsuite>'
    assert read_junit(prefixed).outcome is Outcome.FAILURE


def test_attributes_may_be_missing() -> None:
    feedback = read_junit("<testsuite><testcase><failure/></testcase><testcase/></testsuite>")
    assert (feedback.tests_passed, feedback.tests_total, feedback.message) == (1, 2, "?: ")


def test_text_beside_a_failure_is_no_message() -> None:
    xml = (
        "<testsuite><properties/><testcase name='a'><system-out>noise <b>error</b></system-out>"
        "<error>first<i>inner</i> second</error><failure message='later'/> tail</testcase>"
        "<system-err>end</system-err></testsuite>"
    )
    assert read_junit(xml).message == "a: first second"


BOMB = """<?xml version="1.0"?><!DOCTYPE testsuite [<!ENTITY a "ha">%s]>
<testsuite><testcase name="&z;"/></testsuite>"""
NAMES = "abcdefghijklmnopqrstuvwxyz"
LAUGHS = "".join(f'<!ENTITY {outer} "{f"&{inner};" * 10}">' for inner, outer in pairwise(NAMES))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_before_they_are_read(encoding: str) -> None:
    with pytest.raises(InvalidInput, match="no document type, this declares 'testsuite'"):
        read_junit(
            (BOMB % LAUGHS).replace('"1.0"', f'"1.0" encoding="{encoding}"').encode(encoding)
        )


def test_a_huge_report_is_read_in_little_memory() -> None:
    def parts() -> Iterator[bytes]:
        yield b"<testsuites><testsuite>"
        for _ in range(40):
            yield b'<testcase name="x"><failure>'
            yield from [b"y" * 250_000] * 4
            yield b"</failure></testcase>"
        yield b"</testsuite></testsuites>"

    tracemalloc.start()
    feedback = read_junit(parts())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert feedback.tests_total == 40 and len(feedback.message) < 2000
    assert peak < 2_000_000


def test_deep_nesting_is_read() -> None:
    deep = "<testsuite>" * 50_000 + "<testcase/>" + "</testsuite>" * 50_000
    assert read_junit(deep).tests_total == 1


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "not xml",
        "<html/>",
        "<testsuites>",
        "<testsuite/><testsuite/>",
        b"\xff\x00\xfe" * 9,
        b'<?xml version="1.0" encoding="klingon"?><testsuite/>',
        "<testsuite>\ud800</testsuite>",
    ],
)
def test_other_text_is_refused_with_what_it_is(bad: str | bytes) -> None:
    with pytest.raises(InvalidInput, match="JUnit"):
        read_junit(bad)
