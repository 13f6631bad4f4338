"""TWC: put things where they belong, by where like things belonged.

An agent walks through a house, picks up what lies about and puts it away. Whether a place was right
shows in the score. Objects of the test games never occur in training. The agent is the same in
every arm; only what it asks of its memory, what a place promises for an object, differs.

    python -m benchmarks.learning.twc
    python -m benchmarks.learning.twc --noise --sizes 300
    python -m benchmarks.learning.twc --ablations --sizes 30 100
"""

from __future__ import annotations

import random

from benchmarks.common import print_table, shipped_embedder
from benchmarks.learning.ablations import ABLATIONS, noisy
from benchmarks.learning.arms import ARMS, PRIOR, Played
from benchmarks.learning.express import Rounds, Scene, simulator
from benchmarks.learning.trials import STEPS, WON, bound, columns, compared, options, plan_of, runs

SIZES, GAMES, LIMIT = (0, 30, 100, 300), 100, 50
POWER = 4.0  # of closeness in a vote
SURE = 0.35  # what a place must promise to be taken before the house is known
TRY = 0.7  # chance to try a place rather than walk on, once the house is known


class Tidy:
    """Puts things away."""

    task = "Put everything in its usual place"

    def __init__(self, chance: random.Random, learning: bool) -> None:
        self._chance, self._learning = chance, learning
        self._rounds = Rounds()
        self._tried: set[str] = set()
        self._away: set[str] = set()

    def act(self, scene: Scene, played: Played) -> str:
        takes = [way for way in scene.which("take") if way[5:] not in self._away]
        if takes:
            return self._chance.choice(takes)
        promised = self._promised(scene, played)
        best = max(promised, key=lambda put: promised[put], default="")
        if best and promised[best] > SURE:
            return best
        return self._explore(scene, promised, best)

    def _promised(self, scene: Scene, played: Played) -> dict[str, float]:
        """What each way to put something away here promises, in an order of chance."""
        places: dict[str, list[str]] = {}
        for put in scene.which("put"):
            thing, _, place = put[4:].partition(" in ")
            if place and put not in self._tried:
                places.setdefault(thing, []).append(place)
        promised = {}
        for thing, here in places.items():
            known = played.values(question(thing), here)
            for place in here:
                promised[f"put {thing} in {place}"] = known.get(place, PRIOR)
        return dict(self._chance.sample(list(promised.items()), len(promised)))

    def _explore(self, scene: Scene, promised: dict[str, float], best: str) -> str:
        closed, unseen = self._rounds.closed(scene), self._rounds.unseen(scene)
        if closed:
            return self._chance.choice(closed)
        if unseen:
            return self._chance.choice(unseen)
        onward = self._rounds.onward(scene, self._chance)
        if best and (onward is None or self._chance.random() < TRY):
            # The order is one of chance, so the first is any; learning wants to see others too.
            return next(iter(promised)) if self._learning and self._chance.random() < 0.5 else best
        return onward or self._chance.choice(scene.actions)

    def saw(self, before: Scene, action: str, after: Scene, played: Played) -> None:
        self._rounds.note(before, action, after)
        thing, _, place = action[4:].partition(" in ")
        if action.startswith("put ") and place:
            right = after.score > before.score
            self._tried.add(action)
            if right:
                self._away.add(thing)
            played.decided(question(thing), place, float(right))


def question(thing: str) -> str:
    """How the memory is asked about a thing."""
    return f"put away {thing}"


def main() -> None:
    """Run and print."""
    parser = options("TWC: where do things belong that were never seen?", SIZES, GAMES)
    parser.add_argument("--noise", action="store_true", help="with a fifth of rewards wrong")
    parser.add_argument("--ablations", action="store_true", help="other architectures, parts off")
    asked = parser.parse_args()
    plan, embedder = plan_of(asked, LIMIT), shipped_embedder()
    makers = dict(ABLATIONS if asked.ablations else ARMS)
    if asked.noise:
        makers = {name: ARMS[name] for name in ("knn", "seasoned", "seasoned, choosing")}
        makers |= {f"{name}, noisy": noisy(make) for name, make in makers.items()}
    with simulator("twc") as game:
        arms = bound(makers, embedder, POWER)
        found = runs(game, plan, Tidy, arms, asked)
    for title, figure in (("success", WON), ("steps", STEPS)):
        heading = f"TWC, {plan.fold} fold, {title}; seeds {plan.seeds}, {plan.games} games each"
        print_table(heading, columns(plan.sizes), compared(found, figure, plan.sizes))
    embedder.save()


if __name__ == "__main__":
    main()
