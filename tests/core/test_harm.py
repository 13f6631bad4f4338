"""Who is withheld, how a verdict heals, what the user's word changes, and that all is explained."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned import InvalidInput
from seasoned.core.baseline import Level
from seasoned.core.credit import Exposure, Tally, tallies
from seasoned.core.harm import Decision, HarmPolicy, Kind, State, explain, is_suspect, standings

LEVEL = Level(0.6, 500, 0.02)


def used(rewards: str, item: str = "a") -> Tally:
    """The tally of an item whose attempts succeeded, "+", or failed, "-"."""
    total = Tally()
    for reward in rewards:
        seen = Exposure("x", 0.0, "fix", 0.5, "memory", float(reward == "+"), (item,))
        total += tallies(seen, LEVEL, {})[item]
    return total


BAD, GOOD = used("-" * 18), used("+-+" * 10)


def state(tally: Tally, decision: Decision | None = None) -> State:
    decided = {"a": decision} if decision else {}
    return standings({"a": tally}, decided)["a"].state


def test_an_item_with_clearly_worse_attempts_is_withheld() -> None:
    assert state(BAD) == "withheld"
    assert state(GOOD) == "shown"


def test_seven_uses_are_never_enough() -> None:
    assert state(used("-" * 7)) == "shown"
    assert state(replace(BAD, uses=7)) == "shown"


def test_evidence_of_a_trifle_withholds_nothing() -> None:
    trifle = Tally(uses=10_000, advantage=-400.0, harm=50.0)
    assert state(trifle) == "shown"
    assert state(replace(trifle, advantage=-600.0)) == "withheld"


@pytest.mark.parametrize("strict", [False, True])
def test_more_items_looked_at_ask_for_more_evidence(strict: bool) -> None:
    policy = HarmPolicy(strict=strict)
    crowd = {f"i{n}": GOOD for n in range(200)}
    weak = Tally(uses=12, advantage=-6.0, harm=math.log(170))
    assert standings({"a": weak}, policy=policy)["a"].state == "withheld"
    among = standings({**crowd, "a": weak}, policy=policy)["a"]
    assert (among.state, among.tests) == ("shown", 201)
    unused = {f"i{n}": Tally(uses=7) for n in range(200)}
    assert standings({**unused, "a": weak}, policy=policy)["a"].state == "withheld"


def test_where_much_does_harm_less_evidence_will_do() -> None:
    weak = Tally(uses=12, advantage=-6.0, harm=math.log(60))
    crowd = {f"i{n}": GOOD for n in range(40)}
    assert standings({**crowd, "a": weak})["a"].state == "shown"
    worse = {f"b{n}": replace(weak, harm=20.0) for n in range(20)}
    assert standings({**crowd, **worse, "a": weak})["a"].state == "withheld"


def test_good_attempts_heal_a_verdict() -> None:
    healed = [n for n in range(40) if state(BAD + used("+" * n)) == "shown"]
    assert healed and healed == list(range(healed[0], 40))


def test_a_withheld_item_is_shown_once_in_twenty_chances() -> None:
    standing, policy = standings({"a": BAD})["a"], HarmPolicy()
    seen = [not standing.hidden(f"root {n}", policy) for n in range(10_000)]
    assert sum(seen) / len(seen) == pytest.approx(0.05, abs=0.01)
    assert standing.hidden("root 3", policy) != seen[3]
    other = [not standing.hidden(f"root {n}", policy, seed=1) for n in range(10_000)]
    assert sum(a and b for a, b in zip(seen, other, strict=True)) < 60


@pytest.mark.parametrize(
    ("kind", "tally", "expected"),
    [
        ("pin", BAD, "pinned"),
        ("ban", GOOD, "banned"),
        ("ban", BAD, "banned"),
        ("reinstate", BAD, "shown"),
        ("reinstate", GOOD, "shown"),
    ],
)
def test_the_users_word_stands(kind: Kind, tally: Tally, expected: State) -> None:
    assert state(tally, Decision(kind, 1.0, "ann", before=tally)) == expected


def test_hidden_follows_the_state() -> None:
    def hidden(kind: Kind) -> set[bool]:
        standing = standings({"a": BAD}, {"a": Decision(kind, 1.0, before=BAD)})["a"]
        return {standing.hidden(str(n), HarmPolicy()) for n in range(200)}

    assert hidden("ban") == {True}
    assert hidden("pin") == hidden("reinstate") == {False}


def test_a_reinstated_item_is_judged_by_what_comes_after() -> None:
    decision = Decision("reinstate", 1.0, before=BAD)
    assert state(BAD + used("-" * 5), decision) == "shown"
    assert state(BAD + used("-" * 18), decision) == "withheld"


def test_an_unknown_decision_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'hide'"):
        Decision("hide", 1.0)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="rate"):
        HarmPolicy(rate=0.0)


TALLIES = st.dictionaries(
    st.sampled_from([f"i{n}" for n in range(30)]),
    st.builds(
        Tally,
        uses=st.integers(0, 30),
        advantage=st.floats(-20, 20),
        harm=st.sampled_from([-5.0, 0.0, 2.0, 4.0, 12.0]),
    ),
)
DECISIONS = st.dictionaries(
    st.sampled_from(["i0", "i1", "i2"]),
    st.builds(
        Decision,
        st.sampled_from(["pin", "ban", "reinstate"]),
        st.just(1.0),
        before=st.just(Tally(uses=9, advantage=-5.0, harm=-3.0)),
    ),
)


@given(TALLIES, TALLIES, DECISIONS, st.booleans())
def test_judging_what_changed_is_judging_all_anew(
    old: dict[str, Tally], new: dict[str, Tally], decided: dict[str, Decision], strict: bool
) -> None:
    policy = HarmPolicy(strict=strict)
    changed = standings(old, decided, policy).changed(new)
    anew = standings({**old, **new}, decided, policy)
    assert {i: (s.state, s.judged, s.tests) for i, s in changed.items()} == {
        i: (s.state, s.judged, s.tests) for i, s in anew.items()
    }
    withheld = {item for item, standing in anew.items() if standing.state == "withheld"}
    banned = {item for item, standing in anew.items() if standing.state == "banned"}
    assert {standing.item for standing in changed.hidden()} == withheld | banned
    assert all(is_suspect(anew[i].tally, decided.get(i), policy) for i in withheld)


@pytest.mark.parametrize("tally", [BAD, GOOD, Tally(), Tally(waiting=3), used("-" * 5)])
@pytest.mark.parametrize("kind", ["pin", "ban", "reinstate", None])
def test_every_number_is_explained(tally: Tally, kind: Kind | None) -> None:
    decided = {"a": Decision(kind, 1.0, "ann", before=tally)} if kind else {}
    standing = standings({"a": tally}, decided)["a"]
    facts = {fact.name: fact for fact in explain(standing)}
    assert facts["uses"].value == tally.uses
    assert facts["utility"].value == tally.utility
    assert facts["probability"].value == standing.probability
    assert facts["state"].text.startswith(standing.state)
    assert all(fact.text for fact in facts.values())


def test_the_words_of_a_verdict() -> None:
    words = explain(standings({"a": BAD})["a"])[-1].text
    assert "0.60 less than without memory" in words and "once in 20" in words
