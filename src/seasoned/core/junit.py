"""Test counts from a JUnit XML report, as pytest, Maven, Go and most runners write it."""

from __future__ import annotations

from xml.etree import ElementTree

from seasoned.core.records import Feedback
from seasoned.errors import InvalidInput

_MESSAGES = 3  # failure messages that are worth keeping


def read_junit(xml: str | bytes) -> Feedback:
    """Tests passed and run, skipped ones left out, with the first failure messages.

    Raises:
        InvalidInput: the text is not a JUnit report.
    """
    try:
        root = ElementTree.fromstring(xml)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InvalidInput(f"the JUnit report is not XML: {error}; got {xml[:80]!r}") from error
    if root.tag not in ("testsuites", "testsuite"):
        raise InvalidInput(f"a JUnit report starts with <testsuites>, this with <{root.tag}>")
    cases = [case for case in root.iter("testcase") if case.find("skipped") is None]
    broken = [case for case in cases if _trouble(case) is not None]
    return Feedback(
        message="\n".join(map(_describe, broken[:_MESSAGES])),
        tests_passed=len(cases) - len(broken),
        tests_total=len(cases),
    )


def _trouble(case: ElementTree.Element) -> ElementTree.Element | None:
    failure = case.find("failure")
    return case.find("error") if failure is None else failure


def _describe(case: ElementTree.Element) -> str:
    trouble = _trouble(case)
    said = "" if trouble is None else (trouble.get("message") or trouble.text or "").strip()
    return f"{case.get('name', '?')}: {said}"[:500].replace("\x00", "")
