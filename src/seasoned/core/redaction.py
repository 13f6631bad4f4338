"""Secrets in texts: patterns that find them, and marks that take their place.

Pure patterns over one text or one record. A secret of a shape that is not listed here stays, so
this lowers the risk of keeping one and does not end it. What a mark replaced cannot be restored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from seasoned.core.mapping import map_texts
from seasoned.core.records import Episode

_KEYS: Final = ("api", "access", "private", "account", "signing", "encryption")
_TOKENS: Final = ("access", "auth", "api", "refresh", "bearer", "session", "security", "bot", "id")
_SECRET_NAME: Final = (
    r"(?:passwords?|passwd|passphrase|pwd|secret(?:[_-]?key)?"
    rf"|(?:{'|'.join(_KEYS)})[_-]?key|(?:{'|'.join(_TOKENS)})[_-]?token)"
)
_HINTS: Final = (
    *("passw", "passphrase", "pwd", "secret"),
    *(f"{name}{joint}key" for name in _KEYS for joint in ("", "_", "-")),
    *(f"{name}{joint}token" for name in _TOKENS for joint in ("", "_", "-")),
)
# A value that is a mark already, a placeholder, a variable or a call says nothing to be hidden.
_OPEN: Final = (
    r"(?!\[redacted|\*{3}|\$\{|(?-i:\$[A-Z_]{3})|<|(?i:none|null|true|false|nil|undefined)\b"
    rf"|(?i:(?:[a-z_]\w{{0,40}}\.){{0,5}}{_SECRET_NAME}(?=[\s,;)\]}}\"']|\Z)))"
)
_TYPES: Final = r"(?!\[redacted|(?:str|string|text|bytes|optional|secretstr|none|null|required)\b)"
_MIXED: Final = r"(?=[\w.~+/:%-]{0,80}\d)"  # a digit, which words seldom have
# Kind of secret, what a lower-cased text must hold for the pattern to be worth a try, the pattern.
# The group "s" is what is replaced; without it, the whole match is. Repeats are bounded or
# possessive, so that no text takes more than linear time.
_PATTERNS: Final[tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]] = (
    (
        "private-key",
        ("private key",),
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?"
            r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
            re.DOTALL,
        ),
    ),
    (  # a run of ten tells a key from words with hyphens, as classes of style sheets are
        "api-key",
        ("sk-",),
        re.compile(
            r"(?<![\w-])sk-(?=[\w-]{0,80}\d)(?=[\w-]{0,80}?[A-Za-z0-9]{10})[A-Za-z0-9_-]{16,}+"
        ),
    ),
    ("api-key", ("aiza",), re.compile(r"\bAIza[0-9A-Za-z_-]{35}")),
    ("api-key", ("k_live_", "k_test_"), re.compile(r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}+")),
    ("api-key", ("sg.",), re.compile(r"\bSG\.[\w-]{16,32}\.[\w-]{32,64}")),
    ("aws-key", ("akia", "asia"), re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    (
        "github-token",
        ("gh", "github_pat_"),
        re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}+|github_pat_[A-Za-z0-9_]{22,}+)"),
    ),
    (
        "token",
        ("glpat-", "hf_", "npm_", "pypi-", "dop_v1_", "ya29."),
        re.compile(
            r"\b(?:glpat-[\w-]{20,}+|hf_[A-Za-z0-9]{30,}+|npm_[A-Za-z0-9]{36,}+"
            r"|pypi-AgE[\w-]{40,}+|dop_v1_[a-f0-9]{64}|ya29\.[\w-]{20,}+)"
        ),
    ),
    ("token", (":aa",), re.compile(r"\b\d{8,10}:AA[\w-]{33}(?![\w-])")),
    ("slack-token", ("xox", "xapp-"), re.compile(r"\b(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}+")),
    (
        "slack-token",
        ("hooks.slack.com/",),
        re.compile(r"(?i)hooks\.slack\.com/(?:services|workflows)/(?P<s>[\w/]{20,}+)"),
    ),
    (
        "jwt",
        ("eyj",),
        re.compile(r"(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{4,8000}\.[\w-]{8,}+"),
    ),
    (
        "bearer-token",
        ("bearer",),
        re.compile(r"(?i)\bbearer\s{1,5}(?P<s>(?=[a-z._~+/-]{0,80}\d)[\w.~+/-]{12,}+={0,2})"),
    ),
    (
        "credentials",
        ("authorization",),
        re.compile(
            r"(?i)\bauthorization\\{0,3}[\"']?\s{0,5}[:=]\s{0,5}\\{0,3}[\"']?"
            r"(?:basic|bearer|token|digest|apikey)\s{1,5}(?P<s>[\w.~+/-]{8,}+={0,2})"
        ),
    ),
    (
        "password",
        ("://",),
        re.compile(
            r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\[]{0,200}:(?P<s>(?!\[redacted)[^\s/@]{1,200}"
            r"(?:@[^\s/@\"'<>,;()?&#=\\]{1,100}){0,4})@"
        ),
    ),
    (
        "password",
        ("curl",),
        re.compile(
            r"\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]{0,5}[\"']?[^\s:\"'\[]{1,100}:"
            r"(?P<s>(?!\[redacted|\$)[^\s\"']{1,200}+)"
        ),
    ),
    *(
        (
            "secret",
            _HINTS,
            re.compile(
                rf"(?i){_SECRET_NAME}[\"']?\s{{0,5}}[=:]\s{{0,5}}{quote}"
                rf"(?P<s>{_OPEN}(?:[^{quote}\\\n]|\\.){{4,500}}+){quote}"
            ),
        )
        for quote in ('"', "'")
    ),
    (  # within a JSON text, however often it was quoted
        "secret",
        _HINTS,
        re.compile(
            rf"(?i){_SECRET_NAME}\\{{1,7}}[\"']\s{{0,5}}[=:]\s{{0,5}}\\{{1,7}}(?P<q>[\"'])"
            rf"(?P<s>{_OPEN}[^\"'\\\n]{{4,500}}+)\\{{1,7}}(?P=q)"
        ),
    ),
    (
        "secret",
        _HINTS,
        re.compile(
            rf"(?i){_SECRET_NAME}\s{{0,5}}=\s{{0,5}}"
            rf"(?P<s>{_OPEN}[^\s\"'()\[\]{{}},;&]{{4,500}}+)(?![(\[])"
        ),
    ),
    (
        "secret",
        _HINTS,
        re.compile(
            rf"(?i){_SECRET_NAME}:\s{{0,5}}(?P<s>{_OPEN}{_MIXED}"
            rf"(?=[\w.~+/-]{{0,80}}[a-z])[\w.~+/-]{{12,500}}+={{0,2}})(?![(\[])"
        ),
    ),
    (
        "secret",
        ("token=", "token:", "token ", 'token"', "token'", "token\\"),
        re.compile(
            rf"(?i)(?<!page)(?<!page[_-])token\\{{0,7}}[\"']?\s{{0,5}}[=:]\s{{0,5}}\\{{0,7}}[\"']?"
            rf"(?P<s>{_MIXED}[\w.~+/:-]{{16,500}}+={{0,2}})(?![(\[])"
        ),
    ),
    (  # lines of an environment
        "secret",
        ("_pass=",),
        re.compile(rf"(?<=[A-Z]_)PASS=[\"']?(?P<s>{_OPEN}[^\s\"'()\[\]{{}},;&]{{4,500}}+)"),
    ),
    (
        "secret",
        ("key=", "sig=", "signature="),
        re.compile(
            rf"(?:(?<=[A-Z]_)KEY=[\"']?|[?&](?:key|sig|X-Amz-Signature)=)"
            rf"(?P<s>{_OPEN}{_MIXED}(?=[\w.~+/:%-]{{0,80}}[A-Za-z])[\w.~+/:%-]{{16,500}}+={{0,2}})"
        ),
    ),
    (
        "password",
        ("password:", "passwd:", "passphrase:"),
        re.compile(rf"(?i)\bpass(?:word|wd|phrase):\s{{0,5}}(?P<s>{_TYPES}[^\s\"',;]{{4,200}}+)"),
    ),
    (
        "password",
        _HINTS,
        re.compile(rf"(?i)\s--{_SECRET_NAME}\s{{1,5}}(?P<s>{_OPEN}[^\s\"'-][^\s\"']{{3,200}}+)"),
    ),
)
_NAMED: Final = re.compile(rf"(?i)[\w-]{{0,40}}{_SECRET_NAME}")


def redact(text: str) -> tuple[str, int]:
    """The text with secrets replaced by ``[redacted:<kind>]``, and how many there were.

    Redacting a second time changes nothing.
    """
    found, lowered = 0, text.lower()
    for kind, hints, pattern in _PATTERNS:
        if any(hint in lowered for hint in hints):
            text, number = pattern.subn(partial(_marked, kind), text)
            found += number
    return text, found


def redact_secrets(text: str) -> str:
    """The text with secrets replaced, as a hook: ``Options(redact=redact_secrets)``."""
    return redact(text)[0]


def _marked(kind: str, match: re.Match[str]) -> str:
    whole, mark = match.group(), f"[redacted:{kind}]"
    if "s" not in match.re.groupindex:
        return mark
    start, end = match.start("s") - match.start(), match.end("s") - match.start()
    return f"{whole[:start]}{mark}{whole[end:]}"


def redact_episode(episode: Episode) -> tuple[Episode, int]:
    """The episode with every free text redacted, and how many secrets there were.

    In `metadata` and the task's context, a text whose own key names a secret is one.
    """
    found = 0

    def change(text: str) -> str:
        nonlocal found
        clean, number = redact(text)
        found += number
        return clean

    clean = map_texts(episode, change)
    metadata, first = _by_name(clean.metadata)
    context, second = _by_name(clean.task.context)
    if first + second:
        task = replace(clean.task, context=context)
        clean = replace(clean, metadata=metadata, task=task)
    return clean, found + first + second


def _by_name(value: Any) -> tuple[Any, int]:
    """A JSON value with the texts under secret names replaced, and how many there were."""
    if isinstance(value, list):
        parts = [_by_name(part) for part in value]
        return [part for part, _ in parts], sum(n for _, n in parts)
    if not isinstance(value, Mapping):
        return value, 0
    result, found = {}, 0
    for key, part in value.items():
        if isinstance(part, str) and _NAMED.fullmatch(key) and part and "[redacted" not in part:
            result[key], number = "[redacted:secret]", 1
        else:
            result[key], number = _by_name(part)
        found += number
    return result, found
