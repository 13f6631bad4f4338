"""Reading JUnit reports of several runners."""

from __future__ import annotations

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


@pytest.mark.parametrize("bad", ["", "not xml", "<html/>", "<testsuites>"])
def test_other_text_is_refused_with_what_it_is(bad: str) -> None:
    with pytest.raises(InvalidInput, match="JUnit"):
        read_junit(bad)
