"""Which items are withheld because attempts with them go worse, and why, in words.

It decides from tallies and from what the user decided; it knows no attempt and no store.

Withheld is an item that was used often enough, whose attempts earned clearly less than those
without memory, and whose evidence stands out among all items looked at: of those withheld at most
a tenth are harmless, on average. Evidence counts as it stands now, not as it ever was, so that good
attempts take a verdict back; to make them possible a withheld item is shown once in 20 chances.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from seasoned.core import values
from seasoned.core.credit import DOUBT, Contrast, Tally, contrast, evidence
from seasoned.core.holdout import uniform
from seasoned.core.sequential import credible, discoveries, posterior, share_of_effects
from seasoned.errors import InvalidInput

Kind = Literal["pin", "ban", "reinstate"]
State = Literal["shown", "withheld", "pinned", "banned"]
KINDS: Final = ("pin", "ban", "reinstate")


@dataclass(frozen=True, slots=True)
class HarmPolicy:
    """When an item is withheld.

    Attributes:
        least_uses: Uses below which nothing is withheld.
        harm: How far below the level the mean of its attempts must lie, in [0, 1].
        rate: Rate of false discoveries among the withheld, in (0, 1].
        evidence: E-value that an item needs at least: a harmless one ever comes to it with a
            probability of at most 1 / evidence, however often one looks.
        again: A withheld item is shown once in this many chances.
        strict: Hold the rate by e-BH instead of by how probable harm is. That needs no estimate
            of how many items do harm, and finds about two thirds as many of them.
    """

    least_uses: int = 8
    harm: float = 0.05
    rate: float = 0.1
    evidence: float = 30.0
    again: int = 20
    strict: bool = False

    def __post_init__(self) -> None:
        values.count(self.least_uses, "least_uses", 1)
        values.unit(self.harm, "harm")
        values.number(self.rate, "rate", math.ulp(1.0), 1.0)
        values.number(self.evidence, "evidence", 1.0)
        values.count(self.again, "again", 1)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the user decided about an item; the newest decision stands.

    Attributes:
        kind: ``pin``: never withheld. ``ban``: never shown. ``reinstate``: shown again, judged
            by what comes after; it also ends a pin or a ban.
        at: Seconds since 1970.
        by: Who decided.
        before: The item's tally at that moment; only a reinstatement sets it aside.
    """

    kind: Kind
    at: float
    by: str = ""
    before: Tally = Tally()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidInput(
                f"a decision is one of {', '.join(KINDS)}, got {values.shown(self.kind)}"
            )


@dataclass(frozen=True, slots=True)
class Fact:
    """One number of an explanation, None where it is not known, and what it means."""

    name: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How an item stands.

    Attributes:
        item: Its id.
        state: ``shown``, ``withheld``, ``pinned`` or ``banned``.
        tally: All that is known of it.
        judged: The part of the tally that it is judged by, since its last reinstatement.
        probability: That it does harm, given how all items stand; None if it was not looked at.
        tests: Items that were looked at together.
        decision: The user's last word, if there is one.
    """

    item: str
    state: State
    tally: Tally
    judged: Tally
    probability: float | None
    tests: int
    decision: Decision | None = None

    @property
    def utility(self) -> float | None:
        """What ranking adds for it, in (-1, 1); None keeps it out of ranking."""
        return self.tally.utility

    @property
    def contrast(self) -> Contrast | None:
        """What showing it caused, where chance left it out often enough."""
        return contrast(self.tally)

    def hidden(self, chance: str, policy: HarmPolicy, *, seed: int = 0) -> bool:
        """Whether it is to be left out now.

        Args:
            chance: What it would be shown to, such as the id of a root attempt; equal chances
                are answered alike.
            policy: How often a withheld item is shown again.
            seed: Of the memory.
        """
        if self.state == "withheld":
            return uniform("again", seed, self.item, chance) * policy.again >= 1.0
        return self.state == "banned"


class Standings(Mapping[str, Standing]):
    """How every item of a memory stands, judged together; each is told when it is asked for.

    Attributes:
        tallies: Of all items that were ever used.
        decisions: The user's newest decision by item.
        policy: When an item is withheld.
    """

    def __init__(
        self,
        tallies: Mapping[str, Tally],
        decisions: Mapping[str, Decision],
        policy: HarmPolicy,
        tests: Mapping[str, float] | None = None,
    ) -> None:
        """`tests` is the evidence against each item that was used enough, if it is known."""
        self.tallies, self.decisions, self.policy = tallies, decisions, policy
        self._tests = self._tested(tallies) if tests is None else tests

    def _tested(self, tallies: Mapping[str, Tally]) -> dict[str, float]:
        least, decided = self.policy.least_uses, self.decisions
        judged = ((item, _judged(tally, decided.get(item))) for item, tally in tallies.items())
        return {item: tally.harm for item, tally in judged if tally.uses >= least}

    def changed(self, newer: Mapping[str, Tally]) -> Standings:
        """With newer tallies of some items, further ones among them."""
        tests = {item: harm for item, harm in self._tests.items() if item not in newer}
        tests |= self._tested(newer)
        return Standings({**self.tallies, **newer}, self.decisions, self.policy, tests)

    @cached_property
    def _share(self) -> float:
        return share_of_effects(self._tests.values())

    @cached_property
    def _standing_out(self) -> frozenset[str]:
        select = discoveries if self.policy.strict else credible
        return select(self._tests, self.policy.rate, math.log(self.policy.evidence))

    def __getitem__(self, item: str) -> Standing:
        tally, decision = self.tallies[item], self.decisions.get(item)
        judged = _judged(tally, decision)
        worse = item in self._standing_out and (judged.mean or 0.0) <= -self.policy.harm
        known = posterior(self._tests[item], self._share) if item in self._tests else None
        state = _state(worse, decision)
        return Standing(item, state, tally, judged, known, len(self._tests), decision)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tallies)

    def __len__(self) -> int:
        return len(self.tallies)

    def hidden(self) -> list[Standing]:
        """Those that are withheld or banned."""
        able = {*self._standing_out, *(i for i in self.decisions if i in self.tallies)}
        return [s for s in map(self.__getitem__, able) if s.state in ("withheld", "banned")]


def standings(
    tallies: Mapping[str, Tally],
    decisions: Mapping[str, Decision] | None = None,
    policy: HarmPolicy | None = None,
) -> Standings:
    """How every item of a memory stands, judged together.

    Args:
        tallies: Of all items that were ever used: to leave some out would hide how many were
            looked at.
        decisions: The user's newest decision by item.
        policy: When an item is withheld.
    """
    return Standings(tallies, decisions or {}, policy or HarmPolicy())


def is_suspect(tally: Tally, decision: Decision | None, policy: HarmPolicy) -> bool:
    """Whether an item may be withheld, or trusted less, so that all have to be judged together.

    That harm is more probable than not takes more evidence than half of what withholding takes,
    unless more than one item in seven does harm.
    """
    judged = _judged(tally, decision)
    return judged.uses >= policy.least_uses and judged.harm >= math.log(policy.evidence) / 2.0


def _judged(tally: Tally, decision: Decision | None) -> Tally:
    if decision is not None and decision.kind == "reinstate":
        return tally - decision.before
    return tally


def _state(worse: bool, decision: Decision | None) -> State:
    if decision is not None and decision.kind == "pin":
        return "pinned"
    if decision is not None and decision.kind == "ban":
        return "banned"
    return "withheld" if worse else "shown"


def explain(standing: Standing, policy: HarmPolicy | None = None) -> tuple[Fact, ...]:
    """Every number behind a standing, in the order in which one follows from the other."""
    rules, tally = policy or HarmPolicy(), standing.tally
    facts = [*_credit_facts(tally), *_harm_facts(standing, rules)]
    told = standing.contrast
    if told is None:
        text = f"too few to say what it causes: chance left it out {tally.drops} times so far"
        facts.append(Fact("effect", None, text))
    else:
        text = (
            f"what showing it causes, from {told.drops} attempts that chance denied it: "
            f"between {told.low:+.2f} and {told.high:+.2f}, however often one looks"
        )
        facts.append(Fact("effect", told.effect, text))
    facts.append(Fact("state", None, in_words(standing, rules)))
    return tuple(facts)


def _credit_facts(tally: Tally) -> list[Fact]:
    return [
        Fact("uses", tally.uses, "attempts that were shown it, with a known reward and level"),
        Fact(
            "waiting",
            tally.waiting,
            "attempts more that have no reward, or too few like them ran without memory",
        ),
        Fact("advantage", tally.mean, "their mean reward less that of attempts without memory"),
        Fact("shares", tally.weight, "shares of credit: 1 / items that an attempt had"),
        Fact(
            "utility",
            tally.utility,
            f"credit per share, drawn towards 0 as by {DOUBT:g} uses more; ranking takes it where "
            "it is known",
        ),
    ]


def _harm_facts(standing: Standing, rules: HarmPolicy) -> list[Fact]:
    judged = standing.judged
    since = " since it was reinstated" if judged != standing.tally else ""
    return [
        Fact("judged uses", judged.uses, f"uses it is judged by{since}"),
        Fact("judged advantage", judged.mean, f"mean advantage of those; harm is {-rules.harm:g}"),
        Fact("evidence", evidence(judged), "e-value that it does harm; 1 says nothing"),
        Fact(
            "needed",
            rules.evidence,
            "e-value without which nothing is withheld, however often one looks",
        ),
        Fact(
            "probability",
            standing.probability,
            (
                f"that it does harm, judged with the {standing.tests} items that have at least "
                f"{rules.least_uses} uses; of those withheld at most {rules.rate:.0%} are harmless"
            )
            if standing.tests
            else f"that it does harm; no item has {rules.least_uses} uses yet to judge by",
        ),
    ]


def in_words(standing: Standing, rules: HarmPolicy) -> str:
    """Why it is shown or is not, in a sentence."""
    decision, judged = standing.decision, standing.judged
    by = f" by {decision.by}" if decision is not None and decision.by else ""
    if standing.state == "pinned":
        return f"pinned{by}: never withheld"
    if standing.state == "banned":
        return f"banned{by}: never shown"
    if standing.state == "withheld":
        return (
            f"withheld: attempts with it earned {-(judged.mean or 0.0):.2f} less than without "
            f"memory; shown once in {rules.again} chances, so that good attempts bring it back"
        )
    if judged.uses < rules.least_uses:
        return f"shown: judged from {rules.least_uses} uses on"
    return "shown: no evidence of harm that stands out"
