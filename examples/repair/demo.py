"""The demo: prepares the bugs, shows what the agent sees, runs the experiment, prints the figures.

Knows: the order of events and the options of the command line. Every figure that it prints was
computed in the same run.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from examples.repair import report
from examples.repair.agent import Resolution, attempt, runs_text
from examples.repair.atwork import SHARE, Work, work
from examples.repair.bench import Job, open_pool, prepare_jobs
from examples.repair.bugs import KINDS
from examples.repair.experience import SeasonedExperience, open_experience
from examples.repair.experiment import (
    MEMORY,
    NONE,
    SHUFFLED,
    Plan,
    Split,
    learn_block,
    run_experiment,
    seed_of,
    split_by_function,
)
from examples.repair.strategies import POOL
from seasoned.core.indicators import CurveReport
from seasoned.core.skills import SkillProfile, identify_weak_skills
from seasoned.core.strategies import Choice
from seasoned.surfaces.commands_learning import choice_parts, curve_parts, skills_table

PROMPT_TOKENS = 800
SKILLS_SHOWN = 8
CANDIDATES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """One held-out bug as the agent met it: the block it saw, and both ways of going about it."""

    job: Job
    block: str
    without: Resolution
    remembered: Resolution


@dataclass(frozen=True, slots=True)
class Learned:
    """What the agent knows of itself at the end of its first stream.

    Attributes:
        curve: Of the bugs that it learned on, in their order.
        skills: By the way in which tests fail.
        job: A bug that it has not met, in another function than the sample's.
        choice: What it would try on that, among the strategies that find something to change.
    """

    curve: CurveReport
    skills: tuple[SkillProfile, ...]
    job: Job
    choice: Choice


def first_stream(jobs: Sequence[Job], plan: Plan, budget: int) -> tuple[Sample | None, Learned]:
    """Let the agent learn in the first split; what it then does and knows."""
    split = split_by_function([job.name for job in jobs], plan)[0]
    with open_experience() as memory:
        learn_block(jobs, split, (0, min(plan.sizes[-1], len(split.learn))), memory, plan)
        found = sample(jobs, split, memory, plan, budget)
        job = another(jobs, split, found)
        choice = memory.choice(job, applicable(job))
        learned = Learned(memory.learning.curve(), memory.learning.skills(), job, choice)
    return found, learned


def sample(
    jobs: Sequence[Job], split: Split, memory: SeasonedExperience, plan: Plan, budget: int
) -> Sample | None:
    """Find the first held-out bug that is repaired only thanks to memory."""
    for job in (jobs[i] for i in split.test):
        seed = seed_of(plan, split, job)
        without = attempt(job, None, budget, seed).resolution
        remembered = attempt(job, memory, budget, seed).resolution
        if remembered.fixed_by and not without.fixed_by:
            block = memory.recalled(job).prompt(max_tokens=PROMPT_TOKENS)
            return Sample(job, block, without, remembered)
    return None


def another(jobs: Sequence[Job], split: Split, shown: Sample | None) -> Job:
    """The first held-out bug that some strategy can do something about and that was not shown."""
    held_out = [jobs[i] for i in split.test if applicable(jobs[i])]
    if shown is None:
        return held_out[0]
    others = [job for job in held_out if job is not shown.job]
    elsewhere = [job for job in others if job.name != shown.job.name]
    return next(iter(elsewhere or others or held_out))


def applicable(job: Job) -> list[str]:
    """The strategies that make a patch for a bug; the others find nothing there to change."""
    return [name for name in POOL if job.trials[name]]


def run_demo(plan: Plan, budget: int, console: Console) -> report.Figures:
    """Run the whole demo and print it.

    Args:
        plan: What is measured.
        budget: Test runs per bug that the verdict is given for; one of the plan's budgets.
        console: Where everything is printed.
    """
    began = time.perf_counter()
    with open_pool() as pool:
        with console.status("Breaking functions and running every patch that could be tried"):
            jobs, others = prepare_jobs(pool, plan.seed, plan.bugs_per_kind)
        console.print(introduction(jobs, plan))
        with console.status(f"Learning and testing in {plan.splits} splits"):
            stream = pool.submit(first_stream, jobs, plan, budget)
            honest = not plan.shuffle_memory
            at_work = pool.submit(work, [*jobs, *others], plan.seed, budget) if honest else None
            outcomes = run_experiment(jobs, plan, open_experience, pool)
    shown, learned = stream.result()
    show_sample(console, shown)
    figures = report.compute(outcomes, plan)
    report.show(console, figures, plan, budget)
    show_learned(console, learned)
    show_work(console, at_work.result() if at_work else None, budget)
    console.print(f"Done in {time.perf_counter() - began:.0f} s.", style="dim")
    return figures


def introduction(jobs: Sequence[Job], plan: Plan) -> Panel:
    """Say what is about to be measured."""
    trials = sum(len(trials) for job in jobs for trials in job.trials.values())
    functions = len({job.name for job in jobs})
    arms = Table.grid(padding=(0, 2))
    arms.add_row(NONE, "tries the strategies in random order")
    arms.add_row(SHUFFLED, "recalls the same texts, but what came of them is dealt out anew")
    arms.add_row(MEMORY, "recalls attempts on similar bugs and tries first what worked there")
    parts: list[RenderableType] = [
        f"A repair agent meets {len(jobs)} bugs, {len(KINDS)} kinds in equal shares, in "
        f"{functions} small functions with real tests. It is not told the kind. It has {len(POOL)} "
        "repair strategies and a budget of test runs. "
        f"{trials:,} patches could be tried; each was really run, once for all arms:",
        arms,
        f"In each of {plan.splits} splits it learns on three quarters of the functions and is "
        "tested on the rest, so that nothing is gained by having seen a function before.",
    ]
    if plan.shuffle_memory:
        parts.append(
            f"The {MEMORY} arm is shuffled too: expect its gain over {SHUFFLED} to vanish. What it "
            f"then gains over {NONE} is only what it knows of strategies that seldom work."
        )
    return Panel(Group(*parts), title="An agent that gets better because it remembers")


def show_sample(console: Console, shown: Sample | None) -> None:
    """Print one bug, the block that the agent saw, and what it did without and with it."""
    if shown is None:
        console.print("No held-out bug of the first split was repaired only thanks to memory.")
        return
    bug = shown.job.bug
    console.print("The first bug of the first split that is repaired only with memory:")
    console.print(Panel(Syntax(bug.source, "python"), title="Code of a function never seen before"))
    console.print(Text(f"{bug.report.messages[0]}\n"))
    console.print(Panel(Text(shown.block), title="What the agent remembers, as it saw it"))
    console.print(Text(f"Without memory: {account(shown.without)}"))
    console.print(Text(f"With memory:    {account(shown.remembered)}\n"))


def show_learned(console: Console, learned: Learned) -> None:
    """Print what the agent knows of itself: its curve, its skills, and what it would try next."""
    bugs = len(learned.curve.curve.snapshots)
    console.rule(f"What the agent of the first split knows after {bugs} bugs")
    console.print(*curve_parts(learned.curve), sep="\n")
    commonest = sorted(learned.skills, key=lambda skill: -skill.total_episodes)[:SKILLS_SHOWN]
    weak = identify_weak_skills(learned.skills)
    console.print("\nHow well it repairs, by the way in which the tests fail:")
    console.print(skills_table(tuple(commonest), "symptom", weak))
    candidates, message = len(applicable(learned.job)), learned.job.bug.report.messages[0]
    console.print(
        Text(
            f"What it would try first on another bug of the held-out functions ({message}), of the "
            f"{candidates} strategies that find something to change there:"
        )
    )
    console.print(*choice_parts(learned.choice, CANDIDATES_SHOWN), sep="\n")
    console.print()


def show_work(console: Console, done: Work | None, budget: int) -> None:
    """Print what the agent would find out about its memory without an experiment around it."""
    console.rule("What the same agent finds out at work")
    if done is None:
        console.print(
            "Left out: at work an agent records what came of each bug itself, so nothing of it "
            "can be shuffled. Run the demo without --shuffle-memory to see it.\n"
        )
        return
    console.print(
        f"It meets {done.bugs} bugs once each, with an empty memory that grows. It was opened with "
        f"holdout={SHARE:g}: chance decides which half of them it works on without memory. What is "
        f"repaired within {budget} test runs is a success. memory.learning.lift() says:"
    )
    console.print(Text(f"{done.lift.words}.", style="bold"))
    memory, control = done.lift.memory.attempts, done.lift.control.attempts
    console.print(
        f"That is {memory} bugs with memory and {control} without; the first ones, where "
        "memory had nothing to show yet, are in neither.\n"
    )


def account(made: Resolution) -> str:
    """Tell an attempt in one line: what was tried in vain, then how it ended."""
    vain = ", ".join(f"{tried.strategy} ({tried.runs})" for tried in made.tried)
    end = f"repaired by {made.fixed_by}" if made.fixed_by else "not repaired"
    return f"{vain or 'nothing'} in vain; {end} after {runs_text(made.runs)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and run the demo; the exit code is 0 whatever the verdict."""
    options = parser().parse_args(arguments)
    budgets = tuple(sorted({*Plan().budgets, options.budget}))
    plan = Plan(
        options.splits, budgets=budgets, seed=options.seed, shuffle_memory=options.shuffle_memory
    )
    console = Console(stderr=options.json)
    figures = run_demo(plan, options.budget, console)
    if options.json:
        print(json.dumps(report.as_json(figures, plan), indent=2))
    return 0


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    made = argparse.ArgumentParser(
        prog="python -m examples.repair",
        description="Watch a repair agent get better because it remembers, and by how much.",
    )
    made.add_argument("--splits", type=positive, default=20, help="splits by function (default 20)")
    made.add_argument("--seed", type=int, default=0, help="of bugs, splits and orders (default 0)")
    made.add_argument(
        "--budget", type=positive, default=12, help="test runs per bug for the verdict (default 12)"
    )
    made.add_argument(
        "--shuffle-memory",
        action="store_true",
        help="deal strategies and outcomes out anew in the memory arm too: its gain must vanish",
    )
    made.add_argument(
        "--json", action="store_true", help="print the figures as JSON, all else to stderr"
    )
    return made


def positive(text: str) -> int:
    """Read a whole number above zero."""
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"must be a whole number above zero, not {text!r}")
    return int(text)
