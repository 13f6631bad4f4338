"""Evidence that may be looked at as often as one likes.

A 95 % interval promises 95 % for one look. Who looks after every 25 attempts and stops at the
first interval without 0 is wrong far more often. What is here holds for all looks together.
It knows numbers only: no attempt, no item. Three constructions, all published:

- `half_width`, `log_evidence`: the confidence sequence by a normal mixture (Robbins, "Statistical
  methods related to the law of the iterated logarithm", 1970) with an estimated variance, which
  Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
  asymptotic confidence sequences", Annals of Statistics 2024, prove to hold asymptotically.
  Assumed: estimates that are close to normal, so not from a handful of attempts.
- `log_bet`: a wager against "the mean is at least m" for values in [0, 1], whose product is a
  test martingale at any sample size (Waudby-Smith and Ramdas, "Estimating means of bounded random
  variables by betting", JRSS B 2024). Assumed: each mean is at least m given what came before.
- `credible`: which of many e-values to believe if the true share of effects is estimated
  from them all, after the local false discovery rate of Efron, Tibshirani, Storey and Tusher,
  "Empirical Bayes analysis of a microarray experiment", JASA 2001. A posterior probability does
  not mind when one looks. Assumed: e-values are ratios of likelihoods, or fall short of them.
- `discoveries`: e-BH (Wang and Ramdas, "False discovery rate control with e-values", JRSS B 2022),
  which holds whatever is assumed and however the tests depend on each other, and finds less.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from statistics import NormalDist
from typing import Final

PRIOR: Final = 50.0  # 1 / variance of effects one reckons with: tightest for those of about .14
_NORMAL: Final = (0.0, 1.0)
_POWER = 0.8  # chance of a verdict that `information_needed` plans for
BOLDEST: Final = 0.9  # share of the wealth that one wager may lose
_EFFECTS, _BELIEF = 0.1, 20.0  # share of effects one begins with, and tests it counts for
_ROUNDS, _ODDS = 100, 700.0  # beyond these odds, of which this is the logarithm, nothing differs
_MOST = 1e12  # information beyond which nobody would wait


def half_width(information: float, alpha: float = 0.05, prior: float = PRIOR) -> float:
    """Half the width of a confidence sequence around an estimate.

    With probability 1 - alpha the estimate stays within it at all times, asymptotically.

    Args:
        information: 1 / squared standard error of the estimate now; infinite width at 0.
        alpha: Probability of ever being wrong, both sides together, in (0, 1).
        prior: Where it is tightest: at about 8 times this information. Never chosen by the data.
    """
    if information <= 0.0:
        return math.inf
    total = information + prior
    return math.sqrt(total * math.log(total / (prior * alpha * alpha))) / information


def log_evidence(effect: float, information: float, prior: float = PRIOR) -> float:
    """Logarithm of the e-value against "no effect"; above log(1 / alpha) `half_width` excludes 0.

    Args:
        effect: The estimate.
        information: 1 / its squared standard error.
        prior: As in `half_width`.
    """
    total = information + prior
    gained = effect * effect * information * information / (2.0 * total)
    return gained - 0.5 * math.log(total / prior)


def information_needed(effect: float, alpha: float = 0.05, prior: float = PRIOR) -> float:
    """Information at which an effect of this size is told from none with a chance of about .8.

    Infinite for an effect so small that nobody would wait.
    """
    reserve = NormalDist(*_NORMAL).inv_cdf(_POWER)

    def enough(information: float) -> bool:
        wanted = half_width(information, alpha, prior) + reserve / math.sqrt(information)
        return wanted <= abs(effect)

    if not enough(_MOST):
        return math.inf
    low, high = 1.0, _MOST
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def log_bet(value: float, least: float, aim: float) -> float:
    """What one wager adds to the logarithm of the evidence against "the mean is at least `least`".

    It grows fastest if the mean is `least - aim`. Sums of it need no order, so that they can be
    kept per item, and a value that is judged anew is taken out and put in.

    Args:
        value: What came, in [0, 1].
        least: The mean that is doubted, in (0, 1); known before the value.
        aim: How far below one expects the mean to be, in (0, 1); known before the value.
    """
    stake = min(aim / (least * (1.0 - least)), BOLDEST / (1.0 - least))
    return math.log1p(stake * (least - value))


def discoveries(
    evidence: Mapping[str, float], rate: float = 0.1, least: float = 0.0
) -> frozenset[str]:
    """What stands out of many tests, with at most this rate of false discoveries among them.

    The k strongest stand out if each has an e-value of at least tests / (rate · k).

    Args:
        evidence: Logarithm of the e-value of every test made, those without evidence included.
        rate: Expected share of false ones among the discoveries, in (0, 1].
        least: Logarithm of an e-value that each must have besides.
    """
    bound = math.log(len(evidence) / rate) if evidence else 0.0
    ranked = sorted(evidence, key=lambda name: (-evidence[name], name))
    strong = [k for k, name in enumerate(ranked, 1) if evidence[name] >= bound - math.log(k)]
    found = ranked[: strong[-1]] if strong else []
    return frozenset(name for name in found if evidence[name] >= least)


def probabilities(evidence: Mapping[str, float]) -> dict[str, float]:
    """How probable an effect is behind each of many tests, given what all of them show.

    Args:
        evidence: Logarithm of the e-value of every test made, those without evidence included.
    """
    share = share_of_effects(evidence.values())
    return {name: posterior(log, share) for name, log in evidence.items()}


def credible(
    evidence: Mapping[str, float], rate: float = 0.1, least: float = 0.0
) -> frozenset[str]:
    """What stands out of many tests: on average at most `rate` of it is probably false.

    Args:
        evidence: Logarithm of the e-value of every test made, those without evidence included.
        rate: Mean probability of being false among what is found, in (0, 1].
        least: Logarithm of an e-value that each must have besides.
    """
    strong = [name for name, log in evidence.items() if log >= least]
    share = share_of_effects(evidence.values()) if strong else 0.0
    found, false = [], 0.0
    for k, name in enumerate(sorted(strong, key=lambda name: (-evidence[name], name)), 1):
        false += 1.0 - posterior(evidence[name], share)
        if false > rate * k:
            break
        found.append(name)
    return frozenset(found)


def share_of_effects(evidence: Collection[float]) -> float:
    """Share of tests with an effect, by expectation and maximisation from a cautious belief.

    Args:
        evidence: Logarithm of the e-value of every test made.
    """
    import numpy as np  # late, so that whoever only names what is here does without

    logs = np.fromiter(evidence, np.float64, len(evidence))
    share = _EFFECTS
    for _ in range(_ROUNDS):
        odds = np.clip(math.log(share / (1.0 - share)) + logs, -_ODDS, _ODDS)
        expected = float((1.0 / (1.0 + np.exp(-odds))).sum())
        moved = (expected + _EFFECTS * _BELIEF) / (len(logs) + _BELIEF)
        share, before = moved, share
        if abs(share - before) < 1e-4:
            break
    return share


def posterior(log: float, share: float) -> float:
    """Probability of an effect, given an e-value and the share of tests that have one."""
    odds = math.log(share / (1.0 - share)) + log
    return 1.0 / (1.0 + math.exp(-max(-_ODDS, min(_ODDS, odds))))


def normal_quantile(probability: float) -> float:
    """Quantile of the standard normal distribution."""
    return NormalDist(*_NORMAL).inv_cdf(probability)


def student_quantile(probability: float, freedom: float) -> float:
    """Quantile of Student's t, by its expansion around the normal one.

    Within .5 % from 4 degrees of freedom on for the usual 95 and 99 % (Abramowitz and Stegun,
    "Handbook of Mathematical Functions", 26.7.5). Fewer degrees count as 4.
    """
    z, n = normal_quantile(probability), max(freedom, 4.0)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
