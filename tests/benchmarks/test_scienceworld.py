"""The harness of the ScienceWorld benchmark, on a game of our own: no Java is needed."""

from __future__ import annotations

import random
import shutil

import numpy as np
import pytest

from benchmarks.common import SKIPPED
from benchmarks.learning import scienceworld
from benchmarks.learning.arms import Lived, Nearest, Seasoned
from benchmarks.learning.scienceworld_play import Player, adapt, closest, differences, plan_of
from benchmarks.learning.scienceworld_server import Server
from benchmarks.learning.scienceworld_store import Case, Demonstration, drawn, failures
from seasoned.testing import HashEmbedder

THINGS = ("wire", "apple", "spoon", "lamp")
ROOMS = ("kitchen", "bedroom", "workshop")


class House:
    """A game: go to a room, pick up a thing, focus on it. A wrong focus loses."""

    def __init__(self) -> None:
        self.begun = 0

    def begin(self, kind: str, variation: int) -> str:
        self.begun += 1
        self.kind, self.score, self.over, self.place, self.held = kind, 0, False, "", ""
        self.thing, self.room = THINGS[variation % 4], ROOMS[variation % 3]
        return describe(kind, variation)

    def variations(self, kind: str, fold: str) -> list[int]:
        return list(range(20, 24))

    def act(self, action: str) -> str:
        if action not in self.valid():
            return "No known action matches that input."
        verb, _, what = action.partition(" ")
        if verb == "teleport":
            self.place = what.removeprefix("to ")
        elif verb == "pick":
            self.held, self.score = what.removeprefix("up "), 50
        else:
            right = (self.kind, self.held) == ("find", self.thing)
            self.score, self.over = 100 if right else -100, True
        return "Done."

    def valid(self) -> list[str]:
        here = [f"pick up {self.thing}"] if self.place == self.room else []
        held = [f"focus on {self.held} in inventory"] if self.held else []
        return [*(f"teleport to {room}" for room in ROOMS), *here, *held]


def describe(kind: str, variation: int) -> str:
    thing, room = THINGS[variation % 4], ROOMS[variation % 3]
    if kind == "find":
        return f"Your task is to find the {thing}. It is in the {room}. Focus on it."
    return f"Measure how hot some {thing} gets and tell nobody about the {room}."


def gold(kind: str, variation: int) -> Demonstration:
    thing, room = THINGS[variation % 4], ROOMS[variation % 3]
    actions = (
        "open door to hallway",
        "go to hallway",
        f"go to {room}",
        "look around",
        f"pick up {thing}",
        f"focus on {thing} in inventory",
    )
    plan = plan_of(actions, "This room is called the attic. In it, you see:")
    return Demonstration(kind, variation, describe(kind, variation), actions, plan)


GOLD = {kind: [gold(kind, v) for v in range(12)] for kind in ("find", "measure")}
CASES = [Case("find", v, describe("find", v)) for v in range(12, 16)]


def test_a_walk_becomes_a_jump_to_where_it_leads() -> None:
    assert GOLD["find"][0].plan == (
        "teleport to kitchen",
        "pick up wire",
        "focus on wire in inventory",
    )
    assert plan_of(["pick up jug"], "This room is called the attic. In it:") == (
        "teleport to attic",
        "pick up jug",
    )
    assert plan_of(["go to yard"], "nothing that names a room") == ("teleport to yard",)


def test_phrases_are_exchanged_for_what_stands_in_their_place() -> None:
    found = differences("Find the red wire in the kitchen.", "Find the apple in the bedroom.")
    assert found == {"red wire": "apple", "kitchen": "bedroom"}
    assert adapt("move red wire to kitchen", found) == "move apple to bedroom"
    assert adapt("move wires to kitchens", found) == "move wires to kitchens"


def test_what_was_put_in_is_not_exchanged_once_more() -> None:
    assert adapt("put a in b", {"a": "b", "b": "a"}) == "put b in a"


def test_what_the_new_task_still_names_is_kept() -> None:
    assert differences("the box, then the jar", "the jar, then the box") == {}


def test_the_nearest_valid_action_has_the_same_verb_and_shares_enough() -> None:
    valid = ["focus on wire in inventory", "pick up wire", "pick up apple"]
    assert closest("pick up wires apple", valid) == "pick up apple"
    assert closest("focus on lamp", valid) is None
    assert closest("pour jug into pot", valid) is None


def test_an_agent_repairs_what_is_not_understood_within_its_budget() -> None:
    house = House()
    house.begin("find", 0)
    plan = ("teleport to kitchen", "pick up the wire", "focus on wire in the inventory")
    player = Player(house, budget=5)
    player.follow(plan, {}, repair=True)
    assert player.score == 100 and len(player.steps) == 5
    house.begin("find", 0)
    player = Player(house, budget=4)
    player.follow(plan, {}, repair=True)
    assert player.score == 50 and player.stopped
    house.begin("find", 0)
    player = Player(house, budget=5)
    player.follow(plan, {}, repair=False)
    assert player.score == 0


def test_wandering_ends_with_the_game_or_the_budget() -> None:
    house = House()
    house.begin("find", 0)
    player = Player(house, budget=300)
    player.wander(random.Random(1))
    assert house.over and player.score == 100


def test_failures_were_really_played_and_not_won() -> None:
    lived = failures(GOLD, House(), seed=3)
    assert len(lived) == 2 * 8
    assert all(each.reward < 1.0 and each.steps for each in lived)
    assert lived == failures(GOLD, House(), seed=3) != failures(GOLD, House(), seed=4)


def test_a_store_draws_its_episodes_by_the_seed() -> None:
    assert drawn(GOLD, 1) == drawn(GOLD, 1) != drawn(GOLD, 2)
    assert len({each.task for each in drawn(GOLD, 1)}) == len(drawn(GOLD, 1)) == 16


def test_seasoned_follows_successes_where_the_nearest_are_failures() -> None:
    arena = scienceworld.Arena(House())
    runs = scienceworld.Runs(arena, CASES, HashEmbedder())
    bad = [Lived(case.task, reward=0.1, steps=("teleport to bedroom",) * 100) for case in CASES]
    past = [*bad, *(each.lived for each in GOLD["find"])]
    found = {name: float(np.mean(scores)) for name, scores in runs.memories(past, 0)}
    assert found[scienceworld.SEASONED] == 100.0
    assert found["nearest success"] == 100.0
    assert found[scienceworld.NEAREST] < 100.0


def test_a_near_duplicate_is_a_further_plan() -> None:
    arm = Seasoned(HashEmbedder())
    one = Lived("find the wire", reward=1.0, steps=("look in the kitchen",))
    arm.keep([one, one._replace(steps=("look in the bedroom",))])
    plans = scienceworld.followed(arm.memory, "find the wire")
    assert {plan.steps[0] for plan in plans} == {"look in the kitchen", "look in the bedroom"}
    arm.close()


def test_the_same_game_is_played_once() -> None:
    house = House()
    arena = scienceworld.Arena(house)
    plan = GOLD["find"][0].lived
    assert arena.play(CASES[0], [plan]) == arena.play(CASES[0], [plan])
    assert house.begun == 1
    arena.play(CASES[0], [plan], verbatim=True)
    assert house.begun == 2


def test_the_whole_run_reports_every_arm(capsys: pytest.CaptureFixture[str]) -> None:
    runs = scienceworld.Runs(scienceworld.Arena(House()), CASES, HashEmbedder())
    each = []
    for seed in range(2):
        failed = failures(GOLD, House(), seed)
        each.append(runs.all(scienceworld.Stored(seed, drawn(GOLD, seed), failed)))
    found = scienceworld.collected(each)
    assert found[scienceworld.CLEAN, scienceworld.SEASONED].shape == (2, len(CASES))
    scienceworld.tell(found, [case.kind for case in CASES])
    told = capsys.readouterr().out
    assert all(arm.split()[0] in told for _, arm in found)
    assert "seasoned, polluted less clean: +0.0" in told


def test_games_of_a_type_with_one_store_count_as_one_case() -> None:
    ours, theirs = np.zeros((2, 4)), np.zeros((2, 4))
    ours[0] = 10.0
    assert scienceworld.less(ours, theirs, ["a"] * 4).startswith("+5.0 (")
    wide = scienceworld.less(ours, theirs, ["a"] * 4)
    narrow = scienceworld.less(ours, theirs, ["a", "b", "c", "d"])
    assert wide != narrow and narrow.startswith("+5.0 (")


def test_without_java_it_is_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        Server()
    assert ended.value.code == SKIPPED
    assert "Java 11" in capsys.readouterr().err


def test_the_nearest_of_all_takes_failures_for_plans() -> None:
    past = [Lived("find the wire", reward=0.0, steps=("wait",))]
    for arm, kept in ((Nearest(HashEmbedder()), 0), (scienceworld.NearestOfAll(HashEmbedder()), 1)):
        arm.keep(past)
        assert len(arm.recall("find the wire", 3)) == kept
