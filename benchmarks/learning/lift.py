"""Is what `lift()` says true? Streams whose truth is known, on the very functions it uses.

1. Intervals for one look: how often they hold the true difference, 93 to 97 % is right.
2. Verdicts in streams where memory does nothing, looked at after every 25 attempts: how often one
   is ever wrong, 5 % is allowed. Beside it the same with the usual interval for one look.
3. A share that changes while tasks get easier: what memory seems to be worth, and what a plain
   difference of rates would say.
4. How soon a real difference is found.

    python -m benchmarks.learning.lift
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks.common import print_table
from seasoned.core.arms import Columns, bootstrap, compare, stratified

SEED = 50_000  # test seeds begin here; the constants were chosen on those below
LOOK = 25


class World(NamedTuple):
    """What tasks are like.

    Attributes:
        attempts: Attempts in the stream.
        share: Probability of the control arm; a second number holds for the second half.
        base: Success rate without memory.
        alike: Correlation of the attempts of a task, in [0, 1).
        tries: Attempts per task, on average.
        effect: What memory adds to the success rate.
        drift: By how much the base rate rises over the stream.
        categories: Number of categories, unlike in base rate.
        recurring: Shares of the stream that are single tasks which recur, such as a nightly job;
            all of them succeed at .8, or all at .1, whatever the others do.
    """

    attempts: int
    share: tuple[float, ...]
    base: float
    alike: float = 0.0
    tries: int = 1
    effect: float = 0.0
    drift: float = 0.0
    categories: int = 1
    recurring: tuple[float, ...] = ()


def draw(world: World, seed: int) -> Columns:
    """A stream of attempts in order of time."""
    chance = np.random.default_rng(seed)
    n, tasks = world.attempts, max(1, world.attempts // world.tries)
    task = chance.integers(0, tasks, n) if world.tries > 1 else np.arange(n)
    epoch = np.arange(n) * len(world.share) // n
    if world.recurring:
        often, new = len(world.recurring), 1.0 - sum(world.recurring)
        kind = chance.choice(often + 1, size=n, p=(*world.recurring, new))
        task, tasks = np.where(kind < often, kind, often + np.arange(n)), often + n
    category = chance.integers(0, world.categories, tasks)[task]
    share = np.array(world.share)[epoch]
    held = chance.random((len(world.share), tasks))[epoch, task] < share
    easier = world.drift * (np.arange(n) / n - 0.5)
    apart = 0.3 * (category / max(1, world.categories - 1) - 0.5) * (world.categories > 1)
    rate = np.clip(difficulty(world, tasks, chance)[task] + easier + apart, 0.0, 1.0)
    rate = np.clip(rate + world.effect * ~held, 0.0, 1.0)
    cluster = epoch * tasks + task
    stratum = stratified(epoch, category, cluster, share)
    weight = 1.0 / np.where(held, share, 1.0 - share)
    return Columns((chance.random(n) < rate).astype(float), ~held, weight, stratum, cluster)


def difficulty(world: World, tasks: int, chance: np.random.Generator) -> np.ndarray:
    """Success rate of each task, so that its attempts correlate as asked for."""
    if not world.alike:
        rates = np.full(tasks, world.base)
        if world.recurring:
            rates[: len(world.recurring)] = chance.choice([0.1, 0.8])
        return rates
    size = (1.0 - world.alike) / world.alike
    return chance.beta(world.base * size, (1.0 - world.base) * size, tasks)


NAMES: dict[str, World] = {
    "half held out": World(1_000, (0.5,), 0.5),
    "a tenth, base .7": World(1_000, (0.1,), 0.7),
    "a tenth, base .9": World(1_000, (0.1,), 0.9),
    "a tenth, base .1": World(1_000, (0.1,), 0.1),
    "a twentieth, base .8": World(1_000, (0.05,), 0.8),
    "a fifth, 5 tries of a task, alike .5": World(1_000, (0.2,), 0.5, 0.5, 5),
    "a tenth, 10 tries, alike .5": World(1_000, (0.1,), 0.7, 0.5, 10),
    "half, 20 tries, alike .9": World(1_000, (0.5,), 0.6, 0.9, 20),
    "a fifth, 8 categories": World(1_000, (0.2,), 0.5, categories=8),
    "share .5 to .1, easier by .5": World(1_000, (0.5, 0.1), 0.5, drift=0.5),
    "share .1 to .5, 4 categories, 3 tries": World(1_000, (0.1, 0.5), 0.5, 0.3, 3, 0.0, 0.4, 4),
    "a fifth, one task is 40 % of all": World(1_000, (0.2,), 0.5, recurring=(0.4,)),
    "a tenth, one task is a quarter": World(1_000, (0.1,), 0.5, recurring=(0.25,)),
    "half, 3 tasks of 20 % each": World(1_000, (0.5,), 0.5, recurring=(0.2,) * 3),
    "a fifth, 6 tasks of 10 % each": World(1_000, (0.2,), 0.5, recurring=(0.1,) * 6),
    "a tenth, 20 tasks of 2 % each": World(1_000, (0.1,), 0.5, recurring=(0.02,) * 20),
}


def truth(rows: Columns, world: World) -> float:
    """The effect, less where a rate would pass 0 or 1; from a stream too long for chance."""
    if not world.effect or world.recurring:  # there chance is never over, and no rate passes 1
        return world.effect
    found = compare(rows)
    assert found is not None
    return found.effect


def coverage(name: str, world: World, attempts: int, streams: int, seed: int) -> list[object]:
    """Share of streams whose interval holds the truth, for rates and by bootstrap."""
    short = world._replace(attempts=attempts)
    exact = truth(draw(world._replace(attempts=400_000), seed), world)
    rates: list[bool] = []
    means: list[bool] = []
    for number in range(streams):
        rows = draw(short, seed + number)
        found = compare(rows)
        ends = found.now() if found else None
        if ends:
            rates.append(ends[0] <= exact <= ends[1])
        if number < streams // 4:  # slower, so fewer
            scaled = replace(rows, value=4.0 - 3.0 * rows.value)  # tries: 1 if it works, else 4
            ends = bootstrap(scaled, seed=number, draws=300)
            if ends:
                means.append(ends[0] <= -3.0 * exact <= ends[1])
    cells = [float(np.mean(held)) if held else "too few tasks" for held in (rates, means)]
    return [name, attempts, world.effect, *cells]


def peeking(name: str, world: World, streams: int, seed: int) -> list[object]:
    """Share of streams in which any look was wrong."""
    always = now = 0
    for number in range(streams):
        rows = draw(world, seed + number)
        wrong = plain = False
        for n in range(LOOK, world.attempts + 1, LOOK):
            found = compare(rows.take(slice(0, n)))
            if found is None:
                continue
            low, high = found.always()
            wrong |= low > 0.0 or high < 0.0
            ends = found.now()
            plain |= ends is not None and (ends[0] > 0.0 or ends[1] < 0.0)
        always, now = always + wrong, now + plain
    return [name, world.attempts // LOOK, always / streams, now / streams]


def drifting(share: tuple[float, ...], effect: float, streams: int, seed: int) -> list[object]:
    """What is found on average where the share changes while tasks get easier."""
    world = World(1_000, share, 0.45, drift=0.6, effect=effect, categories=3)
    ours, plain = [], []
    for number in range(streams):
        rows = draw(world, seed + number)
        found = compare(rows)
        if found is not None:
            ours.append(found.effect)
        plain.append(rows.value[rows.memory].mean() - rows.value[~rows.memory].mean())
    error = float(np.std(ours) / np.sqrt(len(ours)))
    words = " to ".join(f"{part:g}" for part in share)
    return [words, effect, float(np.mean(ours)), error, float(np.mean(plain))]


def power(effect: float, share: float, streams: int, seed: int) -> list[object]:
    """Attempts until the verdict, looked at after every 25."""
    world = World(4_000, (share,), 0.5, effect=effect)
    needed = []
    for number in range(streams):
        rows = draw(world, seed + number)
        looks = range(LOOK, world.attempts + 1, LOOK)
        found = (n for n in looks if (c := compare(rows.take(slice(0, n)))) and c.always()[0] > 0)
        needed.append(next(found, world.attempts + 1))
    needed.sort()
    cells = [needed[len(needed) // 2], needed[len(needed) * 4 // 5]]
    return [effect, share, *(n if n <= world.attempts else f"> {world.attempts}" for n in cells)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--streams", type=int, default=600, help="for coverage; others fewer")
    options.add_argument("--seed", type=int, default=SEED)
    given = options.parse_args()
    streams, seed = given.streams, given.seed
    print_table(
        f"Intervals for one look at 95 %, {streams} streams from seed {seed}: truth held",
        ["tasks", "attempts", "effect", "rates", "tries (bootstrap)"],
        [
            coverage(name, world._replace(effect=effect), attempts, streams, seed)
            for name, world in NAMES.items()
            for attempts, effect in ((250, 0.0), (1_000, 0.15))
        ],
    )
    print_table(
        f"Streams without effect, looked at every {LOOK} attempts, {streams // 2}: ever wrong",
        ["tasks", "looks", "verdict", "one-look interval"],
        [peeking(name, world, streams // 2, seed) for name, world in NAMES.items()],
    )
    print_table(
        f"A changing share while the base rises by .6, {streams} streams",
        ["share", "true effect", "found", "± (standard error)", "plain difference"],
        [
            drifting(share, effect, streams, seed)
            for share in ((0.5, 0.1), (0.1, 0.5), (0.2, 0.2), (0.6, 0.3, 0.1))
            for effect in (0.0, 0.1)
        ],
    )
    print_table(
        f"Attempts until the verdict, {streams // 10} streams, base .5",
        ["effect", "held out", "median", "80 %"],
        [
            power(effect, share, streams // 10, seed)
            for effect in (0.1, 0.15, 0.2, 0.3)
            for share in (0.1, 0.2, 0.5)
        ],
    )


if __name__ == "__main__":
    main()
