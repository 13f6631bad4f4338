"""Documentation that cannot rot: what a page shows is run, and what it prints is compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.fences import Fence, Runner, agrees, environment, fences

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted(ROOT.glob("docs/**/*.md")),
]
NOT_EXECUTED = 3  # fences in all that may be shown without being run


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = environment(os.environ, Path(sys.executable).parent, tmp_path / "home")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", seen["PATH"])
    Runner(tmp_path, ROOT, seen).run(name(page), page.read_text(encoding="utf-8"))


def test_few_fences_are_not_run_and_each_says_why() -> None:
    left_out = [
        (name(page), fence.line, fence.reason)
        for page in PAGES
        for fence in fences(page.read_text(encoding="utf-8"))
        if fence.reason
    ]
    assert len(left_out) <= NOT_EXECUTED, left_out
    assert all(len(reason.split()) > 3 for _, _, reason in left_out if reason)


def test_the_readme_shows_running_code_at_once() -> None:
    first = next(
        fence
        for fence in fences((ROOT / "README.md").read_text(encoding="utf-8"))
        if fence.language == "python"
    )
    assert first.reason is None
    assert first.line <= 20
    assert len(first.body.splitlines()) < 10


@pytest.mark.parametrize("page", ["README.md", "docs/cli.md"])
def test_every_command_is_named(page: str) -> None:
    from seasoned.surfaces.cli import _HOMES

    text = (ROOT / page).read_text(encoding="utf-8")
    section = text[text.find("## On the command line") :]
    headings = ", ".join(line for line in text.splitlines() if line.startswith("### "))
    named = set(re.findall(r"`([a-z]+)`", section)) | set(re.findall(r"[a-z]+", headings))
    assert set(_HOMES) <= named


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    broken = [t for t in targets if "://" not in t and not (page.parent / t).exists()]
    assert broken == []


def test_links_to_headings_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
        for target, heading in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text):
            place = page.parent / target if target else page
            if place.suffix == ".md" and heading not in headings(place):
                broken.append(f"{name(page)}: {target}#{heading}")
    assert broken == []


@cache
def headings(page: Path) -> set[str]:
    """The anchors that code hosts give to the headings of a page."""
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    found = Counter[str]()
    anchors = set()
    for heading in re.findall(r"(?m)^#+ (.+)$", text):
        shown = re.sub(r"\]\([^)]*\)", "", heading).lower()
        plain = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        anchors.add(f"{plain}-{found[plain]}" if found[plain] else plain)
        found[plain] += 1
    return anchors


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)#\s]+)\)", index))
    pages = {path.name for path in ROOT.glob("docs/*.md")} - {"README.md"}
    assert pages - linked == set()
    assert "reference/README.md" in linked


def named_benchmarks() -> list[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    named = re.search(r"^BENCHMARKS \?= (.+)$", makefile, re.MULTILINE)
    assert named
    return named[1].split()


def test_make_names_programs_that_exist() -> None:
    for name in named_benchmarks():
        path = ROOT / "benchmarks" / name.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
    assert (ROOT / "examples/repair/__main__.py").is_file()


def test_a_benchmark_without_its_data_is_skipped_and_no_failure(tmp_path: Path) -> None:
    seen = environment(os.environ, Path(sys.executable).parent, tmp_path)
    make = shutil.which("make") or pytest.skip("there is no make to be run")

    def bench(*names: str) -> subprocess.CompletedProcess[str]:
        given = [f"PY={sys.executable}", "RUNTIME=Makefile", f"BENCHMARKS={' '.join(names)}"]
        return subprocess.run(
            [make, "bench", *given],
            cwd=ROOT,
            env=seen,
            capture_output=True,
            text=True,
            check=False,
        )

    skipped = bench("locomo", "outcomes")
    assert skipped.returncode == 0 and "bench: skipped: locomo outcomes" in skipped.stdout
    failed = bench("locomo", "novel")
    assert failed.returncode != 0 and "bench: FAILED: novel" in failed.stdout


def test_recipes_run_a_python_whose_path_holds_a_space(tmp_path: Path) -> None:
    make = shutil.which("make") or pytest.skip("there is no make to be run")
    python = tmp_path / "a folder" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "ran $*"\n')
    python.chmod(0o755)
    seen = environment(os.environ, Path(sys.executable).parent, tmp_path)

    def run(*words: str) -> str:
        command = [make, *words, f"PY={python}"]
        done = subprocess.run(command, cwd=ROOT, env=seen, capture_output=True, check=True)
        return done.stdout.decode()

    for target, runs in (
        ("venv", 1),
        ("demo", 1),
        ("test", 1),
        ("check", 5),
        ("bench", len(named_benchmarks())),
        ("docs", 1),
    ):
        assert run(target, "RUNTIME=Makefile", "TOOLS=Makefile").count("ran -") == runs
    assert str(python) not in run("venv", "-n", "-B").replace(f'"{python}"', "")


def tracked() -> list[Path]:
    """The files of the repository, those included that are not committed yet."""
    listing = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others"]
    try:
        done = subprocess.run([*listing, "--exclude-standard"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git repository; only there the committed files are known")
    files = [ROOT / part for part in done.stdout.decode().split("\0") if part]
    return [file for file in files if file.is_file()]


# In pieces, so that this file does not hold what it looks for.
MACHINE = "/" + r"(?:root|work|home/\w+|opt/wheels|tmp/\w+_jobs)" + "/"
HOSTS = [
    "pypi" + r"\.(?:org|io)",
    "python" + "hosted",
    "registry" + r"\.(?:npmjs|yarnpkg)",
    "static" + r"\.crates\.io",
    "deb" + r"\.debian\.org",
    "hugging" + r"face\.co",
    r"(?:index|extra-index|find-links)" + r"(?:-url)?\s*[= ]\s*\w+:" + "//",
]
FORBIDDEN = re.compile("|".join([MACHINE, *HOSTS]))


def test_no_file_names_a_machine_or_a_registry() -> None:
    named = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # not a text file
        named += [f"{name(path)}: {found[0]}" for found in FORBIDDEN.finditer(text)]
    assert named == []


@pytest.mark.parametrize(
    "text", ["cd /ro" + "ot/x", "https://py" + "pi.org/simple", "in /wo" + "rk/a"]
)
def test_a_name_of_a_machine_or_a_registry_is_seen(text: str) -> None:
    assert FORBIDDEN.search(text)


PAGE = """
```python
x = 1
```
<!-- not executed: it would wait for a person -->
```bash
read answer
```
```python
print(x + 1)
```
```text
2
```
"""


def runner(folder: Path) -> Runner:
    return Runner(folder, ROOT, environment(os.environ, Path(sys.executable).parent, folder))


def test_fences_are_read_and_run_in_order(tmp_path: Path) -> None:
    assert fences(PAGE)[:2] == [
        Fence("python", "x = 1\n", 2),
        Fence("bash", "read answer\n", 6, "it would wait for a person"),
    ]
    runner(tmp_path).run("page", PAGE)


@pytest.mark.parametrize(
    "page",
    [
        PAGE.replace("\n2\n", "\n3\n"),
        PAGE.replace("x + 1", "x + 1, y"),
        "```text\nfrom nowhere\n```\n",
        "```bash\nmake nonsense\n```\n",
        "```bash\nno-such-program --at all\n```\n",
        "```bash\nseasoned no-such-verb\n```\n",
        "```bash\npython -m examples.nothing\n```\n",
        "```console\n$ echo one\ntwo\n```\n",
        "```bash\n#!/bin/sh\nif true; then\n  exit 3\nfi\n```\n",
    ],
)
def test_a_page_that_is_wrong_fails(page: str, tmp_path: Path) -> None:
    with pytest.raises((AssertionError, NameError)):
        runner(tmp_path).run("page", page)


def test_what_differs_from_run_to_run_may_be_left_out() -> None:
    assert agrees("took … seconds", "took 3.1 seconds \n")
    assert agrees("first\n…\nlast", "first\nsecond\nthird\nlast\n")
    assert not agrees("first\n…\nlast", "first\nsecond\n")
