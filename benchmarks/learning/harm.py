"""Does the harm gate find what does harm, and leave the rest alone?

Two simulations with known truth, on the very functions that the memory uses.

1. One item at a time, 60 uses, looked at after each: harmless (effect 0) or harmful (-.2), rewards
   of 0 or 1 or graded, levels that rest on few or many attempts without memory.
2. A whole memory: a pool of items of which some do harm, three shown per attempt by chance, a
   fifth of the attempts held out, standings taken every 25 attempts, withheld items shown again
   once in 20 chances.

    python -m benchmarks.learning.harm
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from benchmarks.common import print_table
from seasoned.core.baseline import Cell, Fading, Level, Levels
from seasoned.core.credit import AIM, CAUTION, TRUSTED, Exposure, Tally, doubted, tallies
from seasoned.core.harm import HarmPolicy, Standing, standings
from seasoned.core.sequential import log_bet

USES, HARM = 60, -0.2
BASES = (0.3, 0.5, 0.7, 0.85)
SEED = 40_000  # test seeds begin here; the constants were chosen on those below


def reward(chance: Random, mean: float, graded: bool) -> float:
    """A reward of 0 or 1, or a graded one with 2/5 of the variance."""
    mean = min(0.98, max(0.02, mean))
    if graded:
        return chance.betavariate(1.5 * mean, 1.5 * (1.0 - mean))
    return float(chance.random() < mean)


def level_from(chance: Random, base: float, attempts: int, graded: bool) -> Level:
    """The level of a single cell after so many attempts without memory."""
    cell = Fading()
    for _ in range(attempts):
        cell = cell.add(reward(chance, base, graded))
    return Level.of(cell, cell, cell)


def first_withheld(
    chance: Random, base: float, effect: float, graded: bool, level: Level, policy: HarmPolicy
) -> int | None:
    """The use after which a single item was withheld, None for never within 60."""
    harm, advantage, least = 0.0, 0.0, doubted(level, None)
    enough = math.log(policy.evidence)
    for use in range(1, USES + 1):
        got = reward(chance, base + effect, graded)
        harm += log_bet(got, least, AIM) if level.n >= TRUSTED else 0.0
        advantage += got - level.mean
        if use >= policy.least_uses and harm >= enough and advantage <= -policy.harm * use:
            return use
    return None


def single(attempts: int, graded: bool, items: int, seed: int, policy: HarmPolicy) -> list[object]:
    """Harmless withheld and harmful found, worst and mean over the base rates."""
    false, found, uses = [], [], []
    for number, base in enumerate(BASES):
        chance = Random(seed + number)
        wrong = hits = 0
        for _ in range(items):
            level = level_from(chance, base, attempts, graded)
            wrong += first_withheld(chance, base, 0.0, graded, level, policy) is not None
            at = first_withheld(chance, base, HARM, graded, level, policy)
            hits += at is not None
            uses += [at] if at else []
        false.append(wrong / items)
        found.append(hits / items)
    means = (max(false), sum(false) / len(false), min(found), sum(found) / len(found))
    return [
        "graded" if graded else "0 or 1",
        attempts,
        *means,
        sorted(uses)[len(uses) // 2] if uses else "-",
    ]


@dataclass
class Pool:
    """A memory of which the truth is known: items, their effects, what came of them."""

    chance: Random
    base: float
    effects: dict[str, float]
    policy: HarmPolicy
    graded: bool = False
    holdout: float = 0.2
    levels: Levels = field(default_factory=Levels)
    sums: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    known: Mapping[str, Standing] = field(default_factory=dict)
    withheld_at: dict[str, int] = field(default_factory=dict)
    cell: Cell = Cell("fix", "middling")

    def warm_up(self, attempts: int) -> None:
        """Attempts without memory that came before."""
        for _ in range(attempts):
            got = reward(self.chance, self.base, self.graded)
            self.levels.observe(self.cell, "control", got, ())

    def attempt(self, number: int) -> None:
        """One attempt: its arm, what it is shown, what comes of it."""
        if self.chance.random() < self.holdout:
            got = reward(self.chance, self.base, self.graded)
            self.levels.observe(self.cell, "control", got, ())
            return
        shown = self.recalled(str(number))
        mean = self.base + sum(self.effects[item] for item in shown)
        got = reward(self.chance, mean, self.graded)
        seen = Exposure(str(number), float(number), "fix", 0.5, "memory", got, shown)
        others = {item: self.levels.others(self.cell, item) for item in shown}
        for item, tally in tallies(seen, self.levels.level(self.cell), others).items():
            self.sums[item] += tally
        self.levels.observe(self.cell, "memory", got, shown)

    def recalled(self, attempt: str) -> tuple[str, ...]:
        """Three items by chance, those left out that are hidden now."""
        names = self.chance.sample(list(self.effects), len(self.effects))
        shown: list[str] = []
        for name in names:
            standing = self.known.get(name)
            if standing is None or not standing.hidden(attempt, self.policy):
                shown.append(name)
            if len(shown) == 3:
                break
        return tuple(shown)

    def look(self) -> set[str]:
        """Take the standings; what is withheld now."""
        self.known = standings(self.sums, policy=self.policy)
        now = {item for item, standing in self.known.items() if standing.state == "withheld"}
        for item in now:
            self.withheld_at.setdefault(item, self.sums[item].uses)
        return now


def pool(
    share: float, effect: float, runs: int, seed: int, policy: HarmPolicy, graded: bool = False
) -> list[object]:
    """One memory of 60 items until each harmless one was used about 60 times."""
    false = found = harmless = harmful = lies = all_withheld = 0
    proportion = 0.0
    for run in range(runs):
        chance = Random(seed + run)
        count = round(60 * share)
        effects = {f"i{n}": HARM if n < count else effect for n in range(60)}
        world = Pool(chance, chance.choice(BASES[1:]), effects, policy, graded)
        world.warm_up(200)
        now: set[str] = set()
        for number in range(1, 1_901):
            world.attempt(number)
            if number % 25 == 0:
                now = world.look()
        early = {item for item, uses in world.withheld_at.items() if uses <= USES}
        bad = {item for item, truth in effects.items() if truth == HARM}
        false, found = false + len(early - bad), found + len(early & bad)
        harmless, harmful = harmless + len(effects) - len(bad), harmful + len(bad)
        lies, all_withheld = lies + len(now - bad), all_withheld + len(now)
        proportion += len(now - bad) / max(1, len(now))
    hits: object = found / harmful if harmful else "-"
    rule = "e-BH" if policy.strict else "probable"
    kind = "graded" if graded else "0 or 1"
    return [
        rule,
        kind,
        share,
        effect,
        false / harmless,
        hits,
        proportion / runs,
        lies,
        all_withheld,
    ]


def healing(effect: float, items: int, seed: int, policy: HarmPolicy) -> list[object]:
    """Chances to be shown until a withheld item, harmless or useful by now, is shown again."""
    chance, level, waits = Random(seed), Level(0.6, 200, 0.03), []
    least = doubted(level, None)
    for _ in range(items):
        sums = Tally(uses=policy.least_uses, advantage=-0.4 * policy.least_uses, harm=5.0)
        waited = 0
        while standings({"a": sums}, policy=policy)["a"].state == "withheld":
            waited += 1
            if standings({"a": sums}, policy=policy)["a"].hidden(f"{seed} {waited}", policy):
                continue
            got = reward(chance, level.mean + effect, graded=False)
            harm = log_bet(got, least, AIM)
            sums += Tally(uses=1, advantage=got - level.mean, harm=harm)
        waits.append(waited)
        seed += 1
    waits.sort()
    return [effect, waits[len(waits) // 2], waits[len(waits) * 9 // 10]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--items", type=int, default=1_000, help="simulated items per base rate")
    options.add_argument("--runs", type=int, default=20, help="simulated memories per row")
    options.add_argument("--seed", type=int, default=SEED)
    given = options.parse_args()
    policy = HarmPolicy()
    rows = [
        single(attempts, graded, given.items, given.seed, policy)
        for graded in (False, True)
        for attempts in (20, 50, 100, 200, 500)
    ]
    columns = ["rewards", "level from", "harmless, worst", "mean", "harmful, worst", "mean", "use"]
    print_table(
        f"One item, 60 uses, evidence {policy.evidence:g}, caution {CAUTION:g}, aim {AIM:g}: "
        "share withheld",
        columns,
        rows,
    )
    shares = (0.0, 0.05, 0.1, 0.3)
    cases = [(policy, share, effect, False) for share in shares for effect in (0.0, 0.05)]
    cases += [(policy, share, 0.0, True) for share in shares]
    cases += [(HarmPolicy(strict=True), share, 0.0, False) for share in shares[1:]]
    print_table(
        "A memory of 60 items, 1,900 attempts, 3 shown, a fifth held out; early is within 60 uses",
        ["rule", "rewards", "harmful", "others", "out early", "found early", "FDR", "false", "of"],
        [
            pool(share, effect, given.runs, given.seed, rules, graded)
            for rules, share, effect, graded in cases
        ],
    )
    print_table(
        "Chances until a withheld item is back (e-value 148 when it turned)",
        ["effect by now", "median", "90 %"],
        [healing(effect, 100, given.seed, policy) for effect in (0.0, 0.2)],
    )


if __name__ == "__main__":
    main()
