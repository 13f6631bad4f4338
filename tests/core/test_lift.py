"""What lift says of streams whose truth is known, and when it says nothing."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.arms import Columns, bootstrap, compare, stratified
from seasoned.core.holdout import Share, assign
from seasoned.core.lift import lift
from seasoned.core.lift_report import Lift
from seasoned.core.trials import Trial


def stream(
    n: int,
    *,
    effect: float = 0.0,
    base: float = 0.5,
    share: float = 0.5,
    seed: int = 1,
    categories: Sequence[str] = ("fix",),
) -> list[Trial]:
    """Attempts on tasks of their own, a share of them without memory."""
    chance = Random(seed)
    held, trials = Share(share), []
    for number in range(n):
        drawn = assign(f"task {number}", held, namespace="n", seed=seed)
        rate = base + effect * (drawn.arm == "memory")
        won = chance.random() < rate
        trials.append(
            Trial(
                root=f"{number:06d}",
                task_key=f"task {number}",
                category=categories[number % len(categories)],
                arm=drawn.arm,
                probability=drawn.probability,
                epoch=0,
                outcome="success" if won else "failure",
                reward=float(won),
                iterations=1.0 + (not won),
                at=float(number),
            )
        )
    return trials


def test_a_real_gain_is_found_and_worded() -> None:
    found = lift(stream(600, effect=0.3))
    assert found.verdict == "helps" and found.robust and found.needed == 0
    assert found.success is not None and abs(found.success.effect - 0.3) < 0.12
    assert found.always is not None and found.always.low > 0.0
    assert "memory helps" in found.words and "however often one looks" in found.words
    assert found.iterations is not None and found.iterations.effect < 0.0
    assert found.reward is not None and found.reward.bounds is not None
    assert found.reward.bounds.low < found.reward.effect < found.reward.bounds.high


def test_harm_is_found_too() -> None:
    found = lift(stream(600, effect=-0.3, base=0.7))
    assert found.verdict == "hurts" and "memory hurts" in found.words


def test_a_little_evidence_is_not_enough_yet() -> None:
    found = lift(stream(60, effect=0.1))
    assert found.verdict == "open" and "not enough evidence yet" in found.words
    assert found.needed is not None and found.needed > 60


def test_a_handful_says_what_is_missing() -> None:
    found = lift(stream(12, effect=0.5, base=0.0, share=0.2))
    assert found.verdict == "open" and found.needed is None
    assert "at least 10 tasks" in found.words


def test_a_few_tasks_get_no_interval() -> None:
    found = lift([t._replace(task_key=f"k{i % 4} {t.arm}") for i, t in enumerate(stream(80))])
    assert found.success is not None and found.success.bounds is None
    assert found.reward is not None and found.reward.bounds is None
    assert found.always is not None and (found.always.low, found.always.high) == (-1.0, 1.0)
    assert "at least 10 tasks" in found.words


def test_many_attempts_without_a_difference_say_so() -> None:
    found = lift(stream(12_000, base=0.9))
    assert found.verdict == "alike" and "no difference worth speaking of" in found.words


def test_without_attempts_there_is_nothing_to_say() -> None:
    assert lift([]) == Lift()
    assert "no attempts" in lift([]).words
    alone = lift([t._replace(probability=1.0, arm="memory") for t in stream(50)])
    assert (alone.trials, alone.not_drawn, alone.verdict) == (0, 50, "open")


def test_one_arm_alone_is_not_compared() -> None:
    found = lift([t._replace(arm="memory", probability=0.9) for t in stream(50)])
    assert found.success is None and found.uncovered == 50 and found.verdict == "open"


def test_attempts_at_one_task_alone_are_named_as_such() -> None:
    """Its arm is drawn once, so that it is in the same one for good."""
    daily = [t._replace(task_key="daily", arm="control", probability=0.5) for t in stream(39)]
    assert "39 attempts, all without memory, as all are at one task" in lift(daily).words
    assert "put into the text what differs" in lift(daily).words
    several = [t._replace(task_key=f"k{i % 3}") for i, t in enumerate(daily)]
    assert "39 attempts at 3 tasks, all without memory" in lift(several).words
    undrawn = [t._replace(probability=1.0) for t in daily]
    assert "39 attempts, in whose arm chance had no part" in lift(undrawn).words


def test_a_handful_is_told_by_its_number_and_not_by_rates() -> None:
    two = [t for arm in ("memory", "control") for t in stream(50) if t.arm == arm]
    found = lift([two[0], two[-1]])
    assert found.words.startswith(
        "not enough evidence yet: 1 attempt with memory, at 1 task, and 1 without, at 1;"
    )
    assert "%" not in found.words


def test_shares_that_take_turns_are_compared_by_share() -> None:
    """As two processes do that hold different shares out, each of whose draws began an epoch."""
    one = stream(400, effect=0.4, base=0.3, share=0.5, seed=2)
    other = stream(400, effect=0.4, base=0.3, share=0.4, seed=3)
    mixed = [
        t._replace(root=f"{i:04} {t.root}", task_key=f"{s} {t.task_key}", epoch=2 * i + s, at=i)
        for i, pair in enumerate(zip(one, other, strict=True))
        for s, t in enumerate(pair)
    ]
    found = lift(mixed)
    assert found.verdict == "helps" and found.uncovered == 0


def test_a_changed_share_under_drift_does_not_look_like_lift() -> None:
    """Tasks get easier while fewer of them are held out."""
    early = stream(1_000, base=0.3, share=0.8, seed=2)
    late = [
        t._replace(root=f"b{t.root}", epoch=1, at=t.at + 1e6)
        for t in stream(1_000, base=0.8, share=0.1, seed=3)
    ]
    found = lift([*early, *late])
    rate = {
        arm: np.mean([t.outcome == "success" for t in early + late if t.arm == arm])
        for arm in ("memory", "control")
    }
    assert rate["memory"] - rate["control"] > 0.2
    assert found.success is not None and abs(found.success.effect) < 0.08
    assert found.verdict == "open"


def test_unknown_outcomes_leave_the_rates_and_bound_the_worst() -> None:
    trials = stream(400, effect=0.3)
    known = lift(trials)
    assert known.worst is not None and known.success is not None
    assert known.worst[0] == pytest.approx(known.success.effect) == known.worst[1]
    lost = [t._replace(outcome="unknown") if i % 2 else t for i, t in enumerate(trials)]
    found = lift(lost)
    assert found.memory.unknown == pytest.approx(0.5, abs=0.1)
    assert found.worst is not None and found.worst[0] < 0.0 < found.worst[1]
    assert not found.robust or found.verdict == "open"


def test_a_verdict_that_unknown_outcomes_could_turn_says_so() -> None:
    trials = stream(1_500, effect=0.3)
    lost = [t._replace(outcome="unknown") if i % 2 else t for i, t in enumerate(trials)]
    found = lift(lost)
    assert found.verdict == "helps" and not found.robust
    assert "unknown outcomes could still turn that" in found.words


def test_thirds_of_time_are_told_apart() -> None:
    learned = [
        t._replace(outcome="success") if t.arm == "memory" and t.at > 600 else t
        for t in stream(900)
    ]
    first, second, last = lift(learned).thirds
    assert [first.name, second.name, last.name] == ["first", "second", "last"]
    assert first.success is not None and last.success is not None
    assert abs(first.success.effect) < 0.2 < last.success.effect
    assert first.success.n == second.success.n == last.success.n == 300  # type: ignore[union-attr]


def test_categories_are_judged_with_their_number_in_mind() -> None:
    trials = [
        t._replace(outcome="success") if t.category == "b" and t.arm == "memory" else t
        for t in stream(900, categories="abc")
    ]
    few = [t._replace(category="rare", root="r" + t.root) for t in stream(19)]
    parts = {part.name: part for part in lift([*trials, *few]).categories}
    assert parts.keys() == {"a", "b", "c"}
    assert (parts["a"].verdict, parts["b"].verdict, parts["c"].verdict) == ("open", "helps", "open")
    assert parts["a"].success is not None and parts["a"].success.bounds is not None
    assert parts["a"].success.bounds.level == pytest.approx(1 - 0.05 / 3)
    assert parts["c"].always is not None and parts["c"].always.level == pytest.approx(1 - 0.05 / 12)


def test_repeats_of_a_task_are_no_further_evidence() -> None:
    trials = stream(60, effect=0.2)
    copies = [t._replace(root=f"{t.root} {i}") for i in range(20) for t in trials]
    once, often = lift(trials), lift(copies)
    assert once.success and often.success and once.success.bounds and often.success.bounds
    assert often.success.effect == pytest.approx(once.success.effect)
    wide = once.success.bounds.high - once.success.bounds.low
    assert often.success.bounds.high - often.success.bounds.low > 0.9 * wide
    assert often.verdict == once.verdict == "open"


def test_order_and_repetition_do_not_matter() -> None:
    trials = stream(300, effect=0.1, categories="ab")
    mixed = trials + trials[:50]
    Random(5).shuffle(mixed)
    assert lift(mixed) == lift(trials)


@pytest.mark.parametrize("alpha", [0.0, 1.0, math.nan, "5 %"])
def test_a_senseless_alpha_is_refused(alpha: float) -> None:
    with pytest.raises(InvalidInput, match="alpha"):
        lift([], alpha=alpha)


def test_a_later_verdict_counts() -> None:
    trials = stream(200)
    assert lift([*trials, trials[0]._replace(outcome="unknown")]).memory != lift(trials).memory


@given(
    st.lists(
        st.builds(
            Trial,
            st.uuids().map(str),
            st.sampled_from(["k1", "k2", "k3", "k4"]),
            st.sampled_from("ab"),
            st.sampled_from(["memory", "control"]),
            st.sampled_from([0.1, 0.5, 0.9, 1.0]),
            st.integers(0, 2),
            st.sampled_from(["success", "partial", "failure", "unknown"]),
            st.none() | st.floats(0, 1),
            st.none() | st.integers(1, 9).map(float),
            st.floats(0, 1e9),
        ),
        max_size=60,
    )
)
def test_any_attempts_give_a_report(trials: list[Trial]) -> None:
    found = lift(trials)
    assert found.trials + found.not_drawn == len(trials)
    assert found.words
    if found.success is not None and found.success.bounds is not None:
        assert -1 <= found.success.bounds.low <= found.success.bounds.high <= 1
        assert found.success.bounds.low <= found.success.effect + 1e-9
        assert found.success.effect <= found.success.bounds.high + 1e-9
        assert found.always is not None and -1 <= found.always.low <= found.always.high <= 1
    if found.worst is not None:
        assert found.worst[0] <= found.worst[1]


def columns(seed: int, n: int, share: float, base: float) -> Columns:
    chance = np.random.default_rng(seed)
    memory = chance.random(n) >= share
    weight = np.where(memory, 1 / (1 - share), 1 / share)
    value = (chance.random(n) < base).astype(float)
    return Columns(value, memory, weight, np.zeros(n, np.int64), np.arange(n))


def test_looking_again_and_again_is_seldom_wrong() -> None:
    """The usual interval is wrong about every fifth time by then."""

    def ever(seed: int) -> tuple[bool, bool]:
        rows = columns(seed, 600, 0.2, 0.6)
        looks = [compare(rows.take(slice(0, n))) for n in range(50, 601, 25)]
        always = [look.always() for look in looks if look]
        now = [ends for look in looks if look and (ends := look.now())]
        return any(a > 0 or b < 0 for a, b in always), any(a > 0 or b < 0 for a, b in now)

    wrong = np.array([ever(seed) for seed in range(120)]).mean(axis=0)
    assert wrong[0] <= 0.05 and wrong[1] >= 0.1


@pytest.mark.parametrize(
    ("share", "recurring"), [(0.2, [0.4]), (0.1, [0.25]), (0.5, [0.2] * 3), (0.1, [0.05] * 9)]
)
def test_tasks_that_recur_often_do_not_pass_for_memory(
    share: float, recurring: list[float]
) -> None:
    """Chance draws their arm once, so that what is peculiar to them lies in one arm for good."""

    def ever(seed: int) -> bool:
        chance, often = np.random.default_rng(seed), len(recurring)
        kind = chance.choice(often + 1, size=800, p=[*recurring, 1 - sum(recurring)])
        task = np.where(kind < often, kind, often + np.arange(800))
        control = chance.random(often + 800)[task] < share
        won = chance.random(800) < np.where(kind < often, chance.choice([0.1, 0.9]), 0.5)
        weight = 1 / np.where(control, share, 1 - share)
        rows = Columns(won.astype(float), ~control, weight, np.zeros(800, np.int64), task)
        looks = [compare(rows.take(slice(0, n))) for n in range(50, 801, 50)]
        return any(low > 0 or high < 0 for low, high in (x.always() for x in looks if x))

    assert np.mean([ever(seed) for seed in range(80)]) <= 0.05


def test_few_tasks_that_make_up_most_attempts_are_named_as_what_is_missing() -> None:
    trials = [t._replace(task_key=f"k{i % 3} {t.arm}") for i, t in enumerate(stream(600))]
    alone = [t._replace(root="b" + t.root, task_key=t.root) for t in stream(30)]
    found = lift([*trials, *alone])
    assert found.verdict == "open" and found.needed is None
    assert "a few tasks make up most" in found.words


def test_intervals_for_one_look_cover() -> None:
    looks = [compare(columns(seed, 200, 0.2, 0.7)) for seed in range(400)]
    now = [look.now() for look in looks if look]
    covered = [ends[0] <= 0 <= ends[1] for ends in now if ends]
    assert len(covered) == 400
    assert 0.92 <= np.mean(covered) <= 0.98
    ends = [bootstrap(columns(seed, 200, 0.2, 0.7), draws=200) for seed in range(200)]
    assert 0.90 <= np.mean([each[0] <= 0 <= each[1] for each in ends if each]) <= 0.99


def test_the_bootstrap_is_seeded() -> None:
    rows = columns(1, 200, 0.3, 0.5)
    assert bootstrap(rows, seed=3) == bootstrap(rows, seed=3) != bootstrap(rows, seed=4)


def test_small_strata_of_an_epoch_are_put_together() -> None:
    epoch = np.repeat([0, 0, 0, 1], [100, 3, 3, 100])
    category = np.repeat([0, 1, 2, 0], [100, 3, 3, 100])
    stratum = stratified(epoch, category, np.arange(206), np.full(206, 0.2))
    assert len(set(stratum)) == 3
    assert stratum[100] == stratum[103] != stratum[0] != stratum[106]


@pytest.mark.slow
def test_a_hundred_thousand_attempts_take_a_second() -> None:
    trials = stream(20_000, effect=0.1, categories="abcdefghij", share=0.1)
    many = [
        t._replace(root=f"{t.root} {i}", task_key=f"{t.task_key} {i}")
        for t in trials
        for i in range(5)
    ]
    begun = time.process_time()
    found = lift(many)
    assert time.process_time() - begun < 5.0  # about 1 s alone on one core
    assert found.verdict == "helps" and math.isfinite(found.reward.bounds.low)  # type: ignore[union-attr]
