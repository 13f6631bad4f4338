"""CookingWorld: which action carries out a line of a recipe, learned from meals that were spoilt.

An agent reads the recipe, gathers what it needs, and has to find out what "roast the carrot" means
among knives, stoves and ovens. A wrong action spoils the meal for good. Foods of the test games
never occur in training. The agent is the same in every arm; only what it asks of its memory, what
an action promises for a line, differs.

    python -m benchmarks.learning.cookingworld
"""

from __future__ import annotations

import random
from collections.abc import Container
from typing import NamedTuple

from benchmarks.common import print_table, shipped_embedder
from benchmarks.learning.arms import ARMS, Played
from benchmarks.learning.express import Rounds, Scene, simulator
from benchmarks.learning.trials import (
    LOST,
    STEPS,
    WON,
    bound,
    columns,
    compared,
    options,
    plan_of,
    runs,
)

SIZES, GAMES, LIMIT = (0, 10, 20, 50), 100, 100
POWER = 16.0  # of closeness in a vote: "dice" and "slice" are near and not the same
SETTINGS = "numLocations=3,numIngredients=2,includeDoors=0,limitInventorySize=0"
SURE = 0.8  # what an action must promise to be taken at sight
HOPELESS = 0.09  # what promises less is never tried
# What the game lets one do to a food, wherever one is.
PATTERNS = (
    *(f"{cut} it" for cut in ("chop", "dice", "slice")),
    *(f"cook it in {place}" for place in ("barbeque", "oven", "stove")),
)
TRY = 0.5  # chance to try what nothing is known of rather than walk on
USELESS = ("take ", "put ", "eat ", "examine ", "drop ")  # nothing that changes a food


class Recipe(NamedTuple):
    """What to gather, and the lines that say what to do with it."""

    needed: frozenset[str]
    lines: tuple[str, ...]


class Way(NamedTuple):
    """An action that may carry out a line, with the food's name left out of both."""

    action: str
    line: str
    verb: str
    pattern: str


def recipe_of(text: str) -> Recipe:
    """Read a page of the cookbook."""
    rows = [row.strip().lower() for row in text.splitlines()]
    gather, cook = rows.index("ingredients:"), rows.index("directions:")
    lines = tuple(row for row in rows[cook + 1 :] if " the " in row)
    foods = {line.split(" the ", 1)[1] for line in lines}
    return Recipe(frozenset(filter(None, rows[gather + 1 : cook])) | foods, lines)


def due(recipe: Recipe, done: Container[str]) -> list[str]:
    """The next line of each food."""
    left = [line for line in recipe.lines if line not in done]
    return list({line.split(" the ", 1)[1]: line for line in reversed(left)}.values())


def ways(scene: Scene, lines: list[str]) -> list[Way]:
    """What might carry out each of these lines here."""
    return [
        Way(action, line, verb, action.replace(food, "it"))
        for line in lines
        for verb, _, food in [line.partition(" the ")]
        for action in scene.actions
        if food in action and not action.startswith(USELESS)
    ]


class Cook:
    """Cooks a meal."""

    task = "Cook the meal of the cookbook and eat it"

    def __init__(self, chance: random.Random, learning: bool) -> None:
        self._chance = chance
        self._rounds = Rounds()
        self._recipe: Recipe | None = None
        self._done: dict[str, Way] = {}
        self._way: Way | None = None  # that is being tried

    def act(self, scene: Scene, played: Played) -> str:
        self._way = None
        if self._recipe is None:
            return "read cookbook" if "read cookbook" in scene.actions else self._walk(scene)
        for last in ("eat meal", "prepare meal"):
            if last in scene.actions:
                return last
        wanted = {f"take {food}" for food in (*self._recipe.needed, "knife")}
        takes = [way for way in scene.which("take") if way in wanted]
        return takes[0] if takes else self._work(scene, self._recipe, played)

    def _work(self, scene: Scene, recipe: Recipe, played: Played) -> str:
        """Carry out a line by what is known, else look around, else try something."""
        promised, unknown = self._weighed(ways(scene, due(recipe, self._done)), played)
        best = max(promised, key=lambda way: promised[way], default=None)
        if best is not None:
            return self._try(best)
        new = self._rounds.closed(scene) or self._rounds.unseen(scene)
        if new:
            return self._chance.choice(new)
        if unknown and (self._chance.random() < TRY or not scene.which("move")):
            return self._try(self._chance.choice(self._unspent(unknown)))
        return self._walk(scene)

    def _unspent(self, unknown: list[Way]) -> list[Way]:
        """Those whose action has not done something else in this game, if there are any."""
        spent = {(way.pattern, way.verb) for way in self._done.values()}
        other = {w for w in unknown if any(w.pattern == p and w.verb != v for p, v in spent)}
        return [way for way in unknown if way not in other] or unknown

    def _weighed(self, found: list[Way], played: Played) -> tuple[dict[Way, float], list[Way]]:
        """The ways that promise much, and those of which little is known."""
        promised: dict[Way, float] = {}
        unknown: list[Way] = []
        for line in dict.fromkeys(way.line for way in found):
            mine = [way for way in found if way.line == line]
            known = played.values(question(mine[0]), PATTERNS)
            promised |= {
                way: known[way.pattern] for way in mine if known.get(way.pattern, 0) > SURE
            }
            if max(known.values(), default=0.0) > SURE:
                continue  # it is known how, if not here
            unknown += [way for way in mine if HOPELESS <= known.get(way.pattern, SURE) <= SURE]
        return promised, unknown

    def _try(self, way: Way) -> str:
        self._way = way
        return way.action

    def _walk(self, scene: Scene) -> str:
        onward = self._rounds.onward(scene, self._chance)
        return onward or self._chance.choice(scene.actions)

    def saw(self, before: Scene, action: str, after: Scene, played: Played) -> None:
        self._rounds.note(before, action, after)
        if action == "read cookbook":
            self._recipe = recipe_of(after.text)
        if self._way is not None:
            right = after.score > before.score
            if right:
                self._done[self._way.line] = self._way
            played.decided(question(self._way), self._way.pattern, float(right))


def question(way: Way) -> str:
    """How the memory is asked about a line."""
    return way.verb  # names of foods would say more of the food than of the work


def main() -> None:
    """Run and print."""
    asked = options("CookingWorld: what do the lines of a recipe mean?", SIZES, GAMES).parse_args()
    plan, embedder = plan_of(asked, LIMIT), shipped_embedder()
    with simulator("cookingworld", SETTINGS) as game:
        found = runs(game, plan, Cook, bound(ARMS, embedder, POWER), asked)
    for title, figure in (("success", WON), ("meals spoilt", LOST), ("steps", STEPS)):
        heading = f"CookingWorld, {plan.fold} fold, {title}"
        heading += f"; seeds {plan.seeds}, {plan.games} games each"
        print_table(heading, columns(plan.sizes), compared(found, figure, plan.sizes))
    embedder.save()


if __name__ == "__main__":
    main()
