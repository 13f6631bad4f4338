"""A call that a step shows can be taken apart; whatever else it shows is left alone."""

from __future__ import annotations

import pytest

from seasoned.core.calls import call_of


def test_a_call_has_a_name_and_arguments_as_they_were_written() -> None:
    call = call_of('pkg.extend({"loan":  "L1", "days": [1, {"n": null}]})')
    assert call is not None
    assert (call.name, call.text) == ("pkg.extend", '{"loan":  "L1", "days": [1, {"n": null}]}')
    assert call.arguments == {"loan": "L1", "days": [1, {"n": None}]}


@pytest.mark.parametrize(
    "detail",
    [
        "",
        "ls -la",
        "extend()",
        "extend([1])",
        "extend({1})",
        'f({"a": 1}) then',
        'f({"a": NaN})',
        'f({"a": 1e999})',
        r'f({"\ud800": 1})',
        "f(" + '{"a":' * 100_000 + "1" + "}" * 100_000 + ")",
    ],
)
def test_what_is_no_call_with_a_json_object_is_none(detail: str) -> None:
    assert call_of(detail) is None
