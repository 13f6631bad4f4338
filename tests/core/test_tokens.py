"""Token estimates: against counts that a real tokenizer gave, and on any text."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core import tokens
from seasoned.core.tokens import estimate_tokens, running_tokens

# Counts of the o200k vocabulary; `benchmarks/tokens.py` covers far more text.
COUNTED = {
    "prose": (
        "The login test fails about once in ten runs because the session has not been written "
        "to the cache when the next request arrives. Wait for the write, then check the answer. "
        "Last time somebody raised the timeout to thirty seconds, and the failure came later.",
        51,
    ),
    "python": (
        "def fetch(self, url: str, *, retries: int = 3) -> Response:\n"
        "    for attempt in range(retries):\n"
        "        try:\n"
        "            return self._session.get(url, timeout=self.timeout_seconds)\n"
        "        except ConnectionError as error:\n"
        '            log.warning("attempt %d of %s failed: %r", attempt, url, error)\n'
        '    raise RuntimeError(f"gave up on {url}")\n',
        83,
    ),
    "json": (
        '{"id":"018f3c2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f","task":{"description":"Fix the login test",'
        '"category":"debugging"},"outcome":"success","feedback":{"reward":0.875,'
        '"tests_passed":7,"tests_total":8},"tags":["auth","ci"]}',
        84,
    ),
    "log": (
        "2026-05-01 12:33:07,412 ERROR [worker-3] pool: connection to 10.4.0.17:5432 failed: "
        "timeout after 30s request_id=9f86d081884c7d65\n",
        56,
    ),
    "javascript": (
        "document.querySelectorAll('button[data-action]').forEach((button) => {\n"
        "  button.addEventListener('click', (event) => { event.preventDefault(); });\n"
        "});\n",
        35,
    ),
    "markdown": (
        "## Install\n\n- run `pip install seasoned`\n- open **one** file: `memory.db`\n\n"
        "| step | what |\n|---|---|\n| 1 | record |\n| 2 | recall |\n",
        43,
    ),
    "chinese": ("登录测试时好时坏，原因是会话还没有写入缓存，请求就已经被重定向了。", 26),
    "russian": ("Тест входа падает, потому что сессия ещё не записана в кэш.", 20),
    "emoji": ("shipped 🎉 tests ✅ but 🐛 in prod 🔥🔥", 15),
}


@pytest.mark.parametrize("kind", COUNTED)
def test_estimates_stay_near_the_truth_and_seldom_under_it(kind: str) -> None:
    text, count = COUNTED[kind]
    assert 0.95 * count <= estimate_tokens(text) <= 1.35 * count + 1


# What a vocabulary holds few or no words of.
UNUSUAL = {
    "amharic": ("የመግቢያ ፈተናው አንዳንድ ጊዜ ይወድቃል፤ እባክዎን ስህተቱን ያስተካክሉ እና ምክንያቱን ይግለጹ።", 112),
    "cherokee": ("ᎣᏏᏲ ᏙᎯᏧ ᎤᎵᎮᎵᏍᏗ ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", 67),
    "finnish": (
        "korjaa kirjautumistestin satunnainen epaonnistuminen jatkuvassa integraatiossa ja selita "
        "syy",
        26,
    ),
    "german": (
        "repariere den sporadisch fehlschlagenden anmeldetest in der integrationsumgebung",
        19,
    ),
    "ids": ("xqzvkjwq pbnmtrdf wlkqhzxv jfgmnbvc hsdkzpqe uvbyxgtk", 31),
    "capitals": ("QJXKWZVBPMHGTRDLNCFSYUEAOI", 16),
    "dna": ("acgtacctgatcgatcgatcggatctagctagctaggcatcgatcgacttagc", 24),
    "base32": ("krugs4zanfzsayjaonswg4tfoqqho2lunaqgkzlboqqhg33nmuqgc3te", 32),
    "tabs": ("\t " * 300, 300),
}


@pytest.mark.parametrize("kind", UNUSUAL)
def test_text_of_which_a_vocabulary_knows_little_is_not_taken_for_english(kind: str) -> None:
    text, count = UNUSUAL[kind]
    assert 0.9 * count <= estimate_tokens(text) <= 2.2 * count


def test_nothing_costs_nothing() -> None:
    assert estimate_tokens("") == 0


@given(st.text(min_size=1))
def test_any_text_has_an_estimate(text: str) -> None:
    assert 0 <= estimate_tokens(text) <= 5 * len(text) + 1
    assert estimate_tokens(text) > 0 or text.isspace()


@given(st.text())
def test_running_tokens_end_at_the_estimate(text: str) -> None:
    ends, sums = running_tokens(text)
    assert list(ends) == sorted(set(ends))
    assert (ends[-1] if ends else 0) == len(text)
    assert list(sums) == sorted(sums)
    assert (sums[-1] if sums else 0.0) == pytest.approx(estimate_tokens(text), abs=1)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "A" * 1_000_000 + "é",
        "aB" * 500_000,
        " " * 1_000_000,
        "\n   " * 250_000,
        "-" * 1_000_000,
        "中" * 1_000_000,
        "e\u0301" * 500_000,
    ],
    ids=["lower", "upper", "camel", "spaces", "blank lines", "rule", "han", "accents"],
)
def test_a_megabyte_takes_linear_time(text: str) -> None:
    start = time.process_time()
    estimate_tokens(text)
    assert time.process_time() - start < 5.0


@given(st.text(alphabet=" \n\tab9.,-ß漢\u2028"), st.text(alphabet=" \nab9.,-漢"))
def test_a_text_costs_what_its_pieces_cost_however_it_is_counted(one: str, other: str) -> None:
    for text in (one, f"{one} {other}", f"{other} a-b {one} (9 x)"):
        _, sums = running_tokens(text)
        whole = sums[-1] if sums else 0.0
        assert estimate_tokens(text) == math.ceil(round(whole, 6))


def test_a_long_word_is_counted_again_each_time() -> None:
    known = tokens._word.cache_info().currsize
    assert estimate_tokens(f"key {'0123456789' * 9} key") > 30
    assert tokens._word.cache_info().currsize <= known + 1
