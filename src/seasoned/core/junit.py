"""Test counts from a JUnit XML report, as pytest, Maven, Go and most runners write it.

The report is read as a stream and never held as a whole, so its size does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree

from seasoned.core.records import Feedback
from seasoned.errors import InvalidInput

_MESSAGES = 3  # failure messages that are worth keeping
_SHOWN = 500  # characters of each


def read_junit(xml: str | bytes | Iterable[bytes]) -> Feedback:
    """Tests passed and run, skipped ones left out, with the first failure messages.

    Namespaces do not matter, nor how deep suites are nested. Declarations of a document type,
    and so of entities, are refused unread.

    Args:
        xml: The report, or the parts of it in order.

    Raises:
        InvalidInput: the text is not a JUnit report.
    """
    report = _Report()
    parser = ElementTree.XMLParser(target=report)
    try:
        for part in (xml,) if isinstance(xml, str | bytes) else xml:
            parser.feed(part)
        parser.close()
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"the JUnit report is not XML: {error}") from error
    return report.feedback()


class _Case:
    """One test: whether it was run, and what went wrong."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.skipped = False
        self.failed = False
        self.message = ""


class _Report:
    """What a report says, gathered as its tags go by: the target of an XML parser."""

    def __init__(self) -> None:
        self._passed = self._total = self._depth = 0
        self._messages: list[str] = []
        self._case: _Case | None = None
        self._case_depth = self._said_at = 0  # depths of the open test and of its open trouble

    def doctype(self, name: str, _public: str | None, _system: str | None) -> None:
        """Refuse entities before one is declared: a few of them can stand for gigabytes."""
        raise InvalidInput(f"a JUnit report has no document type, this declares {name!r:.80}")

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A tag opens."""
        name, self._depth = tag.rpartition("}")[2], self._depth + 1
        if self._depth == 1 and name not in ("testsuites", "testsuite"):
            raise InvalidInput(f"a JUnit report starts with <testsuites>, this with <{name:.80}>")
        if name == "testcase":
            self._case, self._case_depth = _Case(attributes.get("name", "?")), self._depth
        elif self._case is not None and self._depth == self._case_depth + 1:
            self._about(self._case, name, attributes)

    def _about(self, case: _Case, name: str, attributes: Mapping[str, str]) -> None:
        if name == "skipped":
            case.skipped = True
        elif name in ("failure", "error"):
            if not case.message:
                case.message = attributes.get("message", "")[:_SHOWN].strip()
                self._said_at = 0 if case.message else self._depth
            case.failed = True

    def data(self, text: str) -> None:
        """Text within the tag that is open."""
        case = self._case
        if case is not None and self._said_at == self._depth and len(case.message) < _SHOWN:
            case.message = (case.message + text).lstrip()[:_SHOWN]

    def end(self, _tag: str) -> None:
        """A tag closes."""
        if self._depth == self._said_at:
            self._said_at = 0
        if self._case is not None and self._depth == self._case_depth:
            self._count(self._case)
            self._case = None
        self._depth -= 1

    def _count(self, case: _Case) -> None:
        if case.skipped:
            return
        self._total += 1
        self._passed += not case.failed
        if case.failed and len(self._messages) < _MESSAGES:
            text = f"{case.name[:_SHOWN]}: {case.message.strip()}"
            self._messages.append(text[:_SHOWN].replace("\x00", ""))

    def close(self) -> None:
        """The report is over."""

    def feedback(self) -> Feedback:
        """The counts and the first messages."""
        message = "\n".join(self._messages)
        return Feedback(message=message, tests_passed=self._passed, tests_total=self._total)
