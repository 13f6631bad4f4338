"""The repair example: real bugs, real runs, an honest experiment."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from rich.console import Console

from examples.repair import demo, report
from examples.repair.agent import Attempt, attempt, random_order, repair
from examples.repair.bench import Job, Trial, open_pool, prepare_jobs
from examples.repair.bugs import KINDS, Bug
from examples.repair.corpus import Case, Subject, all_subjects
from examples.repair.experience import episode_of, open_experience, task_of, tries_of
from examples.repair.experiment import ARMS, Outcomes, Plan, permuted, run_experiment
from examples.repair.experiment import split_by_function as split
from examples.repair.intervals import clustered, mean_difference
from examples.repair.runner import Failure, Report, Runner
from examples.repair.strategies import MAX_PATCHES, POOL, patches
from examples.repair.symptoms import symptoms
from seasoned import Outcome

PER_KIND = 3
DOUBLE = Subject("double", "def double(n):\n    return n * 2", (Case((3,), 6), Case((0,), 0)))


@pytest.fixture(scope="module")
def jobs() -> list[Job]:
    with open_pool() as pool:
        return prepare_jobs(pool, seed=5, per_kind=PER_KIND)[0]


@pytest.fixture
def runner() -> Iterator[Runner]:
    with Runner() as running:
        yield running


class Notebook:
    """An experience without any search: everything recorded is equally near."""

    def __init__(self) -> None:
        self.kept: list[Attempt] = []

    def order(self, job: Job, strategies: Sequence[str]) -> Sequence[str]:
        fixes = Counter(each.resolution.fixed_by for each in self.kept)
        return sorted(strategies, key=lambda name: -fixes[name])

    def record(self, attempt: Attempt) -> None:
        self.kept.append(attempt)


@contextmanager
def open_notebook() -> Iterator[Notebook]:
    yield Notebook()


# The corpus and the bugs


def test_every_function_passes_its_own_tests(runner: Runner) -> None:
    subjects = all_subjects()
    assert len({subject.name for subject in subjects}) == len(subjects) >= 44
    broken = [s.name for s in subjects if not runner.run(s, s.source).ok]
    assert broken == []


def test_every_bug_fails_a_test_that_the_correct_function_passes(jobs: list[Job]) -> None:
    for job in jobs:
        assert job.bug.source != job.bug.subject.source
        assert job.bug.report.failures


def test_kinds_have_equal_shares_and_functions_nearly_equal_ones(jobs: list[Job]) -> None:
    assert len(KINDS) >= 12
    assert Counter(job.bug.kind for job in jobs) == dict.fromkeys(KINDS, PER_KIND)
    assert len({job.bug.source for job in jobs}) == len(jobs)
    assert max(Counter(job.name for job in jobs).values()) <= 3


def test_the_same_seed_gives_the_same_bugs_and_results(jobs: list[Job]) -> None:
    # One thread: Python 3.11 cannot parse in several while Hypothesis watches the collector.
    with ThreadPoolExecutor(1) as pool:
        again, _ = prepare_jobs(pool, seed=5, per_kind=PER_KIND)
    assert again == jobs


def test_some_strategy_repairs_a_bug_of_every_kind(jobs: list[Job]) -> None:
    repaired = {job.bug.kind for job in jobs if any(t.ok for ts in job.trials.values() for t in ts)}
    assert repaired == set(KINDS)


# Strategies


def test_strategies_propose_few_distinct_changes_to_any_code(jobs: list[Job]) -> None:
    for job in jobs:
        for name in POOL:
            texts = [trial.patch for trial in job.trials[name]]
            assert len(texts) == len(set(texts)) <= MAX_PATCHES
            assert job.bug.source not in texts


def test_a_strategy_mends_the_line_it_is_made_for() -> None:
    broken = (
        "def last(items):\n    for place in range(len(items) - 2):\n        pass\n    return place"
    )
    failure = Failure("([1, 2],)", "1", "0", "")
    proposed = patches("move_range_end", broken, failure)
    assert [text.splitlines()[1].strip() for text in proposed] == [
        "for place in range(1, len(items) - 2):",
        "for place in range(len(items) - 1):",
        "for place in range(len(items) - 3):",
    ]


def test_a_guard_returns_what_the_failing_test_expects() -> None:
    failure = Failure("([],)", "None", "", "IndexError: list index out of range")
    first, *_ = patches("add_guard", "def head(items):\n    return items[0]", failure)
    assert first == "def head(items):\n    if not items:\n        return None\n    return items[0]"


# The runner


def test_a_run_reports_what_failed_and_how(runner: Runner) -> None:
    wrong = runner.run(DOUBLE, "def double(n):\n    return n + 2")
    assert wrong.messages == [
        "double(3) returned 5; expected 6",
        "double(0) returned 2; expected 0",
    ]
    raised = runner.run(DOUBLE, "def double(n):\n    return n * 6 // n")
    assert (raised.passed, raised.total) == (1, 2)
    assert raised.failures[0].error.startswith("ZeroDivisionError")


def test_equal_values_of_another_type_do_not_pass(runner: Runner) -> None:
    assert runner.run(DOUBLE, "def double(n):\n    return n * 2.0").failures[0].got == "6.0"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("while True:\n        pass", "Timeout: still running"),
        (
            "while True:\n        try:\n            n\n        except Exception:\n            n",
            "Timeout",
        ),
        ("return sum(range(10 ** 12))", "Timeout: killed"),
        ("return [0] * 10 ** 11", "MemoryError"),
        ("return double(n)", "RecursionError"),
        ("import os; os._exit(3)", "Crash: process ended"),
        ("continue", "SyntaxError"),
    ],
)
def test_a_candidate_that_runs_wild_fails_and_the_next_one_runs(
    runner: Runner, body: str, error: str
) -> None:
    wild, good = runner.run_all(DOUBLE, [f"def double(n):\n    {body}", DOUBLE.source])
    assert len(wild.failures) == wild.total
    assert wild.failures[0].error.startswith(error)
    assert good.ok


def test_each_candidate_runs_once(runner: Runner) -> None:
    first = runner.run_all(DOUBLE, [DOUBLE.source, DOUBLE.source])
    assert runner.run(DOUBLE, DOUBLE.source) is first[0] is first[1]
    assert runner.runs == 1


# The agent


def job_with(**errors: Sequence[str]) -> Job:
    """A job whose strategies have trials with these errors; an empty one is a fix."""
    trials: dict[str, tuple[Trial, ...]] = dict.fromkeys(POOL, ())
    for name, found in errors.items():
        trials[name] = tuple(Trial(f"{name} {i}", error) for i, error in enumerate(found))
    return Job(_some_bug(), trials)


def _some_bug() -> Bug:
    failure = Failure("(3,)", "6", "5", "")
    return Bug(
        "wrong sum operator",
        DOUBLE,
        "def double(n):\n    return n + 2",
        Report("double", 2, (failure,)),
    )


def test_repair_stops_at_the_first_fix_and_counts_runs() -> None:
    job = job_with(add_step=["bad", "worse"], toggle_not=["bad", ""])
    made = repair(job, ["add_step", "toggle_not"], budget=9)
    assert (made.fixed_by, made.patch, made.runs) == ("toggle_not", "toggle_not 1", 4)
    assert [(t.strategy, t.runs, t.error) for t in made.tried] == [("add_step", 2, "worse")]


def test_repair_never_spends_more_than_its_budget() -> None:
    job = job_with(add_step=["bad"] * 3, toggle_not=["bad", ""])
    made = repair(job, ["add_step", "toggle_not"], budget=4)
    assert (made.fixed_by, made.runs) == (None, 4)
    assert [(t.strategy, t.runs) for t in made.tried] == [("add_step", 3), ("toggle_not", 1)]


def test_a_patch_that_two_strategies_propose_is_run_once() -> None:
    job = job_with(add_step=["bad"], toggle_not=[""])
    job.trials["add_up_in_loop"] = job.trials["add_step"]
    made = repair(job, ["add_step", "add_up_in_loop", "toggle_not"], budget=9)
    assert made.runs == 2
    assert [t.strategy for t in made.tried] == ["add_step"]


def test_the_random_order_is_a_seeded_order_of_the_whole_pool() -> None:
    assert random_order("a") == random_order("a") != random_order("b")
    assert sorted(random_order("a")) == sorted(POOL)


def test_the_order_follows_what_worked_and_avoids_what_failed() -> None:
    with open_experience() as experience:
        job = job_with(add_guard=[""], add_step=["bad"], toggle_not=["bad"])
        for _ in range(3):
            experience.record(Attempt(job, repair(job, ["add_step", "add_guard"], 9)))
        order = experience.order(job, ["add_step", "toggle_not", "add_guard"])
        assert list(order) == ["add_guard", "toggle_not", "add_step"]
        choice = experience.choice(job, ["add_guard", "add_step"])
        assert "add_guard earned 100% in 3 similar episodes" in choice.reason


def test_without_experience_every_strategy_has_its_turn() -> None:
    with open_experience() as experience:
        order = experience.order(job_with(), list(POOL))
        assert sorted(order) == sorted(POOL)


def test_no_attempt_depends_on_the_kind_of_bug(jobs: list[Job]) -> None:
    notebook = Notebook()
    for job in jobs[:20]:
        notebook.record(attempt(job, notebook, 24, "x"))
    for job in jobs[20:30]:
        disguised = Job(
            type(job.bug)("?", job.bug.subject, job.bug.source, job.bug.report), job.trials
        )
        assert (
            attempt(disguised, notebook, 12, "y").resolution
            == attempt(job, notebook, 12, "y").resolution
        )
        assert task_of(disguised) == task_of(job)


# What the agent remembers


@pytest.mark.parametrize(
    ("expected", "got", "error", "sign"),
    [
        ("3", "4", "", "one too high"),
        ("3", "-3", "", "the sign is turned"),
        ("3", "3.0", "", "returns a float instead of an int"),
        ("[1, 2]", "None", "", "returns nothing instead of a list"),
        ("[1, 2]", "[1]", "", "right at the start, wrong at the end"),
        ("'ab'", "'b'", "", "one of the characters missing"),
        ("[1, 2]", "[2, 1]", "", "the same items in another order"),
        ("True", "False", "", "returns False instead of True"),
        ("{'a': 1}", "{'a': 2}", "", "the right keys with other values"),
        ("1", "", "KeyError: 'name'", "KeyError:"),
    ],
)
def test_symptoms_say_how_a_test_failed(expected: str, got: str, error: str, sign: str) -> None:
    failures = (Failure("(7,)", expected, got, error),)
    assert sign in symptoms(Report("f", 3, failures))
    assert symptoms(Report("f", 1, failures))[0] == "every test fails"


def test_an_attempt_is_one_episode_with_a_step_per_vain_strategy() -> None:
    job = job_with(add_step=["double(3) returned 4; expected 6"], toggle_not=[""])
    episode = episode_of(Attempt(job, repair(job, ["add_step", "toggle_not"], 9)))
    assert (episode.outcome, episode.strategy) == (Outcome.SUCCESS, "toggle_not")
    assert [(step.detail, step.error) for step in episode.steps] == [
        ("add_step", "double(3) returned 4; expected 6")
    ]
    assert "double(3) returned 5; expected 6" in episode.task.context["error"]
    failed = episode_of(Attempt(job, repair(job, ["add_step"], 9)))
    assert (failed.outcome, failed.strategy, failed.feedback.reward) == ("failure", "add_step", 0)


def test_what_was_tried_in_vain_is_a_part_that_its_strategy_is_blamed_by() -> None:
    job = job_with(add_step=["bad", "bad"], toggle_not=[""])
    made = Attempt(job, repair(job, ["add_step", "toggle_not"], 9))
    (tried,) = tries_of(made, "whole")
    assert (tried.strategy, tried.outcome, tried.iterations) == ("add_step", "failure", 2)
    assert (tried.parent, tried.task) == ("whole", episode_of(made).task)
    assert tries_of(Attempt(job, repair(job, ["add_step"], 9)), "whole") == []  # the whole has it
    with open_experience() as experience:
        experience.record(made)
        (skill,) = experience.learning.skills()
        assert (skill.category, skill.total_episodes) == ("one_too_low", 1)


def test_seasoned_shows_whole_attempts(jobs: list[Job]) -> None:
    with open_experience() as experience:
        made = [attempt(job, None, 24, "a") for job in jobs[:20]]
        for each in made:
            experience.record(each)
        for each in made:
            results = experience.recalled(each.job).results
            assert results
            assert all(result.episode.parent is None for result in results)
        assert "What worked:" in experience.recalled(made[0].job).prompt(max_tokens=800)


# The experiment


def test_no_function_is_both_learned_and_tested_and_all_are_tested_equally() -> None:
    names = [f"f{i // 2}" for i in range(16)]
    splits = split(names, Plan(splits=8))
    for each in splits:
        assert not {names[i] for i in each.learn} & {names[i] for i in each.test}
        assert sorted(each.learn + each.test) == list(range(16))
    assert set(Counter(i for each in splits for i in each.test).values()) == {2}


def test_shuffling_permutes_what_came_of_the_attempts_among_their_bugs(jobs: list[Job]) -> None:
    made = [attempt(job, None, 24, "a") for job in jobs]
    dealt = permuted(made, "s")
    assert [each.job for each in dealt] == [each.job for each in made]
    assert dealt != made
    assert Counter(each.resolution for each in dealt) == Counter(each.resolution for each in made)


@pytest.mark.parametrize("shuffle", [False, True])
def test_the_experiment_depends_on_its_plan_alone(jobs: list[Job], shuffle: bool) -> None:
    plan = Plan(splits=4, sizes=(0, 5, 12), budgets=(4, 8), seed=3, shuffle_memory=shuffle)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(4) as four:
        first = run_experiment(jobs, plan, open_notebook, one)
        second = run_experiment(jobs, plan, open_notebook, four)
    assert np.array_equal(first.fixed, second.fixed)
    assert np.array_equal(first.runs, second.runs)
    assert first.fixed.shape == (3, 3, len(jobs))
    assert first.runs.max() <= plan.cap
    # Without experience all arms are one and the same agent.
    assert (first.runs[:, 0] == first.runs[0, 0]).all()


# Statistics


def test_a_difference_without_spread_has_an_interval_without_width() -> None:
    clusters = np.repeat(np.arange(5), 4)
    estimate = mean_difference(np.ones(20), np.zeros(20), clusters)
    assert (estimate.value, estimate.low, estimate.high, estimate.verdict) == (1, 1, 1, 1)


def test_the_interval_is_as_wide_as_clusters_differ() -> None:
    rng = np.random.default_rng(1)
    effects = rng.normal(0.3, 1.0, 200)
    clusters = np.repeat(np.arange(200), 10)  # ten copies of a cluster's value add no knowledge
    estimate = mean_difference(effects[clusters], np.zeros(2000), clusters)
    half = 1.96 * effects.std() / math.sqrt(200)
    assert estimate.value == pytest.approx(effects.mean())
    assert estimate.high - estimate.value == pytest.approx(half, rel=0.1)
    assert estimate.value - estimate.low == pytest.approx(half, rel=0.1)


def test_a_figure_may_be_a_ratio_of_sums_over_unequal_clusters() -> None:
    runs, fixes = np.array([6.0, 4.0, 2.0]), np.array([1.0, 2.0, 1.0])
    estimate = clustered([runs, fixes], np.array([0, 0, 1]), lambda sums: sums[0] / sums[1])
    assert estimate.value == 3.0
    assert estimate.low == 2.0
    assert estimate.high == pytest.approx(10 / 3)


def test_words_follow_the_interval() -> None:
    rows = np.zeros((3, 2, 40), bool)
    rows[ARMS.index("memory"), 1] = True
    plan = Plan(sizes=(0, 9), budgets=(12,))
    outcomes = Outcomes(np.arange(40) % 8, rows, np.where(rows, 3, 12))
    figures = report.compute(outcomes, plan)
    assert report.sentence(figures.final("none"), 12).startswith(
        "After 9 attempts memory helps against no memory: +100.0 points"
    )
    nothing = report.compute(Outcomes(np.arange(40) % 8, rows * False, outcomes.runs), plan)
    assert "makes no difference that is shown" in report.sentence(nothing.final("shuffled"), 12)


# The demo


def test_the_demo_prints_block_tables_and_verdict() -> None:
    page = io.StringIO()
    plan = Plan(splits=4, sizes=(0, 5, 20), budgets=(4, 12, 24), bugs_per_kind=2, seed=1)
    figures = demo.run_demo(plan, 12, Console(file=page, width=120))
    shown = page.getvalue()
    parts = (
        *("What the agent remembers", "Similar experience", "within 12", "95 % interval"),
        *("success rate of the newest", "rolling success rate", "best: ", "Why: "),
        *("What the same agent finds out at work", "holdout=0.5"),
    )
    for part in parts:
        assert part in shown
    assert json.loads(json.dumps(report.as_json(figures, plan)))["plan"]["splits"] == 4


@pytest.mark.slow
def test_a_shuffled_demo_does_not_end_with_the_lift_of_an_honest_memory() -> None:
    page = io.StringIO()
    plan = Plan(1, (0, 5), (12,), bugs_per_kind=2, seed=1, shuffle_memory=True)
    demo.run_demo(plan, 12, Console(file=page, width=120))
    shown = " ".join(page.getvalue().replace("│", " ").split())
    assert "expect its gain over shuffled to vanish" in shown
    end = shown.partition("What the same agent finds out at work")[2]
    assert "Left out" in end
    assert "helps" not in end


def test_what_does_not_change_with_experience_is_printed_once() -> None:
    page = io.StringIO()
    plan = Plan(1, (0, 5, 9), (12,))
    outcomes = Outcomes(np.zeros(4, int), np.ones((3, 3, 4), bool), np.full((3, 3, 4), 3))
    report.show(Console(file=page, width=120), report.compute(outcomes, plan), plan, 12)
    levels = page.getvalue().partition("Memory minus the other arm")[0]
    assert levels.count("none") == 1
    assert levels.count("shuffled") == levels.count("memory ") == 2


def test_the_demo_ends_with_a_bug_that_it_has_not_shown(jobs: list[Job]) -> None:
    """And with strategies that make a patch there: the others are skipped without a word."""
    plan = Plan(splits=1, sizes=(0, len(jobs)), budgets=(12,), bugs_per_kind=PER_KIND, seed=1)
    shown, learned = demo.first_stream(jobs, plan, 12)
    assert shown is not None
    assert learned.job.name != shown.job.name
    names = [one.name for one in learned.choice.evidence]
    assert names == [name for name in POOL if learned.job.trials[name]]
    assert len(names) < len(POOL)


@pytest.mark.parametrize("wrong", [["--splits", "0"], ["--budget", "few"], ["--unknown"]])
def test_wrong_arguments_are_explained(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        demo.main(wrong)
    assert ended.value.code == 2
    assert "usage: python -m examples.repair" in capsys.readouterr().err
