"""What is installed: few packages, the model inside, typed, under its licence."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# The budget of the base install: packages in all, and megabytes of our own wheel.
PACKAGES, MEGABYTES = 15, 30


def needs(name: str) -> set[str]:
    """A package and all that it needs without extras, on this Python."""
    found, waiting = set[str](), [name]
    while waiting:
        current = waiting.pop()
        found.add(current)
        for line in requires(current) or ():
            wanted = re.split(r"[\s\[<>=!~;(]", line.lower().replace("_", "-"))[0]
            # A condition that leaves it uninstalled here (an extra, another system) is no need.
            if wanted not in found and "extra ==" not in line and installed(wanted):
                waiting.append(wanted)
    return found


def installed(name: str) -> bool:
    try:
        requires(name)
    except PackageNotFoundError:
        return False
    return True


def test_the_base_install_is_small() -> None:
    packages = needs("seasoned")
    assert packages >= {"numpy", "onnxruntime", "msgspec", "filelock", "click", "rich"}
    assert len(packages) <= PACKAGES, sorted(packages)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=300)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    tops = {name.split("/")[0] for name in names}
    assert sorted(re.sub(r"-\d+(\.\d+)*", "", top) for top in tops) == [
        "seasoned",
        "seasoned.dist-info",
    ]
    for name in ("py.typed", "data/minilm.onnx", "data/vocab.txt", "data/NOTICE", "memory.py"):
        assert f"seasoned/{name}" in names
    assert sum(entry.compress_size for entry in wheel.infolist()) < MEGABYTES * 1e6


@pytest.mark.slow
def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    read = {name.split("/", 1)[1]: name for name in wheel.namelist() if ".dist-info/" in name}
    metadata = wheel.read(read["METADATA"]).decode()
    assert "License-Expression: Apache-2.0\n" in metadata
    assert "Requires-Python: >=3.11\n" in metadata
    assert {"licenses/LICENSE", "licenses/NOTICE"} <= read.keys()
    assert "seasoned = seasoned.surfaces.cli:main" in wheel.read(read["entry_points.txt"]).decode()


@pytest.mark.slow
def test_the_wheel_works_without_the_repository(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "lib")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'lib')!r})\n"
        "from seasoned import Episode, Memory, Outcome, Task\n"
        "with Memory.open('memory://') as memory:\n"
        "    memory.record(Episode(Task('Fix the login test'), outcome=Outcome.SUCCESS))\n"
        "    print(memory.recall('The login test fails').prompt())\n"
        "print(sys.modules['seasoned'].__file__)\n"
    )
    run = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        run, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120
    )
    assert "Fix the login test" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(str(tmp_path / "lib"))
