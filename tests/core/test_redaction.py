"""Secrets are found, marked once, and nothing else is touched."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import Episode, Feedback, Outcome, Step, Task
from seasoned.core.redaction import redact, redact_episode, redact_secrets

# In pieces, so that no scanner takes this file for a leak.
SECRETS = [
    ("sk-" + "proj-abc123DEF456ghi789jkl0", "api-key"),
    ("sk-" + "ant-api03-Zz09Zz09Zz09Zz09Zz09", "api-key"),
    ("AIza" + "SyA1234567890123456789012345678901x"[:35], "api-key"),
    ("AKIA" + "IOSFODNN7EXAMPLE", "aws-key"),
    ("ghp_" + "a1" * 18, "github-token"),
    ("github_pat_" + "1A" * 20, "github-token"),
    ("xoxb-" + "1234567890-abcdef", "slack-token"),
    ("xapp-" + "1-A0123456789-12345", "slack-token"),
    ("sk_" + "live_51HabcDEFghi", "api-key"),
    ("SG." + "abcdefghij0123456789." + "a1" * 20, "api-key"),
    ("glpat-" + "abcdefghij0123456789", "token"),
    ("hf_" + "a1" * 16, "token"),
    ("npm_" + "a1" * 18, "token"),
    ("pypi-" + "AgEIcHlwaS5vcmc" + "a1" * 20, "token"),
    ("dop_v1_" + "a1" * 32, "token"),
    ("ya29." + "a0AfH6SMBx0123456789", "token"),
    ("123456789" + ":AA" + "a1b" * 11, "token"),
    ("eyJ" + "hbGciOiJI.eyJ" + "zdWIiOiIx.c2lnbmF0dXJl", "jwt"),
]
AROUND = [
    ("Authorization: Bearer {}", "abc.DEF-123456789", "bearer-token"),
    ("postgres://app:{}@db.example/main", "hunter2", "password"),
    ("run with password={} now", "hunter2", "secret"),
    ('{{"api_key": "{}"}}', "abcd-1234", "secret"),
    ('call({{\\"client_secret\\": \\"{}\\"}})', "s3cr3t!", "secret"),
    ("export DB_PASSWORD='{}'", "correct horse", "secret"),
    ("aws_secret_access_key = {}", "wJalrXUtnFEMI/K7MDENG", "secret"),
    ("Password: {}", "hunter2", "password"),
    ("Authorization: Basic {}", "dXNlcjpwYXNz", "credentials"),
    ("Authorization: token {}", "0123456789abcdef0123", "credentials"),
    ("-H 'X-API-Key: {}'", "abcd1234efgh5678", "secret"),
    ("api_key: {}\nport: 80", "abcd1234efgh5678", "secret"),
    ("SECRET_KEY={}", "django-insecure-8x#k2h!9$%lq", "secret"),
    ("GITHUB_TOKEN={}", "0123456789abcdef01234567", "secret"),
    ("AWS_SESSION_TOKEN={}", "IQoJb3JpZ2luX2VjEOr//wEa", "secret"),
    ("DB_PASS={}", "hunter2", "secret"),
    ("ENCRYPTION_KEY={}", "abcd1234efgh5678", "secret"),
    ("STORAGE_KEY={}", "Eby8vdM02xNOcqFlqUwJ==", "secret"),
    ("AccountName=x;AccountKey={};", "Eby8vdM02xNOcqFlqUwJ==", "secret"),
    ('{{"token": "{}"}}', "abcd1234efgh5678", "secret"),
    ('{{"password": "{}"}}', 'it is \\"quoted\\" here', "secret"),
    ('{{\\\\\\"password\\\\\\": \\\\\\"{}\\\\\\"}}', "hunter2", "secret"),
    ("mysql --password {} -u root", "hunter2", "password"),
    ("curl -u admin:{} https://x", "hunter2", "password"),
    ("postgres://app:{}@db.example/main", "p@ss", "password"),
    ("https://hooks.slack.com/services/{}", "T00000000/B00000000/XXXX", "slack-token"),
    ("https://x.example/c?sv=1&sig={}", "abcd%2F1234efgh5678%3D", "secret"),
    ("password=" + "{}", "$ecret1", "secret"),
]
HARMLESS = [
    "",
    "max_tokens=800, the token count is 5",
    "password = getpass()",
    "password=None and api_key = os.environ['KEY']",
    "a task-management-system-of-1999-records",
    "the bearer of this letter may pass",
    "https://example.org/path?x=1:2@3",
    "secret sauce: garlic",
    "sk-learn is a library",
    "sk-fading-circle-container-12",
    "password: str = Field(...), or password: Optional[str] = None",
    "connect(password=password, api_key=settings.api_key)",
    "PASSWORD=$DB_PASSWORD",
    '{"token": "hello", "next_page_token": "CAUQAA1234567890abcdef"}',
    "primary_key=True, sort_key=created_at, CACHE_KEY=user",
    "commit 2fa2017abcdef0123456789abcdef0123456789ab",
    "id 123e4567-e89b-12d3-a456-426614174000",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "修复登录 🛠",
]


@pytest.mark.parametrize(("secret", "kind"), SECRETS)
def test_a_secret_is_replaced_by_its_kind(secret: str, kind: str) -> None:
    assert redact(f"use {secret}, then go") == (f"use [redacted:{kind}], then go", 1)


@pytest.mark.parametrize(("text", "secret", "kind"), AROUND)
def test_what_stands_around_a_secret_stays(text: str, secret: str, kind: str) -> None:
    assert redact(text.format(secret)) == (text.format(f"[redacted:{kind}]"), 1)


def test_a_mark_in_an_address_is_not_taken_for_a_password() -> None:
    token = "ghp_" + "a1" * 18
    marked = "https://[redacted:github-token]@github.com/x/y"
    assert redact(f"https://{token}@github.com/x/y") == (marked, 1)


@pytest.mark.parametrize("end", ["-----END RSA PRIVATE KEY-----\nafter", ""])
def test_a_private_key_goes_whole_even_if_it_is_cut_off(end: str) -> None:
    text, found = redact(f"before\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n{end}")
    assert (found, "MIIEow" in text, "IBAAK" in text) == (1, False, False)
    assert text.startswith("before\n[redacted:private-key]")
    assert text.endswith("after") == bool(end)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text) == (text, 0)


@given(st.text(), st.sampled_from([s for s, _ in SECRETS] + [t.format(s) for t, s, _ in AROUND]))
def test_redacting_twice_changes_nothing_more(text: str, secret: str) -> None:
    once, _ = redact(f"{text} {secret} {text}")
    assert redact(once) == (once, 0)


@pytest.mark.parametrize(
    "part",
    [
        "eyJ-",
        "sk-",
        " sk-a1-",
        "password=",
        "password: a1-",
        '"password": "',
        "password\\",
        "token=a1.",
        "a://:",
        "a://b:c@",
        "bearer ",
        "authorization: ",
        "curl -u ",
        " --password",
        "A_KEY=",
        "&sig=a%",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_no_text_takes_long(part: str) -> None:
    start = time.process_time()
    redact(part * (300_000 // len(part)))
    assert time.process_time() - start < 5  # a pattern that is not linear takes minutes


def test_every_text_of_an_episode_is_looked_at_and_names_stay() -> None:
    secret = "password=" + "hunter2"
    episode = Episode(
        Task(secret, "debugging", context={"log": [secret], "api_key": "plain"}),
        steps=(Step("run", secret, result=secret, error=secret),),
        solution=secret,
        outcome=Outcome.FAILURE,
        feedback=Feedback(message=secret),
        lessons=(secret,),
        metadata={"deep": {"db_password": "plain", "port": 1}, "password": ""},
        key="password=hunter2",
    )
    clean, found = redact_episode(episode)
    assert found == 10
    assert clean.task.context == {
        "log": ["password=[redacted:secret]"],
        "api_key": "[redacted:secret]",
    }
    assert clean.metadata == {
        "deep": {"db_password": "[redacted:secret]", "port": 1},
        "password": "",
    }
    assert (clean.key, clean.outcome) == (episode.key, Outcome.FAILURE)
    assert "hunter2" not in repr(clean).replace(repr(episode.key), "")
    assert redact_episode(clean) == (clean, 0)


def test_a_secret_name_in_the_context_alone_is_enough() -> None:
    clean, found = redact_episode(Episode(Task("x", context={"api_key": "plain"})))
    assert (clean.task.context, found) == ({"api_key": "[redacted:secret]"}, 1)


def test_an_episode_without_secrets_is_the_same() -> None:
    episode = Episode("tidy up", metadata={"n": 1})  # type: ignore[arg-type]  # a text will do
    assert redact_episode(episode) == (episode, 0)


def test_the_ready_made_hook_gives_the_text_alone() -> None:
    assert redact_secrets("password=hunter2hunter2") == redact("password=hunter2hunter2")[0]
    assert redact_secrets("nothing to hide") == "nothing to hide"
