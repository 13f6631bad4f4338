"""The games of textworld-express without Java: arms, policies, reading, and what is counted."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from benchmarks.common import SKIPPED
from benchmarks.learning.ablations import ABLATIONS, noisy, successes
from benchmarks.learning.arms import ARMS, DECISION, Arm, Lived, Looking, Near, Seasoned, vote
from benchmarks.learning.cookingworld import Cook, due, recipe_of, ways
from benchmarks.learning.express import Rounds, Scene, scene_of, simulator
from benchmarks.learning.trials import STEPS, WON, Plan, bound, columns, compared, paired, run
from benchmarks.learning.twc import Tidy
from seasoned.embedders.function import FunctionEmbedder

WORDS = ("cup", "mug", "milk", "cheese", "put", "away", "tidy")
KITCHEN = ("cupboard", "fridge")
PAGE = """Gather all following ingredients and follow the directions.

Ingredients:
  carrot
  black pepper

Directions:
  slice the red onion
  roast the red onion
  grill the carrot
  prepare meal
"""


def numbers(text: str) -> list[float]:
    """Cups and mugs are alike, and so are milk and cheese."""
    words = text.split()
    cups, dairy = (sum(w in words for w in pair) for pair in (("cup", "mug"), ("milk", "cheese")))
    return [float(cups), float(dairy), 0.1 + sum(word in words for word in WORDS[4:]) / 10]


EMBEDDER = FunctionEmbedder(numbers, model="kitchen-1", floor=0.3)


@pytest.fixture
def arms() -> Iterator[dict[str, Arm]]:
    made = {name: make(EMBEDDER, 0, 4.0) for name, make in {**ARMS, **ABLATIONS}.items()}
    yield made
    for arm in made.values():
        arm.close()


def live(arm: Arm) -> None:
    """One game: the mug belongs into the cupboard, the milk into the fridge."""
    game = arm.begin("tidy up")
    for thing, place, reward in (
        ("put away mug", "fridge", 0.0),
        ("put away mug", "cupboard", 1.0),
        ("put away milk", "fridge", 1.0),
    ):
        game.decided(thing, place, reward)
    game.finish(1.0)


def scene(
    actions: Sequence[str], room: str = "You are in the kitchen", score: float = 0.0
) -> Scene:
    return Scene("", room, tuple(actions), score, score >= 1.0, False)


def test_a_vote_weighs_rewards_by_closeness_and_leaves_out_what_was_never_done() -> None:
    near = [
        Near(Lived("a", "left", 1.0), 1.0),
        Near(Lived("b", "left", 0.0), 0.5),
        Near(Lived("c", "right", 0.0), 1.0, times=3),
    ]
    promised = vote(near, ["left", "right", "up"], 1.0)
    assert promised["left"] == pytest.approx((0.01 + 1.0) / (0.1 + 1.5))
    assert promised["right"] == pytest.approx(0.01 / 3.1)
    assert "up" not in promised


def test_arms_know_where_like_things_belonged(arms: dict[str, Arm]) -> None:
    for name in ("knn", "seasoned", "seasoned, choosing", "vector only", "no words"):
        live(arms[name])
        promised = arms[name].values("put away cup", KITCHEN)
        assert promised["cupboard"] > 0.35, name
        assert promised["cupboard"] > promised.get("fridge", 0.0), name


def test_only_arms_that_keep_failures_know_what_to_avoid(arms: dict[str, Arm]) -> None:
    for name in ("knn", "seasoned", "failures not stored"):
        game = arms[name].begin("tidy up")
        game.decided("put away mug", "fridge", 0.0)
        game.finish(0.0)
    assert arms["knn"].values("put away mug", KITCHEN) == {}
    assert arms["failures not stored"].values("put away mug", KITCHEN) == {}
    assert arms["seasoned"].values("put away mug", KITCHEN)["fridge"] < 0.05


def test_no_memory_promises_nothing(arms: dict[str, Arm]) -> None:
    live(arms["none"])
    assert arms["none"].values("put away mug", KITCHEN) == {}
    assert arms["none"].recall("tidy up", 3) == []


def test_a_shuffled_memory_answers_another_question(arms: dict[str, Arm]) -> None:
    live(arms["shuffled"])
    assert [one.lived.task for one in arms["shuffled"].recall("put away mug", 1, DECISION)] == [
        "put away milk"
    ]


def test_a_window_forgets_and_a_log_needs_the_same_words(arms: dict[str, Arm]) -> None:
    live(arms["context window"])
    live(arms["JSON log"])
    for i in range(60):
        arms["context window"].keep([Lived(f"other {i}", "elsewhere", 1.0)])
    assert arms["context window"].values("put away mug", KITCHEN) == {}
    assert arms["JSON log"].values("put away mug", KITCHEN)["cupboard"] > 0.35
    assert arms["JSON log"].values("cup", KITCHEN) == {}


def test_decisions_are_parts_of_their_game() -> None:
    arm = Seasoned(EMBEDDER)
    live(arm)
    episodes = {e.strategy: e for e in arm.memory.episodes.recent}
    assert episodes["cupboard"].parent == episodes[""].attempt
    assert [s.category for s in arm.memory.learning.skills()] == ["game"]
    arm.close()


def test_a_test_game_teaches_nothing() -> None:
    arm = Seasoned(EMBEDDER)
    live(arm)
    before = arm.memory.admin.stats()
    game = Looking(arm, "tidy up")
    assert game.recall()
    assert game.values("put away cup", KITCHEN)
    game.decided("put away cup", "fridge", 1.0)
    game.finish(1.0)
    assert arm.memory.admin.stats() == before
    arm.close()


def test_what_was_promised_stays_until_the_game_is_over() -> None:
    arm = Seasoned(EMBEDDER)
    game = arm.begin("tidy up")
    assert game.values("put away cup", KITCHEN) == {}
    game.decided("put away cup", "cupboard", 1.0)
    assert game.values("put away cup", KITCHEN) == {}
    game.finish(1.0)
    assert arm.values("put away cup", KITCHEN)["cupboard"] > 0.35
    arm.close()


def test_a_share_of_rewards_is_turned_over_and_the_same_ones_for_every_arm() -> None:
    told = []
    for name in ("vector only", "context window"):
        arm = noisy(ABLATIONS[name])(EMBEDDER, 3, 4.0)
        game = arm.begin("tidy up")
        for i in range(40):
            game.decided(f"put away mug {i}", "fridge", 0.0)
        wrong = {n.lived.task for n in arm.recall("mug", 100, DECISION) if n.lived.reward == 1.0}
        told.append(wrong)
    assert told[0] == told[1]
    assert 2 <= len(told[0]) <= 14


def test_failures_can_be_kept_from_any_arm() -> None:
    arm = successes(ABLATIONS["vector only"])(EMBEDDER, 0, 4.0)
    live(arm)
    assert {one.lived.reward for one in arm.recall("mug", 10, DECISION)} == {1.0}


def test_a_page_of_the_cookbook_is_read() -> None:
    recipe = recipe_of(PAGE)
    assert recipe.needed == {"carrot", "black pepper", "red onion"}
    assert recipe.lines == ("slice the red onion", "roast the red onion", "grill the carrot")
    assert sorted(due(recipe, {"slice the red onion"})) == [
        "grill the carrot",
        "roast the red onion",
    ]
    found = ways(scene(["slice red onion", "eat red onion", "take knife"]), ["dice the red onion"])
    assert [(way.verb, way.pattern) for way in found] == [("dice", "slice it")]


def test_a_cook_never_repeats_what_spoilt_a_meal() -> None:
    arm = Seasoned(EMBEDDER, 16.0)
    game = arm.begin("cook")
    game.decided("roast", "cook it in stove", 0.0)
    game.finish(0.0)
    here = scene(["cook carrot in oven", "cook carrot in stove"])
    for seed in range(20):
        cook = Cook(random.Random(seed), False)
        played = Looking(arm, cook.task)
        page = "Ingredients:\n carrot\nDirections:\n roast the carrot\n"
        cook.saw(here, "read cookbook", Scene(page, "", (), 0.0, False, False), played)
        assert cook.act(here, played) == "cook carrot in oven"
    arm.close()


def test_the_server_is_read_and_its_order_does_not_matter() -> None:
    said = {
        "observation": "You open it.",
        "look": "You are in the pantry. There is a shelf.",
        "validActions": ["move north", "look around"],
        "score": 0.5,
        "tasksuccess": False,
        "taskfailure": True,
    }
    seen = scene_of(json.dumps(said))
    assert seen == Scene(
        "You open it.", "You are in the pantry", ("look around", "move north"), 0.5, False, True
    )
    assert seen.over
    assert seen.which("move") == ["move north"]


def test_rounds_go_on_before_they_go_back() -> None:
    rounds, chance = Rounds(), random.Random(0)
    hall = scene(["move north", "open box"], "hall")
    room = scene(["move south", "move east"], "room")
    rounds.note(hall, "open box", hall)
    assert rounds.closed(hall) == []
    rounds.note(hall, "move north", room)
    assert rounds.unseen(room) == ["move east"]
    rounds.note(room, "move east", room)
    rounds.note(room, "move east", room)
    assert rounds.onward(room, chance) == "move south"
    assert rounds.onward(scene(["look around"]), chance) is None


class Kitchen:
    """One thing to put away, into the cupboard."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, int]] = []

    def start(self, fold: str, number: int) -> Scene:
        self.begun.append((fold, number))
        self.thing = "mug" if fold == "train" else "cup"
        return scene([f"take {self.thing}"])

    def step(self, action: str) -> Scene:
        places = [f"put {self.thing} in {place}" for place in KITCHEN]
        return scene([*places, "look around"], score=float(action.endswith("in cupboard")))


def test_what_was_learned_in_training_shows_in_the_test() -> None:
    game = Kitchen()
    plan = Plan(range(2), (0, 20), games=10, limit=4)
    found = {
        name: run(game, plan, Tidy, make)  # type: ignore[arg-type]  # a game without Java
        for name, make in bound(ARMS, EMBEDDER, 4.0).items()
        if name != "shuffled"
    }
    for name, games in found.items():
        assert games.shape == (2, 2, 10, 4)
        assert np.array_equal(games[:, 0], found["none"][:, 0]), name
    assert found["seasoned"][:, 1, :, STEPS].max() == 2
    assert found["knn"][:, 1, :, WON].mean() == 1.0
    assert np.array_equal(found["none"][:, 0], found["none"][:, 1])
    tested = [number for fold, number in game.begun if fold == "test"]
    assert set(tested) == set(range(20))
    rows = compared(found, STEPS, plan.sizes)
    assert len(columns(plan.sizes)) == len(rows[0])
    assert [row[0] for row in rows] == list(found)


def test_a_paired_difference_has_an_interval_over_runs() -> None:
    ours = np.array([[1.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    theirs = np.zeros((3, 2))
    assert paired(ours, theirs).startswith("+0.833 ± 0.7")
    assert paired(ours[:1], theirs[:1]) == "+1.000"


@pytest.mark.parametrize("absent", ["package", "java"])
def test_it_says_what_is_absent_and_is_skipped(
    absent: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = None if absent == "package" else object()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as stopped, simulator("twc"):
        pass
    assert stopped.value.code == SKIPPED
    assert ("textworld-express" if absent == "package" else "Java") in capsys.readouterr().err
